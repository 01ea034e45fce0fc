"""`Stream`: the same text however the bytes are cut."""

import random
import threading

import pytest

import charsniff

PAGE = b"<!doctype html><meta charset=shift_jis><p>" + b"\x89\xce\x90\xaf" * 500


def test_chunks_do_not_matter():
    expected = charsniff.decode(PAGE)
    generator = random.Random(1)
    for _ in range(50):
        stream, text, at = charsniff.Stream(), "", 0
        while at < len(PAGE):
            size = generator.randint(0, 40)
            text += stream.push(PAGE[at : at + size])
            at += size
        text += stream.finish()
        assert text == expected.text and stream.sniffed == charsniff.sniff(PAGE)


def test_state():
    stream = charsniff.Stream(reading="standard")
    assert (stream.sniffed, stream.held, stream.had_errors) == (None, 0, False)
    assert repr(stream) == "<Stream no verdict yet>"
    assert stream.push(bytearray(b"<title>")) == "" and stream.held == 7
    assert stream.push(b"<meta charset=big5>") == "<title><meta charset=big5>"
    assert (stream.sniffed.source, stream.held, repr(stream)) == ("meta", 0, "<Stream Big5 tentative meta>")
    assert stream.push(b"\xff") + stream.finish() == "\ufffd" and stream.had_errors


def test_decide():
    stream = charsniff.Stream({"Content-Type": "text/html"}, url="https://example.org/", locale="ja")
    assert stream.push(b"<p>") == ""
    assert stream.decide() == "<p>" and stream.sniffed.encoding == "Shift_JIS"


def test_change_the_encoding():
    stream = charsniff.Stream(reading="standard")
    text = stream.push(b"<title>x</title>" + b" " * 1024)
    change, more = stream.change_the_encoding("koi8-r")
    text += more + stream.push(b"\xcd\xc1\xd2\xd3") + stream.finish()
    assert change == "switch" and text.endswith("марс")
    assert stream.change_the_encoding("nonsense")[0] == "keep"
    certain = charsniff.Stream("text/html; charset=utf-8")
    certain.push(b"x")
    assert certain.change_the_encoding("koi8-r") == ("keep", "")


def test_fatal_contexts_say_where():
    stream = charsniff.Stream("text/xml; charset=utf-8", context="xml", reading="standard")
    stream.push(b"<a>")
    for _ in range(2):
        with pytest.raises(UnicodeDecodeError) as error:
            stream.push(b"\xff")
        assert (error.value.start, error.value.end) == (3, 4)


def test_wrong_arguments():
    with pytest.raises(TypeError, match="not str"):
        charsniff.Stream().push("text")
    with pytest.raises(ValueError, match="nonsense"):
        charsniff.Stream(context="nonsense")


def test_one_stream_in_many_threads():
    """Each chunk is taken as a whole, in any order; no call fails."""
    stream, texts, lock = charsniff.Stream("text/plain; charset=utf-8"), [], threading.Lock()

    def work():
        for _ in range(200):
            text = stream.push("火".encode() * 10)
            with lock:
                texts.append(text)

    threads = [threading.Thread(target=work) for _ in range(8)]
    [thread.start() for thread in threads]
    [thread.join() for thread in threads]
    texts.append(stream.finish())
    assert "".join(texts) == "火" * 16_000


def test_push_after_finish():
    stream = charsniff.Stream("text/html; charset=utf-8")
    assert stream.push(b"a") + stream.finish() == "a"
    with pytest.raises(ValueError, match="push after finish"):
        stream.push(b"b")
    assert stream.finish() == ""
    # A stream that starts again takes all bytes again.
    stream = charsniff.Stream("text/html", detection="off", reading="standard")
    page = "<p>é".encode() + b" " * 2000 + b"<meta charset=utf-8>"
    stream.push(page)
    stream.finish()
    assert stream.change_the_encoding("utf-8")[0] == "start-again"
    assert stream.push(page).startswith("<p>é")
