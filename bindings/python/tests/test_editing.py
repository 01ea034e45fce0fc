"""Text that is edited and written back, converted and checked."""

import json
import os
import pickle
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

import charsniff

PAGES = Path(__file__).resolve().parents[3] / "fixtures" / "pages"
SENTENCE = "彼女は毎朝、駅まで歩いてから新聞を買い、電車の中で読んでいた。\r\n"
JAPANESE = f"<meta charset=shift_jis>\r\n<p>火星 </p>\r\n{SENTENCE * 4}".encode("cp932") + b"\x81\r\n\xff\n"


@pytest.fixture
def page(tmp_path):
    path = tmp_path / "page.html"
    path.write_bytes(JAPANESE)
    path.chmod(0o640)
    return path


def test_only_what_changed_is_written(page):
    with charsniff.edit(page) as file:
        assert file.sniffed.encoding == "Shift_JIS"
        file.text = file.text.replace("火星", "木星")
    assert page.read_bytes() == JAPANESE.replace("火".encode("cp932"), "木".encode("cp932"))
    assert page.stat().st_mode & 0o777 == 0o640
    assert file.edited.data == page.read_bytes() and file.edited.encoding == "Shift_JIS"
    assert os.listdir(page.parent) == ["page.html"]


def test_the_file_stays_if_something_fails_or_nothing_changes(page):
    before = page.stat()
    with pytest.raises(ZeroDivisionError), charsniff.edit(page) as file:
        file.text = ""
        1 / 0
    with pytest.raises(UnicodeEncodeError) as error, charsniff.edit(page) as file:
        file.text = file.text.replace("</p>", "😀</p>")
    assert error.value.encoding == "Shift_JIS" and error.value.object[error.value.start : error.value.end] == "😀"
    assert error.value.reason == "line 2, column 7"
    with charsniff.edit(page) as file:
        file.text = file.text
    with pytest.raises(OSError, match="meanwhile"), charsniff.edit(page) as file:
        file.text += "a"
        page.write_bytes(b"other")
    assert page.read_bytes() == b"other"
    page.write_bytes(JAPANESE)
    assert (page.stat().st_ino, page.stat().st_mode) == (before.st_ino, before.st_mode)


def test_links_read_only_files_and_binary_data(page, tmp_path):
    link = tmp_path / "link.html"
    link.symlink_to(page)
    with charsniff.edit(str(link)) as file:
        file.replace(0, 0, "x")
    assert link.is_symlink() and page.read_bytes() == b"x" + JAPANESE
    binary = tmp_path / "image"
    binary.write_bytes(bytes(range(256)) * 4)
    with pytest.raises(ValueError, match="binary"):
        charsniff.edit(binary)
    with charsniff.edit(binary, override_encoding="latin1") as file:
        file.replace(0, 1, "")
    assert binary.read_bytes() == (bytes(range(256)) * 4)[1:]
    with pytest.raises(FileNotFoundError):
        charsniff.edit(tmp_path / "none")
    # A name that ends like a compressed file's compresses nothing.
    named = tmp_path / "text.gz"
    named.write_bytes(b"caf\xe9")
    with charsniff.edit(named) as file:
        file.text = "Café"
    assert named.read_bytes() == b"Caf\xe9"


def test_the_extension_says_how_a_file_is_read(tmp_path):
    path = tmp_path / "style.css"
    path.write_bytes(b'@charset "koi8-r"; \xcd')
    with charsniff.edit(path) as file:
        file.text += "Луна"
    assert path.read_bytes() == b'@charset "koi8-r"; \xcd' + "Луна".encode("koi8-r")
    assert charsniff.Context.for_file_name("a.css") == charsniff.Context.for_mime_type("text/css")
    assert charsniff.Context.for_file_name("a.unknown").row == "html"
    copied = pickle.loads(pickle.dumps(charsniff.Context.for_file_name("a.css")))
    assert copied == charsniff.Context("css-from-document", file_name="b.css")


def test_what_the_encoding_lacks(page):
    edit = charsniff.Edit(b"caf\xe9", "text/plain; charset=latin1")
    edit.text = "café →!"
    assert edit.write("reference").data == b"caf\xe9 &#8594;!" and edit.write("reference").replaced == 1
    assert edit.write("escape").data == b"caf\xe9 \\u2192!"
    assert edit.write({"→": "->"}.get).data == b"caf\xe9 ->!"
    whole = edit.write("utf-8")
    assert (whole.data, whole.encoding, whole.header) == ("café →!".encode(), "UTF-8", "text/plain; charset=UTF-8")
    for unmappable in (None, "error", lambda character: None):
        with pytest.raises(UnicodeEncodeError):
            edit.write(unmappable)
    for unmappable, error in ((3, TypeError), ("none", ValueError), (lambda c: 3, TypeError), (lambda c: c[9], IndexError)):
        with pytest.raises(error):
            edit.write(unmappable)
    with charsniff.edit(page, unmappable="utf-8") as file:
        file.text = file.text.replace("火星", "火星 😀")
    text = charsniff.decode(page.read_bytes())
    assert (text.encoding, text.label, "火星 😀" in text.text) == ("UTF-8", "UTF-8", True)


def test_wrong_changes():
    edit = charsniff.Edit("aé😀".encode(), "text/plain; charset=utf-8")
    edit.replace(2, 3, "z")
    assert (edit.text, edit.original) == ("aéz", "aé😀")
    for start, end in ((0, 4), (3, 2), (4, 4)):
        with pytest.raises(IndexError):
            edit.replace(start, end, "")
    edit.replace(1, 3, "")
    with pytest.raises(ValueError, match="overlaps"):
        edit.write()
    with pytest.raises(ValueError, match="another text"):
        joined = charsniff.Edit(b"\xa4<", "text/html; charset=big5", reading="standard")
        joined.replace(1, 1, "a")
        joined.write()
    with pytest.raises(ValueError, match="replacement"):
        nothing = charsniff.Edit(b"a", "text/html; charset=hz-gb-2312", reading="standard")
        nothing.text = "b"
        nothing.write()
    with pytest.raises(TypeError):
        charsniff.Edit("text")
    with pytest.raises(UnicodeEncodeError):
        edit.text = "\ud800"


@pytest.mark.parametrize("label", sorted(set(charsniff.labels().values()) - {"replacement", "ISO-2022-JP"}))
def test_outside_the_changes_no_byte_differs(label):
    rand = random.Random(label)
    context = charsniff.Context("text-decoder", encoding=label, ignore_bom=True)
    written = 0
    for _ in range(200):
        data = bytes(rand.choice(b"abc<\r\n\x80\xa4\xc3\xa9\xff\x81") for _ in range(rand.randrange(40)))
        edit = charsniff.Edit(data, context=context)
        positions = edit.sniffed.positions(data)
        start = rand.randint(0, len(edit.original))
        end = rand.randint(start, len(edit.original))
        edit.replace(start, end, rand.choice(("", "x", " yz\n")))
        try:
            new = edit.write().data
        except ValueError:
            # Bytes that would join.
            continue
        written += 1
        first, last = positions.byte_offset(start), positions.byte_offset(end)
        # A pair of Big5 that stands for two characters is one place.
        if label != "Big5" or edit.original == edit.text:
            assert new.startswith(data[:first]) and new.endswith(data[last:])
        assert charsniff.decode(new, context=context).text == edit.text
    assert written > 50


def test_pages_are_converted():
    relabelled = 0
    pages = sorted(PAGES.glob("*.html"))
    assert len(pages) > 20
    for page in pages:
        data = page.read_bytes()
        converted = charsniff.convert(data, context="html", reading="standard")
        assert converted.sniffed == charsniff.sniff(data, context="html", reading="standard")
        assert (converted.encoding, converted.unmappable) == ("UTF-8", ())
        again = charsniff.decode(converted.data, converted.header, context="html", reading="chromium")
        assert again.encoding == "UTF-8" and not again.had_errors
        relabelled += converted.relabelled
    assert relabelled > 20


def test_conversion_to_a_legacy_encoding():
    page = "<meta charset=utf-8>→ Größe\n".encode()
    converted = charsniff.convert(page, to="latin1")
    assert converted.data == b"<meta charset=windows-1252>&#8594; Gr\xf6\xdfe\n"
    assert (converted.encoding, converted.relabelled, converted.header) == ("windows-1252", 1, None)
    assert converted.unmappable == (charsniff.Unmappable("→", 20, 1, 21, "windows-1252"),)
    with pytest.raises(UnicodeEncodeError, match="no reference") as error:
        charsniff.convert(page + "<script>\n'😀→'</script>".encode(), to="latin1")
    assert error.value.object[error.value.start] == "😀"
    with pytest.raises(ValueError):
        charsniff.convert(page, to="nonsense")
    with pytest.raises(ValueError, match="written"):
        charsniff.convert(page, to="hz-gb-2312")


def test_declarations():
    page = b"\xef\xbb\xbf<meta charset=sjis><meta charset=n\xe9>"
    mark, first, second = charsniff.declarations(page, "text/html; charset=koi8-r")[0], *charsniff.declarations(page)[1:]
    assert mark == charsniff.Declaration("bom", None, "UTF-8", None, (0, 3), True, None)
    assert (first.source, first.label, first.encoding, first.counts) == ("meta", "sjis", "Shift_JIS", False)
    assert page[slice(*first.label_range)] == b"sjis" and page[slice(*first.range)] == b"<meta charset=sjis>"
    assert (second.label, second.encoding, second.why_not) == ("né", None, "the label names no encoding")
    assert charsniff.declarations(page, "text/html; charset=koi8-r")[1].source == "transport"


def test_findings_are_the_commands(tmp_path):
    """What the command writes for the same files."""
    pages = [*PAGES.glob("*.html"), tmp_path / "style.css", tmp_path / "many.txt"]
    pages[-2].write_bytes(b"a { content: '\xe9' }")
    pages[-1].write_bytes("\ue000".encode() * 200)
    command = [sys.executable, "-m", "charsniff", "--lint", "--json", *map(str, pages)]
    lines = subprocess.run(command, stdout=subprocess.PIPE, check=False).stdout.splitlines()
    assert len(lines) == len(pages)
    count = 0
    for page, line in zip(pages, map(json.loads, lines), strict=True):
        lint = charsniff.lint(page.read_bytes(), context=charsniff.Context.for_file_name(page.name))
        assert lint.unlisted == line["unlisted"]
        assert [
            {
                "rule": finding.rule,
                "severity": finding.severity,
                "section": finding.section,
                "bytes": {"start": finding.range[0], "end": finding.range[1]},
                "line": finding.line,
                "column": finding.column,
                "message": finding.message,
                "convert-mends": finding.convert_mends,
            }
            for finding in lint.findings
        ] == line["findings"]
        count += len(lint.findings)
    assert count > 50 and lint.unlisted == 100


def test_lines_in_several_encodings(tmp_path):
    log = b"Gr\xfc\xdfe\nplain\n" + "Grüße\n".encode()
    lines = [charsniff.LineRange(1, 2, "windows-1252", (0, 12)), charsniff.LineRange(3, 3, "UTF-8", (12, 20))]
    assert charsniff.mixed_lines(log, context="text-document") == lines
    assert charsniff.mixed_lines(memoryview(log), only=["koi8-r"])[0].encoding == "KOI8-R"
    assert charsniff.mixed_lines(b"Gr\xfc\xdfe\nna\xefve\n") is None and charsniff.mixed_lines(b"") is None
    with pytest.raises(TypeError):
        charsniff.mixed_lines("text")
    (tmp_path / "log.txt").write_bytes(log)
    command = [sys.executable, "-m", "charsniff", "--lines", "--json", str(tmp_path / "log.txt")]
    printed = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)["lines"]
    ranges = [(each["bytes"]["start"], each["bytes"]["end"]) for each in printed]
    found = zip(printed, ranges, strict=True)
    assert [charsniff.LineRange(each["first"], each["last"], each["encoding"], range) for each, range in found] == lines


def test_results_are_values():
    page = b"<meta charset=sjis>\x89\xce"
    edit = charsniff.Edit(page)
    edit.text += "x"
    for value in (charsniff.convert(page), charsniff.lint(page), edit.write(), *charsniff.declarations(page)):
        assert pickle.loads(pickle.dumps(value)) == value and hash(value) == hash(value)
    assert re.match("<Edit Shift_JIS", repr(edit))
