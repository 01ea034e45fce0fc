//! The layout of encodings of ASCII and pairs, as kernels want it.

/// No row, no column.
const NONE: u8 = 0xFF;

/// Which pairs of bytes are which pointers of an index.
pub(crate) struct TwoByte {
    /// Lead byte 80 to FF → row.
    pub(super) rows: [u8; 128],
    /// Trail byte → place in the row.
    pub(super) columns: [u8; 256],
    /// How many places a row has.
    pub(super) width: u16,
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
        TwoByte { rows, columns, width, index }
    }

    /// The same without the row of `lead`, which is left to the handler.
    pub(crate) const fn without(mut self, lead: u8) -> TwoByte {
        self.rows[lead as usize & 0x7F] = NONE;
        self
    }

    /// The scalar value of a pair whose lead is 80 to FF, 0 if there is none.
    #[inline(always)]
    pub(super) fn scalar(&self, lead: u8, trail: u8) -> u16 {
        let (row, column) = (self.rows[usize::from(lead & 0x7F)], self.columns[usize::from(trail)]);
        let pointer = usize::from(row) * usize::from(self.width) + usize::from(column);
        match self.index.get(pointer) {
            Some(&scalar) if row != NONE && column != NONE => scalar,
            _ => 0,
        }
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
