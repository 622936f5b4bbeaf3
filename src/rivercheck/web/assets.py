"""The page and what belongs to it, read once; addresses change with the contents."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from importlib.resources.abc import Traversable

from ..draw import Style, stylesheet

__all__ = ["assets", "digest", "index"]

_TYPES = "js/types.js"  # comments alone, for who writes the page
_KINDS = {
    "html": "text/html; charset=utf-8",
    "css": "text/css; charset=utf-8",
    "js": "text/javascript; charset=utf-8",
    "svg": "image/svg+xml; charset=utf-8",
}


@cache
def assets() -> dict[str, tuple[str, bytes]]:
    """Media type and contents by path; nothing else is ever served as a file."""
    found = dict(_walk(files("rivercheck.web") / "static", ""))
    return {**found, "map.css": (_KINDS["css"], _map_css().encode())}


def _walk(folder: Traversable, before: str) -> list[tuple[str, tuple[str, bytes]]]:
    found = []
    for entry in sorted(folder.iterdir(), key=lambda entry: entry.name):
        kind = _KINDS.get(entry.name.rpartition(".")[2])
        if entry.is_dir():
            found += _walk(entry, f"{before}{entry.name}/")
        elif kind:
            found.append((f"{before}{entry.name}", (kind, entry.read_bytes())))
    return found


def _map_css() -> str:
    """The colours of the map: by day, by lamplight, or as the reader's system has it."""
    light, dark = stylesheet(Style(theme="light")), stylesheet(Style(theme="dark"))
    chosen = dark.replace(".rivercheck", ":root[data-theme=dark] .rivercheck")
    system = dark.replace(".rivercheck", ":root:not([data-theme=light]) .rivercheck")
    return f"{light}{chosen}@media (prefers-color-scheme:dark){{\n{system}}}\n"


@cache
def digest() -> str:
    """A word that changes with any of the assets."""
    parts = (path.encode() + data for path, (_, data) in sorted(assets().items()))
    return sha256(b"\0".join(parts)).hexdigest()[:12]


@cache
def index() -> str:
    """The page. It names all its modules, so that they are fetched at once, not one by one."""
    scripts = [path for path in sorted(assets()) if path.endswith(".js") and path != _TYPES]
    modules = "\n  ".join(f'<link rel="modulepreload" href="{{{{assets}}}}/{p}">' for p in scripts)
    page = assets()["index.html"][1].decode().replace("{{modules}}", modules)
    return page.replace("{{assets}}", f"/assets/{digest()}")
