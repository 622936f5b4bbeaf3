"""The colours of ink and wash, by day and by lamplight, and what contrast they must have.

Washes differ little and the drawings carry the terrain, so no eye depends on the colours.
"""

from __future__ import annotations

__all__ = ["DARK", "LIGHT", "PALETTES", "Palette", "contrast", "required"]

Palette = dict[str, str]

LIGHT: Palette = {
    "page": "#efe3c8",
    "paper": "#f8f0dc",
    "ink": "#33261a",
    "sepia": "#7d6244",
    "grid": "#94805f",
    "river": "#17497b",
    "arrow": "#0d2c4d",
    "source": "#a3271a",
    "shore": "#2c4a5e",
    "sea": "#cfdfdf",
    "water": "#b5d3df",
    "waterline": "#54808d",
    "halo": "#f8f0dc",
    "wash-desert": "#f3dfa4",
    "wash-veldt": "#e2e3b0",
    "wash-jungle": "#b6d0a2",
    "wash-mountain": "#e0c9b4",
    "wash-jungle-mountain": "#c6c79f",
    "wash-swamp": "#cfdfcd",
    "wash-jungle-swamp": "#b3d0b8",
    "mark-desert": "#8f6a24",
    "mark-veldt": "#6a7030",
    "mark-jungle": "#2f5a2f",
    "mark-mountain": "#6b4a32",
    "mark-jungle-mountain": "#4f5130",
    "mark-swamp": "#3b6660",
    "mark-jungle-swamp": "#2a5a48",
    "mark-lake": "#38687c",
    "mark-sea": "#54808d",
    "crown": "#8db57c",
    "slope": "#ecdcc9",
}
DARK: Palette = {
    "page": "#15171a",
    "paper": "#22211e",
    "ink": "#eee2c8",
    "sepia": "#b39a74",
    "grid": "#86775c",
    "river": "#86c5f4",
    "arrow": "#d9eefc",
    "source": "#ff9a80",
    "shore": "#a9c9d8",
    "sea": "#16242d",
    "water": "#1d3c4e",
    "waterline": "#5f8798",
    "halo": "#1b1b19",
    "wash-desert": "#4a3e1e",
    "wash-veldt": "#38391e",
    "wash-jungle": "#1f3a20",
    "wash-mountain": "#40302a",
    "wash-jungle-mountain": "#343620",
    "wash-swamp": "#23383a",
    "wash-jungle-swamp": "#1b3a33",
    "mark-desert": "#d8b765",
    "mark-veldt": "#b4b86c",
    "mark-jungle": "#85bb7c",
    "mark-mountain": "#d3a98a",
    "mark-jungle-mountain": "#bfc183",
    "mark-swamp": "#8cc0b6",
    "mark-jungle-swamp": "#7cc3a4",
    "mark-lake": "#7fb2ca",
    "mark-sea": "#5f8798",
    "crown": "#2d5a2f",
    "slope": "#57443a",
}
PALETTES: dict[str, Palette] = {"light": LIGHT, "dark": DARK}

TEXT, LINES = 4.5, 3.0  # WCAG 2.2, 1.4.3 and 1.4.11


def contrast(one: str, other: str) -> float:
    """The contrast of two colours written #rrggbb, from 1 to 21, by WCAG 2."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (
        part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def required() -> list[tuple[str, str, float]]:
    """What must be told apart: a colour, the ground it stands on, the least contrast."""
    washes = [name for name in LIGHT if name.startswith("wash-")]
    grounds = ["paper", "sea", "water", *washes]
    pairs = [("ink", ground, TEXT) for ground in (*grounds, "page", "halo")]
    pairs += [
        ("river", ground, TEXT if ground == "halo" else LINES) for ground in (*grounds, "halo")
    ]
    pairs += [(line, ground, LINES) for line in ("arrow", "source") for ground in grounds]
    pairs += [("shore", ground, LINES) for ground in grounds]
    pairs += [("grid", "paper", LINES), ("waterline", "sea", LINES), ("sepia", "page", LINES)]
    pairs += [(f"mark-{wash[5:]}", wash, LINES) for wash in washes]
    pairs += [(f"mark-{wash[5:]}", "paper", LINES) for wash in washes]
    return [*pairs, ("mark-lake", "water", LINES), ("mark-sea", "sea", LINES)]
