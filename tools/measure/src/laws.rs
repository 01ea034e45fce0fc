//! The laws of `tests/laws`, on the samples and the files as people publish them.

use std::path::{Path, PathBuf};

use charsniff::Encoding;

use crate::law::{self, Report, Text};
use crate::random::Random;
use crate::{ascii, corpus, wild};

/// The longest file whose text is tried, in characters: what is longer says no more, and takes long.
const LONGEST: usize = 20_000;

/// Whether all laws are kept: on `count` generated texts in ASCII, the samples in a file, and the files in a folder.
pub fn print(count: usize, samples: Option<PathBuf>, folder: &Path) -> bool {
    let (mut report, mut random) = (Report::default(), Random::new(11));
    for _ in 0..count {
        let text = ascii::text(&mut random);
        law::ascii_stays(&mut report, &mut random, &text);
        let encodings = [Encoding::Windows1252, Encoding::ShiftJis, Encoding::Gbk, Encoding::Koi8R, Encoding::Utf8];
        let encoding = encodings[random.below(encodings.len())];
        law::an_honest_declaration_harms_nothing(&mut report, Text { name: "ASCII", text: &text, encoding });
    }
    let path = samples.unwrap_or_else(|| corpus::root().join("detect-wide/samples.jsonl.zst"));
    let samples = corpus::samples_in(&path);
    if samples.is_empty() {
        println!("skipped: no samples in {}", path.display());
    }
    for sample in &samples {
        let Some(encoding) = Encoding::for_label(sample.encoding.name().as_bytes()) else { continue };
        let name = format!("{} {}", sample.language, sample.size);
        all(&mut report, &mut random, Text { name: &name, text: &sample.text, encoding });
    }
    let files = wild::files(folder);
    if files.is_empty() {
        println!("skipped: no files in {}", folder.display());
    }
    for file in &files {
        let Some(encoding) = Encoding::for_label(file.truth.as_bytes()) else { continue };
        let (text, has_errors) = encoding.decode_without_bom_handling(file.bytes());
        if !has_errors && file.cls != "mixed" {
            let text: String = text.trim_start_matches('\u{FEFF}').chars().take(LONGEST).collect();
            all(&mut report, &mut random, Text { name: &file.path, text: &text, encoding });
        }
    }
    println!("{} laws, tried", report.tried(1));
    report.print()
}

fn all(report: &mut Report, random: &mut Random, text: Text) {
    if !text.text.is_ascii() {
        law::declared_utf_8_stays(report, random, text);
        law::undeclared_utf_8_bears_a_stray_byte(report, random, text);
    }
    law::an_honest_declaration_harms_nothing(report, text);
    law::more_of_it_changes_nothing(report, text);
}
