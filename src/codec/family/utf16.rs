//! [UTF-16BE and UTF-16LE](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).

use crate::codec::{Decode, Done, Handled};
use crate::simd::{Kernels, utf8_four, utf8_three, utf8_units};

/// [Shared UTF-16 decoder](https://encoding.spec.whatwg.org/#shared-utf-16-decoder).
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Utf16Decoder {
    big_endian: bool,
    lead_byte: Option<u8>,
    lead_surrogate: Option<u16>,
    /// The character of the two bytes that were restored after an unpaired lead surrogate.
    due: Option<char>,
}

impl Utf16Decoder {
    pub(crate) const fn new(big_endian: bool) -> Utf16Decoder {
        Utf16Decoder { big_endian, lead_byte: None, lead_surrogate: None, due: None }
    }

    /// Copies code units; without `replace`, up to an unpaired surrogate.
    pub(crate) fn code_units(&self, src: &[u8], dst: &mut [u16], replace: bool) -> Done {
        let (units, had_errors) = match *self == Self::new(self.big_endian) {
            true if self.big_endian => copy(src, dst, replace, u16::from_be_bytes),
            true => copy(src, dst, replace, u16::from_le_bytes),
            false => (0, false),
        };
        Done { read: 2 * units, written: units, had_errors }
    }

    fn unit(&self, bytes: [u8; 2]) -> u16 {
        if self.big_endian { u16::from_be_bytes(bytes) } else { u16::from_le_bytes(bytes) }
    }
}

/// After an error, how many code units without another error are copied one by one before the next block.
const CALM_UNITS: usize = 32;

/// Copies code units as long as there is room, by blocks, which the compiler vectorizes, and one by one:
/// (code units copied, whether there were errors).
#[inline(always)]
fn copy(src: &[u8], dst: &mut [u16], replace: bool, unit: impl Fn([u8; 2]) -> u16) -> (usize, bool) {
    let (pairs, _) = src.as_chunks::<2>();
    let (mut units, mut had_errors) = (0, false);
    loop {
        units += copy_blocks(&pairs[units..], &mut dst[units..], &unit);
        let mut calm = 0;
        while calm < CALM_UNITS {
            let (n, is_error) = match (&pairs[units..], &mut dst[units..]) {
                ([first, ..], [to, ..]) if !is_surrogate(unit(*first)) => {
                    *to = unit(*first);
                    (1, false)
                }
                ([lead, trail, ..], [first, second, ..]) if is_lead(unit(*lead)) && is_trail(unit(*trail)) => {
                    (*first, *second) = (unit(*lead), unit(*trail));
                    (2, false)
                }
                ([first, ..], [to, ..]) if replace && is_trail(unit(*first)) => {
                    *to = 0xFFFD;
                    (1, true)
                }
                // A pair would need room for two.
                ([lead, next, ..], [to, _, ..]) if replace && is_lead(unit(*lead)) && !is_trail(unit(*next)) => {
                    *to = 0xFFFD;
                    (1, true)
                }
                _ => return (units, had_errors),
            };
            units += n;
            had_errors |= is_error;
            calm = if is_error { 0 } else { calm + n };
        }
    }
}

/// Copies whole blocks, as long as they fit and all surrogates in them are paired.
#[inline(always)]
fn copy_blocks(pairs: &[[u8; 2]], dst: &mut [u16], unit: impl Fn([u8; 2]) -> u16) -> usize {
    const BLOCK: usize = 32;
    const FEW: usize = 8;
    let mut units = 0;
    // A block and the code unit after it.
    while let Some(from) = pairs[units..].first_chunk::<{ BLOCK + 1 }>() {
        let after_lead = units > 0 && is_lead(dst[units - 1]);
        let Some(to) = dst[units..].first_chunk_mut::<BLOCK>() else { break };
        if copy_block(from, to, &unit) {
            let mut alone = u16::from(is_trail(to[0])) ^ u16::from(after_lead);
            for (this, next) in to.iter().zip(&from[1..]) {
                alone |= u16::from(is_lead(*this)) ^ u16::from(is_trail(unit(*next)));
            }
            if alone != 0 {
                break;
            }
        }
        units += BLOCK;
    }
    // A lead surrogate at the end of the last block: its trail has not been copied yet.
    if units > 0 && is_lead(dst[units - 1]) {
        units -= 1;
    }
    for (from, to) in pairs[units..].as_chunks::<FEW>().0.iter().zip(dst[units..].as_chunks_mut::<FEW>().0) {
        if copy_block(from, to, &unit) {
            break;
        }
        units += FEW;
    }
    units
}

/// Copies a block, and returns whether there is a surrogate in it.
#[inline(always)]
fn copy_block(from: &[[u8; 2]], to: &mut [u16], unit: impl Fn([u8; 2]) -> u16) -> bool {
    let mut any = false;
    for (from, to) in from.iter().zip(to) {
        *to = unit(*from);
        any |= is_surrogate(*to);
    }
    any
}

fn is_surrogate(unit: u16) -> bool {
    unit & 0xF800 == 0xD800
}

fn is_lead(unit: u16) -> bool {
    unit & 0xFC00 == 0xD800
}

fn is_trail(unit: u16) -> bool {
    unit & 0xFC00 == 0xDC00
}

/// The code point of a pair of surrogates.
fn code_point(lead: u16, trail: u16) -> u32 {
    0x1_0000 + ((u32::from(lead) & 0x3FF) << 10 | u32::from(trail) & 0x3FF)
}

/// How much room UTF-8 must have for anything to be read, other than ASCII after ASCII: that of the longest
/// character. `encoding_rs` requires as much, and callers may rely on where it stops.
const ROOM: usize = 4;

/// How much room an error at the end of the input must have: that of U+FFFD.
const ROOM_AT_END: usize = 3;

/// With this much room, [`ROOM`] is left after any character.
const PLENTY: usize = 2 * ROOM;

/// What is at the start of the input.
enum Next {
    /// `utf8` is in the form of [`utf8_units`], `length` its number of bytes, and `read` the number of bytes of
    /// UTF-16.
    Character { utf8: u32, length: usize, read: usize },
    /// An unpaired surrogate.
    Error,
}

impl Utf16Decoder {
    /// `None` where it may continue after the end.
    #[inline(always)]
    fn next(&self, src: &[u8]) -> Option<Next> {
        let (pairs, _) = src.as_chunks();
        let first = self.unit(*pairs.first()?);
        if !is_surrogate(first) {
            let utf8 = utf8_units(first);
            return Some(Next::Character { utf8, length: (utf8 >> 24) as usize, read: 2 });
        }
        if is_trail(first) {
            return Some(Next::Error);
        }
        let second = self.unit(*pairs.get(1)?);
        Some(match is_trail(second) {
            true => Next::Character { utf8: utf8_four(code_point(first, second)), length: 4, read: 4 },
            false => Next::Error,
        })
    }

    /// Whether the first unit is a trail surrogate without its lead.
    pub(in crate::codec) fn has_trail_alone(&self, src: &[u8]) -> bool {
        self.pending() == 0 && src.first_chunk().is_some_and(|unit| is_trail(self.unit(*unit)))
    }

    /// Converts one by one where room gets short, as far as [`ROOM`] allows.
    fn last_characters(&self, src: &[u8], dst: &mut [u8], (mut read, mut written): (usize, usize)) -> (usize, usize) {
        while let room @ 1..PLENTY = dst.len() - written
            && let Some(Next::Character { utf8, length, read: r }) = self.next(&src[read..])
            && (room >= ROOM || length == 1 && dst[..written].last().is_some_and(u8::is_ascii))
        {
            dst[written..written + length].copy_from_slice(&utf8.to_le_bytes()[..length]);
            read += r;
            written += length;
        }
        (read, written)
    }
}

impl Decode for Utf16Decoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        if self.lead_byte.is_some() || self.lead_surrogate.is_some() || dst.len() < ROOM {
            return (0, 0);
        }
        let most = dst.len() - (ROOM - 1);
        let done = (kernels.utf16)(src, &mut dst[..most], self.big_endian);
        self.last_characters(src, dst, done)
    }

    /// Lower than in other families, since converting characters one by one is slower here.
    const CALM: usize = 16;

    #[inline(always)]
    fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Option<Done> {
        let room = dst.first_chunk_mut::<PLENTY>()?.first_chunk_mut()?;
        match self.next(src)? {
            Next::Character { utf8, length, read } => {
                *room = utf8.to_le_bytes();
                Some(Done::new((read, length)))
            }
            Next::Error => {
                *room = utf8_three(0xFFFD).to_le_bytes();
                Some(Done { read: 2, written: 3, had_errors: true })
            }
        }
    }

    fn least_room(&self, byte: Option<u8>) -> usize {
        if byte.is_some() { ROOM } else { ROOM_AT_END }
    }

    fn error_at_start(&self, src: &[u8], room: usize) -> Option<u8> {
        (self.pending() == 0 && room >= ROOM && matches!(self.next(src), Some(Next::Error))).then_some(2)
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        let Some(byte) = byte else {
            // 1. and 2.
            return match core::mem::replace(self, Self::new(self.big_endian)).pending() {
                0 => Handled::Finished,
                malformed => Handled::error(malformed as u8),
            };
        };
        // 3. and 4.
        let Some(lead_byte) = self.lead_byte.take() else {
            self.lead_byte = Some(byte);
            return Handled::Continue;
        };
        let unit = self.unit([lead_byte, byte]);
        match (self.lead_surrogate.take(), unit) {
            // 5.2. A pair.
            (Some(lead), 0xDC00..=0xDFFF) => {
                Handled::One(char::from_u32(code_point(lead, unit)).unwrap_or(char::REPLACEMENT_CHARACTER))
            }
            // 5.3.–5.5. Restore the two bytes: they are a lead surrogate or a character.
            (Some(_), _) => {
                match char::from_u32(unit.into()) {
                    Some(c) => self.due = Some(c),
                    None => self.lead_surrogate = Some(unit),
                }
                Handled::Error { malformed: 2, after: 2, restore: false }
            }
            // 6.
            (None, 0xD800..=0xDBFF) => {
                self.lead_surrogate = Some(unit);
                Handled::Continue
            }
            // 7. A trail surrogate without a lead. 8. A character.
            (None, _) => char::from_u32(unit.into()).map_or(Handled::error(2), Handled::One),
        }
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        usize::from(self.lead_byte.is_some())
            + 2 * usize::from(self.lead_surrogate.is_some())
            + 2 * usize::from(self.due.is_some())
    }
}
