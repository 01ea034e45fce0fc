#!/usr/bin/env python3
"""Converts pages of the record to UTF-8 and asks both browsers again: the text must be the same, the encoding UTF-8.

    python3 tools/browsers/converted.py [--every N] [--browser chromium|firefox]

Needs what record.py needs, and the Python package. Each browser reads what was converted as that browser reads the original.
Exits with status 1 if an answer differs.
"""

import argparse
import json
import sys

import charsniff
from case import Case
from record import BROWSERS, RECORD, ask


def body_of(pieces):
    both = ((piece, 1) if isinstance(piece, str) else piece for piece in pieces)
    return b"".join(piece.encode("latin-1") * count for piece, count in both)


def converted(page, browser):
    """The case of the converted page, and what the browser said of the original."""
    answer = page.get("both") or page[browser]
    headers = [("Content-Type", value) for value in page["content_type"]]
    result = charsniff.convert(body_of(page["body"]), headers, context="html", reading=browser)
    content_type = page["content_type"] if result.header is None else [result.header]
    case = Case(page["id"], "html", "navigate", [result.data], content_type)
    return case, answer, result


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--every", type=int, default=1, help="only each nth page")
    parser.add_argument("--browser", choices=BROWSERS, action="append", help="only this browser")
    options = parser.parse_args()
    lines = RECORD.read_text("utf-8").splitlines()[1:]
    # Where nothing else says the encoding than header and bytes.
    pages = [
        page
        for page in map(json.loads, lines)
        if page["context"] == "html" and page.keys().isdisjoint({"how", "environment", "detector"})
    ][:: options.every]
    differing = 0
    for browser in options.browser or BROWSERS:
        # Without an answer there is nothing to compare with.
        made = [made for made in (converted(page, browser) for page in pages) if made[1]]
        answers, version = ask(browser, [case for case, _, _ in made])
        changed = sum(result.relabelled for _, _, result in made)
        headers = sum(result.header is not None for _, _, result in made)
        same = 0
        for number, (case, before, result) in enumerate(made):
            after = answers.get(number)
            if after is not None and after["encoding"] == "UTF-8" and after["text"] == before["text"]:
                same += 1
            else:
                print(f"{case.id}: {before} became {after}; {result.data[:200]!r} {case.content_type}")
        differing += len(made) - same
        print(
            f"{version}: {same} of {len(made)} converted pages read alike, as UTF-8"
            f" ({changed} declarations changed or added, {headers} headers needed)"
        )
    sys.exit(differing > 0)


if __name__ == "__main__":
    main()
