"""The names of encodings in other packages: names of Python's codecs."""

import codecs

from .. import _charsniff

# The codecs that come closest to the standard's encodings, where their names differ.
_CODECS = {
    "Big5": "big5hkscs",
    "EUC-KR": "cp949",
    "GBK": "gb18030",
    "IBM866": "cp866",
    "ISO-8859-8-I": "iso8859-8",
    "Shift_JIS": "cp932",
    "UTF-16BE": "utf-16-be",
    "UTF-16LE": "utf-16-le",
    "macintosh": "mac-roman",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
}

# No codec of Python comes close to these.
_WITHOUT_CODEC = ("replacement", "x-user-defined")


def _codec_name(encoding: str) -> str:
    if encoding in _WITHOUT_CODEC:
        return "whatwg-" + encoding
    return codecs.lookup(_CODECS.get(encoding, encoding)).name


#: The codec's name for each of the standard's names.
CODEC_NAMES: dict[str, str] = {name: _codec_name(name) for name in sorted(set(_charsniff.labels().values()))}

#: The standard's name for each codec. gb18030 decodes what GBK does.
ENCODINGS: dict[str, str] = {codec: name for name, codec in CODEC_NAMES.items() if name not in ("GBK", "ISO-8859-8-I")}

# chardet's names of encodings, where they are not the standard's. Python has codecs with these names.
_CHARDET_NAMES = {
    "EUC-KR": "CP949",
    "GBK": "GB18030",
    "ISO-8859-8-I": "ISO-8859-8",
    "Shift_JIS": "CP932",
    "UTF-16BE": "utf-16-be",
    "UTF-16LE": "utf-16-le",
    "UTF-8": "utf-8",
    "macintosh": "MacRoman",
    "windows-874": "CP874",
    "x-mac-cyrillic": "MacCyrillic",
}


def codec_name(encoding: str) -> str:
    """The codec's name for one of the standard's names, or "ascii"."""
    return CODEC_NAMES.get(encoding, encoding)


def chardet_name(encoding: str) -> str:
    """chardet's name for one of the standard's names."""
    return _CHARDET_NAMES.get(encoding) or encoding.replace("windows-", "Windows-")
