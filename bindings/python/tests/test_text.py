"""Texts equal those of Python's own `str`, in all internal widths of `str` and all encodings."""

import itertools
import pickle
import random

import pytest

import charsniff
from charsniff import _charsniff

TEXTS = [
    "",
    "a",
    "plain ASCII " * 2000,
    "é",
    "Ünïcödé " * 2000,
    "€",
    "火星 " * 3000,
    "a" * 9000 + "😀",
    "😀" * 5000,
    "a\0b\ufeff",
    "\ufeff\ufeff",
    "é" * 4000 + "火" + "😀",
]


@pytest.mark.parametrize("text", TEXTS)
def test_unicode(text):
    for encoding, codec in [("utf-8", "utf-8"), ("utf-16le", "utf-16-le"), ("utf-16be", "utf-16-be")]:
        if encoding == "utf-8" or text:
            decoded = charsniff.decode(text.encode(codec), context="text-decoder", encoding=encoding, ignore_bom=True)
            assert decoded.text == text and not decoded.had_errors


LETTERS = [range(32, 127), range(0xA0, 0x500), range(0x3041, 0x30F0), range(0x4E00, 0x9F00)]


@pytest.mark.parametrize(
    ("codec", "label", "letters"),
    [
        ("cp1252", "windows-1252", LETTERS),
        ("iso8859-7", "iso-8859-7", LETTERS),
        ("koi8-r", "koi8-r", LETTERS),
        ("gb18030", "gb18030", LETTERS),
        ("cp932", "shift_jis", LETTERS),
        ("cp949", "euc-kr", LETTERS),
        ("iso2022_jp", "iso-2022-jp", LETTERS[2:]),
    ],
)
def test_legacy(codec, label, letters):
    characters = [chr(code) for code in itertools.chain(*letters)]
    text = "".join(random.Random(1).choices(characters, k=30_000))
    data = text.encode(codec, "ignore")
    assert len(data) > 100
    # Random letters are in no language, so a crawler may not follow the label.
    assert charsniff.decode(data, f"text/html; charset={label}", reading="standard").text == data.decode(codec)


def test_malformed_sequences_are_replaced():
    generator = random.Random(2)
    for length in [1, 10, 1000, 20_000]:
        data = bytes(generator.choices(range(256), k=length))
        decoded = charsniff.decode(data, "text/html; charset=utf-8", context="xhr-text", reading="standard")
        if not data.startswith((b"\xfe\xff", b"\xff\xfe", b"\xef\xbb\xbf")):
            assert decoded.text == data.decode("utf-8", "replace")


def test_python_codecs_that_are_named_read_as_the_standard_does():
    generator = random.Random(3)
    bytes_of = lambda of, most: bytes(generator.choices(of, k=generator.randint(1, most)))  # noqa: E731
    samples = [bytes([a]) for a in range(256)]
    samples += [bytes(pair) + b"A" for pair in itertools.product(range(256), repeat=2)]
    samples += [bytes_of(range(256), 12) for _ in range(5000)]
    samples += [bytes_of(range(0x80, 256), 12) for _ in range(5000)]
    named = 0
    for label, name in _charsniff.labels().items():
        if label != name.lower():
            continue
        codec = charsniff.sniff(b"", context="text-decoder", encoding=label).python_codec
        same = codec is not None and not codec.startswith("whatwg-")
        if same:
            named += 1
            for data in samples:
                assert data.decode(codec, "replace") == _charsniff.decode_as(data, label), (codec, data)
    assert named == 21


def test_large_input():
    text = "Grüße, 火星! " * 1_000_000
    assert charsniff.decode(text.encode(), "text/html; charset=utf-8").text == text


def test_damaged_text_is_repaired_on_request() -> None:
    page = "<p>un café, l’été ".encode() + b"caf\xe9 " + "NicolÃ¡s it\x92s".encode()
    assert charsniff.decode(page, "text/html; charset=utf-8").text == page.decode(errors="replace")
    assert charsniff.decode(page, "text/html; charset=utf-8").repairs == ()
    decoded = charsniff.decode(page, "text/html; charset=utf-8", repair=True)
    assert decoded.text == "<p>un café, l’été café Nicolás it’s"
    assert not decoded.had_errors
    assert decoded.repairs == (
        charsniff.Repair(26, 27, "malformed", ("windows-1252",), "\ufffd", "é"),
        charsniff.Repair(33, 37, "doubly-encoded", ("windows-1252",), "Ã¡", "á"),
        charsniff.Repair(41, 43, "c1-control", ("windows-1252",), "\x92", "’"),
    )
    assert all(page[repair.start : repair.end].decode(errors="replace") == repair.was for repair in decoded.repairs)
    assert pickle.loads(pickle.dumps(decoded)) == decoded
