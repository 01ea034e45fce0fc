"""One-liners for HTTP clients: each names the codec with which the client decodes a body."""

from __future__ import annotations

from . import _charsniff, _codecs

# True for type checkers. Importing typing would take longer than importing charsniff.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeVar

    from ._charsniff import _Headers

    # The types of clients that may not be installed.
    _Response = TypeVar("_Response", bound=Any)


def codec_of(data: bytes, headers: _Headers = None, url: str | None = None) -> str:
    """A codec that reads `data` as the verdict says: one of Python's, if any does, else one of charsniff's."""
    return _codecs.codec_of(data, _charsniff.sniff(data, headers, url=url))


def httpx(content: bytes) -> str:
    """For `httpx.Client(default_encoding=charsniff.httpx)`: the codec of a body whose Content-Type
    has no charset."""
    return codec_of(content)


def aiohttp(response: Any, body: bytes) -> str:
    """For `aiohttp.ClientSession(fallback_charset_resolver=charsniff.aiohttp)`: the codec of a body
    whose Content-Type has no charset."""
    return codec_of(body, response.headers, str(response.url))


def requests(response: _Response, *_: Any, stream: bool = False, **__: Any) -> _Response:
    """For `session.hooks["response"].append(charsniff.requests)`: sets `response.encoding`, by which
    `response.text` and `response.json()` are decoded. Streamed responses are left alone, since their body has not arrived."""
    if not stream:
        response.encoding = codec_of(response.content, response.headers, response.url)
    return response
