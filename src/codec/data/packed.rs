//! The format of a packed index.

/// Unpacks an index, pointer after pointer: the low 16 bits of the scalar value, or 0 where there is none. After the last
/// scalar value, all are 0.
///
/// An index is packed in parts, and each part is unpacked by a loop without branches. A part is a head, a byte of
/// `kind << 5 | length`, and what the kind needs for each of its pointers:
///
/// ```text
///   kind 0   nothing                   no character
///   kind 1   nothing                   one further than the last character (before the first one: than 0)
///   kind 2   n                         n - 128 further than the last character
///   kind 3   low byte, high byte       so much further than the last character, modulo 65,536, in plane 0
///   kind 4   low byte, high byte       the same in plane 2
/// ```
///
/// Neighbouring characters of an index mostly have scalar values near one another, though in no order: many have the
/// same radical. So distances take fewer bits than scalar values, and compress better.
///
/// The length is 1 to 24 pointers for 0 to 23, and 32, 64, … 256 pointers for 24 to 31. All characters of a part are of the
/// same plane.
pub(crate) struct Unpacked {
    /// What has not been read yet.
    bytes: &'static [u8],
    kind: u8,
    /// How many pointers of the part are left.
    left: usize,
    /// The low 16 bits of the last character, and its plane.
    last: u16,
    plane: u8,
}

/// Where a row of a packed index begins: the place in the bytes, and what is known there of the part and of the last
/// character.
#[derive(Clone, Copy)]
pub(crate) struct Start {
    at: u16,
    left: u16,
    last: u16,
    kind: u8,
    plane: u8,
}

/// Where each row of a packed index begins, if a row has `length` pointers.
pub(crate) const fn starts<const ROWS: usize>(packed: &[u8], length: usize) -> [Start; ROWS] {
    let mut now = Start { at: 0, left: 0, last: 0, kind: 0, plane: 0 };
    let mut starts = [now; ROWS];
    let mut pointer = 0;
    while pointer < ROWS * length {
        if pointer % length == 0 {
            starts[pointer / length] = now;
        }
        let mut at = now.at as usize;
        if now.left == 0 {
            if at == packed.len() {
                now.kind = 0;
                now.left = u16::MAX;
            } else {
                now.kind = packed[at] >> 5;
                now.left = part_length(packed[at]) as u16;
                at += 1;
            }
        }
        match now.kind {
            0 => {}
            1 => now.last = now.last.wrapping_add(1),
            2 => {
                now.last = further_by(now.last, packed[at]);
                at += 1;
            }
            kind => {
                now.plane = if kind == 3 { 0 } else { 2 };
                now.last = now.last.wrapping_add(u16::from_le_bytes([packed[at], packed[at + 1]]));
                at += 2;
            }
        }
        now.left -= 1;
        now.at = at as u16;
        pointer += 1;
    }
    starts
}

/// The character that a byte of kind 2 stands for.
const fn further_by(last: u16, n: u8) -> u16 {
    last.wrapping_add(n as u16).wrapping_sub(128)
}

/// How many pointers the part has that begins with `head`.
const fn part_length(head: u8) -> usize {
    match (head & 0x1F) as usize {
        length @ 0..24 => length + 1,
        length => (length - 23) * 32,
    }
}

impl Unpacked {
    pub(crate) const fn new(bytes: &'static [u8]) -> Unpacked {
        Unpacked { bytes, kind: 0, left: 0, last: 0, plane: 0 }
    }

    /// The rest of a packed index, from the start of a row on.
    pub(crate) fn from(packed: &'static [u8], start: Start) -> Unpacked {
        let Start { at, left, last, kind, plane } = start;
        Unpacked { bytes: &packed[usize::from(at)..], kind, left: left.into(), last, plane }
    }

    /// Takes at most `n` bytes.
    #[inline(always)]
    fn take(&mut self, n: usize) -> &'static [u8] {
        let (taken, rest) = self.bytes.split_at(n.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    /// The characters of the next pointers. Those of other planes than `plane` count as none.
    pub(crate) fn fill(&mut self, mut to: &mut [u16], plane: u8) {
        while !to.is_empty() {
            if self.left == 0 {
                let [head] = *self.take(1) else { return to.fill(0) };
                self.kind = head >> 5;
                self.left = part_length(head);
            }
            let n = self.left.min(to.len());
            self.left -= n;
            let (now, rest) = to.split_at_mut(n);
            to = rest;
            match self.kind {
                0 => {
                    now.fill(0);
                    continue;
                }
                1 => {
                    for (to, further) in now.iter_mut().zip(1..) {
                        *to = self.last.wrapping_add(further);
                    }
                }
                2 => {
                    let mut last = self.last;
                    for (to, further) in now.iter_mut().zip(self.take(n)) {
                        last = further_by(last, *further);
                        *to = last;
                    }
                }
                kind => {
                    self.plane = if kind == 3 { 0 } else { 2 };
                    let mut last = self.last;
                    for (to, further) in now.iter_mut().zip(self.take(2 * n).as_chunks().0) {
                        last = last.wrapping_add(u16::from_le_bytes(*further));
                        *to = last;
                    }
                }
            }
            self.last = now.last().copied().unwrap_or(self.last);
            if self.plane != plane {
                now.fill(0);
            }
        }
    }
}
