//! What Big5, EUC-JP, EUC-KR, GBK and Shift_JIS share. They consist of ASCII and pairs of bytes. They differ
//! in the tables of their pairs and in a few rare sequences.

use crate::codec::data::Pairs;
use crate::codec::{Decode, Done, Handled, push, some_ascii};
use crate::simd::{Kernels, ascii, code_unit, utf8_four, utf8_units, widen_ascii};

/// How many bytes are converted one character at a time, without anything rare among them, before a kernel is
/// called for the rest. Where rare characters or errors come every few bytes, as in rows of emoji or in text
/// of another encoding, calling the kernel for each stretch would be slower.
const HEAD: usize = 64;

/// What the decoder of an encoding of ASCII and pairs provides for [`Decode`].
pub(crate) trait TwoByteFamily: Copy {
    /// [`Decode::handle`].
    fn handle(&mut self, byte: Option<u8>) -> Handled;

    /// [`Decode::take_due`].
    fn take_due(&mut self) -> Option<char> {
        None
    }

    /// [`Decode::pending`].
    fn pending(&self) -> usize;

    /// The tables of the pairs.
    fn pairs() -> &'static Pairs;

    /// The UTF-8 of a byte from 80 on that is a character by itself, as a unit of the table; 0 if it is not.
    /// Such bytes may alternate with pairs, so the caller does not branch on the result.
    fn alone(_byte: u8) -> u32 {
        0
    }

    /// Converts rare characters from the start of `src`, as long as they follow one another: (bytes read,
    /// bytes written).
    fn rare(_src: &[u8], _dst: &mut [u8]) -> (usize, usize) {
        (0, 0)
    }

    /// The length of the malformed sequence at the start of `src`; 0 if it may continue after the end. Only
    /// called where there is no ASCII, no pair of the index, and nothing rare.
    fn malformed_length(src: &[u8]) -> usize;
}

/// The steps of a handler whose only state is a lead byte. `first` handles a byte that is not a trail byte:
/// *continue* for a lead byte.
#[inline(always)]
pub(super) fn handle_pairs(
    lead: &mut u8,
    byte: Option<u8>,
    first: impl Fn(u8) -> Handled,
    character: impl Fn([u8; 2]) -> Option<char>,
) -> Handled {
    match (core::mem::take(lead), byte) {
        (0, None) => Handled::Finished,
        (_, None) => Handled::error(1),
        (0, Some(byte)) => {
            let handled = first(byte);
            *lead = if handled == Handled::Continue { byte } else { 0 };
            handled
        }
        (lead, Some(trail)) => match character([lead, trail]) {
            Some(c) => Handled::One(c),
            // Restore an ASCII byte.
            None if trail.is_ascii() => Handled::error_before(1),
            None => Handled::error(2),
        },
    }
}

impl<F: TwoByteFamily> Decode for F {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let done = run(self, kernels, src, dst, false);
        (done.read, done.written)
    }

    #[inline(always)]
    fn run_in_mode(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8], replace: bool) -> Done {
        run(self, kernels, src, dst, replace)
    }

    #[inline]
    fn handle(&mut self, byte: Option<u8>) -> Handled {
        TwoByteFamily::handle(self, byte)
    }

    #[inline]
    fn take_due(&mut self) -> Option<char> {
        TwoByteFamily::take_due(self)
    }

    #[inline]
    fn pending(&self) -> usize {
        TwoByteFamily::pending(self)
    }
}

/// Converts ASCII, the pairs of the index and rare characters, and with `replace` also errors.
#[inline(always)]
fn run<F: TwoByteFamily>(decoder: &F, kernels: &Kernels, src: &[u8], dst: &mut [u8], replace: bool) -> Done {
    if TwoByteFamily::pending(decoder) > 0 {
        return Done::NOTHING;
    }
    match F::pairs().table(src.len()) {
        Some(table) => convert::<F>(
            src,
            dst,
            replace,
            |pair| table.unit(u16::from_be_bytes(pair)),
            |src, dst| (kernels.two_byte)(src, dst, table),
        ),
        None => convert_little::<F>(src, dst, replace),
    }
}

/// As [`run`], without the whole table.
#[cold]
#[inline(never)]
fn convert_little<F: TwoByteFamily>(src: &[u8], dst: &mut [u8], replace: bool) -> Done {
    convert::<F>(src, dst, replace, |pair| F::pairs().unit(pair), |_, _| (0, 0))
}

/// Converts character after character by `unit`, the UTF-8 of a pair, and for longer stretches calls `kernel`.
#[inline(always)]
fn convert<F: TwoByteFamily>(
    src: &[u8],
    dst: &mut [u8],
    replace: bool,
    unit: impl Fn([u8; 2]) -> u32,
    kernel: impl Fn(&[u8], &mut [u8]) -> (usize, usize),
) -> Done {
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    loop {
        let mut head = src.len().min(read + HEAD);
        while read < head {
            let (left, room) = (&src[read..], &mut dst[written..]);
            match (left.first_chunk(), room.first_chunk_mut()) {
                (Some(pair @ [0x80..=0xFF, _]), Some(room)) => {
                    let room: &mut [u8; 4] = room;
                    let alone = F::alone(pair[0]);
                    let unit = if alone == 0 { unit(*pair) } else { alone };
                    if unit != 0 {
                        *room = unit.to_le_bytes();
                        read += if alone == 0 { 2 } else { 1 };
                        written += (unit >> 24) as usize;
                        // A kernel would stop before such a byte.
                        head = if alone == 0 { head } else { src.len().min(read + HEAD) };
                        continue;
                    }
                    let (r, w) = F::rare(left, &mut dst[written..]);
                    if r > 0 {
                        read += r;
                        written += w;
                    } else if replace
                        && let length @ 1.. = F::malformed_length(left)
                        && push(char::REPLACEMENT_CHARACTER, dst, &mut written)
                    {
                        read += length;
                        had_errors = true;
                    } else {
                        return Done { read, written, had_errors };
                    }
                    head = src.len().min(read + HEAD);
                }
                _ => {
                    let n = match (left.first_chunk(), room.first_chunk_mut()) {
                        (Some(from), Some(to)) => some_ascii::<32>(from, to),
                        _ => ascii(left, room),
                    };
                    if n == 0 {
                        return Done { read, written, had_errors };
                    }
                    read += n;
                    written += n;
                }
            }
        }
        if read >= src.len() {
            return Done { read, written, had_errors };
        }
        let (r, w) = kernel(&src[read..], &mut dst[written..]);
        read += r;
        written += w;
    }
}

/// As [`run`], to UTF-16, if the input is short or if there is a kernel for it.
#[inline(never)]
pub(crate) fn code_units<F: TwoByteFamily>(
    decoder: &F,
    kernels: &Kernels,
    src: &[u8],
    dst: &mut [u16],
    replace: bool,
) -> Done {
    /// How many bytes are converted one character at a time after something rare, before the kernel is called.
    const FEW: usize = 96;
    /// How many bytes are converted one character at a time at the start.
    const FIRST: usize = 16;
    /// Room for rare characters as UTF-8.
    const RARE: usize = 32;
    let (mut read, mut written, mut had_errors) = (0, 0, false);
    // Without a kernel, longer input goes through UTF-8 from the start.
    let to_utf16 = kernels.to_utf16();
    if TwoByteFamily::pending(decoder) > 0 || to_utf16.two_byte.is_none() && src.len() > FEW {
        return Done { read, written, had_errors };
    }
    let layout = F::pairs().whole();
    let few_from = |read: usize| src.len().min(read + FEW);
    // Errors follow one another, and without `replace` each ends a call. So a call starts without a kernel.
    let mut head = if src.len() > FEW { FIRST } else { src.len() };
    loop {
        while read < head {
            let (left, room) = (&src[read..], &mut dst[written..]);
            let first = left[0];
            if first.is_ascii()
                && let (Some(from), Some(to)) = (left.first_chunk::<8>(), room.first_chunk_mut())
                && widen_ascii(from, to)
            {
                read += from.len();
                written += to.len();
                continue;
            }
            let Some(room) = room.first_mut() else { return Done { read, written, had_errors } };
            if first.is_ascii() {
                *room = u16::from(first);
                read += 1;
                written += 1;
                continue;
            }
            let Some(pair) = left.first_chunk() else { return Done { read, written, had_errors } };
            let alone = F::alone(first);
            let unit = if alone == 0 { layout.unit(u16::from_be_bytes(*pair)) } else { alone };
            if unit != 0 {
                *room = code_unit(unit);
                read += if alone == 0 { 2 } else { 1 };
                written += 1;
                // A kernel would stop before such a byte.
                head = if alone == 0 { head } else { few_from(read) };
                continue;
            }
            let mut utf8 = [0; RARE];
            let (r, w) = F::rare(left, &mut utf8);
            if r > 0 && dst.len() - written >= w {
                read += r;
                written += (to_utf16.utf8)(&utf8[..w], &mut dst[written..]);
            } else if replace
                && r == 0
                && let length @ 1.. = F::malformed_length(left)
            {
                dst[written] = 0xFFFD;
                read += length;
                written += 1;
                had_errors = true;
            } else {
                return Done { read, written, had_errors };
            }
            head = few_from(read);
        }
        let Some(kernel) = to_utf16.two_byte.filter(|_| read < src.len()) else {
            return Done { read, written, had_errors };
        };
        let (r, w) = kernel(&src[read..], &mut dst[written..], layout);
        read += r;
        written += w;
        head = few_from(read);
    }
}

/// Converts rare characters one by one. `rare` finds the character at the start and its length in bytes.
#[inline(always)]
pub(crate) fn each(src: &[u8], dst: &mut [u8], rare: impl Fn(&[u8]) -> Option<(char, usize)>) -> (usize, usize) {
    let (mut read, mut written) = (0, 0);
    while let Some(room) = dst[written..].first_chunk_mut()
        && let Some((c, length)) = rare(&src[read..])
    {
        written += put(c, room);
        read += length;
    }
    (read, written)
}

/// Writes the UTF-8 of `c` and returns its length. Characters below U+10000 are always written as four
/// bytes, so that there is no branch on the length.
#[inline(always)]
fn put(c: char, room: &mut [u8; 4]) -> usize {
    let (utf8, length) = match u16::try_from(u32::from(c)) {
        Ok(scalar) => {
            let unit = utf8_units(scalar);
            (unit, unit >> 24)
        }
        Err(_) => (utf8_four(c.into()), 4),
    };
    *room = utf8.to_le_bytes();
    length as usize
}

/// [`TwoByteFamily::malformed_length`] of a lead byte and a trail byte that have no character: an ASCII
/// trail byte is restored to the queue.
pub(crate) fn malformed_pair(trail: u8) -> usize {
    if trail.is_ascii() { 1 } else { 2 }
}
