//! Random resources in every encoding, the same in every run.

use charsniff::Encoding;

use super::random::Random;

/// The first and the last character of the scripts that text is made of.
const SCRIPTS: [(char, char); 16] = [
    (' ', '~'),
    ('\0', '\u{7F}'),
    ('\u{80}', '\u{FF}'),
    ('\u{100}', '\u{24F}'),
    ('\u{370}', '\u{3FF}'),
    ('\u{400}', '\u{4FF}'),
    ('\u{5D0}', '\u{5EA}'),
    ('\u{620}', '\u{6FF}'),
    ('\u{7F0}', '\u{810}'),
    ('\u{900}', '\u{97F}'),
    ('\u{E00}', '\u{E5B}'),
    ('\u{2010}', '\u{2040}'),
    ('\u{3041}', '\u{30FF}'),
    ('\u{4E00}', '\u{9FFF}'),
    ('\u{AC00}', '\u{D7FF}'),
    ('\u{1F300}', '\u{2A6DF}'),
];

/// Up to about 1,500 characters, with a change of script from time to time.
fn text(random: &mut Random) -> String {
    let length = 1 << random.below(11);
    let length = length / 2 + random.below(length);
    let mut text = String::new();
    while text.chars().count() < length {
        let (first, last) = SCRIPTS[random.below(SCRIPTS.len())];
        // Some runs have words with spaces between them, others have no ASCII.
        let space = random.below(30);
        for _ in 0..1 + random.below(200) {
            let c = first as u32 + random.below((last as u32 - first as u32 + 1) as usize) as u32;
            text.extend(char::from_u32(c));
            if random.below(30) < space {
                text.push(' ');
            }
        }
    }
    text
}

/// Text in a random encoding. Characters that it lacks become character references.
pub fn random(random: &mut Random) -> (Encoding, Vec<u8>) {
    match random.below(6) {
        0 => (Encoding::Utf8, text(random).into_bytes()),
        1 => (Encoding::Utf16Le, text(random).encode_utf16().flat_map(u16::to_le_bytes).collect()),
        2 => (Encoding::Utf16Be, text(random).encode_utf16().flat_map(u16::to_be_bytes).collect()),
        3 | 4 => {
            let encodings = [
                Encoding::ShiftJis,
                Encoding::EucJp,
                Encoding::Iso2022Jp,
                Encoding::EucKr,
                Encoding::Gbk,
                Encoding::Gb18030,
                Encoding::Big5,
            ];
            let encoding = encodings[random.below(encodings.len())];
            let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
            (encoding, theirs.encode(&text(random)).0.into_owned())
        }
        _ => {
            let encodings: Vec<Encoding> =
                Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()).collect();
            let encoding = encodings[random.below(encodings.len())];
            let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
            let letters: Vec<u8> = (0..=0xFF).filter(|byte| !theirs.decode_without_bom_handling(&[*byte]).1).collect();
            let (first, length) = (random.below(letters.len()), 1 + random.below(64));
            let bytes = (0..random.below(1500)).map(|_| letters[(first + random.below(length)) % letters.len()]);
            (encoding, bytes.collect())
        }
    }
}

/// Inserts, removes or changes a byte.
pub fn damage(random: &mut Random, bytes: &mut Vec<u8>) {
    let at = random.below(bytes.len() + 1);
    match random.below(3) {
        0 => bytes.insert(at, random.next() as u8),
        1 if at < bytes.len() => drop(bytes.remove(at)),
        _ if at < bytes.len() => bytes[at] = random.next() as u8,
        _ => {}
    }
}
