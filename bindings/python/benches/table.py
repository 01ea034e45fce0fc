"""The table of docs/python.md: time a page, and how many texts are right, beside other packages.

    python bindings/python/benches/table.py [PAGES]

Pages are made of the articles in ../shared/corpus/wikipedia, where that is, else of the sentences in
fixtures/detector: 20 KB of HTML each, in the encodings and with the declarations that pages on the
Web have (MIX below). Every package gets what it takes of Content-Type and body and gives a text.
"""

import random
import sys
import time
from importlib.metadata import version
from pathlib import Path

import bs4
import chardet
import charset_normalizer
import html5lib._inputstream
import resiliparse.parse.encoding as resiliparse
import w3lib.encoding as w3lib

import charsniff
import charsniff.compat.resiliparse
import charsniff.compat.w3lib

ROOT = Path(__file__).resolve().parents[3]
PAGE_BYTES = 20_000

LEGACY = {
    "ar": "windows-1256",
    "cs": "windows-1250",
    "de": "windows-1252",
    "el": "iso-8859-7",
    "en": "windows-1252",
    "es": "windows-1252",
    "fr": "windows-1252",
    "he": "windows-1255",
    "ja": "shift_jis",
    "ko": "euc-kr",
    "pl": "iso-8859-2",
    "pt": "windows-1252",
    "ru": "windows-1251",
    "th": "windows-874",
    "tr": "windows-1254",
    "uk": "windows-1251",
    "vi": "windows-1258",
    "zh": "gbk",
    "zh-Hant": "big5",
}

# How pages declare their encoding, and how many of a hundred do.
MIX = [
    (56, "utf-8", "header"),
    (20, "utf-8", "meta"),
    (8, "utf-8", None),
    (6, "legacy", "header"),
    (5, "legacy", "meta"),
    (3, "legacy", None),
    (2, "legacy", "misspelled"),
]


def articles() -> dict[str, str]:
    folder = ROOT / ".." / "shared" / "corpus" / "wikipedia"
    if folder.is_dir():
        files = [path for path in folder.glob("*.txt") if path.stem in LEGACY or path.stem in ("zh_cn", "zh_tw")]
        if files:
            names = {"zh_cn": "zh", "zh_tw": "zh-Hant"}
            return {names.get(path.stem, path.stem): path.read_text("utf-8") for path in files}
    folder = ROOT / "fixtures" / "detector" / "sentences"
    return {path.stem: path.read_text("utf-8") for path in folder.glob("*.txt") if path.stem in LEGACY}


def pages(count: int) -> list[tuple[str | None, bytes, str]]:
    """Content-Type, body and true text of each page."""
    charsniff.register_codecs()
    generator = random.Random(1)
    texts = articles()
    print(f"{count} pages of the articles in {', '.join(sorted(texts))}", file=sys.stderr)
    made = []
    kinds = generator.choices(MIX, [weight for weight, *_ in MIX], k=count)
    for number, (_, encoding, declaration) in enumerate(kinds):
        language = sorted(texts)[number % len(texts)]
        label = encoding if encoding != "legacy" else LEGACY[language]
        codec = "whatwg-" + charsniff.lookup(label).lower()
        written = label
        if declaration == "misspelled":
            written = {"windows": "cp-", "iso-8859": "iso_8859_"}.get(label.rsplit("-", 1)[0], "x_") + label.rsplit("-", 1)[-1]
        meta = f'<meta charset="{written}">' if declaration in ("meta", "misspelled") else ""
        head = f'<!doctype html><html lang="{language}"><head>{meta}<title>x</title></head><body>'
        text = texts[language]
        start = generator.randrange(max(1, len(text) // 2))
        paragraph = "".join(f"<p>{line}</p>\n" for line in (text[start:] + text).splitlines() if line)
        body = paragraph.encode(codec, "ignore")
        while len(body) < PAGE_BYTES:
            body += body
        # Cut between characters.
        cut = body[:PAGE_BYTES].decode(codec, "ignore").encode(codec)
        page = (head.encode("ascii") + cut, head + cut.decode(codec))
        content_type = f"text/html; charset={label}" if declaration == "header" else "text/html"
        made.append((content_type, *page))
    return made


_CRAWLER = charsniff.Context("html")


def by_charsniff(content_type, body):
    return charsniff.decode(body, content_type, context=_CRAWLER).text


def by_compat_w3lib(content_type, body):
    return charsniff.compat.w3lib.html_to_unicode(content_type, body)[1]


def by_w3lib(content_type, body):
    return w3lib.html_to_unicode(content_type, body)[1]


def of_header(content_type):
    return w3lib.http_content_type_encoding(content_type)


def by_resiliparse(content_type, body):
    declared = "charset=" in content_type and content_type.partition("charset=")[2]
    encoding = resiliparse.map_encoding_to_html5(declared, False) if declared else None
    return resiliparse.bytes_to_str(body, encoding or resiliparse.detect_encoding(body, from_html_meta=True))


def by_chardet(content_type, body):
    return body.decode(of_header(content_type) or chardet.detect(body, prefer_superset=True)["encoding"] or "utf-8", "replace")


def by_charset_normalizer(content_type, body):
    encoding = of_header(content_type)
    if encoding:
        return body.decode(encoding, "replace")
    best = charset_normalizer.from_bytes(body).best()
    return str(best) if best else ""


def by_beautiful_soup(content_type, body):
    declared = of_header(content_type)
    dammit = bs4.dammit.UnicodeDammit(body, known_definite_encodings=[declared] if declared else [], is_html=True)
    return dammit.unicode_markup or ""


def by_html5lib(content_type, body):
    stream = html5lib._inputstream.HTMLBinaryInputStream(body, transport_encoding=of_header(content_type), useChardet=False)
    return stream.dataStream.read()


def package_version(package):
    return charsniff.__version__ if package == "charsniff" else version(package)


ENGINES = [
    ("charsniff.decode", "charsniff", by_charsniff, None),
    ("charsniff.compat.w3lib", "charsniff", by_compat_w3lib, None),
    ("w3lib.html_to_unicode", "w3lib", by_w3lib, None),
    ("resiliparse", "resiliparse", by_resiliparse, None),
    ("html5lib's input stream", "html5lib", by_html5lib, None),
    ("BeautifulSoup's UnicodeDammit", "beautifulsoup4", by_beautiful_soup, 100),
    ("chardet.detect", "chardet", by_chardet, 100),
    ("charset_normalizer.from_bytes", "charset-normalizer", by_charset_normalizer, 100),
]


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    made = pages(count)
    bodies = sum(len(body) for _, body, _ in made) / count
    print(f"\n{count} pages of {bodies / 1000:.1f} KB; CPU time; the best of 5 rounds\n", file=sys.stderr)
    print("| | µs a page | times `charsniff.decode` | right |")
    print("| --- | ---: | ---: | ---: |")
    ours = None
    for name, package, engine, most in ENGINES:
        right = sum(engine(content_type, body) == text for content_type, body, text in made)
        timed = made[:most]
        best = float("inf")
        for _ in range(5 if most is None else 2):
            start = time.process_time()
            for content_type, body, _ in timed:
                engine(content_type, body)
            best = min(best, time.process_time() - start)
        a_page = best / len(timed) * 1e6
        ours = ours or a_page
        print(f"| {name} {package_version(package)} | {a_page:.0f} | {a_page / ours:.1f} | {right / count:.1%} |", flush=True)


if __name__ == "__main__":
    main()
