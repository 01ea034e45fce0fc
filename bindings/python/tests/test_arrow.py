"""`charsniff.arrow`: columns of pyarrow and others, in and out."""

import doctest

import pyarrow
import pytest

import charsniff.arrow

BODIES = [b"<meta charset=sjis>\x89\xce\x90\xaf", None, "Größe".encode(), b"", b"\xff\xfea\0"]
EXPECTED = ["<meta charset=sjis>火星", None, "Größe", "", "a"]
TYPES = [pyarrow.binary(), pyarrow.large_binary(), pyarrow.binary_view()]


def texts(batch) -> list[str | None]:
    return pyarrow.array(batch).field("text").to_pylist()


def test_examples():
    result = doctest.testmod(charsniff.arrow)
    assert result.attempted and not result.failed


@pytest.mark.parametrize("type", TYPES)
def test_types(type):
    array = pyarrow.array(BODIES, type)
    assert texts(charsniff.arrow.decode(array)) == EXPECTED
    assert texts(charsniff.arrow.decode(array.slice(2, 2))) == EXPECTED[2:4]
    assert texts(charsniff.arrow.decode(pyarrow.chunked_array([array, array.slice(1)]))) == EXPECTED + EXPECTED[1:]


def test_fields():
    batch = pyarrow.array(charsniff.arrow.decode(pyarrow.array(BODIES)))
    assert batch.type.names if hasattr(batch.type, "names") else True
    rows = batch.to_pylist()
    assert rows[0] == {
        "encoding": "Shift_JIS",
        "confidence": "tentative",
        "source": "meta",
        "text": EXPECTED[0],
        "had_errors": False,
        "error": None,
    }
    assert rows[1] is None and rows[4]["source"] == "bom"
    for body, row in zip(BODIES, rows):
        if body is not None:
            decoded = charsniff.decode(body)
            assert (row["encoding"], row["source"], row["text"]) == (decoded.encoding, decoded.source, decoded.text)


def test_headers_and_urls():
    bodies = pyarrow.array([b"\xcd\xc1\xd2\xd3", b"\xb9\xe6", b"\xb9\xe6", b"\xb9\xe6"])
    types = pyarrow.array(["text/html; charset=koi8-r", None, None, "text/html"])
    urls = pyarrow.array([None, "https://example.jp/", "https://example.kr/", "https://example.kr/"], pyarrow.large_string())
    rows = pyarrow.array(charsniff.arrow.decode(bodies, types, urls)).to_pylist()
    assert [row["encoding"] for row in rows] == ["KOI8-R", "EUC-JP", "EUC-KR", "EUC-KR"]
    views = pyarrow.chunked_array([urls.cast(pyarrow.string_view()).slice(0, 1), urls.cast(pyarrow.string_view()).slice(1)])
    assert texts(charsniff.arrow.decode(bodies, types, views)) == [row["text"] for row in rows]


def test_contexts():
    bodies = pyarrow.array([b"<a>\xff</a>"])
    [row] = pyarrow.array(charsniff.arrow.decode(bodies, context="xml")).to_pylist()
    assert row["text"] is None and "byte 3" in row["error"]
    [row] = pyarrow.array(charsniff.arrow.decode(bodies, context="xml", lossy=True)).to_pylist()
    assert (row["text"], row["had_errors"], row["error"]) == ("<a>\ufffd</a>", True, None)


def test_empty():
    assert len(charsniff.arrow.decode(pyarrow.array([], pyarrow.binary()))) == 0
    assert texts(charsniff.arrow.decode(pyarrow.chunked_array([], pyarrow.binary()))) == []
    assert texts(charsniff.arrow.decode(pyarrow.nulls(2))) == [None, None]


def test_errors():
    with pytest.raises(TypeError, match="body must be an Arrow array .* not list"):
        charsniff.arrow.decode([b"a"])
    with pytest.raises(TypeError, match="body must have binary or string values, not Int64"):
        charsniff.arrow.decode(pyarrow.array([1]))
    with pytest.raises(ValueError, match="url has 2 values, and body 1"):
        charsniff.arrow.decode(pyarrow.array([b"a"]), url=pyarrow.array(["a", "b"]))
    with pytest.raises(ValueError, match="nonsense"):
        charsniff.arrow.decode(pyarrow.array([b"a"]), context="nonsense")


def test_what_is_given_away_stays():
    """The batch may go before what was made of it."""
    batch = charsniff.arrow.decode(pyarrow.array(BODIES * 1000))
    array, again = pyarrow.array(batch), pyarrow.array(batch)
    del batch
    assert array == again and array.field("text")[0].as_py() == EXPECTED[0]
    array.validate(full=True)


def test_polars():
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame({"body": BODIES})
    out = polars.Series(charsniff.arrow.decode(frame["body"]))
    assert out.struct.field("text").to_list() == EXPECTED


def test_duckdb_and_pandas():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"body": BODIES})
    table = pyarrow.Table.from_pandas(frame)
    assert texts(charsniff.arrow.decode(table["body"])) == EXPECTED
