"""The Encoding Standard's encodings as Python codecs."""

import codecs
import io
import random
import subprocess
import sys

import pytest

import charsniff
from charsniff import _charsniff

NAMES = sorted({name.lower() for name in charsniff.labels().values()})
TEXT = "Größe, 火星, Марс, Ήλιος, ½ € 😀"


def test_every_encoding_has_a_codec():
    assert len(NAMES) == 40
    for name in NAMES:
        info = codecs.lookup("whatwg-" + name)
        assert info.name == "whatwg-" + name
        assert b"".decode(info.name) == "" and "".encode(info.name) == b""
    charsniff.register_codecs()
    with pytest.raises(LookupError):
        codecs.lookup("whatwg-nonsense")


@pytest.mark.parametrize("name", NAMES)
def test_round_trips(name):
    codec = "whatwg-" + name
    if name in ("replacement", "x-user-defined"):
        return
    data = TEXT.encode(codec, "ignore")
    kept = data.decode(codec)
    assert "Gr" in kept and all(character in TEXT for character in kept)
    assert kept.encode(codec) == data
    if name.startswith(("utf", "gb18030")):
        assert kept == TEXT


@pytest.mark.parametrize("name", NAMES)
def test_chunks_do_not_matter(name):
    generator = random.Random(name)
    for errors in ("replace", "ignore", "backslashreplace"):
        decoder = codecs.getincrementaldecoder("whatwg-" + name)(errors)
        for _ in range(20):
            data = bytes(generator.choices(range(256), k=200))
            text = "".join(decoder.decode(data[at : at + 7]) for at in range(0, 200, 7)) + decoder.decode(b"", True)
            if errors != "backslashreplace":
                assert text == data.decode("whatwg-" + name, errors)
    if name != "replacement":
        encoder = codecs.getincrementalencoder("whatwg-" + name)("ignore")
        assert b"".join(map(encoder.encode, TEXT)) + encoder.encode("", True) == TEXT.encode("whatwg-" + name, "ignore")


@pytest.mark.parametrize(
    ("name", "data", "text"),
    [
        ("windows-1252", b"\x80\x81", "€\x81"),
        ("windows-874", b"\x80\xa1", "€ก"),
        ("gbk", b"\x80\xbb\xf0", "€火"),
        ("shift_jis", b"\x87\x40\xfc\x4b", "①黑"),
        ("big5", b"\x88\x62", "Ê̄"),
        ("x-user-defined", b"a\x80\xff", "a\uf780\uf7ff"),
        ("utf-8", b"\xef\xbb\xbfa", "\ufeffa"),
    ],
)
def test_the_standards_own_characters(name, data, text):
    assert data.decode("whatwg-" + name) == text


def test_errors():
    with pytest.raises(UnicodeDecodeError) as error:
        b"ab\xff".decode("whatwg-utf-8")
    assert (error.value.encoding, error.value.start, error.value.end) == ("whatwg-utf-8", 2, 3)
    assert b"ab\xffc\xe7".decode("whatwg-utf-8", "replace") == "ab\ufffdc\ufffd"
    assert b"ab\xffc".decode("whatwg-utf-8", "ignore") == "abc"
    assert b"ab\xffc".decode("whatwg-utf-8", "backslashreplace") == "ab\\xffc"
    assert b"ab\xffc".decode("whatwg-utf-8", "surrogateescape") == "ab\udcffc"
    with pytest.raises(UnicodeEncodeError) as error:
        "a火b".encode("whatwg-koi8-r")
    assert (error.value.start, error.value.end, error.value.object) == (1, 2, "a火b")
    assert "a火b".encode("whatwg-koi8-r", "replace") == b"a?b"
    assert "a火b".encode("whatwg-koi8-r", "xmlcharrefreplace") == b"a&#28779;b"
    assert "a火b".encode("whatwg-koi8-r", "namereplace") == b"a\\N{CJK UNIFIED IDEOGRAPH-706B}b"
    assert "火é星".encode("whatwg-iso-2022-jp", "xmlcharrefreplace").decode("iso2022_jp") == "火&#233;星"
    with pytest.raises(LookupError):
        b"\xff".decode("whatwg-utf-8", "nonsense")
    with pytest.raises(TypeError):
        codecs.decode(5, "whatwg-utf-8")


@pytest.mark.parametrize("codec", ["utf-8", "koi8-r", "shift_jis", "utf-16le", "utf-16be"])
def test_unpaired_surrogates(codec):
    """No encoding has them, so the error handler is called, as by Python's codecs."""
    ours, theirs = "whatwg-" + codec, codec
    text = "ab\udcff\ud800c\udc80"
    for errors in ("replace", "ignore", "xmlcharrefreplace", "backslashreplace"):
        assert text.encode(ours, errors) == text.encode(theirs, errors)
    with pytest.raises(UnicodeEncodeError) as error:
        text.encode(ours)
    assert (error.value.encoding, error.value.start, error.value.end) == (ours, 2, 4)
    assert ("a\udcff" + "b\udc80").encode(ours, "surrogateescape") == "a".encode(theirs) + b"\xff" + "b".encode(theirs) + b"\x80"
    assert ("\ud800" * 100_000).encode(ours, "ignore") == b""


def test_unpaired_surrogates_among_characters_that_cannot_be_encoded():
    text = "火\ud800火b"
    assert text.encode("whatwg-koi8-r", "backslashreplace") == text.encode("koi8-r", "backslashreplace")
    with pytest.raises(UnicodeEncodeError) as error:
        "a\ud800火".encode("whatwg-koi8-r", "charsniff-first")
    assert (error.value.start, error.value.end, error.value.object) == (2, 3, "a\ud800火")
    assert "火\ud800星".encode("whatwg-iso-2022-jp", "ignore").decode("iso2022_jp") == "火星"


def fail_on_characters(error):
    if error.object[error.start] == "火":
        raise error
    return "", error.end


codecs.register_error("charsniff-first", fail_on_characters)


def test_error_handlers_return_the_position_to_continue_from():
    codecs.register_error("charsniff-skip", lambda error: ("?", error.end + 1))
    codecs.register_error("charsniff-again", lambda error: ("?", -1))
    codecs.register_error("charsniff-far", lambda error: ("?", 100))
    assert b"a\xffbc".decode("whatwg-utf-8", "charsniff-skip") == "a?c"
    assert b"a\xffbc".decode("whatwg-utf-8", "charsniff-again") == "a?c"
    assert "a火bc".encode("whatwg-koi8-r", "charsniff-skip") == b"a?c"
    with pytest.raises(IndexError):
        b"a\xffbc".decode("whatwg-utf-8", "charsniff-far")


def test_an_error_handler_that_uses_the_same_decoder():
    decoder = None
    codecs.register_error("charsniff-inner", lambda error: (decoder.decode(b"x"), error.end))
    decoder = codecs.getincrementaldecoder("whatwg-utf-8")("charsniff-inner")
    assert decoder.decode(b"a\xffb", True) == "axb"


def test_files(tmp_path):
    path = tmp_path / "page"
    with open(path, "w", encoding="whatwg-shift_jis") as file:
        file.write("火星\n" * 5000)
    assert path.read_bytes() == "火星\n".encode("cp932") * 5000
    with open(path, encoding="whatwg-shift_jis") as file:
        assert file.read() == "火星\n" * 5000
    reader = codecs.getreader("whatwg-shift_jis")(io.BytesIO(path.read_bytes()))
    assert reader.readline() == "火星\n" and reader.read() == "火星\n" * 4999
    target = io.BytesIO()
    writer = codecs.getwriter("whatwg-iso-2022-jp")(target)
    writer.write("火")
    writer.write("星")
    writer.reset()
    assert target.getvalue().decode("iso2022_jp") == "火星"


def test_every_encoding_has_a_python_codec():
    data = bytes(range(1, 256))
    for name in NAMES:
        codec = charsniff.sniff(b"", context="text-decoder", encoding=name).python_codec
        assert data.decode(codec, "replace") == _charsniff.decode_as(data, name)


@pytest.mark.parametrize("name", NAMES)
def test_codec_of_a_body(name):
    """Python's own codec if it decodes this body as the standard does."""
    import pickle

    from charsniff._codecs import codec_of

    for data in (TEXT.encode("whatwg-" + name, "ignore"), bytes(range(1, 256)), b""):
        codec = codec_of(data, charsniff.sniff(data, context="text-decoder", encoding=name, ignore_bom=True))
        expected = _charsniff.decode_as(data, name)
        assert data.decode(codec, "replace") == expected
        assert pickle.loads(pickle.dumps(codec)) == codec
        if data.startswith(b"Gr"):
            # Not the euro sign of GBK, and a character of Big5.
            assert not codec.startswith("whatwg-") or name in ("x-user-defined", "gbk", "big5"), codec
