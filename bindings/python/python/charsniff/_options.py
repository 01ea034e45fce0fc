"""The keywords of contexts."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypedDict


class Options(TypedDict, total=False):
    """The keywords of `Context`, `decode` and the like, for functions that pass them on:

    >>> from charsniff import Options, decode
    >>> options: Options = {"locale": "ja", "reading": "chromium"}
    >>> decode(b"<p>", **options).encoding
    'Shift_JIS'
    """

    default_encoding: str | None
    detect_iso_2022_jp: bool | None
    detection: Literal["off", "legacy", "full"] | None
    detection_ceiling: int | None
    document: str | None
    encoding: str | None
    except_: Iterable[str] | None
    fatal: bool | None
    file_name: str | None
    history: str | None
    ignore_bom: bool | None
    locale: str | None
    lossy: bool | None
    mime_type: str | None
    only: Iterable[str] | None
    override_encoding: str | None
    parent: str | None
    prefer: Iterable[str] | None
    prescan_limit: int | None
    reading: Literal["crawler", "chromium", "firefox", "standard"] | None
    reference_charset: str | None
    repair: bool | None
    same_origin: bool
    string_type: Literal["utf8", "bmp", "teletex", "ascii"] | None
    style_sheet: str | None
    tld: str | None
    truncated: bool | None
