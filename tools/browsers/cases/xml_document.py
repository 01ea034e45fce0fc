"""XML documents: what the declaration says, against HTTP and the BOM."""

from case import FAITHFUL, marked

from .labels import ENCODINGS
from .page import Group

ROOT = b"<r>" + marked(FAITHFUL) + b"</r>"
DECLARATIONS = [
    b"", b'<?xml version="1.0"?>', b'<?xml version="1.0" encoding="koi8-r"?>', b"<?xml version='1.0' encoding='koi8-r'?>", b'<?xml version="1.0" encoding="KOI8-R"?>',
    b'<?xml version="1.0"\tencoding\n=\r"koi8-r" ?>', b'<?xml version="1.0" encoding="koi8-r" standalone="yes"?>', b'<?xml version="1.1" encoding="koi8-r"?>', b'<?xml version="1.0" encoding="bogus"?>',
    b'<?xml version="1.0" encoding=""?>', b'<?xml version="1.0" encoding=" koi8-r "?>', b'<?xml encoding="koi8-r"?>', b'<?xml encoding="koi8-r" version="1.0"?>', b'<?xml version="1.0" encoding=koi8-r?>',
    b"<?xml version=\"1.0\" encoding=\"koi8-r'?>", b'<?xml version="1.0" encoding="koi8-r">', b'<?xml version="1.0"encoding="koi8-r"?>', b'<?xml version="1.0" ENCODING="koi8-r"?>',
    b'<?XML version="1.0" encoding="koi8-r"?>', b' <?xml version="1.0" encoding="koi8-r"?>', b'\n<?xml version="1.0" encoding="koi8-r"?>', b'<!-- --><?xml version="1.0" encoding="koi8-r"?>',
    b'<?xml version="1.0" encoding="utf-16"?>', b'<?xml version="1.0" encoding="utf-16be"?>', b'<?xml version="1.0" encoding="ucs-2"?>', b'<?xml version="1.0" encoding="x-user-defined"?>',
    b'<?xml version="1.0" encoding="replacement"?>', b'<?xml version="1.0" encoding="iso-2022-kr"?>', b'<?xml version="1.0" encoding="us-ascii"?>', b'<?xml version="1.0" encoding="latin1"?>',
    b'<?xml version="1.0" encoding="utf-7"?>', b'<?xml version="1.0" encoding="koi8-r" encoding="gbk"?>', b'<?xml version="1.0" xencoding="koi8-r"?>', b'<?xml-stylesheet encoding="koi8-r"?>',
    b'<?xml version="1.0" encoding="k\xf6i8-r"?>', b'<?xml version="1.0" encoding="koi8-r"', b'<meta charset="koi8-r"/>',
]  # fmt: skip
XHTML = b'<html xmlns="http://www.w3.org/1999/xhtml"><head><title>t</title><meta charset="koi8-r"/></head><body>' + marked(FAITHFUL) + b"</body></html>"


def cases():
    document, http = Group("xml", "xml"), Group("xml-http", "xml")
    for declaration in DECLARATIONS:
        document.add(declaration, ROOT, content_type=["application/xml"])
    for name in ENCODINGS:
        if name not in ("replacement", "UTF-16BE", "UTF-16LE"):
            document.add(b'<?xml version="1.0" encoding="', name.encode(), b'"?>', ROOT, content_type=["application/xml"])
    for name in ("text/xml", "application/xhtml+xml", "image/svg+xml"):
        document.add(DECLARATIONS[2], ROOT, content_type=[name])
        document.add(DECLARATIONS[2], ROOT, content_type=[f"{name};charset=shift_jis"])
        document.add(ROOT, content_type=[name])
    for declaration in (b"", DECLARATIONS[2], b'<?xml version="1.0" encoding="bogus"?>'):
        document.add(declaration, XHTML, content_type=["application/xhtml+xml"])
        for charset in ("shift_jis", "bogus", "utf-8", "utf-16", '"shift_jis"', "'shift_jis'", "x-user-defined", ""):
            http.add(declaration, ROOT, content_type=[f"application/xml;charset={charset}"])
        http.add(declaration, ROOT, content_type=["application/xml;charset=gbk", "application/xml;charset=shift_jis"])
        http.add(declaration, ROOT, content_type=["application/xml;charset=shift_jis", "application/xml"])
    for pad in (900, 980, 1000, 1500, 5000):
        document.add(b'<?xml version="1.0" ', (b" ", pad), b'encoding="koi8-r"?>', ROOT, content_type=["application/xml"])

    wide = Group("xml-bom", "xml")
    text = "<r>[[[\xe9\u042f\u4f60]]]</r>"
    for codec, mark in (("utf-8", b"\xef\xbb\xbf"), ("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        for head in ("", '<?xml version="1.0"?>', '<?xml version="1.0" encoding="koi8-r"?>', '<?xml version="1.0" encoding="utf-16"?>'):
            for charset in ("", ";charset=shift_jis", ";charset=utf-8", ";charset=utf-16le"):
                wide.add(mark, (head + text).encode(codec), content_type=[f"application/xml{charset}"])
            if codec != "utf-8":
                detector = not head
                wide.add((head + text).encode(codec), content_type=["application/xml"], detector=detector)
    return document.cases + http.cases + wide.cases
