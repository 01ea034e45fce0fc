"""`w3lib.encoding`'s functions.

Encodings have the names of Python's codecs, as in w3lib; text is made by the standard's decoders.
"""

import codecs
import encodings
import re
from collections.abc import Callable

from .. import _charsniff
from ._names import CODEC_NAMES, ENCODINGS

__all__ = [
    "html_body_declared_encoding",
    "html_to_unicode",
    "http_content_type_encoding",
    "read_bom",
    "resolve_encoding",
    "to_unicode",
]

_CONTEXT = _charsniff.Context("html")
_DECLARED = _charsniff.Context("html", detection="off")
# As in w3lib, the name of the header may stand in front of its value.
_FIELD_NAME = re.compile(r"\s*content-type\s*:", re.IGNORECASE)
# Neither Fetch nor w3lib accepts this as a charset: the name of the parameter ends with a space.
_SPACED = re.compile(r"charset\s+=", re.IGNORECASE)
# These are no character sets, or read markup out of ASCII letters.
_REFUSED = frozenset({"utf-7", "idna", "punycode", "unicode-escape", "raw-unicode-escape", "undefined", "mbcs", "oem"})
# Declarations that no browser reads, but w3lib does: a space behind "<", other spellings of http-equiv.
_SLOPPY_META = re.compile(
    r"""<\s*meta\s(?=[^>]{0,400}?http[-_]?equiv\s*=\s*["']?[^"'>]{0,80}content[-_ ]?type)"""
    r"""[^>]{0,400}?charset\s*=\s*["']?\s*(?P<label>[\w-]+)""",
    re.IGNORECASE,
)


def resolve_encoding(encoding_alias: str) -> str | None:
    """The codec that a label means, or None.

    >>> resolve_encoding("latin1")
    'cp1252'
    """
    name = _charsniff.lookup(encoding_alias)
    if name is not None:
        return None if name == "replacement" else CODEC_NAMES[name]
    try:
        codec = codecs.lookup(encodings.normalize_encoding(encoding_alias))
    except (LookupError, ValueError):
        return None
    if not codec._is_text_encoding or codec.name in _REFUSED:
        return None
    # What Python calls latin-1 or ascii is what the Web calls windows-1252.
    standard = _charsniff.lookup(codec.name) or ENCODINGS.get(codec.name)
    return CODEC_NAMES[standard] if standard else codec.name


_BOMS = [
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF8, "utf-8"),
]


def read_bom(data: bytes) -> tuple[None, None] | tuple[str, bytes]:
    r"""The encoding that a byte order mark names, and the mark; else (None, None).

    >>> read_bom(b"\xfe\xff\x6c\x34")
    ('utf-16-be', b'\xfe\xff')
    """
    if data and data[0] in b"\x00\xef\xfe\xff":
        for bom, encoding in _BOMS:
            if data.startswith(bom):
                return encoding, bom
    return None, None


def _value(content_type: str) -> str:
    name = _FIELD_NAME.match(content_type)
    return _SPACED.sub("", content_type[name.end() :] if name else content_type)


def http_content_type_encoding(content_type: str | None) -> str | None:
    """The codec that a Content-Type header names, or None.

    >>> http_content_type_encoding("Content-Type: text/html; charset=ISO-8859-4")
    'iso8859-4'
    """
    if not content_type:
        return None
    value = _value(content_type)
    sniffed = _charsniff.sniff(b"", {"content-type": value}, context=_DECLARED)
    if sniffed.source == "transport":
        return CODEC_NAMES[sniffed.encoding]
    # A label that Python knows and the standard does not: utf-32, cp437.
    label = _charsniff.explain(b"", {"content-type": value}, context=_DECLARED).stages[2].label
    return resolve_encoding(label) if label else None


def html_body_declared_encoding(html_body_str: str | bytes) -> str | None:
    """The codec that a page declares, or None.

    >>> html_body_declared_encoding(b"<meta charset=utf-8>")
    'utf-8'
    """
    start = html_body_str[: 16 * 1024]
    body = start.encode("utf-8", "replace") if isinstance(start, str) else bytes(start)
    sniffed = _charsniff.sniff(body, context=_DECLARED)
    if sniffed.source in ("meta", "xml-declaration"):
        return CODEC_NAMES[sniffed.encoding]
    return _sloppily_declared(body)


def _sloppily_declared(body: bytes) -> str | None:
    meta = _SLOPPY_META.search(body[:4096].decode("latin-1"))
    return resolve_encoding(meta["label"]) if meta else None


def to_unicode(data_str: bytes, encoding: str) -> str:
    """The text of bytes, with U+FFFD for malformed sequences."""
    name = _charsniff.lookup(encoding)
    if name is None:
        codec = codecs.lookup(encoding).name
        name = ENCODINGS.get(codec)
        if name is None:
            return data_str.decode(codec, "replace")
    return _charsniff.decode_as(data_str, name)


def html_to_unicode(
    content_type_header: str | None,
    html_body_str: bytes,
    default_encoding: str = "utf8",
    auto_detect_fun: Callable[[bytes], str | None] | None = None,
) -> tuple[str, str]:
    """The codec and the text of a page.

    By byte order mark, header, declaration; then by `auto_detect_fun` if there is one, else by
    charsniff's detector; then `default_encoding`.

    >>> html_to_unicode("text/html; charset=gb2312", b"\\xbb\\xf0\\xd0\\xc7")
    ('gb18030', '火星')
    """
    bom_encoding, bom = read_bom(html_body_str)
    if bom is not None and bom_encoding is not None:
        return bom_encoding, to_unicode(html_body_str[len(bom) :], bom_encoding)
    value = _value(content_type_header) if content_type_header else None
    decoded = _charsniff.decode(html_body_str, {"content-type": value}, context=_CONTEXT)
    source = decoded.source
    if source == "transport":
        return _named(decoded)
    if value and (encoding := http_content_type_encoding(value)):
        return _explicit(encoding, html_body_str)
    if source in ("meta", "xml-declaration"):
        return _named(decoded)
    if encoding := _sloppily_declared(html_body_str):
        return _explicit(encoding, html_body_str)
    if auto_detect_fun is not None:
        if (encoding := auto_detect_fun(html_body_str)) is not None:
            return _explicit(encoding, html_body_str)
    elif source == "detector":
        return _named(decoded)
    return default_encoding, to_unicode(html_body_str, default_encoding)


def _explicit(encoding: str, body: bytes) -> tuple[str, str]:
    # Without a byte order mark Python's codecs use the machine's byte order.
    if encoding == "utf-16":
        encoding = "utf-16-le"
    elif encoding == "utf-32":
        encoding = "utf-32-be"
    return encoding, to_unicode(body, encoding)


def _named(decoded: _charsniff.Decoded) -> tuple[str, str]:
    return CODEC_NAMES[decoded.encoding], decoded.text
