"""Random pages without a declaration, with bytes above 7F: what each browser's own detector makes of them.

The texts are those of `fixtures/detector`, in encodings that they are written in and in others; besides there are
bytes by chance, UTF-8, texts that were encoded twice, encodings of seven bits, and two encodings in one page.
"""

import functools
from pathlib import Path

from case import Case
from cases.frame import REPORT

TEXTS = Path(__file__).resolve().parent.parent.parent / "fixtures" / "detector"

WESTERN = ["cp1252", "cp1252", "cp1252", "iso8859_15", "mac_roman", "cp850", "cp437"]
CENTRAL = ["cp1250", "cp1250", "iso8859_2", "iso8859_2", "cp852", "mac_latin2"]
CYRILLIC = ["cp1251", "cp1251", "koi8_r", "koi8_u", "cp866", "iso8859_5", "mac_cyrillic"]
BALTIC = ["cp1257", "iso8859_13", "iso8859_4", "cp775"]
CODECS = {
    "en": WESTERN, "fr": WESTERN, "de": WESTERN, "es": WESTERN, "pt": WESTERN, "it": WESTERN, "nl": WESTERN, "sv": WESTERN, "fi": WESTERN, "is": WESTERN, "ca": WESTERN, "ga": ["cp1252", "iso8859_14"],
    "cs": CENTRAL, "sk": CENTRAL, "pl": CENTRAL, "hu": CENTRAL, "hr": CENTRAL, "sl": CENTRAL, "ro": CENTRAL, "et": BALTIC, "lv": BALTIC, "lt": BALTIC,
    "tr": ["cp1254", "iso8859_9"], "mt": ["iso8859_3"], "eo": ["iso8859_3"], "vi": ["cp1258", "utf_8"],
    "ru": CYRILLIC, "uk": CYRILLIC, "be": CYRILLIC, "bg": CYRILLIC, "sr": CYRILLIC, "mk": CYRILLIC,
    "el": ["cp1253", "iso8859_7", "cp737"], "he": ["cp1255", "iso8859_8", "cp862"], "ar": ["cp1256", "iso8859_6", "cp864"], "fa": ["cp1256"], "ur": ["cp1256"], "th": ["cp874", "tis_620"],
    "ja": ["shift_jis", "shift_jis", "cp932", "euc_jp", "euc_jp", "iso2022_jp"], "zh": ["gbk", "gbk", "gb18030", "hz", "big5"], "zh-Hant": ["big5", "big5", "big5hkscs", "gbk"], "ko": ["euc_kr", "euc_kr", "cp949", "johab", "iso2022_kr"],
}  # fmt: skip
EVERY = sorted({codec for codecs in CODECS.values() for codec in codecs} | {"utf_16_le", "utf_16_be", "utf_7", "utf_32_le"})
DOMAINS = (
    "com org net info biz edu eu de at ch fr be nl it es pt br mx pl cz sk hu ro si hr rs ba mk al bg ru su ua by kz gr cy tr az il ir eg sa ae "
    "lt lv ee fi se no dk is uk ie us ca au jp kr cn tw hk sg th vn in id za xn--p1ai museum"
).split()
ENGLISH = ("the", "of", "and", "a page", "home", "2024", "Contact us", "http://example.com/?q=1", "Copyright", "+1", "~", "\\", "price: 10", "C++", "\n", "<br>", "</p><p>", "&nbsp;", "&eacute;")


@functools.cache
def words(language):
    found = []
    for folder in ("udhr", "sentences", "words", "names"):
        path = TEXTS / folder / f"{language}.txt"
        if path.exists():
            found.append(path.read_text(encoding="utf-8").split("\n"))
    return [lines for lines in found if lines]


def text(source):
    """A language, and a text in it of one to some hundred characters."""
    language = source.choice(list(CODECS))
    line = source.choice(source.choice(words(language)))
    if source.random() < 0.4:
        line = " ".join([line, *source.choices(source.choice(words(language)), k=source.randint(1, 3))])
    most = source.choice([1, 2, 4, 8, 20, 60, 200, 600])
    start = source.randrange(max(1, len(line) - most))
    return language, line[start : start + most]


def piece(source):
    what = source.random()
    language, found = text(source)
    if what < 0.62:
        return found.encode(source.choice(CODECS[language]), "ignore")
    if what < 0.72:
        return found.encode(source.choice(EVERY), "ignore")
    if what < 0.80:
        return found.encode("utf-8")
    if what < 0.83:
        return found.encode("utf-8").decode("latin-1").encode("utf-8")
    if what < 0.86:
        encoded = bytearray(found.encode("utf-8"))
        for _ in range(source.randint(1, 3)):
            encoded.insert(source.randrange(len(encoded) + 1), source.randint(0x80, 0xFF))
        return bytes(encoded)
    low = source.choice([0x80, 0x80, 0xA0, 0xC0, 0x20])
    return bytes(source.randint(low, 0xFF) for _ in range(source.choice([1, 2, 3, 10, 50, 200])))


def page(source, number):
    """The page of a number. The first ones are in UTF-8, one from each domain: the browser's default for it."""
    if number < len(DOMAINS):
        facts = {"parent": "utf-8", "same_origin": False, "tld": DOMAINS[number]}
        return Case(f"random/{number}", "html", "frame", ["<!DOCTYPE html><p>тя €".encode(), REPORT], ["text/html"], facts)
    # No tag begins by chance.
    pieces = [piece(source).replace(b"<", b"(") for _ in range(source.choice([1, 1, 1, 2, 4]))]
    if b"".join(pieces).isascii() and source.random() < 0.8:
        pieces.append(bytes([source.randint(0x80, 0xFF)]))
    for _ in range(source.choice([0, 0, 1, 3, 8])):
        pieces.insert(source.randrange(len(pieces) + 1), " ".join(source.choices(ENGLISH, k=source.randint(1, 6))).encode())
    is_text = source.random() < 0.15
    if is_text:
        # Control characters would make it a download.
        found = bytes(byte for byte in b" ".join(pieces) if byte >= 0x20 or byte in b"\t\n\r\x1b")
        return Case(f"random/{number}", "text-document", "navigate", [found or b"x"], ["text/plain"])
    start = source.choice([b"<!DOCTYPE html><title>t</title><p>", b"<!DOCTYPE html><p>", b"<html>", b"", b"<body>", b"<!DOCTYPE html><html lang=ru><p>"])
    body = [start + b" ".join(pieces)]
    if source.random() < 0.05:
        at = source.randrange(len(body) + 1)
        body.insert(at, (source.choice([b"x ", b"the page ", b"\n", b"<p>and so on"]), source.choice([100, 1000, 2000, 4000, 9000])))
    if source.random() < 0.03:
        body[-1] = (body[-1], source.choice([10, 40, 100])) if isinstance(body[-1], bytes) and body[-1] else body[-1]
    if source.random() < 0.25:
        # In a frame from a host with a top-level domain. It runs a script, so it has to end as HTML.
        facts = {"parent": "utf-8", "same_origin": False, "tld": source.choice(DOMAINS)}
        return Case(f"random/{number}", "html", "frame", [*body, b"<p>" + REPORT], ["text/html"], facts)
    return Case(f"random/{number}", "html", "navigate", body, ["text/html"])
