"""`<meta http-equiv=content-type content=...>`: both orders, and what the values may be."""

from .labels import ENCODINGS
from .page import FAR, Group

CONTENTS = [
    b"text/html; charset=koi8-r", b"text/html;charset=koi8-r", b"charset=koi8-r", b"text/html; charset =koi8-r", b"text/html; charset= koi8-r",
    b"text/html; charset = koi8-r", b"text/html; charset\t=\tkoi8-r", b"text/html; charset\x0c=\nkoi8-r", b"text/html; charset\x0b=koi8-r",
    b"text/html; charset=\x0bkoi8-r", b"text/html; charset='koi8-r'", b"text/html; charset='koi8-r", b"text/html; charset=koi8-r'",
    b"text/html; charset=' koi8-r '", b"text/html; charset=''", b"text/html; charset=koi8-r;", b"text/html; charset=koi8-r; x=y",
    b"text/html; charset=koi8-r x", b"text/html; charset=koi8-r,x", b"text/html; charset=koi8-r, text/html", b"text/html charset=koi8-r",
    b"text/htmlcharset=koi8-r", b"text/html, charset=koi8-r", b"text/html; xcharset=koi8-r", b"text/html; x-charset=koi8-r", b"text/html; charsetx=koi8-r",
    b"charsetcharset=koi8-r", b"charset charset=koi8-r", b"charset; charset=koi8-r", b"charset=; charset=koi8-r", b"charset=charset=koi8-r",
    b"charset=bogus; charset=koi8-r", b"charset=koi8-r; charset=shift_jis", b"charset=''; charset=koi8-r", b"charset='; charset=koi8-r",
    b"TEXT/HTML; CHARSET=KOI8-R", b"text/html; ChArSeT=koi8-r", b"text/html; charset:koi8-r", b"text/html; charset koi8-r", b"text/html; charset",
    b"text/html; charset=", b"text/html; charset= ", b"", b"koi8-r", b"text/html; koi8-r", b"text/plain; charset=koi8-r", b"application/xml; charset=koi8-r",
    b"bogus; charset=koi8-r", b"; charset=koi8-r", b"=charset=koi8-r", b"charset==koi8-r", b"charset= =koi8-r", b"charset=(koi8-r)", b"charset=koi8-r)",
    b"charset=koi8-r\x00", b"charset=\x00koi8-r", b"char\x00set=koi8-r", b"charset=koi8-r/", b"text/html; charset=koi8-r\xa0", b"c harset=koi8-r",
    b"charset=`koi8-r`", b"charset=\xabkoi8-r\xbb", b"text/html; charset=koi8-r>", b"text/html; <charset=koi8-r>", b"cccharset=koi8-r", b"charsecharset=koi8-r",
    b"text/html; charset=utf-16", b"text/html; charset=utf-16be", b"text/html; charset=x-user-defined", b"text/html; charset=replacement",
    b"text/html; charset=iso-2022-kr", b"text/html; charset=utf-7", b"text/html; charset=none",
]  # fmt: skip
# Between double quotes, and so that they hold single ones; these are the other way round.
DOUBLE = [
    b'text/html; charset="koi8-r"', b'text/html; charset="koi8-r', b'text/html; charset=koi8-r"', b'text/html; charset=" koi8-r "',
    b'text/html; charset="koi8-r;x"', b'text/html; charset=""; charset=koi8-r', b'text/html; charset=";charset=koi8-r', b'charset="koi8-r" x',
]  # fmt: skip
NAMES = [
    b"content-type", b"Content-Type", b"CONTENT-TYPE", b"'content-type'", b'"Content-Type"', b'" content-type"', b'"content-type "',
    b'"\tcontent-type"', b'"content type"', b"contenttype", b"content_type", b"content-type:", b"content-type;", b"content-language",
    b"refresh", b"default-style", b"x-content-type", b'""', b'"content-type, refresh"', b"content-type\x00", b"content&#45;type",
    b"&#99;ontent-type", b"content-t\xfdpe",
]  # fmt: skip
REFERENCES = [
    b"text/html; charset=koi8&#45;r", b"text/html&#59; charset=koi8-r", b"text/html; charset&#61;koi8-r", b"text/html;&#32;charset=koi8-r",
    b"text/html; &#99;harset=koi8-r", b"text/html; charset=&quot;koi8-r&quot;", b"text/html; charset=&#39;koi8-r&#39;", b"text/html; charset=&quot;koi8-r",
    b"text/html; charset=koi8-r&#59;x", b"text/html; charset=&#107;&#111;i8-r", b"text/html; charset&equals;koi8-r", b"text/html&semi;charset=koi8-r",
]  # fmt: skip
C = b"content='text/html; charset=koi8-r'"
H = b"http-equiv=content-type"
ATTRIBUTES = [
    C, H, b"content=koi8-r " + H, C + b" http-equiv", C + b" http-equiv=refresh", C + b" http-equiv=''", C + b" name=content-type",
    C + b" charset=shift_jis " + H, b"charset=shift_jis " + C + b" " + H, H + b" charset=shift_jis " + C, H + b" " + C + b" charset=shift_jis",
    C + b" charset=bogus " + H, b"charset=bogus " + C + b" " + H, b"charset='' " + H + b" " + C, b"charset " + H + b" " + C, C + b" charset=bogus",
    C + b" charset=shift_jis", b"content=bogus charset=koi8-r", b"charset=koi8-r content='charset=shift_jis'", b"charset=koi8-r http-equiv=refresh",
    b"content='charset=bogus' " + C + b" " + H, C + b" content='charset=shift_jis' " + H, b"content " + C + b" " + H, b"content=''" + C + H,
    b"http-equiv=refresh " + H + b" " + C, H + b" http-equiv=refresh " + C, b"http-equiv " + H + b" " + C, H + C, C + H, H + b"/" + C, C + b"/" + H,
    H.upper() + b" " + C.upper(), H + b" name=x " + C, H + b" scheme=y " + C, b"name=x " + C + b" id=y " + H + b" /", b"http_equiv=content-type " + C,
    b"http-equiv = content-type content = 'text/html; charset=koi8-r'", b"http-equiv='content-type'content='text/html; charset=koi8-r'",
    H + b" content=text/html;charset=koi8-r", H + b" content=text/html; charset=koi8-r", H + b" content=charset=koi8-r", b"content=text/html;charset=koi8-r " + H,
    H + b" value='text/html; charset=koi8-r'", H + b" content='text/html; charset=koi8-r", H + b" content=\"text/html; charset=koi8-r'",
    b"http-equiv content-type " + C, H + b" content", H + b" contents='charset=koi8-r'", b"=" + H + b" " + C, H + b"\x0c" + C, H + b"\x0b" + C,
]  # fmt: skip
SEQUENCES = [
    b"<meta " + H + b"><meta " + C + b">", b"<meta " + C + b"><meta " + H + b">", b"<meta " + H + b" content=text/html><meta charset=koi8-r>",
    b"<meta " + H + b" content='charset=bogus'><meta charset=koi8-r>", b"<meta charset=shift_jis><meta " + H + b" " + C + b">",
    b"<meta " + H + b" " + C + b"><meta charset=shift_jis>", b"<meta http-equiv=refresh content='9;charset=koi8-r'><meta charset=shift_jis>",
]  # fmt: skip


def cases():
    content = Group("pragma-content")
    for text in CONTENTS:
        content.page(b'<meta http-equiv="content-type" content="', text, b'">')
    for text in DOUBLE:
        content.page(b"<meta http-equiv='content-type' content='", text, b"'>")
    for text in CONTENTS[:20]:
        content.page(b'<meta content="', text, b'" http-equiv=content-type>')
    for name in ENCODINGS:
        content.page(b'<meta http-equiv="Content-Type" content="text/html; charset=', name.encode(), b'">')
    equiv = Group("pragma-name")
    for text in NAMES:
        equiv.page(b"<meta http-equiv=", text, b" ", C, b">")
        equiv.page(b"<meta ", C, b" http-equiv=", text, b">")
    reference = Group("pragma-reference")
    for text in REFERENCES:
        reference.page(b'<meta http-equiv=content-type content="', text, b'">')
    attributes = Group("pragma-attributes")
    for text in ATTRIBUTES:
        attributes.page(b"<meta ", text, b">")
    late = Group("pragma-late")
    for text in ATTRIBUTES:
        late.page(*FAR, b"<meta ", text, b">")
    sequence = Group("pragma-sequence")
    for text in SEQUENCES:
        sequence.page(text)
    return content.cases + equiv.cases + reference.cases + attributes.cases + late.cases + sequence.cases
