"""Objects that outlive the process: resumed jobs of Scrapy, and responses of requests that another process unpickles."""

import json
import pickle
import subprocess
import sys

import pytest

import charsniff
from test_clients import server  # noqa: F401
from test_warc import CRAWL

# Bytes that Python's codecs for these encodings cannot decode, or decode differently.
PAGES = {
    "cp1252": (b"<meta charset=windows-1252><p>caf\xe9 \x81</p>", "café \x81</p>"),
    "gbk": (b"<meta charset=gbk><p>\xbb\xf0\x80", "火€"),
    "plain cp1252": (b"<meta charset=windows-1252><p>caf\xe9</p>", "café</p>"),
}

SPIDER = """
import scrapy

class Spider(scrapy.Spider):
    name = "pages"
    custom_settings = {
        "DOWNLOADER_MIDDLEWARES": {"charsniff.compat.scrapy.CharsniffMiddleware": 545},
        "JOBDIR": "job", "CONCURRENT_REQUESTS": 1, "SCHEDULER_DISK_QUEUE": "scrapy.squeues.QUEUE",
    }

    count = 0

    async def start(self):
        yield scrapy.Request("SERVER/c1")

    def parse(self, response):
        yield {"path": response.url.removeprefix("SERVER"), "text": response.text, "encoding": response.encoding}
        self.count += 1
        if self.count == MOST:
            raise scrapy.exceptions.CloseSpider("enough")
        for n in range(6):
            yield response.follow(f"/c1?{n}", priority=-n)
"""


@pytest.mark.parametrize("queue", ["PickleFifoDiskQueue", "MarshalFifoDiskQueue"])
def test_a_job_of_scrapy_that_is_resumed(server, tmp_path, queue):  # noqa: F811
    """Requests from a page in windows-1252, with a byte that is unassigned in Python's cp1252, are queued on disk."""
    seen = []
    for count in (2, 99):
        spider = SPIDER.replace("SERVER", server).replace("QUEUE", queue).replace("MOST", str(count))
        (tmp_path / "spider.py").write_text(spider)
        command = [sys.executable, "-m", "scrapy", "runspider", "spider.py", "-O", "pages.json", "-L", "ERROR"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, timeout=120)
        assert (done.returncode, done.stderr) == (0, "")
        seen.append(json.loads((tmp_path / "pages.json").read_text()))
    first, resumed = seen
    assert len(first) < 7 and len(first) + len(resumed) == 7
    assert {page["path"] for page in first + resumed} == {"/c1"} | {f"/c1?{n}" for n in range(6)}
    assert {page["text"] for page in resumed} == {"<meta charset=latin1>\x81"}


def response_of(body, content_type):
    import requests

    response = requests.Response()
    response.status_code, response._content, response.url = 200, body, "http://example.org/"
    response.headers["Content-Type"] = content_type
    return charsniff.requests(response)


def test_pickled_responses_in_another_process(tmp_path):
    responses = [response_of(body, "text/html") for body, _ in PAGES.values()]
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        (tmp_path / f"{protocol}").write_bytes(pickle.dumps(responses, protocol))
    # This program does not import charsniff itself.
    program = """if True:
        import pathlib, pickle
        for path in pathlib.Path().iterdir():
            print(ascii([response.text.partition("<p>")[2] for response in pickle.loads(path.read_bytes())]))
    """
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert done.stdout.splitlines() == [ascii([text for _, text in PAGES.values()])] * (pickle.HIGHEST_PROTOCOL + 1)
    assert [response.encoding for response in responses] == ["whatwg-windows-1252", "whatwg-gbk", "cp1252"]


def test_json_of_requests():
    response = response_of('{"k": "<meta charset=gbk>é"}'.encode(), "application/json")
    assert response.json() == {"k": "<meta charset=gbk>é"} and response.encoding == "utf-8"


def test_subinterpreters():
    """They work where all have one GIL, as in Python 3.11. Others may refuse to import the package."""
    program = """if True:
        try:
            import _interpreters as interpreters
        except ImportError:
            import _xxsubinterpreters as interpreters
        import charsniff
        crawl = CRAWL
        for _ in range(3):
            one = interpreters.create()
            try:
                failed = interpreters.run_string(one, f'''if True:
                    import pickle
                    import charsniff
                    context = charsniff.Context("html", locale="ja")
                    assert charsniff.sniff(bytes([0xB8, 0xB5]), context=context).encoding == "EUC-JP"
                    assert pickle.loads(pickle.dumps(context)) == context
                    assert isinstance(charsniff.decode(b"caf"), charsniff.Sniffed)
                    assert sum(1 for record in charsniff.warc({crawl!r}, threads=2)) > 100
                    try:
                        charsniff.decode(b"", context="nonsense")
                    except ValueError:
                        pass
                    assert bytes([0xE9]).decode("whatwg-windows-1252") == chr(0xE9)
                ''')
            except Exception as error:
                failed = error
            interpreters.destroy(one)
            assert isinstance(charsniff.decode(b"caf"), charsniff.Sniffed)
            print(failed)
    """.replace("CRAWL", repr(str(CRAWL)))
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    works = done.stdout.splitlines() == ["None"] * 3
    assert works or sys.version_info >= (3, 12) and "ImportError" in done.stdout, done.stdout
