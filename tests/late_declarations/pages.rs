//! Generated pages: tags, text, comments, declarations and what hides them, from a seed.

/// A small pseudo-random generator (xorshift). A seed always gives the same page.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % bound
    }

    fn pick<'a>(&mut self, choices: &[&'a str]) -> &'a str {
        choices[self.below(choices.len())]
    }
}

const RAW: &[&str] =
    &["script", "style", "title", "textarea", "xmp", "iframe", "noembed", "noframes", "noscript", "SCRIPT", "Title"];
const ELEMENTS: &[&str] = &[
    "html",
    "head",
    "body",
    "p",
    "div",
    "b",
    "i",
    "a",
    "span",
    "h1",
    "h2",
    "ul",
    "li",
    "dl",
    "dd",
    "dt",
    "table",
    "tr",
    "td",
    "th",
    "tbody",
    "thead",
    "caption",
    "colgroup",
    "col",
    "select",
    "option",
    "optgroup",
    "form",
    "button",
    "template",
    "svg",
    "math",
    "g",
    "path",
    "foreignObject",
    "desc",
    "title",
    "mi",
    "mtext",
    "annotation-xml",
    "nobr",
    "frameset",
    "frame",
    "noframes",
    "br",
    "hr",
    "img",
    "input",
    "pre",
    "object",
    "marquee",
    "ruby",
    "rt",
    "rp",
    "center",
    "font",
    "main",
    "x-element",
    "metadata",
    "image",
    "mglyph",
];
const DOCTYPES: &[&str] = &[
    "<!DOCTYPE html>",
    "<!doctype HTML PUBLIC '-//W3C//DTD HTML 4.01//EN' \"http://www.w3.org/TR/html4/strict.dtd\">",
    "<!doctype html public '-//W3C//DTD HTML 4.01 Transitional//EN'>",
];
const LABELS: &[&str] = &[
    "utf-8",
    "koi8-r",
    "koi8&#45;r",
    "&#x6b;oi8-u",
    " big5 ",
    "Shift_JIS",
    "x-user-defined",
    "utf-16",
    "iso-8859-2",
    "iso_8859-1&colon;1987",
    "none",
    "",
    "gbk&semi;",
    "windows&#00045-1251",
];

/// The page for a seed.
pub fn page(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut page = String::new();
    if random.below(2) == 0 {
        page += random.pick(DOCTYPES);
    }
    // Most seeds use a few kinds of pieces only, so that these occur together more often.
    let kinds: Vec<usize> = (0..4).map(|_| random.below(16)).collect();
    let names: Vec<&str> = (0..5).map(|_| random.pick(ELEMENTS)).collect();
    for _ in 0..random.below(24) {
        let kind = kinds[random.below(kinds.len())];
        piece(random, kind, &names, &mut page);
    }
    meta(random, &mut page);
    for _ in 0..random.below(3) {
        let kind = random.below(16);
        piece(random, kind, &names, &mut page);
        meta(random, &mut page);
    }
    page
}

fn piece(random: &mut Random, kind: usize, names: &[&str], page: &mut String) {
    match kind {
        0 => {
            *page += random.pick(&[
                "<!--",
                "<!-->",
                "<!--->",
                "<!---",
                "<!--x--!>",
                "<!--x-->",
                "-->",
                "--!>",
                "<!-- - -- ",
            ]);
            if random.below(3) == 0 {
                meta(random, page);
                *page += random.pick(&["-->", "--!>", ">", ""]);
            }
        }
        1 | 2 => {
            let name = random.pick(RAW);
            *page += &format!("<{name}{}", random.pick(&[">", " a=b>", "/>", " a='>'>"]));
            for _ in 0..random.below(3) {
                meta(random, page);
                *page +=
                    random.pick(&["x", "<!--", "-->", "<script>", "</script>", "<script", "</scrip>", "</p>", "--"]);
            }
            if random.below(6) > 0 {
                *page += &format!("</{name}{}", random.pick(&[">", " >", "/>", " a='>'>", "x>", ""]));
            }
        }
        3 => {
            *page += random.pick(&["<svg>", "<math>", "<svg/>", "</svg>", "</math>", "<svg><title>", "<svg><desc>"]);
        }
        4 => {
            *page += random.pick(&[
                "<math><mi>",
                "<svg><foreignObject>",
                "<math><annotation-xml encoding=text/html>",
                "<math><annotation-xml>",
                "</foreignObject>",
                "</mi>",
                "<mglyph>",
                "<font color=red>",
                "<font>",
            ]);
        }
        5 => {
            *page += "<![CDATA[";
            meta(random, page);
            *page += random.pick(&["]]>", "]]", ">", "]>"]);
        }
        6 => {
            *page +=
                random.pick(&["<!x ", "<?xml ", "</ ", "<!doctype ", "</>", "<1", "<!-", "<![cdata[", "&lt;", "<"]);
            if random.below(3) == 0 {
                meta(random, page);
            }
        }
        7 => {
            let quote = random.pick(&["\"", "'", ""]);
            *page += &format!("<{} {}={quote}", random.pick(names), random.pick(&["a", "b ", "=", "/"]));
            meta(random, page);
            *page += quote;
            *page += random.pick(&[">", " >", "/>", " c='d'>"]);
        }
        8 => {
            *page += random
                .pick(&["text", " ", "\n", "\r\n", "\t", "a b", "\u{e9}", "&amp;", "&#32;", "&Tab;", "&#x20", "&nbsp;"])
        }
        9 => {
            *page += random.pick(&["<template>", "</template>", "<template><col>", "<template><tr>", "<template><td>"])
        }
        10 => {
            *page += random.pick(&["<table>", "</table>", "<tr>", "<td>", "<caption>", "<colgroup>", "</td>", "</tr>"])
        }
        11 => {
            *page += random.pick(&["<head>", "</head>", "<body>", "</body>", "<html>", "</html>", "<link>", "<base>"])
        }
        12 => *page += random.pick(&["<frameset>", "</frameset>", "<frame>", "<noframes>", "<input type=hidden>"]),
        13 => *page += &format!("</{}>", random.pick(names)),
        _ => *page += &format!("<{}{}>", random.pick(names), random.pick(&["", "", "", " a=b", "/", " type=hidden"])),
    }
}

fn meta(random: &mut Random, page: &mut String) {
    let label = random.pick(LABELS);
    let quote = random.pick(&["\"", "'", ""]);
    let label = if quote.is_empty() { label.trim() } else { label };
    let name = random.pick(&["meta", "meta", "META", "mEtA", "meta/", "meta\n", "metax", "/meta"]);
    *page += &match random.below(8) {
        0..4 => format!("<{name} charset={quote}{label}{quote}>"),
        4 => format!("<{name} http-equiv=Content-Type content=\"text/html; charset={label}\">"),
        5 => format!("<{name} content='charset charset = \"{label}\" ' HTTP-EQUIV=\"content&#45;type\"/>"),
        6 => format!("<{name} name=a http-equiv=refresh content='0;charset={label}'>"),
        _ => {
            format!("<{name} charset={quote}{label}{quote} charset=big5 a{}", random.pick(&[">", " b='>'>", "=\"", ""]))
        }
    };
}
