"""Where the declaration stands: round byte 1,024, far after it, in the head, in the body."""

from .page import FAR, KOI, PROBE, Group

START = b"<!DOCTYPE html>"
PRAGMA = b'<meta http-equiv="content-type" content="text/html; charset=koi8-r">'
HEAD = [
    (b"<!--", b"x", b"-->"), (b"<title>", b"x", b"</title>"), (b"<style>", b" ", b"</style>"), (b"<script>", b" ", b"</script>"), (b"", b" ", b""),
    (b"", b"<link>", b""), (b"<link title='", b"x", b"'>"), (b"<head>", b"<meta name=x>", b""), (b"<noscript>", b"<link>", b"</noscript>"),
    (b"<template>", b"<p>", b"</template>"), (b"<script src=data:,>", b" ", b"</script>"),
]  # fmt: skip
BODY = [
    (b"", b"x", b""), (b"<p>", b"x", b"</p>"), (b"<body>", b" ", b""), (b"<body>", b"<link>", b""), (b"<body><!--", b"x", b"-->"), (b"<div>", b"<br>", b"</div>"),
    (b"<body><script>", b" ", b"</script>"), (b"<textarea>", b"x", b"</textarea>"), (b"<svg>", b" ", b"</svg>"), (b"</head>", b" ", b""),
]  # fmt: skip


def padded(before, unit, after, size):
    """Pieces of exactly `size` bytes."""
    count, rest = divmod(size - len(before) - len(after), len(unit))
    return [before, (unit, count), b" " * rest, after]


def cases():
    round_limit = Group("position-limit")
    # The last byte of the declaration is byte number `end`; its first, byte number `end - len`.
    for before, unit, after in (HEAD[0], HEAD[2], HEAD[4], BODY[0], BODY[1]):
        for tag in (KOI, PRAGMA):
            ends = {1020, 1022, 1023, 1024, 1025, 1026, 1024 + len(tag) - 6, 1024 + len(tag) - 1, 1024 + len(tag), 1024 + len(tag) + 1}
            for end in sorted(ends):
                round_limit.add(START, *padded(before, unit, after, end - len(START) - len(tag)), tag, PROBE)
    for end in range(1015, 1034):
        round_limit.add(START, *padded(b"<!--", b"x", b"-->", end - len(START) - 21), b"<meta charset=koi8-r>", PROBE)
        round_limit.add(START, *padded(b"<!--", b"x", b"-->", end - len(START) - 23), b"<meta charset='koi8-r'>", PROBE)
        round_limit.add(START, b"<body>", *padded(b"<!--", b"x", b"-->", end - len(START) - 27), b"<meta charset=koi8-r>", PROBE)

    far = Group("position-far")
    for size in (1500, 2048, 4096, 10_000, 40_000, 100_000):
        for before, unit, after in HEAD + BODY:
            far.add(START, *padded(before, unit, after, size), KOI, PROBE)

    # What comes before a late declaration: text that it changes, or a declaration of its own.
    mixed = Group("position-mixed")
    sjis = b"<meta charset=shift_jis>"
    for prefix in (b"", b"<body>"):
        mixed.add(START, b"<title>\xe9t\xe9</title>", prefix, *FAR, KOI, PROBE)
        mixed.add(START, prefix, *FAR, b"<title>\xe9t\xe9</title>", KOI, PROBE)
        mixed.add(START, prefix, *FAR, KOI, sjis, PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=bogus>", KOI, PROBE)
        mixed.add(START, sjis, prefix, *FAR, KOI, PROBE)
        mixed.add(START, b"<meta charset=bogus>", prefix, *FAR, KOI, PROBE)
        mixed.add(START, b"<!--", sjis, b"-->", prefix, *FAR, KOI, PROBE)
        mixed.add(START, b"<title>", sjis, b"</title>", prefix, *FAR, KOI, PROBE)
        mixed.add(START, b"<script>'", sjis, b"'</script>", prefix, *FAR, KOI, PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=utf-16>", PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=x-user-defined>", PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=replacement>", PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=koi8&#45;r>", PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=utf-8>", PROBE)
        mixed.add(START, prefix, *FAR, PRAGMA, PROBE)
        mixed.add(START, prefix, *FAR, b"<meta content='charset=koi8&#45;r' http-equiv=content-type>", PROBE)
        mixed.add(START, prefix, *FAR, b"<meta charset=koi8-r", PROBE)
        mixed.add(START, prefix, *FAR, KOI, PROBE, content_type=["text/html;charset=shift_jis"])
        mixed.add(START, prefix, *FAR, KOI, PROBE, content_type=["text/html;charset=bogus"])
        mixed.add(b"\xef\xbb\xbf", START, prefix, *FAR, KOI, PROBE)
    for between in (b"x", b"x ", b"x<link>", b"x<!-- -->", b"x<script></script>", b"x<title></title>", b"x<head>", b"\xe9", b"&#32;", b"&nbsp;", b"\x00", b"x</p>", b"x<p>"):
        mixed.add(START, *FAR, between, KOI, PROBE)
    for size in (0, 500, 990, 1200, 5000):
        padding = padded(b"<!--", b"x", b"-->", size) if size else []
        mixed.add(START, PROBE, *padding, KOI)
        mixed.add(START, b"<head>", *padding, b"</head><body>", KOI, PROBE)
        mixed.add(START, b"<head></head>", *padding, KOI, PROBE)
        mixed.add(START, b"<head></head><body></body>", *padding, KOI, PROBE)
        mixed.add(START, b"<table>", *padding, b"<tr>", KOI, b"</table>", PROBE)
        mixed.add(*padding, b"<html><head><title>t</title>", KOI, PROBE)
        mixed.add(b"<html><head><title>t</title></head>", *padding, KOI, PROBE)
        mixed.add(b"<frameset>", *padding, b"</frameset>", KOI, PROBE)
    return round_limit.cases + far.cases + mixed.cases
