//! Files as people published them, with their truths: how many come out right without their declarations (whole,
//! 1,024 bytes, 64 bytes), as they are, and cut to scraps with an honest declaration.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::rc::Rc;

use charsniff::{Context, Detector, Kind, Reading, decode, sniff};
use regex::bytes::{Captures, Regex};
use serde::Deserialize;

use crate::corpus::unpacked;

/// A file, as `index.jsonl.zst` describes it.
#[derive(Deserialize)]
pub struct File {
    pub repo: String,
    pub path: String,
    pub kind: String,
    /// The label of the right encoding.
    pub truth: String,
    /// `honest`, `lie`, `none`, `bom` or `mixed`.
    pub cls: String,
    pub declared: Option<String>,
    len: usize,
    #[serde(skip)]
    all: Rc<Vec<u8>>,
    #[serde(skip)]
    range: Range<usize>,
}

impl File {
    pub fn bytes(&self) -> &[u8] {
        self.all.get(self.range.clone()).unwrap_or_default()
    }

    fn context(&self) -> Context {
        let kind = match &*self.kind {
            "xml" => Kind::Xml,
            "css" => Kind::CssFromDocument,
            "js" => Kind::ClassicScript,
            "text" => Kind::TextDocument,
            _ => Kind::Html,
        };
        Context::of(kind).reading(Reading::Crawler)
    }
}

/// The files in a folder, none if it is absent.
pub fn files(folder: &Path) -> Vec<File> {
    let Some(lines) = unpacked(&folder.join("index.jsonl.zst")) else { return Vec::new() };
    let all = Rc::new(unpacked(&folder.join("files.bin.zst")).unwrap_or_default());
    let mut files: Vec<File> =
        String::from_utf8_lossy(&lines).lines().filter_map(|line| serde_json::from_str(line).ok()).collect();
    let mut at = 0;
    for file in &mut files {
        file.all = Rc::clone(&all);
        file.range = at..at + file.len;
        at += file.len;
    }
    files
}

/// The text of the bytes in an encoding.
fn text<'a>(bytes: &'a [u8], label: &str) -> std::borrow::Cow<'a, str> {
    decode(bytes, (), &Context::text().reading(Reading::Crawler).override_encoding(label)).text
}

fn is_same(bytes: &[u8], answer: &str, truth: &str) -> bool {
    answer.eq_ignore_ascii_case(truth) || text(bytes, answer) == text(bytes, truth)
}

/// The first bytes, without an incomplete character at the end.
fn cut<'a>(bytes: &'a [u8], truth: &str, length: usize) -> &'a [u8] {
    let start = |length: usize| bytes.get(..length).unwrap_or(bytes);
    (0..4)
        .map(|less| start(length - less))
        .find(|bytes| !text(bytes, truth).contains('\u{FFFD}'))
        .unwrap_or(start(length))
}

/// What is wanted of each class, in per cent.
const WANTED: [(&str, f64); 13] = [
    ("legacy whole", 99.75),
    ("legacy 1024", 99.8),
    ("legacy 64", 98.5),
    ("utf-8 whole", 100.0),
    ("utf-8 1024", 100.0),
    ("sure whole", 99.96),
    ("sure 64", 99.75),
    ("as honest", 99.96),
    ("as lie", 98.4),
    ("as none", 99.8),
    ("as bom", 100.0),
    ("as mixed", 100.0),
    ("scrap", 99.9),
];

/// The counts of a class: all, right.
type Counts = BTreeMap<String, [u32; 2]>;

fn add(counts: &mut Counts, class: String, is_right: bool) {
    let [all, right] = counts.entry(class).or_default();
    *all += 1;
    *right += u32::from(is_right);
}

fn percent([all, right]: [u32; 2]) -> f64 {
    100.0 * f64::from(right) / f64::from(all)
}

/// A right answer with less probability than this is no help to anybody who ranks by it.
const DESPAIR: f32 = 0.01;

/// Prints the figures, and the files that came out wrong; whether each figure is what is wanted.
pub fn print(folder: &Path, shows_wrong: bool) -> bool {
    let files = files(folder);
    if files.is_empty() {
        println!("skipped: no files in {}", folder.display());
        return true;
    }
    let declarations = Declarations::new();
    let mut counts = Counts::new();
    let mut repositories: BTreeMap<(&str, &str), [u32; 2]> = BTreeMap::new();
    let mut wrong = Vec::new();
    let mut despaired = 0;
    let detector = Detector::new().iso_2022_jp(true);
    let is_evidence = |byte: &u8| !byte.is_ascii() || *byte == 0x1B;
    for file in &files {
        let (bytes, truth) = (file.bytes(), &*file.truth);
        if file.cls != "mixed" {
            let group = if truth == "utf-8" { "utf-8" } else { "legacy" };
            let blank = declarations.blanked(bytes);
            let first = blank.iter().position(is_evidence);
            let scrap = first.map(|first| {
                let line = blank[..first].iter().rposition(|byte| *byte == b'\n').map_or(0, |end| end + 1);
                cut(&blank[first.saturating_sub(8).max(line)..], truth, 64)
            });
            let parts = [
                ("whole", Some(&blank[..])),
                ("1024", (blank.len() > 1024).then(|| cut(&blank, truth, 1024))),
                ("64", scrap),
            ];
            for (size, part) in parts {
                let Some(part) = part.filter(|part| part.iter().any(is_evidence)) else { continue };
                let guess = detector.detect(part);
                let answer = guess.as_ref().map(|guess| guess.encoding.name());
                let probability = guess.as_ref().map_or(0.0, |guess| guess.probability);
                let is_right = answer.is_some_and(|answer| is_same(part, answer, truth));
                add(&mut counts, format!("{group} {size}"), is_right);
                if group == "legacy" {
                    let [all, right] = repositories.entry((size, &file.repo)).or_default();
                    *all += 1;
                    *right += u32::from(is_right);
                }
                if probability >= 0.99 {
                    add(&mut counts, format!("sure {size}"), is_right);
                }
                let is_despaired = size == "whole" && is_right && probability < DESPAIR;
                despaired += u32::from(is_despaired);
                if is_despaired {
                    wrong.push(format!("DESPAIR {} {} {truth} {answer:?} {probability:.6}", file.repo, file.path));
                }
                if !is_right && probability >= 0.99 {
                    wrong.push(format!("SURE {size} {} {} {truth} {answer:?} {probability:.3}", file.repo, file.path));
                }
                if !is_right {
                    wrong.push(format!("{size} {} {} {truth} {answer:?} {probability:.3}", file.repo, file.path));
                }
            }
            if group == "legacy"
                && let Some(scrap) = scrap
            {
                let header = format!("text/html; charset={truth}");
                let context = Context::html().reading(Reading::Crawler).truncated(true);
                let answer = sniff(scrap, &*header, &context).encoding.name();
                let is_right = is_same(scrap, answer, truth);
                add(&mut counts, "scrap".into(), is_right);
                if !is_right {
                    let start = String::from_utf8_lossy(scrap);
                    wrong.push(format!("HARM 64 {} {} {truth} {answer} {start:?}", file.repo, file.path));
                }
            }
        }
        let answer = sniff(bytes, (), &file.context()).encoding.name();
        let is_right = is_same(bytes, answer, truth);
        add(&mut counts, format!("as {}", file.cls), is_right);
        if !is_right {
            let declared = file.declared.as_deref().unwrap_or("nothing");
            wrong.push(format!("AS IT IS {} {} {} {truth} {answer} {declared}", file.cls, file.repo, file.path));
        }
    }
    let mut is_good = true;
    for (class, wanted) in WANTED {
        let Some(&count) = counts.get(class) else { continue };
        let is_short = percent(count) < wanted;
        is_good &= !is_short;
        print!(
            "{class} {:.2} % of {} (want {wanted}){}; ",
            percent(count),
            count[0],
            ["", " SHORT"][usize::from(is_short)]
        );
    }
    for size in ["whole", "64"] {
        let shares: Vec<f64> =
            repositories.iter().filter(|((of, _), _)| *of == size).map(|(_, count)| percent(*count)).collect();
        let mean = shares.iter().sum::<f64>() / shares.len() as f64;
        print!("mean of {} repositories, {size} {mean:.1}; ", shares.len());
    }
    println!("right whole below {DESPAIR}: {despaired}");
    for line in wrong.iter().filter(|_| shows_wrong) {
        println!("{line}");
    }
    is_good
}

/// Where files declare their encoding: in markup, and in the ways of other formats.
pub struct Declarations([Regex; 2]);

impl Declarations {
    pub fn new() -> Declarations {
        let markup = r#"(?i-u)((?:charset|encoding|coding|codepage|codeset)["']?\s*\]?\s*(?:=>|=|:|,)\s*["']?\s*)([A-Za-z0-9._:-]{3,24})"#;
        let others = r#"(?im-u)(@documentencoding\s+|^SET\s+|^#\s*Codepage[^\n]*\n|PageCode=|@charset ")([A-Za-z0-9._:-]{3,24})"#;
        Declarations([markup, others].map(|pattern| Regex::new(pattern).expect("a pattern")))
    }

    /// The bytes with spaces for each label, and without a byte order mark.
    fn blanked(&self, bytes: &[u8]) -> Vec<u8> {
        let mut blank = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes).to_vec();
        for pattern in &self.0 {
            let spaces = |found: &Captures| [&found[1], &vec![b' '; found[2].len()][..]].concat();
            blank = pattern.replace_all(&blank, spaces).into_owned();
        }
        blank
    }
}
