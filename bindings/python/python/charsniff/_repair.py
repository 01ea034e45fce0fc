"""What was repaired."""

from __future__ import annotations

from typing import NamedTuple


class Repair(NamedTuple):
    """Bytes whose text was repaired: data[start:end]."""

    start: int
    end: int
    damage: str
    """ "malformed", "doubly-encoded", "c1-control" or "misread"."""
    encodings: tuple[str, ...]
    """The encoding that malformed bytes are in (UTF-8 for CESU-8 and C0 80); the encodings that doubly encoded text was
    wrongly decoded from, the last one first; windows-1252 for a C1 control; for misread text the encodings that it was
    decoded as, the last one first, and then the one that it is in."""
    was: str
    became: str
