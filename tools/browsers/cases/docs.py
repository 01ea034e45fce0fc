"""The rows of docs/browsers.md, so that each was asked of both browsers."""

import re
from pathlib import Path

from case import Case, marked

PAGE = Path(__file__).resolve().parents[3] / "docs" / "browsers.md"
HOW = {"css-from-document": "style", "xml": "navigate", "text-document": "navigate"}
# What must stand behind a row's bytes to be shown.
BEHIND = {
    "css-from-document": b'\na{}\n:root{--probe:"' + marked(b"\xc3\xa9 \xe4\xd0") + b'"}',
    "xml": b"<r>" + marked(b"\xc3\xa9") + b"</r>",
    "text-document": b"",
}


def pieces(cell):
    """The bytes of a cell: `{1024}` is spaces up to there."""
    found, length = [], 0
    for text in re.split(r"(\{\d+\}|\\r|\\0)", cell):
        if padding := re.fullmatch(r"\{(\d+)\}", text):
            text = " " * (int(padding[1]) - length)
            found.append((b" ", len(text)))
        else:
            text = {"\\r": "\r", "\\0": "\0"}.get(text, text)
            found.append(text.encode())
        length += len(text)
    return [piece for piece in found if piece]


def cases():
    if not PAGE.exists():
        return []
    rows = [line[2:-2].split(" | ") for line in PAGE.read_text().splitlines() if line.startswith("| `") and line.endswith(" |")]
    found = []
    for number, row in enumerate(rows, 1):
        row = [cell.strip("`") for cell in row]
        if len(row) == 6:
            found.append(Case(f"docs/{number}", "html", "navigate", pieces(row[0]), ["text/html"]))
        else:
            facts = {"document": "utf-8"} if row[0] == "css-from-document" else {}
            body = [*pieces(row[2]), BEHIND[row[0]]]
            found.append(Case(f"docs/{number}", row[0], HOW[row[0]], [piece for piece in body if piece], [row[1]], facts))
    return found
