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
//! is nothing. Pages without any unit share the first. The tables are worked out by the compiler
//! from those of the decoders, so the two cannot disagree.

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

/// As many units as any encoding of the standard needs.
const MOST: usize = 640 * PAGE;

/// Pages in the making, at compile time.
pub(crate) struct Builder {
    pub(crate) index: [u16; INDEX],
    units: [u16; MOST],
    /// How many units are taken.
    pub(crate) used: usize,
    pub(crate) script: usize,
}

impl Builder {
    /// The pages of ASCII, U+0000 left out, since its unit would say that there is none.
    pub(crate) const fn new() -> Builder {
        let empty = Builder { index: [0; INDEX], units: [0; MOST], used: PAGE, script: 0 };
        empty.with_ascii()
    }

    /// As [`new`](Self::new), with the pages that kernels keep in registers right behind the first,
    /// whether they get units or not: U+0100 to U+017F, U+0080 to U+00FF, the four pages from
    /// `script` on, U+2000 to U+203F.
    pub(crate) const fn with_windows(script: usize) -> Builder {
        let mut builder = Builder { index: [0; INDEX], units: [0; MOST], used: PAGE, script };
        let pages = [4, 5, 2, 3, script, script + 1, script + 2, script + 3, 0x2000 / PAGE];
        let mut i = 0;
        while i < pages.len() {
            // A page that is among them twice is there twice; the index leads to the later.
            builder.index[pages[i]] = builder.used as u16;
            builder.used += PAGE;
            i += 1;
        }
        builder.with_ascii()
    }

    const fn with_ascii(self) -> Builder {
        let mut builder = self;
        let mut ascii = 0x01;
        while ascii < 0x80 {
            builder.set(ascii, ascii);
            ascii += 1;
        }
        builder
    }

    /// Encodes `scalar` as `unit`, whatever it was encoded as before.
    pub(crate) const fn set(&mut self, scalar: u16, unit: u16) {
        let place = self.place(scalar);
        self.units[place] = unit;
    }

    /// Encodes `scalar` as `unit` unless an earlier pointer has done so: the standard's
    /// [index pointer](https://encoding.spec.whatwg.org/#index-pointer) is the first. An index
    /// says 0 for a pointer without a scalar value.
    pub(crate) const fn add(&mut self, scalar: u16, unit: u16) {
        if scalar != 0 {
            let place = self.place(scalar);
            if self.units[place] == 0 {
                self.units[place] = unit;
            }
        }
    }

    /// Where the unit of `scalar` is, which has a page from now on.
    const fn place(&mut self, scalar: u16) -> usize {
        let page = scalar as usize / PAGE;
        let mut start = self.index[page] as usize;
        if start == 0 {
            start = self.used;
            self.index[page] = start as u16;
            self.used += PAGE;
        }
        start + scalar as usize % PAGE
    }

    /// Adds a page like that of `scalar`, but with another unit for it, to which an index of its
    /// own may lead: the page behind all others.
    pub(crate) const fn add_page_with(&mut self, scalar: u16, unit: u16) {
        let page = scalar as usize / PAGE * PAGE;
        let mut i = 0;
        while i < PAGE {
            self.units[self.used + i] = if page + i == scalar as usize { unit } else { self.get((page + i) as u16) };
            i += 1;
        }
        self.used += PAGE;
    }

    pub(crate) const fn get(&self, scalar: u16) -> u16 {
        self.units[self.index[scalar as usize / PAGE] as usize + scalar as usize % PAGE]
    }

    /// The first of the four pages above U+01FF that have the most units: an encoding's script.
    /// It is a multiple of four.
    pub(crate) const fn most_used(&self) -> usize {
        self.fullest::<4>(0x200 / PAGE)
    }

    /// The first of the two pages above ASCII that have the most units, an even number. Those up to
    /// U+00BF, hardly any of them a letter, do not count.
    pub(crate) const fn pair(&self) -> usize {
        self.fullest::<2>(0xC0 / PAGE)
    }

    /// Of the groups of `N` pages, the first page of the one with the most units in pages from
    /// `least` on.
    const fn fullest<const N: usize>(&self, least: usize) -> usize {
        let mut first = least / N * N;
        let (mut fullest, mut most) = (first, 0);
        while first < BMP / PAGE {
            let (mut units, mut page) = (0, first);
            while page < first + N {
                units += if page < least { 0 } else { self.units_of(page) };
                page += 1;
            }
            if units > most {
                (fullest, most) = (first, units);
            }
            first += N;
        }
        fullest
    }

    /// How many units a page has.
    const fn units_of(&self, page: usize) -> usize {
        let (mut units, mut i) = (0, 0);
        // Nearly all pages have none, and looking would take the compiler most of its time.
        while i < PAGE && self.index[page] != 0 {
            units += (self.units[self.index[page] as usize + i] != 0) as usize;
            i += 1;
        }
        units
    }

    pub(crate) const fn units<const USED: usize>(&self) -> [u16; USED] {
        let mut units = [0; USED];
        let mut i = 0;
        while i < USED {
            assert!(self.units[i] <= 0xFF || self.units[i] >= 0x8000);
            units[i] = self.units[i];
            i += 1;
        }
        units
    }

    /// The units of an encoding that writes single bytes.
    pub(crate) const fn bytes<const USED: usize>(&self) -> [u8; USED] {
        let mut units = [0; USED];
        let mut i = 0;
        while i < USED {
            units[i] = self.units[i] as u8;
            i += 1;
        }
        units
    }
}

/// Where cache lines are: a page of bytes is one, and kernels load it as one vector.
#[repr(align(64))]
pub(crate) struct Aligned<T>(pub(crate) T);

/// A static `Pages` of what a `const` [`Builder`] holds; `units` or `bytes`.
macro_rules! pages {
    ($builder:expr, $kind:ident: $unit:ty) => {{
        const BUILT: $crate::codec::pages::Builder = $builder;
        static INDEX: [u16; $crate::codec::pages::INDEX] = BUILT.index;
        static UNITS: $crate::codec::pages::Aligned<[$unit; BUILT.used + $crate::codec::pages::PADDING]> =
            $crate::codec::pages::Aligned(BUILT.$kind());
        $crate::codec::pages::Pages::<$unit> {
            index: &INDEX,
            units: &UNITS.0,
            script: BUILT.script,
            pair: BUILT.pair(),
        }
    }};
}
pub(crate) use pages;
