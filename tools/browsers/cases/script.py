"""Scripts: classic ones consult much, modules and workers nothing."""

from case import TELLTALE, marked

from .labels import ENCODINGS
from .page import Group

TEXT = marked(TELLTALE)
ASSIGN = b'window.result="' + TEXT + b'"'
JS = "text/javascript"


def cases():
    classic = Group("script", "classic-script", "script")
    for document in ("utf-8", "windows-1251", "gbk"):
        for attribute in (None, "euc-kr", "bogus", "utf-16le", ""):
            for charset in ("", ";charset=shift_jis", ";charset=bogus"):
                for mark in (b"", b"\xef\xbb\xbf"):
                    facts = {"document": document} | ({} if attribute is None else {"charset": attribute})
                    classic.add(mark, ASSIGN, content_type=[JS + charset], **facts)
    for name in ENCODINGS:
        classic.add(ASSIGN, content_type=[JS], document="windows-1252", charset=name)
        classic.add(ASSIGN, content_type=[f"{JS};charset={name}"], document="windows-1252")
    for value in ('"shift_jis"', "'shift_jis'", " shift_jis ", "utf-16le", "x-user-defined", "replacement"):
        classic.add(ASSIGN, content_type=[f"{JS};charset={value}"], document="windows-1251")
    for attribute in (" EUC-KR ", "x-user-defined", "replacement", "iso-2022-kr", "euc-kr;", "latin1"):
        classic.add(ASSIGN, content_type=[JS], document="windows-1251", charset=attribute)
    for content_type in (["application/javascript;charset=shift_jis"], ["text/plain;charset=shift_jis"], [], ["bogus;charset=shift_jis"]):
        classic.add(ASSIGN, content_type=content_type, document="windows-1251")
    classic.add(ASSIGN, content_type=[f"{JS};charset=gbk", f"{JS};charset=shift_jis"], document="windows-1251")
    classic.add(ASSIGN, content_type=[f"{JS};charset=shift_jis", JS], document="windows-1251")
    classic.add(b'//<meta charset="koi8-r">\n', ASSIGN, content_type=[JS], document="windows-1251")
    wide = 'window.result="[[[d\xe9j\xe0 \u042f\u4f60]]]"'
    for codec, mark in (("utf-16-le", b"\xff\xfe"), ("utf-16-be", b"\xfe\xff")):
        for charset in ("", ";charset=shift_jis"):
            for facts in ({}, {"charset": "euc-kr"}):
                classic.add(mark, wide.encode(codec), content_type=[JS + charset], document="windows-1251", **facts)
        name = codec.replace("-16-", "-16")
        classic.add(wide.encode(codec), content_type=[JS], document="utf-8", charset=name)
        classic.add(wide.encode(codec), content_type=[f"{JS};charset={name}"], document="utf-8")
        classic.add(wide.encode(codec), content_type=[JS], document="utf-8")

    found = classic.cases
    for how in ("script", "worker", "module-worker", "import-scripts"):
        group = Group(f"module-{how}" if how == "script" else how, "module-script", how)
        begin, end = {"script": ("window.result=", ""), "import-scripts": ("self.result=", "")}.get(how, ("postMessage(", ")"))
        body = begin.encode() + b'"' + TEXT + b'"' + end.encode()
        around = {"document": "windows-1251"} if how == "script" else {}
        for charset in ("", ";charset=shift_jis", ";charset=utf-8", ";charset=bogus", ";charset=koi8-r", ";charset=utf-16le"):
            for mark in (b"", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf"):
                group.add(mark, body, content_type=[JS + charset], **around)
        if how == "script":
            group.add(body, content_type=[JS], document="windows-1251", charset="euc-kr")
            group.add(body, content_type=[JS], document="gbk", charset="utf-8")
        found = found + group.cases
    return found
