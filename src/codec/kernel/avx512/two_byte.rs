//! Encodings of ASCII and pairs, in steps over some hundred bytes at a time.
//!
//! 1. [`Queue::fill`], 64 bytes at a time. Which bytes are leads? In a run of bytes that have
//!    their highest bit set, every other one from the first on; if the run ends with a lead, its
//!    trail is the byte behind it. Two byte-compresses queue up the first bytes of the characters
//!    and the bytes behind those.
//! 2. [`Queue::look_up`], 64 characters at a time. Rows and columns are looked up, a
//!    multiplication and an addition make pointers. Then the index is read, one by one.
//! 3. [`Queue::write`], 32 characters at a time: UTF-8 as from UTF-16.
//!
//! They are steps so that none waits for another's latency. The first two assume that all bytes
//! are right; the first character that shows not to be ends what counts, and nothing before it
//! depends on it.

use super::utf16::{first_up_to_three_bytes, halves};
use super::*;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    // The queue does not pay for itself.
    if src.len() < 3 * WIDTH {
        return portable::two_byte(src, dst, layout);
    }
    // Little at first: there may be little, or little of it may be right.
    let (read, written, ended) = rounds::<{ 2 * WIDTH }>(src, dst, layout, 1);
    if ended {
        return (read, written);
    }
    let (r, w, _) = rounds::<{ 9 * WIDTH }>(&src[read..], &mut dst[written..], layout, usize::MAX);
    (read + r, written + w)
}

/// Up to so many queues: (bytes read, bytes written, whether there is nothing more to be done).
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn rounds<const ROOM: usize>(src: &[u8], dst: &mut [u8], layout: &TwoByte, rounds: usize) -> (usize, usize, bool) {
    let tables = Tables::new(layout);
    let mut queue = Queue::<ROOM>::new();
    let (mut read, mut written) = (0, 0);
    for _ in 0..rounds {
        let n = ascii::ascii(&src[read..], &mut dst[written..]);
        read += n;
        written += n;
        let room = &mut dst[written..];
        queue.fill(&src[read..], room.len() / 3);
        if queue.length == 0 {
            let (r, w) = portable::two_byte(&src[read..], room, layout);
            return (read + r, written + w, true);
        }
        queue.look_up(&tables);
        let (r, w, all) = queue.write(room);
        read += r;
        written += w;
        if !all {
            return (read, written, true);
        }
    }
    (read, written, false)
}

/// Characters, up to a vector less than `ROOM`.
struct Queue<const ROOM: usize> {
    /// Their first bytes, `length` of them.
    first: [u8; ROOM],
    length: usize,
    /// The two bytes of those that are pairs, `pairs` of them.
    leads: [u8; ROOM],
    trails: [u8; ROOM],
    pairs: usize,
    /// Their pointers; then the scalar values at these, 0 where there is none.
    scalars: [[u8; 2]; ROOM],
}

impl<const ROOM: usize> Queue<ROOM> {
    fn new() -> Queue<ROOM> {
        Queue { first: [0; _], length: 0, leads: [0; _], trails: [0; _], pairs: 0, scalars: [[0; 2]; _] }
    }

    /// Queues up the whole characters at the start of `src`, up to two vectors of ASCII or `most`.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn fill(&mut self, src: &[u8], most: usize) {
        (self.length, self.pairs) = (0, 0);
        // Whether the first byte of the vector is a trail.
        let mut carry = 0;
        let mut was_ascii = false;
        for at in (0..src.len()).step_by(WIDTH) {
            let left = &src[at..];
            let v = load_some(left);
            let behind = load_some(&left[1..]);
            let end = left.len().min(WIDTH) as u32;
            let leads = every_other_of_runs(_mm512_movepi8_mask(v) & !carry);
            // A lead whose trail is not here does not count.
            let with_trail = if left.len() > WIDTH { !0 } else { _bzhi_u64(!0, end - 1) };
            let starts = _bzhi_u64(!(leads << 1 | carry), end) & (with_trail | !leads);
            let queued = self.length + starts.count_ones() as usize;
            let is_ascii = leads == 0 && carry == 0;
            if queued > most || (is_ascii && was_ascii) {
                return;
            }
            let pairs = starts & leads;
            put::<false>(&mut self.first, self.length, _mm512_maskz_compress_epi8(starts, v));
            put::<false>(&mut self.leads, self.pairs, _mm512_maskz_compress_epi8(pairs, v));
            let behind = _mm512_maskz_compress_epi8(pairs, behind);
            put::<false>(&mut self.trails, self.pairs, behind);
            self.length = queued;
            self.pairs += pairs.count_ones() as usize;
            if queued + 2 * WIDTH > ROOM || end < 64 {
                return;
            }
            carry = leads >> 63;
            was_ascii = is_ascii;
        }
    }

    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn look_up(&mut self, tables: &Tables) {
        let queued = self.pairs.next_multiple_of(WIDTH);
        let leads = self.leads[..queued].as_chunks().0;
        let trails = self.trails[..queued].as_chunks().0;
        let scalars = self.scalars.as_flattened_mut().as_chunks_mut().0;
        for ((leads, trails), room) in leads.iter().zip(trails).zip(scalars.as_chunks_mut::<2>().0) {
            let pointers = tables.pointers(load(leads), load(trails));
            store(&mut room[0], pointers[0]);
            store(&mut room[1], pointers[1]);
        }
        for scalar in &mut self.scalars[..self.pairs] {
            let pointer = usize::from(u16::from_le_bytes(*scalar));
            *scalar = tables.index.get(pointer).map_or([0; 2], |scalar| scalar.to_le_bytes());
        }
    }

    /// All that is queued, or as far as it is right: (bytes read, bytes written, whether all).
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn write(&self, room: &mut [u8]) -> (usize, usize, bool) {
        const AT_ONCE: usize = WIDTH / 2;
        let (mut pairs_read, mut written) = (0, 0);
        for at in (0..self.length).step_by(AT_ONCE) {
            let characters = AT_ONCE.min(self.length - at) as u32;
            let first = _mm512_castsi512_si256(load_some(&self.first[at..]));
            let pairs = _bzhi_u32(_mm256_movepi8_mask(first), characters);
            if pairs == 0 {
                let end = room.len().min(written + characters as usize);
                store_some(&mut room[written..end], _mm512_castsi256_si512(first));
                written = end;
                continue;
            }
            let scalars = load_some(self.scalars[pairs_read..].as_flattened());
            let scalars = _mm512_mask_expand_epi16(_mm512_cvtepu8_epi16(first), pairs, scalars);
            let wrong = _mm512_mask_testn_epi16_mask(pairs, scalars, scalars);
            let right = wrong.trailing_zeros().min(characters);
            let (low, high) = halves(scalars);
            let (low_bytes, low_length) = first_up_to_three_bytes(low, right.min(16));
            let (high_bytes, high_length) = first_up_to_three_bytes(high, right.saturating_sub(16));
            put::<true>(room, written, low_bytes);
            put::<true>(room, written + low_length, high_bytes);
            written += low_length + high_length;
            if right < characters {
                let pairs = pairs_read + _bzhi_u32(pairs, right).count_ones() as usize;
                return (at + right as usize + pairs, written, false);
            }
            pairs_read += pairs.count_ones() as usize;
        }
        (self.length + self.pairs, written, true)
    }
}

/// A layout in registers.
struct Tables {
    rows: [__m512i; 2],
    columns: [[__m512i; 2]; 2],
    width: __m512i,
    index: &'static [u16],
}

impl Tables {
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn new(layout: &TwoByte) -> Tables {
        let (rows, _) = layout.rows.as_chunks();
        let (columns, _) = layout.columns.as_chunks();
        Tables {
            rows: [load(&rows[0]), load(&rows[1])],
            columns: [[load(&columns[0]), load(&columns[1])], [load(&columns[2]), load(&columns[3])]],
            width: _mm512_set1_epi16(layout.width as i16),
            index: layout.index,
        }
    }

    /// The pointers of 64 pairs, FFFF where there is none.
    #[inline]
    #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
    fn pointers(&self, first: __m512i, second: __m512i) -> [__m512i; 2] {
        let look_up = |table: [__m512i; 2], bytes| _mm512_permutex2var_epi8(table[0], bytes, table[1]);
        let row = look_up(self.rows, first);
        let [low_columns, high_columns] = self.columns.map(|columns| look_up(columns, second));
        let column = _mm512_mask_mov_epi8(low_columns, _mm512_movepi8_mask(second), high_columns);
        let none = _mm512_set1_epi8(0xFFu8 as i8);
        let wrong = _mm512_cmpeq_epi8_mask(row, none) | _mm512_cmpeq_epi8_mask(column, none);
        let pointers = |row, column, wrong| {
            let pointers = _mm512_mullo_epi16(_mm512_cvtepu8_epi16(row), self.width);
            let pointers = _mm512_add_epi16(pointers, _mm512_cvtepu8_epi16(column));
            _mm512_mask_mov_epi16(pointers, wrong, none)
        };
        let low = pointers(_mm512_castsi512_si256(row), _mm512_castsi512_si256(column), wrong as u32);
        let (high_row, high_column) = (_mm512_extracti64x4_epi64::<1>(row), _mm512_extracti64x4_epi64::<1>(column));
        [low, pointers(high_row, high_column, (wrong >> 32) as u32)]
    }
}

const EVEN: u64 = 0x5555_5555_5555_5555;

/// Every other bit of each run of ones, from its first on.
///
/// ```text
///   mask                               1110 0111 1000     (first bit on the left)
///   + first bits at even places        0001 0111 1000     runs that begin there are gone
///   kept of those: even places         1010 0000 0000
///   kept of others: odd places         0000 0101 0000
/// ```
#[inline]
fn every_other_of_runs(mask: u64) -> u64 {
    let first_bits = mask & !(mask << 1);
    let even_runs = mask & !mask.wrapping_add(first_bits & EVEN);
    (even_runs & EVEN) | (mask & !even_runs & !EVEN)
}
