//! The layout of encodings of ASCII and pairs, as kernels want it.

/// No row, no column.
const NONE: u8 = 0xFF;

/// Past every index.
const NOWHERE: u16 = 0x8000;

/// Which pairs of bytes are which pointers of an index.
pub(crate) struct TwoByte {
    /// Lead byte 80 to FF → row.
    pub(super) rows: [u8; 128],
    /// Trail byte → place in the row.
    pub(super) columns: [u8; 256],
    /// How many places a row has.
    pub(super) width: u16,
    /// Lead byte 80 to FF → pointer of the first place of its row; past every index if it has none.
    starts: [u16; 128],
    /// Trail byte → place in the row; past every index if it has none.
    places: [u16; 256],
    /// Pointer → scalar value, 0 where there is none.
    pub(super) index: &'static [u16],
}

impl TwoByte {
    /// `leads` and `trails` are inclusive ranges of bytes in the order of the pointers.
    pub(crate) const fn new(leads: &[(u8, u8)], trails: &[(u8, u8)], index: &'static [u16]) -> TwoByte {
        let mut columns = [NONE; 256];
        let width = number(trails, &mut columns, 0);
        let mut rows = [NONE; 128];
        number(leads, &mut rows, 0x80);
        let mut places = [NOWHERE; 256];
        let mut starts = [NOWHERE; 128];
        let mut byte = 0;
        while byte < 256 {
            if columns[byte] != NONE {
                places[byte] = columns[byte] as u16;
            }
            if byte >= 128 && rows[byte - 128] != NONE {
                starts[byte - 128] = rows[byte - 128] as u16 * width;
            }
            byte += 1;
        }
        TwoByte { rows, columns, width, starts, places, index }
    }

    /// The same without the row of `lead`, which is left to the handler.
    pub(crate) const fn without(mut self, lead: u8) -> TwoByte {
        self.rows[lead as usize & 0x7F] = NONE;
        self.starts[lead as usize & 0x7F] = NOWHERE;
        self
    }

    /// The scalar value of a pair whose lead is 80 to FF, 0 if there is none.
    #[inline(always)]
    pub(super) fn scalar(&self, lead: u8, trail: u8) -> u16 {
        let (start, place) = (self.starts[usize::from(lead & 0x7F)], self.places[usize::from(trail)]);
        self.index.get(usize::from(start) + usize::from(place)).copied().unwrap_or(0)
    }
}

/// Numbers the bytes of `ranges`, that of `first` at the start; returns how many there are.
const fn number(ranges: &[(u8, u8)], numbers: &mut [u8], first: usize) -> u16 {
    let mut next = 0;
    let mut i = 0;
    while i < ranges.len() {
        let mut byte = ranges[i].0 as usize;
        while byte <= ranges[i].1 as usize {
            numbers[byte - first] = next as u8;
            next += 1;
            byte += 1;
        }
        i += 1;
    }
    next
}
