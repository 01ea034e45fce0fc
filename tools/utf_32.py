#!/usr/bin/env python3
"""Writes texts in UTF-32 and what Python's codec reads them as: fixtures/utf-32.tsv. With --check, only says whether the
file is up to date.
"""

import json
import pathlib
import sys

FILE = pathlib.Path(__file__).parent.parent / "fixtures/utf-32.tsv"
MARK = "\ufeff"

#: The content type, and the text.
TEXTS = {
    "text": ("text/plain", MARK + "Größe, 火星, 😀 \U0010ffff\r\n"),
    "header": ("text/plain; charset=utf-8", MARK + "Größe, 火星"),
    "page": ("text/html; charset=iso-8859-1", MARK + "<!DOCTYPE html><meta charset=utf-8><p>Погода на завтра"),
    "style sheet": ("text/css", MARK + '@charset "utf-8"; p::after { content: "→" }'),
    "mark alone": ("text/plain", MARK),
    "mark in the text": ("text/plain", f"{MARK}a{MARK}b"),
    "xml": ("application/xml; charset=utf-8", "<?xml version='1.0' encoding='utf-32'?><a>Größe 😀</a>"),
    "xml in html": ("text/html", "<?xml version='1.0'?><p>Größe"),
    "xml with a mark": ("application/xml", MARK + "<?xml version='1.0' encoding='utf-8'?><a>Größe</a>"),
}
#: Units that are no scalar values stand behind this text, which is longer than what is looked at to recognize UTF-32.
START = MARK + "Größe, " * 3
UNITS = {"lead surrogate": 0xD800, "trail surrogate": 0xDFFF, "above": 0x110000, "far above": 0xFFFFFFFF, "pair": None}


def rows():
    for order, codec in (("little", "utf-32-le"), ("big", "utf-32-be")):
        for name, (content_type, text) in TEXTS.items():
            yield codec, name, content_type, text.encode(codec)
        for name, unit in UNITS.items():
            units = [0xD83D, 0xDE00] if unit is None else [unit]
            malformed = b"".join(unit.to_bytes(4, order) for unit in units)
            yield codec, name, "text/plain", START.encode(codec) + malformed + "é".encode(codec) + malformed
        for length in (1, 2, 3):
            yield codec, f"{length} of 4 bytes", "text/plain", START.encode(codec) + "é".encode(codec)[:length]


lines = ["encoding\tname\tcontent type\tbytes\ttext"]
for codec, name, content_type, data in rows():
    text = data.decode(codec, errors="replace").removeprefix(MARK)
    encoding = codec.upper().replace("-LE", "LE").replace("-BE", "BE")
    lines.append("\t".join([encoding, name, content_type, data.hex(), json.dumps(text, ensure_ascii=False)]))
content = "\n".join(lines) + "\n"
if "--check" not in sys.argv:
    FILE.write_text(content, encoding="utf-8")
elif FILE.read_text(encoding="utf-8") != content:
    sys.exit(f"{FILE} is not what {sys.argv[0]} writes")
