"""The Python peers: which evidence they use (features.json), and the results of their own test suites: html5lib's
encoding tests, detection on labelled files, and the time to sniff a labelled page.

    pip install w3lib chardet resiliparse html5lib webencodings charset-normalizer
    cargo build --release -p charsniff-cli
    python tools/peers/peers.py [features] [tests] [time] [detection]
"""

import csv
import json
import pathlib
import subprocess
import sys
import time
from importlib.metadata import version

import chardet
import charset_normalizer
import html5lib
import resiliparse.parse.encoding
import w3lib.encoding
import webencodings
from html5lib._inputstream import HTMLBinaryInputStream

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARED = ROOT.parent / "shared"
CHARSNIFF = ROOT / "target/release/charsniff"
# Python's names for encodings that are not labels. gb18030 stands for GBK, which it contains.
OTHER_NAMES = {
    "gb18030": "gbk", "gb2312": "gbk", "cp932": "shift_jis", "cp949": "euc-kr", "johab": "johab", "big5hkscs": "big5",
    "mac-cyrillic": "x-mac-cyrillic", "mac-roman": "macintosh", "utf-16-be": "utf-16be", "utf-16-le": "utf-16le",
    "utf-8-sig": "utf-8", "iso8859-1": "iso-8859-1", "koi8-r": "koi8-r", "cp874": "windows-874", "tis-620": "windows-874",
}


def name(label):
    """The Encoding Standard's name for a peer's answer."""
    if not label:
        return None
    label = label.lower().replace("_", "-")
    label = OTHER_NAMES.get(label, label)
    encoding = webencodings.lookup(label)
    found = encoding.name if encoding else label
    return OTHER_NAMES.get(found, found)


def text(data, encoding):
    try:
        return webencodings.lookup(encoding).codec_info.decode(data, "replace")[0]
    except (AttributeError, LookupError, UnicodeError):
        return None


def same(data, answer, truth):
    """Whether an answer is right or gives the same text."""
    if name(answer) == name(truth):
        return True
    expected = text(data, truth)
    return expected is not None and text(data, name(answer) or "") == expected


def html5lib_reads(data):
    return HTMLBinaryInputStream(data, useChardet=False).charEncoding[0].name


def charsniff(arguments, data=None):
    """The verdicts of the command, which takes some milliseconds to start."""
    run = subprocess.run([CHARSNIFF, "--json", *arguments], input=data, stdout=subprocess.PIPE, check=True)
    return [json.loads(line)["encoding"] for line in run.stdout.splitlines()]


READERS = {
    f"w3lib {version('w3lib')}": lambda data: w3lib.encoding.html_to_unicode(None, data, default_encoding="cp1252")[0],
    f"html5lib {version('html5lib')}": html5lib_reads,
    f"resiliparse {version('resiliparse')}, from_html_meta": lambda data: resiliparse.parse.encoding.detect_encoding(
        data, from_html_meta=True
    ),
    f"chardet {version('chardet')}": lambda data: chardet.detect(data)["encoding"],
}
DETECTORS = {
    f"chardet {version('chardet')}": lambda data: chardet.detect(data)["encoding"],
    f"resiliparse {version('resiliparse')} (uchardet)": resiliparse.parse.encoding.detect_encoding,
    f"charset-normalizer {version('charset-normalizer')}": lambda data: charset_normalizer.detect(data)["encoding"],
}


# Peers get Content-Type and bytes. Those that take no header get the bytes only, those that take a label get the charset.
FEATURES = {
    f"w3lib {version('w3lib')}": lambda content_type, data: w3lib.encoding.html_to_unicode(
        content_type, data
    )[0],
    f"html5lib {version('html5lib')} with chardet": lambda content_type, data: html5lib_parses(content_type, data),
    f"resiliparse {version('resiliparse')}, from_html_meta": lambda _, data: resiliparse.parse.encoding.detect_encoding(
        data, from_html_meta=True
    ),
    f"chardet {version('chardet')}": lambda _, data: chardet.detect(data)["encoding"],
    f"charset-normalizer {version('charset-normalizer')}": lambda _, data: charset_normalizer.detect(data)["encoding"],
    "charsniff": lambda content_type, data: charsniff(
        [*([f"--content-type={content_type}"] if content_type else [])], data
    )[0],
}


def html5lib_parses(content_type, data):
    parser = html5lib.HTMLParser()
    _, _, label = (content_type or "").partition("charset=")
    parser.parse(data, transport_encoding=label or None)
    return parser.documentEncoding


def features():
    probes = json.loads((pathlib.Path(__file__).parent / "features.json").read_text(encoding="utf-8"))
    for peer, read in FEATURES.items():
        print(f"features of {peer}")
        for probe in probes:
            found = read(probe["content_type"], bytes.fromhex(probe["hex"]))
            print(f"  {'yes' if name(found) == name(probe['expected']) else 'no ':<4}{probe['what']}: {found}")


def html5lib_tests():
    for file in ["tests1.dat", "tests2.dat", "test-yahoo-jp.dat"]:
        tests = (b"\n" + (SHARED / "conformance/html5lib" / file).read_bytes()).split(b"\n#data\n")
        for test in tests[1:]:
            data, _, rest = test.partition(b"\n#encoding\n")
            yield data, rest.split(b"\n")[0].decode().strip()


def tests():
    tests = list(html5lib_tests())
    print("html5lib's encoding tests")
    for peer, read in READERS.items():
        passed = sum(name(read(data)) == name(label) for data, label in tests)
        print(f"  {peer}: {passed} of {len(tests)}")

    for reading in [["--reading=standard"], ["--reading=standard", "--prescan-limit=9000"], ["--reading=chromium"]]:
        arguments = ["--detection=off", *reading]
        passed = sum(name(charsniff(arguments, data)[0]) == name(label) for data, label in tests)
        print(f"  charsniff {' '.join(reading)}: {passed} of {len(tests)}")


def time_a_page():
    page = (SHARED / "corpus/wikipedia/de.html").read_bytes()
    print(f"time to sniff a labelled page of {len(page)} bytes")
    for peer, read in READERS.items():
        times = []
        while len(times) < 5 or (sum(times) < 1 and len(times) < 1000):
            started = time.perf_counter()
            read(page)
            times.append(time.perf_counter() - started)
        best = min(times)
        print(f"  {peer}: {best * 1e6:.0f} µs, {len(page) / best / 1e6:.1f} MB/s")


def detection():
    folder = SHARED / "corpus/detect-dev"
    with open(folder / "manifest.csv", encoding="utf-8") as manifest:
        files = [((folder / row["file"]).read_bytes(), row["encoding"]) for row in csv.DictReader(manifest)]
    size = sum(len(data) for data, _ in files)
    print(f"detection on {len(files)} labelled files, {size} bytes")
    for peer, detect in DETECTORS.items():
        started = time.perf_counter()
        answers = [detect(data) for data, _ in files]
        took = time.perf_counter() - started
        right = sum(same(data, answer, truth) for answer, (data, truth) in zip(answers, files))
        print(f"  {peer}: {right} of {len(files)} ({100 * right / len(files):.1f} %), {size / took / 1e6:.1f} MB/s")
    # Plain text has no declaration, so that the detector answers.
    paths = [path for path in sorted(folder.iterdir()) if path.name != "manifest.csv"]
    started = time.perf_counter()
    answers = dict(zip((path.name for path in paths), charsniff(["--context=text-document", "--content-type=text/plain", *paths])))
    took = time.perf_counter() - started
    with open(folder / "manifest.csv", encoding="utf-8") as manifest:
        rows = list(csv.DictReader(manifest))
    right = sum(same((folder / row["file"]).read_bytes(), answers[row["file"]], row["encoding"]) for row in rows)
    print(f"  charsniff: {right} of {len(files)} ({100 * right / len(files):.1f} %), {size / took / 1e6:.1f} MB/s with its start")


PARTS = {"features": features, "tests": tests, "time": time_a_page, "detection": detection}


if __name__ == "__main__":
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
