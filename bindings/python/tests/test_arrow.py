"""`charsniff.arrow`: columns of pyarrow and others, in and out."""

import doctest
import subprocess
import sys

import pyarrow
import pytest

import charsniff

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
    told = charsniff.explain(BODIES[0])
    assert 0.5 < told.probability <= 1 and told.runner_up
    numbers = {"probability": told.probability, "margin": told.margin, "runner_up_probability": told.runner_up[1]}
    assert {name: rows[0].pop(name) for name in numbers} == pytest.approx(numbers)
    words = {"runner_up": told.runner_up[0], "language": "ja", "script": told.script}
    assert {name: rows[0].pop(name) for name in words} == words and told.script
    assert rows[0] == {
        "encoding": "Shift_JIS",
        "confidence": "tentative",
        "source": "meta",
        "declared_header": None,
        "declared_meta": "Shift_JIS",
        "header_refuted": None,
        "meta_refuted": False,
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
    bodies = pyarrow.array([b"\xcd\xc1\xd2\xd3", b"\xb8\xb5", b"\xb8\xb5", b"\xb8\xb5"])
    types = pyarrow.array(["text/html; charset=koi8-r", None, None, "text/html"])
    urls = pyarrow.array([None, "https://example.jp/", "https://example.kr/", "https://example.kr/"], pyarrow.large_string())
    rows = pyarrow.array(charsniff.arrow.decode(bodies, types, urls)).to_pylist()
    assert [row["encoding"] for row in rows] == ["KOI8-R", "EUC-JP", "EUC-KR", "EUC-KR"]
    views = pyarrow.chunked_array([urls.cast(pyarrow.string_view()).slice(0, 1), urls.cast(pyarrow.string_view()).slice(1)])
    assert texts(charsniff.arrow.decode(bodies, types, views)) == [row["text"] for row in rows]


def test_contexts():
    bodies = pyarrow.array([b"<a>\xff</a>"])
    [row] = pyarrow.array(charsniff.arrow.decode(bodies, context="xml", reading="standard")).to_pylist()
    assert row["text"] is None and "byte 3" in row["error"]
    [row] = pyarrow.array(charsniff.arrow.decode(bodies, context="xml")).to_pylist()
    assert (row["text"], row["had_errors"], row["error"]) == ("<a>ÿ</a>", False, None)


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


def test_exported_arrays_outlive_the_batch():
    """The batch may be freed before the arrays made of it."""
    batch = charsniff.arrow.decode(pyarrow.array(BODIES * 1000))
    array, again = pyarrow.array(batch), pyarrow.array(batch)
    del batch
    assert array == again and array.field("text")[0].as_py() == EXPECTED[0]
    array.validate(full=True)


class Array:
    """An object with only the interface for a single array."""

    def __init__(self, array):
        self._array = array

    def __arrow_c_array__(self, requested_schema=None):
        return self._array.__arrow_c_array__(requested_schema)


class Stream:
    """An object with only the interface for streams."""

    def __init__(self, stream):
        self._stream = stream

    def __arrow_c_stream__(self, requested_schema=None):
        return self._stream.__arrow_c_stream__(requested_schema)


def of_pyarrow():
    return pyarrow.table({"body": BODIES})


def of_polars():
    return pytest.importorskip("polars").DataFrame({"body": BODIES})


def of_pandas():
    return pytest.importorskip("pandas").DataFrame({"body": pyarrow.array(BODIES).to_pandas()})


def of_duckdb():
    pages = of_pyarrow()  # noqa: F841 (the query reads it)
    return pytest.importorskip("duckdb").sql("select body from pages")


@pytest.mark.parametrize("make", [of_pyarrow, of_polars, of_pandas, of_duckdb])
def test_tables_of_packages(make):
    """A table with one column, itself and as an object with only its stream."""
    table = make()
    assert texts(charsniff.arrow.decode(table)) == EXPECTED
    assert texts(charsniff.arrow.decode(Stream(table))) == EXPECTED


def test_columns_of_packages():
    assert texts(charsniff.arrow.decode(Array(pyarrow.array(BODIES)))) == EXPECTED
    assert texts(charsniff.arrow.decode(of_pyarrow()["body"])) == EXPECTED
    assert texts(charsniff.arrow.decode(of_polars()["body"])) == EXPECTED
    column = of_pandas()["body"]
    if hasattr(column, "__arrow_c_stream__"):
        assert texts(charsniff.arrow.decode(column)) == EXPECTED


def test_results_for_packages():
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    batch = charsniff.arrow.decode(pyarrow.array(BODIES))
    assert polars.Series(batch).struct.field("text").to_list() == EXPECTED
    pages = pyarrow.table({"page": pyarrow.array(batch)})  # noqa: F841 (the query reads it)
    assert [text for (text,) in duckdb.sql("select page.text from pages").fetchall()] == EXPECTED
    assert [page and page["text"] for page in pyarrow.array(batch).to_pandas()] == EXPECTED


def test_parts_of_tables():
    """A slice of a record batch is one of its columns too."""
    batch = pyarrow.record_batch({"body": BODIES})
    assert texts(charsniff.arrow.decode(batch.slice(2, 2))) == EXPECTED[2:4]
    assert texts(charsniff.arrow.decode(pyarrow.array([{"body": b"a"}, {"body": b"b"}]).slice(1))) == ["b"]
    two = pyarrow.record_batch({"body": BODIES, "other": BODIES})
    with pytest.raises(TypeError, match="body must have binary or string values, not Struct"):
        charsniff.arrow.decode(two)


def test_streams_that_break():
    def batches():
        yield pyarrow.record_batch({"body": BODIES})
        raise RuntimeError("the disk is gone")

    schema = pyarrow.schema({"body": pyarrow.binary()})
    with pytest.raises(ValueError, match="stream cannot be read: .*the disk is gone"):
        charsniff.arrow.decode(pyarrow.RecordBatchReader.from_batches(schema, batches()))
    reader = pyarrow.RecordBatchReader.from_batches(schema, iter([pyarrow.record_batch({"body": BODIES})]))
    capsule = reader.__arrow_c_stream__()
    stream = type("Once", (), {"__arrow_c_stream__": lambda self, requested_schema=None: capsule})()
    assert texts(charsniff.arrow.decode(stream)) == EXPECTED
    with pytest.raises(ValueError, match="was read before"):
        charsniff.arrow.decode(stream)


@pytest.mark.skipif(sys.platform != "linux", reason="memory as Linux counts it")
@pytest.mark.parametrize("type", ["binary", "large_binary", "binary_view"])
def test_nothing_is_copied(type):
    """Decoding a body of 256 MB takes no memory for a copy. (It is malformed XML, so there is no text.)"""
    program = f"""
import resource, struct
import pyarrow, charsniff.arrow
data = bytearray(1 << 28)
data[0] = 0xFF
if "{type}" == "binary_view":
    entry = pyarrow.py_buffer(struct.pack("<i4sii", len(data), bytes(data[:4]), 0, 0))
    array = pyarrow.Array.from_buffers(pyarrow.binary_view(), 1, [None, entry, pyarrow.py_buffer(data)])
else:
    offsets = pyarrow.py_buffer(struct.pack("<qq" if "{type}" == "large_binary" else "<ii", 0, len(data)))
    array = pyarrow.Array.from_buffers(pyarrow.{type}(), 1, [None, offsets, pyarrow.py_buffer(data)])
used = lambda: resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
before = used()
[row] = pyarrow.array(charsniff.arrow.decode(array, context="xml", reading="standard", detection="off")).to_pylist()
assert row["text"] is None and "byte 0" in row["error"], row
print(used() - before)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) < 64 * 1024, f"{done.stdout} KiB"


def test_dictionaries():
    types = ["text/html; charset=koi8-r", None, "application/json"]
    bodies = ["Марс".encode("koi8-r"), b"a", '{"k": "<meta charset=gbk>é"}'.encode(), "Марс".encode("koi8-r")]
    rows = [0, 1, 2, 0]
    for key in (pyarrow.int8(), pyarrow.int16(), pyarrow.int32(), pyarrow.int64(), pyarrow.uint8(), pyarrow.uint16(), pyarrow.uint32()):
        column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([*rows[:3], None], key), pyarrow.array(types))
        texts = pyarrow.array(charsniff.arrow.decode(pyarrow.array(bodies[:3] + [None]), column)).field("text")
        assert texts.to_pylist() == ["Марс", "a", '{"k": "<meta charset=gbk>é"}', None]
        # A part of an array.
        column = pyarrow.DictionaryArray.from_arrays(pyarrow.array([2, *rows], key), pyarrow.array(types))[1:]
        texts = pyarrow.array(charsniff.arrow.decode(pyarrow.array(bodies), column)).field("text")
        assert texts.to_pylist() == ["Марс", "a", '{"k": "<meta charset=gbk>é"}', "Марс"]
    bodies = pyarrow.array(bodies).dictionary_encode()
    assert pyarrow.array(charsniff.arrow.decode(bodies)).field("text").to_pylist()[1] == "a"
    with pytest.raises(TypeError, match="content_type must have binary or string values, not Int64"):
        charsniff.arrow.decode(bodies, pyarrow.array([1, 2, 1, 1]).dictionary_encode())


def test_the_context_follows_from_the_rows_type():
    data = '{"k": "<meta charset=gbk>é"}'.encode()
    types = ["application/json", "text/html", None]
    batch = pyarrow.array(charsniff.arrow.decode(pyarrow.array([data] * 3), pyarrow.array(types), reading="standard"))
    assert batch.field("encoding").to_pylist() == ["UTF-8", "GBK", "GBK"]
    batch = pyarrow.array(charsniff.arrow.decode(pyarrow.array([data]), pyarrow.array(["application/json"]), context="html", reading="standard"))
    assert batch.field("encoding").to_pylist() == ["GBK"]
