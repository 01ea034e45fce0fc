from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeAlias, TypedDict, final, type_check_only

from typing_extensions import Buffer, Unpack, disjoint_base

__all__ = [
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
    "explain",
    "content",
    "decode_as",
    "lookup",
    "labels",
    "codecs_are_registered",
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
    as_browser: Literal["chromium", "firefox"] | None
    as_browsers_do: bool
    as_crawlers_need: bool
    detect_iso_2022_jp: bool | None
    detection: Literal["off", "legacy", "full"] | None
    detection_ceiling: int | None
    document: str | None
    encoding: str | None
    fatal: bool | None
    history: str | None
    ignore_bom: bool | None
    locale: str | None
    mime_type: str | None
    override_encoding: str | None
    parent: str | None
    prescan_limit: int | None
    reference_charset: str | None
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
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...

@disjoint_base
class Sniffed:
    @property
    def encoding(self) -> str: ...
    @property
    def confidence(self) -> _Confidence: ...
    @property
    def source(self) -> _Source: ...
    @property
    def bom_length(self) -> int: ...
    @property
    def python_codec(self) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Decoded(Sniffed):
    @property
    def text(self) -> str: ...
    @property
    def had_errors(self) -> bool: ...

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
    def outcome(self) -> Literal["decided", "too-late", "ignored", "nothing"]: ...
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
def explain(
    data: Buffer,
    headers: _Headers = None,
    *,
    url: str | None = None,
    context: Context | str | None = None,
    **options: Unpack[_Options],
) -> Explanation: ...
def content(data: Buffer) -> Literal["text", "ascii", "binary"]: ...
def lookup(label: str) -> str | None: ...
def labels() -> dict[str, str]: ...
def decode_as(data: Buffer, label: str) -> str: ...
def codecs_are_registered() -> None: ...
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
