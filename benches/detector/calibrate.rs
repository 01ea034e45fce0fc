//! The probability and the correctness of answers for the project's own texts, to which the constants
//! of the probability are fitted.

use std::fs;
use std::path::Path;

use encoding_rs::Encoding;

use crate::accuracy::natural_languages;
use crate::corpus::same_text;

/// About how long the pieces are, in characters.
const LENGTHS: [usize; 4] = [20, 50, 200, 800];

/// How many pieces there are at most of a language, an encoding and a length.
const MOST_PIECES: usize = 24;

/// Of each piece: what it is, our probability, whether we are right, and what else it might be.
pub fn print() {
    println!("language\tencoding\tsize\tbytes\tprobability\tcharsniff\tcandidates");
    for encoding in charsniff::Encoding::ALL {
        let Some(encoding) = Encoding::for_label(encoding.name().as_bytes()) else { continue };
        for language in natural_languages(encoding) {
            let lines = held_out(language);
            for length in LENGTHS {
                pieces(&lines, length)
                    .take(MOST_PIECES)
                    .for_each(|piece| print_piece(language, encoding, length, &piece));
            }
        }
    }
}

/// The lines that `generate_detector_tables -- without-fourths` leaves out.
fn held_out(language: &str) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures/detector");
    let mut lines = Vec::new();
    for kind in ["udhr", "sentences", "names", "words"] {
        let text = fs::read_to_string(folder.join(kind).join(format!("{language}.txt"))).unwrap_or_default();
        lines.extend(text.lines().skip(3).step_by(4).map(str::to_owned));
    }
    lines
}

/// Lines put together to `length` characters and more, or cut there behind a word.
fn pieces(lines: &[String], length: usize) -> impl Iterator<Item = String> {
    let text = lines.join("\n");
    let mut words = text.split_inclusive([' ', '\n']).map(str::to_owned).collect::<Vec<_>>().into_iter();
    std::iter::from_fn(move || {
        let mut piece = String::new();
        while piece.chars().count() < length {
            piece += &words.next()?;
        }
        Some(piece.chars().take(2 * length).collect())
    })
}

fn print_piece(language: &str, encoding: &'static Encoding, length: usize, piece: &str) {
    // Romanian's commas were cedillas in all encodings but one.
    let with_cedillas = || piece.replace('ș', "ş").replace('ț', "ţ").replace('Ș', "Ş").replace('Ț', "Ţ");
    let piece = if encoding == encoding_rs::ISO_8859_16 { piece.to_owned() } else { with_cedillas() };
    let (bytes, _, is_lossy) = encoding.encode(&piece);
    if is_lossy || bytes.is_ascii() {
        return;
    }
    let Some(guess) = charsniff::detect(&bytes) else { return };
    let ours = Encoding::for_label(guess.encoding.name().as_bytes()).unwrap_or(encoding_rs::UTF_8);
    let is_right = u8::from(same_text(&bytes, false, ours, encoding));
    let others = guess.runners_up.iter().map(|other| format!(" {}={:.6}", other.encoding, other.probability));
    println!(
        "{language}\t{}\t{length}\t{}\t{:.6}\t{is_right}\t{}{}",
        encoding.name(),
        bytes.len(),
        guess.probability,
        guess.encoding,
        others.collect::<String>()
    );
}
