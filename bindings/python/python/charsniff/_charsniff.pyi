from collections.abc import Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, final, type_check_only

from typing_extensions import Buffer, Unpack, disjoint_base

from ._repair import Repair

__all__ = [
    "Guess",
    "detect",
    "DecodedBatch",
    "Record",
    "Warc",
    "decode_batch",
    "warc",
    "__version__",
    "Context",
    "Sniffed",
    "Decoded",
    "Explanation",
    "StageReport",
    "Stream",
    "Decoder",
    "Encoder",
    "sniff",
    "decode",
    "try_decode",
    "explain",
    "content",
    "decode_as",
    "lookup",
    "labels",
    "codecs_are_registered",
    "command",
]

__version__: str

_Confidence: TypeAlias = Literal["certain", "tentative"]
_Source: TypeAlias = Literal[
    "bom",
    "override",
    "transport",
    "meta",
    "xml-declaration",
    "at-charset",
    "reference",
    "parent",
    "history",
    "style-sheet",
    "document",
    "detector",
    "locale",
    "default",
]
_Stage: TypeAlias = Literal[
    "bom",
    "override",
    "transport",
    "prescan",
    "explicit-environment",
    "implicit-environment",
    "detector",
    "locale",
    "default",
]
_Value: TypeAlias = str | bytes | bytearray
_Headers: TypeAlias = _Value | Mapping[Any, Any] | Iterable[tuple[Any, Any]] | _Items | None

@type_check_only
class _Items:
    def items(self) -> Iterable[tuple[Any, Any]]: ...

@type_check_only
class _Options(TypedDict, total=False):
    detect_iso_2022_jp: bool | None
    detection: Literal["off", "legacy", "full"] | None
    detection_ceiling: int | None
    document: str | None
    encoding: str | None
    fatal: bool | None
    history: str | None
    ignore_bom: bool | None
    locale: str | None
    lossy: bool | None
    mime_type: str | None
    override_encoding: str | None
    parent: str | None
    prescan_limit: int | None
    reading: Literal["crawler", "chromium", "firefox", "standard"] | None
    reference_charset: str | None
    repair: bool | None
    same_origin: bool
    string_type: Literal["utf8", "bmp", "teletex", "ascii"] | None
    style_sheet: str | None
    tld: str | None
    truncated: bool | None

@final
class Context:
    def __new__(cls, row: str = "html", *, url: str | None = None, **options: Unpack[_Options]) -> Context: ...
    @staticmethod
    def for_mime_type(mime_type: str, /, *, url: str | None = None, **options: Unpack[_Options]) -> Context: ...
    @staticmethod
    def rows() -> list[str]: ...
    @property
    def row(self) -> str: ...
    def __getnewargs_ex__(self) -> tuple[tuple[str], dict[str, Any]]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@disjoint_base
class Sniffed:
    @staticmethod
    def _of(state: str) -> Sniffed: ...
    def _state(self) -> str: ...
    @property
    def encoding(self) -> str: ...
    @property
    def confidence(self) -> _Confidence: ...
    @property
    def source(self) -> _Source: ...
    @property
    def label(self) -> str | None: ...
    @property
    def bom_length(self) -> int: ...
    @property
    def python_codec(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Decoded(Sniffed):
    @staticmethod
    def _with_text(sniffed: Sniffed, text: str, had_errors: bool, repairs: tuple[Repair, ...] | None = None) -> Decoded: ...
    @property
    def text(self) -> str: ...
    @property
    def had_errors(self) -> bool: ...
    @property
    def repairs(self) -> tuple[Repair, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class StageReport:
    @property
    def stage(self) -> _Stage: ...
    @property
    def consulted(self) -> bool: ...
    @property
    def label(self) -> str | None: ...
    @property
    def offset(self) -> int | None: ...
    @property
    def encoding(self) -> str | None: ...
    @property
    def outcome(self) -> Literal["decided", "too-late", "refuted", "ignored", "nothing"]: ...
    @property
    def remark(self) -> str | None: ...

@final
class Explanation:
    @property
    def sniffed(self) -> Sniffed: ...
    @property
    def platform(self) -> Sniffed | None: ...
    @property
    def context(self) -> str: ...
    @property
    def label(self) -> str | None: ...
    @property
    def stages(self) -> list[StageReport]: ...
    def _repr_html_(self) -> str: ...

@final
class Stream:
    def __new__(
        cls,
        headers: _Headers = None,
        *,
        url: str | None = None,
        context: Context | str | None = None,
        **options: Unpack[_Options],
    ) -> Stream: ...
    def push(self, data: Buffer) -> str: ...
    def decide(self) -> str: ...
    def finish(self) -> str: ...
    def change_the_encoding(
        self, label: str
    ) -> tuple[Literal["keep", "confirm", "switch", "start-again"], str]: ...
    @property
    def sniffed(self) -> Sniffed | None: ...
    @property
    def had_errors(self) -> bool: ...
    @property
    def held(self) -> int: ...

@final
class Record:
    @property
    def url(self) -> str: ...
    @property
    def status(self) -> int | None: ...
    @property
    def headers(self) -> list[tuple[str, str]]: ...
    @property
    def mime_type(self) -> str | None: ...
    @property
    def warc_type(self) -> str | None: ...
    @property
    def date(self) -> str | None: ...
    @property
    def ip_address(self) -> str | None: ...
    @property
    def payload_digest(self) -> str | None: ...
    @property
    def id(self) -> str | None: ...
    @property
    def offset(self) -> int: ...
    @property
    def length(self) -> int: ...
    @property
    def content(self) -> Literal["text", "ascii", "binary", ""]: ...
    @property
    def sniffed(self) -> Sniffed | None: ...
    @property
    def text(self) -> str | None: ...
    @property
    def body(self) -> bytes | None: ...
    @property
    def had_errors(self) -> bool: ...
    @property
    def error(self) -> str | None: ...
    @property
    def is_truncated(self) -> bool: ...
    @property
    def damage(self) -> list[str]: ...

@final
class Warc:
    def __iter__(self) -> Warc: ...
    def __next__(self) -> Record: ...
    def __enter__(self) -> Warc: ...
    def __exit__(self, *_error: object) -> None: ...
    def close(self) -> None: ...

@type_check_only
class _BinaryFile(Protocol):
    def read(self, size: int, /) -> Buffer: ...

def warc(
    source: str | PathLike[str] | _BinaryFile,
    *,
    threads: int = 0,
    context: Context | str | None = None,
    text: bool = True,
    body: bool = False,
    record_bytes: int | None = None,
    body_bytes: int | None = None,
    ahead_bytes: int | None = None,
    **options: Unpack[_Options],
) -> Warc: ...
@final
class DecodedBatch:
    def __len__(self) -> int: ...
    def __arrow_c_schema__(self) -> object: ...
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[object, object]: ...

def decode_batch(
    body: object,
    content_type: object = None,
    url: object = None,
    *,
    context: Context | str | None = None,
    **options: Unpack[_Options],
) -> DecodedBatch: ...
def sniff(
    data: Buffer,
    headers: _Headers = None,
    *,
    url: str | None = None,
    context: Context | str | None = None,
    **options: Unpack[_Options],
) -> Sniffed: ...
def decode(
    data: Buffer,
    headers: _Headers = None,
    *,
    url: str | None = None,
    context: Context | str | None = None,
    **options: Unpack[_Options],
) -> Decoded: ...
def try_decode(
    data: Buffer,
    headers: _Headers = None,
    *,
    url: str | None = None,
    context: Context | str | None = None,
    **options: Unpack[_Options],
) -> Decoded: ...
def explain(
    data: Buffer,
    headers: _Headers = None,
    *,
    url: str | None = None,
    context: Context | str | None = None,
    **options: Unpack[_Options],
) -> Explanation: ...
@final
class Guess:
    @staticmethod
    def _of(encoding: str, confidence: float, runners_up: list[tuple[str, float]]) -> Guess: ...
    @property
    def encoding(self) -> str: ...
    @property
    def confidence(self) -> float: ...
    @property
    def runners_up(self) -> list[tuple[str, float]]: ...
    @property
    def python_codec(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

def detect(data: Buffer) -> Guess | None: ...
def content(data: Buffer) -> Literal["text", "ascii", "binary"]: ...
def lookup(label: str) -> str | None: ...
def labels() -> dict[str, str]: ...
def decode_as(data: Buffer, label: str) -> str: ...
def codecs_are_registered() -> None: ...
def command(arguments: Sequence[str]) -> int: ...
@final
class Decoder:
    def __new__(cls, label: str, errors: str = "strict", name: str | None = None) -> Decoder: ...
    def decode(self, data: Buffer, final: bool = False) -> str: ...
    def reset(self) -> None: ...

@final
class Encoder:
    def __new__(cls, label: str, errors: str = "strict", name: str | None = None) -> Encoder: ...
    def encode(self, text: str, final: bool = False) -> bytes: ...
    def reset(self) -> None: ...
