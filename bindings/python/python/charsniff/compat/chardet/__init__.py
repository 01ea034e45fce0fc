"""chardet's `detect`, `detect_all` and `UniversalDetector`.

The confidence is charsniff's: of answers at 0.9, about nine in ten are right. MIME types are not detected: "mime_type"
is None. Of the encodings that no browser reads, HZ and ISO-2022-KR may be the answer; UTF-7, cp437, EBCDIC … never are.
"""

import codecs
import enum
import re
import warnings
from collections.abc import Iterable
from functools import partial
from typing import Any, TypedDict

from ... import _charsniff
from .._guesses import codec_of_bom, codec_of_escapes, guesses, language_of_utf_8
from .._names import ENCODINGS, chardet_name, codec_name

__all__ = [
    "DEFAULT_MAX_BYTES",
    "MINIMUM_THRESHOLD",
    "DetectionDict",
    "EncodingEra",
    "LanguageFilter",
    "UniversalDetector",
    "__version__",
    "detect",
    "detect_all",
]

# That of the chardet whose interface this is: `requests` and others refuse versions that they do not know.
__version__ = "7.7.0"

DEFAULT_MAX_BYTES = 200_000
MINIMUM_THRESHOLD = 0.20
_CHUNK_SIZE = 65_536

# Codecs of Python that have more or fewer characters than the standard's encodings, and their encodings.
_WIDER_AND_NARROWER = {
    "ascii": "ascii",
    "big5": "Big5",
    "euc_jis_2004": "EUC-JP",
    "euc_jisx0213": "EUC-JP",
    "euc_kr": "EUC-KR",
    "gb2312": "GBK",
    "gbk": "GBK",
    "iso2022_jp_1": "ISO-2022-JP",
    "iso2022_jp_2": "ISO-2022-JP",
    "iso2022_jp_2004": "ISO-2022-JP",
    "iso2022_jp_ext": "ISO-2022-JP",
    "iso8859-1": "windows-1252",
    "iso8859-9": "windows-1254",
    "iso8859-11": "windows-874",
    "shift_jis": "Shift_JIS",
    "shift_jis_2004": "Shift_JIS",
    "tis-620": "windows-874",
    "utf-16": "UTF-16LE",
    "utf-8-sig": "UTF-8",
}

# The encodings that `prefer_superset` replaces, and their supersets.
_SUPERSETS = {
    "ascii": "cp1252",
    "euc_kr": "cp949",
    "iso8859-1": "cp1252",
    "iso8859-2": "cp1250",
    "iso8859-5": "cp1251",
    "iso8859-6": "cp1256",
    "iso8859-7": "cp1253",
    "iso8859-8": "cp1255",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "iso8859-13": "cp1257",
    "tis-620": "cp874",
}

# Codecs of mail, and chardet's names for them.
_OF_MAIL = {"hz": "HZ-GB-2312", "iso2022_kr": "ISO-2022-KR"}

# PEP 263: in one of the first two lines of a program.
_CODING = re.compile(rb"(?:[^\n]*\n)?[ \t\f]*#[^\n]*?coding[:=][ \t]*([-\w.]+)")


class DetectionDict(TypedDict):
    encoding: str | None
    confidence: float
    language: str | None
    mime_type: str | None


class EncodingEra(enum.IntFlag):
    """Groups of encodings. Those of MAINFRAME are never the answer, of LEGACY_REGIONAL only HZ and ISO-2022-KR."""

    MODERN_WEB = 1
    LEGACY_ISO = 2
    LEGACY_MAC = 4
    LEGACY_REGIONAL = 8
    DOS = 16
    MAINFRAME = 32
    ALL = 63


class LanguageFilter(enum.IntFlag):
    """Has no effect, as in chardet 7."""

    CHINESE_SIMPLIFIED = 1
    CHINESE_TRADITIONAL = 2
    JAPANESE = 4
    KOREAN = 8
    NON_CJK = 16
    ALL = 31
    CHINESE = CHINESE_SIMPLIFIED | CHINESE_TRADITIONAL
    CJK = CHINESE | JAPANESE | KOREAN


def _era(codec: str) -> EncodingEra:
    if codec in _OF_MAIL:
        return EncodingEra.LEGACY_REGIONAL
    if codec.startswith("iso8859"):
        return EncodingEra.LEGACY_ISO
    if codec.startswith("mac"):
        return EncodingEra.LEGACY_MAC
    return EncodingEra.DOS if codec == "cp866" else EncodingEra.MODERN_WEB


def _canonical(name: str, parameter: str) -> str:
    try:
        return codecs.lookup(name).name
    except LookupError:
        raise ValueError(f"Unknown encoding {name!r} in {parameter}") from None


def _set(names: Iterable[str] | None, parameter: str) -> frozenset[str] | None:
    if names is None:
        return None
    found = frozenset(_canonical(name, parameter) for name in names)
    if not found:
        raise ValueError(f"{parameter} must not be empty; without it nothing is filtered")
    return found


def _encoding(codec: str) -> str | None:
    """The standard's name for a codec, or "ascii"; None if it has no such encoding."""
    return _WIDER_AND_NARROWER.get(codec) or ENCODINGS.get(codec) or _charsniff.lookup(codec)


def _decodes(data: bytes, codec: str) -> bool:
    try:
        # The end may be cut in a character.
        codecs.getincrementaldecoder(codec)().decode(data)
    except (LookupError, UnicodeError):
        return False
    return True


def _result(encoding: str | None, confidence: float, language: str | None = None) -> DetectionDict:
    return {"encoding": encoding, "confidence": confidence, "language": language, "mime_type": None}


class _Detection:
    """The options of a call, checked."""

    def __init__(
        self,
        should_rename_legacy: bool,
        encoding_era: int | None,
        max_bytes: int,
        prefer_superset: bool,
        compat_names: bool,
        include_encodings: Iterable[str] | None,
        exclude_encodings: Iterable[str] | None,
        no_match_encoding: str,
        empty_input_encoding: str,
    ) -> None:
        if should_rename_legacy:
            warn = partial(warnings.warn, category=DeprecationWarning, stacklevel=4)
            warn("should_rename_legacy is deprecated: it is called prefer_superset")
        if isinstance(max_bytes, bool) or max_bytes < 1:
            raise ValueError("max_bytes must be a positive integer")
        self.max_bytes = max_bytes
        self.superset = prefer_superset or should_rename_legacy
        self.compat_names = compat_names
        self.include = _set(include_encodings, "include_encodings")
        self.exclude = _set(exclude_encodings, "exclude_encodings") or frozenset()
        self.era = EncodingEra.ALL if encoding_era is None else EncodingEra(encoding_era)
        self.no_match = _canonical(no_match_encoding, "no_match_encoding")
        self.empty = _canonical(empty_input_encoding, "empty_input_encoding")

    def allows(self, codec: str) -> bool:
        return (self.include is None or codec in self.include) and codec not in self.exclude

    def codecs(self) -> dict[str, list[str]]:
        """The encodings that may be answered, and their names, the best name first."""
        if self.include is None:
            given: Iterable[str] = ("ascii", *map(codec_name, set(_charsniff.labels().values())))
            given = [codec for codec in given if _era(codec) & self.era]
        else:
            given = sorted(self.include, key=lambda codec: codec not in ENCODINGS)
        allowed: dict[str, list[str]] = {}
        for codec in given:
            encoding = _encoding(codec)
            if encoding is not None and codec not in self.exclude:
                allowed.setdefault(encoding, []).append(codec)
        return allowed

    def sentinel(self, codec: str) -> list[DetectionDict]:
        if self.allows(codec):
            return [_result(codec, 0.10)]
        warnings.warn(f"{codec!r} is among the encodings that are filtered out", UserWarning, stacklevel=4)
        return [_result(None, 0.0)]

    def declared(self, data: bytes) -> str | None:
        """The codec that a page or a program declares, if it reads the bytes, and these are not UTF-8."""
        if coding := _CODING.match(data):
            label = coding[1].decode("ascii")
        else:
            label = _charsniff.sniff(data, reading="standard", detection="off").label or ""
        try:
            codec = codecs.lookup(label).name
        except LookupError:
            return None
        if codec != "utf-8" and not data.isascii() and _decodes(data, "utf-8"):
            return None
        return codec if self.allows(codec) and _encoding(codec) and _era(codec) & self.era and _decodes(data, codec) else None

    def all(self, data: bytes) -> list[DetectionDict]:
        data = data[: self.max_bytes]
        found = self.candidates(data)
        for one in found:
            codec = one["encoding"]
            if codec is None:
                continue
            superset = _SUPERSETS.get(codec)
            if self.superset and superset and self.allows(superset) and _decodes(data, superset):
                codec = superset
            if self.compat_names:
                encoding = _encoding(codec)
                is_other = codec in _WIDER_AND_NARROWER or codec in _OF_MAIL or encoding is None
                display = _DISPLAY.get(codec, codec) if is_other else chardet_name(encoding or codec)
                codec = display if _decodes(data, display) else codec
            one["encoding"] = codec
        seen: set[str | None] = set()
        return [one for one in found if not (one["encoding"] in seen or seen.add(one["encoding"]))]  # type: ignore[func-returns-value]

    def candidates(self, data: bytes) -> list[DetectionDict]:
        if not data:
            return self.sentinel(self.empty)
        bom = codec_of_bom(data)
        if bom is not None and self.allows(bom):
            return [_result(bom, 1.0)]
        codec = codec_of_escapes(data)
        if codec and self.allows(codec) and _era(codec) & self.era:
            return [_result(codec, 1.0, "ko" if codec == "iso2022_kr" else "zh")]
        names = self.codecs()
        if bom is None and _charsniff.content(data) == "binary":
            return [_result(None, 1.0)]
        if codec := self.declared(data):
            return [_result(codec, 0.95)]
        found, language = guesses(data, list(names), ())
        if language is None and found and found[0][0] == "UTF-8":
            language = language_of_utf_8(data)
        # chardet says "zh" for "zh-Hant".
        language = language and language.partition("-")[0]
        results: list[DetectionDict] = []
        for encoding, confidence in found:
            codecs = names.get(encoding, [encoding])
            decoding = next((codec for codec in codecs if _decodes(data, codec)), None)
            # Text may have errors, but an encoding that the caller asked for must decode it without.
            if decoding or self.include is None:
                results.append(_result(decoding or codecs[0], confidence, None if results else language))
        return results or self.sentinel(self.no_match)


_DISPLAY = {
    **_OF_MAIL,
    "big5": "Big5",
    "euc_jis_2004": "EUC-JP",
    "euc_kr": "EUC-KR",
    "gb2312": "GB2312",
    "iso2022_jp_2": "ISO-2022-JP",
    "iso8859-1": "ISO-8859-1",
    "iso8859-9": "ISO-8859-9",
    "shift_jis": "SHIFT_JIS",
    "shift_jis_2004": "SHIFT_JIS",
    "tis-620": "TIS-620",
    "utf-16": "UTF-16",
    "utf-32": "UTF-32",
    "utf-8-sig": "UTF-8-SIG",
}


def _bytes(byte_str: bytes | bytearray, chunk_size: int) -> bytes:
    if not isinstance(byte_str, (bytes, bytearray)):
        raise TypeError(f"byte_str must be bytes or bytearray, not {type(byte_str).__name__}")
    if chunk_size != _CHUNK_SIZE:
        warnings.warn("chunk_size has no effect", DeprecationWarning, stacklevel=3)
    return bytes(byte_str)


def detect_all(
    byte_str: bytes | bytearray,
    ignore_threshold: bool = False,
    should_rename_legacy: bool = False,
    encoding_era: int | None = None,
    chunk_size: int = _CHUNK_SIZE,
    max_bytes: int = DEFAULT_MAX_BYTES,
    *,
    prefer_superset: bool = False,
    compat_names: bool = True,
    include_encodings: Iterable[str] | None = None,
    exclude_encodings: Iterable[str] | None = None,
    no_match_encoding: str = "cp1252",
    empty_input_encoding: str = "utf-8",
) -> list[DetectionDict]:
    """All encodings that `byte_str` may be in, the likeliest first; unless `ignore_threshold`, only those above
    MINIMUM_THRESHOLD, if there are any."""
    data = _bytes(byte_str, chunk_size)
    found = _Detection(
        should_rename_legacy, encoding_era, max_bytes, prefer_superset, compat_names,
        include_encodings, exclude_encodings, no_match_encoding, empty_input_encoding,
    ).all(data)  # fmt: skip
    likely = [one for one in found if one["confidence"] > MINIMUM_THRESHOLD]
    return found if ignore_threshold else likely or found


def detect(
    byte_str: bytes | bytearray,
    should_rename_legacy: bool = False,
    encoding_era: int | None = None,
    chunk_size: int = _CHUNK_SIZE,
    max_bytes: int = DEFAULT_MAX_BYTES,
    *,
    prefer_superset: bool = False,
    compat_names: bool = True,
    include_encodings: Iterable[str] | None = None,
    exclude_encodings: Iterable[str] | None = None,
    no_match_encoding: str = "cp1252",
    empty_input_encoding: str = "utf-8",
) -> DetectionDict:
    """The encoding of `byte_str`: the name of a codec of Python, or None if the bytes are not text.

    >>> detect("Größe und Straße".encode("utf-8"))["encoding"]
    'utf-8'
    >>> detect("Größe".encode("cp1252"), include_encodings=["koi8-r", "latin1"])["encoding"]
    'ISO-8859-1'
    """
    data = _bytes(byte_str, chunk_size)
    return _Detection(
        should_rename_legacy, encoding_era, max_bytes, prefer_superset, compat_names,
        include_encodings, exclude_encodings, no_match_encoding, empty_input_encoding,
    ).all(data)[0]  # fmt: skip


class UniversalDetector:
    """Detects the encoding of a document that arrives in pieces."""

    MINIMUM_THRESHOLD = MINIMUM_THRESHOLD
    LEGACY_MAP = _SUPERSETS

    def __init__(
        self,
        lang_filter: Any = LanguageFilter.ALL,
        should_rename_legacy: bool = False,
        encoding_era: int | None = None,
        max_bytes: int = DEFAULT_MAX_BYTES,
        *,
        prefer_superset: bool = False,
        compat_names: bool = True,
        include_encodings: Iterable[str] | None = None,
        exclude_encodings: Iterable[str] | None = None,
        no_match_encoding: str = "cp1252",
        empty_input_encoding: str = "utf-8",
    ) -> None:
        if lang_filter != LanguageFilter.ALL:
            warnings.warn("lang_filter has no effect", DeprecationWarning, stacklevel=2)
        self._detection = _Detection(
            should_rename_legacy, encoding_era, max_bytes, prefer_superset, compat_names,
            include_encodings, exclude_encodings, no_match_encoding, empty_input_encoding,
        )  # fmt: skip
        self.reset()

    def reset(self) -> None:
        """Forgets the document."""
        self._data = bytearray()
        self._is_closed = self.done = False
        self.result: DetectionDict = _result(None, 0.0)

    def feed(self, byte_str: bytes | bytearray) -> None:
        """Takes the next bytes of the document."""
        if self._is_closed:
            raise ValueError("feed() after close() without reset()")
        if not self.done:
            self._data += byte_str[: self._detection.max_bytes - len(self._data)]
            self.done = len(self._data) == self._detection.max_bytes

    def close(self) -> DetectionDict:
        """Ends the document. Returns the result."""
        if not self._is_closed:
            self.result = self._detection.all(bytes(self._data))[0]
            self._is_closed = self.done = True
        return self.result
