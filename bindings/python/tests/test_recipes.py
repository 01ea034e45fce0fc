"""The recipes of docs/python.md, each against the real package."""

import io
import subprocess
import sys
from pathlib import Path

import pytest

import charsniff
from test_clients import PAGES, server  # noqa: F401

DOCS = Path(__file__).resolve().parents[3] / "docs" / "python.md"
SENTENCE = "Дорога ведёт через мост на самую большую площадь города. Она широка и пуста, и никто не идёт по ней."


@pytest.mark.parametrize("path", PAGES)
def test_bodies_of_every_client(server, path):  # noqa: F811
    """`charsniff.decode(body, headers)` with the body and headers of each client."""
    import asyncio

    import aiohttp
    import httpx
    import requests
    import urllib3

    url, text = server + path, PAGES[path][2]
    response = requests.Session().get(url)
    assert charsniff.decode(response.content, response.headers, url=response.url).text == text
    response = httpx.get(url, trust_env=False)
    assert charsniff.decode(response.content, response.headers, url=str(response.url)).text == text
    response = urllib3.PoolManager().request("GET", url)
    assert charsniff.decode(response.data, response.headers, url=url).text == text

    async def body():
        async with aiohttp.ClientSession() as session, session.get(url) as response:
            return charsniff.decode(await response.read(), response.headers, url=str(response.url))

    assert asyncio.run(body()).text == text


CSV = "город,улица\nСамара,Дорога ведёт через мост\nПенза,на самую большую площадь\n"


def test_pandas_csv():
    import pandas

    data = CSV.encode("cp1251")
    frame = pandas.read_csv(io.StringIO(charsniff.decode(data, "text/csv").text))
    assert list(frame["город"]) == ["Самара", "Пенза"]
    frame = pandas.read_csv(io.BytesIO(data), encoding=charsniff.detect(data).python_codec)
    assert list(frame["город"]) == ["Самара", "Пенза"]


def test_duckdb_csv():
    import duckdb

    data = CSV.encode("koi8-r")
    # DuckDB's reader takes objects with the methods of files.
    rows = duckdb.read_csv(io.StringIO(charsniff.decode(data, "text/csv").text)).fetchall()
    assert [row[0] for row in rows] == ["Самара", "Пенза"]


def test_mojibake():
    for text, mended in (("NicolÃ¡s y JosÃ©", "Nicolás y José"), ("schÃ¶n", "schön"), ("été", "été")):
        decoded = charsniff.decode(text.encode(), context="text-document", repair=True)
        assert (decoded.text, bool(decoded.repairs)) == (mended, text != mended)


SUBTITLES = f"1\n00:00:01,000 --> 00:00:02,000\n{SENTENCE}\n"


def test_subtitles():
    pysubs2, srt = pytest.importorskip("pysubs2"), pytest.importorskip("srt")
    text = charsniff.decode(SUBTITLES.encode("cp1251"), context="text-document").text
    assert pysubs2.SSAFile.from_string(text)[0].text == SENTENCE
    assert [one.content for one in srt.parse(text)] == [SENTENCE]


def test_parts_of_mail():
    import email.policy

    head = b"Content-Type: text/plain; charset=%s\nContent-Transfer-Encoding: 8bit\n\n"
    for charset, codec in ((b"us-ascii", "koi8-r"), (b"windows-1251", "cp1251"), (b"nonsense", "cp1251")):
        message = email.message_from_bytes(head % charset + SENTENCE.encode(codec), policy=email.policy.default)
        for part in message.walk():
            if part.get_content_maintype() == "text":
                text = charsniff.decode(part.get_payload(decode=True), part["Content-Type"], detect_iso_2022_jp=True).text
                assert text == SENTENCE


def test_saved_pages_as_utf_8(tmp_path):
    target = tmp_path / "page.html"
    data = b"<meta charset=windows-1251><p>" + SENTENCE.encode("cp1251")
    page = charsniff.convert(data, repair=True)
    target.write_bytes(page.data)
    assert (page.sniffed.encoding, page.relabelled, page.malformed) == ("windows-1251", 1, 0)
    again = charsniff.decode(target.read_bytes(), reading="chromium")
    assert (again.encoding, again.source) == ("UTF-8", "meta")
    assert again.text == charsniff.decode(data).text.replace("windows-1251", "UTF-8")


ARTICLE = "<html><head><title>Город</title></head><body><article>" + f"<p>{SENTENCE} {SENTENCE}</p>" * 5 + "</article></body></html>"


def test_trafilatura():
    trafilatura = pytest.importorskip("trafilatura")
    page = charsniff.decode(ARTICLE.encode("koi8-r"), "text/html")
    assert SENTENCE in trafilatura.extract(page.text)


def test_justext():
    justext = pytest.importorskip("justext")
    page = charsniff.decode(ARTICLE.encode("koi8-r"), "text/html")
    # jusText takes bytes and the name of their encoding.
    paragraphs = justext.justext(page.text.encode(), justext.get_stoplist("Russian"), encoding="utf-8")
    assert SENTENCE in "".join(paragraph.text for paragraph in paragraphs if not paragraph.is_boilerplate)


def test_headers_of_warcio():
    pytest.importorskip("warcio")
    from warcio.archiveiterator import ArchiveIterator

    crawl = Path(__file__).resolve().parents[3] / "fixtures" / "crawl.warc.gz"
    ours = {record.url: record.sniffed for record in charsniff.warc(crawl)}
    with open(crawl, "rb") as file:
        seen = 0
        for record in ArchiveIterator(file):
            if record.rec_type == "response" and not record.http_headers.get_header("Content-Encoding"):
                url, body = record.rec_headers.get_header("WARC-Target-URI"), record.content_stream().read()
                sniffed = charsniff.sniff(body, record.http_headers, url=url)
                assert sniffed == ours[url], url
                seen += 1
    assert seen > 30


def test_headers_of_fastwarc():
    from fastwarc.warc import ArchiveIterator, WarcRecordType

    crawl = Path(__file__).resolve().parents[3] / "fixtures" / "crawl.warc.gz"
    ours = {record.url: record.sniffed for record in charsniff.warc(crawl)}
    with open(crawl, "rb") as file:
        for record in ArchiveIterator(file, record_types=WarcRecordType.response):
            if record.http_headers.get("Content-Encoding"):
                continue
            url, body = record.headers["WARC-Target-URI"], record.reader.read()
            if record.http_headers.get("Transfer-Encoding"):
                continue
            assert charsniff.sniff(body, record.http_headers, url=url) == ours[url], url


def test_the_documented_loop_passes_the_type_checkers(tmp_path):
    loop = next(block for block in DOCS.read_text("utf-8").split("```python\n") if "CC-MAIN" in block).partition("```")[0]
    program = "import charsniff\n\n\ndef use(url: str, encoding: str, text: str) -> None: ...\n\n\n" + loop
    (tmp_path / "loop.py").write_text(program)
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "loop.py"], cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    pytest.importorskip("pyright")
    # pyright runs on Node.js, which it downloads if there is none.
    command = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable, "loop.py"]
    try:
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=100)
    except subprocess.TimeoutExpired:
        pytest.skip("pyright does not run: it waits")
    if "loop.py" not in done.stdout and " errors, " not in done.stdout:
        pytest.skip(f"pyright does not run: {(done.stdout + done.stderr)[-200:]}")
    assert done.returncode == 0, done.stdout
