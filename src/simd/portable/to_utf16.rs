//! UTF-8 to UTF-16: blocks of ASCII, which the compiler vectorizes, and four characters of the same length at
//! once. Also single-byte encodings, by one look-up for each code unit.

use super::super::SingleByte;

/// The length of a block of ASCII.
const BLOCK: usize = 64;

/// ASCII is checked by words of this length first. If a word is ASCII, a block is likely to be.
const WORD: usize = 8;

/// How many characters of the same length are converted at once.
const GROUP: usize = 4;

/// Converts as much UTF-8 as fits: the number of code units.
pub(in super::super) fn to_utf16(src: &[u8], dst: &mut [u16]) -> usize {
    characters(src, dst, usize::MAX).1
}

/// Converts the characters that start in the first `length` bytes, and perhaps some that follow, as far as
/// they fit: (bytes read, code units written). Inlined, so that it is compiled with the caller's features.
#[inline(always)]
pub(in super::super) fn characters(src: &[u8], dst: &mut [u16], length: usize) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let length = length.min(src.len());
    while read < length {
        let (left, room) = (&src[read..], &mut dst[written..]);
        let (r, w) = match left[0] {
            ..0x80 => ascii(left, room),
            // The rest of a character that started before.
            0x80..0xC0 => (1, 0),
            0xC0..0xE0 => twos(left, room).unwrap_or_else(|| one(left, room)),
            0xE0..0xF0 => threes(left, room).unwrap_or_else(|| one(left, room)),
            0xF0.. => one(left, room),
        };
        if r == 0 {
            break;
        }
        read += r;
        written += w;
    }
    (read, written)
}

#[inline(always)]
fn ascii(src: &[u8], dst: &mut [u16]) -> (usize, usize) {
    let (Some(word), Some(room)) = (src.first_chunk::<WORD>(), dst.first_chunk_mut::<WORD>()) else {
        return one(src, dst);
    };
    let word = u64::from_le_bytes(*word);
    let [low, high] = [word, word >> 32].map(|half| {
        let pairs = (half & 0xFFFF_FFFF | half << 16) & 0x0000_FFFF_0000_FFFF;
        (pairs | pairs << 8) & 0x00FF_00FF_00FF_00FF
    });
    // Written by hand: after a check of the first byte, the compiler would not vectorize it.
    for (room, units) in room.as_chunks_mut::<4>().0.iter_mut().zip([low, high]) {
        *room = [0, 16, 32, 48].map(|by| (units >> by) as u16);
    }
    let mut at = ascii_before(&word.to_le_bytes());
    if at == WORD {
        let (from, to) = (src[WORD..].as_chunks::<BLOCK>().0, dst[WORD..].as_chunks_mut::<BLOCK>().0);
        for (from, to) in from.iter().zip(to) {
            if !widen_ascii(from, to) {
                // The code units before the other byte have been written.
                let (words, _) = from.as_chunks();
                let whole = words.iter().take_while(|word| ascii_before(word) == WORD).count();
                at += whole * WORD + words.get(whole).map_or(0, ascii_before);
                break;
            }
            at += BLOCK;
        }
    }
    (at, at)
}

/// Widens all bytes to code units, and returns whether all are ASCII. If not, only those before the first
/// other byte are right.
#[inline(always)]
pub(crate) fn widen_ascii<const N: usize>(from: &[u8; N], to: &mut [u16; N]) -> bool {
    for (from, to) in from.iter().zip(to) {
        *to = u16::from(*from);
    }
    from.is_ascii()
}

/// How many bytes of a word are ASCII, counted from the first.
#[inline(always)]
fn ascii_before(word: &[u8; WORD]) -> usize {
    (u64::from_le_bytes(*word) & 0x8080_8080_8080_8080).trailing_zeros() as usize / 8
}

/// Converts four characters of two bytes, if there are four. The first byte is the lead of such a character.
#[inline(always)]
fn twos(src: &[u8], dst: &mut [u16]) -> Option<(usize, usize)> {
    let word = u64::from_le_bytes(*src.first_chunk()?);
    let room: &mut [u16; GROUP] = dst.first_chunk_mut()?;
    if word & 0xC0E0_C0E0_C0E0_C0E0 != 0x80C0_80C0_80C0_80C0 {
        return None;
    }
    let units = (word & 0x001F_001F_001F_001F) << 6 | word >> 8 & 0x003F_003F_003F_003F;
    *room = [0, 16, 32, 48].map(|by| (units >> by) as u16);
    Some((2 * GROUP, GROUP))
}

/// Converts four characters of three bytes, if there are four. The first byte is the lead of such a character.
#[inline(always)]
fn threes(src: &[u8], dst: &mut [u16]) -> Option<(usize, usize)> {
    let bytes: &[u8; 3 * GROUP] = src.first_chunk()?;
    let room: &mut [u16; GROUP] = dst.first_chunk_mut()?;
    let (characters, _) = bytes.as_chunks::<3>();
    if !characters.iter().all(|[lead, ..]| lead & 0xF0 == 0xE0) {
        return None;
    }
    for (unit, character) in room.iter_mut().zip(characters) {
        *unit = three(character);
    }
    Some((3 * GROUP, GROUP))
}

#[inline(always)]
fn three([lead, second, last]: &[u8; 3]) -> u16 {
    u16::from(*lead) << 12 | u16::from(second & 0x3F) << 6 | u16::from(last & 0x3F)
}

/// Converts one character, if it fits.
#[inline(always)]
fn one(src: &[u8], dst: &mut [u16]) -> (usize, usize) {
    match (src, dst) {
        (&[ascii @ ..0x80, ..], [unit, ..]) => {
            *unit = ascii.into();
            (1, 1)
        }
        (&[lead @ ..0xE0, last, ..], [unit, ..]) => {
            *unit = u16::from(lead & 0x1F) << 6 | u16::from(last & 0x3F);
            (2, 1)
        }
        (&[lead @ ..0xF0, second, last, ..], [unit, ..]) => {
            *unit = three(&[lead, second, last]);
            (3, 1)
        }
        (&[lead, second, third, last, ..], [high, low, ..]) => {
            let c = u32::from(lead & 0x07) << 18 | u32::from(second & 0x3F) << 12;
            let c = (c | u32::from(third & 0x3F) << 6 | u32::from(last & 0x3F)).wrapping_sub(0x1_0000);
            *high = 0xD800 | (c >> 10 & 0x3FF) as u16;
            *low = 0xDC00 | (c & 0x3FF) as u16;
            (4, 2)
        }
        _ => (0, 0),
    }
}

/// From this length on, building a table pays.
const MANY: usize = 256;

/// A single-byte encoding to UTF-16, up to a byte without a character, as far as it fits: the number of bytes,
/// which is that of code units.
pub(in super::super) fn single_byte_to_utf16(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize {
    if let Some(first) = table.in_a_row {
        let others = first.wrapping_sub(0x80);
        for (from, to) in src.iter().zip(&mut *dst) {
            *to = u16::from(*from).wrapping_add(if from.is_ascii() { 0 } else { others });
        }
        return src.len().min(dst.len());
    }
    let n = src.len().min(dst.len());
    let (src, dst) = (&src[..n], &mut dst[..n]);
    let mut at = match n {
        ..MANY => single_byte_blocks::<BLOCK>(src, dst, table),
        // Bytes without a character follow one another, and each may end a call: first see if there is one.
        _ => match single_byte_blocks::<BLOCK>(&src[..BLOCK], dst, table) {
            0 => 0,
            at => at + many_single_bytes(&src[at..], &mut dst[at..], table),
        },
    };
    at += single_byte_blocks::<WORD>(&src[at..], &mut dst[at..], table);
    // The last word ends where the input does, and may overlap the one before.
    if let (1..WORD, Some(from), Some(to)) = (n - at, src.last_chunk::<WORD>(), dst.last_chunk_mut())
        && single_byte_block(from, to, table)
    {
        return n;
    }
    at + single_byte_blocks::<1>(&src[at..], &mut dst[at..], table)
}

/// Converts whole blocks by a table that includes ASCII, up to a block with a byte that has no character.
#[inline(never)]
fn many_single_bytes(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize {
    let mut units = [0; 256];
    for (unit, byte) in units.iter_mut().zip(0..0x80) {
        *unit = byte;
    }
    units[0x80..].copy_from_slice(&table.scalars);
    let mut at = 0;
    for (from, to) in src.as_chunks::<BLOCK>().0.iter().zip(dst.as_chunks_mut::<BLOCK>().0) {
        if !widen_ascii(from, to) {
            for (from, to) in from.as_chunks::<WORD>().0.iter().zip(to.as_chunks_mut::<WORD>().0) {
                if !from.is_ascii() {
                    *to = from.map(|byte| units[usize::from(byte)]);
                }
            }
            // A loop of its own, so that the compiler vectorizes it.
            if from.iter().zip(to).fold(false, |any, (from, to)| any | !from.is_ascii() & (*to == 0)) {
                break;
            }
        }
        at += BLOCK;
    }
    at
}

/// Converts whole blocks, up to one with a byte that has no character.
#[inline(always)]
fn single_byte_blocks<const N: usize>(src: &[u8], dst: &mut [u16], table: &SingleByte) -> usize {
    let mut at = 0;
    for (from, to) in src.as_chunks::<N>().0.iter().zip(dst.as_chunks_mut().0) {
        if !single_byte_block(from, to, table) {
            break;
        }
        at += N;
    }
    at
}

/// Converts one block, and returns whether all bytes have a character.
#[inline(always)]
fn single_byte_block<const N: usize>(from: &[u8; N], to: &mut [u16; N], table: &SingleByte) -> bool {
    let mut any_none = false;
    if !widen_ascii(from, to) {
        for (from, to) in from.iter().zip(to) {
            if !from.is_ascii() {
                *to = table.scalars[usize::from(from & 0x7F)];
                any_none |= *to == 0;
            }
        }
    }
    !any_none
}
