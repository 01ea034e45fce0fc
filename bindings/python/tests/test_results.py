"""Results and contexts as values: compared, hashed, copied, pickled, sent to other processes."""

import copy
import multiprocessing
import pickle
from functools import partial
from pathlib import Path

import pytest

import charsniff

PAGE = b"<meta charset=sjis>\x89\xce\x90\xaf"
CRAWL = Path(__file__).resolve().parents[3] / "fixtures" / "crawl.warc.gz"

VALUES = [
    charsniff.sniff(PAGE),
    charsniff.sniff(b"\xef\xbb\xbfa"),
    charsniff.sniff(b"", context="header-value"),
    charsniff.sniff(b"", "text/html; charset=latin\xe9"),
    charsniff.decode(PAGE),
    charsniff.decode(b"\xff", "text/html; charset=utf-8"),
    charsniff.decode("Ã©tÃ© d’Ã©tÃ©".encode() + b"\x92", "text/html; charset=utf-8", repair=True),
    charsniff.detect(PAGE),
    charsniff.detect("Привет как дела".encode("cp1251")),
    charsniff.health(b"a"),
    charsniff.health(b"a\xff\xef\xbf\xbd", "text/html; charset=utf-8"),
    charsniff.Context(),
    charsniff.Context("text-decoder", encoding="koi8-r", fatal=True),
    charsniff.Context(url="https://example.jp/", locale="ja"),
    charsniff.Context.for_mime_type("text/css", tld="jp"),
]


def same(value):
    """Called in another process."""
    return value


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_copies(value):
    for copied in (
        copy.copy(value),
        copy.deepcopy(value),
        *(pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    ):
        assert copied == value and hash(copied) == hash(value) and type(copied) is type(value)
        assert repr(copied) == repr(value)
        names = [name for name in dir(value) if not name.startswith("_")]
        for name in names:
            if not callable(getattr(value, name)):
                assert getattr(copied, name) == getattr(value, name), name


def test_different_values():
    assert len(set(VALUES)) == len(VALUES)
    texts = [charsniff.decode(page) for page in (b"abc", b"abd", b"abc")]
    assert texts[0] != texts[1] and texts[0] == texts[2] and len(set(texts)) == 2
    # The text is part of a Decoded.
    assert texts[0] != charsniff.sniff(b"abc") and charsniff.sniff(b"abc") != texts[0]
    assert texts[0] != "abc" and charsniff.Context() != "html"


def test_copied_contexts_decide_alike():
    context = pickle.loads(pickle.dumps(charsniff.Context.for_mime_type("text/plain", locale="ru")))
    assert charsniff.decode("марс".encode("cp1251"), context=context, detection="off").text == "марс"
    assert context.row == "text-document"


@pytest.mark.parametrize(
    "state",
    [
        "",
        '{"encoding":"nonsense","confidence":"certain","source":"bom","bom":false}',
        '{"encoding":"UTF-8","confidence":"nonsense","source":"bom","bom":false}',
        '{"encoding":"UTF-8","confidence":"certain","source":"nonsense","bom":false}',
        '{"encoding":"KOI8-R","confidence":"certain","source":"bom","bom":true}',
    ],
)
def test_states_of_no_verdict(state):
    with pytest.raises(ValueError):
        charsniff.Sniffed._of(state)


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method):
    """Also forked processes, after threads have run in this one."""
    [*charsniff.warc(CRAWL, threads=2)]
    context = charsniff.Context("html")
    with multiprocessing.get_context(method).Pool(2) as pool:
        pages = [PAGE, "é".encode() * 10_000, b""] * 5
        assert pool.map(partial(charsniff.decode, context=context), pages) == [
            charsniff.decode(page, context=context) for page in pages
        ]
        assert pool.map(same, VALUES) == VALUES
        [counts] = pool.map(count, [CRAWL])
        assert counts == len(list(charsniff.warc(CRAWL)))


def count(path):
    return sum(1 for _ in charsniff.warc(path, threads=2))
