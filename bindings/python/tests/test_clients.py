"""The one-liners, with the real packages and a server on this machine."""

import asyncio
import http.server
import json
import subprocess
import sys
import threading

import pytest

import charsniff

TEXT = "<p>Дорога ведёт через мост на самую большую площадь города. Она широка и пуста.</p>"
PAGES = {
    # Nothing is declared.
    "/plain": ("text/html", TEXT.encode("koi8-r"), TEXT),
    "/header": ("text/html; charset=windows-1251", TEXT.encode("cp1251"), TEXT),
    "/meta": ("text/html", b"<meta charset=cp1251>" + TEXT.encode("cp1251"), "<meta charset=cp1251>" + TEXT),
    # A byte order mark is no part of the text, and outweighs the header.
    "/mark": ("text/html", b"\xef\xbb\xbf" + TEXT.encode(), TEXT),
    "/mark-16": ("text/html", TEXT.encode("utf-16"), TEXT),
    "/mark-16be": ("text/html", b"\xfe\xff" + TEXT.encode("utf-16-be"), TEXT),
    # A byte that is unassigned in Python's cp1252.
    "/c1": ("text/html", b"<meta charset=latin1>\x81", "<meta charset=latin1>\x81"),
}


class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        content_type, body, _ = PAGES.get(self.path.partition("?")[0], ("text/html", b"", ""))
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


@pytest.fixture(scope="module")
def server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize("path", PAGES)
def test_httpx(server, path):
    import httpx

    with httpx.Client(default_encoding=charsniff.httpx, trust_env=False) as client:
        assert client.get(server + path).text == PAGES[path][2]


@pytest.mark.parametrize("path", PAGES)
def test_aiohttp(server, path):
    import aiohttp

    async def text():
        async with aiohttp.ClientSession(fallback_charset_resolver=charsniff.aiohttp) as session:
            async with session.get(server + path) as response:
                return await response.text()

    assert asyncio.run(text()) == PAGES[path][2]

    from charsniff.compat.aiohttp import CharsniffResponse

    async def text_by_all_rules():
        async with aiohttp.ClientSession(response_class=CharsniffResponse) as session:
            async with session.get(server + path) as response:
                return await response.text()

    assert asyncio.run(text_by_all_rules()) == PAGES[path][2]


JSON = '{"text": "Дорога ведёт через мост на самую большую площадь города."}'
JSON_TYPES = ("application/json", "application/ld+json", "text/json", "application/json; charset=koi8-r", "text/html")
JSON_CODECS = ("utf-8", "utf-8-sig", "utf-16", "cp1251", "koi8-r", "iso8859-5", "cp866")


def test_json_of_aiohttp():
    """The bytes decide, whatever Content-Type says. aiohttp's own resolver is not asked for JSON."""
    import aiohttp

    from charsniff.compat.aiohttp import CharsniffResponse

    cases = {f"/{codec}/{n}": (type, JSON.encode(codec)) for codec in JSON_CODECS for n, type in enumerate(JSON_TYPES)}

    class Json(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            content_type, body = cases[self.path]
            self.send_response(200)
            self.send_header("Content-Type", content_type)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_):
            pass

    async def wrong(url, **options):
        wrong = []
        async with aiohttp.ClientSession(**options) as session:
            for path in cases:
                async with session.get(url + path) as response:
                    try:
                        if await response.json(content_type=None) != json.loads(JSON):
                            wrong.append(path)
                    except ValueError:
                        wrong.append(path)
        return wrong

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Json)
    threading.Thread(target=server.serve_forever).start()
    try:
        url = f"http://127.0.0.1:{server.server_port}"
        assert len(asyncio.run(wrong(url, fallback_charset_resolver=charsniff.aiohttp))) > 5
        assert asyncio.run(wrong(url, response_class=CharsniffResponse)) == []
    finally:
        server.shutdown()
        server.server_close()


def test_bodies_of_aiohttp_that_were_not_read(server):
    import aiohttp

    from charsniff.compat.aiohttp import CharsniffResponse

    async def encodings():
        async with aiohttp.ClientSession(response_class=CharsniffResponse) as session:
            async with session.get(server + "/header") as response:
                declared = response.get_encoding()
            async with session.get(server + "/plain") as response:
                with pytest.raises(RuntimeError, match="not yet read"):
                    response.get_encoding()
            return declared

    assert asyncio.run(encodings()) == "cp1251"


@pytest.mark.parametrize("path", PAGES)
def test_requests(server, path):
    import requests

    with requests.Session() as session:
        session.trust_env = False
        session.hooks["response"].append(charsniff.requests)
        assert session.get(server + path).text == PAGES[path][2]
        with session.get(server + path, stream=True) as response:
            assert response.raw.read() == PAGES[path][1]


@pytest.mark.parametrize("path", PAGES)
def test_urllib(server, path):
    import urllib.request

    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(server + path) as response:
        assert charsniff.decode(response.read(), response.headers, url=response.url).text == PAGES[path][2]


@pytest.mark.parametrize("path", PAGES)
def test_scrapy_middleware(path):
    from scrapy.http import HtmlResponse, Request, Response

    from charsniff.compat.scrapy import CharsniffMiddleware

    content_type, body, text = PAGES[path]
    request = Request("http://example.org" + path)
    response = HtmlResponse(request.url, headers={"Content-Type": content_type}, body=body, request=request)
    done = CharsniffMiddleware().process_response(request, response)
    assert done.text == text and done.body == body
    image = Response("http://example.org/a.png", body=b"\x89PNG")
    assert CharsniffMiddleware().process_response(request, image) is image


SPIDER = """
import scrapy

class Spider(scrapy.Spider):
    name = "pages"
    custom_settings = {"DOWNLOADER_MIDDLEWARES": {"charsniff.compat.scrapy.CharsniffMiddleware": 545}}

    async def start(self):
        for path in PATHS:
            yield scrapy.Request("SERVER" + path)

    def parse(self, response):
        yield {"path": response.url.removeprefix("SERVER"), "text": response.text}
"""


def test_a_scrapy_crawl(server, tmp_path):
    spider = SPIDER.replace("PATHS", repr(list(PAGES))).replace("SERVER", server)
    (tmp_path / "spider.py").write_text(spider)
    command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "pages.json", "-L", "ERROR"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    texts = {page["path"]: page["text"] for page in json.loads((tmp_path / "pages.json").read_text())}
    assert texts == {path: text for path, (_, _, text) in PAGES.items()}, done.stderr


@pytest.mark.parametrize("path", PAGES)
def test_parsers(path):
    import html5lib
    import lxml.html
    from bs4 import BeautifulSoup

    content_type, body, text = PAGES[path]
    page = charsniff.decode(body, content_type)
    expected = text.rsplit("<p>")[-1].removesuffix("</p>").removeprefix("<meta charset=latin1>")
    assert BeautifulSoup(page.text, "html.parser").get_text() == expected
    assert expected in "".join(html5lib.parse(page.text, namespaceHTMLElements=False).itertext())
    parser = lxml.html.HTMLParser(encoding="utf-8")
    tree = lxml.html.fromstring(page.text.encode(), parser=parser)
    assert expected.strip("\x81") in tree.text_content()
