"""A declaration inside something: comments, raw text, templates, foreign elements, tables, bodies."""

from .page import FAR, KOI, PROBE, Group

SJIS = b"<meta charset=shift_jis>"

# (before, after): the declaration stands between them.
COMMENTS = [
    (b"<!--", b"-->"), (b"<!-- ", b" -->"), (b"<!---", b"--->"), (b"<!--", b"--!>"), (b"<!--", b"->-->"), (b"<!-->", b""), (b"<!--->", b""),
    (b"<!---->", b""), (b"<!--->", b"-->"), (b"<!-->", b"-->"), (b"<!--x--!>", b""), (b"<!--x--!>", b"-->"), (b"<!--x-- >", b"-->"),
    (b"<!--x-->", b""), (b"<!--x>", b"-->"), (b"<!--x--y>", b"-->"), (b"<!--<!--", b"-->"), (b"<!--<!--", b"-->-->"), (b"<!--[if IE]>", b"<![endif]-->"),
    (b"<![if IE]>", b"<![endif]>"), (b"<![CDATA[", b"]]>"), (b"<![CDATA[>", b"]]>"), (b"<!x ", b">"), (b"<!x>", b""), (b"<! x='>'", b""),
    (b"<!DOCTYPE x '", b"'>"), (b"<?x ", b"?>"), (b"<?x>", b"?>"), (b"<?x '>'", b"?>"), (b"</ ", b">"), (b"</ >", b""), (b"</>", b""), (b"</x ", b">"),
    (b"</x '>'", b""), (b"</x y='>'>", b""), (b"</x y='", b"'>"), (b"</3 '>'>", b""), (b"</3 '", b"'>"), (b"<3 '", b"'>"), (b"<!-", b"-->"),
]  # fmt: skip
ATTRIBUTES = [
    (b"<a title='", b"'>"), (b'<a title="', b'">'), (b"<a title=", b">"), (b"<a title='>", b"'>"), (b"<a title=x'", b"'>"), (b"<a 'title=", b"'>"),
    (b"<a ", b">"), (b"<a/", b">"), (b"<a title=`", b"`>"), (b"<a title=\"'", b"'\">"), (b"<a =\"", b"\">"), (b"<link title='", b"'>"),
    (b"<base title='", b"'>"), (b"<html title='", b"'>"), (b"<body title='", b"'>"), (b"<meta content='", b"'>"), (b"<a\x0btitle='", b"'>"),
]  # fmt: skip
RAW = [b"title", b"textarea", b"style", b"script", b"xmp", b"iframe", b"noembed", b"noframes", b"noscript", b"plaintext", b"listing", b"pre"]
ENDS = [
    (b"<title></title >", b"</title>"), (b"<title></titlex>", b"</title>"), (b"<title></TITLE/>", b"</title>"), (b"<TITLE>", b"</title>"),
    (b"<title x='>'>", b"</title>"), (b"<title/>", b"</title>"), (b"<title><!--", b"--></title>"), (b"<title><!--</title>", b"-->"),
    (b"<script/>", b"</script>"), (b"<SCRIPT>", b"</SCRIPT>"), (b"<script src=data:,>", b"</script>"), (b"<script type=text/x>", b"</script>"),
    (b"<script>'</script>", b"'</script>"), (b"<script><!--</script>", b"--></script>"), (b"<script><!--<script></script>", b"</script>"),
    (b"<script><!--<script></script>", b"--></script>"), (b"<script><!--<script>--></script>", b""), (b"<script></script\t>", b""), (b"<script></scriptx>", b"</script>"),
    (b"<script></script", b"</script>"), (b"<style/>", b"</style>"), (b"<style></style >", b""), (b"<style><!--</style>", b"--></style>"),
    (b"<style></script>", b"</style>"), (b"<xmp></xmp x='>'>", b""), (b"<noscript><noscript>", b"</noscript></noscript>"), (b"<noscript><style>", b"</style></noscript>"),
    (b"<noscript><!--", b"--></noscript>"), (b"<noscript><p>", b"</noscript>"), (b"<noscript><link>", b"</noscript>"), (b"<noframes></noframes>", b""),
    (b"<textarea></textarea>", b""), (b"<titlex>", b"</titlex>"), (b"<scriptx>", b"</scriptx>"), (b"</title>", b""), (b"</script>", b""),
]  # fmt: skip
ELEMENTS = [
    (b"<html>", b""), (b"<html lang=en>", b""), (b"<html><head>", b"</head>"), (b"<head>", b""), (b"<head x='>'>", b""), (b"</head>", b""), (b"</html>", b""),
    (b"<head></head>", b""), (b"<head></head> ", b""), (b"<head></head>x", b""), (b"<body>", b""), (b"<body></body>", b""), (b"<body></body></html>", b""), (b"x", b""),
    (b"<p>", b"</p>"), (b"<div>", b"</div>"), (b"<div><p>text</p></div>", b""), (b"</p>", b""), (b"<br>", b""), (b"<base>", b""), (b"<link>", b""), (b"<bgsound>", b""),
    (b"<basefont>", b""), (b"<object>", b"</object>"), (b"<template>", b"</template>"), (b"<template><template>", b"</template></template>"),
    (b"<template><table>", b"</table></template>"), (b"<template></template>", b""), (b"<template shadowrootmode=open>", b"</template>"),
    (b"<div><template shadowrootmode=open>", b"</template></div>"), (b"<svg>", b"</svg>"), (b"<svg><g>", b"</g></svg>"), (b"<svg><title>", b"</title></svg>"),
    (b"<svg><foreignObject>", b"</foreignObject></svg>"), (b"<svg><desc>", b"</desc></svg>"), (b"<svg><style>", b"</style></svg>"),
    (b"<svg><script>", b"</script></svg>"), (b"<svg><![CDATA[", b"]]></svg>"), (b"<svg><p>", b"</svg>"), (b"<svg/>", b""), (b"<svg></svg>", b""),
    (b"<math>", b"</math>"), (b"<math><mi>", b"</mi></math>"), (b"<math><annotation-xml>", b"</annotation-xml></math>"),
    (b"<math><annotation-xml encoding=text/html>", b"</annotation-xml></math>"), (b"<math><style>", b"</style></math>"), (b"<table>", b"</table>"),
    (b"<table><tr>", b"</table>"), (b"<table><tr><td>", b"</table>"), (b"<table><caption>", b"</table>"), (b"<table><colgroup>", b"</table>"), (b"<table><style>", b"</style></table>"),
    (b"<select>", b"</select>"), (b"<select><option>", b"</select>"), (b"<select><optgroup>", b"</select>"), (b"<select><script>", b"</script></select>"),
    (b"<table><tr><td><select>", b"</select></table>"), (b"<frameset>", b"</frameset>"), (b"<frameset></frameset>", b""), (b"<frameset><frame>", b"</frameset>"),
    (b"<frameset><noframes>", b"</noframes></frameset>"), (b"<button>", b"</button>"), (b"<a>", b"</a>"), (b"<b>", b"</b>"), (b"<h1>", b"</h1>"), (b"<li>", b"</li>"),
    (b"<form>", b"</form>"), (b"<dialog>", b"</dialog>"), (b"<custom-element>", b"</custom-element>"), (b"<image>", b""), (b"<marquee>", b"</marquee>"),
    (b"<video>", b"</video>"), (b"<canvas>", b"</canvas>"), (b"<audio>", b"</audio>"), (b"<ruby><rt>", b"</ruby>"), (b"<details>", b"</details>"),
]  # fmt: skip
WRAPPERS = COMMENTS + ATTRIBUTES + [(b"<" + name + b">", b"</" + name + b">") for name in RAW] + ENDS + ELEMENTS


def cases():
    early, second, late, body = (Group(f"wrapper-{name}") for name in ("early", "second", "late", "late-body"))
    for before, after in WRAPPERS:
        early.page(before, KOI, after)
        second.page(before, SJIS, after, KOI)
        late.page(*FAR, before, KOI, after)
        body.add(b"<!DOCTYPE html><body>", *FAR, before, KOI, after, PROBE)
    return early.cases + second.cases + late.cases + body.cases
