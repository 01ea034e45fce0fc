//! Every number of the detector's sum is felt: where it is doubled or halved, an answer, a probability or a refuted claim
//! changes on the texts of `fixtures/detector`. There are few of them.

extern crate charsniff_fit as charsniff;

use std::collections::hash_map::DefaultHasher;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use charsniff::adjustable::ALL;
use charsniff::{Context, Detector, Encoding, Reading, sniff};

/// The most numbers that a reader can keep in mind.
const MOST: usize = 39;

/// Of how many lines of a file one is taken.
const STEP: usize = 25;

/// A text, the encoding of it, and another one that is declared.
struct Case {
    bytes: Vec<u8>,
    truth: Encoding,
    lie: Encoding,
}

fn encoded(text: &str, encoding: Encoding) -> Option<Vec<u8>> {
    let encoding = encoding_rs::Encoding::for_label(encoding.name().as_bytes())?;
    let (bytes, used, is_unmappable) = encoding.encode(text);
    (!is_unmappable && used == encoding && !bytes.is_ascii()).then(|| bytes.into_owned())
}

/// What the models do not see: text that is damaged, or has signs, ordinals and abbreviations.
const ODD: &[&[u8]] = &[
    b"El ni\xC3\xB1o so\xC3\xB1\xC3\xB3 con 5\xA0km",
    b"caf\xC3\xA9 cr\xC3\xA8me \xE9t\xE9 \xC3\xA0 la carte",
    b"\xA1\xB4 one\n\xA1\xB4\xA1\xB4 two\n\xA1\xF7 three",
    b"item \x81\x9C one\n\x84\x9F\x84\x9F\x84\x9F\nitem",
    b"The 42.\xBA of May, Ma III\xAA, n.\xBA 5",
    b"25\xB0C and \xA3 5",
    b"\xB1\xB2\xB3",
    b"\xE0 la carte, \xE8 vero, \xE9 \xF3",
    b"ABc\xE9 CD\xC9f \xC0\xC9x",
    b"\x8A\xBF\x8E\x9A",
    b"\xC4\xE4\xD2 \xE4\xE4\xF2",
    b"\x80\x81\x8D\x8F\x90\x9D binary? \x81",
];

fn cases() -> Vec<Case> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fixtures/detector");
    let mut cases = Vec::new();
    for kind in ["words", "names", "sentences"] {
        let mut paths: Vec<_> = fs::read_dir(folder.join(kind)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        for (n, path) in paths.iter().enumerate() {
            let text = fs::read_to_string(path).unwrap();
            for (line, text) in text.lines().enumerate().skip(n % STEP).step_by(STEP) {
                let encodings = Encoding::ALL.into_iter().cycle().skip(line + n).take(40);
                let Some((truth, bytes)) = encodings.filter_map(|truth| Some((truth, encoded(text, truth)?))).next()
                else {
                    continue;
                };
                let lie = Encoding::ALL[(line * 7 + n) % 36];
                let mixed = [&b"See also the page of "[..], &bytes, b" (the other one)"].concat();
                cases.push(Case { bytes: mixed, truth, lie });
                cases.push(Case { bytes, truth, lie });
            }
        }
    }
    for (n, bytes) in ODD.iter().enumerate() {
        for lie in [Encoding::Utf8, Encoding::Windows1251, Encoding::Windows1252, Encoding::ShiftJis] {
            cases.push(Case { bytes: bytes.to_vec(), truth: Encoding::ALL[n], lie });
        }
    }
    for text in UTF_16 {
        for order in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
            let bytes = text.encode_utf16().flat_map(order).collect();
            cases.push(Case { bytes, truth: Encoding::Utf16Le, lie: Encoding::Windows1252 });
        }
    }
    cases
}

/// Short texts in UTF-16, which may be another encoding by chance.
const UTF_16: &[&str] = &["вода", "Привет", "の範囲は", "布関数の左側", "的中文网页", "数のギャ", "नमस्ते दुनिया", "été"];

/// All answers about a text, as one number.
fn answers(Case { bytes, truth, lie }: &Case) -> u64 {
    let mut all = DefaultHasher::new();
    let context = Context::html().reading(Reading::Crawler);
    let detectors = [Detector::new().iso_2022_jp(true), Detector::new().prefer([*truth]).language("ru").locale("ja")];
    for guess in detectors.iter().filter_map(|detector| detector.detect(bytes)) {
        (guess.encoding as u32, guess.probability.to_bits(), &guess.language).hash(&mut all);
        for other in &guess.runners_up {
            (other.encoding as u32, other.probability.to_bits()).hash(&mut all);
        }
    }
    let ignored = [&b"<title>x<meta charset="[..], lie.name().as_bytes(), b"></title><p>", bytes].concat();
    for (bytes, said) in [(bytes, Some(lie)), (bytes, Some(truth)), (&ignored, None)] {
        let header = said.map(|said| format!("text/html; charset={}", said.name()));
        let sniffed = sniff(bytes, header.as_deref(), &context);
        (sniffed.encoding as u32, sniffed.refuted().count()).hash(&mut all);
    }
    all.finish()
}

#[test]
fn every_number_is_felt() {
    let cases = cases();
    assert!(cases.len() > 1000, "{}", cases.len());
    assert!(ALL.len() <= MOST, "{}", ALL.len());
    let before: Vec<u64> = cases.iter().map(answers).collect();
    let is_felt = || cases.iter().zip(&before).any(|(case, before)| answers(case) != *before);
    let mut unfelt = Vec::new();
    for (name, weight) in ALL {
        let value = weight.load(Relaxed);
        for changed in [value * 2, value / 2] {
            weight.store(changed, Relaxed);
            if !is_felt() {
                unfelt.push(format!("{name} {value} → {changed}"));
            }
        }
        weight.store(value, Relaxed);
    }
    assert!(!is_felt());
    assert!(unfelt.is_empty(), "nothing feels {unfelt:#?}");
}
