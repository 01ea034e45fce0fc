"""charset_normalizer's `from_bytes`, `from_fp`, `from_path`, `detect` and `is_binary`.

Measures of chaos and coherence, and alphabets, are not here. Of the options, `cp_isolation` and `cp_exclusion`
have an effect.
"""

import codecs
from collections.abc import Iterable, Iterator
from encodings import normalize_encoding
from encodings.aliases import aliases
from os import PathLike
from typing import Any, BinaryIO

from .. import _charsniff
from ._guesses import codec_of_bom, guesses
from ._names import ENCODINGS, chardet_name, codec_name

__all__ = ["CharsetMatch", "CharsetMatches", "detect", "from_bytes", "from_fp", "from_path", "is_binary"]

__version__ = _charsniff.__version__

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

    @property
    def language(self) -> str:
        """The language of the text, in English: "Russian"; "Unknown" where the detector does not tell."""
        if self.encoding == "ascii":
            return "English"
        return _LANGUAGES.get((self._language or "").partition("-")[0], "Unknown")

    @property
    def languages(self) -> list[str]:
        """The language, if it is known."""
        return [] if self.language == "Unknown" else [self.language]

    @property
    def could_be_from_charset(self) -> list[str]:
        """The codec."""
        return [self.encoding]

    @property
    def bom(self) -> bool:
        """Whether there is a byte order mark."""
        return codec_of_bom(self.raw) is not None

    byte_order_mark = bom

    @property
    def encoding_aliases(self) -> list[str]:
        """Other names of the codec."""
        return [alias for alias, codec in aliases.items() if codec == self.encoding]

    def __str__(self) -> str:
        """The text, without the byte order mark."""
        if self._standard_name is None:
            return self.raw.decode(self.encoding, "replace")
        text = _charsniff.decode_as(self.raw, self._standard_name)
        return text[1:] if self.bom and text.startswith("\ufeff") else text

    def output(self, encoding: str = "utf_8") -> bytes:
        """The text in another encoding."""
        return str(self).encode(encoding, "replace")

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
    if bom == "utf-32":
        matches = [CharsetMatch(data, "utf_32", None, 1.0)]
    else:
        # By a byte order mark, whatever else is allowed; then the match is filtered.
        only = None if bom or not cp_isolation else _encodings(cp_isolation)
        found, language = guesses(data, only, () if bom else _encodings(cp_exclusion or ()))
        languages = [language] + [None] * len(found)
        matches = [_match(data, bom, *guess, language) for guess, language in zip(found, languages)]
    # Those that are asked for must fit.
    allowed = [match for match in matches if not cp_isolation or _fits(match) and any(match == name for name in cp_isolation)]
    return CharsetMatches([match for match in allowed if all(match != name for name in cp_exclusion or ())])


def _fits(match: CharsetMatch) -> bool:
    try:
        match.raw.decode(match.encoding)
    except (LookupError, UnicodeError):
        return False
    return True


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


def _match(data: bytes, bom: str | None, encoding: str, confidence: float, language: str | None) -> CharsetMatch:
    codec = "utf_16" if bom == "utf-16" else codec_name(encoding).replace("-", "_")
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
        name = codec.upper()
    elif should_rename_legacy:
        name = best.encoding
    else:
        name = chardet_name(best._standard_name or best.encoding)
    return {"encoding": name, "language": language, "confidence": best.confidence}
