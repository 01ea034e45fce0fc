#!/usr/bin/env python3
"""Writes the tables of code pages 437, 850 and 852, by Python's codecs, which are made from the tables at
https://www.unicode.org/Public/MAPPINGS/VENDORS/MICSFT/PC/. With --check, only says whether the file is up to date.
"""

import pathlib
import sys

FILE = pathlib.Path(__file__).parent.parent / "src/repair/code_pages.rs"


def table(number):
    text = bytes(range(0x80, 0x100)).decode(f"cp{number}")
    # What is not seen, or not told apart, is escaped.
    text = "".join(c if c.isprintable() else f"\\u{{{ord(c):X}}}" for c in text)
    return f'/// IBM{number}: bytes 80 to FF.\npub(super) const IBM{number}: &str = "{text}";\n'


content = "//! Tables of code pages, written by `tools/code_pages.py`.\n\n" + "\n".join(map(table, (437, 850, 852)))
if "--check" not in sys.argv:
    FILE.write_text(content, encoding="utf-8")
elif FILE.read_text(encoding="utf-8") != content:
    sys.exit(f"{FILE} is not what {sys.argv[0]} writes")
