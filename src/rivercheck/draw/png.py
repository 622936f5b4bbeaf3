"""A picture of pixels as a PNG file: the few parts of the format that it takes."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

__all__ = ["png"]

_BEGIN = b"\x89PNG\r\n\x1a\n"
_RGB = (8, 2, 0, 0, 0)  # bits a channel; red, green, blue; nothing unusual
_UP = 2  # the filter of a line: each byte is what it differs by from the one above


def png(pixels: npt.NDArray[np.uint8], title: str = "") -> bytes:
    """The file of a picture, given by line, place and red, green, blue."""
    import numpy as np

    high, wide, _ = pixels.shape
    lines = pixels.reshape(high, wide * 3)
    raw = np.empty((high, wide * 3 + 1), np.uint8)
    raw[:, 0] = _UP
    raw[0, 1:] = lines[0]
    raw[1:, 1:] = lines[1:] - lines[:-1]
    parts = [(b"IHDR", struct.pack(">II5B", wide, high, *_RGB))]
    if title:
        parts.append((b"iTXt", b"Title\0\0\0\0\0" + title.encode("utf-8")))
    parts += [(b"IDAT", zlib.compress(raw.tobytes(), 6)), (b"IEND", b"")]
    return _BEGIN + b"".join(_chunk(kind, body) for kind, body in parts)


def _chunk(kind: bytes, body: bytes) -> bytes:
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
