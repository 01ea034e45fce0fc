//! UTF-16 to UTF-8, 8 code units at a time.

use super::*;

#[target_feature(enable = "neon")]
pub(super) fn utf16<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        let (r, w) = blocks::<BIG>(&src[read..], &mut dst[written..]);
        read += r;
        written += w;
        // A block with surrogates, or the rest.
        let left = &src[read..];
        let (r, w) = portable::utf16(&left[..left.len().min(size_of::<Block>())], &mut dst[written..], BIG);
        read += r;
        written += w;
        // If it did less, a character is cut off, is an error or does not fit.
        if r < size_of::<Block>() - 2 {
            return (read, written);
        }
    }
}

/// Converts whole blocks, as long as they fit at their longest and have no surrogates.
#[inline]
#[target_feature(enable = "neon")]
fn blocks<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    'blocks: for block in src.as_chunks::<{ size_of::<Block>() }>().0 {
        if dst.len() - written < 2 * block.len() {
            break;
        }
        let units = load_block(block).map(|v| in_order::<BIG>(v));
        let any = vorrq_u16(vorrq_u16(units[0], units[1]), vorrq_u16(units[2], units[3]));
        if vmaxvq_u16(any) < 0x80 {
            for [a, b] in [[units[0], units[1]], [units[2], units[3]]] {
                put(dst, written, vcombine_u8(vmovn_u16(a), vmovn_u16(b)));
                written += WIDTH;
            }
            read += block.len();
            continue;
        }
        for units in units {
            let Some(room) = dst[written..].first_chunk_mut() else { break 'blocks };
            let Some(length) = convert(units, room) else { break 'blocks };
            read += WIDTH;
            written += length;
        }
    }
    (read, written)
}

#[inline]
#[target_feature(enable = "neon")]
fn in_order<const BIG: bool>(v: uint8x16_t) -> uint16x8_t {
    vreinterpretq_u16_u8(if BIG { vrev16q_u8(v) } else { v })
}

/// Converts a vector: bytes written, or `None` if there is a surrogate.
#[inline]
#[target_feature(enable = "neon")]
fn convert(units: uint16x8_t, room: &mut [u8; 2 * WIDTH]) -> Option<usize> {
    if vmaxvq_u16(units) < 0x800 {
        return Some(up_to_two_bytes(units, room));
    }
    let surrogates = vceqq_u16(vandq_u16(units, vdupq_n_u16(0xF800)), vdupq_n_u16(0xD800));
    if vmaxvq_u16(surrogates) != 0 {
        return None;
    }
    let length = up_to_three_bytes(vmovl_u16(vget_low_u16(units)), room, 0);
    Some(length + up_to_three_bytes(vmovl_u16(vget_high_u16(units)), room, length))
}

/// Converts code units below U+0800. Each has a lane of two bytes, for its lead and its trail. For ASCII, the
/// first byte is a hole:
///
/// ```text
///   unit          0000 0aaa aabb bbbb     0000 0000 0ccc cccc
///   lead, trail   110a aaaa 10bb bbbb     0000 0000 0ccc cccc
/// ```
#[inline]
#[target_feature(enable = "neon")]
fn up_to_two_bytes(units: uint16x8_t, room: &mut [u8]) -> usize {
    let trail = vshlq_n_u16::<8>(units);
    let both = vorrq_u16(vshrq_n_u16::<6>(units), vandq_u16(trail, vdupq_n_u16(0x3F00)));
    let both = vorrq_u16(both, vdupq_n_u16(0x80C0));
    let others = vcgtq_u16(units, vdupq_n_u16(0x7F));
    let bytes = vbslq_u16(others, both, trail);
    put_pairs(room, 0, vreinterpretq_u8_u16(bytes), bits_of_8(vmovn_u16(others)))
}

/// Converts code points below U+10000 that are no surrogates. Each has 32 bits: three bytes and a hole. The first
/// bytes of short characters are holes too:
///
/// ```text
///   code point    aaaa bbbb bbcc cccc      0000 0bbb bbcc cccc      0000 0000 0ccc cccc
///   bytes         1110aaaa 10bbbbbb 10cccccc    00000000 110bbbbb 10cccccc    0 0 0ccccccc
/// ```
#[inline]
#[target_feature(enable = "neon")]
fn up_to_three_bytes(code_points: uint32x4_t, room: &mut [u8], at: usize) -> usize {
    let others = vcgtq_u32(code_points, vdupq_n_u32(0x7F));
    let longest = vcgtq_u32(code_points, vdupq_n_u32(0x7FF));
    let first = vshrq_n_u32::<12>(code_points);
    let second = vandq_u32(vshlq_n_u32::<2>(code_points), vdupq_n_u32(0x3F00));
    let third = vshlq_n_u32::<16>(code_points);
    // The second byte starts with 10 after a lead, and with 11 where it is the lead.
    let marks = vbslq_u32(longest, vdupq_n_u32(0x0080_80E0), vdupq_n_u32(0x0080_C0E0));
    let bytes = vorrq_u32(vorrq_u32(first, second), vorrq_u32(vandq_u32(third, vdupq_n_u32(0x3F_0000)), marks));
    let bytes = vbslq_u32(others, bytes, third);
    let holes = usize::from(bits_of_8(vmovn_u16(vcombine_u16(vmovn_u32(others), vmovn_u32(longest)))));
    put(room, at, vqtbl1q_u8(vreinterpretq_u8_u32(bytes), load(&close_up::TRIPLES[holes])));
    4 + holes.count_ones() as usize
}
