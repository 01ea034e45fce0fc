"""What chardet's and charset_normalizer's functions go by."""

import codecs

from .. import _charsniff

# UTF-32 first: its little-endian mark starts with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)
_ISO_2022_JP = _charsniff.Context("text-document", detect_iso_2022_jp=True)


def codec_of_bom(data: bytes) -> str | None:
    """The codec of Python that takes away the byte order mark of `data`, if there is one."""
    return next((codec for bom, codec in _BOMS if data.startswith(bom)), None)


def guesses(data: bytes) -> list[tuple[str, float]]:
    """The standard's names of the encodings that `data` without a byte order mark may be in, the likeliest first, and
    their probabilities. "ascii" if all bytes are ASCII; nothing if the bytes are not text."""
    kind = _charsniff.content(data)
    if kind == "binary":
        return []
    if kind == "ascii" and data:
        return [("ascii", 1.0)]
    # These packages are also asked about mail.
    if b"\x1b" in data and _charsniff.sniff(data, context=_ISO_2022_JP).encoding == "ISO-2022-JP":
        return [("ISO-2022-JP", 1.0)]
    guess = _charsniff.detect(data)
    return [(guess.encoding, guess.confidence), *guess.runners_up] if guess else []
