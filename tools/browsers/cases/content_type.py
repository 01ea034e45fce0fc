"""The syntax of Content-Type, on pages without a declaration and on pages with one."""

from .page import KOI, Group

VALUES = [
    b"text/html; charset=shift_jis", b"text/html;charset=shift_jis", b"text/html ; charset=shift_jis", b"text/html\t;\tcharset=shift_jis",
    b"text/html;  charset=shift_jis  ", b"text/html; charset=Shift_JIS", b"TEXT/HTML; CHARSET=SHIFT_JIS", b"text/html; ChArSeT=sjis",
    b'text/html; charset="shift_jis"', b"text/html; charset='shift_jis'", b'text/html; charset="shift_jis', b'text/html; charset=shift_jis"',
    b'text/html; charset="shift\\_jis"', b'text/html; charset="\\s\\h\\ift_jis"', b'text/html; charset="shift_jis"x', b'text/html; charset="shift_jis" ; x=y',
    b'text/html; charset=" shift_jis "', b'text/html; charset=""', b'text/html; charset="";charset=shift_jis', b"text/html; charset=;charset=shift_jis",
    b"text/html; charset =shift_jis", b"text/html; charset= shift_jis", b"text/html; charset = shift_jis", b"text/html; charset\t=shift_jis",
    b"text/html; charset=shift_jis; charset=gbk", b"text/html; charset=bogus; charset=shift_jis", b"text/html; charset; charset=shift_jis",
    b"text/html; charset=shift jis", b"text/html; charset=shift_jis gbk", b"text/html; charset=(shift_jis)", b"text/html; charset=shift_jis;",
    b"text/html; charset=shift_jis;;", b"text/html;;; charset=shift_jis", b"text/html; x=y; charset=shift_jis", b'text/html; x="; charset=gbk"; charset=shift_jis',
    b'text/html; x="a\\"; charset=gbk"; charset=shift_jis', b"text/html; x=y charset=shift_jis", b"text/html; x charset=shift_jis", b"text/html; =y; charset=shift_jis",
    b"text/html; x=; charset=shift_jis", b"text/html; x; charset=shift_jis", b'text/html; "charset"=shift_jis', b"text/html; ch arset=shift_jis",
    b"text/html; xcharset=shift_jis", b"text/html; charset*=shift_jis", b"text/html; charset*=utf-8''shift_jis", b"text/html; charset:shift_jis",
    b"text/html; charset", b"text/html;", b"text/html; charset=bogus", b"text/html; charset=utf-16", b"text/html; charset=utf-16le", b"text/html; charset=utf-16be",
    b"text/html; charset=x-user-defined", b"text/html; charset=replacement", b"text/html; charset=iso-2022-kr", b"text/html; charset=utf-7", b"text/html; charset=utf-8",
    b"text/html; charset=none", b"text/html; charset=\x8fhift_jis", b"text/html; charset=shift_jis\xa0", b"text/html; charset=sh\xeft_jis", b"text/html charset=shift_jis",
    b"text/html, charset=shift_jis", b"text/html; charset=shift_jis, gbk", b"text/html; charset=shift_jis,text/html", b"text/html,text/html; charset=shift_jis",
    b"text/html; charset=shift_jis, text/html; charset=gbk", b"text/html; charset=gbk, text/html; charset=shift_jis", b"text/html; charset=shift_jis, */*",
    b"text/html; charset=shift_jis, bogus", b"text/html; charset=shift_jis, ", b",text/html; charset=shift_jis", b"text/plain; charset=gbk, text/html; charset=shift_jis",
    b"text/plain; charset=gbk, text/html", b'text/html; x="a,b"; charset=shift_jis', b'text/html; charset="shift_jis, text/html; charset=gbk"',
    b'text/html; charset="shift_jis,text/plain"', b"text/html/x; charset=shift_jis", b"text/html; charset=shift_jis=gbk", b"text/html; charset=shift_jis/gbk",
    b"text/html; charset=shift_jis&gbk", b"text/html; charset=&quot;shift_jis&quot;", b"text/html; charset=%73hift_jis", b"text/html; charset=`shift_jis`",
    b"text/html; charset='shift_jis", b"text/html; charset=\\shift_jis", b"text/html; profile=x; version=1; charset=shift_jis",
    b"text/html; Charset=\"Shift_JIS\"; boundary=x", b"text/html;charset=shift_jis;charset=\"gbk\"", b"text/html;charset=\"shift_jis\";charset=gbk", b'text/html; charset="shift_jis\\',
]  # fmt: skip
SEVERAL = [
    [b"text/html", b"text/html; charset=shift_jis"], [b"text/html; charset=shift_jis", b"text/html"], [b"text/html; charset=gbk", b"text/html; charset=shift_jis"],
    [b"text/html; charset=shift_jis", b"text/html; charset=bogus"], [b"text/html; charset=bogus", b"text/html; charset=shift_jis"],
    [b"text/plain; charset=gbk", b"text/html; charset=shift_jis"], [b"text/plain; charset=gbk", b"text/html"], [b"text/html; charset=shift_jis", b"*/*"],
    [b"text/html; charset=shift_jis", b"bogus"], [b"text/html; charset=shift_jis", b""], [b"text/html; charset=shift_jis", b"; charset=gbk"],
    [b"text/html; charset=shift_jis", b"*/*; charset=gbk"], [b"text/html; charset=gbk", b"text/html", b"text/html; charset=shift_jis"],
    [b"text/html; charset=shift_jis", b"text/html; x=y"], [b'text/html; charset="shift_jis', b"text/html"], [b"text/html; charset=gbk", b"text/plain", b"text/html"],
]  # fmt: skip


def cases():
    plain, declared = Group("content-type"), Group("content-type-and-meta")
    for values in [[value] for value in VALUES] + SEVERAL:
        texts = [value.decode("latin-1") for value in values]
        plain.page(b"<title>t</title>", content_type=texts)
        declared.page(KOI, content_type=texts)
    return plain.cases + declared.cases
