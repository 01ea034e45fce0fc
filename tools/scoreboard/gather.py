"""Texts out of packages of the registries, and samples of them in the encodings that their languages were written in.

What a sample belongs to, "tuned" or "blind", is the first bit of a hash of its file's place in its package: it was
fixed before anything was measured, and does not change with the library.
"""

import gettext
import hashlib
import html
import io
import json
import pathlib
import random
import re
import subprocess
import sys
import tarfile
import zipfile

import languages

HERE = pathlib.Path(__file__).parent
ROOT = HERE.parents[1]
# Samples of a language in an encoding in each division, by length in characters. A title is one message or name.
PLAN = {"title": 12, "64": 10, "256": 8, "1024": 5, "8192": 3}


def download(registry, package, version, folder):
    """The archive of a package, from its registry or as it was got before."""
    start = f"{package.replace('.', '_').lower()}-{version}"

    def found():
        return next((path for path in folder.iterdir() if path.name.lower().startswith(start)), None)

    folder.mkdir(parents=True, exist_ok=True)
    if not found():
        if registry == "pypi":
            subprocess.run([sys.executable, "-m", "pip", "download", "-q", "--no-deps", "-d", folder, f"{package}=={version}"], check=True)
        else:
            subprocess.run(["npm", "pack", "--silent", f"{package}@{version}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    return found()


def files(archive):
    """Name and bytes of every file of an archive, in the order of their names."""
    if zipfile.is_zipfile(archive):
        with zipfile.ZipFile(archive) as opened:
            for name in sorted(opened.namelist()):
                yield name, lambda name=name: opened.read(name)
    else:
        with tarfile.open(archive) as opened:
            for member in sorted((member for member in opened.getmembers() if member.isfile()), key=lambda member: member.name):
                yield member.name, lambda member=member: opened.extractfile(member).read()


def catalogue(name, read):
    found = re.search(r"/(?:locales?|conf/locale)/([A-Za-z@_-]+)/LC_MESSAGES/[^/]+\.mo$", name)
    if found and found[1] != "en":
        messages = gettext.GNUTranslations(io.BytesIO(read()))._catalog
        # A message equal to its key was not translated.
        yield found[1], [text for key, text in sorted(messages.items(), key=str) if key and key != text and isinstance(text, str)]


def localization(name, read):
    found = re.search(r"/langs\d/([A-Za-z_-]+)\.js$", name)
    if found and not found[1].startswith("en"):
        pairs = re.findall(r'^ *"(.*)": "(.*)",?$', read().decode(), re.M)
        unescaped = [(key, re.sub(r"\\u([0-9a-fA-F]{4})", lambda code: chr(int(code[1], 16)), text)) for key, text in pairs]
        yield found[1], [text for key, text in unescaped if key != text and "\\" not in text]


def manual(name, read):
    found = re.search(r"(?:_|\.)([a-z]{2}(?:-[a-z]{2})?)\.(?:md|txt)$", name)
    if found:
        yield found[1], [line.strip() for line in read().decode().split("\n")]


def declaration(name, read):
    """The Declaration of Human Rights, in the languages that the detector's training data leave out."""
    unseen = re.search(r'UNSEEN = """([^"]+)"""', (ROOT / "fixtures/detector/collect.py").read_text())[1].split()
    found = re.search(r"/declaration/([a-z]+)[^/]*\.html$", name)
    if found and found[1] in unseen:
        paragraphs = re.findall(r"<p[^>]*>(.*?)</p>", read().decode(), re.S)
        yield found[1], [html.unescape(re.sub(r"<[^>]+>|\s+", " ", text)).strip() for text in paragraphs]


READERS = {"catalogue": catalogue, "localization": localization, "manual": manual, "declaration": declaration}


def is_foreign(text):
    return not text.isascii()


def clean(text):
    return re.sub(r"\s+", " ", re.sub(r"%\([a-z_]+\)[a-z]|%[sd]|\{[^}]*\}|\$\{[^}]*\}|<[^>]*>", "", text)).strip()


def digest(place):
    return hashlib.sha256(place.encode()).digest()


def division(place):
    return "blind" if digest(place)[0] & 0x80 else "tuned"


def texts(sources, folder):
    """Language, package, place in it and messages of each file that has any."""
    for source in sources:
        archive = download(source["registry"], source["package"], source["version"], folder)
        for name, read in files(archive):
            for label, messages in READERS[source["kind"]](name, read):
                language = languages.language(label)
                kept = list(dict.fromkeys(languages.prepared(clean(text), language) for text in messages))
                kept = [text for text in kept if len(text) > 2 and any(map(str.isalpha, text))]
                if any(map(is_foreign, kept)):
                    yield language, source, name, kept


def pieces(messages, size, count):
    """Up to `count` texts of `size` characters at most that begin at different messages, each with a character above U+007F."""
    if size == "title":
        titles = [text for text in messages if is_foreign(text) and len(text) <= 60]
        step = max(1, len(titles) // count)
        yield from titles[::step][:count]
        return
    given, start = 0, 0
    for _ in range(count):
        text, at = "", start
        while at < len(messages) and len(text) < int(size):
            text += ("\n" if text else "") + messages[at]
            at += 1
        if len(text) < int(size) * 3 // 4:
            return
        if is_foreign(text := text[: int(size)].rstrip()):
            yield text
            given += 1
        start = max(at, len(messages) * (given + 1) // (count + 1))


def samples(folder):
    """Every sample: division, language, encoding, size, text."""
    rows = (HERE / "sources.tsv").read_text().splitlines()
    head, *rows = [row.split("\t") for row in rows]
    sources = [dict(zip(head, row)) for row in rows]
    grouped = {}
    for language, source, name, messages in texts(sources, folder):
        place = f"{source['registry']}/{source['package']}/{name}"
        grouped.setdefault((division(place), language), []).append((place, messages))
    for (part, language), found in sorted(grouped.items()):
        for size, count in PLAN.items():
            taken = {}
            # One file after the other gives a text, in the order of their hashes, until there are enough.
            ways = [(place, pieces(messages, size, count)) for place, messages in sorted(found, key=lambda file: digest(file[0]))]
            while ways:
                for way in list(ways):
                    place, rest = way
                    text = next(rest, None)
                    if text is None:
                        ways.remove(way)
                        continue
                    for encoding in languages.encodings(language, text):
                        if taken.setdefault(encoding, 0) < count:
                            taken[encoding] += 1
                            yield dict(part=part, lang=language, enc=encoding, size=size, src=place, text=text)
                if taken and min(taken.values()) >= count:
                    break


# Encodings that the Encoding Standard has no decoder for, or none by these bytes: no answer is right.
OUT_OF_SCOPE = {"cp437": "de es fr", "cp850": "de es fr pt", "cp852": "cs hu pl", "cp737": "el", "cp862": "he", "johab": "ko",
    "iso2022_kr": "ko", "hz": "zh-hans", "utf_7": "de ja ru", "cp775": "et lt lv", "cp855": "bg mk sr", "cp857": "tr", "cp860": "pt",
    "cp861": "is", "cp863": "fr", "cp865": "da nb", "cp869": "el", "cp500": "de fr pt", "mac_greek": "el", "mac_latin2": "cs hu pl",
    "mac_turkish": "tr", "hp_roman8": "de es fr", "kz1048": "kk", "koi8_t": "tg"}
BINARY = re.compile(r"\.(png|gif|jpe?g|ico|woff2?|ttf|eot|mo|gz|pyc|so|whl)$")
# What is pasted into a page in UTF-8, and what has something in UTF-8 pasted into it.
PASTED = {"windows-1252": "de es fr pt", "windows-1251": "bg ru uk", "shift_jis": "ja"}


def few_foreign_words(manual, clean_samples):
    """Four kilobytes of an English manual with one foreign name or message in the last third."""
    for at, sample in enumerate(clean_samples):
        if sample["size"] == "title" and sample["enc"] != "utf-8":
            start = at * 997 % (len(manual) - 4096)
            page = manual[start : start + 4096]
            place = page.index("\n", 2800) + 1
            data = languages.encode(page[:place] + sample["text"] + "\n" + page[place:], sample["enc"])
            if data:
                yield {**sample, "class": "few foreign words", "data": data}


def high_bytes(data):
    return sum(byte > 0x7F for byte in data)


def mixed_encodings(clean_samples):
    """Pages in UTF-8 with a word or two in a legacy encoding, and the other way round. Most of the bytes above 7F are the page's."""
    for part in ("blind", "tuned"):
        titles = [sample for sample in clean_samples if sample["part"] == part and sample["size"] == "title"]
        legacy = [title for title in titles if title["lang"] in PASTED.get(title["enc"], "").split()]
        utf_8 = [title for title in titles if title["enc"] == "utf-8"]
        for at, sample in enumerate(clean_samples):
            if sample["part"] != part or sample["size"] not in ("1024", "8192"):
                continue
            is_utf_8 = sample["enc"] == "utf-8"
            if not is_utf_8 and sample["lang"] not in PASTED.get(sample["enc"], "").split():
                continue
            chosen = random.Random(f"{at} {sample['src']}")
            page = [line.encode(languages.codec(sample["enc"])) for line in sample["text"].split("\n")]
            own, pasted = sum(map(high_bytes, page)), 0
            for _ in range(chosen.randint(1, 2)):
                other = chosen.choice(legacy if is_utf_8 else utf_8)
                words = [word[:8] for word in other["text"].split() if is_foreign(word[:8])] or [other["text"][:8]]
                word = chosen.choice(words).encode(languages.codec(other["enc"]))
                pasted += high_bytes(word)
                page[chosen.randrange(len(page))] += b" " + word
            if pasted and pasted < own:
                yield {**sample, "class": "mixed encodings", "data": b"\n".join(page)}


def lists_and_tables(clean_samples):
    """The titles of a language as a list, a table with numbers, and the items of a menu."""
    groups = {}
    for sample in clean_samples:
        if sample["size"] == "title":
            groups.setdefault((sample["part"], sample["lang"], sample["enc"]), []).append(sample)
    for group in groups.values():
        titles = [sample["text"] for sample in group]
        numbered = list(enumerate(titles, 1))
        for text in ("\n".join(titles), "\n".join(f"{n};{title};{n * 37 % 100}.{n * 7 % 10}" for n, title in numbered),
                     "<ul>\n" + "\n".join(f'<li><a href="/{n}">{title}</a></li>' for n, title in numbered) + "\n</ul>"):
            yield {**group[0], "class": "lists and tables", "size": "", "data": languages.encode(text, group[0]["enc"])}


def file_names(clean_samples):
    for sample in clean_samples:
        if sample["size"] == "title":
            stem = "_".join(re.findall(r"\w+", sample["text"]))
            ending = ("pdf", "jpg", "doc", "html")[digest(sample["text"])[0] % 4]
            if is_foreign(stem) and (data := languages.encode(f"{stem}.{ending}", sample["enc"])):
                yield {**sample, "class": "titles and file names", "data": data}


def out_of_scope(clean_samples):
    for sample in clean_samples:
        if sample["size"] in ("64", "256", "1024") and sample["enc"] == "utf-8":
            for name, written in OUT_OF_SCOPE.items():
                if sample["lang"] in written.split():
                    data = sample["text"].encode(name, "ignore")
                    if data.decode(name) == sample["text"] and data != sample["text"].encode():
                        yield {**sample, "class": "out of scope", "enc": name, "data": data}


def binary(folder):
    for archive in sorted(folder.iterdir()):
        names = [name for name, _ in files(archive) if BINARY.search(name)]
        chosen = set(names[:: max(1, len(names) // 100)])
        for name, read in files(archive):
            data = read()[:4096] if name in chosen else b""
            if data:
                place = f"{archive.name}/{name}"
                yield {"class": "binary", "part": division(place), "lang": "", "enc": "", "size": "", "src": place, "data": data}


def every(folder):
    """Every sample of every class, with its bytes."""
    clean_samples = list(samples(folder))
    for sample in clean_samples:
        yield {**sample, "class": "clean text", "data": languages.encode(sample["text"], sample["enc"])}
    english = [read().decode() for name, read in files(next(folder.glob("javascripting-*"))) if name.endswith("/problem.md")]
    yield from few_foreign_words(re.sub(r"[^\x00-\x7f]", "", "\n".join(english)), clean_samples)
    yield from mixed_encodings(clean_samples)
    yield from lists_and_tables(clean_samples)
    yield from file_names(clean_samples)
    yield from out_of_scope(clean_samples)
    yield from binary(folder)
