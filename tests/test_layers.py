"""The house has floors: a module imports only from those below it, and `rules` from nothing."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import rivercheck

SOURCE = Path(rivercheck.__file__).parent
# From the ground up; the modules of one floor do not know each other.
FLOORS = (
    ("errors", "rules", "chance"),
    ("extras", "records", "rulings", "grid", "files", "survey"),
    ("card", "board", "ways"),
    ("answers", "deck", "flow", "mouths", "npz"),
    ("referee", "network", "branches"),
    ("boardarrays", "deal", "faults", "words"),
    ("boardfile", "demo", "explore", "odds", "path", "draw", "show"),
    ("bulk",),
    ("entries", "shipped", "prospects", "odds_words", "examples", "study"),
    ("changes", "snapshot", "questions"),
    ("game",),
    ("gamefile", "gamelog"),
    ("__init__",),
    ("web",),
    ("cli",),
)
FLOOR = {module: floor for floor, modules in enumerate(FLOORS) for module in modules}


def imports(path: Path) -> set[str]:
    """The modules of the package that a file imports, and outside names with a leading slash."""
    package = (path.parent.relative_to(SOURCE)).parts
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {"/" + alias.name.split(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            names = [node.module] if node.module else [alias.name for alias in node.names]
            found |= {".".join((*base, name)) for name in names}
        elif isinstance(node, ast.ImportFrom):
            found.add("/" + str(node.module).split(".")[0])
    return found


def room(module: str) -> str:
    """The module or the folder that stands on a floor."""
    name = module.split(".")[0]
    return "__init__" if name == "__version__" else name


@pytest.mark.parametrize("path", sorted(SOURCE.rglob("*.py")), ids=lambda p: p.stem)
def test_a_module_imports_only_what_stands_below_it(path: Path) -> None:
    own = room(".".join(path.relative_to(SOURCE).with_suffix("").parts))
    assert own in FLOOR, f"{own} stands on no floor: add it to FLOORS"
    for other in imports(path):
        if not other.startswith("/") and room(other) != own:
            assert FLOOR[room(other)] < FLOOR[own], f"{own} must not import {other}"


@pytest.mark.parametrize("module", ["rules", "chance"])
def test_what_will_be_compiled_imports_the_standard_library_alone(module: str) -> None:
    names = {name[1:] for name in imports(SOURCE / f"{module}.py")}
    assert names <= sys.stdlib_module_names


def test_every_floor_is_inhabited() -> None:
    rooms = {path.stem if path.is_file() else path.name for path in SOURCE.iterdir()}
    assert set(FLOOR) <= rooms


def test_all_names_that_are_offered_exist() -> None:
    assert sorted(rivercheck.__all__) == sorted(set(rivercheck.__all__))
    for name in rivercheck.__all__:
        assert getattr(rivercheck, name) is not None


def test_importing_the_library_does_not_load_what_reads_files() -> None:
    heavy = ("pydantic", "typer", "rich", "numpy", "numba")
    code = f"import sys, rivercheck; print([name for name in {heavy} if name in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"
