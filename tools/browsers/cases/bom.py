"""Byte order marks, whole, partial and unknown to the Standard, against every other declaration."""

from case import marked

from .page import KOI, Group

MARKS = {
    "utf-8": b"\xef\xbb\xbf",
    "utf-16-be": b"\xfe\xff",
    "utf-16-le": b"\xff\xfe",
    "utf-32-le": b"\xff\xfe\x00\x00",
}
# Looks like a mark, and is none: the bytes are text.
NOT_MARKS = [
    b"\xef\xbb", b"\xef", b"\xbb\xbf", b"\xef\xbb\xbe", b"\xfe", b"\xff", b"\xfe\xfe", b"\x00\x00\xfe\xff", b"\x2b\x2f\x76\x38", b"\x84\x31\x95\x33",
    b"\xf7\x64\x4c", b"\xdd\x73\x66\x73", b"\x0e\xfe\xff", b"\xfb\xee\x28", b" \xef\xbb\xbf", b"\n\xef\xbb\xbf", b"\x00\xef\xbb\xbf", b"<\xef\xbb\xbf>",
]  # fmt: skip
TEXT = "d\xe9j\xe0 \u042f\u0436\u4f60"
XML = b'<?xml version="1.0" encoding="gbk"?>'


def cases():
    group = Group("bom")
    types = ["text/html", "text/html;charset=shift_jis", "text/html;charset=utf-8", "text/html;charset=utf-16le", "text/html;charset=bogus"]
    for name, mark in MARKS.items():
        codec = name.removesuffix("-le").removesuffix("-be") if name == "utf-8" else name.replace("32", "16")
        for content_type in types:
            for declaration in ("", "<meta charset=koi8-r>", "<meta charset=utf-16be>"):
                page = f"<!DOCTYPE html>{declaration}<p>[[[{TEXT}]]]".encode(codec)
                group.add(mark, page, content_type=[content_type])
        group.add(mark, (XML.decode() + f"<!DOCTYPE html><p>[[[{TEXT}]]]").encode(codec))
        # The text behind the mark is not what the mark says.
        group.add(mark, b"<!DOCTYPE html>", KOI, b"<p>", marked(b"d\xe9j\xe0 "))
        group.add(mark)
        # Only the first mark is one.
        group.add(mark, mark, f"<!DOCTYPE html><p>[[[{TEXT}]]]".encode(codec))
        group.add(mark, f"<!DOCTYPE html><p>[[[\ufeff{TEXT}]]]".encode(codec))
        # A late declaration after the prescan's limit does not count either.
        group.add(mark, f"<!DOCTYPE html><!--{'x' * 700}--><meta charset=koi8-r><p>[[[{TEXT}]]]".encode(codec))
    other = Group("bom-not")
    for mark in NOT_MARKS:
        # Without a declaration the bytes are the detector's to judge.
        other.add(mark, b"<!DOCTYPE html><p>", marked(b"d\xe9j\xe0 "), detector=True)
        other.add(mark, b"<!DOCTYPE html>", KOI, b"<p>", marked(b"d\xe9j\xe0 "))
        other.add(mark, b"<!DOCTYPE html><p>", marked(b"d\xe9j\xe0 "), content_type=["text/html;charset=shift_jis"])
    return group.cases + other.cases
