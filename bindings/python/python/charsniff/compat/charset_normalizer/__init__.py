"""charset_normalizer's `from_bytes`, `from_fp`, `from_path`, `detect` and `is_binary`.

`chaos` and `coherence` come from the detector's confidence. Of the options, `cp_isolation` and `cp_exclusion` have an
effect.
"""

import codecs
import re
from collections.abc import Iterable, Iterator
from encodings import normalize_encoding
from encodings.aliases import aliases
from functools import cache, cached_property
from os import PathLike
from typing import Any, BinaryIO

from ... import _charsniff
from .._blocks import blocks
from .._guesses import codec_of_bom, codec_of_escapes, guesses, language_of_utf_8
from .._names import ENCODINGS, chardet_name, codec_name

__all__ = [
    "VERSION",
    "CharsetMatch",
    "CharsetMatches",
    "__version__",
    "detect",
    "from_bytes",
    "from_fp",
    "from_path",
    "is_binary",
]

# That of the charset_normalizer whose interface this is: `requests` and others refuse versions that they do not know.
__version__ = "3.5.3"
VERSION = __version__.split(".")

# charset_normalizer's names of the languages that the detector knows.
_LANGUAGES = {
    "ar": "Arabic", "be": "Belarusian", "bg": "Bulgarian", "cs": "Czech", "da": "Danish", "de": "German", "el": "Greek",
    "en": "English", "es": "Spanish", "et": "Estonian", "fa": "Farsi", "fi": "Finnish", "fr": "French", "he": "Hebrew",
    "hr": "Croatian", "hu": "Hungarian", "id": "Indonesian", "it": "Italian", "ja": "Japanese", "kk": "Kazakh",
    "ko": "Korean", "lt": "Lithuanian", "lv": "Latvian", "mk": "Macedonian", "nl": "Dutch", "no": "Norwegian",
    "nb": "Norwegian", "nn": "Norwegian", "pl": "Polish", "pt": "Portuguese", "ro": "Romanian", "ru": "Russian",
    "sk": "Slovak", "sl": "Slovene", "sr": "Serbian", "sv": "Swedish", "th": "Thai", "tr": "Turkish", "uk": "Ukrainian",
    "vi": "Vietnamese", "zh": "Chinese",
}  # fmt: skip


# Byte order marks that only this package knows. The last byte of UTF-7's holds bits of the next character.
_RARE_BOMS = ((codecs.BOM_UTF8.decode().encode("gb18030"), "gb18030"), *((b"+/v" + bytes([last]), "utf_7") for last in b"89+/"))

# A declaration of the encoding in a text, and how many bytes are searched for it.
_DECLARATION = re.compile(r"""((?:encoding|charset|coding)\s*[:=]\s*["']?)([-\w.:]+)""", re.ASCII | re.IGNORECASE)
_HEAD = 8192

# The languages of texts whose encoding is for one.
_OF_CODEC = {"big5": "zh", "cp949": "ko", "cp932": "ja", "euc_jp": "ja", "gb18030": "zh", "hz": "zh", "iso2022_jp": "ja", "iso2022_kr": "ko"}


def _is_text_codec(name: str) -> bool:
    try:
        return bool(codecs.lookup(name)._is_text_encoding)
    except (AttributeError, LookupError):
        return False


@cache
def _text_codecs() -> frozenset[str]:
    """Python's codecs of texts. It imports them all."""
    return frozenset(codec for codec in set(aliases.values()) if _is_text_codec(codec))


class CharsetMatch:
    """Bytes, and an encoding that they may be in."""

    def __init__(
        self, raw: bytes, encoding: str, standard_name: str | None, confidence: float, language: str | None = None
    ) -> None:
        self.raw = raw
        #: The name of the codec, with underscores: "utf_8".
        self.encoding = encoding
        self.confidence = confidence
        self._standard_name = standard_name
        self._language = language
        self._string: str | None = None

    @cached_property
    def _tag(self) -> str:
        """The language's tag, without its script; "" if it is not known."""
        language = language_of_utf_8(self.raw) if self.encoding == "utf_8" and self._language is None else self._language
        return (language or _OF_CODEC.get(self.encoding, "")).partition("-")[0]

    @property
    def language(self) -> str:
        """The language of the text, in English: "Russian"; "Unknown" where the detector does not tell. ASCII is English."""
        if self.encoding == "ascii" or (self.encoding == "utf_8" and self.raw.removeprefix(codecs.BOM_UTF8).isascii()):
            return "English" if self.raw else "Unknown"
        return _LANGUAGES.get(self._tag, "Unknown")

    @property
    def languages(self) -> list[str]:
        """The language, if it is known."""
        return [] if self.language == "Unknown" else [self.language]

    @property
    def chaos(self) -> float:
        """How unsure the encoding is: 1 minus the confidence."""
        return 1.0 - self.confidence

    @property
    def percent_chaos(self) -> float:
        """The same, in percent."""
        return round(self.chaos * 100, ndigits=3)

    @property
    def coherence(self) -> float:
        """The confidence, if the language is known; else 0."""
        return self.confidence if self.languages else 0.0

    @property
    def percent_coherence(self) -> float:
        """The same, in percent."""
        return round(self.coherence * 100, ndigits=3)

    @property
    def multi_byte_usage(self) -> float:
        """1 minus the number of characters per byte."""
        return 1.0 - len(str(self)) / len(self.raw) if self.raw else 0.0

    @property
    def alphabets(self) -> list[str]:
        """The blocks of Unicode that the text's characters are in: "Basic Latin", "Cyrillic"."""
        return blocks(str(self))

    @cached_property
    def submatch(self) -> list["CharsetMatch"]:
        """Other codecs that decode the bytes to the same text. Empty for ASCII and UTF-8: for ASCII it would list most codecs."""
        if self.encoding in ("ascii", "utf_8"):
            return []
        text, found = str(self), []
        for codec in sorted(_text_codecs() - {self.encoding}):
            if _reads(self.raw, codec, text):
                name = ENCODINGS.get(codecs.lookup(codec).name)
                found.append(CharsetMatch(self.raw, codec, name, self.confidence, self._language))
        return found

    @property
    def has_submatch(self) -> bool:
        """Whether another codec reads the bytes as the same text."""
        return bool(self.submatch)

    @property
    def could_be_from_charset(self) -> list[str]:
        """The codecs that read the bytes as this text, this one first."""
        return [self.encoding, *(match.encoding for match in self.submatch)]

    @property
    def fingerprint(self) -> int:
        """A hash of the text."""
        return hash(str(self))

    @property
    def bom(self) -> bool:
        """Whether there is a byte order mark."""
        return codec_of_bom(self.raw) is not None or _rare_bom(self.raw) is not None

    byte_order_mark = bom

    @property
    def encoding_aliases(self) -> list[str]:
        """Other names of the codec."""
        return [alias for alias, codec in aliases.items() if codec == self.encoding]

    def __str__(self) -> str:
        """The text, without the byte order mark."""
        if self._string is None:
            if self.encoding == "utf_32":
                # The codec removes the mark.
                return self.raw.decode(self.encoding, "replace")
            if self._standard_name is None:
                text = self.raw.decode(self.encoding, "replace")
            else:
                text = _charsniff.decode_as(self.raw, self._standard_name)
            self._string = text[1:] if self.bom and text.startswith("\ufeff") else text
        return self._string

    def output(self, encoding: str = "utf_8") -> bytes:
        """The text in another encoding. If the text declares its encoding, the declaration is changed accordingly."""
        text = str(self)
        if declared := _DECLARATION.search(text, 0, _HEAD):
            try:
                codec = codecs.lookup(declared[2])
            except LookupError:
                pass
            else:
                if codec.name not in ("utf-8", codecs.lookup(encoding).name):
                    name = codecs.lookup(encoding).name.replace("_", "-")
                    text = text[: declared.start(2)] + name + text[declared.end(2) :]
        return text.encode(encoding, "replace")

    def __lt__(self, other: object) -> bool:
        """Whether it is likelier than the other, so that the likeliest is sorted first."""
        if not isinstance(other, CharsetMatch):
            return NotImplemented
        return self.confidence > other.confidence

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return _codec(other) == self.encoding
        return isinstance(other, CharsetMatch) and (self.raw, self.encoding) == (other.raw, other.encoding)

    def __hash__(self) -> int:
        return hash(self.encoding)

    def __repr__(self) -> str:
        return f"<CharsetMatch '{self.encoding}' {self.confidence:.2f}>"


def _codec(name: str) -> str:
    """charset_normalizer's name of a codec, by any of its names."""
    name = normalize_encoding(name).lower()
    return aliases.get(name, name)


class CharsetMatches:
    """The encodings that bytes may be in, the likeliest first; empty if the bytes are not text."""

    def __init__(self, matches: list[CharsetMatch] | None = None) -> None:
        self._matches = matches or []

    def best(self) -> CharsetMatch | None:
        """The likeliest."""
        return self._matches[0] if self._matches else None

    first = best

    def append(self, item: CharsetMatch) -> None:
        """Adds an encoding, sorted by confidence."""
        self._matches = sorted([*self._matches, item])

    def __iter__(self) -> Iterator[CharsetMatch]:
        return iter(self._matches)

    def __getitem__(self, which: int | str) -> CharsetMatch:
        if isinstance(which, str):
            for match in self._matches:
                if match == which:
                    return match
            raise KeyError(which)
        return self._matches[which]

    def __len__(self) -> int:
        return len(self._matches)

    def __bool__(self) -> bool:
        return bool(self._matches)


def from_bytes(
    sequences: bytes | bytearray,
    steps: int = 0,
    chunk_size: int = 0,
    threshold: float = 0,
    cp_isolation: list[str] | None = None,
    cp_exclusion: list[str] | None = None,
    preemptive_behaviour: bool = True,
    explain: bool = False,
    language_threshold: float = 0,
    enable_fallback: bool = True,
) -> CharsetMatches:
    """The encodings that bytes may be in.

    >>> str(from_bytes("Größe und Straße".encode("utf-8")).best())
    'Größe und Straße'
    """
    if not isinstance(sequences, (bytes, bytearray)):
        raise TypeError(f"sequences must be bytes or bytearray, not {type(sequences).__name__}")
    data = bytes(sequences)
    bom = codec_of_bom(data)
    if codec := "utf_32" if bom == "utf-32" else _rare_bom(data) or codec_of_escapes(data):
        matches = [CharsetMatch(data, codec, None, 1.0)]
    else:
        # A byte order mark decides, whatever encodings are allowed; the match is filtered afterwards.
        only = None if bom or not cp_isolation else _encodings(cp_isolation)
        found, language = guesses(data, only, () if bom else _encodings(cp_exclusion or ()))
        languages = [language] + [None] * len(found)
        matches = [_match(data, bom, *guess, language) for guess, language in zip(found, languages)]
    # An encoding that the caller asked for must decode the bytes without errors.
    allowed = [match for match in matches if not cp_isolation or _fits(match) and any(match == name for name in cp_isolation)]
    return CharsetMatches([match for match in allowed if all(match != name for name in cp_exclusion or ())])


def _reads(data: bytes, codec: str, text: str | None = None) -> bool:
    """Whether the codec reads all of the bytes; and as this text, if one is given."""
    try:
        read = data.decode(codec)
    except (LookupError, UnicodeError):
        return False
    return text is None or read.removeprefix("\ufeff") == text


def _fits(match: CharsetMatch) -> bool:
    return _reads(match.raw, match.encoding)


def _rare_bom(data: bytes) -> str | None:
    """The codec of a byte order mark that browsers do not know."""
    return next((codec for bom, codec in _RARE_BOMS if data.startswith(bom)), None)


def _encodings(names: Iterable[str]) -> list[str]:
    """The standard's names of the encodings that these codecs are for."""
    found = []
    for name in names:
        try:
            codec = codecs.lookup(name).name
        except LookupError:
            codec = name
        found.append("ascii" if codec == "ascii" else ENCODINGS.get(codec) or _charsniff.lookup(codec))
    return [name for name in found if name is not None]


_USUAL = {"big5hkscs": "big5", "iso8859_7": "cp1253"}


def _declared(data: bytes) -> str | None:
    """The codec that the text says it is in."""
    declared = _DECLARATION.search(data[:_HEAD].decode("latin-1"))
    codec = declared and _codec(declared[2])
    return codec if codec and _is_text_codec(codec) else None


def _match(data: bytes, bom: str | None, encoding: str, confidence: float, language: str | None) -> CharsetMatch:
    codec = "utf_16" if bom == "utf-16" else codec_name(encoding).replace("-", "_")
    # The declared name, or a more common one, if they mean the same.
    for other in (_declared(data), _USUAL.get(codec)):
        if other is not None and other != codec and encoding != "ascii" and _reads(data, other, _charsniff.decode_as(data, encoding)):
            codec = other
            break
    return CharsetMatch(data, codec, None if encoding == "ascii" else encoding, confidence, language)


def from_fp(fp: BinaryIO, *options: Any, **keywords: Any) -> CharsetMatches:
    """`from_bytes` of what a file object contains."""
    return from_bytes(fp.read(), *options, **keywords)


def from_path(path: str | bytes | PathLike[str] | PathLike[bytes], *options: Any, **keywords: Any) -> CharsetMatches:
    """`from_bytes` of what a file contains."""
    with open(path, "rb") as file:
        return from_fp(file, *options, **keywords)


def is_binary(fp_or_path_or_payload: BinaryIO | str | PathLike[str] | bytes, *_: object, **__: object) -> bool:
    """Whether bytes, or the contents of a file, are not text."""
    source = fp_or_path_or_payload
    if isinstance(source, (str, PathLike)):
        return not from_path(source)
    return not from_bytes(source if isinstance(source, (bytes, bytearray)) else source.read())


_LEGACY_NAMES = {
    "gb18030": "GB18030",
    "hz": "HZ-GB-2312",
    "iso2022_kr": "ISO-2022-KR",
    "latin_1": "ISO-8859-1",
    "utf_7": "UTF-7",
}


def detect(byte_str: bytes | bytearray, should_rename_legacy: bool = False, **_: object) -> dict[str, str | float | None]:
    """charset_normalizer's version of `chardet.detect`.

    >>> detect("Größe und Straße".encode("utf-8"))["encoding"]
    'utf-8'
    """
    best = from_bytes(byte_str).best()
    if best is None:
        return {"encoding": None, "language": "", "confidence": None}
    language = "" if best.language == "Unknown" else best.language
    if codec := codec_of_bom(best.raw):
        name = codec.replace("-", "_") if should_rename_legacy else codec.upper()
    elif should_rename_legacy:
        name = best.encoding
    else:
        name = _LEGACY_NAMES.get(best.encoding) or chardet_name(best._standard_name or best.encoding)
    return {"encoding": name, "language": language, "confidence": best.confidence}
