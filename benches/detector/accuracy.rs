//! Accuracy. A guess is right if it decodes to the same text as the right encoding.

use std::collections::BTreeMap;

use charsniff::{Context, sniff};
use encoding_rs::Encoding;

use crate::corpus::{Labelled, Length, Page, same_text};

/// A detector. It takes bytes, whether they are truncated, and a top-level domain.
type Detector = fn(&[u8], bool, Option<&str>) -> &'static Encoding;

pub fn ours(bytes: &[u8], cut: bool, tld: Option<&str>) -> &'static Encoding {
    let mut context = Context::text().truncated(cut);
    if let Some(tld) = tld {
        context = context.tld(tld);
    }
    Encoding::for_label(sniff(bytes, (), &context).encoding.name().as_bytes()).unwrap_or(encoding_rs::UTF_8)
}

/// `chardetng`, used as in a browser, but with UTF-8 allowed and byte order marks handled.
pub fn chardetng(bytes: &[u8], cut: bool, tld: Option<&str>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(bytes, !cut);
    detector.guess(tld.map(str::as_bytes), chardetng::Utf8Detection::Allow)
}

/// The number of right answers, and of all.
#[derive(Clone, Copy, Default)]
struct Tally {
    right: usize,
    total: usize,
}

impl Tally {
    fn count(&mut self, right: bool) {
        self.right += usize::from(right);
        self.total += 1;
    }

    fn percent(self) -> f64 {
        100.0 * self.right as f64 / self.total.max(1) as f64
    }
}

const DETECTORS: [(&str, Detector); 2] = [("charsniff", ours), ("chardetng", chardetng)];

fn is_right(file: &Labelled, length: Length, detector: Detector, tld: Option<&str>) -> (bool, &'static Encoding) {
    let (bytes, cut) = length.of(&file.bytes, file.encoding);
    let guess = detector(bytes, cut, tld);
    (same_text(bytes, cut, guess, file.encoding), guess)
}

/// Prints a table with a row per encoding and a column per length and detector.
pub fn labelled(files: &[Labelled]) {
    println!("\n{} labelled files: right answers, charsniff / chardetng\n", files.len());
    let mut rows: BTreeMap<&str, [[Tally; 2]; 3]> = BTreeMap::new();
    for file in files {
        for (l, length) in Length::ALL.into_iter().enumerate() {
            for (d, (_, detector)) in DETECTORS.into_iter().enumerate() {
                let (right, _) = is_right(file, length, detector, None);
                for name in [file.encoding.name(), "~ all"] {
                    rows.entry(name).or_default()[l][d].count(right);
                }
            }
        }
    }
    print_table(rows);
}

fn print_table(rows: BTreeMap<&str, [[Tally; 2]; 3]>) {
    println!("| encoding | cases | {} |", Length::ALL.map(Length::name).join(" | "));
    println!("| --- | --- | --- | --- | --- |");
    for (name, tallies) in rows {
        let cells = tallies.map(|[a, b]| format!("{:.1} / {:.1}", a.percent(), b.percent()));
        println!("| {} | {} | {} |", name.trim_start_matches("~ "), tallies[0][0].total, cells.join(" | "));
    }
}

/// The top-level domains of a language, for the table of hints.
fn tld_of(language: &str) -> Option<&'static str> {
    Some(match language {
        "ja" => "jp",
        "ko" => "kr",
        "zh" => "cn",
        "zh-Hant" => "tw",
        "cs" => "cz",
        "el" => "gr",
        "he" => "il",
        "ar" => "eg",
        "da" => "dk",
        "vi" => "vn",
        "ru" | "bg" | "th" | "tr" | "hu" | "pl" | "sk" | "de" | "fr" | "es" => {
            return ["ru", "bg", "th", "tr", "hu", "pl", "sk", "de", "fr", "es"]
                .into_iter()
                .find(|tld| *tld == language);
        }
        _ => return None,
    })
}

/// The same files with a fitting top-level domain, with none, with generic ones and with wrong
/// ones.
pub fn hints(files: &[Labelled]) {
    println!("\nTop-level domains as hints, right answers in percent, charsniff / chardetng\n");
    println!("| hint | {} |", Length::ALL.map(Length::name).join(" | "));
    println!("| --- | --- | --- | --- |");
    let hints = [
        None,
        Some("right"),
        Some("com"),
        Some("eu"),
        Some("io"),
        Some("ru"),
        Some("jp"),
        Some("gr"),
        Some("fr"),
        Some("pl"),
    ];
    for hint in hints {
        let mut cells = Vec::new();
        for length in Length::ALL {
            let mut tallies = [Tally::default(); 2];
            for file in files {
                let tld = if hint == Some("right") { tld_of(&file.language) } else { hint };
                for (d, (_, detector)) in DETECTORS.into_iter().enumerate() {
                    tallies[d].count(is_right(file, length, detector, tld).0);
                }
            }
            cells.push(format!("{:.1} / {:.1}", tallies[0].percent(), tallies[1].percent()));
        }
        println!("| {} | {} |", hint.map_or("none".into(), |hint| format!("`{hint}`")), cells.join(" | "));
    }
}

/// Prints every wrong answer.
pub fn misses(files: &[Labelled]) {
    for length in Length::ALL {
        println!("\n{}", length.name());
        for file in files {
            let [a, b] = DETECTORS.map(|(_, detector)| is_right(file, length, detector, None));
            if !a.0 || !b.0 {
                let show = |(right, guess): (bool, &'static Encoding)| if right { "right" } else { guess.name() };
                println!("{:60} {:15} {:15} chardetng {:15}", file.name, file.encoding.name(), show(a), show(b));
            }
        }
    }
}

/// Text of Wikipedia in pieces, in every encoding that has its letters.
pub fn languages(pages: &[Page]) {
    println!("\nPieces of text in {} files, in every encoding that it was written in:", pages.len());
    println!("right answers in percent, charsniff / chardetng\n");
    println!("| encoding | language | pieces | 1,024 bytes | 64 bytes | (pieces) | ours took it for |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    let encodings = charsniff::Encoding::ALL.map(|encoding| Encoding::for_label(encoding.name().as_bytes()));
    let mut total = [[Tally::default(); 2]; 2];
    for encoding in encodings.into_iter().flatten() {
        if encoding.output_encoding() != encoding || encoding == encoding_rs::ISO_2022_JP {
            continue;
        }
        for page in pages.iter().filter(|page| !page.is_html) {
            let language = page.language.split(['_', '-']).next().unwrap_or_default();
            if !natural_languages(encoding).contains(&language) {
                continue;
            }
            let Some(bytes) = in_legacy(&page.text, encoding) else { continue };
            let mut tallies = [[Tally::default(); 2]; 2];
            let mut mistakes: BTreeMap<&str, usize> = BTreeMap::new();
            for (s, size) in [1024, 64].into_iter().enumerate() {
                for piece in pieces(&bytes, size, encoding) {
                    for (d, (_, detector)) in DETECTORS.into_iter().enumerate() {
                        let guess = detector(piece, true, None);
                        let right = same_text(piece, true, guess, encoding);
                        tallies[s][d].count(right);
                        total[s][d].count(right);
                        if !right && d == 0 {
                            *mistakes.entry(guess.name()).or_default() += 1;
                        }
                    }
                }
            }
            let cells = tallies.map(|[a, b]| format!("{:.1} / {:.1}", a.percent(), b.percent()));
            let [long, short] = [tallies[0][0].total, tallies[1][0].total];
            let mistakes: Vec<String> = mistakes.iter().map(|(name, count)| format!("{name} {count}")).collect();
            println!(
                "| {} | {} | {long} | {} | {short} | {} |",
                encoding.name(),
                page.language,
                cells.join(" | "),
                mistakes.join(", ")
            );
        }
    }
    let cells = total.map(|[a, b]| format!("{:.2} / {:.2}", a.percent(), b.percent()));
    println!("| all | | {} | {} | {} | |", total[0][0].total, cells.join(" | "), total[1][0].total);
}

/// The languages that an encoding was used for.
pub fn natural_languages(encoding: &'static Encoding) -> &'static [&'static str] {
    const CYRILLIC: &[&str] = &["ru", "uk", "be", "bg", "sr", "mk"];
    const CENTRAL: &[&str] = &["cs", "sk", "pl", "hu", "hr", "sl", "bs", "ro", "sq", "de"];
    const BALTIC: &[&str] = &["et", "lv", "lt"];
    const WESTERN: &[&str] = &[
        "fr", "de", "es", "pt", "it", "nl", "da", "sv", "nb", "no", "fi", "is", "ca", "gl", "eu", "af", "ga", "gd",
        "br", "lb", "ast", "oc", "fo", "et", "sq", "id", "nn",
    ];
    match encoding.name() {
        "windows-1251" | "ISO-8859-5" | "x-mac-cyrillic" => CYRILLIC,
        "KOI8-R" => &["ru", "bg"],
        "KOI8-U" => &["ru", "uk", "be"],
        "IBM866" => &["ru", "bg", "uk", "be"],
        "windows-1250" | "ISO-8859-2" => CENTRAL,
        "ISO-8859-16" => &["ro", "hr", "sl", "hu", "sq", "pl", "bs"],
        "windows-1252" | "ISO-8859-15" | "macintosh" => WESTERN,
        "windows-1257" | "ISO-8859-13" => BALTIC,
        "ISO-8859-4" => &["et", "lv", "lt", "se"],
        "ISO-8859-10" => &["is", "fo", "se", "lt", "et", "sv", "da", "nb"],
        "ISO-8859-14" => &["cy", "ga", "gd", "br"],
        "ISO-8859-3" => &["eo", "mt"],
        "windows-1254" => &["tr"],
        "windows-1258" => &["vi"],
        "windows-1253" | "ISO-8859-7" => &["el"],
        "windows-1255" | "ISO-8859-8-I" => &["he"],
        "windows-1256" | "ISO-8859-6" => &["ar"],
        "windows-874" => &["th"],
        "Shift_JIS" | "EUC-JP" => &["ja"],
        "EUC-KR" => &["ko"],
        "GBK" => &["zh"],
        "Big5" => &["zh"],
        _ => &[],
    }
}

/// `text` in `encoding`, if somebody would have used that encoding for it: at most one in a hundred
/// of its letters is lost, and at most half of its letters above U+007F.
fn in_legacy(text: &str, encoding: &'static Encoding) -> Option<Vec<u8>> {
    let mut bytes = Vec::new();
    let (mut kept, mut lost) = (0, 0);
    for line in text.lines() {
        let letters = line.chars().filter(|c| c.is_alphabetic() && !c.is_ascii()).count();
        match encoding.encode(line) {
            (line, _, false) => {
                bytes.extend_from_slice(&line);
                bytes.push(b'\n');
                kept += letters;
            }
            _ => lost += letters,
        }
    }
    (kept > 300 && kept * 2 > lost).then_some(bytes)
}

/// Up to 40 pieces of `size` bytes, evenly distributed. Each starts at a word or a character of a
/// line and has a byte above 7F.
fn pieces<'a>(bytes: &'a [u8], size: usize, encoding: &'static Encoding) -> Vec<&'a [u8]> {
    let step = (bytes.len() / 40).max(size);
    let mut pieces = Vec::new();
    let mut at = 0;
    while at + size < bytes.len() {
        // In all of these encodings, the start of a line is the start of a character.
        let start = match encoding.is_single_byte() {
            true => at,
            false => bytes[at..].iter().position(|&byte| byte == b'\n').map_or(bytes.len(), |n| at + n + 1),
        };
        if let Some(piece) = bytes.get(start..start + size)
            && !piece.is_ascii()
        {
            pieces.push(piece);
        }
        at += step;
    }
    pieces
}
