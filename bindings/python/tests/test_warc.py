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
        else:
            assert one.text == charsniff.decode(body, override_encoding=one.sniffed.encoding).text
        assert one.body is None and one.sniffed is not None
    assert sum(one.text is not None for one in records) > 40
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
    assert (one.record_id, one.offset, one.length) == ("<urn:x:http://example.com/>", 0, len(crawl))
    assert (one.content, one.had_errors, one.error, one.is_truncated) == ("text", False, None, False)
    assert one.body == "Марс".encode("koi8-r")
    assert repr(one) == "<Record http://example.com/ KOI8-R certain transport>"
    assert one.sniffed.label == "koi8-r"
    told = charsniff.explain(one.body, "text/html; charset=koi8-r", url=one.url)
    for name in ("probability", "margin", "runner_up", "language", "script"):
        assert getattr(one, name) == getattr(told, name), name
    assert one.margin == pytest.approx(one.probability - one.runner_up[1]) and one.script == "Cyrl"
    assert one.probability > one.runner_up[1] > 0


def test_contexts():
    crawl = record("http://example.jp/", "text/html", b"") + record("http://example.jp/a.xml", "text/xml", b"<a>\xff</a>")
    page, feed = charsniff.warc(io.BytesIO(crawl), reading="standard")
    assert (page.sniffed.source, feed.text) == ("default", None) and "byte 3" in feed.error
    page, feed = charsniff.warc(io.BytesIO(crawl), locale="ja")
    assert (page.sniffed.encoding, feed.text, feed.had_errors) == ("Shift_JIS", "<a>ÿ</a>", False)
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


@pytest.mark.parametrize("threads", [1, 2])
def test_damage_of_a_record_without_a_resource_is_told(threads):
    request = b"WARC/1.1\r\nWARC-Type: request\r\nWARC-Target-URI: http://example.com/\r\nContent-Length: 5\r\n\r\nGET /"
    crawl = gzip.compress(request + b"\r\n\r\n")[:-6] + gzip.compress(record("http://example.com/", "text/plain", b"Mars"))
    told, page = charsniff.warc(io.BytesIO(crawl), threads=threads)
    assert (told.warc_type, told.url, told.sniffed, told.text) == ("request", "http://example.com/", None, None)
    assert told.damage and told.damage[0].startswith("gzip member: ")
    assert (page.warc_type, page.text, page.damage) == ("response", "Mars", [])
    # Whole ones are skipped.
    assert [one.text for one in charsniff.warc(io.BytesIO(request + b"\r\n\r\n"))] == []


@pytest.mark.parametrize("threads", [1, 2])
def test_limits(threads):
    crawl = record("http://example.com/1", "text/plain", b"a" * 5000) + record("http://example.com/2", "text/plain", b"b" * 50)
    cut, whole = charsniff.warc(io.BytesIO(crawl), threads=threads, body=True, body_bytes=100)
    assert (cut.body, cut.is_truncated, cut.damage) == (b"a" * 100, True, ["body: cut at the limit of 100 bytes"])
    assert (whole.body, whole.is_truncated, whole.damage) == (b"b" * 50, False, [])
    assert (cut.truncated, cut.damaged) == (True, cut.damage)
    cut, whole = charsniff.warc(io.BytesIO(crawl), threads=threads, body=True, record_bytes=1000, ahead_bytes=1)
    assert len(cut.body) < 1000 and cut.damage == ["record: cut at the limit of 1000 bytes"]
    assert whole.body == b"b" * 50


@pytest.mark.parametrize("threads", [1, 2])
def test_what_is_no_crawl_is_an_error(threads):
    for crawl, message in [(b"<p>page</p>", "<p>page"), (gzip.compress(b"<p>page</p>"), "unpacked"), (b"PK\x03\x04" + b"x" * 50, "ZIP")]:
        with pytest.raises(OSError, match=f"no WARC or ARC record in the file: .*{message}"):
            list(charsniff.warc(io.BytesIO(crawl), threads=threads))
    for crawl in (b"", gzip.compress(b""), b"\r\n"):
        with pytest.raises(OSError, match="no WARC or ARC record in the file: it is empty"):
            list(charsniff.warc(io.BytesIO(crawl), threads=threads))


def test_a_short_body_is_told():
    [one] = charsniff.warc(io.BytesIO(record("http://example.com/", "text/html", b"x" * 900, "Content-Length: 2304\r\n")))
    assert one.is_truncated and one.damage == ["body: ends too early, after 900 bytes (Content-Length is 2304)"]
    [one] = charsniff.warc(io.BytesIO(record("http://example.com/", "text/html", b"x" * 900, "Content-Length: 900\r\n")))
    assert not one.is_truncated and one.damage == []


def test_rows_join(tmp_path):
    path = tmp_path / "a.warc"
    page = "<meta charset=koi8-r>Größe, schön, Straße".encode()
    path.write_bytes(record("http://example.com/", "text/html; charset=UTF-8", page))
    [one] = charsniff.warc(path)
    assert (one.file, one.offset, one.record_id, one.date) == (str(path), 0, "<urn:x:http://example.com/>", "2026-01-01T00:00:00Z")
    # The header decided, and the page is wrong about itself.
    assert (one.sniffed.source, one.declared_header, one.declared_meta) == ("transport", "UTF-8", "KOI8-R")
    assert (one.header_refuted, one.meta_refuted) == (False, True)
    with open(path, "rb") as file:
        assert [one.file for one in charsniff.warc(file)] == [str(path)]
    assert [one.file for one in charsniff.warc(io.BytesIO(path.read_bytes()))] == [None]
    [one] = charsniff.warc(io.BytesIO(record("http://example.com/", "text/html; charset=Klingon", b"<p>")))
    assert (one.declared_header, one.declared_meta, one.header_refuted) == ("klingon", None, None)


def test_revisits_and_bodies_that_were_stored_twice(tmp_path):
    def with_fields(record: bytes, fields: str) -> bytes:
        return record.replace(b"WARC/1.1\r\n", f"WARC/1.1\r\n{fields}".encode(), 1)

    def page(number: int, digest: str, extra: str = "") -> bytes:
        page = record(f"http://example.com/{number}", "text/html", b"<p>caf\xc3\xa9", extra)
        return with_fields(page, f"WARC-Payload-Digest: {digest}\r\n")

    def revisit(digest: str) -> bytes:
        refers = "WARC-Refers-To: <urn:x:1>\r\nWARC-Refers-To-Target-URI: http://example.com/1\r\n"
        head = b"WARC/1.1\r\nWARC-Type: revisit\r\nWARC-Target-URI: http://example.com/r\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
        return with_fields(head, f"WARC-Payload-Digest: {digest}\r\n{refers}")

    # The first body with the digest D is shorter than it should be, so that nothing is the same as that one.
    short = page(3, "sha1:D", "Content-Length: 99\r\n")
    parts = [page(1, "sha1:A"), page(2, "sha1:B"), page(4, "sha1:A"), revisit("sha1:B"), revisit("sha1:C"), short, page(5, "sha1:D")]
    offsets = [sum(map(len, parts[:number])) for number in range(len(parts))]
    path = tmp_path / "a.warc"
    path.write_bytes(b"".join(parts))
    for threads in (1, 3):
        records = list(charsniff.warc(path, threads=threads))
        assert [one.offset for one in records] == offsets
        same = [None, None, (str(path), 0), (str(path), offsets[1]), None, None, None]
        assert [one.same_as for one in records] == same
        for one in records[3:5]:
            assert (one.warc_type, one.sniffed, one.text, one.damage) == ("revisit", None, None, [])
            assert (one.refers_to, one.refers_to_url) == ("<urn:x:1>", "http://example.com/1")
            assert repr(one) == "<Record http://example.com/r revisit>"
        assert records[0].refers_to is records[0].refers_to_url is None and records[5].damage


def test_files_of_fsspec():
    fsspec = pytest.importorskip("fsspec")
    memory = fsspec.filesystem("memory")
    memory.pipe("/crawls/a.warc.gz", CRAWL.read_bytes())
    expected = seen(charsniff.warc(CRAWL))
    # Opened by its user, or not yet, and whatever fsspec would do with its compression.
    with memory.open("/crawls/a.warc.gz") as file:
        assert seen(charsniff.warc(file)) == expected
    for compression in (None, "infer"):
        records = list(charsniff.warc(fsspec.open("memory://crawls/a.warc.gz", compression=compression)))
        assert seen(records) == expected
        assert {one.file for one in records} == {"memory:///crawls/a.warc.gz"}
    with pytest.raises(FileNotFoundError):
        charsniff.warc(fsspec.open("memory://crawls/b.warc.gz"))


def test_an_arc_file():
    block = b"HTTP/1.0 200 OK\nContent-Type: text/html; charset=koi8-r\n\n" + "Марс".encode("koi8-r")
    crawl = b"http://example.com/ 192.0.2.1 20010203040506 text/html %d\n%b\n" % (len(block), block)
    [one] = charsniff.warc(io.BytesIO(crawl))
    assert (one.url, one.text, one.date, one.ip_address) == ("http://example.com/", "Марс", "2001-02-03T04:05:06Z", "192.0.2.1")


def test_fields_of_the_record():
    crawl = record("http://example.com/\u202e", "text/plain", b"x")
    fields = b"WARC-IP-Address: 192.0.2.7\r\nWARC-Payload-Digest: sha1:ABC\r\nContent-Length:"
    [one] = charsniff.warc(io.BytesIO(crawl.replace(b"Content-Length:", fields)))
    assert (one.ip_address, one.digest, one.warc_type) == ("192.0.2.7", "sha1:ABC", "response")
    [one] = charsniff.warc(io.BytesIO(crawl))
    assert (one.ip_address, one.digest) == (None, None)
    assert "\u202e" in one.url and "\u202e" not in repr(one) and "\\u{202e}" in repr(one)


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


def test_errors_of_the_system_are_those_of_open(tmp_path):
    for path in (tmp_path / "nothing", tmp_path):
        with pytest.raises(OSError) as ours:
            list(charsniff.warc(path))
        with pytest.raises(OSError) as theirs:
            open(path)
        assert type(ours.value) is type(theirs.value)
        assert (ours.value.errno, ours.value.filename) == (theirs.value.errno, str(path))
        assert str(ours.value) == str(theirs.value)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_file_objects_may_return(threads):
    expected = seen(charsniff.warc(CRAWL))

    class Pieces:
        """Short reads, of any type with bytes."""

        def __init__(self):
            self.rest = CRAWL.read_bytes()
            self.turn = 0

        def read(self, size):
            self.turn += 1
            piece, self.rest = self.rest[: 100 * (self.turn % 7) + 1], self.rest[100 * (self.turn % 7) + 1 :]
            return (bytes, bytearray, memoryview)[self.turn % 3](piece)

    assert seen(charsniff.warc(Pieces(), threads=threads)) == expected

    class Iterator:
        """An end that must not pass for that of the crawl."""

        def read(self, size):
            raise StopIteration

    with pytest.raises(RuntimeError, match="StopIteration"):
        list(charsniff.warc(Iterator(), threads=threads))


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"threads": -1}, ValueError, "threads must be a number of threads that is not negative"),
        ({"threads": 2**70}, ValueError, "threads must be a number of threads"),
        ({"threads": "2"}, TypeError, "threads must be a number of threads, not str"),
        ({"body_bytes": -1}, ValueError, "body_bytes must be a number of bytes that is not negative"),
        ({"record_bytes": "x"}, TypeError, "record_bytes must be a number of bytes, not str"),
        ({"url": "http://example.com/"}, TypeError, 'unknown keyword "url"; the keywords of a context are default_encoding, '),
    ],
)
def test_wrong_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        charsniff.warc(CRAWL, **arguments)


WAITING = """
import os, signal, threading, time, charsniff
from pathlib import Path

class Silent:
    def read(self, size):
        time.sleep(60)

sources = {{"pipe": lambda: os.mkfifo("pipe") or Path("pipe"), "object": Silent}}
source = sources[{source!r}]()
# Somebody has the pipe open, and writes nothing.
if isinstance(source, Path):
    writer = os.open(source, os.O_RDWR)
threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()
try:
    for record in charsniff.warc(source, threads={threads}):
        pass
except KeyboardInterrupt:
    # Threads that wait do not keep the program.
    print("interrupted")
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("source", ["pipe", "object"])
def test_ctrl_c_while_nothing_comes(source, threads, tmp_path):
    program = WAITING.format(source=source, threads=threads)
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=50)
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)


@pytest.mark.parametrize("threads", [1, 2])
def test_ctrl_c_in_a_crawl_without_pages(threads, tmp_path):
    """Records that are skipped return nothing for long."""
    head = b"WARC/1.1\r\nWARC-Type: metadata\r\nContent-Length: 100000\r\n\r\n"
    path = tmp_path / "crawl.warc"
    with open(path, "wb") as file:
        file.writelines([head + b"x" * 100_000 + b"\r\n\r\n"] * 100)
    program = (
        "import itertools, os, signal, threading, charsniff\n"
        "class Endless:\n"
        f"    data = open({str(path)!r}, 'rb').read()\n"
        "    def read(self, size): return self.data\n"
        "threading.Timer(1, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
        "try:\n"
        f"    next(charsniff.warc(Endless(), threads={threads}))\n"
        "except KeyboardInterrupt:\n"
        "    print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=50)
    assert (done.stdout, done.stderr, done.returncode) == ("interrupted\n", "", 0)


def test_an_iterator_that_is_not_read_to_its_end():
    """Threads end with it, and the interpreter can."""
    program = (
        f"import charsniff; records = charsniff.warc({str(CRAWL)!r}, threads=3); next(records)\n"
        f"with charsniff.warc({str(CRAWL)!r}) as others: next(others)\n"
        "assert list(others) == []"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


def test_the_end_of_a_program_whose_file_object_is_read(tmp_path):
    """Threads that call Python while it ends would abort the process."""
    program = (
        "import time, charsniff\n"
        f"data = open({str(CRAWL)!r}, 'rb').read()\n"
        "class Endless:\n"
        "    def read(self, size):\n"
        "        time.sleep(0.001)\n"
        "        return data\n"
        "records = charsniff.warc(Endless(), threads=3)\n"
        "next(records)\n"
        "time.sleep({})\n"
    )
    for turn in range(12):
        command = [sys.executable, "-c", program.replace("{}", f"{turn / 100}")]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        assert (done.returncode, done.stderr) == (0, ""), turn


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


def test_health():
    crawl = record("http://example.com/1", "text/html; charset=utf-8", b"Gr\xc3\xa4\xff") + record(
        "http://example.com/2", "text/html; charset=utf-8", b"plain"
    )
    sick, well = charsniff.warc(io.BytesIO(crawl), health=True)
    assert (sick.health.malformed, sick.health.first_error, sick.health.is_well) == (1, 4, False)
    assert str(sick.health) == "1 malformed (1 bytes), the first at byte 4" and well.health.is_well
    assert sick.health == charsniff.health(b"Gr\xc3\xa4\xff", "text/html; charset=utf-8") != well.health
    assert [one.health for one in charsniff.warc(io.BytesIO(crawl))] == [None, None]


def test_likelihood():
    crawl = record("http://example.com/1", "text/html; charset=utf-8", "Gr\u00fc\u00dfe aus K\u00f6ln und Z\u00fcrich".encode())
    (with_it,) = charsniff.warc(io.BytesIO(crawl))
    (without,) = charsniff.warc(io.BytesIO(crawl), likelihood=False)
    assert with_it.probability > 0.9 and with_it.margin > 0.8 and (with_it.language, with_it.script) == ("de", "Latn")
    assert (with_it.content_charset, with_it.content_languages) == (with_it.sniffed.encoding, "deu")
    names = ("probability", "margin", "runner_up", "language", "script")
    assert {getattr(without, name) for name in names} == {None}
    assert without.sniffed == with_it.sniffed and without.text == with_it.text


ASKING = """
import os, charsniff
data = open({crawl!r}, "rb").read()
records = None

class Source:
    def read(self, size):
        if records is not None:
            try:
                {call}
            except RuntimeError as error:
                print(error, flush=True)
                os._exit(0)
        return data

records = charsniff.warc(Source(), threads={threads})
for record in records:
    pass
"""


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("call", ["next(records)", "records.close()", "os.wait() if os.fork() else next(records); os._exit(0)"])
def test_a_source_that_asks_for_a_record_of_its_own_crawl(threads, call):
    program = ASKING.format(crawl=str(CRAWL), threads=threads, call=call)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=60)
    message = "another process" if "fork" in call else "the source's read() asks for a record of the crawl"
    assert message in done.stdout, done.stderr


@pytest.mark.parametrize("threads", [1, 2])
def test_a_crawl_from_before_a_fork(threads):
    """Its threads are not in the new process, which must neither wait for them at the next record nor at its end."""
    program = (
        "import os, charsniff\n"
        f"records = charsniff.warc({str(CRAWL)!r}, threads={threads})\n"
        "next(records)\n"
        "if os.fork():\n"
        "    os.wait()\n"
        "    print(len(list(records)) > 10)\n"
        "else:\n"
        "    for call in (lambda: next(records), records.close):\n"
        "        try:\n"
        "            call()\n"
        "        except RuntimeError as error:\n"
        "            print(error)\n"
        f"    print(len(list(charsniff.warc({str(CRAWL)!r}, threads={threads}))) > 10)\n"
    )
    # Newer Pythons warn of what is tried here.
    done = subprocess.run([sys.executable, "-u", "-W", "ignore", "-c", program], capture_output=True, text=True, timeout=60)
    message = "the crawl was opened in another process, before a fork; call charsniff.warc in this one\n"
    assert (done.stdout, done.stderr, done.returncode) == (message * 2 + "True\nTrue\n", "", 0)


def test_repairs(tmp_path):
    """Records are repaired as single pages are, and say what was repaired."""
    body = b"<p>" + "Mädchen grüßen schöne Städte. ".encode() * 5 + b"Gr\xf6\xdfe"
    (tmp_path / "a.warc").write_bytes(record("http://a.example/", "text/html; charset=utf-8", body))
    [plain] = charsniff.warc(tmp_path / "a.warc")
    assert plain.repairs is None and plain.had_errors
    for keywords in {"repair": True}, {"context": charsniff.Context("html", repair=True)}:
        [one] = charsniff.warc(tmp_path / "a.warc", **keywords)
        page = charsniff.decode(body, "text/html; charset=utf-8", repair=True)
        assert one.text == page.text and one.text.endswith("Größe") and not one.had_errors
        assert one.repairs == page.repairs != () and one.unlisted_repairs == page.unlisted_repairs == 0
    [bytes_alone] = charsniff.warc(tmp_path / "a.warc", repair=True, text=False)
    assert bytes_alone.repairs is None


def test_the_verdict_has_the_names_of_the_columns():
    kinds = set()
    for one in charsniff.warc(CRAWL):
        kinds.add(one.content)
        verdict = None if one.content == "binary" else one.sniffed
        for name in ("encoding", "confidence", "source", "label"):
            assert getattr(one, name) == getattr(verdict, name, None), (one.url, name)
        assert one.refuted == (verdict.refuted if verdict else ()) and one.content_charset == one.encoding
    assert kinds == {"text", "ascii", "binary"}
