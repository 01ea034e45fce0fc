"""Pages a second out of a WARC file, beside FastWARC with resiliparse and with chardet.

    python bindings/python/benches/crawl.py [PAGES]

The crawl is made of table.py's pages, a gzip member each. All give a text for every page. Best of 3.
"""

import gzip
import os
import sys
import tempfile
import time
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


def by_charsniff(threads: int):
    def texts(path: Path):
        return (record.text for record in charsniff.warc(path, threads=threads, as_crawlers_need=True))

    return texts


def by_fastwarc(decode):
    def texts(path: Path):
        for record in ArchiveIterator(open(path, "rb"), record_types=WarcRecordType.response, parse_http=True):
            yield decode(record.http_content_type and record.http_charset, record.reader.read())

    return texts


def with_resiliparse(charset, body):
    encoding = resiliparse.map_encoding_to_html5(charset, False) if charset else None
    return resiliparse.bytes_to_str(body, encoding or resiliparse.detect_encoding(body, from_html_meta=True))


def with_chardet(charset, body):
    charset = w3lib.resolve_encoding(charset) if charset else None
    return body.decode(charset or chardet.detect(body, prefer_superset=True)["encoding"] or "utf-8", "replace")


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    cores = os.cpu_count() or 1
    engines = [(f"charsniff.warc, {n} thread{'s' * (n > 1)}", by_charsniff(n), 1) for n in sorted({1, 2, cores})]
    engines += [
        (f"FastWARC {version('fastwarc')}, resiliparse {version('resiliparse')}", by_fastwarc(with_resiliparse), 1),
        (f"FastWARC, chardet {version('chardet')}", by_fastwarc(with_chardet), 4),
    ]
    with tempfile.TemporaryDirectory() as folder:
        path, few = Path(folder, "crawl.warc.gz"), Path(folder, "few.warc.gz")
        write(path, count)
        write(few, count // 4)
        print(f"\n{count} pages, {path.stat().st_size / 1e6:.0f} MB in gzip; {cores} cores\n", file=sys.stderr)
        print("| | pages a second | µs of CPU a page |")
        print("| --- | ---: | ---: |")
        for name, texts, part in engines:
            best, best_cpu = float("inf"), float("inf")
            for _ in range(3):
                start, start_cpu = time.perf_counter(), time.process_time()
                pages = sum(1 for text in texts(path if part == 1 else few) if text)
                best = min(best, time.perf_counter() - start)
                best_cpu = min(best_cpu, time.process_time() - start_cpu)
            print(f"| {name} | {pages / best:,.0f} | {best_cpu / pages * 1e6:.0f} |", flush=True)


if __name__ == "__main__":
    main()
