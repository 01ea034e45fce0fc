"""`TextDecoder`: every label, what is no label, and the options."""

from case import TELLTALE

from .labels import LABELS
from .page import Group

NO_LABELS = [
    "", " ", "bogus", "utf-8\x00", "\x00utf-8", "utf-8\x0b", "\xa0utf-8", "utf_8", "utf-32", "utf-7", "ucs-4", "cp437", "iso-8859-12", "iso-8859-9e", "koi8-r;", "koi8-r,utf-8",
    "ut\u0066-8", "\uff55tf-8", "\u212aoi8-r", "\u017fhift_jis", "windows-125", "windows-12522", "none", "x-auto-detect",
]  # fmt: skip
MARKS = {"utf-8": b"\xef\xbb\xbf", "utf-16le": b"\xff\xfe", "utf-16be": b"\xfe\xff"}
ERRORS = [b"a\xffb", b"\xe4\xbd", b"a\x81", b"\x81\x30\x81", b"\x1b$B!", b"\x00\xd8", b"\xd8\x00a", b"abc", b"\x80", b"\xed\xa0\x80", b"\xf4\x90\x80\x80"]


def cases():
    label = Group("text-decoder-label", "text-decoder", "text-decoder")
    for name, labels in LABELS.items():
        for number, text in enumerate(labels.split()):
            # The bytes once an encoding: a label is about the name.
            body = TELLTALE if number == 0 else b"a"
            label.add(body, content_type=[], label=text, options={})
        label.add(b"b", content_type=[], label=f"\t\n\x0c\r {name.upper()} ", options={})
    for text in NO_LABELS:
        label.add(b"a", content_type=[], label=text, options={})

    option = Group("text-decoder-option", "text-decoder", "text-decoder")
    for name, mark in MARKS.items():
        for other in MARKS.values():
            for ignore in (True, False):
                option.add(other, "d\xe9".encode(name), content_type=[], label=name, options={"ignoreBOM": ignore})
        option.add(mark, mark, "d\xe9".encode(name), content_type=[], label=name, options={})
        option.add(mark, b"abc", content_type=[], label="koi8-r", options={})
        for cut in range(1, len(mark)):
            option.add(mark[:cut], content_type=[], label=name, options={})
    for name in ("utf-8", "utf-16be", "gb18030", "iso-2022-jp", "shift_jis", "windows-1253"):
        for body in ERRORS:
            for fatal in (True, False):
                option.add(body, content_type=[], label=name, options={"fatal": fatal})
    return label.cases + option.cases
