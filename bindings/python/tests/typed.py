"""A program that a type checker must accept; tools/python.sh runs mypy on it."""

from collections.abc import Iterable
from pathlib import Path

from typing_extensions import Unpack

import charsniff
import charsniff.arrow
from charsniff.compat.w3lib import html_to_unicode


def texts(pages: Iterable[tuple[bytes, dict[str, str]]]) -> list[str]:
    context = charsniff.Context("html", locale="ja")
    return [charsniff.decode(body, headers, context=context).text for body, headers in pages]


def stream(chunks: Iterable[bytes]) -> str:
    decoder = charsniff.Stream("text/html", url="https://example.org/")
    return "".join(map(decoder.push, chunks)) + decoder.finish()


def crawl(path: Path) -> dict[str, tuple[str, int | None]]:
    with charsniff.warc(path, threads=2) as records:
        return {record.url: (record.text, record.status) for record in records if record.text is not None}


def batch(bodies: object) -> charsniff.arrow.DecodedBatch:
    return charsniff.arrow.decode(bodies, context="html", lossy=True)


def passed_on(data: bytes, **options: Unpack[charsniff.Options]) -> str:
    return charsniff.decode(data, **options).text


guess = charsniff.detect(b"a", only=["utf-8"], prefer=("koi8-r",), language="ru")
language: str | None = guess.language if guess else None
sniffed: charsniff.Sniffed = charsniff.sniff(bytearray(b"a"), [("Content-Type", "text/html")], detection="off")
codec: str = sniffed.python_codec
label: str | None = charsniff.explain(memoryview(b"a")).stages[2].label
encoding, text = html_to_unicode(None, b"text")


def edited(path: Path) -> bytes:
    with charsniff.edit(path, unmappable=lambda character: None) as file:
        file.text = file.text.upper()
        file.replace(0, 0, "")
    return charsniff.Edit(b"a").write("reference").data


place: tuple[int, int] | None = charsniff.declarations(b"a")[0].label_range
rules: list[str] = [finding.rule for finding in charsniff.lint(b"a", file_name="a.css").findings]
lines: list[charsniff.LineRange] | None = charsniff.mixed_lines(b"a", context="text-document")
header: str | None = charsniff.convert(b"a", to="utf-8").header
