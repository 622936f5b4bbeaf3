"""Write the boards `africa` and `africa-real` from public-domain Natural Earth data.

    python tools/africa.py              # fetch the Debian package with apt-get, and unpack it
    python tools/africa.py --data DIR   # DIR is where it is unpacked, or usr/share/magics in it

It takes `pip install -e .[maps]`. Equal inputs give equal bytes.

The boards are the project's own layout: 27 columns and 41 rows of pointy-topped hexes, 100 miles
across. To the north they reach 15.6° N, so that the White and the Blue Nile meet on the board and
the Nile leaves over the edge; to the south the sea beyond Cape Agulhas. The western edge, 1.9° E at
the coast, lies a little west of Lagos; the eastern one, 41° E at the equator, lets the whole coast
from the mouth of the Tana by Mombasa to the Cape lie on the board, with sea beyond it; the Horn of
Africa north of that is cut by the edge. Land counts as land where it fills half of a hex.

`africa` has the sea, the coast (`partial`, with terrain by `africa_terrain`), a blank interior, and
a mouth for every river that comes to that coast with a name in the data, one a hex; what they have
to drain says `africa_mouths`. `africa-real` has all rivers of the data as `africa_trace` draws
them, with lakes, wetlands and terrain. Its `rivers` list each river with a name from its source
down. A river that comes in over the edge begins there, with a source dot and the key `enters`.
"""

from __future__ import annotations

import argparse
import gzip
import subprocess
import sys
import tempfile
from math import dist
from pathlib import Path

from shapely.geometry import Polygon

from africa_data import checksums, read_lines, read_mainland
from africa_ground import Ground
from africa_mouths import Basin, basins, ends_at_sea, place, prove
from africa_rivers import Rivers
from africa_sheet import (
    AREA,
    LAYOUT,
    PROJECTION,
    WIDTH,
    Mouth,
    around,
    centre,
    outline,
    project,
    side_between,
)
from africa_terrain import terrain_of, water_of
from africa_trace import Tracing
from rivercheck import rules
from rivercheck.board import Board
from rivercheck.board import Mouth as MouthNote
from rivercheck.boardfile import save_board
from rivercheck.records import TERRAINS, mask_of

TARGET = Path(__file__).resolve().parents[1] / "src" / "rivercheck" / "data" / "boards"
PACKAGE = "libmagics++-data"
ENDS = (  # where rivers that do not come to the sea end: longitude, latitude, about
    (14.5, 13.0),  # Chari, in Lake Chad
    (14.3, 13.2),  # Komadugu Yobe, too
    (36.0, 4.5),  # Omo, in Lake Turkana
    (24.8, -21.2),  # Okavango, in the Makgadikgadi
    (41.6, 11.6),  # Awash, in Lake Abbe
    (43.2, 0.8),  # Shebelle, off the board
)
FORMULA = (
    "drainage = round(A / 2H): half of the hexes of the basin on the board. A is basin_km2: the"
    " published area times the part of it on the board, or else an estimate, the land on the board"
    " nearest to this river of all and no farther than 150 km. H is 22430 square km, a hex."
)


class World:
    """All that both boards share."""

    def __init__(self, folder: Path) -> None:
        self.mainland, self.lakes = read_mainland(folder)
        self.rivers = Rivers(read_lines(folder))
        ends = ends_at_sea(self.rivers, self.mainland)
        self.inland = [self.rivers.near(project(*spot), 40.0)[0][1] for spot in ENDS]
        self.rivers.drain([*ends.values(), *self.inland])
        self.land = {hex for hex in LAYOUT.places() if self._is_land(hex)}
        self.coast = {hex for hex in self.land if self._at_sea(hex)}
        self.basins = basins(self.rivers, self.mainland, ends)
        self.mouths = place(self.rivers, self.basins, self.land)
        self.provenance = provenance(folder)

    def _is_land(self, hex: int) -> bool:
        return bool(self.mainland.intersection(Polygon(outline(hex))).area > AREA / 2)

    def _at_sea(self, hex: int) -> bool:
        places = set(LAYOUT.places())
        return any(other in places and other not in self.land for other in around(hex))

    def board(self, name: str, about: str) -> Board:
        """The sea, and what both boards say of themselves."""
        board = Board(LAYOUT, name)
        board.extra = {
            "about": about,
            "projection": PROJECTION,
            "provenance": self.provenance,
        }
        for hex in set(LAYOUT.places()) - self.land:
            board.hexes[hex].terrain, board.hexes[hex].state = rules.SEA, rules.CLOSED
        return board


def provenance(folder: Path) -> dict[str, object]:
    """Where the data come from, and the checksums of the files that were read."""
    return {
        "data": "Made with Natural Earth, which is in the public domain.",
        "package": f"Debian {PACKAGE} {package_version(folder)}",
        "sha256": checksums(folder),
        "tool": "tools/africa.py",
        "layout": "The project's own; not that of any published game.",
    }


def package_version(folder: Path) -> str:
    """The version of the package, by the changelog that it holds."""
    changelog = folder.parent / "doc" / PACKAGE / "changelog.Debian.gz"
    if not changelog.exists():
        return "of unknown version"
    with gzip.open(changelog, "rt", encoding="utf-8") as lines:
        return lines.readline().partition("(")[2].partition(")")[0]


def put_mouth(board: Board, mouth: Mouth, drainage: int = 0, **extra: object) -> None:
    """Set a mouth on a board."""
    board.hexes[mouth.hex].mouth, board.hexes[mouth.hex].drainage = mouth.side, drainage
    board.mouths[mouth.hex] = MouthNote(mouth.name, extra=extra)


# The board to play on -------------------------------------------------------------------------


def africa(world: World) -> Board:
    """The coast, and a blank interior."""
    board = world.board(
        "Africa",
        "The coast of Africa from the Bight of Benin to the Tana, and nothing within. The layout"
        " and the drainage numbers are this project's own.",
    )
    board.extra["formula"] = FORMULA
    terrain = terrain_of(world.land)
    for hex in world.coast | {mouth.hex for mouth in world.mouths.values()}:
        here = board.hexes[hex]
        here.terrain, here.state = TERRAINS.index(terrain[hex]), rules.PARTIAL
    for basin in world.basins:
        if basin.vertex in world.mouths:
            mouth = world.mouths[basin.vertex]
            put_mouth(board, mouth, basin.drainage, basin_km2=basin.area)
    prove({hex: board.hexes[hex].drainage for hex in board.mouths}, world.land)
    return board


# The board to look at -------------------------------------------------------------------------


def africa_real(world: World) -> tuple[Board, Tracing]:
    """All rivers of the data, as far as hexes can show them."""
    board = world.board(
        "Africa, the real rivers",
        "The rivers and great lakes of Africa, traced hex by hex. Terrain is by a rule of thumb.",
    )
    water = water_of(world.land, world.lakes)
    for hex, terrain in terrain_of(world.land).items():
        wet = water.get(hex)
        here = board.hexes[hex]
        here.terrain = TERRAINS.index(wet.terrain if wet else terrain)
        here.state = rules.MAPPED
        if wet:
            board.note(hex).name = wet.name
    tracing = traced(world, Ground(world.land, water))
    draw(board, tracing)
    board.extra["rivers"] = [
        {"name": course.name, "hexes": [board.name(hex) for hex in course.hexes]}
        for course in tracing.named_courses()
    ]
    return board, tracing


def traced(world: World, ground: Ground) -> Tracing:
    """The rivers in hexes."""
    sinks = {}
    for vertex in world.inland:
        spot = world.rivers.points[vertex]
        far, hex = min((dist(spot, centre(hex)), hex) for hex in ground.body)
        if far < 1.5 * WIDTH:
            sinks[vertex] = hex
    tracing = Tracing(world.rivers, ground, world.mouths, sinks)
    tracing.trace(world.rivers.stems())
    return tracing


def draw(board: Board, tracing: Tracing) -> None:
    """The strokes on both sides of each hexside that a river crosses, mouths and source dots."""
    for hex, below in tracing.down.items():
        board.hexes[hex].outs |= mask_of([side_between(hex, below)])
        board.hexes[below].ins |= mask_of([side_between(below, hex)])
    for mouth in tracing.mouths:
        put_mouth(board, mouth)
        board.hexes[mouth.hex].outs |= mask_of([mouth.side])
    entering = tracing.entering()
    for hex in tracing.owner:
        here = board.hexes[hex]
        here.source = int(not here.ins and not rules.is_water(here))
        if here.source and hex in entering:
            board.note(hex).extra["enters"] = True


# The command ----------------------------------------------------------------------------------


def fetched(temporary: str) -> Path:
    """The package, fetched and unpacked."""
    subprocess.run(["apt-get", "download", PACKAGE], cwd=temporary, check=True, stdout=sys.stderr)
    package = next(Path(temporary).glob("*.deb"))
    subprocess.run(["dpkg", "-x", str(package), temporary], check=True)
    return Path(temporary)


def magics(folder: Path) -> Path:
    """The folder with the maps, given itself or the root of an unpacked package."""
    inside = folder / "usr" / "share" / "magics"
    return inside if inside.is_dir() else folder


def write(folder: Path, out: Path) -> None:
    """Write both boards, and say what is in them."""
    world = World(magics(folder))
    board = africa(world)
    save_board(board, out / "africa.json")
    print(summary(world, board))
    real, tracing = africa_real(world)
    save_board(real, out / "africa-real.json")
    print("left out, too short or crowded out:", ", ".join(tracing.left_out()))


def summary(world: World, board: Board) -> str:
    """The figures of the board to play on."""
    total = sum(board.hexes[hex].drainage for hex in board.mouths)
    head = (
        f"{len(LAYOUT.places())} hexes: {len(world.land)} of land, of them {len(world.coast)}"
        f" coast; {len(board.mouths)} mouths, which require {total} hexes"
    )
    rows = [_row(basin, world) for basin in world.basins]
    return "\n".join([head, *rows])


def _row(basin: Basin, world: World) -> str:
    mouth = world.mouths.get(basin.vertex)
    where = f"{LAYOUT.label(mouth.hex)} side {mouth.side}" if mouth else "not on the board"
    source = "published" if basin.published else "estimate"
    return f"{basin.name:10} {basin.area:>9,} km2 ({source:9}) {basin.drainage:>3} {where}"


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(description="Write the boards africa and africa-real.")
    parser.add_argument("--data", type=Path, help="the unpacked package")
    parser.add_argument("--out", type=Path, default=TARGET, help="where to write")
    given = parser.parse_args()
    if given.data:
        write(given.data, given.out)
        return
    with tempfile.TemporaryDirectory() as temporary:
        write(fetched(temporary), given.out)


if __name__ == "__main__":
    main()
