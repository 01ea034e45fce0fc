"""An XML declaration at the start of an HTML page, and UTF-16 without a BOM."""

from case import marked

from .page import FRENCH, KOI, PROBE, Group

DECLARATIONS = [
    b'<?xml version="1.0" encoding="koi8-r"?>', b"<?xml version='1.0' encoding='koi8-r'?>", b'<?xml encoding="koi8-r"?>', b'<?xml encoding="koi8-r">',
    b'<?xml  encoding="koi8-r" ?>', b'<?xml version="1.0" encoding = "koi8-r" ?>', b'<?xml version="1.0"\tencoding\n=\r"koi8-r"?>', b'<?xml version="1.0" encoding\x00=\x01"koi8-r"?>',
    b'<?xml version="1.0"encoding="koi8-r"?>', b'<?xmlencoding="koi8-r"?>', b'<?xml-stylesheet encoding="koi8-r"?>', b'<?xml encoding="koi8-r" version="1.0"?>',
    b'<?xml version="1.0" encoding="KOI8-R"?>', b'<?xml version="1.0" ENCODING="koi8-r"?>', b'<?XML version="1.0" encoding="koi8-r"?>', b'<?Xml encoding="koi8-r"?>',
    b"<?xml version=\"1.0\" encoding=\"koi8-r'?>", b"<?xml version=\"1.0\" encoding=koi8-r?>", b'<?xml version="1.0" encoding="koi8-r?>', b'<?xml version="1.0" encoding=""?>',
    b'<?xml version="1.0" encoding=" koi8-r "?>', b'<?xml version="1.0" encoding="koi8-r "?>', b'<?xml version="1.0" encoding="\tkoi8-r"?>', b'<?xml version="1.0" encoding="bogus"?>',
    b'<?xml version="1.0" encoding="utf-16"?>', b'<?xml version="1.0" encoding="utf-16be"?>', b'<?xml version="1.0" encoding="x-user-defined"?>', b'<?xml version="1.0" encoding="replacement"?>',
    b'<?xml version="1.0" encoding="iso-2022-kr"?>', b'<?xml version="1.0" encoding="utf-8"?>', b'<?xml version="1.0" encoding="us-ascii"?>', b'<?xml version="1.0"?>', b"<?xml?>", b"<?xml>",
    b'<?xml version="1.0" encoding?>', b'<?xml version="1.0" encoding=?>', b'<?xml version="1.0" encoding "koi8-r"?>', b'<?xml version="1.0" encoding:"koi8-r"?>',
    b'<?xml version="1.0" xencoding="koi8-r"?>', b'<?xml version="1.0" encodingx="koi8-r"?>', b'<?xml encoding="bogus" encoding="koi8-r"?>', b'<?xml encoding="koi8-r" encoding="gbk"?>',
    b'<?xml encoding encoding="koi8-r"?>', b'<?xml encodingencoding="koi8-r"?>', b'<?xml x="encoding=" encoding="koi8-r"?>', b'<?xml x=">" encoding="koi8-r"?>', b"<?xml x='?>' encoding='koi8-r'?>",
    b'<?xml version="1.0" encoding="koi8-r"', b'<?xml version="1.0" encoding="koi8-r" standalone="yes"?>', b'<?xml version="1.0" encoding="koi8-r>"?>', b'<?xml version="9.9" encoding="koi8-r"?>',
    b'<?xml encoding="koi8&#45;r"?>', b'<?xml encoding="k\xf6i8-r"?>', b"<?xml encoding='koi8-r\"'?>", b"<?xml\x00encoding='koi8-r'?>", b"<?xml\nencoding='koi8-r'?>",
    b"<?xml <!-- encoding='koi8-r'?>", b"<?xml encoding='koi8-r' <meta charset=gbk>", b"<? xml encoding='koi8-r'?>", b"<xml encoding='koi8-r'>",
]  # fmt: skip
BEFORE = [b" ", b"\n", b"\t", b"\x00", b"x", b"<!-- -->", b"<!DOCTYPE html>", b"\xef\xbb\xbf", b"\xe9", b"<p>"]
SJIS = b"<meta charset=shift_jis>"
KOI_XML = DECLARATIONS[0]


def guesses():
    """Pages that nothing declares, in some encodings: the detectors' to judge."""
    group = Group("undeclared")
    texts = {
        "utf-8": "d\xe9j\xe0 vu, \u4f60\u597d \u041c\u0430\u0440\u0441", "cp1251": "\u0417\u0435\u043c\u043b\u044f \u0438 \u041c\u0430\u0440\u0441 \u0432\u0438\u0434\u043d\u044b \u043d\u043e\u0447\u044c\u044e",
        "koi8-r": "\u0417\u0435\u043c\u043b\u044f \u0438 \u041c\u0430\u0440\u0441 \u0432\u0438\u0434\u043d\u044b \u043d\u043e\u0447\u044c\u044e", "shift_jis": "\u706b\u661f\u306f\u8d64\u3044\u661f\u3067\u3059\u3002",
        "euc_jp": "\u706b\u661f\u306f\u8d64\u3044\u661f\u3067\u3059\u3002", "iso2022_jp": "\u706b\u661f\u306f\u8d64\u3044\u661f\u3067\u3059\u3002", "euc_kr": "\ud654\uc131\uc740 \ubd89\uc740 \ubcc4\uc774\ub2e4.",
        "gbk": "\u706b\u661f\u662f\u7ea2\u8272\u7684\u884c\u661f\u3002", "big5": "\u706b\u661f\u662f\u7d05\u8272\u7684\u884c\u661f\u3002", "cp1250": "\u017dlu\u0165ou\u010dk\xfd k\u016f\u0148 \xfap\u011bl \u010f\xe1belsk\xe9 \xf3dy",
        "cp1253": "\u039f \u0386\u03c1\u03b7\u03c2 \u03b5\u03af\u03bd\u03b1\u03b9 \u03ba\u03cc\u03ba\u03ba\u03b9\u03bd\u03bf\u03c2", "cp1254": "\u0130\u011fne i\u015fi \xe7ok g\xfczel de\u011fil", "cp874": "\u0e14\u0e32\u0e27\u0e2d\u0e31\u0e07\u0e04\u0e32\u0e23",
    }  # fmt: skip
    for codec, text in texts.items():
        group.add(b"<!DOCTYPE html><p>", marked(text.encode(codec) + b" "), detector=True)
    group.add(b"<!DOCTYPE html><p>[[[ascii]]]")
    return group.cases


def utf16(text, codec):
    return text.encode(f"utf-16-{codec}")


def cases():
    group = Group("xml-in-html")
    for declaration in DECLARATIONS:
        group.add(declaration, b"<!DOCTYPE html>", PROBE)
    for declaration in DECLARATIONS:
        group.add(declaration, b"<!DOCTYPE html>", SJIS, PROBE)
    for before in BEFORE:
        group.add(before, KOI_XML, b"<!DOCTYPE html>", PROBE)
        group.add(before, KOI_XML, b"<!DOCTYPE html>", SJIS, PROBE)
    group.add(KOI_XML, PROBE, content_type=["text/html;charset=shift_jis"])
    group.add(KOI_XML, PROBE, content_type=["text/html;charset=bogus"])
    for pad in (900, 950, 965, 980, 990, 1000, 1010, 1020, 1500, 5000):
        group.add(b"<?xml ", (b" ", pad), b"encoding='koi8-r'?><!DOCTYPE html>", PROBE)
        group.add(b"<?xml encoding='koi8-r'", (b" ", pad), b"?><!DOCTYPE html>", PROBE)
        group.add(KOI_XML, b"<!DOCTYPE html><!--", (b"x", pad), b"-->", SJIS, PROBE)
        group.add(b"<?xml encoding='bogus'?><!--", (b"x", pad), b"-->", KOI, PROBE)

    wide = Group("utf-16-without-bom")
    page = f"<!DOCTYPE html><p>[[[{FRENCH.decode('cp1252')}]]]"
    for codec in ("le", "be"):
        for text in (
            f'<?xml version="1.0" encoding="koi8-r"?>{page}', f'<?xml version="1.0"?>{page}', f"<?x?>{page}", f"<?xml?><meta charset=koi8-r>{page}", f"<?Xml?>{page}",
            page, f"<meta charset=koi8-r>{page}", f"<meta charset=utf-16{codec}>{page}",
        ):  # fmt: skip
            detector = not text.startswith("<?x")
            wide.add(utf16(text, codec), detector=detector)
            wide.add(utf16(text, codec), content_type=[f"text/html;charset=utf-16{codec}"])
            wide.add(utf16(text, codec), content_type=["text/html;charset=bogus"], detector=detector)
        pattern = utf16("<?x", codec)
        for cut in (3, 4, 5, 6):
            wide.add(pattern[:cut], detector=cut < 6)
        # The pattern, then a page in ASCII after all.
        wide.add(pattern, KOI, b"<p>", marked(FRENCH))
        wide.add(b" \x00" if codec == "le" else b"\x00 ", pattern, utf16(page, codec), detector=True)
    return group.cases + wide.cases + guesses()
