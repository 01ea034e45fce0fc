"""`sniff`, `decode`, `explain`, `Context`: arguments and results."""

import array
import doctest
import email.message
import mmap
import pickle
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path

import pytest

import charsniff

PAGE = b"<meta charset=sjis>\x89\xce\x90\xaf"


def test_version():
    assert charsniff.__version__.count(".") == 2


def test_modules_that_the_import_loads():
    """Importing `typing`, `re` and the like would take longer than importing charsniff itself."""
    folder = str(Path(charsniff.__file__).parents[1])
    program = (
        f"import sys; before = set(sys.modules); sys.path.append({folder!r}); import charsniff;"
        "print(*sorted({name.partition('.')[0] for name in set(sys.modules) - before}))"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)
    assert set(done.stdout.split()) <= {"__future__", "charsniff", "copyreg"}


def test_refuted_declarations():
    page = "<meta charset=gbk>Привет, мир".encode()
    sniffed = charsniff.sniff(page, "text/html; charset=ISO-8859-1")
    assert (sniffed.encoding, sniffed.source) == ("UTF-8", "detector")
    assert sniffed.refuted == (("transport", "ISO-8859-1", "windows-1252"), ("meta", "gbk", "GBK"))
    assert charsniff.decode(page, "text/html; charset=ISO-8859-1").refuted == sniffed.refuted
    assert charsniff.sniff(page, "text/html; charset=ISO-8859-1", reading="standard").refuted == ()


def test_the_example_of_the_package():
    import charsniff._codecs
    import charsniff.compat.w3lib

    for module in (charsniff, charsniff._codecs, charsniff.compat.w3lib):
        result = doctest.testmod(module)
        assert result.attempted and not result.failed


def test_verdict():
    sniffed = charsniff.sniff(PAGE)
    assert (sniffed.encoding, sniffed.confidence, sniffed.source) == ("Shift_JIS", "tentative", "meta")
    assert (sniffed.bom_length, sniffed.python_codec) == (0, sniffed.python_codec)
    assert str(sniffed) == "Shift_JIS tentative meta"
    assert repr(sniffed) == "<Sniffed Shift_JIS tentative meta>"
    assert sniffed == charsniff.sniff(PAGE) and hash(sniffed) == hash(charsniff.sniff(PAGE))
    assert sniffed != charsniff.sniff(b"")


def test_decoded():
    decoded = charsniff.decode(PAGE)
    assert (decoded.text, decoded.had_errors) == ("<meta charset=sjis>火星", False)
    assert isinstance(decoded, charsniff.Sniffed) and decoded.source == "meta"
    assert repr(decoded) == "<Decoded Shift_JIS tentative meta, 21 characters>"
    assert charsniff.decode(b"\xef\xbb\xbfa\xff").text == "a\ufffd"
    assert charsniff.decode(b"\xef\xbb\xbfa\xff").had_errors


@pytest.mark.parametrize("size", [0, 1, 100, 10_000])
@pytest.mark.parametrize(
    "data",
    [bytes, bytearray, memoryview, lambda page: array.array("B", page), lambda page: memoryview(page + b"x")[:-1]],
)
def test_any_object_with_the_buffer_protocol(data, size):
    page = PAGE + b" " * size
    assert charsniff.sniff(data(page)).encoding == "Shift_JIS"
    assert charsniff.decode(data(page)).text == "<meta charset=sjis>火星" + " " * size
    assert charsniff.explain(data(page)).sniffed.encoding == "Shift_JIS"


def test_arrays_of_objects_are_no_bytes():
    """Their memory has addresses."""
    numpy = pytest.importorskip("numpy")
    assert charsniff.decode(numpy.frombuffer(PAGE, dtype="u1")).text == charsniff.decode(PAGE).text
    pages = numpy.array([PAGE], dtype=object)
    for call in (charsniff.decode, charsniff.sniff, charsniff.detect, charsniff.convert):
        with pytest.raises(TypeError, match="data must be a bytes-like object, not an array of objects"):
            call(pages)


def test_buffers_that_are_not_contiguous():
    spread = memoryview(bytes(byte for pair in zip(PAGE, PAGE) for byte in pair))[::2]
    assert charsniff.decode(spread).text == charsniff.decode(PAGE).text
    assert charsniff.decode(memoryview(PAGE).cast("b")).text == charsniff.decode(PAGE).text


def test_arrays_of_numpy():
    numpy = pytest.importorskip("numpy")
    page = numpy.frombuffer(PAGE + b" ", numpy.uint8).reshape(4, -1)
    for array in (page, numpy.asfortranarray(page), numpy.repeat(page, 2, axis=1)[:, ::2]):
        assert charsniff.decode(array).text == "<meta charset=sjis>火星 "


def test_mmap(tmp_path):
    (tmp_path / "page").write_bytes(PAGE)
    with open(tmp_path / "page", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as data:
        assert charsniff.decode(data).text.endswith("火星")


class Multi:
    """Headers like Scrapy's: names as bytes, each with a list of values."""

    def items(self):
        return [(b"Server", [b"nginx"]), (b"Content-Type", [b"text/html; charset=gbk", b"text/html"])]


def message():
    message = email.message.Message()
    message["Content-Type"] = "text/html; charset=gbk"
    return message


@pytest.mark.parametrize(
    "headers",
    [
        "text/html; charset=gbk",
        b"text/html; charset=gbk",
        {"content-type": "text/html; charset=gbk"},
        {b"CONTENT-TYPE": b"text/html; charset=gbk", "X": 5},
        [("Server", "nginx"), ("Content-Type", "text/html; charset=gbk")],
        (pair for pair in [("Content-Type", b"text/html; charset=gbk")]),
        Multi(),
        message(),
    ],
)
def test_headers(headers):
    # The page is in Shift_JIS: a crawler would not follow the header.
    assert charsniff.sniff(PAGE, headers, reading="standard").encoding == "GBK"


@pytest.mark.parametrize("headers", [None, {}, [], "", b"", {"Content-Type": None}])
def test_no_headers(headers):
    assert charsniff.sniff(PAGE, headers).source == "meta"


@pytest.mark.parametrize(
    ("data", "arguments", "encoding", "source"),
    [
        (b"", {"context": "html", "locale": "ja"}, "Shift_JIS", "locale"),
        (b"\xb8\xb5", {"url": "https://example.co.jp/"}, "EUC-JP", "detector"),
        (b"\xb8\xb5", {"tld": "kr"}, "EUC-KR", "detector"),
        (b"<meta charset=gbk>", {"override_encoding": "koi8-r"}, "KOI8-R", "override"),
        (b"", {"context": "xhr-text", "override_encoding": "nonsense"}, "UTF-8", "default"),
        (b"", {"parent": "gbk"}, "GBK", "parent"),
        (b"", {"parent": "gbk", "same_origin": False}, "UTF-8", "default"),
        (b"", {"history": "euc-jp"}, "EUC-JP", "history"),
        (b"", {"context": "css-from-css", "style_sheet": "big5"}, "Big5", "style-sheet"),
        (b"", {"context": "css-from-document", "document": "big5"}, "Big5", "document"),
        (b"", {"context": "classic-script", "reference_charset": "gbk"}, "GBK", "reference"),
        (b'@charset "gbk";', {"context": "text-document", "mime_type": "text/css"}, "GBK", "at-charset"),
        (b"<!doctype html><meta charset=gbk>", {"prescan_limit": 15, "reading": "standard"}, "windows-1252", "default"),
        (b"\x89\xce\x90", {"truncated": True}, "Shift_JIS", "detector"),
        ("é".encode(), {"detection": "off"}, "UTF-8", "default"),
        (b"<p>caf\xc3\xa9", {"detection_ceiling": 6}, "UTF-8", "default"),
        (b"\x1b$B2P@1\x1b(B", {"detect_iso_2022_jp": True}, "ISO-2022-JP", "detector"),
        (b"\0a", {"context": "x500-string", "string_type": "bmp"}, "UTF-16BE", None),
        (b"", {"context": "text-decoder", "encoding": "koi8-r"}, "KOI8-R", None),
        (b"<title><meta charset=big5></title><meta charset=koi8-r>", {"reading": "chromium"}, "KOI8-R", "meta"),
        (b"<meta charset=utf_8>", {}, "UTF-8", "meta"),
        (b"<meta charset=utf_8>", {"reading": "standard"}, "windows-1252", "default"),
        (b"<meta charset=gbk>", {"locale": None, "context": None, "url": None}, "GBK", "meta"),
    ],
)
def test_context_keywords(data, arguments, encoding, source):
    for sniffed in (
        charsniff.sniff(data, **arguments),
        charsniff.decode(data, **arguments),
        charsniff.explain(data, **arguments).sniffed,
    ):
        assert sniffed.encoding == encoding
        assert source in (None, sniffed.source)
    row = arguments.get("context") or "html"
    made = charsniff.Context(row, **{name: value for name, value in arguments.items() if name != "context"})
    assert charsniff.sniff(data, context=made) == charsniff.sniff(data, **arguments)
    assert made.row == row


def test_contexts():
    assert len(charsniff.Context.rows()) == 49 and "xhr-html" in charsniff.Context.rows()
    assert charsniff.Context.for_mime_type("Image/SVG+XML; charset=koi8-r").row == "xml"
    assert charsniff.Context("html", locale="ja") == charsniff.Context(locale="ja") != charsniff.Context()
    assert charsniff.sniff(b"", context=charsniff.Context(locale="ja"), truncated=True).encoding == "Shift_JIS"
    assert repr(charsniff.Context("xml")) == "Context('xml')"
    context = charsniff.Context(url="https://example.jp/", locale="ja", prescan_limit=5)
    assert repr(context) == "Context('html', locale='ja', prescan_limit=5, url='https://example.jp/')"
    assert eval(repr(context), {"Context": charsniff.Context}) == context


GBK_INSIDE = '{"k": "<meta charset=gbk>é"}'


@pytest.mark.parametrize(
    ("content_type", "row"),
    [
        ("application/json", "fetch-json"),
        ("application/ld+json; x=y", "fetch-json"),
        ("text/javascript", "classic-script"),
        ("text/css", "css-from-document"),
        ("text/plain", "text-document"),
        ("image/svg+xml", "xml"),
        ("text/html", "html"),
        ("nonsense", "html"),
        # Sent by servers that do not know the type.
        ("application/octet-stream", "html"),
        ("binary/octet-stream", "html"),
        (None, "html"),
    ],
)
def test_the_context_is_that_of_the_mime_type(content_type, row):
    headers = content_type and {"Content-Type": content_type}
    data = GBK_INSIDE.encode()
    assert charsniff.explain(data, headers).context == row
    encoding = "GBK" if row == "html" else "UTF-8"
    # A crawler ignores refuted declarations: for UTF-8, HTML must have a character of it.
    text = "é" if encoding == "UTF-8" else ""
    for decoded in (charsniff.decode(data, headers), charsniff.try_decode(data, headers)):
        assert text in decoded.text
    assert charsniff.sniff(data, headers, reading="standard").encoding == encoding
    # The context that is named counts.
    assert charsniff.explain(data, headers, context="xml").context == "xml"
    assert charsniff.explain(data, headers, context=charsniff.Context("css-from-css")).context == "css-from-css"
    stream = charsniff.Stream(headers, reading="standard")
    assert text in stream.push(data) + stream.finish()
    assert stream.sniffed.encoding == encoding


def test_the_default_reading_is_the_crawlers():
    misspelled = "text/plain; charset=windows-12512"
    assert charsniff.sniff("Марс".encode("cp1251"), misspelled) == charsniff.sniff(
        "Марс".encode("cp1251"), misspelled, reading="crawler"
    )
    assert charsniff.sniff(b"{}\xe9", "application/json; charset=windows-1252").encoding == "windows-1252"
    assert charsniff.sniff(b"{}\xe9", "application/json; charset=windows-1252", reading="standard").encoding == "UTF-8"


@pytest.mark.parametrize("name", ["utf-8", "UTF8", b"latin1", "latin-1", "cp1252", "cp437", " gbk "])
def test_the_name_of_an_encoding_as_content_type_is_an_error(name):
    with pytest.raises(ValueError, match="is the name of an encoding, not the value of a Content-Type"):
        charsniff.decode(b"x", name)
    # In the headers of a server, no value is an error.
    assert charsniff.decode(b"x", {"Content-Type": name}).text == "x"


@pytest.mark.parametrize("value", ["", "html", "text", "text/html", "charset=gbk", "\udc80", b"\xff", "é" * 1000])
def test_any_content_type_is_taken(value):
    assert charsniff.decode(b"x", value).text == "x"


def test_a_content_type_with_its_name():
    assert charsniff.sniff(b"", "Content-type:text/html; charset=gbk").encoding == "GBK"
    assert charsniff.sniff(b"", b" CONTENT-TYPE: text/html; charset=gbk\r\n").encoding == "GBK"


@pytest.mark.parametrize("locale", ["jp", "japanese", "x", "x1", "ja!", "ja-", "j", "1", "ja-123456789"])
def test_locales_that_are_no_language_tags(locale):
    for function in (charsniff.Context, partial(charsniff.sniff, b""), partial(charsniff.detect, b"")):
        with pytest.raises(ValueError, match=f'locale must be a language tag such as ja or zh-Hant-TW, not "{locale}"'):
            function(locale=locale)


@pytest.mark.parametrize("locale", ["ja", "JA", "ja_JP.UTF-8", "zh-Hant-TW", "sr@latin", "C", "C.UTF-8", "POSIX", "", "haw", "x-a", "und"])
def test_locales(locale):
    known = {"zh": "Big5", "ja": "Shift_JIS", "sr": "windows-1251"}
    assert charsniff.sniff(b"", locale=locale).encoding == known.get(locale[:2].lower(), "windows-1252")


def test_keywords_are_in_help():
    for thing in (charsniff.Context, charsniff.decode, charsniff.sniff, charsniff.warc, charsniff.Stream, charsniff.arrow.decode):
        for keyword in charsniff.Options.__annotations__:
            assert keyword in thing.__doc__, (thing, keyword)
    assert all(keyword in charsniff.detect.__doc__ for keyword in ("only", "except_", "prefer", "iso_2022_jp"))


def test_options_can_be_typed_and_passed_on():
    options: charsniff.Options = {"locale": "ja", "reading": "chromium"}
    assert charsniff.sniff(b"", **options).encoding == "Shift_JIS"
    with pytest.raises(TypeError) as error:
        charsniff.sniff(b"", nonsense=5)
    assert str(error.value).rpartition(" are ")[2].split(", ") == sorted(charsniff.Options.__annotations__)


def test_bytes_are_not_copied(tmp_path):
    """An mmap of 1 GiB, in a process that may allocate 256 MiB."""
    program = """if True:
        import mmap, resource, sys, charsniff
        with open("page", "wb") as file:
            file.write(b"<meta charset=sjis>")
            file.truncate(1 << 30)
        resource.setrlimit(resource.RLIMIT_DATA, (1 << 28, 1 << 28))
        with open("page", "r+b") as file:
            for access in (mmap.ACCESS_READ, mmap.ACCESS_WRITE):
                with mmap.mmap(file.fileno(), 0, access=access) as data:
                    try:
                        bytes(data)
                        sys.exit("the limit does not work")
                    except MemoryError:
                        pass
                    assert charsniff.sniff(data, "text/html; charset=sjis").encoding == "Shift_JIS"
                    assert charsniff.explain(data, "text/html; charset=sjis").sniffed.source == "transport"
                    charsniff.content(data), charsniff.detect(data)
    """
    done = subprocess.run([sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True, timeout=100)
    assert (done.returncode, done.stderr) == (0, "")


def test_fatal_contexts_say_where():
    with pytest.raises(UnicodeDecodeError) as error:
        charsniff.try_decode(b"<a>\xf0\x9f</a>", context="xml", reading="standard")
    assert (error.value.encoding, error.value.start, error.value.end) == ("UTF-8", 3, 5)
    with pytest.raises(UnicodeDecodeError):
        charsniff.try_decode(b"\xff", context="text-decoder", fatal=True)
    assert charsniff.try_decode(b"\xff", context="text-decoder").text == "\ufffd"
    assert charsniff.decode(b"<a>\xff", context="xml", reading="standard").text == "<a>\ufffd"
    kept = charsniff.decode(b"\xef\xbb\xbfa", context="text-decoder", ignore_bom=True)
    assert kept.text == "\ufeffa"


@pytest.mark.parametrize("codec", ["utf-32-le", "utf-32-be"])
def test_utf_32(codec):
    data = "\ufeffGröße 😀".encode(codec) + b"\xff\xff"
    decoded = charsniff.decode(data)
    assert (decoded.text, decoded.had_errors, decoded.bom_length) == ("Größe 😀\ufffd", True, 4)
    assert decoded.text == data[4:].decode(decoded.python_codec, "replace")
    assert decoded.encoding == codec.upper().replace("-LE", "LE").replace("-BE", "BE")
    assert not charsniff.decode(data, reading="standard").encoding.startswith("UTF-32")
    again = pickle.loads(pickle.dumps(decoded))
    assert (again, hash(again)) == (decoded, hash(decoded))
    assert decoded.positions(data).byte_range(7, 8) == (32, 34)
    assert charsniff.content(data) == "text"


def test_isomorphic():
    decoded = charsniff.decode(bytes(range(256)), context="header-value")
    assert (decoded.encoding, decoded.python_codec) == ("isomorphic", "latin-1")
    assert decoded.text == bytes(range(256)).decode("latin-1")


def test_content():
    assert charsniff.content(b"plain") == "ascii"
    assert charsniff.content("é".encode()) == "text"
    assert charsniff.content(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") == "binary"


def test_explanation():
    explanation = charsniff.explain(b"<meta charset=gbk>", "text/html; charset=a<b\xff")
    assert explanation.context == "html" and explanation.platform.encoding == "GBK" and explanation.label == "gbk"
    transport, prescan = explanation.stages[2:4]
    assert (transport.stage, transport.label, transport.outcome) == ("transport", "a<bÃ¿", "nothing")
    assert (prescan.offset, prescan.encoding, prescan.outcome) == (14, "GBK", "decided")
    assert prescan.consulted and transport.remark == "names no encoding"
    assert repr(prescan) == "<StageReport prescan: GBK, decided>"
    table = str(explanation).splitlines()
    assert table[0] == "GBK tentative meta  (context html)" and len(table) == 12
    assert repr(explanation) == str(explanation)
    assert (explanation.probability, explanation.runner_up, explanation.language) == (1, None, None)
    lie = charsniff.explain("Погода сегодня переменная".encode("koi8-r"), "text/html; charset=windows-1251", reading="standard")
    assert (explanation.margin, explanation.script) == (1, None)
    assert lie.margin < -0.5 and lie.script is None
    assert lie.probability < 0.1 < 0.5 < lie.runner_up[1] and lie.runner_up[0] == "KOI8-R" and lie.language is None
    assert charsniff.explain(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR").probability is None
    html = explanation._repr_html_()
    assert html.startswith("<table>") and "<td>a&lt;b" in html and "<td>decided" in html
    crawler = charsniff.explain(b"<meta charset=utf_8>")
    assert (crawler.sniffed.encoding, crawler.platform.encoding) == ("UTF-8", "windows-1252")


@pytest.mark.parametrize("function", [charsniff.sniff, charsniff.decode, charsniff.explain, charsniff.content])
@pytest.mark.parametrize("data", ["text", 5, None, [1, 2], object()])
def test_data_of_a_wrong_type(function, data):
    with pytest.raises(TypeError, match=f"data must be a bytes-like object .* not {type(data).__name__}"):
        function(data)


@pytest.mark.parametrize(
    ("arguments", "error", "message"),
    [
        ({"headers": 5}, TypeError, "headers must be .* not int"),
        ({"headers": [5]}, TypeError, "an item of headers must be a pair .* not int"),
        ({"headers": [(5, "x")]}, TypeError, "the name of a header must be str or bytes, not int"),
        ({"headers": {"Content-Type": 5}}, TypeError, "content-type must be .* not int"),
        ({"headers": {"Content-Type": [5]}}, TypeError, "content-type must be str or bytes, not int"),
        ({"context": 5}, TypeError, "context must be .* not int"),
        ({"url": 5}, TypeError, "url must be str, not int"),
        ({"locale": 5}, TypeError, "locale must be str, not int"),
        ({"truncated": "yes"}, TypeError, "truncated must be True or False, not str"),
        ({"prescan_limit": "5"}, TypeError, "prescan_limit must be a number of bytes, not str"),
        ({"nonsense": 5}, TypeError, "nonsense"),
        ({"nonsense": None}, TypeError, 'unknown keyword "nonsense"; the keywords of a context are default_encoding, .*truncated$'),
        ({"context": "nonsense"}, ValueError, 'no context is named "nonsense"; the names are .*html'),
        ({"history": "utf-9"}, ValueError, 'history: "utf-9" names no encoding'),
        ({"override_encoding": "utf-9"}, ValueError, "override_encoding"),
        ({"reference_charset": "utf-9"}, ValueError, "reference_charset"),
        ({"detection": "utf-9"}, ValueError, "detection"),
        ({"string_type": "utf-9"}, ValueError, "string_type"),
        ({"prescan_limit": -1}, ValueError, "prescan_limit"),
        ({"prescan_limit": 2**70}, ValueError, "prescan_limit"),
        ({"encoding": "koi8-r"}, ValueError, "text-decoder"),
        ({"reading": "crawl"}, ValueError, 'reading: "crawl": .*; the names are standard, .*crawler'),
    ],
)
def test_wrong_arguments(arguments, error, message):
    with pytest.raises(error, match=message):
        charsniff.sniff(b"", **arguments)


def test_strings_that_are_not_unicode():
    """Such strings come from file names and headers."""
    surrogate = "\udc80"
    page = charsniff.decode(PAGE, f"text/html; charset={surrogate}", url=f"https://example.jp/{surrogate}")
    assert page.text.endswith("火星")
    assert charsniff.lookup(surrogate) is None
    assert charsniff.Context.for_mime_type(surrogate).row == "text-document"
    assert charsniff.Stream().change_the_encoding(surrogate) == ("keep", "")
    with pytest.raises(ValueError):
        charsniff.Context(surrogate)


def test_labels():
    assert charsniff.lookup(" Latin1 ") == "windows-1252" and charsniff.lookup("utf-9") is None
    labels = charsniff.labels()
    assert labels["sjis"] == "Shift_JIS" and len(set(labels.values())) == 40 and len(labels) > 200
    assert all(charsniff.lookup(label) == name for label, name in labels.items())


def test_threads():
    """Many threads at once get the verdicts and texts that one thread gets."""
    pages = [PAGE, "é".encode() * 20_000, b"<meta charset=gbk>" + b"\xbb\xf0\xd0\xc7" * 20_000, b"plain" * 5]
    expected = [charsniff.decode(page).text for page in pages]
    wrong = []

    def work(number):
        for round in range(60):
            which = (number + round) % len(pages)
            if charsniff.decode(pages[which]).text != expected[which]:
                wrong.append(which)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    assert not wrong


def test_a_buffer_that_another_thread_writes_to():
    """The text is one of the states or a mix of them, and nothing crashes."""
    data = bytearray(b"a" * 100_000)
    stop = threading.Event()

    def write():
        while not stop.is_set():
            data[:] = b"\xe9" * 100_000
            data[:] = b"a" * 100_000

    thread = threading.Thread(target=write)
    thread.start()
    try:
        for _ in range(50):
            assert len(charsniff.decode(data, "text/html; charset=windows-1252").text) == 100_000
    finally:
        stop.set()
        thread.join()
