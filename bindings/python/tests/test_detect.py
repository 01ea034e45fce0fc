"""`detect`, and the drop-ins for chardet and charset_normalizer beside the packages."""

import doctest
import io
import re
import subprocess
import sys

import charset_normalizer
import chardet
import peers
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


def test_names():
    """The names that callers import exist; the missing ones are not needed for a verdict."""
    assert set(chardet.__all__) - set(compat_chardet.__all__) == {"DetectionResult"}
    assert set(charset_normalizer.__all__) - set(compat_normalizer.__all__) == {"set_logging_handler"}
    for module, peer in ((compat_chardet, chardet), (compat_normalizer, charset_normalizer)):
        assert module.__version__ == peer.__version__
        assert all(hasattr(module, name) for name in module.__all__)
    assert type(charset_normalizer.VERSION) is type(compat_normalizer.VERSION) is list


IN_PLACE_OF_CHARDET = """
import chardet, chardet.detector, chardet.enums
from charsniff.compat import chardet as ours
for name in ours.__all__:
    setattr(chardet, name, getattr(ours, name))
chardet.detector.UniversalDetector = ours.UniversalDetector
chardet.enums.EncodingEra, chardet.enums.LanguageFilter = ours.EncodingEra, ours.LanguageFilter
"""


def test_chardets_own_tests(tmp_path):
    """chardet's tests of its functions and their options, of reported bugs, of short texts and of threads."""
    source = peers.source(tmp_path, "chardet")
    names = ("test_api", "test_detector", "test_github_issues", "test_roundtrip_short", "test_thread_safety")
    tests = [source / "tests" / f"{name}.py" for name in names]
    total, failed = peers.run_unedited(tmp_path, tests, IN_PLACE_OF_CHARDET)
    assert total > 290 and set(failed) == {
        # These set or read private fields.
        "test_empty_feed_after_done_is_not_a_truncation",
        # Encodings that the standard does not have.
        "TestEscapeSequences::test_lone_accent_still_utf7",
        "TestEscapeSequences::test_utf7_signature_detected",
        "TestEscapeSequences::test_lone_punctuation_and_cjk_units_stay_utf7",
        "test_detect_utf7",
        "test_detect_utf7_era_all",
        "test_detect_utf7_multi_paragraph",
        "test_detect_cp273",
        "test_detect_hp_roman8",
        # EUC-JP, named as one of Python's supersets of it.
        "test_detect_compat_names_false_returns_codec_names",
        "test_display_name_never_narrower_than_the_data[euc-jp-statistical]",
        "test_display_name_never_narrower_than_the_data[euc-jp-declared]",
        # A MIME type.
        "test_utf8_bytes_override_single_byte_declaration",
        # It expects two encodings; we give one of those that decode the bytes alike.
        "test_detect_all_prefer_superset_lists_each_name_once",
        # UTF-16 whose first bytes are the byte order mark of UTF-32.
        "TestUtf1632::test_utf16_with_null_after_bom",
        # A text in windows-1252 that is taken for another encoding.
        "TestWrongEncodingModernWeb::test_latin1_accented_chars",
        # File names separated by NUL: binary data, or UTF-8.
        "TestNullSeparators::test_issue_346_null_separated_ascii",
        "TestNullSeparators::test_find_print0_output",
    }


IN_PLACE_OF_CHARSET_NORMALIZER = """
import charset_normalizer
from charset_normalizer import api, legacy, models
from charsniff.compat import charset_normalizer as ours
for name in ours.__all__:
    for module in (charset_normalizer, api, legacy, models):
        if hasattr(module, name):
            setattr(module, name, getattr(ours, name))
"""


def test_charset_normalizers_own_tests(tmp_path):
    source = peers.source(tmp_path, "charset-normalizer")
    names = ("base_detection", "detect_legacy", "edge_case", "full_detection", "isbinary", "large_payload", "thread_safety")
    (tmp_path / "data").symlink_to(source / "data")
    tests = [source / "tests" / f"test_{name}.py" for name in names]
    total, failed = peers.run_unedited(tmp_path, tests, IN_PLACE_OF_CHARSET_NORMALIZER)
    assert total > 70
    assert set(failed) <= {
        # It calls the original's private constructor.
        "test_matches_sort_lazily",
        # UTF-16 with rare characters.
        "test_isbinary[raw0-True]",
        # These check whether a private field is computed before it is read.
        "test_large_payload_u8_sig_basic_entry",
        "test_misleading_large_sequence",
        # It checks the original's value of the confidence.
        "TestDetectLegacy::test_small_payload_confidence_altered",
    }


def test_measures_of_charset_normalizer():
    """The attributes have the original's names and types; `chaos` and `coherence` follow from our confidence."""
    for text, encoding in [("Größe und Straße und Äpfel", "cp1252"), ("Дорога ведёт через мост", "utf_8"), ("日本語の文章です。", "cp932")]:
        data = text.encode(encoding)
        ours, theirs = compat_normalizer.from_bytes(data).best(), charset_normalizer.from_bytes(data).best()
        assert (ours.encoding, str(ours)) == (encoding, text)
        assert ours.alphabets == sorted(ours.alphabets) and "Basic Latin" in ours.alphabets or encoding != "cp1252"
        assert ours.multi_byte_usage == pytest.approx(1 - len(text) / len(data)) and ours.fingerprint == hash(text)
        for name in ("chaos", "coherence", "percent_chaos", "percent_coherence", "multi_byte_usage"):
            assert type(getattr(ours, name)) is type(getattr(theirs, name)) is float, name
        assert ours.chaos == pytest.approx(1 - ours.confidence) and ours.percent_chaos == round(ours.chaos * 100, 3)
        assert ours.could_be_from_charset == [encoding, *(match.encoding for match in ours.submatch)]
        assert all(str(match) == text and data.decode(match.encoding) == text for match in ours.submatch)
        assert ours.has_submatch == bool(ours.submatch) == (encoding != "utf_8")
    assert "latin_1" in compat_normalizer.from_bytes("Größe und Straße".encode("cp1252")).best().could_be_from_charset
    assert sorted(compat_normalizer.from_bytes("Größe".encode("cp1252")))[0].encoding == "cp1252"
    # The declaration in the text is replaced by the right one.
    page = compat_normalizer.from_bytes('<meta charset="cp1251">Дорога ведёт'.encode("cp1251")).best()
    assert page.output().decode() == '<meta charset="utf-8">Дорога ведёт'
    assert page.output("koi8_r").decode("koi8-r") == '<meta charset="koi8-r">Дорога ведёт'


@pytest.mark.parametrize(
    ("text", "tag", "name"),
    [
        ("Дорога ведёт через мост на самую большую площадь города.", "ru", "Russian"),
        ("Всеки човек има право на свободно изразяване, също и когато търси и разпространява сведения.", "bg", "Bulgarian"),
        ("Les élèves de cette école ont été reçus à leurs examens.", "fr", "French"),
        ("Zażółć gęślą jaźń, jutro będzie lepiej, a potem pójdziemy do lasu.", "pl", "Polish"),
        ("Bugün hava çok güzel, dışarı çıkıyoruz ve şehri geziyoruz.", "tr", "Turkish"),
        ("Tiếng Việt là ngôn ngữ của người Việt.", "vi", "Vietnamese"),
        ("日本語の文章です。", "ja", "Japanese"),
        ("한국어 문장입니다.", "ko", "Korean"),
        ("我没有埋怨，磋砣的只是一些时间。", "zh", "Chinese"),
        ("Η πόλη είναι μεγάλη.", "el", "Greek"),
        ("😀", None, "Unknown"),
    ],
)
def test_languages_of_utf_8(text, tag, name):
    assert compat_chardet.detect(text.encode())["language"] == tag
    assert compat_normalizer.from_bytes(text.encode()).best().language == name


def test_codecs_of_mail():
    """Encodings of mail that the standard does not have, recognised by their escape sequences."""
    for text, codec, display in [("한국어 문장", "iso2022_kr", "ISO-2022-KR"), ("海岛旅居", "hz", "HZ-GB-2312")]:
        data = text.encode(codec)
        assert compat_chardet.detect(data)["encoding"] == chardet.detect(data)["encoding"] == display
        assert compat_chardet.detect(data, encoding_era=compat_chardet.EncodingEra.MODERN_WEB)["encoding"] != display
        assert compat_chardet.detect(data, exclude_encodings=[codec])["encoding"] != display
        assert str(compat_normalizer.from_bytes(data).best()) == text
        assert not compat_normalizer.from_bytes(data, cp_isolation=["utf-8"])
    for data in (b"a ~{ b", b"~{abc~}", b"if (~{1}) { x = ~{2} }"):
        assert compat_chardet.detect(data)["encoding"] == "ascii", data
    for codec in ("gb18030", "utf_7"):
        match = compat_normalizer.from_bytes("\ufeff我没有".encode(codec)).best()
        assert (match.encoding, str(match), match.bom) == (codec, "我没有", True)


def test_iso_2022_jp_is_found_by_its_escape_sequences():
    data = "日本語の文章".encode("iso-2022-jp")
    assert compat_chardet.detect(data)["encoding"] == chardet.detect(data)["encoding"] == "ISO-2022-JP"
    ours, theirs = compat_normalizer.from_bytes(data).best(), charset_normalizer.from_bytes(data).best()
    assert (ours.encoding, str(ours)) == ("iso2022_jp", "日本語の文章") == (theirs.encoding, str(theirs))
    assert compat_normalizer.detect(b"\x1b[1mbold\x1b[0m")["encoding"] == "utf-8"


@pytest.mark.parametrize("codec", ["utf-32", "utf-16", "utf-8-sig"])
def test_byte_order_marks(codec):
    data = "Größe".encode(codec)
    assert compat_chardet.detect(data)["encoding"] == chardet.detect(data)["encoding"] == codec.upper()
    assert compat_normalizer.detect(data)["encoding"] == charset_normalizer.detect(data)["encoding"] == codec.upper()
    ours, theirs = compat_normalizer.from_bytes(data).best(), charset_normalizer.from_bytes(data).best()
    assert (ours.encoding, str(ours), ours.bom) == (theirs.encoding, "Größe", True)
    assert data.decode(ours.encoding).removeprefix("\ufeff") == "Größe"


def test_options():
    """In the places that they have in the packages."""
    data = "Größe und Straße".encode("cp1252")
    assert compat_chardet.detect(data) == compat_chardet.detect_all(data, True)[0]
    assert compat_chardet.detect(data, compat_names=False)["encoding"] == "cp1252"
    for function in (compat_chardet.detect, compat_chardet.detect_all, chardet.detect):
        with pytest.raises(ValueError, match="max_bytes must be a positive integer"):
            function(data, max_bytes=0)
        with pytest.raises(TypeError):
            function("text")
    with pytest.warns(DeprecationWarning, match="prefer_superset"):
        assert compat_chardet.detect(data, True)["encoding"] == "Windows-1252"
    assert compat_chardet.detect(data, include_encodings=["latin1", "koi8-r"])["encoding"] == "ISO-8859-1"
    assert compat_chardet.detect(data, exclude_encodings=["cp1252"])["encoding"] not in ("Windows-1252", None)
    russian = "Дорога ведёт через мост на самую большую площадь города.".encode("cp1251")
    assert compat_chardet.detect(russian)["language"] == chardet.detect(russian)["language"] == "ru"
    ours = compat_normalizer.from_bytes(russian).best()
    assert ours.language == "Russian" and ours.languages == ["Russian"]
    assert compat_normalizer.detect(russian)["language"] == "Russian"
    assert compat_normalizer.from_bytes(data, 5, 512, cp_isolation=["latin2", "windows-1252"]).best() == "cp1252"
    assert not compat_normalizer.from_bytes(data, cp_isolation=["utf-8"])
    assert "cp1252" not in list(compat_normalizer.from_bytes(data, cp_exclusion=["cp1252"]))
    for function in (compat_normalizer.from_bytes, compat_normalizer.detect):
        with pytest.raises(TypeError, match="must be bytes or bytearray, not int"):
            function(5)


def test_guess():
    guess = charsniff.detect(b"I don\x92t know what they\x92re thinking")
    assert guess.encoding == "windows-1252" and 0.5 < guess.probability <= 1
    assert guess.confidence == guess.probability
    assert all(0 <= probability <= guess.probability for _, probability in guess.runners_up)
    assert repr(guess) == f"<Guess windows-1252 {guess.probability:.3f} en>"
    assert charsniff.detect(b"").python_codec == "utf-8" and guess == charsniff.detect(b"I don\x92t know what they\x92re thinking")
    assert charsniff.detect(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") is None
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
    assert matches["cp1252"].encoding == "cp1252" and "windows_1252" in matches[0].encoding_aliases
    assert matches[0] == "windows-1252" != 5 and matches[0] != "nonsense" and matches[0] in list(matches)
    with pytest.raises(KeyError):
        matches["nonsense"]
    (tmp_path / "page").write_bytes(data)
    for path in (tmp_path / "page", str(tmp_path / "page"), str(tmp_path / "page").encode()):
        assert str(compat_normalizer.from_path(path).best()) == "Größe und Straße"
    assert str(compat_normalizer.from_fp(io.BytesIO(data)).best()) == "Größe und Straße"
    assert compat_normalizer.is_binary(PNG) and not compat_normalizer.is_binary(tmp_path / "page")


def test_candidates():
    word = b"\xea\xe0\xf2"
    assert charsniff.detect(word, only=["koi8-r", "cp1251"]).encoding == "windows-1251"
    assert charsniff.detect(word, only=["koi8-r"]).encoding == "KOI8-R"
    assert charsniff.detect("é".encode(), except_=["utf-8"]).encoding != "UTF-8"
    assert charsniff.detect(b"caf\xe9", prefer={"l9"}).encoding == "ISO-8859-15"
    # The same keywords for pages.
    assert charsniff.sniff(word, only=("koi8-r", "cp1251")).encoding == "windows-1251"
    assert charsniff.sniff(b"caf\xe9", prefer=["l9"]).encoding == "ISO-8859-15"
    assert charsniff.Context(except_=["utf-8"]) != charsniff.Context()
    for function in (charsniff.detect, charsniff.sniff):
        with pytest.raises(ValueError, match='only: "nonsense" names no encoding'):
            function(b"", only=["utf-8", "nonsense"])
        with pytest.raises(TypeError, match="prefer must be a list of labels of encodings, not str"):
            function(b"", prefer="utf-8")
        with pytest.raises(TypeError, match="except_ must be a list of labels of encodings, not int"):
            function(b"", except_=5)


def test_hints_and_languages():
    guess = charsniff.detect("Дорога ведёт через мост на самую большую площадь города.".encode("cp1251"))
    assert (guess.language, guess.script) == ("ru", "Cyrl") and repr(guess).endswith(" ru>")
    assert charsniff.detect(b"plain").language is None
    assert charsniff.detect(b"\xb8\xb5", tld="jp").encoding == "EUC-JP"
    assert charsniff.detect(b"\xb8\xb5", tld="kr").encoding == "EUC-KR"
    assert charsniff.detect("Ήλιος".encode("iso8859-7"), locale="el_GR.UTF-8").encoding in ("ISO-8859-7", "windows-1253")
    assert charsniff.detect(b"\xcc\xe0\xf0\xf1", language="ru").encoding == "windows-1251"
    assert charsniff.detect("火星".encode("iso-2022-jp"), iso_2022_jp=True).encoding == "ISO-2022-JP"
    assert charsniff.detect("火星".encode("iso-2022-jp")).encoding == "UTF-8"


@pytest.mark.parametrize("name", ["chardet", "charset_normalizer"])
def test_dependents_take_our_module_for_the_peers(name):
    """With its version, and with the modules inside that they import."""
    program = f"""
import sys, warnings
warnings.simplefilter("error")
import charsniff.compat.{name} as ours
for other in ("chardet", "charset_normalizer"):
    sys.modules[other] = None
sys.modules["{name}"] = ours
import requests
assert requests.compat.chardet is ours
response = requests.models.Response()
response._content = "<p>Привет, мир".encode("koi8-r")
assert response.apparent_encoding.lower() == "koi8-r", response.apparent_encoding
if "{name}" == "chardet":
    import chardet.detector, chardet.version
    assert chardet.detector.UniversalDetector is ours.UniversalDetector and chardet.version.__version__ == ours.__version__
    from chardet.enums import EncodingEra
    from chardet.universaldetector import UniversalDetector
    assert UniversalDetector is ours.UniversalDetector and EncodingEra is ours.EncodingEra
else:
    from charset_normalizer.api import from_bytes
    from charset_normalizer.legacy import detect
    from charset_normalizer.models import CharsetMatch
    from charset_normalizer.version import __version__
    assert from_bytes is ours.from_bytes and detect is ours.detect and CharsetMatch is ours.CharsetMatch
"""
    subprocess.run([sys.executable, "-c", program], check=True)


def test_one_verdict_over_many_strings():
    names = [name.encode("shift_jis") for name in ("表.txt", "能.doc", "日本語.txt", "東京.mp3")]
    assert charsniff.detect(names[0]).encoding != "Shift_JIS"
    guess = charsniff.detect_all(names)
    assert (guess.encoding, guess.language) == ("Shift_JIS", "ja")
    assert charsniff.detect_all(memoryview(name) for name in names) == guess
    assert charsniff.detect_all(names, only=["gbk"]).encoding == "GBK"
    assert charsniff.detect_all([names[3]], tld="jp") == charsniff.detect(names[3], tld="jp")
    assert charsniff.detect_all([]) == charsniff.detect(b"")
    assert charsniff.detect_all([PNG, PNG]) is None
    for strings, message in (
        (None, "strings must be an iterable of bytes-like objects, not NoneType"),
        (b"bytes", "strings must be an iterable of bytes-like objects, not bytes"),
        ("text", "strings must be an iterable of bytes-like objects, not str"),
        (memoryview(b"bytes"), "strings must be an iterable of bytes-like objects, not memoryview"),
        ([b"bytes", "text"], "strings[1] must be a bytes-like object"),
    ):
        with pytest.raises(TypeError, match=re.escape(message)):
            charsniff.detect_all(strings)
