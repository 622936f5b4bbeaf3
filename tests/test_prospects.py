"""What each answer would mean: the number of a card is asked for wherever it can matter."""

from __future__ import annotations

from rivercheck import board_from, check
from rivercheck.prospects import Prospector

BESIDE_TWO_WATERS = {
    "rivercheck": 1,
    "layout": {"columns": 3, "rows": 3},
    "hexes": {
        "0201": {"terrain": "lake", "state": "mapped"},
        "0202": {"terrain": "jungle"},
        "0303": {"terrain": "swamp", "state": "mapped"},
    },
}


def test_a_number_that_is_asked_after_a_pick_counts() -> None:
    board = board_from(BESIDE_TWO_WATERS)
    tried = Prospector(board, [], check(board, "0202"))
    ends = {
        check(board, "0202", [f"ends/extends {n}", "pick 1"], spare=True).outs for n in (2, 5, 6)
    }
    assert len(ends) > 1
    assert not tried.alike("ends/extends")
    assert tried.alike("ends/none")
