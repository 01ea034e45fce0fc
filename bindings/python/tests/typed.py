"""A program that a type checker must accept; tools/python.sh runs mypy on it."""

from collections.abc import Iterable

import charsniff
from charsniff.compat.w3lib import html_to_unicode


def texts(pages: Iterable[tuple[bytes, dict[str, str]]]) -> list[str]:
    context = charsniff.Context("html", as_crawlers_need=True, locale="ja")
    return [charsniff.decode(body, headers, context=context).text for body, headers in pages]


def stream(chunks: Iterable[bytes]) -> str:
    decoder = charsniff.Stream("text/html", url="https://example.org/")
    return "".join(map(decoder.push, chunks)) + decoder.finish()


sniffed: charsniff.Sniffed = charsniff.sniff(bytearray(b"a"), [("Content-Type", "text/html")], detection="off")
codec: str | None = sniffed.python_codec
label: str | None = charsniff.explain(memoryview(b"a")).stages[2].label
encoding, text = html_to_unicode(None, b"text")
