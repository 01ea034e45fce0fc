"""The package `webencodings`, with the standard's own decoders and encoders.

`encoding.codec_info.name` is, as in webencodings, the name of the codec of Python that comes
closest. Packages that import webencodings can be given this one:
`sys.modules["webencodings"] = charsniff.compat.webencodings`.
"""

import codecs
from collections.abc import Callable, Iterable, Iterator

from .. import _charsniff
from .._codecs import Codec

__all__ = [
    "LABELS",
    "PYTHON_NAMES",
    "UTF8",
    "Encoding",
    "IncrementalDecoder",
    "IncrementalEncoder",
    "ascii_lower",
    "decode",
    "encode",
    "iter_decode",
    "iter_encode",
    "lookup",
]

VERSION = __version__ = _charsniff.__version__

#: The standard's labels, and the name that each stands for, in lowercase.
LABELS: dict[str, str] = {label: name.lower() for label, name in _charsniff.labels().items()}

#: The names of Python's codecs, where they are not the standard's.
PYTHON_NAMES = {
    "big5": "big5hkscs",
    "euc-kr": "cp949",
    "iso-8859-8-i": "iso8859-8",
    "macintosh": "mac-roman",
    "shift_jis": "cp932",
    "windows-874": "cp874",
    "x-mac-cyrillic": "mac-cyrillic",
}

CACHE: dict[str, "Encoding"] = {}


def ascii_lower(string: str) -> str:
    """Lowercase, of ASCII letters only."""
    return string.encode("utf-8", "surrogatepass").lower().decode("utf-8", "surrogatepass")


class Encoding:
    """An encoding: its name, and a `codecs.CodecInfo`."""

    def __init__(self, name: str, codec_info: codecs.CodecInfo) -> None:
        self.name = name
        self.codec_info = codec_info

    def __repr__(self) -> str:
        return f"<Encoding {self.name}>"


def lookup(label: str) -> Encoding | None:
    """Gets an encoding by one of its labels; None if there is none."""
    name = LABELS.get(ascii_lower(label.strip("\t\n\f\r ")))
    if name is None:
        return None
    encoding = CACHE.get(name)
    if encoding is None:
        if name in ("replacement", "x-user-defined"):
            codec_name = name
        else:
            codec_name = codecs.lookup(PYTHON_NAMES.get(name, name)).name
        encoding = CACHE.setdefault(name, Encoding(name, Codec(name, codec_name).info()))
    return encoding


def _of(encoding_or_label: Encoding | str) -> Encoding:
    if isinstance(encoding_or_label, str):
        encoding = lookup(encoding_or_label)
        if encoding is None:
            raise LookupError(f"Unknown encoding label: {encoding_or_label!r}")
        return encoding
    return encoding_or_label


UTF8: Encoding = _of("utf-8")
_BOMS = ((b"\xef\xbb\xbf", UTF8), (b"\xff\xfe", _of("utf-16le")), (b"\xfe\xff", _of("utf-16be")))


def _split_bom(data: bytes) -> tuple[Encoding | None, bytes]:
    for bom, encoding in _BOMS:
        if data.startswith(bom):
            return encoding, data[len(bom) :]
    return None, data


def decode(input: bytes, fallback_encoding: Encoding | str, errors: str = "replace") -> tuple[str, Encoding]:
    """The text, and the encoding: that of the byte order mark, else `fallback_encoding`."""
    fallback = _of(fallback_encoding)
    encoding, rest = _split_bom(input)
    encoding = encoding or fallback
    return encoding.codec_info.decode(rest, errors)[0], encoding


def encode(input: str, encoding: Encoding | str = UTF8, errors: str = "strict") -> bytes:
    """The bytes of a text."""
    return _of(encoding).codec_info.encode(input, errors)[0]


class IncrementalDecoder:
    """Decodes chunks. `encoding` is None until it is known whether there is a byte order mark."""

    def __init__(self, fallback_encoding: Encoding | str, errors: str = "replace") -> None:
        self._fallback = _of(fallback_encoding)
        self._errors = errors
        self._held = b""
        self._decode: Callable[[bytes, bool], str] | None = None
        self.encoding: Encoding | None = None

    def decode(self, input: bytes, final: bool = False) -> str:
        """The text of the next bytes."""
        if self._decode is None:
            data = self._held + input
            encoding, rest = _split_bom(data)
            if encoding is None and len(data) < 3 and not final:
                self._held = data
                return ""
            self.encoding = encoding or self._fallback
            self._decode = self.encoding.codec_info.incrementaldecoder(self._errors).decode
            self._held, input = b"", rest
        return self._decode(input, final)


class IncrementalEncoder:
    """Encodes chunks."""

    def __init__(self, encoding: Encoding | str = UTF8, errors: str = "strict") -> None:
        self.encode = _of(encoding).codec_info.incrementalencoder(errors).encode


def iter_decode(
    input: Iterable[bytes], fallback_encoding: Encoding | str, errors: str = "replace"
) -> tuple[Iterator[str], Encoding]:
    """An iterator of texts, and the encoding, for which as many chunks are read as it takes."""
    decoder = IncrementalDecoder(fallback_encoding, errors)
    chunks = iter(input)
    first = ""
    for chunk in chunks:
        first = decoder.decode(chunk)
        if first:
            break
    at_end = not first
    if at_end:
        first = decoder.decode(b"", final=True)

    def texts() -> Iterator[str]:
        if first:
            yield first
        if at_end:
            return
        for chunk in chunks:
            if text := decoder.decode(chunk):
                yield text
        if text := decoder.decode(b"", final=True):
            yield text

    assert decoder.encoding is not None
    return texts(), decoder.encoding


def iter_encode(input: Iterable[str], encoding: Encoding | str = UTF8, errors: str = "strict") -> Iterator[bytes]:
    """An iterator of bytes."""
    encode = IncrementalEncoder(encoding, errors).encode

    def chunks() -> Iterator[bytes]:
        for text in input:
            if data := encode(text):
                yield data
        if data := encode("", final=True):
            yield data

    return chunks()
