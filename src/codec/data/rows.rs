//! An index of two-byte characters, row by row.

use super::packed::{Start, Unpacked, starts};

/// Inclusive ranges of bytes, in the order of the pointers.
pub(crate) type Bytes = &'static [(u8, u8)];

/// An index, and which pairs of bytes its pointers stand for. A row is the pairs with the same lead byte. Decoders and
/// encoders build their tables from it.
pub(crate) struct IndexRows {
    leads: Bytes,
    trails: Bytes,
    packed: &'static [u8],
    /// No index has more rows.
    starts: [Start; 126],
}

impl IndexRows {
    pub(crate) const fn new(leads: Bytes, trails: Bytes, packed: &'static [u8]) -> IndexRows {
        let (mut length, mut i) = (0, 0);
        while i < trails.len() {
            length += trails[i].1 as usize - trails[i].0 as usize + 1;
            i += 1;
        }
        IndexRows { leads, trails, packed, starts: starts(packed, length) }
    }

    /// Goes through the pairs that follow one another: the first one, and the low 16 bits of the scalar value of each, 0
    /// where there is none in `plane`. With `lead`, only through the pairs with this lead byte.
    pub(crate) fn each(&self, lead: Option<u8>, plane: u8, set: &mut dyn FnMut(u16, &[u16])) {
        let mut starts = self.starts.iter();
        for &(first, last) in self.leads {
            let rows = starts.by_ref().take(usize::from(last - first) + 1).zip(first..);
            for (start, row) in rows.filter(|(_, row)| lead.is_none_or(|lead| lead == *row)) {
                let mut index = Unpacked::from(self.packed, *start);
                let mut scalars = [0; 0x100];
                for &(first, last) in self.trails {
                    let scalars = &mut scalars[usize::from(first)..=usize::from(last)];
                    index.fill(scalars, plane);
                    set(u16::from_be_bytes([row, first]), scalars);
                }
            }
        }
    }
}
