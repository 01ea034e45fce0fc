"""`charsniff.compat.resiliparse` beside resiliparse: its package ships no tests."""

import doctest

import pytest
import resiliparse.parse.encoding as resiliparse

import charsniff
from charsniff.compat import resiliparse as compat

SENTENCES = [
    ("utf-8", "Der Weg über die Brücke führt zum größten Platz der Stadt."),
    ("cp1252", "Der Weg über die Brücke führt zum größten Platz der Stadt, café à la crème."),
    ("cp1251", "Дорога ведёт через мост на самую большую площадь города."),
    ("koi8-r", "Дорога ведёт через мост на самую большую площадь города."),
    ("shift_jis", "道は橋を渡って町で一番大きな広場に通じています。"),
    ("euc_jp", "道は橋を渡って町で一番大きな広場に通じています。"),
    ("gb18030", "这条路过桥通向城里最大的广场。"),
    ("big5", "這條路過橋通向城裡最大的廣場。"),
    ("euc_kr", "길은 다리를 건너 도시에서 가장 큰 광장으로 이어진다."),
]


def test_examples():
    result = doctest.testmod(compat)
    assert result.attempted and not result.failed


def test_labels():
    for label in [*charsniff.labels(), "cp037", "nonsense", "", " UTF8 "]:
        for fallback in (True, False):
            ours, theirs = compat.map_encoding_to_html5(label, fallback), resiliparse.map_encoding_to_html5(label, fallback)
            # resiliparse does not strip spaces as the standard does.
            assert ours == theirs or label == " UTF8 ", label


@pytest.mark.parametrize(("codec", "text"), SENTENCES)
def test_detection(codec, text):
    data = (text + " ").encode(codec) * 4
    found = compat.detect_encoding(data)
    assert compat.bytes_to_str(data, found) == (text + " ") * 4
    detector = compat.EncodingDetector()
    for byte in range(0, len(data), 5):
        detector.update(data[byte : byte + 5])
    assert detector.encoding() == found
    assert detector.encoding(False) == "ascii"


def test_declarations():
    page = b"<meta charset=sjis><p>plain"
    for from_html_meta, encoding in [(True, "shift_jis"), (False, "utf-8")]:
        assert compat.detect_encoding(page, from_html_meta=from_html_meta) == encoding
    assert resiliparse.detect_encoding(page, from_html_meta=True) == "shift_jis"


def test_ascii():
    """resiliparse answers "cp1252" for HTML; both decode ASCII, but text appended later is more often UTF-8."""
    assert (resiliparse.detect_encoding(b"abc"), compat.detect_encoding(b"abc")) == ("cp1252", "utf-8")
    assert compat.detect_encoding(b"abc", html5_compatible=False) == "ascii"
    assert compat.detect_encoding(b"") == resiliparse.detect_encoding(b"") == "utf-8"


@pytest.mark.parametrize(
    ("data", "arguments"),
    [
        (b"caf\xe9", {}),
        (b"\xef\xbb\xbfa", {}),
        (b"\xef\xbb\xbfa", {"strip_bom": False}),
        (b"a\xffb", {"fallback_encodings": ()}),
        (b"a\xffb", {"fallback_encodings": (), "errors": "replace"}),
        ("é".encode(), {"encoding": "cp1252"}),
        (b"\xc3\x28", {"encoding": "utf-8", "fallback_encodings": ["koi8-r"]}),
    ],
)
def test_bytes_to_str(data, arguments):
    assert compat.bytes_to_str(data, **arguments) == resiliparse.bytes_to_str(data, **arguments)


def test_bytes_that_are_unassigned_in_pythons_cp1252():
    """In the standard they are C1 controls; resiliparse drops bytes that Python's codec cannot decode."""
    assert (resiliparse.bytes_to_str(b"a\x81\xff"), compat.bytes_to_str(b"a\x81\xff")) == ("a", "a\x81\xff")


def test_unknown_codecs():
    for encoding in ("nonsense",):
        with pytest.raises(LookupError):
            compat.bytes_to_str(b"a", encoding)
        with pytest.raises(LookupError):
            resiliparse.bytes_to_str(b"a", encoding)


@pytest.mark.parametrize("data", ["é".encode(), b"abc\xff", b"caf\xe9", "é€".encode(), b"plain"])
def test_ascii_is_ascii(data):
    from resiliparse.parse.encoding import bytes_to_str

    assert compat.bytes_to_str(data, "ascii") == bytes_to_str(data, "ascii")


@pytest.mark.parametrize(
    "data",
    [b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", b"<!doctype html><p>", b"hello", b"%PDF-1.4", b"PK\x03\x04", b"\xff\xd8\xff\xe0"]
    + [b"<?xml version='1.0'?><a/>", b"{}", b"", b"\x1f\x8b\x08", b"RIFFxxxxWEBP", b"\0\1\2\3", b"<svg xmlns='x'>", b"ID3"],
)
def test_mime_types(data):
    from resiliparse.parse.encoding import detect_mime

    assert compat.detect_mime(data) == detect_mime(data)
    # Our answers are right, and those of resiliparse are not.
    assert compat.detect_mime(b"GIF89a\x01\0") == "image/gif" and compat.detect_mime(b"  <html>") == "text/html"
    assert compat.detect_mime("é".encode()) == "text/plain" == compat.detect_mime(b"BM is text")
