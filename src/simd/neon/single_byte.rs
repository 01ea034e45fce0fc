//! Single-byte encodings, 16 bytes at a time.
//!
//! A column of the table is eight registers of 16 bytes, which two look-ups in four registers cover.

use super::*;

#[target_feature(enable = "neon")]
pub(super) fn single_byte(src: &[u8], dst: &mut [u8], table: &SingleByte) -> (usize, usize) {
    let columns = Columns::new(table);
    let (mut read, mut written) = (0, 0);
    for block in src.as_chunks::<{ size_of::<Block>() }>().0 {
        if dst.len() - written < 3 * block.len() {
            break;
        }
        let vectors = load_block(block);
        if is_ascii(or(vectors)) {
            if let Some(room) = dst[written..].first_chunk_mut() {
                store_block(room, vectors);
            }
            read += block.len();
            written += block.len();
            continue;
        }
        for vector in block.as_chunks::<WIDTH>().0 {
            let v = load(vector);
            let Some(room) = dst[written..].first_chunk_mut::<{ 3 * WIDTH }>() else { return (read, written) };
            if is_ascii(v) {
                store(&mut room.as_chunks_mut().0[0], v);
                written += WIDTH;
            } else if let Some(length) = convert(v, &columns, room) {
                written += length;
            } else {
                let (r, w) = portable::single_byte_characters(vector, &mut dst[written..], table);
                written += w;
                if r < WIDTH {
                    return (read + r, written);
                }
            }
            read += WIDTH;
        }
    }
    let (r, w) = portable::single_byte(&src[read..], &mut dst[written..], table);
    (read + r, written + w)
}

/// The bytes of the characters that have two. For all others, the first is 0.
struct Columns {
    first: [uint8x16x4_t; 2],
    second: [uint8x16x4_t; 2],
}

impl Columns {
    #[inline]
    #[target_feature(enable = "neon")]
    fn new(table: &SingleByte) -> Columns {
        let [third_last, second_last, last] = &table.columns;
        let row = |column: &[u8; 128], i: usize| load(&column.as_chunks().0[i]);
        let first = |i| vandq_u8(row(second_last, i), vceqzq_u8(row(third_last, i)));
        let first_four = |i| uint8x16x4_t(first(i), first(i + 1), first(i + 2), first(i + 3));
        let last_four = |i| uint8x16x4_t(row(last, i), row(last, i + 1), row(last, i + 2), row(last, i + 3));
        Columns { first: [first_four(0), first_four(4)], second: [last_four(0), last_four(4)] }
    }
}

/// Converts a vector: bytes written, or `None` if a byte has no character or one of three bytes.
#[inline]
#[target_feature(enable = "neon")]
fn convert(v: uint8x16_t, columns: &Columns, room: &mut [u8; 3 * WIDTH]) -> Option<usize> {
    let others = vcgeq_u8(v, vdupq_n_u8(0x80));
    let first = look_up(columns.first, v);
    // Where there is a first byte, it has its highest bit set.
    if vminvq_u8(vorrq_u8(first, vmvnq_u8(others))) < 0x80 {
        return None;
    }
    let second = vbslq_u8(others, look_up(columns.second, v), v);
    let length = put_pairs(room, 0, vzip1q_u8(first, second), bits_of_8(vget_low_u8(others)));
    Some(length + put_pairs(room, length, vzip2q_u8(first, second), bits_of_8(vget_high_u8(others))))
}

/// Looks up each byte by its low seven bits.
#[inline]
#[target_feature(enable = "neon")]
fn look_up(column: [uint8x16x4_t; 2], v: uint8x16_t) -> uint8x16_t {
    let place = vandq_u8(v, vdupq_n_u8(0x7F));
    // Outside of the first half, the first look-up gives 0. Outside of the second half, the second one keeps what
    // the first gave.
    vqtbx4q_u8(vqtbl4q_u8(column[0], place), column[1], vsubq_u8(place, vdupq_n_u8(0x40)))
}
