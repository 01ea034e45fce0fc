//! Which `<meta>` a parser acts on: our scanner against html5ever's tree builder on generated
//! pages, and against the HTML standard where html5ever differs from it.

use charsniff::{Encoding, MetaDeclaration, MetaScanner};
use html5ever::TokenizerResult;
use html5ever::tendril::StrTendril;
use html5ever::tokenizer::{BufferQueue, Tokenizer, TokenizerOpts};
use html5ever::tree_builder::{TreeBuilder, TreeBuilderOpts};
use markup5ever_rcdom::RcDom;

/// The first declaration that names an encoding by our reading.
fn ours(page: &str, scripting: bool) -> Option<MetaDeclaration> {
    MetaScanner::new(scripting).scan(page.as_bytes(), true)
}

/// The same by html5ever: the encoding, and where the tag ends.
fn html5ever(page: &str, scripting: bool) -> Option<(Encoding, usize)> {
    let opts = TreeBuilderOpts { scripting_enabled: scripting, ..TreeBuilderOpts::default() };
    let tokenizer = Tokenizer::new(TreeBuilder::new(RcDom::default(), opts), TokenizerOpts::default());
    let input = BufferQueue::default();
    input.push_back(StrTendril::from(page));
    loop {
        match tokenizer.feed(&input) {
            TokenizerResult::Done => return None,
            TokenizerResult::Script(_) => {}
            TokenizerResult::EncodingIndicator(label) => {
                let mut left = 0;
                if let Some(encoding) = Encoding::for_label(label.as_bytes()) {
                    while let Some(_) = input.next() {
                        left += 1;
                    }
                    return Some((encoding, page.chars().count() - left));
                }
            }
        }
    }
}

/// A small generator of pseudo-random numbers (xorshift), so that a seed names a page for good.
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

/// A page of that seed.
fn page(seed: u64) -> String {
    let random = &mut Random::new(seed);
    let mut page = String::new();
    if random.below(2) == 0 {
        page += "<!DOCTYPE html>";
    }
    // Most seeds choose from a few kinds of pieces only, so that they meet more often.
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
        8 => *page += random.pick(&["text", " ", "\n", "\r\n", "\t", "a b", "\u{e9}", "&amp;"]),
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

#[test]
fn html5ever_acts_on_the_same_declaration_on_generated_pages() {
    let mut found = 0;
    let mut hidden = 0;
    let mut differences = Vec::new();
    let pages = 20_000;
    for seed in 0..pages {
        let page = page(seed);
        for scripting in [true, false] {
            let theirs = html5ever(&page, scripting);
            let mine = ours(&page, scripting);
            match &mine {
                Some(_) => found += 1,
                None => hidden += 1,
            }
            let end = |declaration: &MetaDeclaration| page[..declaration.tag.end].chars().count();
            if mine.as_ref().map(|declaration| (declaration.encoding, end(declaration))) != theirs {
                differences.push((seed, scripting, page.clone(), mine, theirs));
            }
        }
    }
    println!(
        "{pages} pages, with and without scripting: {found} declarations, {hidden} without, {} differences",
        differences.len()
    );
    for (seed, scripting, page, mine, theirs) in differences.iter().take(12) {
        println!("{seed} {scripting} {page:?}\n  ours {mine:?}\n  html5ever {theirs:?}");
    }
    assert!(differences.is_empty());
}
