//! [ISO-2022-JP](https://encoding.spec.whatwg.org/#iso-2022-jp).

use super::euc_jp::PAIRS;
use crate::codec::{Decode, Done, Handled};
use crate::simd::{Kernels, SevenBit, ascii, seven_bit_ascii, seven_bit_pairs, utf8_three, utf8_units};

const ESCAPE: u8 = 0x1B;

/// What the bytes after an escape sequence mean.
#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Ascii,
    Roman,
    Katakana,
    /// JIS X 0208; what the standard calls *lead byte*.
    LeadByte,
}

/// What has been read of an incomplete sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Partial {
    None,
    /// *Trail byte*.
    Lead(u8),
    /// *Escape start*.
    Escape,
    /// *Escape*.
    EscapeAnd(u8),
}

/// What comes next in the input.
enum Next {
    /// As UTF-8, in the form of [`utf8_units`].
    Character(u32),
    /// An escape sequence. The state was changed.
    Escape,
    Error,
}

/// [ISO-2022-JP decoder](https://encoding.spec.whatwg.org/#iso-2022-jp-decoder). The standard's state is
/// split in two: its output state, and what has been read of an incomplete sequence.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Iso2022JpDecoder {
    output_state: State,
    partial: Partial,
    /// The opposite of the standard's output flag: nothing has followed the last escape sequence.
    only_escaped: bool,
    /// The character of the byte after a malformed escape sequence.
    due: Option<char>,
}

impl Iso2022JpDecoder {
    pub(crate) const fn new() -> Iso2022JpDecoder {
        Iso2022JpDecoder { output_state: State::Ascii, partial: Partial::None, only_escaped: false, due: None }
    }

    /// Whether the next byte is read as ASCII and cannot be part of an error.
    pub(crate) fn is_initial(&self) -> bool {
        self.output_state == State::Ascii && self.pending() == 0 && !self.only_escaped
    }

    /// The character of a single byte in the output state.
    fn single(&self, byte: u8) -> Option<char> {
        match (self.output_state, byte) {
            (State::Roman, 0x5C) => Some('\u{A5}'),
            (State::Roman, 0x7E) => Some('\u{203E}'),
            (State::Ascii | State::Roman, 0x00..=0x7F) if !matches!(byte, 0x0E | 0x0F | ESCAPE) => Some(byte.into()),
            (State::Katakana, 0x21..=0x5F) => char::from_u32(0xFF61 - 0x21 + u32::from(byte)),
            _ => None,
        }
    }

    /// Converts runs of characters in any state, and the escape sequences between them, up to an error.
    #[inline(never)]
    fn runs(&mut self, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        // Those of EUC-JP, without the highest bits.
        let pairs = PAIRS.whole();
        let (mut read, mut written) = (0, 0);
        loop {
            let (left, room) = (&src[read..], &mut dst[written..]);
            let (r, w) = match self.output_state {
                State::Ascii => run_of_ascii(left, room),
                State::LeadByte => seven_bit_pairs(left, room, pairs),
                State::Roman | State::Katakana => self.run_of_singles(left, room),
            };
            read += r;
            written += w;
            self.only_escaped &= r == 0;
            let selected = match src[read..] {
                [ESCAPE, lead, byte, ..] if !self.only_escaped => selected(lead, byte),
                _ => None,
            };
            let Some(state) = selected else { return (read, written) };
            self.output_state = state;
            self.only_escaped = true;
            read += 3;
        }
    }

    fn run_of_singles(&self, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        let (mut read, mut written) = (0, 0);
        while let Some(c) = src.get(read).and_then(|&byte| self.single(byte))
            && crate::codec::push(c, dst, &mut written)
        {
            read += 1;
        }
        (read, written)
    }

    /// What is at the start of `src`, as the handler would decide, and its length. `None` if it may continue
    /// after the end. Only called while nothing is [`pending`](Decode::pending).
    #[inline]
    fn next(&mut self, src: &[u8]) -> Option<(Next, usize)> {
        let pairs = self.output_state == State::LeadByte;
        let (next, length) = match src {
            [] => return None,
            [0x80..=0xFF, ..] => (Next::Error, 1),
            [ESCAPE, ..] => match src {
                [_, lead @ (0x24 | 0x28), byte, ..] => match selected(*lead, *byte) {
                    Some(state) => {
                        self.output_state = state;
                        // Directly after another one it is an error.
                        let next = if self.only_escaped { Next::Error } else { Next::Escape };
                        self.only_escaped = true;
                        return Some((next, 3));
                    }
                    None => (Next::Error, 1),
                },
                [_] | [_, 0x24 | 0x28] => return None,
                _ => (Next::Error, 1),
            },
            [lead @ 0x21..=0x7E, ..] if pairs => match src.get(1) {
                None => return None,
                Some(&ESCAPE) => (Next::Error, 1),
                Some(trail @ 0x21..=0x7E) => match PAIRS.unit([*lead, trail | 0x80]) {
                    0 => (Next::Error, 2),
                    unit => (Next::Character(unit), 2),
                },
                Some(_) => (Next::Error, 2),
            },
            [byte, ..] => match self.single(*byte) {
                Some(c) => (Next::Character(utf8_units(u32::from(c) as u16)), 1),
                None => (Next::Error, 1),
            },
        };
        self.only_escaped = false;
        Some((next, length))
    }

    /// *Escape*: what the two bytes after ESC select.
    fn escape(&mut self, lead: u8, byte: Option<u8>) -> Handled {
        if let Some(state) = byte.and_then(|byte| selected(lead, byte)) {
            self.output_state = state;
            // An escape sequence directly after another is an error, so that no text can be hidden between.
            return if core::mem::replace(&mut self.only_escaped, true) {
                Handled::Error { malformed: 3, after: 3, restore: false }
            } else {
                Handled::Continue
            };
        }
        // Restore lead and byte, return error: lead is now read like any other byte.
        self.only_escaped = false;
        if self.output_state == State::LeadByte {
            self.partial = Partial::Lead(lead);
        } else {
            self.due = self.single(lead);
        }
        Handled::Error { malformed: 1, after: 1, restore: true }
    }
}

/// The state that ESC and two bytes select.
fn selected(lead: u8, byte: u8) -> Option<State> {
    match (lead, byte) {
        (0x28, 0x42) => Some(State::Ascii),
        (0x28, 0x4A) => Some(State::Roman),
        (0x28, 0x49) => Some(State::Katakana),
        (0x24, 0x40 | 0x42) => Some(State::LeadByte),
        _ => None,
    }
}

impl Decode for Iso2022JpDecoder {
    fn run(&mut self, kernels: &Kernels, src: &[u8], dst: &mut [u8]) -> (usize, usize) {
        /// How many bytes are converted run by run before the kernel is called: the state may change often.
        const HEAD: usize = 256;
        /// How many bytes of a pair or of an escape sequence that is cut off may be left at the end of a head.
        const LEFT_AT_END: usize = 2;
        // More errors are likely to follow an error.
        if self.pending() > 0 || src.first().is_some_and(|byte| !byte.is_ascii()) {
            return (0, 0);
        }
        let Some(kernel) = kernels.seven_bit.filter(|_| src.len() >= 2 * HEAD) else { return self.runs(src, dst) };
        let (mut read, mut written, mut head) = (0, 0, HEAD);
        loop {
            let left = &src[read..];
            let is_last = left.len() < head + HEAD;
            let head_bytes = if is_last { left } else { &left[..head] };
            let (r, w) = self.runs(head_bytes, &mut dst[written..]);
            read += r;
            written += w;
            if is_last || r + LEFT_AT_END < head {
                return (read, written);
            }
            head = HEAD;
            if let State::Ascii | State::LeadByte = self.output_state {
                let state = SevenBit { pairs: self.output_state == State::LeadByte, escaped: self.only_escaped };
                let done = kernel(&src[read..], &mut dst[written..], PAIRS.whole(), state);
                read += done.read;
                written += done.written;
                self.output_state = if done.state.pairs { State::LeadByte } else { State::Ascii };
                self.only_escaped = done.state.escaped;
                head += done.in_vain;
            }
        }
    }

    #[inline(always)]
    fn step(&mut self, src: &[u8], dst: &mut [u8]) -> Option<Done> {
        if self.output_state == State::Ascii
            && let [0x00..=0x7F, ..] = src
            && let (Some(from), Some(to)) = (src.first_chunk(), dst.first_chunk_mut())
            && let n @ 1.. = some_ascii(from, to)
        {
            self.only_escaped = false;
            return Some(Done::new((n, n)));
        }
        let room = dst.first_chunk_mut()?;
        let (next, read) = self.next(src)?;
        let (unit, had_errors) = match next {
            Next::Character(unit) => (unit, false),
            Next::Escape => return Some(Done::new((read, 0))),
            Next::Error => (utf8_three(0xFFFD), true),
        };
        *room = unit.to_le_bytes();
        Some(Done { read, written: (unit >> 24) as usize, had_errors })
    }

    fn handle(&mut self, byte: Option<u8>) -> Handled {
        match (core::mem::replace(&mut self.partial, Partial::None), byte) {
            (Partial::None, None) => Handled::Finished,
            (Partial::None, Some(ESCAPE)) => {
                self.partial = Partial::Escape;
                Handled::Continue
            }
            // Ascii, Roman, Katakana, lead byte.
            (Partial::None, Some(byte)) => {
                self.only_escaped = false;
                match (self.output_state, byte) {
                    (State::LeadByte, 0x21..=0x7E) => {
                        self.partial = Partial::Lead(byte);
                        Handled::Continue
                    }
                    _ => self.single(byte).map_or(Handled::error(1), Handled::One),
                }
            }
            // Trail byte.
            (Partial::Lead(_), None) => Handled::error(1),
            (Partial::Lead(_), Some(ESCAPE)) => {
                self.partial = Partial::Escape;
                Handled::Error { malformed: 1, after: 1, restore: false }
            }
            (Partial::Lead(lead), Some(byte)) => pair(lead, byte).map_or(Handled::error(2), Handled::One),
            // Escape start.
            (Partial::Escape, Some(byte @ (0x24 | 0x28))) => {
                self.partial = Partial::EscapeAnd(byte);
                Handled::Continue
            }
            (Partial::Escape, byte) => {
                self.only_escaped = false;
                Handled::Error { malformed: 1, after: 0, restore: byte.is_some() }
            }
            (Partial::EscapeAnd(lead), byte) => self.escape(lead, byte),
        }
    }

    fn take_due(&mut self) -> Option<char> {
        self.due.take()
    }

    fn pending(&self) -> usize {
        let partial = match self.partial {
            Partial::None => 0,
            Partial::Lead(_) | Partial::Escape => 1,
            Partial::EscapeAnd(_) => 2,
        };
        partial + usize::from(self.due.is_some())
    }
}

/// Copies 16 bytes, and returns how many of them, counted from the first, are ASCII from 20 on.
fn some_ascii(from: &[u8; 16], to: &mut [u8; 16]) -> usize {
    *to = *from;
    let all = u128::from_le_bytes(*from);
    // A byte that is too small wraps around and gets its highest bit. It borrows from the next byte, but
    // the lowest such byte is right, and that is the one that counts.
    let others = (all.wrapping_sub(u128::from_le_bytes([b' '; 16])) | all) & u128::from_le_bytes([0x80; 16]);
    if others == 0 { 16 } else { others.trailing_zeros() as usize / 8 }
}

/// The character of a lead byte (21 to 7E) and a trail byte.
fn pair(lead: u8, trail: u8) -> Option<char> {
    match trail {
        0x21..=0x7E => PAIRS.character([lead | 0x80, trail | 0x80]),
        _ => None,
    }
}

/// Copies ASCII up to 0E, 0F and ESC: (bytes read, bytes written).
pub(super) fn run_of_ascii(src: &[u8], dst: &mut [u8]) -> (usize, usize) {
    /// Between pairs there are often only a few characters of ASCII, which need no search.
    const FEW: usize = 16;
    /// How far is searched at once: little enough that searching it again after each error stays cheap.
    const WINDOW: usize = 256;
    let mut done = 0;
    for (from, to) in src.iter().zip(&mut *dst).take(FEW) {
        if !from.is_ascii() || matches!(*from, 0x0E | 0x0F | ESCAPE) {
            return (done, done);
        }
        *to = *from;
        done += 1;
    }
    loop {
        let window = &src[done..];
        let window = &window[..window.len().min(WINDOW)];
        let window = &window[..memchr::memchr3(0x0E, 0x0F, ESCAPE, window).unwrap_or(window.len())];
        let n = ascii(window, &mut dst[done..]);
        done += n;
        if n < WINDOW {
            return (done, done);
        }
    }
}

/// The length of the ASCII at the start, up to 0E, 0F and ESC, which ISO-2022-JP reserves.
pub(crate) fn ascii_valid_up_to(bytes: &[u8]) -> usize {
    seven_bit_ascii(bytes)
}
