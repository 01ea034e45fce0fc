"""`warc`: crawls, whole and damaged, from paths and file objects, on one thread and on more."""

import gzip
import io
import subprocess
import sys
from pathlib import Path

import pytest

import charsniff

CRAWL = Path(__file__).resolve().parents[3] / "fixtures" / "crawl.warc.gz"


def record(url: str, content_type: str, body: bytes, extra: str = "") -> bytes:
    response = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n{extra}\r\n".encode() + body
    head = (
        f"WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: 2026-01-01T00:00:00Z\r\n"
        f"WARC-Record-ID: <urn:x:{url}>\r\nContent-Type: application/http\r\nContent-Length: {len(response)}\r\n\r\n"
    )
    return head.encode() + response + b"\r\n\r\n"


def seen(records) -> list[tuple]:
    return [(one.url, one.offset, one.text, str(one.sniffed), one.damage) for one in records]


@pytest.mark.parametrize("threads", [1, 2, 4])
def test_the_crawl_of_the_fixtures(threads):
    records = list(charsniff.warc(CRAWL, threads=threads))
    assert len(records) > 50
    for one in records:
        name = one.url.rsplit("/", 1)[1]
        body = (CRAWL.parent / "pages" / name).read_bytes()
        assert one.status == 200 and one.damage == [] and one.date == "2026-01-01T00:00:00Z"
        if one.text is None:
            assert one.content == "binary" or one.error
        assert one.body is None and one.sniffed is not None and len(body) >= 0
    assert seen(charsniff.warc(str(CRAWL), threads=1)) == seen(records)


def test_bodies_are_unpacked():
    for one in charsniff.warc(CRAWL, text=False, body=True):
        assert one.text is None
        assert one.body == (CRAWL.parent / "pages" / one.url.rsplit("/", 1)[1]).read_bytes()


@pytest.mark.parametrize("threads", [1, 3])
def test_file_objects(threads):
    expected = seen(charsniff.warc(CRAWL))
    with open(CRAWL, "rb") as file:
        assert seen(charsniff.warc(file, threads=threads)) == expected
    plain = gzip.decompress(CRAWL.read_bytes())
    assert [one[2:4] for one in seen(charsniff.warc(io.BytesIO(plain), threads=threads))] == [one[2:4] for one in expected]


def test_a_record():
    crawl = record("http://example.com/", "text/html; charset=koi8-r", "Марс".encode("koi8-r"), "X-A: b\r\n")
    [one] = charsniff.warc(io.BytesIO(crawl), body=True)
    assert (one.url, one.status, one.mime_type, one.text) == ("http://example.com/", 200, "text/html", "Марс")
    assert one.headers == [("Content-Type", "text/html; charset=koi8-r"), ("X-A", "b")]
    assert (one.id, one.offset, one.length) == ("<urn:x:http://example.com/>", 0, one.length)
    assert (one.content, one.had_errors, one.error, one.is_truncated) == ("text", False, None, False)
    assert one.body == "Марс".encode("koi8-r")
    assert repr(one) == "<Record http://example.com/ KOI8-R certain transport>"
    assert one.sniffed.label == "koi8-r"


def test_contexts():
    crawl = record("http://example.jp/", "text/html", b"") + record("http://example.jp/a.xml", "text/xml", b"<a>\xff</a>")
    page, feed = charsniff.warc(io.BytesIO(crawl))
    assert (page.sniffed.source, feed.text) == ("default", None) and "byte 3" in feed.error
    page, feed = charsniff.warc(io.BytesIO(crawl), as_crawlers_need=True, locale="ja")
    assert (page.sniffed.encoding, feed.text, feed.had_errors) == ("Shift_JIS", "<a>\ufffd</a>", True)
    [_, feed] = charsniff.warc(io.BytesIO(crawl), context="html")
    assert feed.sniffed.source == "detector" and feed.text == b"<a>\xff</a>".decode(feed.sniffed.encoding)


@pytest.mark.parametrize("threads", [1, 2])
def test_damage_is_told_and_the_rest_is_read(threads):
    first, last = (record(f"http://example.com/{n}", "text/plain; charset=utf-8", "Größe ".encode() * 50) for n in "ab")
    crawl = gzip.compress(first) + b"garbage in the middle" + gzip.compress(last)
    records = list(charsniff.warc(io.BytesIO(crawl), threads=threads))
    assert [one.url for one in records if one.text] == ["http://example.com/a", "http://example.com/b"]
    assert any(one.damage for one in records)
    cut = list(charsniff.warc(io.BytesIO(gzip.compress(first) + gzip.compress(last)[:-20]), threads=threads))
    assert cut[0].text == "Größe " * 50 and cut[1].damage


def test_what_is_binary_has_no_text():
    [one] = charsniff.warc(io.BytesIO(record("http://example.com/", "image/png", b"\x89PNG\r\n\x1a\n\0\0")))
    assert (one.content, one.text, one.error) == ("binary", None, None)


def test_errors(tmp_path):
    with pytest.raises(FileNotFoundError):
        charsniff.warc(tmp_path / "nothing")
    with pytest.raises(TypeError, match="source must be a path or a binary file object, not int"):
        charsniff.warc(5)
    with pytest.raises(ValueError, match="nonsense"):
        charsniff.warc(CRAWL, context="nonsense")
    with pytest.raises(TypeError, match="nonsense"):
        charsniff.warc(CRAWL, nonsense=5)

    class Bad:
        def read(self, size):
            raise OSError("the disk is gone")

    with pytest.raises(OSError, match="the disk is gone"):
        list(charsniff.warc(Bad()))
    with pytest.raises(TypeError, match="must be bytes, not str"):
        list(charsniff.warc(io.StringIO("text")))


def test_an_iterator_that_is_not_read_to_its_end():
    """Threads end with it, and the interpreter can."""
    program = (
        f"import charsniff; records = charsniff.warc({str(CRAWL)!r}, threads=3); next(records)\n"
        f"with charsniff.warc({str(CRAWL)!r}) as others: next(others)\n"
        "assert list(others) == []"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_memory_is_bounded(tmp_path):
    """A crawl of 300 MB takes a fraction of that."""
    import resource

    path = tmp_path / "crawl.warc.gz"
    one = gzip.compress(record("http://example.com/", "text/plain; charset=utf-8", "Größe ".encode() * 125_000))
    path.write_bytes(one * 300)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    count = sum(len(one.text) == 750_000 for one in charsniff.warc(path, threads=2))
    grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
    assert count == 300 and grown < 150_000
