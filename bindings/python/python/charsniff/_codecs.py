"""Registers the Encoding Standard's decoders and encoders as codecs of Python."""

from __future__ import annotations

import codecs

from . import _charsniff

# True for type checkers. Importing typing would take longer than importing charsniff.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Buffer

PREFIX = "whatwg-"


class Codec:
    """The four functions and classes of one codec. `name` is its name in errors and in `codecs.lookup`."""

    def __init__(self, label: str, name: str) -> None:
        self.label, self.name = label, name

    def decode(self, data: Buffer, errors: str = "strict") -> tuple[str, int]:
        # The length of a memoryview is not always its number of bytes.
        length = len(data) if isinstance(data, bytes) else memoryview(data).nbytes
        if errors == "replace":
            return _charsniff.decode_as(data, self.label), length
        return _charsniff.Decoder(self.label, errors, self.name).decode(data, True), length

    def encode(self, text: str, errors: str = "strict") -> tuple[bytes, int]:
        return _charsniff.Encoder(self.label, errors, self.name).encode(text, True), len(text)

    def info(self) -> codecs.CodecInfo:
        codec = self

        class IncrementalDecoder(codecs.IncrementalDecoder):
            def __init__(self, errors: str = "strict") -> None:
                super().__init__(errors)
                self._decoder = _charsniff.Decoder(codec.label, errors, codec.name)

            def decode(self, input: Buffer, final: bool = False) -> str:
                return self._decoder.decode(input, final)

            def reset(self) -> None:
                self._decoder.reset()

        class IncrementalEncoder(codecs.IncrementalEncoder):
            def __init__(self, errors: str = "strict") -> None:
                super().__init__(errors)
                self._encoder = _charsniff.Encoder(codec.label, errors, codec.name)

            def encode(self, input: str, final: bool = False) -> bytes:
                return self._encoder.encode(input, final)

            def reset(self) -> None:
                self._encoder.reset()

        class StreamReader(codecs.StreamReader):
            # Between two reads, the decoder keeps the bytes of an incomplete character.
            def __init__(self, stream: Any, errors: str = "strict") -> None:
                super().__init__(stream, errors)
                self._decoder = _charsniff.Decoder(codec.label, errors, codec.name)

            def decode(self, input: bytes, errors: str = "strict") -> tuple[str, int]:
                return self._decoder.decode(input, not input), len(input)

            def reset(self) -> None:
                super().reset()
                self._decoder.reset()

        class StreamWriter(codecs.StreamWriter):
            def __init__(self, stream: Any, errors: str = "strict") -> None:
                super().__init__(stream, errors)
                self._encoder = _charsniff.Encoder(codec.label, errors, codec.name)

            def encode(self, input: str, errors: str = "strict") -> tuple[bytes, int]:
                return self._encoder.encode(input), len(input)

            def reset(self) -> None:
                self.stream.write(self._encoder.encode("", True))

        return codecs.CodecInfo(
            name=self.name,
            encode=self.encode,
            decode=self.decode,
            incrementalencoder=IncrementalEncoder,
            incrementaldecoder=IncrementalDecoder,
            streamreader=StreamReader,
            streamwriter=StreamWriter,
        )


def _search(name: str) -> codecs.CodecInfo | None:
    # Python asks for a name in lowercase, with underscores.
    name = name.replace("-", "_").lower()
    if not name.startswith("whatwg_"):
        return None
    for encoding in set(_charsniff.labels().values()):
        if name == (PREFIX + encoding.lower()).replace("-", "_"):
            return Codec(encoding, PREFIX + encoding.lower()).info()
    return None


def register_codecs() -> None:
    """Does nothing any more: importing charsniff registers the Encoding Standard's decoders and encoders,
    under names that clash with none of its own: "whatwg-windows-1252", "whatwg-gbk", …

        >>> import charsniff
        >>> b"\\x80 \\x81".decode("whatwg-windows-1252")
        '€ \\x81'
    """


codecs.register(_search)


# Python's codecs that read most texts as the standard's decoders do.
_NEAREST = {
    "Big5": "big5hkscs",
    "EUC-KR": "cp949",
    "GBK": "gb18030",
    "Shift_JIS": "cp932",
    "windows-874": "cp874",
}


# Byte order marks, and the codecs of Python that take them away.
_BOMS = (
    (codecs.BOM_UTF8, "UTF-8", "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "UTF-16LE", "utf-16"),
    (codecs.BOM_UTF16_BE, "UTF-16BE", "utf-16"),
)


class CodecName(str):
    """The name of a codec of charsniff. Unpickling it imports charsniff, so that the codec is registered."""

    __slots__ = ()

    def __reduce__(self) -> tuple[type[CodecName], tuple[str]]:
        return CodecName, (str(self),)


def codec_of(data: bytes, verdict: _charsniff.Sniffed) -> str:
    """A codec that reads `data` as the verdict says; one of Python's, if any does."""
    for bom, encoding, without_bom in _BOMS:
        if verdict.encoding == encoding and data.startswith(bom):
            return without_bom
    codec = verdict.python_codec
    if not codec.startswith(PREFIX):
        return codec
    known = _NEAREST.get(verdict.encoding, verdict.encoding)
    try:
        known = codecs.lookup(known).name
        if data.decode(known) == _charsniff.decode_as(data, verdict.encoding):
            return known
    except (LookupError, UnicodeError):
        pass
    return CodecName(codec)
