"""Everything that can be wrong with what a user gives us.

    RivercheckError
      BoardError    a board file that is damaged, or has what no board can have
      HexError      a hex that cannot be checked, edited or erased
      AnswerError   a card, die or pick that is impossible here
      DeckError     a deck that cannot serve
      RulingError   an unknown ruling, value or preset
      GameError     a game file that is damaged, or an entry that cannot be made
      FileError     a file that cannot be read or written

Each message is one line: it names the hex, key or line and says what would be right.
"""

__all__ = [
    "AnswerError",
    "BoardError",
    "DeckError",
    "FileError",
    "GameError",
    "HexError",
    "RivercheckError",
    "RulingError",
]


class RivercheckError(Exception):
    """The common base. `code` is a short word for programs; `str()` is the line for people."""

    code = "error"

    def __init__(self, message: str, code: str = "") -> None:
        super().__init__(message)
        self.code = code or self.code


class BoardError(RivercheckError):
    """A board file that is damaged, or has what no board can have."""

    code = "board"


class HexError(RivercheckError):
    """A hex that cannot be checked, edited or erased."""

    code = "hex"


class AnswerError(RivercheckError):
    """A card, die or pick that is impossible here."""

    code = "answer"


class DeckError(RivercheckError):
    """A deck that cannot serve."""

    code = "deck"


class RulingError(RivercheckError):
    """An unknown ruling, value or preset."""

    code = "rulings"


class GameError(RivercheckError):
    """A game file that is damaged, or an entry that cannot be made."""

    code = "game"


class FileError(RivercheckError):
    """A file that cannot be read or written."""

    code = "file"
