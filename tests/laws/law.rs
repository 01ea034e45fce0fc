//! What must hold of every text, whatever the models say. Each law is a function: `cargo test` calls it with the texts
//! of `fixtures/`, and `tools/measure` with whole corpora.

use std::collections::{BTreeMap, BTreeSet};

use charsniff::{Context, Encoding, Kind, Reading, decode, sniff};

use crate::random::Random;

const ASCII: &str = "printable ASCII stays as it is";
const DECLARED: &str = "declared UTF-8, valid or nearly, stays UTF-8";
const STRAY_IN_FEW: &str = "undeclared UTF-8 of 3 to 5 characters with a stray byte is UTF-8";
const STRAY_IN_MORE: &str = "undeclared UTF-8 of 6 characters and more with a stray byte is UTF-8";
const HONEST: &str = "an honest declaration makes no right answer wrong";

/// The laws, and how many of a hundred tries may break each.
const LAWS: [(&str, f64); 13] = [
    (ASCII, 0.0),
    (DECLARED, 0.0),
    (STRAY_IN_FEW, 10.0),
    (STRAY_IN_MORE, 0.0),
    (HONEST, 0.0),
    (TWICE, 0.2),
    (BEFORE, 0.1),
    (BEHIND, 0.1),
    (MARKUP, 0.1),
    (LETTERS, 0.2),
    (CRLF, 0.1),
    (CUT, 0.1),
    (ORDER, 0.1),
];

const TWICE: &str = "the text twice changes no answer";
const BEFORE: &str = "ASCII before changes no answer";
const BEHIND: &str = "ASCII behind changes no answer";
const MARKUP: &str = "markup around changes no answer";
const LETTERS: &str = "an index of letters before changes no answer";
const CRLF: &str = "other line ends change no answer";
const CUT: &str = "a cut end changes no answer";
const ORDER: &str = "paragraphs in another order change no answer";

const READINGS: [Reading; 4] = [Reading::Standard, Reading::Chromium, Reading::Firefox, Reading::Crawler];

/// A text, and an encoding that it can be written in.
#[derive(Clone, Copy)]
pub struct Text<'a> {
    pub name: &'a str,
    pub text: &'a str,
    pub encoding: Encoding,
}

/// What was tried of each law, and what broke it.
#[derive(Default)]
pub struct Report(BTreeMap<&'static str, Tally>);

#[derive(Default)]
struct Tally {
    tried: u32,
    broken: u32,
    examples: Vec<String>,
    /// The text of the last example: one example of each text is enough.
    last: String,
}

/// How many examples are kept of each law.
const EXAMPLES: usize = 12;

impl Report {
    fn add(&mut self, law: &'static str, holds: bool, text: &str, example: impl FnOnce() -> String) {
        let tally = self.0.entry(law).or_default();
        tally.tried += 1;
        tally.broken += u32::from(!holds);
        if !holds && tally.examples.len() < EXAMPLES && tally.last != text {
            tally.examples.push(example());
            tally.last = text.to_owned();
        }
    }

    /// How many laws were tried at least `least` times.
    pub fn tried(&self, least: u32) -> usize {
        self.0.values().filter(|tally| tally.tried >= least).count()
    }

    /// Whether each law is broken at most as often as it may be. Prints all of them, with examples of those that are
    /// broken more often.
    pub fn print(&self) -> bool {
        let mut is_kept = true;
        for (law, most) in LAWS {
            let Some(Tally { tried, broken, examples, .. }) = self.0.get(law) else { continue };
            let percent = 100.0 * f64::from(*broken) / f64::from((*tried).max(1));
            let is_short = percent > most;
            println!(
                "{law}: {broken} of {tried} broken, {percent:.2} % (at most {most}){}",
                ["", ": SHORT"][usize::from(is_short)]
            );
            for example in examples.iter().filter(|_| is_short) {
                println!("    {example}");
            }
            is_kept &= !is_short;
        }
        is_kept
    }
}

/// The start of what was read, for people.
fn start(bytes: &[u8]) -> String {
    format!("{:?}", String::from_utf8_lossy(bytes.get(..60).unwrap_or(bytes)))
}

/// The text in the encoding; `None` if it cannot be written so.
pub fn encoded(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    match encoding {
        Encoding::Utf16Le => Some(text.encode_utf16().flat_map(u16::to_le_bytes).collect()),
        Encoding::Utf16Be => Some(text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        _ => {
            let (bytes, _, has_unmappable) = encoding.encode(text);
            (!has_unmappable).then(|| bytes.into_owned())
        }
    }
}

/// What is answered, if that gives another text than the right encoding.
fn wrong_answer(bytes: &[u8], header: Option<&str>, context: &Context, right: Encoding) -> Option<Encoding> {
    let answer = sniff(bytes, header, context).encoding;
    let text = |encoding: Encoding| encoding.decode_without_bom_handling(bytes).0;
    (answer != right && text(answer) != text(right)).then_some(answer)
}

fn is_ascii_compatible(encoding: Encoding) -> bool {
    !encoding.is_utf_16() && encoding != Encoding::Replacement
}

/// Printable ASCII with tabs and line ends comes out as it is: in every kind of resource and in every reading,
/// undeclared and under any label of an encoding that has ASCII, in a header and where the bytes or the referrer say it.
pub fn ascii_stays(report: &mut Report, random: &mut Random, text: &str) {
    let labels: Vec<Encoding> = Encoding::ALL.into_iter().filter(|encoding| is_ascii_compatible(*encoding)).collect();
    let mut label = || labels[random.below(labels.len())].name();
    let mut try_it = |bytes: &str, header: Option<&str>, context: &Context, what: &str| {
        let decoded = decode(bytes.as_bytes(), header, context);
        report.add(ASCII, decoded.text == bytes, text, || {
            format!("{} {what} → {}: {}", context.kind(), decoded.sniffed, start(bytes.as_bytes()))
        });
    };
    for reading in READINGS {
        for kind in Kind::ALL {
            let context = Context::of(*kind).reading(reading);
            try_it(text, None, &context, "undeclared");
            let header = format!("text/plain; charset={}", label());
            try_it(text, Some(&header), &context, &header);
            let reference = label();
            try_it(text, None, &context.reference_charset(reference), reference);
        }
        let page = format!("<meta charset={}><p>{text}", label());
        try_it(&page, None, &Context::html().reading(reading), "meta");
        for mime_type in ["text/csv", "application/json", "text/css", "text/javascript", "application/xml"] {
            let context = Context::for_mime_type(mime_type).reading(reading);
            try_it(text, Some(mime_type), &context, mime_type);
            let header = format!("{mime_type}; charset={}", label());
            try_it(text, Some(&header), &context, &header);
        }
    }
}

/// What is put into a text in UTF-8 somewhere: nothing, a stray byte of windows-1252, an emoji in CESU-8, NULs.
const DAMAGE: [&[u8]; 7] =
    [b"", b" it\x92s", b" caf\xE9 ", b" 5\xA0km", b" \xED\xA0\xBD\xED\xB8\x80 ", b" \0 ", &[0; 64]];

/// The text in UTF-8, with something put in between two characters.
fn damaged(random: &mut Random, text: &str, damage: &[u8]) -> Vec<u8> {
    let mut at = random.below(text.len() + 1);
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    [&text.as_bytes()[..at], damage, &text.as_bytes()[at..]].concat()
}

/// The text up to the middle of its last character above U+007F.
fn cut(text: &str) -> Option<Vec<u8>> {
    let (at, last) = text.char_indices().rfind(|(_, c)| !c.is_ascii())?;
    Some(text.as_bytes()[..at + last.len_utf8() - 1].to_vec())
}

/// UTF-8 that is declared UTF-8 stays, in all readings: with a stray byte, an emoji in CESU-8, NULs, and a cut end.
pub fn declared_utf_8_stays(report: &mut Report, random: &mut Random, text: Text) {
    let damaged = DAMAGE.map(|damage| damaged(random, text.text, damage));
    for bytes in damaged.into_iter().chain(cut(text.text)) {
        let page = [b"<meta charset=utf-8><p>", &bytes[..]].concat();
        for reading in READINGS {
            let mut try_it = |bytes: &[u8], header: Option<&str>, kind| {
                let answer = sniff(bytes, header, &Context::of(kind).reading(reading));
                report.add(DECLARED, answer.encoding == Encoding::Utf8, text.text, || {
                    format!("{} {header:?} {reading} → {answer}: {}", text.name, start(bytes))
                });
            };
            try_it(&bytes, Some("text/html; charset=utf-8"), Kind::Html);
            try_it(&bytes, Some("text/plain; charset=UTF-8"), Kind::TextDocument);
            try_it(&page, None, Kind::Html);
        }
    }
}

/// UTF-8 that nothing declares is UTF-8, also with a stray byte of windows-1252.
pub fn undeclared_utf_8_bears_a_stray_byte(report: &mut Report, random: &mut Random, text: Text) {
    let law = match text.text.chars().filter(|c| !c.is_ascii()).count() {
        0..3 => return,
        3..6 => STRAY_IN_FEW,
        6.. => STRAY_IN_MORE,
    };
    for damage in [&b" it\x92s"[..], b" caf\xE9 ", b" 5\xA0km"] {
        let bytes = damaged(random, text.text, damage);
        for reading in [Reading::Standard, Reading::Crawler] {
            let answer = sniff(&bytes, (), &Context::text().reading(reading));
            report.add(law, answer.encoding == Encoding::Utf8, text.text, || {
                format!("{} {reading} → {answer}: {}", text.name, start(&bytes))
            });
        }
    }
}

/// Other labels that servers and authors write.
fn other_label(encoding: Encoding) -> Option<&'static str> {
    Some(match encoding {
        Encoding::Windows1252 => "iso-8859-1",
        Encoding::Windows1254 => "iso-8859-9",
        Encoding::Windows874 => "tis-620",
        Encoding::Gbk => "gb2312",
        Encoding::EucKr => "ks_c_5601-1987",
        Encoding::ShiftJis => "x-sjis",
        _ => return None,
    })
}

/// The shortest text whose declaration is tried, in bytes, and the lengths at which texts are cut besides.
const SHORTEST: usize = 16;
const LENGTHS: [usize; 4] = [16, 32, 64, 256];

/// A text that is read right without a declaration is read right with an honest one: in the header, in the bytes, in
/// both, in all readings, from 16 bytes on. Exempt is a text that [is like a lie](is_like_a_lie).
pub fn an_honest_declaration_harms_nothing(report: &mut Report, text: Text) {
    let Text { name, text, encoding } = text;
    let mut previous = 0;
    for length in LENGTHS.into_iter().chain([usize::MAX]) {
        let end = text.char_indices().map(|(at, c)| at + c.len_utf8()).take(length).last().unwrap_or(0);
        let Some(bytes) = encoded(&text[..end], encoding).filter(|_| !is_like_a_lie(&text[..end])) else { continue };
        if bytes.len() < SHORTEST || bytes.len() == previous {
            continue;
        }
        previous = bytes.len();
        for reading in READINGS {
            for label in [Some(encoding.name()), other_label(encoding)].into_iter().flatten() {
                let mut try_it = |kind, mime_type: &str, in_header: bool, in_bytes: bool| {
                    let context = Context::of(kind).reading(reading);
                    let undeclared = if in_bytes { [b"<p>", &bytes[..]].concat() } else { bytes.clone() };
                    if wrong_answer(&undeclared, Some(mime_type), &context, encoding).is_some() {
                        return;
                    }
                    let header = if in_header { format!("{mime_type}; charset={label}") } else { mime_type.to_owned() };
                    let declared = if in_bytes {
                        [format!("<meta charset={label}><p>").as_bytes(), &bytes].concat()
                    } else {
                        undeclared
                    };
                    let wrong = wrong_answer(&declared, Some(&header), &context, encoding);
                    report.add(HONEST, wrong.is_none(), text, || {
                        format!("{name} {header} {reading}: {encoding} → {wrong:?}: {}", start(text.as_bytes()))
                    });
                };
                try_it(Kind::TextDocument, "text/plain", true, false);
                try_it(Kind::Html, "text/html", true, false);
                try_it(Kind::CssFromDocument, "text/css", true, false);
                if is_ascii_compatible(encoding) {
                    try_it(Kind::Html, "text/html", false, true);
                    try_it(Kind::Html, "text/html", true, true);
                }
            }
        }
    }
}

/// The paragraphs in another order, or the sentences of a text that has one.
fn in_another_order(text: &str) -> Option<String> {
    let separator = if text.trim_end().contains('\n') { "\n" } else { ". " };
    let mut parts: Vec<&str> = text.split(separator).collect();
    parts.reverse();
    (parts.len() > 1).then(|| parts.join(separator))
}

/// An index and a heading have some sixty letters; a text that is to outweigh them has more than these.
const MORE_LETTERS: usize = 400;

/// The text behind an index of all its letters, each in a link, and behind its first words with spaces between the letters;
/// `None` in Latin script, and for a text that has not many more letters itself.
fn behind_single_letters(text: &str) -> Option<String> {
    let of_script = |c: &char| *c > '\u{24F}' && c.is_alphabetic();
    if text.chars().filter(of_script).count() < MORE_LETTERS {
        return None;
    }
    let letters: BTreeSet<char> = text.chars().filter(of_script).flat_map(char::to_uppercase).collect();
    let links: String = letters.iter().map(|letter| format!("<a href=#{}>{letter}</a> ", u32::from(*letter))).collect();
    let spaced: String = text.chars().filter(of_script).take(24).flat_map(|letter| [letter, ' ']).collect();
    Some(format!("<p>{links}<h1>{spaced}</h1><p>{text}"))
}

/// A text that is read right stays right when there is more of the same, ASCII or markup around it, an index of
/// letters before it, another line end, a cut last character, or another order of its paragraphs: in all readings. It
/// declares nothing.
pub fn more_of_it_changes_nothing(report: &mut Report, text: Text) {
    let Text { name, text, encoding } = text;
    let Some(bytes) = encoded(text, encoding) else { return };
    // Where a text declares something, more is changed than its surroundings.
    if bytes.is_ascii() || ["charset", "coding"].iter().any(|word| text.contains(word)) {
        return;
    }
    let home = "Home | News | Contact | Search | Login\n".repeat(3);
    let copyright = "Copyright 2003. All rights reserved. Home | News | Contact | Search\n".repeat(3);
    let before = "<!DOCTYPE html><html><head><title>Index</title><script>var a=1;</script></head><body class=main>\
                  <div id=nav><a href=/>Home</a></div><p>";
    let plain = Kind::TextDocument;
    let written = |text: String| encoded(&text, encoding);
    let variants = [
        (TWICE, plain, written(format!("{text}\n{text}"))),
        (BEFORE, plain, written(format!("{home}{text}"))),
        (BEHIND, plain, written(format!("{text}\n\n{copyright}"))),
        // Unmarked UTF-16 is read in HTML where it starts with `<` only.
        (MARKUP, Kind::Html, written(format!("{before}{text}</p></body></html>")).filter(|_| !encoding.is_utf_16())),
        (LETTERS, Kind::Html, behind_single_letters(text).filter(|_| encoding.is_single_byte()).and_then(written)),
        (CRLF, plain, written(text.replace("\r\n", "\n").replace('\n', "\r\n"))),
        (CRLF, plain, written(text.replace("\r\n", "\n").replace('\n', "\r"))),
        (ORDER, plain, in_another_order(text).and_then(written)),
    ];
    an_incomplete_end_changes_nothing(report, Text { name, text, encoding });
    for reading in READINGS {
        if wrong_answer(&bytes, None, &Context::of(plain).reading(reading), encoding).is_some() {
            continue;
        }
        for (law, kind, variant) in &variants {
            let Some(variant) = variant else { continue };
            // Where a text has no line end, nothing was changed.
            if *variant == bytes {
                continue;
            }
            let wrong = wrong_answer(variant, None, &Context::of(*kind).reading(reading), encoding);
            report.add(law, wrong.is_none(), text, || {
                format!("{name} {reading}: {encoding} → {wrong:?}: {:?}", text.chars().take(60).collect::<String>())
            });
        }
    }
}

/// What is right without its last character is right with its first byte, whether or not the reader knows that more
/// follows.
fn an_incomplete_end_changes_nothing(report: &mut Report, text: Text) {
    let Text { name, text, encoding } = text;
    let Some((at, last)) = text.char_indices().rfind(|(_, c)| !c.is_ascii()) else { return };
    let part = |end: usize| encoded(&text[..end], encoding).unwrap_or_default();
    let (before, with) = (part(at), part(at + last.len_utf8()));
    // ISO-2022-JP ends with an escape sequence.
    if before.is_ascii() || with.len() <= before.len() + 1 || encoding == Encoding::Iso2022Jp {
        return;
    }
    let cut = &with[..with.len() - 1];
    for (reading, is_truncated) in READINGS.into_iter().flat_map(|reading| [(reading, false), (reading, true)]) {
        let context = Context::text().reading(reading).truncated(is_truncated);
        if wrong_answer(&before, None, &context, encoding).is_none() {
            let wrong = wrong_answer(cut, None, &context, encoding);
            report.add(CUT, wrong.is_none(), text, || {
                format!("{name} {reading} truncated={is_truncated}: {encoding} → {wrong:?}: {}", start(text.as_bytes()))
            });
        }
    }
}

/// Whether the only character above U+007F is a letter of another script inside a word of ASCII letters, as it is where
/// an encoding is declared that the text is not in: the same evidence, whatever is true.
fn is_like_a_lie(text: &str) -> bool {
    let mut characters = text.char_indices().filter(|(_, c)| !c.is_ascii());
    let (Some((at, letter)), None) = (characters.next(), characters.next()) else { return false };
    let is_letter = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphabetic());
    let (before, after) = (&text[..at], &text[at + letter.len_utf8()..]);
    letter > '\u{24F}'
        && letter.is_alphabetic()
        && is_letter(before.chars().next_back())
        && is_letter(after.chars().next())
}
