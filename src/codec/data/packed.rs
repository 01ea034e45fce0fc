//! The format of a packed index.

/// Unpacks an index, pointer after pointer: the scalar value, or 0 where there is none. After the last scalar value, all
/// are 0.
///
/// An index is packed in parts, and each part is unpacked by a loop without branches. A part is a head, a byte of
/// `kind << 5 | length`, and what the kind needs for each of its pointers:
///
/// ```text
///   kind 0   nothing                   no character
///   kind 1   nothing                   one further than the last character (before the first one: than 0)
///   kind 2   n                         n + 1 further than the last character
///   kind 3   low byte, high byte       a scalar value of plane 0
///   kind 4   low byte, high byte       a scalar value of plane 2
/// ```
///
/// The length is 1 to 24 pointers for 0 to 23, and 32, 64, … 256 pointers for 24 to 31.
pub(crate) struct Unpacked {
    /// What has not been read yet.
    bytes: &'static [u8],
    kind: u8,
    /// How many pointers of the part are left.
    left: usize,
    /// The last character.
    scalar: u32,
}

impl Unpacked {
    pub(crate) const fn new(bytes: &'static [u8]) -> Unpacked {
        Unpacked { bytes, kind: 0, left: 0, scalar: 0 }
    }

    /// Takes at most `n` bytes.
    #[inline(always)]
    fn take(&mut self, n: usize) -> &'static [u8] {
        let (taken, rest) = self.bytes.split_at(n.min(self.bytes.len()));
        self.bytes = rest;
        taken
    }

    /// The scalar values of the next pointers.
    pub(crate) fn fill(&mut self, mut to: &mut [u32]) {
        while !to.is_empty() {
            if self.left == 0 {
                let [head] = *self.take(1) else { return to.fill(0) };
                self.kind = head >> 5;
                self.left = match usize::from(head & 0x1F) {
                    length @ 0..24 => length + 1,
                    length => (length - 23) * 32,
                };
            }
            let n = self.left.min(to.len());
            self.left -= n;
            let (now, rest) = to.split_at_mut(n);
            to = rest;
            match self.kind {
                0 => now.fill(0),
                1 => {
                    for (to, further) in now.iter_mut().zip(1..) {
                        *to = self.scalar + further;
                    }
                    self.scalar += n as u32;
                }
                2 => {
                    for (to, further) in now.iter_mut().zip(self.take(n)) {
                        self.scalar += 1 + u32::from(*further);
                        *to = self.scalar;
                    }
                }
                kind => {
                    let plane = if kind == 3 { 0 } else { 0x2_0000 };
                    for (to, low) in now.iter_mut().zip(self.take(2 * n).as_chunks().0) {
                        *to = plane | u32::from(u16::from_le_bytes(*low));
                    }
                    self.scalar = now.last().copied().unwrap_or(self.scalar);
                }
            }
        }
    }
}
