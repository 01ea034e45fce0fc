"""chardet's `detect`, `detect_all` and `UniversalDetector`.

The confidence is charsniff's: of answers at 0.9, about nine in ten are right. Languages and MIME types are not
detected: "language" and "mime_type" are None. Of the options, `max_bytes` and `compat_names` have an effect; those
that choose among encodings are not here.
"""

from typing import TypedDict

from ._guesses import codec_of_bom, guesses
from ._names import chardet_name, codec_name

__all__ = ["DetectionDict", "UniversalDetector", "detect", "detect_all"]

_MOST_BYTES = 200_000


class DetectionDict(TypedDict):
    encoding: str | None
    confidence: float
    language: str | None
    mime_type: str | None


def _first(byte_str: bytes | bytearray, max_bytes: int) -> bytes:
    if not isinstance(byte_str, (bytes, bytearray)):
        raise TypeError(f"byte_str must be bytes or bytearray, not {type(byte_str).__name__}")
    return bytes(byte_str[: _checked(max_bytes)])


def _checked(max_bytes: int) -> int:
    if isinstance(max_bytes, bool) or max_bytes < 1:
        raise ValueError("max_bytes must be a positive integer")
    return max_bytes


def _result(encoding: str | None, confidence: float) -> DetectionDict:
    return {"encoding": encoding, "confidence": confidence, "language": None, "mime_type": None}


def detect_all(
    byte_str: bytes | bytearray,
    ignore_threshold: bool = False,
    should_rename_legacy: bool = False,
    encoding_era: object = None,
    chunk_size: int = 0,
    max_bytes: int = _MOST_BYTES,
    *,
    prefer_superset: bool = False,
    compat_names: bool = True,
) -> list[DetectionDict]:
    """All encodings that `byte_str` may be in, the likeliest first."""
    data = _first(byte_str, max_bytes)
    by_bom = codec_of_bom(data)
    if by_bom is not None:
        return [_result(by_bom.upper() if compat_names else by_bom, 1.0)]
    name = chardet_name if compat_names else codec_name
    found = [_result(name(encoding), confidence) for encoding, confidence in guesses(data)]
    return found or [_result(None, 1.0)]


def detect(
    byte_str: bytes | bytearray,
    should_rename_legacy: bool = False,
    encoding_era: object = None,
    chunk_size: int = 0,
    max_bytes: int = _MOST_BYTES,
    *,
    prefer_superset: bool = False,
    compat_names: bool = True,
) -> DetectionDict:
    """The encoding of `byte_str`: the name of a codec of Python, or None if the bytes are not text.

    >>> detect("Größe und Straße".encode("utf-8"))["encoding"]
    'utf-8'
    """
    return detect_all(byte_str, max_bytes=max_bytes, compat_names=compat_names)[0]


class UniversalDetector:
    """Detects the encoding of a document that arrives in pieces."""

    def __init__(
        self,
        lang_filter: object = None,
        should_rename_legacy: bool = False,
        encoding_era: object = None,
        max_bytes: int = _MOST_BYTES,
        *,
        prefer_superset: bool = False,
        compat_names: bool = True,
    ) -> None:
        self._max_bytes = _checked(max_bytes)
        self._compat_names = compat_names
        self.reset()

    def reset(self) -> None:
        """Forgets the document."""
        self._data = bytearray()
        self._is_closed = self.done = False
        self.result: DetectionDict = _result(None, 0.0)

    def feed(self, byte_str: bytes | bytearray) -> None:
        """Takes the next bytes of the document."""
        if self._is_closed:
            raise ValueError("feed() after close(); reset() starts another document")
        if not self.done:
            self._data += byte_str[: self._max_bytes - len(self._data)]
            self.done = len(self._data) == self._max_bytes

    def close(self) -> DetectionDict:
        """Ends the document. Returns the result."""
        self.result = detect(self._data, max_bytes=self._max_bytes, compat_names=self._compat_names)
        self._is_closed = self.done = True
        return self.result
