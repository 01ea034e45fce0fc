"""The Encoding Standard's decoders and encoders among Python's codecs."""

from __future__ import annotations

import codecs

from . import _charsniff

# True for type checkers. The import of typing would take longer than that of charsniff.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from typing_extensions import Buffer

PREFIX = "whatwg-"


class Codec:
    """The four functions and classes of one codec. `name` is what errors and `codecs.lookup` call it."""

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
            # What the decoder has taken of a character is in it between two reads.
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


# Python asks for a name in lowercase, with underscores.
_names = {(PREFIX + name.lower()).replace("-", "_"): name for name in set(_charsniff.labels().values())}
_is_registered = False


def _search(name: str) -> codecs.CodecInfo | None:
    encoding = _names.get(name.replace("-", "_").lower())
    return Codec(encoding, PREFIX + encoding.lower()).info() if encoding else None


def register_codecs() -> None:
    """Gives Python the Encoding Standard's decoders and encoders, under names that clash with
    none of its own: "whatwg-windows-1252", "whatwg-gbk", …

    From then on `python_codec` of a verdict is never None. Calling it again does nothing.

        >>> import charsniff
        >>> charsniff.register_codecs()
        >>> b"\\x80 \\x81".decode("whatwg-windows-1252")
        '€ \\x81'
    """
    global _is_registered
    if not _is_registered:
        codecs.register(_search)
        _charsniff.codecs_are_registered()
        # Last: what another thread finds registered must be so.
        _is_registered = True
