//! UTF-16 to UTF-8, 16 code units at a time.

use super::*;

#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
pub(super) fn utf16<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    loop {
        if src.len() - read >= size_of::<Block>() {
            let (r, w) = blocks::<BIG>(&src[read..], &mut dst[written..]);
            read += r;
            written += w;
        }
        let (r, w) = rest::<BIG>(&src[read..], &mut dst[written..]);
        read += r;
        written += w;
        // An unpaired surrogate, or what does not fit.
        let left = &src[read..];
        if left.is_empty() {
            return (read, written);
        }
        let (r, w) = portable::utf16(&left[..left.len().min(size_of::<Block>())], &mut dst[written..], BIG);
        read += r;
        written += w;
        // If it did less, a character is cut off, is an error or does not fit.
        if r < size_of::<Block>() - 2 {
            return (read, written);
        }
    }
}

/// Converts whole blocks, as long as they fit at their longest and surrogates are paired. Outlined, so that
/// short input stays fast.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn blocks<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    let not_ascii = _mm256_set1_epi16(if BIG { 0x80FFu16 } else { 0xFF80 } as i16);
    'blocks: while let Some(block) = src[read..].first_chunk::<{ size_of::<Block>() }>()
        && dst.len() - written >= 2 * block.len()
    {
        let v = load_block(block);
        if _mm256_testz_si256(or(v), not_ascii) != 0 {
            for v in [[v[0], v[1]], [v[2], v[3]]] {
                let [a, b] = v.map(|v| in_order::<BIG>(v));
                if let Some(room) = dst[written..].first_chunk_mut() {
                    store(room, narrow(a, b));
                }
                written += WIDTH;
            }
            read += block.len();
            continue;
        }
        for vector in block.as_chunks().0 {
            let units = in_order::<BIG>(load(vector));
            let Some(room) = dst[written..].first_chunk_mut() else { break 'blocks };
            if are_ascii(units) {
                put(room, 0, halves(narrow(units, units))[0]);
                read += WIDTH;
                written += WIDTH / 2;
                continue;
            }
            match convert(units, room) {
                Converted::All(length) => {
                    read += WIDTH;
                    written += length;
                }
                Converted::AllButLast(length) => {
                    read += WIDTH - 2;
                    written += length;
                    // From there on, blocks start elsewhere.
                    continue 'blocks;
                }
                Converted::Nothing => break 'blocks,
            }
        }
    }
    (read, written)
}

/// Converts less than a block, as long as surrogates are paired: whole vectors, and one that is filled up.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn rest<const BIG: bool>(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while src.len() - read < size_of::<Block>()
        && let units @ [_, _, ..] = &src[read..]
        && let Some(room) = dst[written..].first_chunk_mut()
    {
        // Not copied to an array first: loading it would have to wait for the stores.
        let (n, v) = match (units.first_chunk(), units.first_chunk()) {
            (Some(units), _) => (WIDTH, load(units)),
            (None, Some(half)) => (WIDTH / 2, _mm256_zextsi128_si256(load(half))),
            (None, None) => {
                let n = units.len() / 2 * 2;
                let few = few(&units[..n]);
                let few = _mm_set_epi64x((few >> 64) as i64, few as i64);
                (n, _mm256_zextsi128_si256(few))
            }
        };
        match convert(in_order::<BIG>(v), room) {
            Converted::All(length) => {
                read += n;
                // Each missing unit was written as one byte.
                written += length - (WIDTH - n) / 2;
            }
            Converted::AllButLast(length) => {
                read += n - 2;
                written += length;
            }
            Converted::Nothing => break,
        }
    }
    (read, written)
}

/// Loads up to 16 bytes; the first is the lowest.
#[inline]
fn few(bytes: &[u8]) -> u128 {
    match (bytes.first_chunk(), bytes.last_chunk()) {
        (Some(first), Some(last)) => {
            u128::from(u64::from_le_bytes(*first)) | u128::from(u64::from_le_bytes(*last)) << (8 * (bytes.len() - 8))
        }
        _ => bytes.iter().rev().fold(0, |word, byte| word << 8 | u128::from(*byte)),
    }
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn in_order<const BIG: bool>(v: __m256i) -> __m256i {
    if !BIG {
        return v;
    }
    _mm256_shuffle_epi8(v, twice(&[1, 0, 3, 2, 5, 4, 7, 6, 9, 8, 11, 10, 13, 12, 15, 14]))
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn are_ascii(units: __m256i) -> bool {
    _mm256_testz_si256(units, _mm256_set1_epi16(0xFF80u16 as i16)) != 0
}

/// The low bytes of code units that are ASCII.
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn narrow(a: __m256i, b: __m256i) -> __m256i {
    _mm256_permute4x64_epi64::<0b11_01_10_00>(_mm256_packus_epi16(a, b))
}

/// How much of a vector was converted, with the number of bytes written.
enum Converted {
    All(usize),
    /// All but the last unit, which is a lead surrogate.
    AllButLast(usize),
    /// Nothing, since there is an unpaired surrogate.
    Nothing,
}

#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn convert(units: __m256i, room: &mut [u8; 2 * WIDTH]) -> Converted {
    let high_bits = _mm256_and_si256(units, _mm256_set1_epi16(0xF800u16 as i16));
    if _mm256_testz_si256(high_bits, high_bits) != 0 {
        return Converted::All(up_to_two_bytes(units, room));
    }
    let surrogates = _mm256_cmpeq_epi16(high_bits, _mm256_set1_epi16(0xD800u16 as i16));
    if _mm256_movemask_epi8(surrogates) != 0 {
        return with_pairs(units, surrogates, room);
    }
    Converted::All(Triples::of(units).close_up(room))
}

/// Converts a vector with pairs of surrogates. Each surrogate becomes two bytes. The third of the four bytes
/// has two bits of the lead surrogate:
///
/// ```text
///   units         1101 10ww wwxx xxyy                1101 11zz zzcc cccc
///   bytes         11110ppp 10ppxxxx (ppppp = wwww + 1)    10yyzzzz 10cccccc
/// ```
///
/// Outlined, because rare.
#[inline(never)]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn with_pairs(units: __m256i, surrogates: __m256i, room: &mut [u8; 2 * WIDTH]) -> Converted {
    let word = |word: u16| _mm256_set1_epi16(word.cast_signed());
    let bits = |v, mask| _mm256_and_si256(v, word(mask));
    // Two bits for each unit.
    let are_trails = _mm256_cmpeq_epi16(bits(units, 0xFC00), word(0xDC00));
    let trails = _mm256_movemask_epi8(are_trails) as u32;
    let leads = _mm256_movemask_epi8(surrogates) as u32 & !trails;
    if leads << 2 != trails {
        return Converted::Nothing;
    }
    let last_is_lead = leads >> (WIDTH - 1) != 0;

    let plane_and_x = _mm256_add_epi16(bits(units, 0x3FF), word(0x40));
    let lead_bytes =
        _mm256_or_si256(_mm256_srli_epi16::<8>(plane_and_x), bits(_mm256_slli_epi16::<6>(plane_and_x), 0x3F00));
    let unit_before = _mm256_alignr_epi8::<14>(units, _mm256_permute2x128_si256::<0x08>(units, units));
    let y_and_z =
        _mm256_or_si256(bits(_mm256_slli_epi16::<4>(unit_before), 0x30), bits(_mm256_srli_epi16::<6>(units), 0xF));
    let trail_bytes = _mm256_or_si256(y_and_z, bits(_mm256_slli_epi16::<8>(units), 0x3F00));
    let both = _mm256_blendv_epi8(
        _mm256_or_si256(lead_bytes, word(0x80F0)),
        _mm256_or_si256(trail_bytes, word(0x8080)),
        are_trails,
    );

    let mut triples = Triples::of(units);
    let replace = |bytes, by| _mm256_blendv_epi8(bytes, by, surrogates);
    triples.first_two = replace(triples.first_two, _mm256_slli_epi16::<8>(both));
    triples.last = replace(triples.last, _mm256_srli_epi16::<8>(both));
    triples.longest = _mm256_andnot_si256(surrogates, triples.longest);
    let length = triples.close_up(room);
    match last_is_lead {
        true => Converted::AllButLast(length - 2),
        false => Converted::All(length),
    }
}

/// Converts code units below U+0800. Each has a lane of two bytes, for its lead and its trail. For ASCII, the
/// first byte is a hole:
///
/// ```text
///   unit          0000 0aaa aabb bbbb     0000 0000 0ccc cccc
///   lead, trail   110a aaaa 10bb bbbb     0000 0000 0ccc cccc
/// ```
#[inline]
#[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
fn up_to_two_bytes(units: __m256i, room: &mut [u8]) -> usize {
    let trail = _mm256_slli_epi16::<8>(units);
    let lead = _mm256_srli_epi16::<6>(units);
    let both = _mm256_or_si256(lead, _mm256_and_si256(trail, _mm256_set1_epi16(0x3F00)));
    let both = _mm256_or_si256(both, _mm256_set1_epi16(0x80C0u16 as i16));
    let others = _mm256_cmpgt_epi16(units, _mm256_set1_epi16(0x7F));
    let bytes = _mm256_blendv_epi8(trail, both, others);
    // A bit for each lane: those of the first half in the lowest byte, those of the second in the third byte.
    let others = _mm256_movemask_epi8(_mm256_packs_epi16(others, _mm256_setzero_si256()));
    let mut written = 0;
    for (half, bytes) in halves(bytes).into_iter().enumerate() {
        let others = (others >> (16 * half)) as u8;
        let closed = _mm_shuffle_epi8(bytes, load(&close_up::PAIRS[usize::from(others)]));
        put(room, written, closed);
        written += 8 + others.count_ones() as usize;
    }
    written
}

/// Code units as three bytes each and a hole. The first bytes of short characters are holes too. Those of
/// surrogates are replaced by [`with_pairs`].
///
/// ```text
///   unit          aaaa bbbb bbcc cccc      0000 0bbb bbcc cccc      0000 0000 0ccc cccc
///   first_two     1110aaaa 10bbbbbb        -------- 110bbbbb        -------- --------
///   last          10cccccc                 10cccccc                 0ccccccc
/// ```
struct Triples {
    /// The first byte is the lower one.
    first_two: __m256i,
    last: __m256i,
    /// All ones where a unit has two bytes or three.
    others: __m256i,
    /// All ones where a unit has three bytes.
    longest: __m256i,
}

impl Triples {
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn of(units: __m256i) -> Triples {
        let word = |word: u16| _mm256_set1_epi16(word.cast_signed());
        let bits = |v, mask| _mm256_and_si256(v, word(mask));
        let at_least = |least| _mm256_cmpeq_epi16(_mm256_max_epu16(units, word(least)), units);
        let (others, longest) = (at_least(0x80), at_least(0x800));
        // The second byte starts with 10 after a lead, and with 11 where it is the lead.
        let marks = _mm256_andnot_si256(bits(longest, 0x4000), word(0xC0E0));
        let second = _mm256_or_si256(bits(_mm256_slli_epi16::<2>(units), 0x3F00), marks);
        let last = _mm256_blendv_epi8(units, _mm256_or_si256(bits(units, 0x3F), word(0x80)), others);
        Triples { first_two: _mm256_or_si256(_mm256_srli_epi16::<12>(units), second), last, others, longest }
    }

    /// Writes the bytes without the holes, and returns their length.
    #[inline]
    #[target_feature(enable = "avx2,bmi1,bmi2,popcnt")]
    fn close_up(&self, room: &mut [u8]) -> usize {
        // A bit for each unit: eight of `others`, eight of `longest`, and the same for the upper half.
        let kept = _mm256_movemask_epi8(_mm256_packs_epi16(self.others, self.longest)) as u32;
        let low = _mm256_unpacklo_epi16(self.first_two, self.last);
        let high = _mm256_unpackhi_epi16(self.first_two, self.last);
        // All characters have three bytes, as in Chinese: no look-up, and all lengths are known.
        if kept == u32::MAX {
            let close = |triples| halves(_mm256_shuffle_epi8(triples, twice(&close_up::TRIPLES[0xFF])));
            let (low, high) = (close(low), close(high));
            for (i, triples) in [low[0], high[0], low[1], high[1]].into_iter().enumerate() {
                put(room, 12 * i, triples);
            }
            return 48;
        }
        let (low, high) = (halves(low), halves(high));
        let mut written = 0;
        for (triples, kept) in
            [low[0], high[0], low[1], high[1]].into_iter().zip([kept, kept >> 4, kept >> 16, kept >> 20])
        {
            let kept = (kept & 0xF | kept >> 4 & 0xF0) as usize;
            put(room, written, _mm_shuffle_epi8(triples, load(&close_up::TRIPLES[kept])));
            written += 4 + kept.count_ones() as usize;
        }
        written
    }
}
