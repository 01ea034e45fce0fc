"""`resiliparse.parse.encoding`'s functions.

Encodings have the names of Python's codecs, as in resiliparse; text is made by the standard's
decoders.
"""

import codecs
from collections.abc import Iterable

from .. import _charsniff
from ._names import CODEC_NAMES, ENCODINGS

__all__ = ["EncodingDetector", "bytes_to_str", "detect_encoding", "detect_mime", "map_encoding_to_html5"]

__version__ = _charsniff.__version__

_DECLARED = _charsniff.Context("html")
# A context without declarations: only the bytes decide.
_DETECT = _charsniff.Context("html", prescan_limit=0, reading="standard")
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

# resiliparse's names where they are not those of the other drop-ins.
_HTML5_NAMES = CODEC_NAMES | {
    "Big5": "big5",
    "EUC-KR": "euc_kr",
    "GBK": "gbk",
    "Shift_JIS": "shift_jis",
    "windows-874": "iso8859-11",
}
for _name in ("replacement", "x-mac-cyrillic", "x-user-defined"):
    del _HTML5_NAMES[_name]
_STANDARD = ENCODINGS | {codec: name for name, codec in _HTML5_NAMES.items() if name != "ISO-8859-8-I"}


def map_encoding_to_html5(encoding: str, fallback_utf8: bool = True) -> str | None:
    """The codec for one of the standard's labels; for others "utf-8", or None.

    >>> map_encoding_to_html5("latin1"), map_encoding_to_html5("cp037", False)
    ('cp1252', None)
    """
    name = _charsniff.lookup(encoding)
    return _HTML5_NAMES.get(name or "", "utf-8" if fallback_utf8 else None)


def detect_encoding(
    data: bytes, max_len: int = 131072, html5_compatible: bool = True, from_html_meta: bool = False
) -> str | None:
    """The codec of `data`: by byte order mark, with `from_html_meta` by declaration, then by the
    detector. Only the first `max_len` bytes are examined; 0 is no limit. ASCII is "utf-8".

    >>> detect_encoding("Größe und Straße".encode("latin-1"))
    'cp1252'
    """
    start = data[:max_len] if max_len else data
    context = _DECLARED if from_html_meta else _DETECT
    sniffed = _charsniff.sniff(start, context=context, truncated=len(start) < len(data))
    if sniffed.source == "default":
        return "utf-8" if html5_compatible else "ascii"
    return _HTML5_NAMES.get(sniffed.encoding, "utf-8" if html5_compatible else None)


class EncodingDetector:
    """Detects the encoding of a document that comes in pieces."""

    # Later bytes do not change the answer, and are not kept.
    _MOST_BYTES = 1 << 20

    def __init__(self) -> None:
        self._data = bytearray()

    def update(self, data: bytes) -> None:
        """Takes more of the document."""
        self._data += data[: self._MOST_BYTES - len(self._data)]

    def encoding(self, html5_compatible: bool = True) -> str | None:
        """The codec; then starts again with another document."""
        data = bytes(self._data)
        self.reset()
        return detect_encoding(data, 0, html5_compatible)

    def reset(self) -> None:
        """Forgets the document."""
        self._data.clear()


# How files of these types begin, by MIME Sniffing.
_STARTS = (
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
    (b"BM", "image/bmp"),
    (b"%PDF-", "application/pdf"),
    (b"PK\x03\x04", "application/zip"),
    (b"\x1f\x8b\x08", "application/gzip"),
    (b"OggS\0", "application/ogg"),
    (b"ID3", "audio/mpeg"),
    (b"\x1aE\xdf\xa3", "video/webm"),
)
_TEXT_STARTS = ((b"<!doctype html", "text/html"), (b"<html", "text/html"), (b"<?xml", "application/xml"))


def detect_mime(data: bytes, max_unprintable: float = 0.01) -> str:
    """The MIME type of data, by how they begin: "text/plain" if they look like text and nothing else is known,
    "application/octet-stream" if they do not. `max_unprintable` has no effect.

    >>> detect_mime(b"%PDF-1.7"), detect_mime(b"<!DOCTYPE html>"), detect_mime(b"caf\\xe9")
    ('application/pdf', 'text/html', 'text/plain')
    """
    if data[:4] == b"RIFF" and data[8:12] == b"WEBP":
        return "image/webp"
    for start, mime_type in _STARTS:
        if data.startswith(start) and (start != b"BM" or _charsniff.content(data) == "binary"):
            return mime_type
    text = data[:512].removeprefix(codecs.BOM_UTF8).lstrip(b"\t\n\f\r ").lower()
    for start, mime_type in _TEXT_STARTS:
        if text.startswith(start):
            return mime_type
    return "application/octet-stream" if _charsniff.content(data) == "binary" else "text/plain"


def _decode(data: bytes, encoding: str, errors: str) -> str:
    # Here, unlike on the Web, "ascii" is not a label of windows-1252.
    if codecs.lookup(encoding).name == "ascii":
        return data.decode("ascii", errors)
    name = _charsniff.lookup(encoding) or _STANDARD.get(codecs.lookup(encoding).name)
    if name is None:
        return data.decode(encoding, errors)
    if errors == "replace":
        return _charsniff.decode_as(data, name)
    return _charsniff.Decoder(name, errors, encoding).decode(data, True)


def bytes_to_str(
    data: bytes,
    encoding: str = "utf-8",
    errors: str = "ignore",
    fallback_encodings: Iterable[str] = ("utf-8", "cp1252"),
    strip_bom: bool = True,
) -> str:
    """The text of `data` in `encoding`; where that fails, in the first of `fallback_encodings` that
    does not; else in `encoding` with errors handled as told.

    >>> bytes_to_str(b"caf\\xe9", "utf-8")
    'café'
    """
    if strip_bom:
        data = next((data[len(bom) :] for bom in _BOMS if data.startswith(bom)), data)
    for attempt in (encoding, *fallback_encodings):
        try:
            return _decode(data, attempt, "strict")
        except UnicodeError:
            pass
    return _decode(data, encoding, errors)
