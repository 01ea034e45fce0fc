//! The encodings and code pages that UTF-8 is misread as, and the byte that each has for a character.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use once_cell::race::OnceBox;

use super::CodePage;
use crate::Encoding;

/// The encodings, and the proof that each needs, in nats: more for a rarer misreading.
pub(super) const MISREADINGS: [(CodePage, i32); COUNT] = [
    (CodePage::Encoding(Encoding::Windows1252), 0),
    (CodePage::Encoding(Encoding::Windows1250), 4),
    (CodePage::Encoding(Encoding::Windows1251), 3),
    (CodePage::Encoding(Encoding::Windows1253), 5),
    (CodePage::Encoding(Encoding::Windows1254), 2),
    (CodePage::Encoding(Encoding::Windows1257), 5),
    (CodePage::Encoding(Encoding::Iso8859_2), 4),
    (CodePage::Encoding(Encoding::Macintosh), 8),
    (CodePage::Encoding(Encoding::Koi8R), 6),
    (CodePage::Encoding(Encoding::Ibm866), 8),
    (CodePage::Encoding(Encoding::Windows1255), 7),
    (CodePage::Encoding(Encoding::Windows1256), 7),
    (CodePage::Ibm437, 6),
    (CodePage::Ibm850, 6),
];

const COUNT: usize = 14;

/// The index of windows-1252.
pub(super) const WINDOWS_1252: usize = 0;

/// Where the code pages begin.
pub(super) const CODE_PAGES: usize = 12;

/// Encodings whose bytes 80 to 9F are often read as C1 controls, as in ISO-8859-1.
fn may_have_controls(page: CodePage) -> bool {
    let encodings = [Encoding::Macintosh, Encoding::Koi8R, Encoding::Ibm866];
    matches!(page, CodePage::Encoding(encoding) if !encodings.contains(&encoding))
}

/// Characters from here on are not in the table. Few of the encodings' characters are.
const END: usize = 0x2600;

/// The byte of a character in each of the [`MISREADINGS`].
#[derive(Clone, Copy)]
pub(super) struct Bytes {
    /// The byte; 0 if there is none.
    pub(super) bytes: [u8; COUNT],
    /// A bit for each misreading in which the byte leads a sequence of UTF-8.
    pub(super) leads: u16,
    /// A bit for each misreading in which the byte continues one.
    pub(super) continues: u16,
}

const NONE: Bytes = Bytes { bytes: [0; COUNT], leads: 0, continues: 0 };

/// The bytes of all characters in all misreadings.
pub(super) struct Table {
    /// By character: an index into `bytes`.
    places: Vec<u16>,
    bytes: Vec<Bytes>,
}

static TABLE: OnceBox<Table> = OnceBox::new();

impl Table {
    pub(super) fn get() -> &'static Table {
        TABLE.get_or_init(|| Box::new(Table::build()))
    }

    fn build() -> Table {
        let mut table = Table { places: vec![0; END], bytes: vec![NONE] };
        for (index, (page, _)) in MISREADINGS.iter().enumerate() {
            for (high, scalar) in page.high().into_iter().flatten().enumerate() {
                table.insert(index, *page, scalar, 0x80 + high as u8);
            }
            if may_have_controls(*page) {
                (0x80..=0x9F).for_each(|byte| table.insert(index, *page, byte.into(), byte));
            }
        }
        table
    }

    fn insert(&mut self, index: usize, page: CodePage, scalar: u16, byte: u8) {
        let Some(place) = self.places.get_mut(usize::from(scalar)).filter(|_| scalar >= 0x80) else { return };
        if *place == 0 {
            *place = self.bytes.len() as u16;
            self.bytes.push(NONE);
        }
        let Some(entry) = self.bytes.get_mut(usize::from(*place)) else { return };
        let Some(own) = entry.bytes.get_mut(index).filter(|own| **own == 0) else { return };
        *own = byte;
        match byte {
            0x80..=0xBF => entry.continues |= 1 << index,
            0xC2..=0xDF => entry.leads |= 1 << index,
            // In IBM866 these leads are `р` to `я`, and the continuation bytes include `а` to `п`: most Russian words
            // have such pairs.
            0xE0..=0xF4 if page != Encoding::Ibm866 => entry.leads |= 1 << index,
            _ => {}
        }
    }

    pub(super) fn of(&self, c: char) -> &Bytes {
        let place = self.places.get(c as usize).copied().unwrap_or(0);
        self.bytes.get(usize::from(place)).unwrap_or(&NONE)
    }
}
