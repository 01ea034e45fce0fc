"""Cases in which charsniff once differed from a browser, found by random cases."""

from .page import KOI, Group

SJIS = b"<meta charset=shift_jis>"
END = b"<p>[[[end]]]"
TEXT = b"text [[[\xc3\xa9 \xe4\xd0]]]"
RULE = b'\na{}\n:root{--probe:"[[[\xc3\xa9 \xe4\xd0]]]"}'


def late(*before, size=1024):
    """Pieces of exactly `size` bytes: what comes before, and blanks."""
    length = sum(len(piece) for piece in before)
    return [*before, (b" ", size - length)]


def cases():
    group = Group("once")
    # White space may be written as character references, and U+0000 is dropped.
    for text in (b"&#32;", b"&#x20;", b"&Tab;", b"&NewLine;", b"&#0;", b"&nbsp;", b"\x00", b"&#32", b"&#00000000000032;"):
        group.add(b"<!DOCTYPE html>", text, b"<frameset>", KOI, b"</frameset>", END, detector=text == b"\x00")
        group.add(*late(b"<!DOCTYPE html>", text), KOI, END, detector=text == b"\x00")
    # What is no token at the end of the first 1,024 bytes.
    for odd in (b"</>", b"<3", b"< ", b"</></>", b"</>x", b"<!>", b"<?>", b"</ >"):
        for end in range(1023, 1028):
            group.add(*late(b"<!DOCTYPE html><p>", size=end - len(odd)), odd, KOI, END)
            group.add(*late(b"<!DOCTYPE html>", size=end - len(odd)), odd, KOI, END)
    # Late text ends the head in Firefox at the next token, which must be whole before the parser
    # comes to the end of a block of 1,024 bytes or to a carriage return.
    for text in (b"x", b"x\n", b"x\r", b"x\r\n", b"\rx", b"&#32;x", b"x<3", b"x</>", b"x<!-- -->", b"\nx \n"):
        for start in (1500, 2010, 2024, 2025, 2026, 2027, 2028, 2040, 2047, 2048):
            group.add(*late(b"<!DOCTYPE html>", size=start), text, KOI, END)
    for meta in (b"<meta\rcharset=koi8-r>", b"<meta\ncharset=koi8-r>", b"<meta charset='koi8-r\r'>", b"<meta name=x>" + KOI):
        group.add(*late(b"<!DOCTYPE html>", size=1500), b"x", meta, END)
        group.add(*late(b"<!DOCTYPE html>", size=1500), meta, END)
    # Attributes that come again, and what stands in `content`.
    for attributes in (
        b"charset=gbk charset=koi8-r", b"content='charset=gbk' http-equiv=content-type content='charset=koi8-r'", b"http-equiv=x http-equiv=content-type content='charset=koi8-r'",
        b"http-equiv=content-type http-equiv=x content='charset=koi8-r'", b"http-equiv=content-type content='charset=koi8-r' content='x'", b"http-equiv=content-type content='x' content='charset=koi8-r'",
        b"charset='' charset=koi8-r", b"charset=koi8-r charset=''", b"charset=gbk http-equiv=content-type content='charset=koi8-r'", b"http-equiv=content-type content='charset=koi8-r' charset=bogus",
        b"http-equiv=content-type content='ccharset=koi8-r'", b"http-equiv=content-type content='cccharset=koi8-r'", b"http-equiv=content-type content='chacharset=koi8-r'",
        b"http-equiv=content-type content='charset;charset=koi8-r'", b"http-equiv=content-type content='charset=;charset=koi8-r'", b"http-equiv=content-type content='charset=bogus;charset=koi8-r'",
        b"= charset=koi8-r", b"=charset=gbk charset=koi8-r", b"charset==koi8-r",
    ):  # fmt: skip
        group.add(b"<!DOCTYPE html><meta ", attributes, b">", END)
    # What ends a head.
    for tag in b"bgsound basefont noframes object template noscript title base link meta html head body br p x-y svg frameset".split():
        for before in (b"<" + tag + b">", b"</" + tag + b">", b"<" + tag + b"></" + tag + b">"):
            group.add(*late(b"<!DOCTYPE html>", before), KOI, END)
    override = Group("once-xhr", "xhr-text", "xhr-text")
    for charset in ("koi8 -r", "bogus", "koi8-r ", " koi8-r", "iso_8859-5:1988", '"iso_8859-5:1988"', "iso_8859-5{", "koi8-r/x", "(koi8-r)"):
        override.add(TEXT, content_type=["text/plain;charset=gbk"], override_mime=f"text/plain;charset={charset}", override_charset=charset.strip('"'))
    document = Group("once-xhr-document", "xhr-html", "xhr-document")
    for charset in ("koi8 -r", "iso_8859-5:1988", "koi8-r"):
        document.add(b"<!DOCTYPE html>", KOI, END, override_mime=f"text/html;charset={charset}", override_charset=charset)
    frame = Group("once-frame", how="frame")
    for parent in ("iso-2022-jp", "koi8-r"):
        for charset in ("", ";charset=bogus", ";charset="):
            frame.add(b"<!DOCTYPE html><p>[[[ascii]]]<script src=/report.js></script>", content_type=[f"text/html{charset}"], parent=parent, same_origin=True)
    # White space in a body leaves a frameset possible, also as a character reference.
    for text in (b"&#32;", b"&#x20;", b"&Tab;", b"&NewLine;", b"&Tab", b"&nbsp;", b"&#32", b"x", b"<svg><![CDATA[ ]]></svg>", b"<svg><![CDATA[&#32;]]></svg>"):
        group.add(b"<!DOCTYPE html><math></math>", text, b"<frameset>", KOI, b"</frameset>", END)
    # Which charset a header inherits that has none.
    sheet, xml = Group("once-css", "css-from-document", "style"), Group("once-xml", "xml")
    for charsets in ((";charset=", ";charset=koi8-r", ""), (";charset=bogus", ";charset=koi8-r", ""), (";charset=gbk", ";charset=koi8-r", ""), ("", ";charset=koi8-r", ""), (";charset=koi8-r", "", ""), (";charset=koi8-r", ";charset=", "")):
        for joined in (True, False):
            for kind, mime, body in ((group, "text/html", (b"<!DOCTYPE html><meta charset=euc-kr>", END)), (sheet, "text/css", (RULE,)), (xml, "text/xml", (b"<r>[[[\xc3\xa9]]]</r>",))):
                values = [mime + charset for charset in charsets]
                kind.add(*body, content_type=[",".join(values)] if joined else values, **({"document": "euc-kr"} if kind is sheet else {}))
    # What is malformed in XML.
    fetched = Group("once-xhr-xml", "xml", "xhr-document")
    for label in (b"iso-2022-jp", b"iso-8859-8", b"euc-kr", b"utf-8"):
        for kind in (xml, fetched):
            kind.add(b"<?xml version='1.0' encoding='" + label + b"'?><r>[[[\xc3\xa9\xc3]]]</r>", content_type=["text/xml"])
    return group.cases + override.cases + document.cases + frame.cases + sheet.cases + xml.cases + fetched.cases
