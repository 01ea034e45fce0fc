//! How often a declaration is right: what a claim is worth, before the bytes are read. How often each sign of East Asia
//! stands among ASCII.

use std::collections::BTreeMap;
use std::path::Path;

use charsniff::{Context, Encoding, Reading, Source, sniff};

use crate::{corpus, wild};

/// The kinds of labels.
const KINDS: [&str; 4] = ["UTF-8", "windows-1252", "another single-byte", "two-byte, ISO-2022-JP"];

fn kind(encoding: Encoding) -> &'static str {
    match encoding {
        Encoding::Utf8 => KINDS[0],
        Encoding::Windows1252 => KINDS[1],
        _ if encoding.is_single_byte() => KINDS[2],
        _ => KINDS[3],
    }
}

/// Honest declarations and lies of a kind, by repository.
type Counts<'a> = BTreeMap<&'a str, BTreeMap<&'static str, [u32; 2]>>;

pub fn print(folder: &Path) {
    let files = wild::files(folder);
    if files.is_empty() {
        println!("skipped: no files in {}", folder.display());
    }
    let encoding = |label: &str| Encoding::for_label(label.as_bytes());
    let mut counts = Counts::new();
    let mut lies: BTreeMap<(Encoding, Encoding), u32> = BTreeMap::new();
    let mut undeclared: BTreeMap<Encoding, [u32; 2]> = BTreeMap::new();
    for file in files.iter().filter(|file| file.cls != "bom" && file.cls != "mixed") {
        let Some(truth) = encoding(&file.truth) else { continue };
        let declared = file.declared.as_deref().and_then(encoding).filter(|_| file.cls != "none");
        undeclared.entry(truth).or_default()[usize::from(declared.is_some())] += 1;
        let Some(declared) = declared else { continue };
        counts.entry(&file.repo).or_default().entry(kind(declared)).or_default()[usize::from(declared != truth)] += 1;
        if declared != truth {
            *lies.entry((declared, truth)).or_default() += 1;
        }
    }
    println!(
        "files that declare their encoding: label, honest, lies, ln(honest/lies); repositories, mean % of lies, ln"
    );
    for name in KINDS {
        let of: Vec<[u32; 2]> = counts.values().filter_map(|kinds| kinds.get(name).copied()).collect();
        print_row(name, &of);
    }
    println!("lies: declared, true, files");
    for ((declared, truth), count) in lies {
        println!("{declared}\t{truth}\t{count}");
    }
    println!("by the true encoding: files that declare nothing, others");
    for (truth, [nothing, something]) in undeclared {
        println!("{truth}\t{nothing}\t{something}");
    }
    print_signs(&files);
    println!("pages in UTF-8: declared, pages");
    let mut declared: BTreeMap<String, u32> = BTreeMap::new();
    for page in corpus::pages() {
        // Chromium's reading takes what the page says.
        let verdict = sniff(&page.bytes, (), &Context::html().reading(Reading::Chromium));
        let said = if verdict.source == Source::Meta { verdict.encoding.name() } else { "nothing" };
        *declared.entry(said.to_owned()).or_default() += 1;
    }
    for (declared, count) in declared {
        println!("{declared}\t{count}");
    }
}

/// A row of the table; a half is added to both counts, so that none is zero.
fn print_row(name: &str, of_repositories: &[[u32; 2]]) {
    let odds = |honest: f64, lies: f64| ((honest + 0.5) / (lies + 0.5)).ln();
    let sum = |at: usize| of_repositories.iter().map(|counts| counts[at]).sum::<u32>();
    let share = |[honest, lies]: &[u32; 2]| f64::from(*lies) / f64::from(honest + lies);
    let lying: f64 = of_repositories.iter().map(share).sum();
    let all = of_repositories.len() as f64;
    println!(
        "{name}\t{}\t{}\t{:.1}\t{all}\t{:.1}\t{:.1}",
        sum(0),
        sum(1),
        odds(sum(0).into(), sum(1).into()),
        100.0 * lying / all,
        odds(all - lying, lying)
    );
}

/// The signs of `src/detector/model/east_asian_signs.rs`.
const SIGNS: &str = "　・「」『』【】○●◎◆◇□■△▲▽▼★☆※→←↑↓─│━┃┌┐└┘├┤〈〉《》═║╔╗╚╝▓▁▂▃▄▅▆▇█▏▎▍▌▋▊▉▔▕◢◣◤◥";

/// The repository with most of the files that have signs and nothing else: it is measured with their costs.
const LEFT_OUT: &str = "ptt/pttbbs";

/// Prints what each sign costs where it stands alone among ASCII, in eighths of a nat: one nat, and the negative logarithm
/// of its share. A repository counts by the square root of how often it has a sign, so that none decides alone.
fn print_signs(files: &[wild::File]) {
    let mut of_repositories: BTreeMap<(&str, char), u32> = BTreeMap::new();
    for file in files.iter().filter(|file| file.repo != LEFT_OUT) {
        let encoding = Encoding::for_label(file.truth.as_bytes());
        let Some(encoding) = encoding.filter(|encoding| !encoding.is_single_byte() && !encoding.is_utf_16()) else {
            continue;
        };
        let text: Vec<char> = encoding.decode_without_bom_handling(file.bytes()).0.chars().collect();
        for around in text.windows(3) {
            if around[0].is_ascii() && around[2].is_ascii() && SIGNS.contains(around[1]) {
                *of_repositories.entry((&file.repo, around[1])).or_default() += 1;
            }
        }
    }
    let mut counts: BTreeMap<char, f64> = SIGNS.chars().map(|sign| (sign, 0.5)).collect();
    for ((_, sign), count) in of_repositories {
        *counts.entry(sign).or_default() += f64::from(count).sqrt();
    }
    let all: f64 = counts.values().sum();
    println!("signs of East Asia, and what they cost");
    for sign in SIGNS.chars() {
        println!("{sign}\t{:.0}", 8.0 * (1.0 - (counts[&sign] / all).ln()).min(7.0));
    }
}
