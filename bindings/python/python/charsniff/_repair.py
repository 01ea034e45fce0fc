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
    """The encoding that malformed bytes are in; the encodings that doubly encoded text was wrongly decoded from, last first;
    the same for misread text, and then the one that it is in."""
    was: str
    became: str
