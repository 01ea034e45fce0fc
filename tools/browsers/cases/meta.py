"""`<meta charset>`: how it may be written, and what its value may be."""

from .labels import ENCODINGS
from .page import FAR, KOI, Group

VALUES = [
    b"KOI8-R", b"Koi8-R", b'"koi8-r"', b"'koi8-r'", b'" koi8-r "', b'"\tkoi8-r\n"', b'"\x0ckoi8-r\r"', b'"\x0bkoi8-r"',
    b'"\xa0koi8-r"', b'"koi8-r\x00"', b"koi8-r\x00", b'"\x00koi8-r"', b"koi\x008-r", b'"koi8-r;"', b"koi8-r;", b"koi8-r,utf-8",
    b'"koi8-r utf-8"', b'"koi8-r, shift_jis"', b"'\"koi8-r\"'", b"\"'koi8-r'\"", b"`koi8-r`", b"koi8-r/", b'"koi8-r"/', b"koi8-r /",
    b'"koi8-r" /', b"koi8_r", b"koi8r", b"koi8-", b"koi", b"koi8", b"cskoi8r", b"koi8-r'", b'koi8-r"', b"'koi8-r", b'"koi8-r',
    b"koi8-r<", b"koi8-r=", b"=koi8-r", b"==koi8-r", b'"', b"''", b'""', b"", b"koi8\xadr", b"\xd0\xbaoi8-r", b"k\xc3\xb6i8-r",
]  # fmt: skip
LABELS = [
    b"utf-8", b"utf8", b"unicode-1-1-utf-8", b"x-unicode20utf8", b"utf-16", b"utf-16le", b"utf-16be", b"unicode", b"ucs-2",
    b"csunicode", b"iso-10646-ucs-2", b"unicodefffe", b"unicodefeff", b"utf-32", b"utf-32le", b"ucs-4", b"utf-7", b"unicode-1-1-utf-7",
    b"cesu-8", b"scsu", b"bocu-1", b"x-user-defined", b"replacement", b"hz-gb-2312", b"iso-2022-kr", b"csiso2022kr",
    b"iso-2022-cn", b"iso-2022-cn-ext", b"iso-2022-jp-1", b"iso-2022-jp-2", b"ibm037", b"cp437", b"cp850", b"iso-8859-9", b"iso-8859-11",
    b"iso-8859-12", b"tis-620", b"ascii", b"us-ascii", b"latin1", b"x-sjis", b"ms_kanji", b"ms932", b"cp932", b"windows-31j", b"gb2312",
    b"gb_2312-80", b"chinese", b"korean", b"ks_c_5601-1987", b"windows-949", b"uhc", b"johab", b"big5-hkscs", b"cn-big5", b"x-x-big5",
    b"x-euc-jp", b"euc-tw", b"euc-cn", b"visual", b"logical", b"mac", b"x-mac-roman", b"x-mac-ukrainian", b"x-mac-greek", b"x-cp1251",
    b"cp1251", b"cp1252", b"win1251", b"windows1251", b"tcvn", b"viscii", b"armscii-8", b"none", b"auto", b"binary", b"8bit",
    b"x-auto-jp", b"_autodetect_all", b"undefined", b"null", b"charset", b"\xff",
]  # fmt: skip

# What stands between "<" and ">", or more.
TAGS = [
    b"<META charset=koi8-r>", b"<MeTa cHaRsEt=koi8-r>", b"<meta\tcharset=koi8-r>", b"<meta\ncharset=koi8-r>", b"<meta\x0ccharset=koi8-r>",
    b"<meta\rcharset=koi8-r>", b"<meta\x0bcharset=koi8-r>", b"<meta/charset=koi8-r>", b"<meta/ charset=koi8-r>", b"<meta / charset=koi8-r>",
    b"<meta //charset=koi8-r>", b"<meta\x00charset=koi8-r>", b"<meta \x00charset=koi8-r>", b"<meta charset\x00=koi8-r>", b"<meta\xa0charset=koi8-r>",
    b"<metacharset=koi8-r>", b"<metax charset=koi8-r>", b"<meta-x charset=koi8-r>", b"<meta:charset charset=koi8-r>", b"< meta charset=koi8-r>",
    b"<\x00meta charset=koi8-r>", b"<me\x00ta charset=koi8-r>", b"</meta charset=koi8-r>", b"<!meta charset=koi8-r>", b"<?meta charset=koi8-r>",
    b"<?meta charset=koi8-r?>", b"<<meta charset=koi8-r>", b"<a<meta charset=koi8-r>", b"<a <meta charset=koi8-r>", b"<a b=<meta charset=koi8-r>",
    b"<\xe9meta charset=koi8-r>", b"&lt;meta charset=koi8-r>", b"<meta charset = koi8-r>", b"<meta charset =koi8-r>", b"<meta charset= koi8-r>",
    b"<meta charset\t=\tkoi8-r>", b"<meta charset\n=\nkoi8-r>", b"<meta charset\x0c=\x0ckoi8-r>", b"<meta charset\r\n=\r\n'koi8-r'>",
    b"<meta charset\x0b=koi8-r>", b"<meta charset=\x0bkoi8-r>", b"<meta charset/=koi8-r>", b"<meta charset=/koi8-r>", b"<meta charset= / koi8-r>",
    b"<meta charset:koi8-r>", b"<meta charset koi8-r>", b"<meta charset>", b"<meta>", b"<meta koi8-r>", b"<meta =charset=koi8-r>",
    b"<meta =charset =koi8-r>", b'<meta "charset=koi8-r>', b'<meta "charset"=koi8-r>', b"<meta 'charset'=koi8-r>", b"<meta <charset=koi8-r>",
    b"<meta -charset=koi8-r>", b"<meta x-charset=koi8-r>", b"<meta charset-=koi8-r>", b"<meta data-charset=koi8-r>", b"<meta xml:charset=koi8-r>",
    b"<meta accept-charset=koi8-r>", b"<meta encoding=koi8-r>", b"<meta \xc7harset=koi8-r>", b"<meta content=koi8-r>", b"<meta name=charset content=koi8-r>",
    b"<meta x charset=koi8-r>", b"<meta x=y charset=koi8-r>", b"<meta x='y' charset=koi8-r>", b"<meta x='y'charset=koi8-r>", b'<meta x=""charset=koi8-r>',
    b"<meta x='>' charset=koi8-r>", b'<meta x=">" charset=koi8-r>', b"<meta x=> charset=koi8-r>", b"<meta x=a>charset=koi8-r>", b"<meta x= charset=koi8-r>",
    b"<meta x='charset=koi8-r'>", b"<meta x='charset=koi8-r>", b"<meta x=y'z charset=koi8-r>", b"<meta x=y\"z\" charset=koi8-r>", b"<meta x=y/charset=koi8-r>",
    b"<meta x/charset=koi8-r>", b"<meta x /charset=koi8-r>", b"<meta x=\"y\"/charset=koi8-r>", b"<meta x==y charset=koi8-r>", b"<meta x=y=z charset=koi8-r>",
    b"<meta name=viewport charset=koi8-r>", b"<meta name=viewport content='width=device-width' charset=koi8-r>", b"<meta itemprop=x charset=koi8-r>",
    b"<meta charset=koi8-r x='>'>", b"<meta charset=koi8-r x=\">\" y='>'>", b"<meta charset=koi8-r x=\"", b"<meta charset=koi8-r x='<p>", b"<meta charset=koi8-r",
    b"<meta charset=koi8-r ", b"<meta charset=koi8-r /", b"<meta charset=koi8-r<p>", b"<meta charset=koi8-r\n<p>", b"<meta charset='koi8-r'<p>",
    b"<meta charset='koi8-r'x>", b"<meta charset='koi8-r''>", b"<meta charset=\"koi8-r\"\">", b"<meta charset=\"koi8-r'>", b"<meta charset='koi8-r\">",
    b"<meta charset=koi8-r charset=shift_jis>", b"<meta charset=bogus charset=koi8-r>", b"<meta charset charset=koi8-r>", b"<meta charset='' charset=koi8-r>",
    b"<meta CHARSET=koi8-r charset=shift_jis>", b"<meta charset=koi8-r CHARSET=shift_jis>", b"<meta charset=utf-16 charset=koi8-r>",
    b"<meta x=1 x=2 charset=koi8-r>", b"<meta charset=koi8-r/><meta charset=shift_jis>", b"<meta charset=koi8-r /><meta charset=shift_jis>",
]  # fmt: skip

REFERENCES = [
    b"koi8&#45;r", b"koi8&#x2d;r", b"koi8&#X2D;r", b"koi8&#45r", b"&#107;oi8-r", b"&#107oi8-r", b"koi8&hyphen;r", b"koi8&dash;r", b"koi8-r&amp;",
    b"koi8-r&#0;", b"koi8-r&#32;", b"&#9;koi8-r", b"&Tab;koi8-r&NewLine;", b"&nbsp;koi8-r", b"koi8-r&#59;", b"koi8&lowbar;r", b"koi8-r&quot;",
    b"koi8-r&", b"koi8-r&#", b"koi8&#8209;r", b"&#x6b;&#x6f;&#x69;&#56;&#45;&#114;", b"KOI8&#45;&#82;", b"utf&#45;16", b"x-user&#45;defined",
]  # fmt: skip

SEQUENCES = [
    b"<meta charset=bogus><meta charset=koi8-r>", b"<meta charset=koi8-r><meta charset=shift_jis>", b"<meta charset=''><meta charset=koi8-r>",
    b"<meta charset><meta charset=koi8-r>", b"<meta charset=utf-16><meta charset=koi8-r>", b"<meta charset=x-user-defined><meta charset=koi8-r>",
    b"<meta charset=replacement><meta charset=koi8-r>", b"<meta charset=koi8-r><meta charset=utf-8>", b"<meta charset=utf-8><meta charset=koi8-r>",
    b"<meta charset=koi8-r><meta charset=koi8-r>", b"<meta charset=koi8&#45;r><meta charset=shift_jis>", b"<meta x='<meta charset=koi8-r>'><meta charset=shift_jis>",
    b"<meta x=\"<meta charset=koi8-r>\">", b"<meta name=a><meta name=b><meta charset=koi8-r>", b"<metadata charset=shift_jis><meta charset=koi8-r>",
    b"<meta charset=bogus><meta charset=also-bogus>", b"<meta charset=koi8-r><meta charset=bogus>", b"</meta><meta charset=koi8-r>",
    b"<meta charset=shift_jis", b"<meta charset=shift_jis <meta charset=koi8-r>", b"<meta <meta charset=koi8-r>", b"<meta charset=koi8-r><?xml encoding='gbk'?>",
]  # fmt: skip


def cases():
    value = Group("meta-value")
    for text in VALUES:
        value.page(b"<meta charset=", text, b">")
    for text in (b"koi8-r\t", b"koi8-r\x0c", b"koi8-r\r\n", b"koi8-r\x0b", b"koi8-r\x1c"):
        value.page(b"<meta charset=", text, b">")
    label = Group("meta-label")
    for text in [name.encode() for name in ENCODINGS] + LABELS:
        label.page(b'<meta charset="', text, b'">', detector=text == b"\xff")
    tag = Group("meta-tag")
    for text in TAGS:
        tag.page(text, detector=b"\xc7" in text)
    late = Group("meta-late")
    for text in TAGS + SEQUENCES:
        late.page(*FAR, text, detector=b"\xc7" in text)
    reference = Group("meta-reference")
    for text in REFERENCES:
        reference.page(b'<meta charset="', text, b'">')
        reference.page(b"<meta charset=", text, b">")
    sequence = Group("meta-sequence")
    for text in SEQUENCES:
        sequence.page(text)
    start = Group("meta-start")
    for text in (b"", b" ", b"\n", b"\x00", b"<", b"<!", b"<!>", b"<!-", b"</", b"</>", b"<?", b"<a", b"<a ", b"<a x='", b"x", b"\xe9"):
        start.add(text, KOI, b"<p>[[[d\xe9j\xe0 l\xe0 ]]]")
        start.add(text, b">", KOI, b"<p>[[[d\xe9j\xe0 l\xe0 ]]]")
    return value.cases + label.cases + tag.cases + late.cases + reference.cases + sequence.cases + start.cases
