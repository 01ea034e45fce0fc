"""The common part of the drop-ins for chardet and charset_normalizer."""

import codecs
import re
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

# Pairs of printable characters between braces, which are hanzi.
_HZ = re.compile(rb"~\{(?:[\x21-\x77][\x21-\x7e])+~\}")


def codec_of_bom(data: bytes) -> str | None:
    """The codec of Python that takes away the byte order mark of `data`, if there is one."""
    return next((codec for bom, codec in _BOMS if data.startswith(bom)), None)


def codec_of_escapes(data: bytes) -> str | None:
    """The 7-bit codec of mail that the escape sequences of `data` show. It is not an encoding of the Web, but these
    packages are also used for mail."""
    if not data.isascii():
        return None
    if b"\x1b$)C" in data:
        codec = "iso2022_kr"
    elif _HZ.search(data):
        codec = "hz"
    else:
        return None
    try:
        data.decode(codec)
    except UnicodeError:
        return None
    return codec


def guesses(
    data: bytes, only: Collection[str] | None = None, except_: Collection[str] = ()
) -> tuple[list[tuple[str, float]], str | None]:
    """The standard's names of the encodings that `data` without a byte order mark may be in, the likeliest first, with
    their probabilities; and the language, as a tag. "ascii" if all bytes are ASCII; nothing if the bytes are not text.

    only, except_: the standard's names of those that may be answered, and that may not; "ascii" among them."""
    kind = _charsniff.content(data)
    if kind == "binary":
        return [], None
    # These packages are also used for mail, so ISO-2022-JP may be the answer.
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


# How many bytes of a text in UTF-8 are examined to find its language.
_SAMPLE = 8192

# Scripts, and the language that is written in each, or the encodings of the languages that are.
_SCRIPTS: tuple[tuple[re.Pattern[str], str | tuple[str, ...]], ...] = (
    (re.compile("[\uac00-\ud7a3]"), "ko"),
    (re.compile("[\u4e00-\u9fff]"), "zh"),
    (re.compile("[\u0e01-\u0e7f]"), "th"),
    (re.compile("[\u0590-\u05ff]"), "he"),
    (re.compile("[\u0370-\u03ff]"), "el"),
    (re.compile("[\u0400-\u052f]"), ("windows-1251",)),
    (re.compile("[\u0600-\u06ff]"), ("windows-1256",)),
    (re.compile("[\u00c0-\u024f\u1e00-\u1eff\u2010-\u2026]"), ("windows-1252", "windows-1250", "windows-1254", "windows-1257")),
)

# Letters that only one language of a script uses.
_OWN_LETTERS = (
    (re.compile("[\u3041-\u30ff]"), "zh", "ja"),
    (re.compile("[\u01a0\u01a1\u01af\u01b0\u1ea0-\u1ef9]"), _SCRIPTS[-1][1], "vi"),
)

# The share of a script's letters that the codec of a language must have, so that the text may be in the language.
_ENOUGH = 0.98


def language_of_utf_8(data: bytes) -> str | None:
    """The language of a text in UTF-8: what the detector answers for the text in a legacy encoding of its script."""
    first = re.search(rb"[\x80-\xff]", data)
    if first is None:
        return None
    start = max(0, first.start() - _SAMPLE // 8)
    text = data[start : start + _SAMPLE].decode("utf-8", "ignore")
    counts = [len(letters.findall(text)) for letters, _ in _SCRIPTS]
    most = max(counts)
    if not most:
        return None
    which = counts.index(most)
    letters, language = _SCRIPTS[which]
    for own, of, tag in _OWN_LETTERS:
        if of == language and len(own.findall(text)) * 4 > most:
            return tag
    if isinstance(language, str):
        return language
    kept = {encoding: text.encode(encoding, "ignore") for encoding in language}
    encoding = max(language, key=lambda encoding: len(kept[encoding]))
    if len(letters.findall(kept[encoding].decode(encoding, "ignore"))) < counts[which] * _ENOUGH:
        return None
    guess = _charsniff.detect(kept[encoding], only=[encoding])
    return guess.language if guess else None
