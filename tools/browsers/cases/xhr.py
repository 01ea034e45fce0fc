"""XMLHttpRequest and fetch: text, documents, JSON; and two formats that are always UTF-8."""

from case import FAITHFUL, TELLTALE, marked

from .labels import ENCODINGS
from .page import FRENCH, KOI, Group

TEXT = b"text " + marked(TELLTALE)
ROOT = b"<r>" + marked(FAITHFUL) + b"</r>"
XML = b'<?xml version="1.0" encoding="koi8-r"?>'
PROBE = b"<p>" + marked(FRENCH)
# (value of overrideMimeType, its charset)
OVERRIDES = [
    (None, None), ("{};charset=euc-kr", "euc-kr"), ("{}", None), ("{};charset=bogus", "bogus"), ("{};charset=utf-16le", "utf-16le"), ('{};charset="euc-kr"', "euc-kr"),
    ("{};charset=x-user-defined", "x-user-defined"), ("{};charset=replacement", "replacement"),
]  # fmt: skip


def overridden(mime, override):
    """Facts of the environment for one of OVERRIDES."""
    pattern, charset = override
    if pattern is None:
        return {}
    facts = {"override_mime": pattern.format(mime)}
    return facts if charset is None else facts | {"override_charset": charset}


def text_cases():
    group = Group("xhr-text", "xhr-text", "xhr-text")
    for charset in ("", ";charset=shift_jis", ";charset=bogus", ";charset=utf-16be", ";charset='gbk'"):
        for override in OVERRIDES:
            for mark in (b"", b"\xef\xbb\xbf"):
                group.add(mark, TEXT, content_type=[f"text/plain{charset}"], **overridden("text/plain", override))
    for name in ENCODINGS:
        group.add(TEXT, content_type=[f"text/plain;charset={name}"])
    for content_type in ([], ["bogus"], ["text/plain;charset=gbk", "text/plain;charset=shift_jis"], ["text/plain;charset=shift_jis", "text/plain"], ["text/plain;charset=gbk, text/html;charset=shift_jis"]):
        group.add(TEXT, content_type=content_type)
    for content_type in ("text/html", "text/css", "text/javascript", "application/json", "text/html;charset=shift_jis"):
        group.add(KOI, XML, TEXT, content_type=[content_type])
        group.add(XML, TEXT, content_type=[content_type])
        group.add(b'@charset "koi8-r";', TEXT, content_type=[content_type])
    # A value that cannot be parsed is application/octet-stream, without a charset.
    group.add(TEXT, content_type=["text/plain;charset=shift_jis"], override_mime="bogus")
    for codec, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        for charset in ("", ";charset=shift_jis"):
            for override in OVERRIDES[:2]:
                group.add(mark, "[[[d\xe9j\xe0 \u042f\u4f60]]]".encode(codec), content_type=[f"text/plain{charset}"], **overridden("text/plain", override))

    xml = Group("xhr-text-xml", "xhr-text-xml", "xhr-text")
    for head in (b"", XML, XML.replace(b"koi8-r", b"bogus"), XML.replace(b"koi8-r", b"utf-16"), b"\xef\xbb\xbf" + XML):
        for charset in ("", ";charset=shift_jis", ";charset=bogus"):
            for override in OVERRIDES[:4]:
                xml.add(head, ROOT, content_type=[f"application/xml{charset}"], **overridden("text/xml", override))
    for content_type in ("text/xml", "image/svg+xml", "application/xhtml+xml"):
        xml.add(XML, ROOT, content_type=[content_type])
    # The final MIME type is the override's.
    xml.add(XML, ROOT, content_type=["text/plain"], override_mime="text/xml")
    group.add(XML, ROOT, content_type=["text/xml"], override_mime="text/plain")
    return group.cases + xml.cases


def document_cases():
    html = Group("xhr-html", "xhr-html", "xhr-document")
    heads = [
        b"", KOI, b"<meta charset=bogus>", b"<meta charset=utf-16>", b"<!--" + KOI + b"-->", b"<title>" + KOI + b"</title>", b"<meta charset=koi8&#45;r>",
        b"<meta http-equiv=content-type content='text/html;charset=koi8-r'>", b"<body>" + KOI, b"<meta charset=x-user-defined>",
    ]  # fmt: skip
    for head in heads:
        for charset in ("", ";charset=shift_jis", ";charset=bogus"):
            html.add(b"<!DOCTYPE html>", head, PROBE, content_type=[f"text/html{charset}"])
        for override in OVERRIDES[1:4]:
            html.add(b"<!DOCTYPE html>", head, PROBE, content_type=["text/html;charset=shift_jis"], **overridden("text/html", override))
            html.add(b"<!DOCTYPE html>", head, PROBE, content_type=["text/html"], **overridden("text/html", override))
    html.add(XML, PROBE, content_type=["text/html"])
    html.add(b"\xef\xbb\xbf", KOI, b"<p>[[[d\xc3\xa9]]]", content_type=["text/html;charset=shift_jis"])
    for pad in (900, 975, 985, 986, 990, 1000, 1020, 2000, 100_000):
        html.add(b"<!DOCTYPE html><!--", (b"x", pad), b"-->", KOI, PROBE, content_type=["text/html"])
        html.add(b"<!DOCTYPE html><body><!--", (b"x", pad), b"-->", KOI, PROBE, content_type=["text/html"])

    xml = Group("xhr-xml", "xml", "xhr-document")
    for head in (b"", XML, XML.replace(b"koi8-r", b"bogus"), XML.replace(b"koi8-r", b"utf-16"), b"\xef\xbb\xbf" + XML):
        for charset in ("", ";charset=shift_jis", ";charset=bogus"):
            for override in OVERRIDES[:4]:
                xml.add(head, ROOT, content_type=[f"application/xml{charset}"], **overridden("text/xml", override))
    return html.cases + xml.cases


def utf8_cases():
    found = []
    json = b'{"probe":"' + marked(TELLTALE) + b'"}'
    for how, body, content_type in (
        ("xhr-json", json, "application/json"), ("fetch-json", json, "application/json"), ("fetch-text", TEXT, "text/plain"),
        ("event-stream", b"data: " + TEXT + b"\n\n", "text/event-stream"), ("webvtt", b"WEBVTT\n\n00:00.000 --> 00:09.000\n" + TEXT + b"\n\n", "text/vtt"),
    ):  # fmt: skip
        group = Group(how, how, how)
        for charset in ("", ";charset=shift_jis", ";charset=bogus", ";charset=utf-8"):
            for mark in (b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"):
                # The second mark is text, and no other format begins with U+FEFF.
                if len(mark) > 3 and how != "fetch-text":
                    continue
                group.add(mark, body, content_type=[content_type + charset])
        if how in ("xhr-json", "fetch-text"):
            group.add(b"\xff\xfe", body.decode("latin-1").encode("utf-16-le"), content_type=[content_type])
        if how == "xhr-json":
            for override in OVERRIDES[1:3]:
                group.add(body, content_type=[content_type], **overridden("application/json", override))
        if how == "fetch-text":
            for other in ("text/html", "application/xml;charset=koi8-r"):
                group.add(KOI, XML, body, content_type=[other])
        found += group.cases
    return found


def cases():
    return text_cases() + document_cases() + utf8_cases()
