//! The decoders of the Encoding Standard, word for word.

use std::hash::Hash;

use super::index::{Index, Indexes};

/// What a handler returns.
pub enum Returned {
    Finished,
    Continue,
    Item(char),
    Items(char, char),
    Error,
}

use Returned::{Continue, Error, Finished, Item, Items};

fn scalar(code_point: u32) -> Returned {
    Item(char::from_u32(code_point).unwrap())
}

/// A decoder: its state and its handler.
pub trait Model: Clone + Eq + Hash {
    /// Handles `byte` (`None` is end-of-queue). Restored bytes are appended to `restored`, in
    /// order.
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned;
}

/// The indexes that decoders use.
pub struct Data<'a> {
    pub indexes: &'a Indexes,
    /// The index of the single-byte encoding.
    pub single_byte: Option<&'a Index>,
}

/// Passes `byte` to the decoder, then everything that it restores, until nothing is left. `None` in
/// `output` is an error.
pub fn process<M: Model>(model: &mut M, byte: Option<u8>, data: &Data, output: &mut Vec<Option<char>>) {
    // The queue in reverse order.
    let (mut queue, mut restored) = (Vec::new(), Vec::new());
    let mut next = byte;
    loop {
        match model.handler(next, &mut restored, data) {
            Finished => return,
            Continue => {}
            Item(c) => output.push(Some(c)),
            Items(a, b) => output.extend([Some(a), Some(b)]),
            Error => output.push(None),
        }
        queue.extend(restored.drain(..).rev());
        next = queue.pop();
        if next.is_none() && byte.is_some() {
            return;
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Utf8 {
    code_point: u32,
    bytes_seen: u8,
    bytes_needed: u8,
    lower_boundary: u8,
    upper_boundary: u8,
}

impl Default for Utf8 {
    fn default() -> Utf8 {
        Utf8 { code_point: 0, bytes_seen: 0, bytes_needed: 0, lower_boundary: 0x80, upper_boundary: 0xBF }
    }
}

impl Model for Utf8 {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, _: &Data) -> Returned {
        let Some(byte) = byte else {
            if self.bytes_needed != 0 {
                self.bytes_needed = 0;
                return Error;
            }
            return Finished;
        };
        if self.bytes_needed == 0 {
            match byte {
                0x00..=0x7F => return scalar(byte.into()),
                0xC2..=0xDF => {
                    self.bytes_needed = 1;
                    self.code_point = u32::from(byte & 0x1F);
                }
                0xE0..=0xEF => {
                    if byte == 0xE0 {
                        self.lower_boundary = 0xA0;
                    }
                    if byte == 0xED {
                        self.upper_boundary = 0x9F;
                    }
                    self.bytes_needed = 2;
                    self.code_point = u32::from(byte & 0xF);
                }
                0xF0..=0xF4 => {
                    if byte == 0xF0 {
                        self.lower_boundary = 0x90;
                    }
                    if byte == 0xF4 {
                        self.upper_boundary = 0x8F;
                    }
                    self.bytes_needed = 3;
                    self.code_point = u32::from(byte & 0x7);
                }
                _ => return Error,
            }
            return Continue;
        }
        if !(self.lower_boundary <= byte && byte <= self.upper_boundary) {
            *self = Utf8::default();
            restored.push(byte);
            return Error;
        }
        self.lower_boundary = 0x80;
        self.upper_boundary = 0xBF;
        self.code_point = (self.code_point << 6) | u32::from(byte & 0x3F);
        self.bytes_seen += 1;
        if self.bytes_seen != self.bytes_needed {
            return Continue;
        }
        let code_point = self.code_point;
        *self = Utf8::default();
        scalar(code_point)
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct SingleByte;

impl Model for SingleByte {
    fn handler(&mut self, byte: Option<u8>, _: &mut Vec<u8>, data: &Data) -> Returned {
        let Some(byte) = byte else { return Finished };
        if byte <= 0x7F {
            return scalar(byte.into());
        }
        data.single_byte.unwrap().code_point(usize::from(byte) - 0x80).map_or(Error, Item)
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Gb18030 {
    first: u8,
    second: u8,
    third: u8,
}

fn gb18030_ranges_code_point(pointer: u32, ranges: &[(u32, u32)]) -> Option<char> {
    if pointer > 39_419 && pointer < 189_000 || pointer > 1_237_575 {
        return None;
    }
    if pointer == 7457 {
        return Some('\u{E7C7}');
    }
    let (offset, code_point_offset) = *ranges.iter().rev().find(|(offset, _)| *offset <= pointer)?;
    char::from_u32(code_point_offset + pointer - offset)
}

impl Model for Gb18030 {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned {
        let Some(byte) = byte else {
            if self.first == 0 && self.second == 0 && self.third == 0 {
                return Finished;
            }
            *self = Gb18030::default();
            return Error;
        };
        if self.third != 0 {
            let Gb18030 { first, second, third } = std::mem::take(self);
            if !(0x30..=0x39).contains(&byte) {
                restored.extend([second, third, byte]);
                return Error;
            }
            let pointer = (u32::from(first) - 0x81) * 10 * 126 * 10
                + (u32::from(second) - 0x30) * 10 * 126
                + (u32::from(third) - 0x81) * 10
                + u32::from(byte)
                - 0x30;
            return gb18030_ranges_code_point(pointer, &data.indexes.gb18030_ranges).map_or(Error, Item);
        }
        if self.second != 0 {
            if (0x81..=0xFE).contains(&byte) {
                self.third = byte;
                return Continue;
            }
            restored.extend([self.second, byte]);
            self.first = 0;
            self.second = 0;
            return Error;
        }
        if self.first != 0 {
            if (0x30..=0x39).contains(&byte) {
                self.second = byte;
                return Continue;
            }
            let lead = usize::from(std::mem::take(&mut self.first));
            let mut pointer = None;
            let offset = if byte < 0x7F { 0x40 } else { 0x41 };
            if (0x40..=0x7E).contains(&byte) || (0x80..=0xFE).contains(&byte) {
                pointer = Some((lead - 0x81) * 190 + (usize::from(byte) - offset));
            }
            if let Some(code_point) = pointer.and_then(|pointer| data.indexes.gb18030.code_point(pointer)) {
                return Item(code_point);
            }
            if byte.is_ascii() {
                restored.push(byte);
            }
            return Error;
        }
        match byte {
            0x00..=0x7F => scalar(byte.into()),
            0x80 => scalar(0x20AC),
            0x81..=0xFE => {
                self.first = byte;
                Continue
            }
            0xFF => Error,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Big5 {
    lead: u8,
}

impl Model for Big5 {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned {
        let lead = usize::from(std::mem::take(&mut self.lead));
        let Some(byte) = byte else {
            return if lead != 0 { Error } else { Finished };
        };
        if lead != 0 {
            let mut pointer = None;
            let offset = if byte < 0x7F { 0x40 } else { 0x62 };
            if (0x40..=0x7E).contains(&byte) || (0xA1..=0xFE).contains(&byte) {
                pointer = Some((lead - 0x81) * 157 + (usize::from(byte) - offset));
            }
            match pointer {
                Some(1133) => return Items('\u{00CA}', '\u{0304}'),
                Some(1135) => return Items('\u{00CA}', '\u{030C}'),
                Some(1164) => return Items('\u{00EA}', '\u{0304}'),
                Some(1166) => return Items('\u{00EA}', '\u{030C}'),
                _ => {}
            }
            if let Some(code_point) = pointer.and_then(|pointer| data.indexes.big5.code_point(pointer)) {
                return Item(code_point);
            }
            if byte.is_ascii() {
                restored.push(byte);
            }
            return Error;
        }
        match byte {
            0x00..=0x7F => scalar(byte.into()),
            0x81..=0xFE => {
                self.lead = byte;
                Continue
            }
            _ => Error,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct EucJp {
    jis0212: bool,
    lead: u8,
}

impl Model for EucJp {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned {
        let Some(byte) = byte else {
            // Resetting the flag with the lead is not in the standard, but it is the end of the
            // queue.
            return if std::mem::take(self).lead != 0 { Error } else { Finished };
        };
        if self.lead == 0x8E && (0xA1..=0xDF).contains(&byte) {
            self.lead = 0;
            return scalar(0xFF61 - 0xA1 + u32::from(byte));
        }
        if self.lead == 0x8F && (0xA1..=0xFE).contains(&byte) {
            self.jis0212 = true;
            self.lead = byte;
            return Continue;
        }
        if self.lead != 0 {
            let lead = std::mem::take(&mut self.lead);
            let mut code_point = None;
            if (0xA1..=0xFE).contains(&lead) && (0xA1..=0xFE).contains(&byte) {
                let index = if self.jis0212 { &data.indexes.jis0212 } else { &data.indexes.jis0208 };
                code_point = index.code_point((usize::from(lead) - 0xA1) * 94 + usize::from(byte) - 0xA1);
            }
            self.jis0212 = false;
            if let Some(code_point) = code_point {
                return Item(code_point);
            }
            if byte.is_ascii() {
                restored.push(byte);
            }
            return Error;
        }
        match byte {
            0x00..=0x7F => scalar(byte.into()),
            0x8E | 0x8F | 0xA1..=0xFE => {
                self.lead = byte;
                Continue
            }
            _ => Error,
        }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum State {
    Ascii,
    Roman,
    Katakana,
    LeadByte,
    TrailByte,
    EscapeStart,
    Escape,
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Iso2022Jp {
    state: State,
    output_state: State,
    lead: u8,
    output: bool,
}

impl Default for Iso2022Jp {
    fn default() -> Iso2022Jp {
        Iso2022Jp { state: State::Ascii, output_state: State::Ascii, lead: 0, output: false }
    }
}

impl Model for Iso2022Jp {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned {
        match self.state {
            State::Ascii | State::Roman | State::Katakana | State::LeadByte => {
                let Some(byte) = byte else { return Finished };
                if byte == 0x1B {
                    self.state = State::EscapeStart;
                    return Continue;
                }
                self.output = false;
                match (self.state, byte) {
                    (State::Roman, 0x5C) => scalar(0xA5),
                    (State::Roman, 0x7E) => scalar(0x203E),
                    (State::Ascii | State::Roman, 0x00..=0x0D | 0x10..=0x7F) => scalar(byte.into()),
                    (State::Katakana, 0x21..=0x5F) => scalar(0xFF61 - 0x21 + u32::from(byte)),
                    (State::LeadByte, 0x21..=0x7E) => {
                        self.lead = byte;
                        self.state = State::TrailByte;
                        Continue
                    }
                    _ => Error,
                }
            }
            State::TrailByte => {
                if byte == Some(0x1B) {
                    self.state = State::EscapeStart;
                    // Resetting the lead is not in the standard, but it is not read again.
                    self.lead = 0;
                    return Error;
                }
                self.state = State::LeadByte;
                let lead = usize::from(std::mem::take(&mut self.lead));
                match byte {
                    Some(byte @ 0x21..=0x7E) => {
                        let pointer = (lead - 0x21) * 94 + usize::from(byte) - 0x21;
                        data.indexes.jis0208.code_point(pointer).map_or(Error, Item)
                    }
                    _ => Error,
                }
            }
            State::EscapeStart => {
                if let Some(0x24 | 0x28) = byte {
                    self.lead = byte.unwrap();
                    self.state = State::Escape;
                    return Continue;
                }
                restored.extend(byte);
                self.output = false;
                self.state = self.output_state;
                Error
            }
            State::Escape => {
                let lead = std::mem::take(&mut self.lead);
                let state = match (lead, byte) {
                    (0x28, Some(0x42)) => Some(State::Ascii),
                    (0x28, Some(0x4A)) => Some(State::Roman),
                    (0x28, Some(0x49)) => Some(State::Katakana),
                    (0x24, Some(0x40 | 0x42)) => Some(State::LeadByte),
                    _ => None,
                };
                if let Some(state) = state {
                    self.state = state;
                    self.output_state = state;
                    let output = std::mem::replace(&mut self.output, true);
                    return if output { Error } else { Continue };
                }
                restored.push(lead);
                restored.extend(byte);
                self.output = false;
                self.state = self.output_state;
                Error
            }
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct ShiftJis {
    lead: u8,
}

impl Model for ShiftJis {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned {
        let lead = usize::from(std::mem::take(&mut self.lead));
        let Some(byte) = byte else {
            return if lead != 0 { Error } else { Finished };
        };
        if lead != 0 {
            let mut pointer = None;
            let offset = if byte < 0x7F { 0x40 } else { 0x41 };
            let lead_offset = if lead < 0xA0 { 0x81 } else { 0xC1 };
            if (0x40..=0x7E).contains(&byte) || (0x80..=0xFC).contains(&byte) {
                pointer = Some((lead - lead_offset) * 188 + usize::from(byte) - offset);
            }
            if let Some(pointer @ 8836..=10_715) = pointer {
                return scalar(0xE000 - 8836 + pointer as u32);
            }
            if let Some(code_point) = pointer.and_then(|pointer| data.indexes.jis0208.code_point(pointer)) {
                return Item(code_point);
            }
            if byte.is_ascii() {
                restored.push(byte);
            }
            return Error;
        }
        match byte {
            0x00..=0x80 => scalar(byte.into()),
            0xA1..=0xDF => scalar(0xFF61 - 0xA1 + u32::from(byte)),
            0x81..=0x9F | 0xE0..=0xFC => {
                self.lead = byte;
                Continue
            }
            _ => Error,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct EucKr {
    lead: u8,
}

impl Model for EucKr {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, data: &Data) -> Returned {
        let lead = usize::from(std::mem::take(&mut self.lead));
        let Some(byte) = byte else {
            return if lead != 0 { Error } else { Finished };
        };
        if lead != 0 {
            let mut pointer = None;
            if (0x41..=0xFE).contains(&byte) {
                pointer = Some((lead - 0x81) * 190 + (usize::from(byte) - 0x41));
            }
            if let Some(code_point) = pointer.and_then(|pointer| data.indexes.euc_kr.code_point(pointer)) {
                return Item(code_point);
            }
            if byte.is_ascii() {
                restored.push(byte);
            }
            return Error;
        }
        match byte {
            0x00..=0x7F => scalar(byte.into()),
            0x81..=0xFE => {
                self.lead = byte;
                Continue
            }
            _ => Error,
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Replacement {
    error_returned: bool,
}

impl Model for Replacement {
    fn handler(&mut self, byte: Option<u8>, _: &mut Vec<u8>, _: &Data) -> Returned {
        if byte.is_none() {
            return Finished;
        }
        if !self.error_returned {
            self.error_returned = true;
            return Error;
        }
        Finished
    }
}

/// The shared UTF-16 decoder. `BE` is true for UTF-16BE.
#[derive(Clone, PartialEq, Eq, Hash, Default)]
pub struct Utf16<const BE: bool> {
    lead_byte: Option<u8>,
    lead_surrogate: Option<u16>,
}

impl<const BE: bool> Model for Utf16<BE> {
    fn handler(&mut self, byte: Option<u8>, restored: &mut Vec<u8>, _: &Data) -> Returned {
        let Some(byte) = byte else {
            if self.lead_byte.is_some() || self.lead_surrogate.is_some() {
                *self = Self::default();
                return Error;
            }
            return Finished;
        };
        let Some(lead_byte) = self.lead_byte.take() else {
            self.lead_byte = Some(byte);
            return Continue;
        };
        let code_unit = if BE {
            (u16::from(lead_byte) << 8) + u16::from(byte)
        } else {
            (u16::from(byte) << 8) + u16::from(lead_byte)
        };
        if let Some(lead_surrogate) = self.lead_surrogate.take() {
            if (0xDC00..=0xDFFF).contains(&code_unit) {
                return scalar(
                    0x10000 + ((u32::from(lead_surrogate) - 0xD800) << 10) + (u32::from(code_unit) - 0xDC00),
                );
            }
            let (byte1, byte2) = ((code_unit >> 8) as u8, (code_unit & 0xFF) as u8);
            restored.extend(if BE { [byte1, byte2] } else { [byte2, byte1] });
            return Error;
        }
        match code_unit {
            0xD800..=0xDBFF => {
                self.lead_surrogate = Some(code_unit);
                Continue
            }
            0xDC00..=0xDFFF => Error,
            _ => scalar(code_unit.into()),
        }
    }
}

#[derive(Clone, PartialEq, Eq, Hash)]
pub struct UserDefined;

impl Model for UserDefined {
    fn handler(&mut self, byte: Option<u8>, _: &mut Vec<u8>, _: &Data) -> Returned {
        match byte {
            None => Finished,
            Some(byte @ 0x00..=0x7F) => scalar(byte.into()),
            Some(byte) => scalar(0xF780 + u32::from(byte) - 0x80),
        }
    }
}
