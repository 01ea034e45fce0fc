//! Page tables: they map a scalar value to the bytes that encode it, by two look-ups.
//!
//! A page is 64 scalar values, those that share all of their UTF-8 but the last byte:
//!
//! ```text
//! UTF-8      1110aaaa 10bbbbbb 10cccccc          110bbbbb 10cccccc
//!                └──┬──────┘     └─┬──┘
//! index [aaaabbbbbb] → where the page starts
//! units [where the page starts + cccccc] → the unit
//! ```
//!
//! A unit is one byte, or two with the lead byte (never below 80) in the high byte, or 0 if the character
//! cannot be encoded. All pages without a unit share the first page. The tables are built from the indexes
//! when a program first encodes to an encoding.

/// Scalar values below this are in the index.
const BMP: usize = 0x1_0000;
/// The scalar values of a page.
pub(crate) const PAGE: usize = 64;
/// One entry more than there are pages: kernels gather 32 bits, a 16-bit entry and the one after it.
pub(crate) const INDEX: usize = BMP / PAGE + 1;

/// The table of an encoder. Units are `u8` where all characters have one byte.
pub(crate) struct Pages<U: 'static> {
    pub(crate) index: &'static [u16; INDEX],
    /// The pages, and one unit more for the same reason.
    pub(crate) units: &'static [U],
    /// The first of the two pages after ASCII that have the most units, where units are bytes.
    pub(crate) pair: usize,
}

impl<U: Copy + Default> Pages<U> {
    /// The unit of the scalar value `page` × 64 + the low six bits of `last`.
    #[inline(always)]
    pub(crate) fn unit(&self, page: usize, last: u8) -> U {
        let start = usize::from(self.index[page % (INDEX - 1)]);
        self.units.get(start + usize::from(last & 0x3F)).copied().unwrap_or_default()
    }

    /// The units of a page.
    #[inline(always)]
    pub(crate) fn page(&self, page: usize) -> Option<&[U; PAGE]> {
        self.units.get(usize::from(self.index[page % (INDEX - 1)])..)?.first_chunk()
    }

    /// The unit of `c`.
    pub(crate) fn get(&self, c: char) -> U {
        match c as usize {
            scalar @ 0..BMP => self.unit(scalar / PAGE, (scalar % PAGE) as u8),
            _ => U::default(),
        }
    }
}
