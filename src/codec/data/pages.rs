//! Builds the [`Pages`] that encoders look up.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::ops::Range;

use super::IndexRows;
use crate::simd::page_table::{INDEX, PAGE, Pages};

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
    pub(crate) fn add_index(&mut self, rows: &IndexRows, skipped: Range<u16>, last: &[u16]) {
        rows.each(None, 0, &mut |first, scalars| {
            for (pair, &scalar) in (first..).zip(scalars).filter(|(pair, _)| !skipped.contains(pair)) {
                if last.contains(&scalar) { self.set(scalar, pair) } else { self.add(scalar, pair) }
            }
        });
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
