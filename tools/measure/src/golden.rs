//! All answers of the detector and of a crawler on all corpora, as one number: a change that moves code must not change
//! it. With a file's name, the answers are written there, one a line, to be compared.

use std::fmt::Write as _;
use std::io::Write as _;
use std::path::{Path, PathBuf};

use charsniff::{Context, Detector, Encoding, Kind, Reading, sniff};

use crate::corpus::{self, Sample};

/// FNV-1a.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3))
}

/// The files in a folder and below it, in order.
fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    let mut paths: Vec<PathBuf> =
        entries.flat_map(|path| if path.is_dir() { files(&path) } else { vec![path] }).collect();
    paths.sort();
    paths
}

/// The answers for one input: the detector's, with hints and without, and those of readings with headers and without.
fn answers(bytes: &[u8], declared: &[&str]) -> String {
    let mut line = String::new();
    let candidates = [Encoding::Windows1251, Encoding::Utf8, Encoding::ShiftJis];
    let detectors = [
        Detector::new(),
        Detector::new().iso_2022_jp(true).language("ru"),
        Detector::new().prefer([Encoding::Windows1250]),
        Detector::new().only(candidates),
        Detector::new().except([Encoding::Utf8]).tld("jp"),
    ];
    for detector in &detectors {
        match detector.detect(bytes) {
            None => line.push_str("none "),
            Some(guess) => {
                let _ = write!(line, "{} {:08x}", guess.encoding, guess.probability.to_bits());
                for other in &guess.runners_up {
                    let _ = write!(line, ",{} {:08x}", other.encoding, other.probability.to_bits());
                }
                let _ = write!(line, " {:?} {:?}; ", guess.language, guess.script);
            }
        }
    }
    let kinds = [Kind::Html, Kind::TextDocument];
    let headers = [None].into_iter().chain(declared.iter().copied().map(Some));
    for label in headers {
        let header = label.map(|label| format!("text/html; charset={label}"));
        for (kind, reading) in
            kinds.into_iter().flat_map(|kind| Reading::ALL.iter().map(move |reading| (kind, *reading)))
        {
            let context = Context::of(kind).reading(reading).truncated(bytes.len().is_multiple_of(2));
            let sniffed = sniff(bytes, header.as_deref(), &context);
            let _ = write!(line, "{} {} {}", sniffed.encoding, sniffed.confidence, sniffed.source);
            for refuted in sniffed.refuted() {
                let _ = write!(line, ",{} {}", refuted.source, refuted.encoding);
            }
            line.push(';');
        }
    }
    line
}

/// Prints a number for each corpus.
pub fn print(samples: &[Sample], wild: &Path, file: Option<&Path>) {
    let mut lines = Vec::new();
    let mut section = |name: &str, inputs: &mut dyn Iterator<Item = (String, Vec<u8>, String)>| {
        let mut all = 0u64;
        let mut count = 0;
        for (input, bytes, label) in inputs {
            let line = answers(&bytes, &[&label, "utf-8", "utf-16", "shift_jis"]);
            all = all.rotate_left(1) ^ hash(&line);
            count += 1;
            lines.push(format!("{name} {input}\t{line}"));
        }
        println!("{name}: {count} inputs, {all:016x}");
    };
    let of_samples = samples.iter().filter_map(|sample| {
        let bytes = corpus::encoded(&sample.text, sample.encoding)?;
        let name = format!("{} {} {}", sample.language, sample.size, sample.encoding.name());
        Some((name, bytes, sample.encoding.name().to_owned()))
    });
    section("samples", &mut of_samples.step_by(3));
    let files_of_wild = crate::wild::files(wild);
    let of_wild = files_of_wild.iter().step_by(2).map(|file| {
        let bytes = file.bytes();
        (file.path.clone(), bytes.get(..8192).unwrap_or(bytes).to_vec(), file.truth.clone())
    });
    section("wild", &mut of_wild.into_iter());
    let project = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for folder in ["fixtures", "fuzz/corpus"] {
        let of_folder = files(&project.join(folder)).into_iter().filter_map(|path| {
            let bytes = std::fs::read(&path).ok()?;
            let name = path.strip_prefix(&project).unwrap_or(&path).display().to_string();
            Some((name, bytes.get(..65_536).unwrap_or(&bytes).to_vec(), "windows-1252".to_owned()))
        });
        section(folder, &mut of_folder.into_iter());
    }
    if let Some(file) = file {
        let written = std::fs::File::create(file).and_then(|mut file| file.write_all(lines.join("\n").as_bytes()));
        if let Err(error) = written {
            println!("{}: {error}", file.display());
        }
    }
}
