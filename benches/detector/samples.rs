//! The wide samples, one line each: what `tools/plot_detector.py` makes tables and plots of.

use std::collections::HashMap;

use charsniff::{Context, sniff};
use encoding_rs::Encoding;

use crate::corpus::{Wide, same_text, unpacked, wide_samples};

/// The detectors whose answers come with the samples, and the names of their files.
const PEERS: [(&str, &str); 4] =
    [("chardetng", "chardetng"), ("compact_enc_det", "ced"), ("chardet", "chardet"), ("faust-cchardet", "faust")];

/// Of each sample: what it is, the probability of `detect` and whether that is right, then whether
/// each detector gives its text. Ours is asked to look for ISO-2022-JP, as the others do.
pub fn print() {
    let samples = wide_samples();
    let answers = PEERS.map(|(_, file)| answers(file));
    let names = PEERS.map(|(name, _)| name).join("\t");
    println!("language\tencoding\tsize\tbytes\tprobability\tdetect\tcharsniff\t{names}");
    for Wide { id, language, label, size, bytes, encoding, .. } in &samples {
        let guess = charsniff::detect(bytes);
        let context = if size.ends_with("html") { Context::html() } else { Context::text() };
        let sniffed = sniff(bytes, (), &context.detect_iso_2022_jp(true));
        let is_right = |answer: Option<&'static Encoding>| {
            u8::from(answer.is_some_and(|answer| same_text(bytes, false, answer, encoding))).to_string()
        };
        let of = |encoding: charsniff::Encoding| Encoding::for_label(encoding.name().as_bytes());
        let mut columns =
            vec![is_right(guess.as_ref().and_then(|guess| of(guess.encoding))), is_right(of(sniffed.encoding))];
        columns.extend(answers.iter().map(|answers| is_right(answers.get(id).and_then(|label| encoding_of(label)))));
        println!(
            "{language}\t{label}\t{size}\t{}\t{:.4}\t{}",
            bytes.len(),
            guess.map_or(0.0, |guess| guess.probability),
            columns.join("\t")
        );
    }
}

/// The label that a detector answered, by sample.
fn answers(file: &str) -> HashMap<u64, String> {
    let text = unpacked(&format!("peers/{file}.tsv.zst")).unwrap_or_default();
    let line = |line: &str| {
        let (id, label) = line.split_once('\t')?;
        Some((id.parse().ok()?, label.to_owned()))
    };
    text.lines().filter_map(line).collect()
}

/// The encoding that a detector means. No answer and ASCII are windows-1252, as they would be read.
fn encoding_of(label: &str) -> Option<&'static Encoding> {
    let label = label.trim().to_ascii_lowercase().replace('_', "-");
    let label = match label.as_str() {
        "" | "none" | "ascii" | "7bit" | "ascii-7-bit" | "latin-1" => "windows-1252",
        "cp949" | "uhc" | "ms949" => "euc-kr",
        "cp932" | "ms932" | "shift-jis-2004" | "shift-jisx0213" | "shiftjis" | "shift-jis" => "shift_jis",
        "euc-jis-2004" | "euc-jisx0213" | "cp51932" => "euc-jp",
        "big5hkscs" | "cp950" => "big5",
        "cp936" | "euc-cn" => "gbk",
        "cp874" => "windows-874",
        "maccyrillic" | "mac-cyrillic" => "x-mac-cyrillic",
        "macroman" | "mac-roman" => "macintosh",
        "utf-8-sig" => "utf-8",
        "utf-16" | "utf-16-le" => "utf-16le",
        "utf-16-be" => "utf-16be",
        "cp866" => "ibm866",
        "hebrew-visual" => "iso-8859-8",
        other => {
            let renamed = other.strip_prefix("iso8859-").map(|part| format!("iso-8859-{part}"));
            return Encoding::for_label(renamed.as_deref().unwrap_or(other).as_bytes());
        }
    };
    Encoding::for_label(label.as_bytes())
}
