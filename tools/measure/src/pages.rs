//! Real pages, in the kinds of cases that `../shared/tools/real-pages/cases.py` makes of them: how often does the
//! right text come out, and how long does that take?

use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

use charsniff::{Context, Reading, sniff};
use encoding_rs::Encoding;
use serde_json::Value;

use crate::corpus::same_text;

/// A page, and what was sent with it.
struct Case {
    kind: String,
    encoding: &'static Encoding,
    header: String,
    bytes: Vec<u8>,
}

/// How many times each page is read; the fastest one counts.
const ROUNDS: u32 = 5;

#[derive(Default)]
struct Sum {
    all: u32,
    right: u32,
    bytes: usize,
    time: Duration,
}

/// Prints the table of the cases in a file.
pub fn print(pack: &Path) {
    let Some(cases) = cases(pack) else {
        println!("skipped: no cases in {}", pack.display());
        return;
    };
    let context = Context::html().reading(Reading::Crawler);
    let mut sums: BTreeMap<String, Sum> = BTreeMap::new();
    for case in &cases {
        let mut answer = None;
        let once = || {
            let start = Instant::now();
            answer = Some(sniff(&case.bytes, &*case.header, &context).encoding);
            start.elapsed()
        };
        let time = std::iter::repeat_with(once).take(ROUNDS as usize).min().unwrap_or_default();
        let answer = answer.and_then(|encoding| Encoding::for_label(encoding.name().as_bytes()));
        let is_right = answer.is_some_and(|answer| same_text(&case.bytes, answer, case.encoding));
        for kind in [&case.kind, &format!("{} {}", case.kind, case.encoding.name()), "all"] {
            let sum = sums.entry(kind.to_owned()).or_default();
            *sum = Sum {
                all: sum.all + 1,
                right: sum.right + u32::from(is_right),
                bytes: sum.bytes + case.bytes.len(),
                time: sum.time + time,
            };
        }
        if !is_right && std::env::var_os("FAILS").is_some() {
            let answer = answer.map_or("?", Encoding::name);
            println!("PAGE {} {} {} → {answer} {}", case.kind, case.encoding.name(), case.header, case.bytes.len());
        }
    }
    println!("real pages: kind, cases, right %, bytes a page, µs a page");
    for (kind, Sum { all, right, bytes, time }) in sums {
        let percent = 100.0 * f64::from(right) / f64::from(all);
        let micros = time.as_secs_f64() * 1e6 / f64::from(all);
        println!("{kind}\t{all}\t{percent:.1}\t{}\t{micros:.1}", bytes / all as usize);
    }
}

/// The cases in a file: a line of JSON and the bytes, each after its length in four bytes.
fn cases(pack: &Path) -> Option<Vec<Case>> {
    let file = std::fs::read(pack).ok()?;
    let mut rest = &file[..];
    let mut cases = Vec::new();
    let mut part = || {
        let (length, after) = rest.split_first_chunk::<4>()?;
        let (part, after) = after.split_at_checked(u32::from_le_bytes(*length) as usize)?;
        rest = after;
        Some(part)
    };
    while let Some(line) = part() {
        let value: Value = serde_json::from_slice(line).ok()?;
        let string = |key: &str| Some(value.get(key)?.as_str()?.to_owned());
        cases.push(Case {
            kind: string("kind")?,
            encoding: Encoding::for_label(string("true")?.as_bytes())?,
            header: string("header")?,
            bytes: part()?.to_vec(),
        });
    }
    Some(cases)
}
