"""What chardet's and charset_normalizer's functions go by."""

import codecs
from collections.abc import Collection

from .. import _charsniff

# UTF-32 first: its little-endian mark starts with that of UTF-16.
_BOMS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
    (codecs.BOM_UTF8, "utf-8-sig"),
)


def codec_of_bom(data: bytes) -> str | None:
    """The codec of Python that takes away the byte order mark of `data`, if there is one."""
    return next((codec for bom, codec in _BOMS if data.startswith(bom)), None)


def guesses(
    data: bytes, only: Collection[str] | None = None, except_: Collection[str] = ()
) -> tuple[list[tuple[str, float]], str | None]:
    """The standard's names of the encodings that `data` without a byte order mark may be in, the likeliest first, with
    their probabilities; and the language, as a tag. "ascii" if all bytes are ASCII; nothing if the bytes are not text.

    only, except_: the standard's names of those that may be answered, and that may not; "ascii" among them."""
    kind = _charsniff.content(data)
    if kind == "binary":
        return [], None
    # These packages are also asked about mail, so ISO-2022-JP may be the answer.
    guess = _charsniff.detect(
        data,
        only=None if only is None else [name for name in only if name != "ascii"],
        except_=[name for name in except_ if name != "ascii"],
        iso_2022_jp=True,
    )
    allows_ascii = (only is None or "ascii" in only) and "ascii" not in except_
    if kind == "ascii" and data and allows_ascii and (guess is None or guess.encoding != "ISO-2022-JP"):
        return [("ascii", 1.0)], None
    return ([(guess.encoding, guess.confidence), *guess.runners_up], guess.language) if guess else ([], None)
