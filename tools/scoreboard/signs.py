"""Compares the costs of signs in src/detector/model/signs.rs with counts in the tuned half of the scoreboard's texts.

    target/scoreboard/venv/bin/python tools/scoreboard/signs.py [LEAST]

prints each cost that at least LEAST (50) occurrences show, beside what the counts say, and how far they are apart.
run.sh makes the environment. The blind half is not read.
"""

import collections
import math
import re
import sys
import unicodedata

import gather

NAMES = """SPACE END DIGIT APOSTROPHE OPENING SINGLE_OPENING CLOSING DASH BULLET MARK CURRENCY UNIT RAISED RARE_SIGN
NO_BREAK_SPACE ASCII_LETTER FOREIGN_LETTER JUNK LETTER""".split()
# As `class` of examples/generate_detector_tables/tables.rs.
SIGNS = {
    "APOSTROPHE": "’´", "OPENING": "«“„¿¡", "SINGLE_OPENING": "‘", "CLOSING": "»”…،؟؛", "DASH": "–—", "BULLET": "•·",
    "MARK": "®™", "CURRENCY": "£€©§¢¥№฿₪", "UNIT": "°½¼¾×÷±µ", "RAISED": "²³¹ºª", "NO_BREAK_SPACE": "\u00a0\u200e\u200f",
    "RARE_SIGN": "‚‹›¶¨¸¯¤ˆ˜¬¦†‡‰˝\u00ad―\u200c\u200d΄΅", "END": ".,;:!?)]}%",
}
CLASSES = {character: name for name, characters in SIGNS.items() for character in characters}
# The scripts of the languages that are not written in Latin script.
SCRIPTS = {"el": "GREEK", "he": "HEBREW", "yi": "HEBREW", "ar": "ARABIC", "fa": "ARABIC", "ur": "ARABIC", "th": "THAI"}
SCRIPTS |= dict.fromkeys("be bg kk ky mk mn ru sr tg tt uk".split(), "CYRILLIC")
UNCOUNTED = "ja ko zh-hans zh-hant".split()


def symbol(character, script):
    if character in CLASSES:
        return CLASSES[character]
    if character.isascii():
        if character.isdigit():
            return "DIGIT"
        if not character.isalpha():
            return "SPACE"
        return "LETTER" if script == "LATIN" else "ASCII_LETTER"
    if character.isalpha() or unicodedata.combining(character):
        return "LETTER" if script in unicodedata.name(character, "") or unicodedata.combining(character) else None
    return None


def table():
    """The costs of the table, in tenths of a nat, by the names of two classes."""
    source = (gather.ROOT / "src/detector/model/signs.rs").read_text()
    rows = re.findall(r"\((\w+), +\[([\d, ]+)\]\)", source)
    assert [name for name, _ in rows] == NAMES
    return {(first, second): int(cost) for first, costs in rows for second, cost in zip(NAMES, costs.split(","), strict=True)}


def counts():
    """How often each class follows another in the tuned texts; each language counts alike."""
    heads, *rows = [line.split("\t") for line in (gather.HERE / "sources.tsv").read_text().splitlines()]
    by_language = collections.defaultdict(collections.Counter)
    for language, source, name, messages in gather.texts([dict(zip(heads, row)) for row in rows], gather.ROOT / "target/scoreboard/packages"):
        if gather.division(f"{source['registry']}/{source['package']}/{name}") == "tuned" and language not in UNCOUNTED:
            script = SCRIPTS.get(language, "LATIN")
            for message in messages:
                symbols = [symbol(character, script) for character in f" {message} "]
                by_language[language].update(pair for pair in zip(symbols, symbols[1:]) if None not in pair)
    weighted, seen = collections.Counter(), collections.Counter()
    for pairs in by_language.values():
        for pair, count in pairs.items():
            weighted[pair] += count / pairs.total()
            seen[pair] += count
    return weighted, seen, len(by_language)


def main(least):
    costs = table()
    weighted, seen, languages = counts()
    # Bigrams of two ASCII characters, and of two letters, are not this table's.
    plain = {"SPACE", "END", "DIGIT", "ASCII_LETTER"}
    unscored = {("LETTER", "LETTER")} | {(first, second) for first in plain for second in plain}
    shown = []
    for (first, second), cost in costs.items():
        if (first, second) in unscored or seen[first, second] < least:
            continue
        whole = sum(count for (before, _), count in weighted.items() if before == first)
        shown.append((first, second, cost / 10, -math.log(weighted[first, second] / whole), seen[first, second]))
    for first, second, cost, counted, number in shown:
        print(f"{first:15} {second:15} {cost:5.1f} {counted:5.1f} {number:8}")
    apart = sorted(abs(cost - counted) for _, _, cost, counted, _ in shown)
    print(f"{len(shown)} of {len(costs)} costs have {least} occurrences in {languages} languages, {sum(seen.values())} bigrams in all")
    print(f"nats between cost and count: median {apart[len(apart) // 2]:.1f}, nine of ten at most {apart[len(apart) * 9 // 10]:.1f}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50)
