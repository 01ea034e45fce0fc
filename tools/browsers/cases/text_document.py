"""Documents of plain text, style sheets and scripts in a window of their own."""

from case import marked

from .labels import ENCODINGS
from .page import FRENCH, Group


def cases():
    group = Group("text-document", "text-document")
    text = marked(FRENCH)
    for name in ENCODINGS:
        group.add(text, content_type=[f"text/plain;charset={name}"])
    declarations = [
        b"", b"<meta charset=koi8-r>", b'<?xml version="1.0" encoding="koi8-r"?>', b'@charset "koi8-r";', b"\xef\xbb\xbf", b"-*- coding: koi8-r -*-\n",
    ]
    for content_type in ("text/plain", "text/css", "text/javascript", "application/javascript", "application/json", "text/vtt"):
        for charset in ("", ";charset=shift_jis", ";charset=bogus"):
            for declaration in declarations:
                if content_type == "text/vtt" and (charset or declaration):
                    continue
                group.add(declaration, text, content_type=[content_type + charset])
    for value in ('"shift_jis"', "'shift_jis'", "utf-16le", "utf-16be", "x-user-defined", "replacement", "utf-7"):
        group.add(text, content_type=[f"text/plain;charset={value}"])
    group.add(text, content_type=["text/plain;charset=gbk", "text/plain;charset=shift_jis"])
    group.add(text, content_type=["text/plain;charset=shift_jis", "text/plain"])
    for content_type in ("text/plain", "text/css", "text/javascript", "application/json"):
        group.add(b"[[[ascii]]]", content_type=[content_type])
    group.add("[[[d\xe9j\xe0 vu, \xe7a va de soi]]]".encode(), content_type=["text/plain"], detector=True)
    group.add(b"<!--", (b"x", 1200), b"--><meta charset=koi8-r>", text, content_type=["text/plain"])
    for codec, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        for charset in ("", ";charset=shift_jis"):
            group.add(mark, "[[[d\xe9j\xe0 \u042f\u4f60]]]".encode(codec), content_type=[f"text/plain{charset}"])
    return group.cases
