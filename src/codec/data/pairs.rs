//! The tables that decoders look up for the pairs of an encoding.

use alloc::boxed::Box;
use core::sync::atomic::{AtomicUsize, Ordering};

use once_cell::race::OnceBox;

use super::IndexRows;
use crate::simd::{TwoByte, code_unit, utf8_three, utf8_up_to_two};

/// How much is decoded, in bytes, before the whole table is built.
const LITTLE: usize = 32 * 1024;

/// The characters of an encoding's pairs, as UTF-8 (see [`TwoByte`]). Kernels need the whole table. Building it takes
/// longer than decoding a page, mostly because the memory is new to the process. So a process that has decoded little
/// unpacks only the rows that its text has characters from.
pub(crate) struct Pairs {
    indexes: &'static [IndexRows],
    /// The scalar values of the pairs with the same lead byte, by the trail byte.
    rows: [OnceBox<[u16; 0x100]>; 0x80],
    whole: OnceBox<TwoByte>,
    /// How many bytes were decoded without the whole table.
    decoded: AtomicUsize,
}

impl Pairs {
    /// If several indexes have the same pairs, the last one counts.
    pub(crate) const fn new(indexes: &'static [IndexRows]) -> Pairs {
        Pairs { indexes, rows: [const { OnceBox::new() }; 0x80], whole: OnceBox::new(), decoded: AtomicUsize::new(0) }
    }

    /// The table for `length` more bytes; `None` if it is too early to build it.
    #[inline]
    pub(crate) fn table(&self, length: usize) -> Option<&TwoByte> {
        match self.whole.get() {
            None if self.decoded.fetch_add(length, Ordering::Relaxed).saturating_add(length) < LITTLE => None,
            None => Some(self.whole()),
            whole => whole,
        }
    }

    /// The table.
    pub(crate) fn whole(&self) -> &TwoByte {
        self.whole.get_or_init(|| TwoByte::new(|set| self.indexes.iter().for_each(|index| index.each(None, 0, set))))
    }

    /// The UTF-8 of a pair; 0 if it has no character.
    pub(crate) fn unit(&self, pair: [u8; 2]) -> u32 {
        if let Some(table) = self.whole.get() {
            return table.unit(u16::from_be_bytes(pair));
        }
        let [lead, trail] = pair;
        let row = self.rows[usize::from(lead & 0x7F)].get_or_init(|| {
            let mut row = Box::new([0; 0x100]);
            for index in self.indexes {
                index.each(Some(lead | 0x80), 0, &mut |first, scalars| {
                    let (_, row) = row.split_at_mut(usize::from(first & 0xFF));
                    row[..scalars.len()].copy_from_slice(scalars);
                });
            }
            row
        });
        match row[usize::from(trail)] {
            0..0x80 => 0,
            // Few characters of these texts are below U+0800, so a branch costs less than computing both.
            scalar @ ..0x800 => utf8_up_to_two(scalar),
            scalar => utf8_three(scalar),
        }
    }

    /// The character of a pair.
    pub(crate) fn character(&self, pair: [u8; 2]) -> Option<char> {
        match self.unit(pair) {
            0 => None,
            unit => char::from_u32(code_unit(unit).into()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::codec::family::{big5, euc_jp, euc_kr, gb18030, shift_jis};

    #[test]
    fn rows_are_the_whole_table() {
        let families: [&'static [IndexRows]; 5] =
            [&big5::INDEX, &euc_jp::INDEXES, &euc_kr::INDEX, &gb18030::INDEX, &shift_jis::INDEXES];
        for indexes in families {
            let (rows, whole) = (Pairs::new(indexes), Pairs::new(indexes));
            whole.whole();
            let mut characters = 0;
            for pair in (0x8000..=0xFFFF).map(u16::to_be_bytes) {
                assert_eq!(rows.unit(pair), whole.unit(pair), "{pair:X?}");
                characters += usize::from(whole.unit(pair) != 0);
            }
            assert!(rows.whole.get().is_none() && characters > 6000, "{characters}");
        }
    }
}
