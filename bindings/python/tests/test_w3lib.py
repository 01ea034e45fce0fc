"""`charsniff.compat.w3lib`: w3lib's own tests, and where it differs."""

import peers
import pytest
import w3lib.encoding as w3lib

import charsniff
from charsniff.compat import w3lib as compat

# Tests of w3lib that fail. The tests below hold each difference against the standard's verdict.
DIFFERENCES = {
    "TestRequestEncoding::test_http_encoding_header",
    "TestRequestEncoding::test_html_body_declared_encoding",
    "TestRequestEncoding::test_html_body_declared_encoding_unicode",
    "TestRequestEncoding::test_html_body_declared_encoding_attributes"
    """[<meta http-equiv="content-type" content="text/html; charset=gbk" content="text/html; charset=big5">-gb18030]""",
    "TestHtmlConversion::test_utf16_32",
}


def test_the_peers_own_tests(tmp_path):
    source = peers.source(tmp_path, "w3lib")
    tests = [source / "tests" / "test_encoding.py"]
    total, failed = peers.run(tmp_path, tests, {"from w3lib.encoding import": "from charsniff.compat.w3lib import"})
    assert set(failed) == DIFFERENCES and total > 50


@pytest.mark.parametrize("value", ['text/html; charset="utf-8', 'text/html; charset="utf-8"x'])
def test_quotes_that_are_not_closed(value):
    """Fetch reads them."""
    assert charsniff.sniff(b"", value).source == "transport"
    assert (w3lib.http_content_type_encoding(value), compat.http_content_type_encoding(value)) == (None, "utf-8")


def test_a_declaration_in_the_body():
    """The standard's prescan does not stop at <body>."""
    page = b"<head></head><body><meta charset=utf-8>"
    assert charsniff.sniff(page).source == "meta"
    assert (w3lib.html_body_declared_encoding(page), compat.html_body_declared_encoding(page)) == (None, "utf-8")


def test_two_content_attributes():
    """By the standard the first counts; Chromium, as which a crawler reads, goes by the last."""
    page = b'<meta http-equiv=content-type content="text/html; charset=gbk" content="text/html; charset=big5">'
    assert charsniff.sniff(page, reading="standard").encoding == "GBK"
    assert charsniff.sniff(page, reading="chromium").encoding == "Big5"
    assert w3lib.html_body_declared_encoding(page) == "gb18030"
    assert compat.html_body_declared_encoding(page) == "big5hkscs"


def test_utf_16_without_a_byte_order_mark():
    """By the standard "utf-16" is little-endian, and a page that can declare it is not in it."""
    page = "hi".encode("utf-16-le")
    assert charsniff.sniff(page, "text/html; charset=utf-16").encoding == "UTF-16LE"
    assert w3lib.html_to_unicode("text/html; charset=utf-16", page)[0] == "utf-16-be"
    assert compat.html_to_unicode("text/html; charset=utf-16", page) == ("utf-16-le", "hi")
    page = b"<meta charset=utf-16>"
    assert charsniff.sniff(page).encoding == "UTF-8"
    assert w3lib.html_to_unicode(None, page)[1] != page.decode()
    assert compat.html_to_unicode(None, page) == ("utf-8", page.decode())


def test_replacement():
    """By the standard these are not decoded, for the sake of security."""
    for label in ("iso-2022-kr", "hz-gb-2312"):
        assert charsniff.lookup(label) == "replacement"
        assert w3lib.resolve_encoding(label) and compat.resolve_encoding(label) is None
    assert compat.html_to_unicode("text/html; charset=hz-gb-2312", b"~{VPND~}") == ("whatwg-replacement", "\ufffd")


def test_pages_that_declare_nothing():
    page = "Größe und Straße, über Äpfel und Öl".encode("cp1252")
    assert w3lib.html_to_unicode(None, page)[0] == "utf8"
    assert compat.html_to_unicode(None, page) == ("cp1252", page.decode("cp1252"))
    assert compat.html_to_unicode(None, page, auto_detect_fun=lambda _: "latin2")[0] == "latin2"
    assert compat.html_to_unicode(None, b"plain", default_encoding="cp1251") == ("cp1251", "plain")


def test_labels_of_the_standard_and_of_python():
    for label in charsniff.labels():
        name = compat.resolve_encoding(label)
        assert name is None or name.startswith("whatwg-x-user") or "a".encode(name)
    assert compat.resolve_encoding("cp437") == "cp437" == w3lib.resolve_encoding("cp437")
    assert compat.to_unicode(b"\x81", "cp437") == "ü"
    for label in ("utf-7", "base64", "rot13", "punycode", "\0", "", "x" * 1000):
        assert compat.resolve_encoding(label) is None




@pytest.mark.parametrize("value", ["text/html; charset = utf-8", "charset =utf-8", "utf-8", "text/html;charset\t=utf-8; charset=gbk"])
def test_a_parameter_whose_name_ends_with_a_space(value):
    assert compat.http_content_type_encoding(value) == w3lib.http_content_type_encoding(value)
    assert compat.html_to_unicode(value, b"<meta charset=koi8-r>\xc9")[0] == w3lib.html_to_unicode(value, b"<meta charset=koi8-r>\xc9")[0]
