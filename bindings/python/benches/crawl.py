"""Pages a second of CPU time out of a WARC file, by the package and by its command, beside FastWARC with other packages.

    python bindings/python/benches/crawl.py [PAGES]

The crawl is made of table.py's pages, a gzip member each. All but `charsniff` without `--decode`, which gives
verdicts, give a text for every page. The engines
take turns, round by round, so that other work on the machine slows all of them; ratios are the medians
of the rounds' ratios.
"""

import gzip
import resource
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path

import chardet
import resiliparse.parse.encoding as resiliparse
import table
import w3lib.encoding as w3lib
from fastwarc.warc import ArchiveIterator, WarcRecordType

import charsniff


def write(path: Path, count: int) -> None:
    with open(path, "wb") as file:
        for number, (content_type, body, _) in enumerate(table.pages(count)):
            response = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\nContent-Length: {len(body)}\r\n\r\n".encode() + body
            head = (
                "WARC/1.1\r\nWARC-Type: response\r\n"
                f"WARC-Target-URI: http://example.com/{number}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
                f"WARC-Record-ID: <urn:uuid:00000000-0000-0000-0000-{number:012}>\r\n"
                f"Content-Type: application/http; msgtype=response\r\nContent-Length: {len(response)}\r\n\r\n"
            )
            file.write(gzip.compress(head.encode() + response + b"\r\n\r\n", 6))


def by_charsniff(threads: int, likelihood: bool = False) -> Callable[[Path], Iterator[str]]:
    def texts(path: Path) -> Iterator[str]:
        return (record.text for record in charsniff.warc(path, threads=threads, likelihood=likelihood))

    return texts


def by_fastwarc(decode: Callable[[str | None, bytes], tuple[str, str]]) -> Callable[[Path], Iterator[str]]:
    def texts(path: Path) -> Iterator[str]:
        for _, _, text in pages_by_fastwarc(path, decode):
            yield text

    return texts


def pages_by_fastwarc(path: Path, decode) -> Iterator[tuple[str, str, str]]:
    """URL, encoding and text of each page."""
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            declared = record.http_content_type and record.http_charset
            yield record.headers["WARC-Target-URI"], *decode(declared, record.reader.read())


def with_charsniff(path: Path) -> Iterator[str]:
    context = charsniff.Context("html")
    with open(path, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response, parse_http=True):
            content_type = record.http_headers.get("Content-Type")
            yield charsniff.decode(record.reader.read(), content_type, context=context).text


def by_command(*options: str) -> Callable[[Path], Iterator[str]]:
    """The lines go to a file; how many there are is in the summary."""

    def texts(path: Path) -> Iterator[str]:
        out = path.with_name(options[-1] if options else "verdicts.jsonl")
        command = [sys.executable, "-m", "charsniff", "--threads", "1", *options[:-1], "-o", str(out), str(path)]
        summary = subprocess.run(command, check=True, stderr=subprocess.PIPE, text=True).stderr
        return iter(["a text"] * int(summary.split()[0]))

    return texts


def cpu_time() -> float:
    """Seconds of this process and of those that it has waited for."""
    usages = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(usage.ru_utime + usage.ru_stime for usage in usages)


def with_resiliparse(charset: str | None, body: bytes) -> tuple[str, str]:
    encoding = resiliparse.map_encoding_to_html5(charset, False) if charset else None
    encoding = encoding or resiliparse.detect_encoding(body, from_html_meta=True)
    return encoding, resiliparse.bytes_to_str(body, encoding)


def with_chardet(charset: str | None, body: bytes) -> tuple[str, str]:
    encoding = w3lib.resolve_encoding(charset) if charset else None
    encoding = encoding or chardet.detect(body, prefer_superset=True)["encoding"] or "utf-8"
    return encoding, body.decode(encoding, "replace")


ENGINES = [
    ("charsniff.warc, 1 thread", by_charsniff(1)),
    ("charsniff.warc, 2 threads", by_charsniff(2)),
    ("charsniff.warc, 1 thread, with probability", by_charsniff(1, likelihood=True)),
    (f"FastWARC {version('fastwarc')}, charsniff.decode", with_charsniff),
    ("the command `charsniff`, verdicts", by_command()),
    ("the command, `--decode -o texts.jsonl.zst`", by_command("--decode", "texts.jsonl.zst")),
    (f"FastWARC, resiliparse {version('resiliparse')}", by_fastwarc(with_resiliparse)),
    (f"FastWARC, chardet {version('chardet')}", by_fastwarc(with_chardet)),
]
ROUNDS = 7


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "crawl.warc.gz")
        write(path, count)
        print(f"\n{count} pages, {path.stat().st_size / 1e6:.0f} MB in gzip\n", file=sys.stderr)
        cpu: list[list[float]] = [[] for _ in ENGINES]
        for _ in range(ROUNDS):
            for number, (name, texts) in enumerate(ENGINES):
                start = cpu_time()
                assert sum(1 for text in texts(path) if text) == count, name
                cpu[number].append(cpu_time() - start)
    print("| | pages a CPU second | times the CPU of `charsniff.warc`, 1 thread |")
    print("| --- | ---: | ---: |")
    for (name, _), cpu_times in zip(ENGINES, cpu):
        cost = statistics.median(own / first for first, own in zip(cpu[0], cpu_times))
        print(f"| {name} | {count / min(cpu_times):,.0f} | {cost:.2f} |")


if __name__ == "__main__":
    main()
