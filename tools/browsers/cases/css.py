"""Style sheets: `@charset`, HTTP, BOM, the link's charset, the encoding of what refers to them."""

from case import TELLTALE, marked

from .labels import ENCODINGS
from .page import Group

# The empty rule closes whatever a malformed `@charset` leaves open.
RULE = b'\na{}\n:root{--probe:"' + marked(TELLTALE) + b'"}'
KOI = b'@charset "koi8-r";'
AT_CHARSETS = [
    KOI, b'@charset "KOI8-R";', b"@charset 'koi8-r';", b'@CHARSET "koi8-r";', b'@Charset "koi8-r";', b'@charset  "koi8-r";', b'@charset\t"koi8-r";', b'@charset\n"koi8-r";', b'@charset"koi8-r";',
    b'@charset "koi8-r" ;', b'@charset "koi8-r"', b'@charset "koi8-r"\n;', b'@charset " koi8-r ";', b'@charset "\tkoi8-r";', b'@charset "koi8-r\n";', b"@charset koi8-r;", b'@charset "";', b'@charset "bogus";',
    b'@charset "utf-16";', b'@charset "utf-16be";', b'@charset "x-user-defined";', b'@charset "replacement";', b'@charset "iso-2022-kr";', b'@charset "utf-8";', b'@charset "koi8-r\\";', b'@charset "\\6boi8-r";',
    b' @charset "koi8-r";', b'\n@charset "koi8-r";', b'/**/@charset "koi8-r";', b'a{}@charset "koi8-r";', b'@charset "gbk";@charset "koi8-r";', b'@charset "bogus";@charset "koi8-r";', b"@import 'data:text/css,';" + KOI,
    b'@charset "koi8-r\xe9";', b'@charset "koi8-r";;', b'@charset "koi8\x00-r";', b'@charset "koi8-r', b'@charset "koi8-r\';', b'@charset "koi8-r"/**/;', b'<!-- @charset "koi8-r"; -->',
]  # fmt: skip


def cases():
    at_charset = Group("css-at-charset", "css-from-document", "style")
    for text in AT_CHARSETS:
        at_charset.add(text, RULE, content_type=["text/css"], document="utf-8")
    for text in AT_CHARSETS[:4]:
        at_charset.add(text, RULE, content_type=["text/css"], document="windows-1251")
    for name in ENCODINGS:
        at_charset.add(b'@charset "', name.encode(), b'";', RULE, content_type=["text/css"], document="utf-8")
    for size in (900, 990, 1000, 1008, 1009, 1012, 1013, 1014, 1015, 1016, 1030, 3000):
        at_charset.add(b'@charset "koi8-r', (b" ", size), b'";', RULE, content_type=["text/css"], document="utf-8")
        at_charset.add(b'@charset "', (b" ", size), b'koi8-r";', RULE, content_type=["text/css"], document="utf-8")

    environment = Group("css-environment", "css-from-document", "style")
    for document in ("utf-8", "windows-1251", "gbk"):
        for attribute in (None, "euc-kr", "bogus", "utf-16le", ""):
            for charset in ("", ";charset=shift_jis", ";charset=bogus"):
                for text in (b"", KOI, b'@charset "bogus";'):
                    facts = {"document": document} | ({} if attribute is None else {"charset": attribute})
                    environment.add(text, RULE, content_type=[f"text/css{charset}"], **facts)
    for name in ENCODINGS:
        environment.add(RULE, content_type=["text/css"], document="windows-1252", charset=name)
        environment.add(RULE, content_type=[f"text/css;charset={name}"], document="windows-1252")
        if name not in ("replacement", "UTF-16BE", "UTF-16LE"):
            environment.add(RULE, content_type=["text/css"], document=name)
    for value in ('"shift_jis"', "'shift_jis'", " shift_jis ", "utf-16le", "x-user-defined"):
        environment.add(RULE, content_type=[f"text/css;charset={value}"], document="windows-1251")
    environment.add(RULE, content_type=["text/css;charset=gbk", "text/css;charset=shift_jis"], document="windows-1251")
    environment.add(RULE, content_type=["text/css;charset=shift_jis", "text/css"], document="windows-1251")
    environment.add(RULE, content_type=["text/css"], document="windows-1251", charset=" EUC-KR ")

    bom = Group("css-bom", "css-from-document", "style")
    wide = ':root{--probe:"[[[d\xe9j\xe0 \u042f\u4f60]]]"}'
    for codec, mark in (("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        for charset in ("", ";charset=shift_jis", ";charset=utf-8", ";charset=utf-16be"):
            for head in ("", KOI.decode(), '@charset "utf-16";'):
                for facts in ({}, {"charset": "euc-kr"}):
                    bom.add(mark, (head + wide).encode(codec), content_type=[f"text/css{charset}"], document="windows-1251", **facts)
        if codec != "utf-8":
            for label in ("utf-16", "koi8-r"):
                bom.add((f'@charset "{label}";' + wide).encode(codec), content_type=["text/css"], document="utf-8")
            bom.add(wide.encode(codec), content_type=["text/css"], document="utf-8", charset=codec.replace("-16-", "-16"))
            bom.add(wide.encode(codec), content_type=[f"text/css;charset={codec.replace('-16-', '-16')}"], document="utf-8")
    bom.add(b"\xef\xbb\xbf\xef\xbb\xbf", RULE, content_type=["text/css"], document="utf-8")

    xml = Group("css-xml-stylesheet", "css-from-document", "style")
    for document in ("utf-8", "windows-1251"):
        for attribute in (None, "euc-kr", "bogus"):
            for charset in ("", ";charset=shift_jis"):
                for text in (b"", KOI):
                    facts = {"document": document, "link": "xml-stylesheet"} | ({} if attribute is None else {"charset": attribute})
                    xml.add(text, RULE, content_type=[f"text/css{charset}"], **facts)

    imported = Group("css-import", "css-from-css", "style")
    for sheet in ("utf-8", "windows-1251", "gbk", "euc-kr"):
        for charset in ("", ";charset=shift_jis", ";charset=bogus"):
            for text in (b"", KOI, b'@charset "bogus";', b"\xef\xbb\xbf"):
                imported.add(text, RULE, content_type=[f"text/css{charset}"], document="koi8-u", style_sheet=sheet)
    return at_charset.cases + environment.cases + bom.cases + xml.cases + imported.cases
