"""`detect`, and the drop-ins for chardet and charset_normalizer beside the packages."""

import doctest
import io

import charset_normalizer
import chardet
import pytest

import charsniff
from charsniff.compat import chardet as compat_chardet
from charsniff.compat import charset_normalizer as compat_normalizer
from test_resiliparse import SENTENCES

PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"


def test_examples():
    for module in (compat_chardet, compat_normalizer):
        result = doctest.testmod(module)
        assert result.attempted and not result.failed


def test_guess():
    guess = charsniff.detect(b"I don\x92t know")
    assert guess.encoding == "windows-1252" and 0.5 < guess.confidence <= 1
    assert all(0 <= confidence <= guess.confidence for _, confidence in guess.runners_up)
    assert repr(guess) == f"<Guess windows-1252 {guess.confidence:.3f}>"
    assert charsniff.detect(b"").python_codec == "utf-8" and guess == charsniff.detect(b"I don\x92t know")
    with pytest.raises(TypeError, match="not str"):
        charsniff.detect("text")


@pytest.mark.parametrize(("codec", "text"), SENTENCES)
def test_texts(codec, text):
    data = (text + "\n").encode(codec) * 3
    assert data.decode(compat_chardet.detect(data)["encoding"]) == (text + "\n") * 3
    assert str(compat_normalizer.from_bytes(data).best()) == (text + "\n") * 3
    assert data.decode(compat_normalizer.detect(data)["encoding"]) == (text + "\n") * 3
    detector = compat_chardet.UniversalDetector()
    detector.feed(data[:7])
    detector.feed(data[7:])
    assert detector.close() == detector.result == compat_chardet.detect(data) and detector.done


@pytest.mark.parametrize("data", [b"plain", "é".encode() * 20, b"\xef\xbb\xbfabc\xc3\xa9", b"\xff\xfea\0b\0", PNG])
def test_clear_cases(data):
    ours, theirs = compat_chardet.detect(data), chardet.detect(data)
    assert (ours["encoding"] or "").lower() == (theirs["encoding"] or "").lower()
    ours, theirs = compat_normalizer.from_bytes(data), charset_normalizer.from_bytes(data)
    if data != "é".encode() * 20:
        assert bool(ours) == bool(theirs)
        if ours:
            assert (str(ours.best()), ours.best().bom) == (str(theirs.best()), theirs.best().bom)
            assert ours.best().output() == theirs.best().output()


def test_charset_normalizer_takes_repeated_letters_for_korean():
    data = "é".encode() * 20
    assert str(charset_normalizer.from_bytes(data).best()) != "é" * 20
    assert str(compat_normalizer.from_bytes(data).best()) == "é" * 20


def test_matches(tmp_path):
    data = "Größe und Straße".encode("cp1252")
    matches = compat_normalizer.from_bytes(data)
    assert matches and len(matches) == len(list(matches)) and matches[0] is matches.best()
    assert matches["cp1252"].encoding == "cp1252"
    with pytest.raises(KeyError):
        matches["nonsense"]
    (tmp_path / "page").write_bytes(data)
    assert str(compat_normalizer.from_path(tmp_path / "page").best()) == "Größe und Straße"
    assert str(compat_normalizer.from_fp(io.BytesIO(data)).best()) == "Größe und Straße"
    assert compat_normalizer.is_binary(PNG) and not compat_normalizer.is_binary(tmp_path / "page")
