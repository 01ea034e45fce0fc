"""From an offset in the text to the offset in the bytes, and back."""

import random

import pytest

import charsniff
from charsniff import Context, Stream

PIECES = [b"a", b"<", b"\xe9", b"\xff", b"\xe2\x82\xac", b"\xf0\x9f\x98\x80", b"\xa4\xa4", b"\x81\x30\x81\x30",
          b"\x90\x30\x81\x30", b"\x8f\xb0\xa1", b"\x1b$B0!"]  # fmt: skip


@pytest.mark.parametrize("label", sorted(set(charsniff.labels().values()) - {"replacement", "ISO-2022-JP", "Big5"}))
def test_decoding_from_a_characters_bytes_gives_the_rest_of_the_text(label):
    rand = random.Random(label)
    context = Context("text-decoder", encoding=label, ignore_bom=True)
    for length in range(1, 40):
        data = b"".join(rand.choice(PIECES) for _ in range(length))
        page = charsniff.decode(data, context=context)
        positions = page.positions(data)
        last = 0
        for offset in range(len(page.text)):
            start, end = positions.byte_range(offset, offset + 1)
            assert start == last < end
            assert charsniff.decode(data[start:], context=context).text == page.text[offset:]
            assert [positions.text_offset(byte) for byte in range(start, end)] == [offset] * (end - start)
            assert positions.byte_offset(offset) == start
            last = end
        assert (last, positions.byte_offset(len(page.text))) == (len(data), len(data))
        assert positions.text_offset(len(data)) == len(page.text)


def test_a_page_with_a_mark_in_a_stream():
    data = "\ufeff<title>😀 é</title>".encode("utf-16-le")
    stream = Stream()
    text = "".join(stream.push(data[i : i + 3]) for i in range(0, len(data), 3)) + stream.finish()
    positions = stream.sniffed.positions(bytearray(data))
    assert positions.byte_range(text.index("é"), text.index("é") + 1) == (22, 24)
    assert positions.text_offset(0) == 0
    assert positions.byte_offset(10**9) == len(data)


def test_bytes_as_code_points_and_wrong_arguments():
    data = b"a\xe9b"
    positions = charsniff.sniff(data, context="header-value").positions(data)
    assert positions.byte_range(1, 2) == (1, 2)
    with pytest.raises(OverflowError):
        positions.byte_offset(-1)
    with pytest.raises(TypeError, match="data must be"):
        charsniff.sniff(data).positions("text")
