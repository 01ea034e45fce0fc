//! Encodings of ASCII and pairs, 32 characters at a time.
//!
//! 1. Which bytes are leads? In a run of bytes that have their highest bit set, every other one
//!    from the first on; if the run ends with a lead, its trail is the byte behind it.
//! 2. Two byte-compresses put the first bytes of the characters next to each other, and the
//!    bytes behind those.
//! 3. Rows and columns are looked up, a multiplication and an addition make pointers, a gather
//!    reads the index, and UTF-8 is written as from UTF-16.
//!
//! All is done on the assumption that all bytes are right. The first character that shows not to
//! be ends what counts; nothing before it depends on it.

use super::utf16::{first_up_to_three_bytes, halves};
use super::*;

/// The characters that are converted at once.
const CHARACTERS: u32 = 32;

#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
pub(super) fn two_byte<const SEVEN_BITS: bool>(src: &[u8], dst: &mut [u8], layout: &TwoByte) -> (usize, usize) {
    let tables = Tables::new(layout);
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = blocks::<SEVEN_BITS>(&src[read..], &mut dst[written..], &tables);
        read += r;
        written += w;
        let left = &src[read..];
        let room = &mut dst[written..];
        let v = load_some(left);
        let Some((r, w)) = convert::<SEVEN_BITS, true>(v, left.len().min(WIDTH) as u32, &tables, room) else {
            let (r, w) = portable::two_byte(&left[..left.len().min(WIDTH)], room, layout);
            return (read + r, written + w);
        };
        read += r;
        written += w;
        if r == 0 {
            return (read, written);
        }
    }
}

/// As long as whole vectors can be read and the output fits at its longest.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn blocks<const SEVEN_BITS: bool>(src: &[u8], dst: &mut [u8], tables: &Tables) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(vector) = src[read..].first_chunk()
        && let Some(room) = dst[written..].first_chunk_mut::<{ 2 * WIDTH }>()
    {
        let v = load(vector);
        if !SEVEN_BITS && _mm512_movepi8_mask(v) == 0 {
            store(&mut room.as_chunks_mut().0[0], v);
            read += WIDTH;
            written += WIDTH;
            let n = ascii::blocks(&src[read..], &mut dst[written..]);
            read += n;
            written += n;
            continue;
        }
        match convert::<SEVEN_BITS, false>(v, WIDTH as u32, tables, room) {
            Some((r, w)) if r > 0 => {
                read += r;
                written += w;
            }
            _ => break,
        }
    }
    (read, written)
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
            index: layout.index(),
        }
    }
}

/// The first `length` bytes of a vector: (bytes read, bytes written), `None` where the room is
/// too small. Unless `EXACT`, there is room for two vectors.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
fn convert<const SEVEN_BITS: bool, const EXACT: bool>(
    v: __m512i,
    length: u32,
    tables: &Tables,
    room: &mut [u8],
) -> Option<(usize, usize)> {
    let (v, leads, length) = if SEVEN_BITS {
        // 21 to 7E are pairs, anything else ends them.
        let others = _mm512_cmpge_epu8_mask(_mm512_sub_epi8(v, _mm512_set1_epi8(0x21)), _mm512_set1_epi8(0x5E));
        let v = _mm512_or_si512(v, _mm512_set1_epi8(0x80u8 as i8));
        (v, EVEN, length.min(others.trailing_zeros()))
    } else {
        (v, every_other_of_runs(_mm512_movepi8_mask(v)), length)
    };
    let starts = _bzhi_u64(!(leads << 1), length);
    let lead_at_end = leads & 1u64.checked_shl(length.wrapping_sub(1)).unwrap_or(0);
    let whole = (starts & !lead_at_end).count_ones().min(CHARACTERS);
    let first = _mm512_maskz_compress_epi8(starts, v);
    let second = _mm512_maskz_compress_epi8(starts << 1, v);
    let pairs = _mm512_movepi8_mask(first) as u32;

    let look_up = |table: [__m512i; 2], bytes| _mm512_permutex2var_epi8(table[0], bytes, table[1]);
    let row = look_up(tables.rows, first);
    let [low_columns, high_columns] = tables.columns.map(|columns| look_up(columns, second));
    let column = _mm512_mask_mov_epi8(low_columns, _mm512_movepi8_mask(second), high_columns);
    let none = _mm512_set1_epi8(0xFFu8 as i8);
    let wrong = (_mm512_cmpeq_epi8_mask(row, none) | _mm512_cmpeq_epi8_mask(column, none)) as u32;
    let right = pairs & !wrong;

    let row = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(row));
    let column = _mm512_cvtepu8_epi16(_mm512_castsi512_si256(column));
    let (low, high) = halves(_mm512_add_epi16(_mm512_mullo_epi16(row, tables.width), column));
    let first_low = _mm512_cvtepu8_epi32(_mm512_castsi512_si128(first));
    let first_high = _mm512_cvtepu8_epi32(_mm512_extracti32x4_epi32::<1>(first));
    // SAFETY: the pointers are of rows and columns of the layout.
    let low = unsafe { gather(tables.index, low, right as __mmask16, first_low) };
    // SAFETY: as above.
    let high = unsafe { gather(tables.index, high, (right >> 16) as __mmask16, first_high) };

    let missing = u32::from(_mm512_testn_epi32_mask(low, low)) | u32::from(_mm512_testn_epi32_mask(high, high)) << 16;
    let converted = (pairs & (wrong | missing)).trailing_zeros().min(whole);
    let read = _pdep_u64(1 << converted, starts).trailing_zeros().min(length);

    let (low_bytes, low_length) = first_up_to_three_bytes(low, converted.min(16));
    let (high_bytes, high_length) = first_up_to_three_bytes(high, converted.saturating_sub(16));
    let room = if EXACT { room.get_mut(..low_length + high_length)? } else { room };
    put::<EXACT>(room, 0, low_bytes);
    put::<EXACT>(room, low_length, high_bytes);
    Some((read as usize, low_length + high_length))
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

/// The entries at `pointers` in the lanes of `lanes`, `otherwise` in others.
///
/// # Safety
///
/// The pointers in these lanes are less than the last of `index`.
#[inline]
#[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,bmi1,bmi2,popcnt")]
unsafe fn gather(index: &[u16], pointers: __m512i, lanes: __mmask16, otherwise: __m512i) -> __m512i {
    // Each entry comes with the one behind it.
    // SAFETY: both are in the index, by the contract above; others are not accessed.
    let entries = unsafe { _mm512_mask_i32gather_epi32::<2>(otherwise, lanes, pointers, index.as_ptr().cast()) };
    _mm512_and_si512(entries, _mm512_set1_epi32(0xFFFF))
}
