//! An index of two-byte characters, row by row.

use super::packed::Unpacked;
use crate::simd::{FIRST_TRAIL, Row};

/// Inclusive ranges of bytes, in the order of the pointers.
pub(crate) type Bytes = &'static [(u8, u8)];

/// Goes through the rows of an index. A row is the pairs with the same lead byte: the scalar value of each
/// pair, by its trail byte, and 0 where there is none.
///
/// Decoders and encoders build their tables from the same rows.
pub(crate) struct IndexRows {
    /// The lead bytes from the next row on.
    leads: Bytes,
    next_lead: u8,
    trails: Bytes,
    index: Unpacked,
}

impl IndexRows {
    pub(crate) fn new(leads: Bytes, trails: Bytes, index: Unpacked) -> IndexRows {
        IndexRows { leads, next_lead: leads.first().map_or(0, |range| range.0), trails, index }
    }
}

impl Iterator for IndexRows {
    type Item = Row;

    #[inline(never)]
    fn next(&mut self) -> Option<Row> {
        let (&(_, last), rest) = self.leads.split_first()?;
        let lead = self.next_lead;
        if lead < last {
            self.next_lead += 1;
        } else {
            self.leads = rest;
            self.next_lead = rest.first().map_or(0, |range| range.0);
        }
        let mut row = [0; 0x100 - FIRST_TRAIL as usize];
        for &(first, last) in self.trails {
            self.index.fill(&mut row[usize::from(first - FIRST_TRAIL)..=usize::from(last - FIRST_TRAIL)]);
        }
        Some((lead, row))
    }
}
