//! Resources that nobody wrote, the same in every run.

use charsniff::Encoding;

/// First and last characters of what text is made of.
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

/// SplitMix64.
pub struct Random(u64);

impl Random {
    pub fn new() -> Random {
        Random(1)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ mixed >> 31
    }

    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Up to about 1,500 characters that change script now and then.
    fn text(&mut self) -> String {
        let length = 1 << self.below(11);
        let length = length / 2 + self.below(length);
        let mut text = String::new();
        while text.chars().count() < length {
            let (first, last) = SCRIPTS[self.below(SCRIPTS.len())];
            // Words are cut by spaces in some runs, in others there is no ASCII at all.
            let space = self.below(30);
            for _ in 0..1 + self.below(200) {
                let c = first as u32 + self.below((last as u32 - first as u32 + 1) as usize) as u32;
                text.extend(char::from_u32(c));
                if self.below(30) < space {
                    text.push(' ');
                }
            }
        }
        text
    }

    /// Text in a random encoding, the characters that it does not have as character references.
    pub fn resource(&mut self) -> (Encoding, Vec<u8>) {
        match self.below(6) {
            0 => (Encoding::Utf8, self.text().into_bytes()),
            1 => (Encoding::Utf16Le, self.text().encode_utf16().flat_map(u16::to_le_bytes).collect()),
            2 => (Encoding::Utf16Be, self.text().encode_utf16().flat_map(u16::to_be_bytes).collect()),
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
                let encoding = encodings[self.below(encodings.len())];
                let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
                (encoding, theirs.encode(&self.text()).0.into_owned())
            }
            _ => {
                let encodings: Vec<Encoding> =
                    Encoding::ALL.into_iter().filter(|encoding| encoding.is_single_byte()).collect();
                let encoding = encodings[self.below(encodings.len())];
                let theirs = encoding_rs::Encoding::for_label(encoding.name().as_bytes()).unwrap();
                let letters: Vec<u8> =
                    (0..=0xFF).filter(|byte| !theirs.decode_without_bom_handling(&[*byte]).1).collect();
                let (first, length) = (self.below(letters.len()), 1 + self.below(64));
                let bytes = (0..self.below(1500)).map(|_| letters[(first + self.below(length)) % letters.len()]);
                (encoding, bytes.collect())
            }
        }
    }

    /// Puts a byte in or takes one out, or changes one.
    pub fn damage(&mut self, bytes: &mut Vec<u8>) {
        let at = self.below(bytes.len() + 1);
        match self.below(3) {
            0 => bytes.insert(at, self.next() as u8),
            1 if at < bytes.len() => drop(bytes.remove(at)),
            _ if at < bytes.len() => bytes[at] = self.next() as u8,
            _ => {}
        }
    }
}
