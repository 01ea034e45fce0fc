"""charset_normalizer's `detect` and `from_bytes`. Measures of chaos and coherence, languages and
alphabets are not here."""

from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from .. import _charsniff
from ._names import CODEC_NAMES

__all__ = ["CharsetMatch", "CharsetMatches", "detect", "from_bytes", "from_fp", "from_path", "is_binary"]


class CharsetMatch:
    """Bytes, and an encoding that they may be in."""

    def __init__(self, raw: bytes, standard_name: str, confidence: float) -> None:
        self.raw = raw
        self.confidence = confidence
        self._standard_name = standard_name

    @property
    def encoding(self) -> str:
        """The codec's name, with underscores: "utf_8". What is ASCII is "ascii"."""
        if _charsniff.content(self.raw) == "ascii":
            return "ascii"
        return CODEC_NAMES[self._standard_name].replace("-", "_")

    @property
    def bom(self) -> bool:
        """Whether there is a byte order mark."""
        return _charsniff.sniff(self.raw, context="text-document").source == "bom"

    byte_order_mark = bom

    def __str__(self) -> str:
        """The text, without the byte order mark."""
        text = _charsniff.decode_as(self.raw, self._standard_name)
        return text[1:] if self.bom and text.startswith("\ufeff") else text

    def output(self, encoding: str = "utf_8") -> bytes:
        """The text in another encoding."""
        return str(self).encode(encoding, "replace")

    def __repr__(self) -> str:
        return f"<CharsetMatch '{self.encoding}' {self.confidence:.2f}>"


class CharsetMatches:
    """What bytes may be in, the likeliest first; nothing for what is no text."""

    def __init__(self, matches: list[CharsetMatch]) -> None:
        self._matches = matches

    def best(self) -> CharsetMatch | None:
        """The likeliest."""
        return self._matches[0] if self._matches else None

    first = best

    def __iter__(self) -> Iterator[CharsetMatch]:
        return iter(self._matches)

    def __getitem__(self, which: int | str) -> CharsetMatch:
        if isinstance(which, str):
            for match in self._matches:
                if match.encoding == which.replace("-", "_"):
                    return match
            raise KeyError(which)
        return self._matches[which]

    def __len__(self) -> int:
        return len(self._matches)

    def __bool__(self) -> bool:
        return bool(self._matches)


def from_bytes(sequences: bytes | bytearray, **_: object) -> CharsetMatches:
    """What bytes may be in. charset_normalizer's options change nothing.

    >>> str(from_bytes("Größe und Straße".encode("utf-8")).best())
    'Größe und Straße'
    """
    data = bytes(sequences)
    if _charsniff.content(data) == "binary":
        return CharsetMatches([])
    guess = _charsniff.detect(data)
    candidates = [(guess.encoding, guess.confidence), *guess.runners_up]
    return CharsetMatches([CharsetMatch(data, encoding, confidence) for encoding, confidence in candidates])


def from_fp(fp: BinaryIO, **options: object) -> CharsetMatches:
    """The same of what a file object gives."""
    return from_bytes(fp.read(), **options)


def from_path(path: str | Path, **options: object) -> CharsetMatches:
    """The same of a file."""
    return from_bytes(Path(path).read_bytes(), **options)


def is_binary(fp_or_path_or_payload: BinaryIO | str | Path | bytes, **_: object) -> bool:
    """Whether bytes, or a file, are no text."""
    source = fp_or_path_or_payload
    if isinstance(source, (str, Path)):
        source = Path(source).read_bytes()
    data = source if isinstance(source, (bytes, bytearray)) else source.read()
    return _charsniff.content(data) == "binary"


def detect(byte_str: bytes, **_: object) -> dict[str, str | float | None]:
    """chardet's function, as charset_normalizer has it.

    >>> detect("Größe und Straße".encode("utf-8"))["encoding"]
    'utf-8'
    """
    best = from_bytes(byte_str).best()
    if best is None:
        return {"encoding": None, "language": "", "confidence": None}
    name = "utf-8-sig" if best.bom and best.encoding == "utf_8" else best.encoding.replace("_", "-")
    return {"encoding": name, "language": "", "confidence": best.confidence}
