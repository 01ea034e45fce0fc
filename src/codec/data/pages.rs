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

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::IndexRows;

/// Scalar values below this are in the index.
const BMP: usize = 0x1_0000;
const PAGE: usize = 64;
/// One entry more than there are pages: kernels gather 32 bits, a 16-bit entry and the one after it.
pub(crate) const INDEX: usize = BMP / PAGE + 1;

/// The table of an encoder. Units are `u8` where all characters have one byte.
pub(crate) struct Pages<U: 'static> {
    pub(crate) index: &'static [u16; INDEX],
    /// The pages, and one unit more for the same reason.
    pub(crate) units: &'static [U],
    /// The first of the [two pages](Builder::pair) that have the most units.
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

/// Builds [`Pages`].
pub(crate) struct Builder {
    index: Box<[u16; INDEX]>,
    units: Vec<u16>,
}

impl Builder {
    /// A builder with ASCII mapped. U+0000 stays unmapped, because the unit 0 means "no unit".
    pub(crate) fn new() -> Builder {
        let mut builder = Builder { index: Box::new([0; INDEX]), units: vec![0; PAGE] };
        for ascii in 0x01..0x80 {
            builder.set(ascii, ascii);
        }
        builder
    }

    /// Adds a page at the end and returns where it starts.
    #[cold]
    fn add_page(&mut self) -> u16 {
        let start = self.units.len();
        self.units.resize(start + PAGE, 0);
        start as u16
    }

    /// Encodes `scalar` as `unit`, and replaces an earlier unit.
    #[inline(never)]
    pub(crate) fn set(&mut self, scalar: u16, unit: u16) {
        let place = self.place(scalar);
        self.units[place] = unit;
    }

    /// Encodes `scalar` as `unit`, unless it has a unit already: the standard's
    /// [index pointer](https://encoding.spec.whatwg.org/#index-pointer) is the first one. Ignores scalar
    /// value 0, which stands for none in an index.
    pub(crate) fn add(&mut self, scalar: u16, unit: u16) {
        if scalar != 0 {
            let place = self.place(scalar);
            if self.units[place] == 0 {
                self.units[place] = unit;
            }
        }
    }

    /// Encodes the characters of an index as their pairs, without the pairs that are `skipped`. If a character
    /// has several pairs, the first counts, or the last if the character is in `last`.
    #[inline(never)]
    pub(crate) fn add_index(&mut self, rows: IndexRows, skipped: Range<u16>, last: &[u16]) {
        for (lead, row) in rows {
            for (trail, scalar) in (0..=0xFF).zip(row) {
                let pair = u16::from_be_bytes([lead, trail]);
                match u16::try_from(scalar) {
                    Ok(0) | Err(_) => {}
                    Ok(_) if skipped.contains(&pair) => {}
                    Ok(scalar) if last.contains(&scalar) => self.set(scalar, pair),
                    Ok(scalar) => self.add(scalar, pair),
                }
            }
        }
    }

    /// Where the unit of `scalar` stands. Adds its page if there is none.
    #[inline]
    fn place(&mut self, scalar: u16) -> usize {
        let page = usize::from(scalar) / PAGE;
        if self.index[page] == 0 {
            self.index[page] = self.add_page();
        }
        usize::from(self.index[page]) + usize::from(scalar) % PAGE
    }

    pub(crate) fn get(&self, scalar: u16) -> u16 {
        self.units[self.index[scalar as usize / PAGE] as usize + scalar as usize % PAGE]
    }

    /// The first of the two pages after ASCII that have the most units, an even number. Units up to U+00BF do
    /// not count, since hardly any of these characters is a letter.
    fn pair(&self) -> usize {
        const LEAST: usize = 0xC0 / PAGE;
        let units = |first: usize| (first.max(LEAST)..first + 2).map(|page| self.units_of(page)).sum::<usize>();
        (LEAST / 2 * 2..INDEX - 1).step_by(2).rev().max_by_key(|first| units(*first)).unwrap_or_default()
    }

    /// How many units a page has.
    #[inline(never)]
    fn units_of(&self, page: usize) -> usize {
        match usize::from(self.index[page]) {
            0 => 0,
            start => self.units[start..start + PAGE].iter().filter(|unit| **unit != 0).count(),
        }
    }

    /// The table of an encoding of one or two bytes.
    pub(crate) fn pages(self) -> Pages<u16> {
        debug_assert!(self.units.iter().all(|unit| *unit <= 0xFF || *unit >= 0x8000));
        let mut units = self.units;
        units.push(0);
        Pages { index: Box::leak(self.index), units: units.leak(), pair: 0 }
    }

    /// The table of a single-byte encoding.
    pub(crate) fn pages_of_bytes(self) -> Pages<u8> {
        let pair = self.pair();
        let units: Vec<u8> = self.units.iter().map(|unit| *unit as u8).collect();
        Pages { index: Box::leak(self.index), units: units.leak(), pair }
    }
}
