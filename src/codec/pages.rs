//! Page tables: from a scalar value to the bytes it is encoded as, by two direct look-ups.
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
//! A unit is one byte, or two (the lead byte, never below 80, in the high byte), or 0 where there
//! is nothing. Pages without any unit share the first. The tables are made of the decoders' indexes
//! when an encoding is first encoded to.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

/// Scalar values below this have a page of their own in the index.
const BMP: usize = 0x1_0000;
pub(crate) const PAGE: usize = 64;
/// Behind the last entry of an index and the last unit: kernels gather 32 bits where one of 16 is.
pub(crate) const PADDING: usize = 1;
pub(crate) const INDEX: usize = BMP / PAGE + PADDING;

/// The table of one encoder; units of `u8` where one byte is all it writes.
pub(crate) struct Pages<U: 'static> {
    pub(crate) index: &'static [u16; INDEX],
    /// Pages, and [`PADDING`].
    pub(crate) units: &'static [U],
    /// The first page of the [script](Builder::with_windows), if its windows come first in `units`.
    pub(crate) script: usize,
    /// The first of the [two pages](Builder::pair) that have the most units.
    pub(crate) pair: usize,
}

impl<U: Copy + Default> Pages<U> {
    /// The unit of the scalar value `page` × 64 + the low six bits of `last`.
    #[inline(always)]
    pub(crate) fn unit(&self, page: usize, last: u8) -> U {
        let start = usize::from(self.index[page % (BMP / PAGE)]);
        self.units.get(start + usize::from(last & 0x3F)).copied().unwrap_or_default()
    }

    /// The units of a page.
    #[inline(always)]
    pub(crate) fn page(&self, page: usize) -> Option<&[U; PAGE]> {
        self.units.get(usize::from(self.index[page % (BMP / PAGE)])..)?.first_chunk()
    }

    /// The unit of `c`.
    pub(crate) fn get(&self, c: char) -> U {
        match c as usize {
            scalar @ 0..BMP => self.unit(scalar / PAGE, (scalar % PAGE) as u8),
            _ => U::default(),
        }
    }
}

/// Pages in the making.
pub(crate) struct Builder {
    index: Box<[u16; INDEX]>,
    units: Vec<u16>,
    script: usize,
}

impl Builder {
    /// The pages of ASCII, U+0000 left out, since its unit would say that there is none.
    pub(crate) fn new() -> Builder {
        Builder { index: Box::new([0; INDEX]), units: vec![0; PAGE], script: 0 }.with_ascii()
    }

    /// As [`new`](Self::new), with the pages that kernels keep in registers right behind the first,
    /// whether they get units or not: U+0100 to U+017F, U+0080 to U+00FF, the four pages from
    /// `script` on, U+2000 to U+203F.
    pub(crate) fn with_windows(script: usize) -> Builder {
        let mut builder = Builder { index: Box::new([0; INDEX]), units: vec![0; PAGE], script };
        for page in [4, 5, 2, 3, script, script + 1, script + 2, script + 3, 0x2000 / PAGE] {
            // A page that is among them twice is there twice; the index leads to the later.
            builder.index[page] = builder.add_page();
        }
        builder.with_ascii()
    }

    /// A page behind all others: where it starts.
    fn add_page(&mut self) -> u16 {
        let start = self.units.len();
        self.units.resize(start + PAGE, 0);
        start as u16
    }

    fn with_ascii(mut self) -> Builder {
        for ascii in 0x01..0x80 {
            self.set(ascii, ascii);
        }
        self
    }

    /// Encodes `scalar` as `unit`, whatever it was encoded as before.
    pub(crate) fn set(&mut self, scalar: u16, unit: u16) {
        let place = self.place(scalar);
        self.units[place] = unit;
    }

    /// Encodes `scalar` as `unit` unless an earlier pointer has done so: the standard's
    /// [index pointer](https://encoding.spec.whatwg.org/#index-pointer) is the first. An index
    /// says 0 for a pointer without a scalar value.
    pub(crate) fn add(&mut self, scalar: u16, unit: u16) {
        if scalar != 0 {
            let place = self.place(scalar);
            if self.units[place] == 0 {
                self.units[place] = unit;
            }
        }
    }

    /// Where the unit of `scalar` is, which has a page from now on.
    fn place(&mut self, scalar: u16) -> usize {
        let page = usize::from(scalar) / PAGE;
        if self.index[page] == 0 {
            self.index[page] = self.add_page();
        }
        usize::from(self.index[page]) + usize::from(scalar) % PAGE
    }

    /// Adds a page like that of `scalar`, but with another unit for it, to which an index of its
    /// own may lead: where it starts.
    pub(crate) fn add_page_with(&mut self, scalar: u16, unit: u16) -> u16 {
        let (from, to) = (usize::from(self.index[usize::from(scalar) / PAGE]), self.add_page());
        self.units.copy_within(from..from + PAGE, to.into());
        self.units[usize::from(to) + usize::from(scalar) % PAGE] = unit;
        to
    }

    pub(crate) fn get(&self, scalar: u16) -> u16 {
        self.units[self.index[scalar as usize / PAGE] as usize + scalar as usize % PAGE]
    }

    /// The first of the four pages above U+01FF that have the most units: an encoding's script.
    /// It is a multiple of four.
    pub(crate) fn most_used(&self) -> usize {
        self.fullest::<4>(0x200 / PAGE)
    }

    /// The first of the two pages above ASCII that have the most units, an even number. Those up to
    /// U+00BF, hardly any of them a letter, do not count.
    fn pair(&self) -> usize {
        self.fullest::<2>(0xC0 / PAGE)
    }

    /// Of the groups of `N` pages, the first page of the first one with the most units in pages from
    /// `least` on.
    fn fullest<const N: usize>(&self, least: usize) -> usize {
        let (mut fullest, mut most) = (least / N * N, 0);
        for first in (fullest..BMP / PAGE).step_by(N) {
            let units = (first.max(least)..first + N).map(|page| self.units_of(page)).sum();
            if units > most {
                (fullest, most) = (first, units);
            }
        }
        fullest
    }

    /// How many units a page has.
    fn units_of(&self, page: usize) -> usize {
        match usize::from(self.index[page]) {
            0 => 0,
            start => self.units[start..start + PAGE].iter().filter(|unit| **unit != 0).count(),
        }
    }

    /// The pages of an encoding of one or two bytes.
    pub(crate) fn pages(self) -> Pages<u16> {
        debug_assert!(self.units.iter().all(|unit| *unit <= 0xFF || *unit >= 0x8000));
        let units = aligned(self.units.iter().copied());
        Pages { index: Box::leak(self.index), units, script: self.script, pair: 0 }
    }

    /// The pages of an encoding of single bytes.
    pub(crate) fn pages_of_bytes(self) -> Pages<u8> {
        let pair = self.pair();
        let units = aligned(self.units.iter().map(|unit| *unit as u8));
        Pages { index: Box::leak(self.index), units, script: self.script, pair }
    }

    pub(crate) fn index(&self) -> &[u16; INDEX] {
        &self.index
    }
}

/// Units, and [`PADDING`], from where a cache line starts: a page of bytes is one, and kernels load it as
/// one vector. They stay for as long as the program runs.
fn aligned<U: Copy + Default>(units: impl ExactSizeIterator<Item = U>) -> &'static [U] {
    const LINE: usize = 64;
    let mut room: Vec<U> = Vec::with_capacity(units.len() + PADDING + LINE);
    let before = room.as_ptr().align_offset(LINE).min(LINE);
    room.resize(before, U::default());
    room.extend(units);
    room.resize(room.len() + PADDING, U::default());
    room.leak().get(before..).unwrap_or_default()
}
