"""Write the house deck, `src/rivercheck/data/house.csv`: `python tools/house_deck.py`.

108 cards: the 36 patterns of numbers (6 single, 30 ordered pairs), three times each. A line of the
table below makes six cards, one for each direction, so that turning the whole deck changes nothing.
A pair whose second number lies `turn` hexsides clockwise of the first shares its lines with its
mirror image, so that neither hand is favoured.
"""

from pathlib import Path

TARGET = Path(__file__).parents[1] / "src" / "rivercheck" / "data" / "house.csv"
HEADER = "id,river_a,river_b,first,second,terrain"

# fmt: off
MIX = {  # turns (0: a single number) and what their cards say
    (0,): (
        ("continues", "none",    "veldt"),
        ("continues", "none",    "veldt"),
        ("ends",      "begins",  "jungle/mountain"),
    ),
    (1, 5): (
        ("continues", "none",    "veldt"),
        ("forks",     "extends", "jungle"),
        ("ends",      "none",    "desert"),
    ),
    (2, 4): (
        ("continues", "none",    "veldt"),
        ("forks",     "crosses", "mountain"),
        ("forks",     "none",    "jungle"),
    ),
    (3,): (
        ("continues", "none",    "desert"),
        ("forks",     "none",    "jungle/swamp"),
        ("ends",      "begins",  "lake"),
    ),
}
# fmt: on


def cards() -> list[tuple[str, str, int, int, str]]:
    """River A, River B, first, second (0 for none) and terrain of all cards, in their order."""
    return [
        (river_a, river_b, first, (first - 1 + turn) % 6 + 1 if turn else 0, terrain)
        for turns, lines in MIX.items()
        for river_a, river_b, terrain in lines
        for turn in turns
        for first in range(1, 7)
    ]


def house_csv() -> str:
    """The text of the file."""
    lines = [HEADER]
    for number, (river_a, river_b, first, second, terrain) in enumerate(cards(), 1):
        lines.append(f"H{number:03},{river_a},{river_b},{first},{second or ''},{terrain}")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(house_csv(), encoding="utf-8", newline="\n")
    print(f"{TARGET.name}: {len(cards())} cards")
