"""Write what the commands in README.md print, and its table of rulings, into it.

    python tools/fill_readme.py          # rewrite README.md
    python tools/fill_readme.py --check  # exit 1 if it would change

Each block marked `console` holds commands after `$ `; they are run in an empty folder, in order.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from rivercheck.rulings import PRESETS, RULINGS

README = Path(__file__).resolve().parents[1] / "README.md"
_BLOCK = re.compile(r"```console\n(.*?)```", re.DOTALL)
_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")  # shown as one and the same
_TABLE = re.compile(r"(\| ruling \|.*?\n\|[-|]+\|\n)(?:\|.*\n)*")


def filled(text: str, folder: str) -> str:
    """The text with its blocks and its table made anew."""
    text = _BLOCK.sub(lambda block: f"```console\n{_played(block[1], folder)}```", text)
    return _TABLE.sub(lambda table: table[1] + "".join(map(_row, range(len(RULINGS)))), text)


def _played(block: str, folder: str) -> str:
    shown = ""
    for line in block.splitlines():
        if line.startswith("$ "):
            shown += f"{line}\n{_output(line[2:], folder)}"
    return shown


def _output(command: str, folder: str) -> str:
    beside = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    environ = {**os.environ, "PATH": beside, "NO_COLOR": "1", "COLUMNS": "100"}
    done = subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=folder,
        env=environ,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=True,
    )
    return _TIME.sub("2026-11-30T12:00:00Z", done.stdout)


def _row(number: int) -> str:
    ruling = RULINGS[number]
    values = [preset.value(ruling.name) for preset in PRESETS.values()]
    others = ", ".join(f"`{value}`" for value in ruling.values if value not in values)
    cells = [ruling.name, *(f"`{value}`" for value in values), others, ruling.why]
    return f"| {' | '.join(cells)} |\n"


def main() -> int:
    """Rewrite the README, or say whether it is up to date."""
    text = README.read_text("utf-8")
    with tempfile.TemporaryDirectory() as folder:
        new = filled(text, folder)
    if "--check" in sys.argv:
        return int(new != text)
    README.write_text(new, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
