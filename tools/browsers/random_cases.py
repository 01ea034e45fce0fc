"""Random cases: pages, style sheets, scripts, XML documents and XHRs, made from a seed.

What no declaration decides is ASCII, so that the browsers' detectors have nothing to guess from.
"""

import random

from case import FAITHFUL, TELLTALE, Case, marked
from cases.frame import REPORT
from cases.labels import ENCODINGS, LABELS
from unlabelled import page as unlabelled

# Chromium's detector answers these for ASCII with control characters. No declaration in a page names one of them, in
# whatever spelling, so such an answer can only be the detector's (`Case::is_guess` in tests/browser_record).
GUESSED = ["windows-1257", "Big5", "gb18030", "ISO-8859-2", "KOI8-U", "windows-1253"]
# Labels for the declarations of a page.
DISTINCT = ["koi8-r", "iso-8859-5", "iso-8859-7", "euc-kr", "shift_jis", "euc-jp", "windows-1251", "windows-1250", "ibm866", "macintosh"]
ODD = ["bogus", "", "utf-16", "utf-16be", "utf-8", "x-user-defined", "replacement", "iso-2022-jp", "KOI8-R", "latin1", " cp866 ", "\tcsibm866\n", "koi8 -r"]
SPACES = [" ", " ", " ", "  ", "\t", "\n", "\x0c", "\r", "\r\n", "/"]
VOID = "area base basefont bgsound br col frame hr image img input keygen link param source track wbr".split()
RAW = "title textarea style script xmp iframe noembed noframes noscript plaintext".split()
NAMES = (
    "a address applet article aside b big blockquote body button caption center code colgroup dd details dialog dir div dl dt em "
    "fieldset font footer form frameset h1 h2 head header html i label legend li listing main marquee math menu nav nobr object ol "
    "optgroup option p pre ruby rb rt rtc rp s select small span strike strong sub summary sup svg table tbody td template tfoot th "
    "thead tr tt u ul video x-y foreignObject desc g mi mo mtext annotation-xml mglyph path search selectedcontent plaintext listing hgroup menuitem isindex"
).split()
HEAD_NAMES = "html head title script style link base noscript noframes template object bgsound basefont".split()


class Pages:
    """Random pieces of HTML; `self.random` is the only source of chance."""

    def __init__(self, source):
        self.random = source
        self.labels = source.sample(DISTINCT, len(DISTINCT))

    def chance(self, share):
        return self.random.random() < share

    def pick(self, *choices):
        return self.random.choice(choices)

    def label(self):
        """A label, mostly different each time, so that the answer shows which declaration decided."""
        if self.chance(0.12):
            return self.random.choice(ODD)
        if self.chance(0.03):
            return self.random.choice(LABELS[self.random.choice([name for name in ENCODINGS if name not in ("ISO-2022-JP", *GUESSED)])].split())
        return self.labels.pop() if self.labels else "iso-8859-15"

    def space(self):
        return self.random.choice(SPACES) if self.chance(0.3) else " "

    def case(self, text):
        return "".join(self.pick(c.upper(), c) for c in text) if self.chance(0.08) else text

    def escaped(self, text):
        """The text, sometimes with character references."""
        if not text or self.chance(0.92):
            return text
        at = self.random.randrange(len(text))
        code = ord(text[at])
        reference = self.pick(f"&#{code};", f"&#x{code:x};", f"&#X{code:X}", f"&#{code}", f"&#0{code};", "&amp;", "&equals;", "&Tab;", "&NewLine;", "&copy;", "&", "\x00", "\r", f"{text[at]}\x00", f"&#{code + 256 * 65536};", f"&#x0{code:x}", "&#0;", "&semi;", "&quot;", "&lt;", "&ampx;", f"&num;{code};")
        return text[:at] + reference + text[at + 1 :]

    def value(self, text):
        """`=` and the value of an attribute. Without quotes it may end early."""
        text = self.escaped(text)
        equals = self.pick(" = ", "= ", " =", "=\n", "==") if self.chance(0.08) else "="
        quote = self.pick('"', "'", '"', "'", "")
        if (not quote and (" " in text or not text)) or quote in text and quote:
            quote = '"' if '"' not in text else "'"
        if self.chance(0.01):
            return equals + quote + text
        return equals + quote + text + quote

    def content(self):
        label = self.label()
        charset = self.pick("charset=", "charset=", "charset=", "charset =", "charset= ", "CHARSET=", "charset", "ccharset=", "cccharset=", "chacharset=", "charset;charset=", "charset\x0b=", "charset:", "xcharset=", "charset=charset=", "charsets=")
        charset = self.pick("charset=", charset)
        label = self.pick(label, label, label, label, f"'{label}'", f'"{label}"', f"'{label}", f'"{label}', f"{label};x=y", f"{label} x", f"{label}'", f'{label}"', f"{label}\x0b", f"{label},")
        before = self.pick("text/html; ", "text/html;", "", "text/html ", "x;", "charset;", "charset=;", "charset=bogus;")
        before = self.pick("text/html; ", "text/html; ", before)
        return before + charset + label

    def attributes(self):
        found = []
        kinds = self.pick("c", "c", "c", "hk", "hk", "kh", "hk", "ck", "ch", "chk", "hkc", "khc", "kc", "k", "h", "cc", "hkk", "hhk", "hkh", "khk", "ckh", "kck", "")
        for kind in kinds:
            if kind == "c":
                name, value = "charset", self.label()
            elif kind == "h":
                name = "http-equiv"
                value = "content-type" if self.chance(0.85) else self.pick("Content-Type", "content-type ", "refresh-not", "content-style-type", "", "content‐type".encode("ascii", "ignore").decode())
            else:
                name, value = "content", self.content()
            if self.chance(0.02):
                name = self.pick(name + "x", "x" + name, name[:-1], "=" + name, name + "'", "data-" + name)
            found.append(self.case(name) + (self.value(value) if self.chance(0.98) else ""))
        for _ in range(self.pick(0, 0, 0, 0, 1, 2)):
            other = self.pick("name=description", "x", "/", "=", "'", '"', "x='>'", 'y="<meta>"', "z=<meta", "a=b=c", "property='og:x'", "=charset=cp866", "x=charset=cp866", "<", "`")
            found.insert(self.random.randrange(len(found) + 1), other)
        return found

    def meta(self):
        name = self.case("meta")
        if self.chance(0.02):
            name = self.pick("meta/", "metax", "meta\x0b", "/meta", "meta=", "Meta", "meta<")
        tag = "<" + name + "".join(self.space() + attribute for attribute in self.attributes())
        return tag + self.pick(">", ">", ">", ">", "/>", " />", " >", "\n>", "/ >") if self.chance(0.985) else tag

    def name(self):
        return self.case(self.random.choice(self.pick(NAMES, NAMES, VOID, HEAD_NAMES, HEAD_NAMES, RAW)))

    def tag(self):
        name = self.name()
        if self.chance(0.35):
            return "</" + name + self.pick(">", ">", ">", " >", "/>", " x='>'>")
        around = self.pick("", "", "", "", " x", " title='>'", " encoding=text/html", " color=red", " type=hidden", " shadowrootmode=open", "/", " /")
        return "<" + name + around + ">"

    def text(self):
        return self.pick("x", "text ", " ", "\n", "\r\n", "\t ", "a < b", "&amp;", "&#32;", "&#x20;", "&nbsp;", "&Tab;", "\x00", "<", "</", "</>", "<3", "]]>", "--", "x\ry", "x\ny", "'", '"', ">", "<\x00", "&#0;", "\x0b")

    def declaration(self):
        """Markup other than tags."""
        return self.pick(
            "<!DOCTYPE html>", "<!doctype>", "<!DOCTYPE html PUBLIC '-//W3C//DTD HTML 4.01 Transitional//EN'>", "<!-->", "<!--->", "<!---->", "<!-- -->", "<!--x--!>",
            "<!--x-- >", "<!--x->", "<!--x--!-->", "<!---!>", "<!----!>", "<!--x\x00-->", "<!---->-->", "<!--\r-->", "<!doctype html SYSTEM 'about:legacy-compat'>",
            "<!DOCTYPE html [<!ENTITY x 'y'>]>", "<!doctype html PUBLIC '>'>", "<![cdata[x]]>", "<!x>", "<!>", "<?x?>", "<?xml version='1.0'?>", "<?>", "</ >", "<![CDATA[x]]>", "<![CDATA[>", "<!-- <!-- -->", "</3 '>'>", "<!--<", "<!--x--",
        )  # fmt: skip

    def wrapped(self, inside):
        """An element around other pieces."""
        name = self.pick(self.random.choice(RAW), self.random.choice(NAMES), self.random.choice(HEAD_NAMES))
        end = f"</{name}>" if self.chance(0.9) else self.pick("", f"</{name} >", f"</{name.upper()}/>", f"</{name}x>", f"</{name}", f"</ {name}>")
        return self.pick(
            f"<{name}>{inside}{end}", f"<{name}>{inside}{end}", f"<{name}>{inside}{end}", f"<!--{inside}-->", f"<!-- {inside} -->", f"<script><!--{inside}--></script>",
            f"<!--{inside}--!>", f"<!--{inside}--!-->", f"<!-->{inside}-->", f"<!--->{inside}-->", f"<!---{inside}-->", f"<!--{inside}->-->", f"<!--<!--{inside}-->", f"<script><!--<script>{inside}",
            f"<script><!--<script {inside}></script>", f"<svg><desc><![CDATA[{inside}]]></svg>", f"<svg><desc>{inside}</svg>", f"<svg><desc><{name}>{inside}{end}</svg>", f"<math><mi>{inside}</math>",
            f"<math><annotation-xml encoding={self.pick('text/html', 'x')}><{name}>{inside}{end}</math>", f"<select><option>{inside}</select>", f"<select><{name}>{inside}{end}</select>",
            f"<table><select>{inside}</select>", f"<table><{name}>{inside}{end}</table>", f"<colgroup>{inside}</colgroup>", f"<table><colgroup>{inside}</table>", f"<template><{name}>{inside}{end}</template>",
            f"<template><tr>{inside}</template>", f"<template>{inside}", f"<frameset><noframes>{inside}</noframes></frameset>", f"<noscript><{name}>{inside}{end}</noscript>", f"<head><noscript>{inside}</noscript></head>",
            f"<noscript><!--{inside}--></noscript>", f"<plaintext>{inside}", f"<body></body></html>{inside}", f"</head>{inside}<body>", f"<![CDATA[{inside}]]>",
            f"<script><!--<script>{inside}</script>{inside}--></script>", f"<svg>{inside}</svg>", f"<svg><{name}>{inside}{end}</svg>", f"<math><{name}>{inside}{end}</math>",
            f"<svg><![CDATA[{inside}]]></svg>", f"<table><tr><td>{inside}</table>", f"<table>{inside}</table>", f"<template>{inside}</template>", f"<a title='{inside}'>",
            f"<{name} x=\"{inside}\">", f"<frameset>{inside}</frameset>", f"<select>{inside}</select>", f"<{name} {inside}>", f"<!{inside}>", f"<?{inside}?>", f"</{inside}>",
        )  # fmt: skip

    def filling(self, size):
        """A filling of about that many bytes, of exactly that many if possible."""
        before, unit, after = self.pick(
            ("<!--", "x", "-->"), ("<!--", "x", "-->"), ("<title>", "x", "</title>"), ("<style>", " ", "</style>"), ("<script>", " ", "</script>"), ("", " ", ""), ("", " ", ""), ("", "\n", ""),
            ("", "<link>", ""), ("", "<meta name=x>", ""), ("<a title='", "x", "'>"), ("<link title='", "x", "'>"), ("", "x", ""), ("<p>", "x", ""), ("<body>", " ", ""), ("<p>", "y ", "</p>"),
            ("", "\r\n", ""), ("<noscript>", "<link>", "</noscript>"), ("<x-y>", "<br>", ""), ("<!-- ", "\r\n", "-->"), ("</head>", " ", ""), ("<svg><title>", "x", ""), ("<textarea>", "x", "</textarea>"),
            ("<noframes>", "x", "</noframes>"), ("<script><!--", "x", "--></script>"), ("<script><!--<script>", "x", "</script>--></script>"), ("<select>", "<option>", ""), ("<table>", " ", ""), ("<table><tr>", "<td>", ""),
            ("", "</x>", ""), ("", "<!-- -->", ""), ("<template>", " ", "</template>"), ("<frameset>", " ", ""), ("", "&#32;", ""), ("", "<3", ""), ("", "</>", ""), ("<?", "x", ">"), ("<![CDATA[", "x", ">"), ("<!--", "-", "-->"),
            ("<style><!--", "x", "--></style>"), ("", "\r", ""), ("<base>", "\n", ""), ("<head>", "<title></title>", ""), ("<link ", "x ", ">"), ("<meta charset=", "x", ">"), ("<title>", "&", "</title>"), ("", "</link>", ""),
        )  # fmt: skip
        count, rest = divmod(max(0, size - len(before) - len(after)), len(unit))
        return [before, (unit, count), " " * rest, after]

    def pieces(self, most):
        """The pieces of a page, without its start."""
        found = []
        for _ in range(self.random.randint(1, most)):
            what = self.random.random()
            if what < 0.26:
                found.append(self.meta())
            elif what < 0.44:
                inside = self.pick(self.meta(), self.meta(), self.meta() + self.tag(), self.tag() + self.meta(), self.text() + self.meta())
                found.append(self.wrapped(self.wrapped(inside) if self.chance(0.15) else inside))
            elif what < 0.62:
                found.append(self.tag())
            elif what < 0.72:
                found.append(self.text())
            elif what < 0.77:
                found.append(self.declaration())
            elif what < 0.84:
                name = self.pick("title", "script", "style", "noscript", "head", "body", "p")
                found.append(f"<{name}>{self.text()}</{name}>")
            else:
                far = self.pick(1024, 1024, 1024, 2048, 3072, 1500, 4000, 9000)
                if self.chance(0.04):
                    far = self.pick(8192, 16384, 32768, 65536, 100000, 131072)
                near = far + self.random.randint(-40, 12) if self.chance(0.75) else self.random.randint(1, far)
                so_far = sum(len(piece) if isinstance(piece, str) else len(piece[0]) * piece[1] for piece in found)
                found += self.filling(near - so_far if near > so_far else self.random.randint(1, 300))
        if self.chance(0.6):
            found.append(self.meta())
        return found

    def start(self):
        return self.pick("<!DOCTYPE html>", "<!DOCTYPE html>", "<!DOCTYPE html>", "", "<html>", "<html><head>", "<!doctype html><html lang=en><head><title>t</title>", "<head>", " ", "\n<!DOCTYPE html>")

    def xml_declaration(self):
        label = self.label()
        encoding = self.pick(f'encoding="{label}"', f"encoding='{label}'", f"encoding = '{label}'", f"encoding={label}", f"ENCODING='{label}'", f"xencoding='{label}'", f"encoding encoding='{label}'", f"encoding\x01=\x00'{label}'", f"encoding='{label}\"", f"encoding='bogus' encoding='{label}'", f"encoding='{label}' encoding='cp866'")
        encoding = self.pick(encoding, f'encoding="{label}"')
        start = self.pick("<?xml version='1.0' ", "<?xml version='1.0' ", "<?xml ", "<?xml", "<?xml version='1.0'", "<?xml-x ", "<?XML ", "<? xml ", " <?xml ", "<?xml version='>' ")
        padding = (" ", self.random.randint(900, 1100)) if self.chance(0.08) else ""
        return [start, padding, encoding, self.pick("?>", "?>", " ?>", ">", " standalone='yes'?>")]


def body(pieces, codec="latin-1"):
    """Neighbouring pieces joined, as bytes."""
    found = []
    for piece in pieces:
        if isinstance(piece, str):
            piece = piece.encode(codec)
            if found and isinstance(found[-1], bytes):
                found[-1] += piece
            elif piece:
                found.append(piece)
        elif piece[1] > 0:
            found.append((piece[0].encode(codec), piece[1]))
    return found


def content_type(pages, mime):
    """A Content-Type, mostly without a charset; some are misspelled."""
    if pages.chance(0.9):
        return [mime]
    label = pages.label().strip() or "gbk"
    written = pages.pick(
        f';charset="{label}', f';charset="{label}"x', f';charset="{label}" ;x', f';charset="{label[:2]}\\{label[2:]}"', f';charset=" {label} "', f";charset={label} x", f";;charset={label}", f"; ;charset={label}",
        f";charset;charset={label}", f";charset=;charset={label}", f';charset="";charset={label}', f';x="a;charset=gbk";charset={label}', f";x='a;charset=gbk';charset={label}", f';x="a\\";charset=gbk";charset={label}',
        f";\tcharset={label}", f";charset={label}\t", f";CHARSET={label.upper()}", f";charset*={label}", f"; charset={label};", f" ; charset={label}", f";x;charset={label}", f";=x;charset={label}", f";charset={label};charset=",
        f";charset={label}/x", f";x=y z;charset={label}", f",;charset={label}", f";boundary=charset={label}", f";charset=({label})",
    ) if pages.chance(0.5) else pages.pick(f";charset={label}", f"; charset={label}", f';charset="{label}"', f";charset='{label}'", f"; x=y;charset={label}", f";charset={label};charset=gbk", f"; charset = {label}", f";charset:{label}", f"; charset={label},{mime}")
    return pages.pick(
        [mime + written], [mime + written], [mime + written], [mime + written, mime], [mime + written, f"{mime};charset=euc-kr"], [mime + written, f"{mime};x=y", mime], [f"{mime};charset=bogus", mime + written],
        [mime + written, ""], ["", mime + written], [f"text/plain;charset=gbk", mime + written], [f"text/plain;charset=gbk", mime], [f"{mime};charset=", mime + written], [mime.upper() + written], [f"{mime}{written},{mime}"],
    )  # fmt: skip


def page(source, number):
    pages = Pages(source)
    if pages.chance(0.04):
        return frame(pages, number)
    xhr = pages.chance(0.06)
    before = pages.xml_declaration() if pages.chance(0.08) else [pages.start()]
    pieces = [*before, *pages.pieces(pages.pick(2, 4, 8, 14)), "<p>[[[end]]]"]
    mark, codec = b"", "latin-1"
    if pages.chance(0.02):
        mark, codec = pages.pick((b"\xef\xbb\xbf", "latin-1"), (b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be"), (b"\xef\xbb\xbf\xef\xbb\xbf", "latin-1"), (b"\xff\xfe", "latin-1"), (b"\xff\xfe\x00\x00", "utf-32-le"))
    elif pages.chance(0.01):
        codec, pieces = pages.pick("utf-16-le", "utf-16-be"), ["<?x", *pieces]
    facts = {}
    if xhr and pages.chance(0.2):
        label = pages.label().strip() or "bogus"
        facts = {"override_mime": f"text/html;charset={label}", "override_charset": label}
    kind, how = ("xhr-html", "xhr-document") if xhr else ("html", "navigate")
    case = Case(f"random/{number}", kind, how, [mark] * bool(mark) + body(pieces, codec), content_type(pages, "text/html"), facts)
    # Some pages end anywhere, perhaps in a tag. Then only the encoding is compared.
    return cut(pages, case) if pages.chance(0.04) else case


def cut(pages, case):
    """The case with its body cut short."""
    at = pages.random.randrange(len(case.body)) if pages.chance(0.2) else len(case.body) - 1
    last = case.body[at]
    del case.body[at:]
    if isinstance(last, bytes) and len(last) > 1 and last.isascii():
        case.body.append(last[: pages.random.randrange(1, len(last))])
    return case


def frame(pages, number):
    """A page in a frame. It runs a script, so every element is closed."""
    metas = [pages.pick("", f"<meta charset={pages.label().strip() or 'cp866'}>", f"<!--<meta charset=cp866>-->", f"<p><meta charset={pages.label().strip() or 'cp866'}>") for _ in range(2)]
    padding = ["<!--", ("x", source_size), "-->"] if (source_size := pages.pick(0, 0, 900, 990, 1100, 3000)) else []
    before = pages.xml_declaration() if pages.chance(0.2) else []
    pieces = [*before, "<!DOCTYPE html>", metas[0], *padding, metas[1], "<p>[[[end]]]", REPORT.decode()]
    parent = pages.pick("koi8-r", "windows-1252", "utf-8", "gbk", "iso-2022-jp", "x-user-defined", "windows-1255", "shift_jis")
    return Case(f"random/{number}", "html", "frame", body(pieces), content_type(pages, "text/html"), {"parent": parent, "same_origin": pages.chance(0.6)})


def charset_attribute(pages):
    """A `charset` attribute of a reference, or none; quotes would end it."""
    return {} if pages.chance(0.5) else {"charset": pages.label().replace("\n", " ")}


def css(source, number):
    pages = Pages(source)
    label = pages.label()
    rule = b'\na{}\n:root{--probe:"' + marked(TELLTALE) + b'"}'
    at = pages.pick("", f'@charset "{label}";', f'@charset "{label}";', f'@charset "{label}";', f"@charset '{label}';", f'@CHARSET "{label}";', f'@charset  "{label}";', f'@charset "{label}" ;', f' @charset "{label}";', f'@charset "{label}"', f'@charset "{label}";@charset "gbk";', f'@charset "bogus";@charset "{label}";')
    if pages.chance(0.1):
        at = at.replace('"', '"' + " " * pages.pick(1, 900, 1010, 1020, 1500), 1)
    mark = pages.pick(b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf") if pages.chance(0.05) else b""
    document = pages.pick("utf-8", "windows-1251", "gbk", "euc-kr", "koi8-u", "iso-2022-jp", "x-user-defined", "windows-1252")
    facts = {"document": document} | charset_attribute(pages)
    kind = "css-from-document"
    if pages.chance(0.15):
        kind, facts = "css-from-css", {"document": "koi8-u", "style_sheet": pages.pick("utf-8", "windows-1251", "gbk", "euc-kr")}
    elif pages.chance(0.1):
        facts["link"] = "xml-stylesheet"
        facts["document"] = pages.pick("utf-8", "windows-1251")
        if "charset" in facts:
            facts["charset"] = facts["charset"].strip() or "gbk"
    header = content_type(pages, "text/css") if pages.chance(0.7) else [f"text/css;charset={pages.label().strip()}"]
    return Case(f"random/{number}", kind, "style", [mark] * bool(mark) + [at.encode("latin-1") + rule], header, facts)


def script(source, number):
    pages = Pages(source)
    mark = pages.pick(b"\xef\xbb\xbf", b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf") if pages.chance(0.15) else b""
    text = marked(TELLTALE)
    header = content_type(pages, "text/javascript") if pages.chance(0.5) else [f"text/javascript;charset={pages.label().strip()}"]
    how = pages.pick("script", "script", "script", "script", "module", "worker", "module-worker", "import-scripts")
    if how in ("script", "module"):
        facts = {"document": pages.pick("utf-8", "windows-1251", "gbk", "euc-kr", "koi8-u", "iso-2022-jp", "x-user-defined")} | charset_attribute(pages)
        before = pages.pick("", "", "//<meta charset=gbk>\n", '//@charset "gbk";\n').encode()
        kind = "classic-script" if how == "script" else "module-script"
        # A second mark is text, which a script may contain at its start as white space only.
        return Case(f"random/{number}", kind, "script", [mark + before + b'window.result="' + text + b'"'], header, facts)
    begin, end = (b'self.result="', b'"') if how == "import-scripts" else (b'postMessage("', b'")')
    return Case(f"random/{number}", "module-script", how, [mark + begin + text + end], header, {})


def xml(source, number):
    pages = Pages(source)
    label = pages.label()
    encoding = pages.pick("", f'encoding="{label}"', f'encoding="{label}"', f"encoding='{label}'", f"encoding = '{label}'", f"encoding={label}", f"ENCODING='{label}'", f"encoding='bogus' encoding='{label}'", f"encoding='{label}\"", f"xencoding='{label}'")
    start = pages.pick("<?xml version='1.0' ", "<?xml version='1.0' ", "<?xml version='1.1' ", "<?xml ", "<?xml version='1.0'", "<?XML ", " <?xml ", "\n<?xml ", "<!-- --><?xml ", "<?xml version='1.0'\t", "<?xml version='1.0'\r\n")
    padding = " " * pages.random.randint(900, 1100) if pages.chance(0.08) else ""
    end = pages.pick("?>", "?>", "?>", "?>", " ?>", " standalone='yes'?>", ">")
    head = start + padding + encoding + end if pages.chance(0.85) else ""
    mark = b"\xef\xbb\xbf" if pages.chance(0.05) else b""
    root = pages.pick("<r>{}</r>", "<r>{}</r>", "<html xmlns='http://www.w3.org/1999/xhtml'><head><meta charset='gbk'/></head><body>{}</body></html>")
    text = root.encode().replace(b"{}", marked(FAITHFUL))
    mime = pages.pick("application/xml", "text/xml", "application/xhtml+xml", "image/svg+xml")
    how = pages.pick("navigate", "xhr-document", "xhr-text")
    facts = {}
    if how != "navigate" and pages.chance(0.2):
        override = pages.label().strip() or "bogus"
        facts = {"override_mime": f"text/xml;charset={override}", "override_charset": override}
    kind = "xhr-text-xml" if how == "xhr-text" else "xml"
    header = content_type(pages, mime)
    if how == "xhr-text":
        # Chromium asks the first header whether a response is XML.
        header = [value for value in header if value.lower().startswith(mime)]
    return Case(f"random/{number}", kind, how, [mark + head.encode("latin-1") + text], header, facts)


def text(source, number):
    """XHR and fetch of text, and documents of plain text."""
    pages = Pages(source)
    if pages.chance(0.25):
        return text_document(pages, number)
    mark = pages.pick(b"\xef\xbb\xbf", b"\xef\xbb\xbf\xef\xbb\xbf") if pages.chance(0.1) else b""
    before = pages.pick("", "", "<meta charset=gbk>", "<?xml version='1.0' encoding='gbk'?>", '@charset "gbk";').encode()
    mime = pages.pick("text/plain", "text/html", "text/css", "text/javascript", "application/json", "x/y", "text/x")
    header = content_type(pages, mime) if pages.chance(0.4) else [f"{mime};charset={pages.label().strip()}"]
    # If the first header is empty, Chromium takes a response for XML.
    header = [value for value in header if value]
    how = pages.pick("xhr-text", "xhr-text", "xhr-text", "fetch-text")
    facts = {}
    if how == "xhr-text" and pages.chance(0.4):
        override = pages.label().strip() or "bogus"
        facts = {"override_mime": f"text/plain;charset={override}", "override_charset": override}
    return Case(f"random/{number}", how, how, [mark + before + marked(TELLTALE)], header, facts)


def text_document(pages, number):
    """A document of text. It is ASCII, since its name tells the encoding."""
    mime = pages.pick("text/plain", "text/plain", "text/css", "text/javascript", "application/javascript", "application/json", "text/vtt")
    before = pages.pick("", "<meta charset=gbk>", "<?xml version='1.0' encoding='gbk'?>", f'@charset "{pages.label()}";', f'@charset "{pages.label()}";', " ", "<!--").encode("latin-1")
    mark = pages.pick(b"\xef\xbb\xbf", b"\xff\xfe", b"\xfe\xff", b"\xef\xbb\xbf\xef\xbb\xbf") if pages.chance(0.1) else b""
    header = content_type(pages, mime) if pages.chance(0.6) else [f"{mime};charset={pages.label().strip()}"]
    return Case(f"random/{number}", "text-document", "navigate", [mark + before + b"[[[ascii]]]"], header, {})


SUBJECTS = {"page": page, "css": css, "script": script, "xml": xml, "text": text, "unlabelled": unlabelled}


def random_cases(subject, count, seed):
    """`count` cases. Each has its own seed, so that it can be made again separately."""
    return [SUBJECTS[subject](random.Random(f"{subject}/{number}"), number) for number in range(seed, seed + count)]
