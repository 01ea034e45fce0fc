//! A literal model of the Encoding Standard's encoders, over the standard's own index files. It
//! shares nothing with the crate.

#[path = "index_files.rs"]
mod index_files;

use index_files::pairs;

/// What a handler returns.
pub enum Out {
    Finished,
    Bytes(Vec<u8>),
    /// Bytes. The code point was restored to the queue.
    Restore(Vec<u8>),
    Error(u32),
}
use Out::{Bytes, Error, Finished, Restore};

pub struct Model {
    kind: Kind,
    /// The *index pointer* of every code point; `u32::MAX` for null.
    pointers: Vec<u32>,
    ranges: Vec<(u32, u32)>,
    katakana: Vec<u32>,
    state: State,
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Utf8,
    SingleByte,
    UserDefined,
    Gb18030 { is_gbk: bool },
    Big5,
    EucJp,
    Iso2022Jp,
    ShiftJis,
    EucKr,
}

/// The number that is added to a part of a pointer.
type Offset = fn(u32) -> u32;

#[derive(Clone, Copy, PartialEq)]
enum State {
    Ascii,
    Roman,
    Jis0208,
}

/// *Index pointer*: the first pointer of each code point.
fn first_pointers(pairs: impl Iterator<Item = (u32, u32)>) -> Vec<u32> {
    let mut pointers = vec![u32::MAX; 0x11_0000];
    for (pointer, code_point) in pairs {
        let known = &mut pointers[code_point as usize];
        *known = pointer.min(*known);
    }
    pointers
}

impl Model {
    /// The encoder of the output encoding with this name.
    pub fn new(name: &str) -> Model {
        let mut model = Model {
            kind: Kind::SingleByte,
            pointers: Vec::new(),
            ranges: Vec::new(),
            katakana: Vec::new(),
            state: State::Ascii,
        };
        match name {
            "UTF-8" => model.kind = Kind::Utf8,
            "x-user-defined" => model.kind = Kind::UserDefined,
            "GBK" | "gb18030" => {
                model.kind = Kind::Gb18030 { is_gbk: name == "GBK" };
                model.pointers = first_pointers(pairs("gb18030").into_iter());
                model.ranges = pairs("gb18030-ranges");
            }
            "Big5" => {
                model.kind = Kind::Big5;
                let index: Vec<_> = pairs("big5").into_iter().filter(|pair| pair.0 >= (0xA1 - 0x81) * 157).collect();
                model.pointers = first_pointers(index.iter().copied());
                for code_point in [0x2550, 0x255E, 0x2561, 0x256A, 0x5341, 0x5345] {
                    let last = index.iter().filter(|pair| pair.1 == code_point).map(|pair| pair.0).max();
                    model.pointers[code_point as usize] = last.unwrap();
                }
            }
            "EUC-JP" => {
                model.kind = Kind::EucJp;
                model.pointers = first_pointers(pairs("jis0208").into_iter());
            }
            "ISO-2022-JP" => {
                model.kind = Kind::Iso2022Jp;
                model.pointers = first_pointers(pairs("jis0208").into_iter());
                model.katakana = pairs("iso-2022-jp-katakana").into_iter().map(|pair| pair.1).collect();
            }
            "Shift_JIS" => {
                model.kind = Kind::ShiftJis;
                let index = pairs("jis0208").into_iter().filter(|pair| !(8272..=8835).contains(&pair.0));
                model.pointers = first_pointers(index);
            }
            "EUC-KR" => {
                model.kind = Kind::EucKr;
                model.pointers = first_pointers(pairs("euc-kr").into_iter());
            }
            "ISO-8859-8-I" => model.pointers = first_pointers(pairs("iso-8859-8").into_iter()),
            name => model.pointers = first_pointers(pairs(&name.to_lowercase()).into_iter()),
        }
        model
    }

    pub fn reset(&mut self) {
        self.state = State::Ascii;
    }

    fn pointer(&self, code_point: u32) -> Option<u32> {
        self.pointers.get(code_point as usize).copied().filter(|&pointer| pointer != u32::MAX)
    }

    /// Calls the handler. `None` is the end of the queue.
    fn handle(&mut self, item: Option<u32>) -> Out {
        if self.kind == Kind::Iso2022Jp {
            return self.iso_2022_jp(item);
        }
        let Some(mut code_point) = item else { return Finished };
        if code_point < 0x80 {
            return Bytes(vec![code_point as u8]);
        }
        let (columns, lead_offset, trail_offset): (u32, Offset, Offset) = match self.kind {
            Kind::Utf8 => {
                let mut bytes = [0; 4];
                return Bytes(char::from_u32(code_point).unwrap().encode_utf8(&mut bytes).as_bytes().to_vec());
            }
            Kind::SingleByte => {
                return match self.pointer(code_point) {
                    Some(pointer) => Bytes(vec![(pointer + 0x80) as u8]),
                    None => Error(code_point),
                };
            }
            Kind::UserDefined => {
                return match code_point {
                    0xF780..=0xF7FF => Bytes(vec![(code_point - 0xF780 + 0x80) as u8]),
                    _ => Error(code_point),
                };
            }
            Kind::Gb18030 { is_gbk } => return self.gb18030(code_point, is_gbk),
            Kind::Big5 => (157, |_| 0x81, |trail| if trail < 0x3F { 0x40 } else { 0x62 }),
            Kind::EucKr => (190, |_| 0x81, |_| 0x41),
            Kind::EucJp => {
                match code_point {
                    0xA5 => return Bytes(vec![0x5C]),
                    0x203E => return Bytes(vec![0x7E]),
                    0xFF61..=0xFF9F => return Bytes(vec![0x8E, (code_point - 0xFF61 + 0xA1) as u8]),
                    0x2212 => code_point = 0xFF0D,
                    _ => {}
                }
                (94, |_| 0xA1, |_| 0xA1)
            }
            Kind::ShiftJis => {
                match code_point {
                    0x80 => return Bytes(vec![0x80]),
                    0xA5 => return Bytes(vec![0x5C]),
                    0x203E => return Bytes(vec![0x7E]),
                    0xFF61..=0xFF9F => return Bytes(vec![(code_point - 0xFF61 + 0xA1) as u8]),
                    0x2212 => code_point = 0xFF0D,
                    _ => {}
                }
                (188, |lead| if lead < 0x1F { 0x81 } else { 0xC1 }, |trail| if trail < 0x3F { 0x40 } else { 0x41 })
            }
            Kind::Iso2022Jp => unreachable!(),
        };
        let Some(pointer) = self.pointer(code_point) else { return Error(code_point) };
        let (lead, trail) = (pointer / columns, pointer % columns);
        Bytes(vec![(lead + lead_offset(lead)) as u8, (trail + trail_offset(trail)) as u8])
    }

    fn gb18030(&self, code_point: u32, is_gbk: bool) -> Out {
        if code_point == 0xE5E5 {
            return Error(code_point);
        }
        if is_gbk && code_point == 0x20AC {
            return Bytes(vec![0x80]);
        }
        let row: Option<[u8; 2]> = match code_point {
            0xE78D..=0xE793 => Some([0xA6, (code_point - 0xE78D) as u8 + 0xD9]),
            0xE794 => Some([0xA6, 0xEC]),
            0xE795 => Some([0xA6, 0xED]),
            0xE796 => Some([0xA6, 0xF3]),
            0xE81E => Some([0xFE, 0x59]),
            0xE826 => Some([0xFE, 0x61]),
            0xE82B => Some([0xFE, 0x66]),
            0xE82C => Some([0xFE, 0x67]),
            0xE832 => Some([0xFE, 0x6D]),
            0xE843 => Some([0xFE, 0x7E]),
            0xE854 => Some([0xFE, 0x90]),
            0xE864 => Some([0xFE, 0xA0]),
            _ => None,
        };
        if let Some(bytes) = row {
            return Bytes(bytes.to_vec());
        }
        if let Some(pointer) = self.pointer(code_point) {
            let trail = pointer % 190;
            let offset = if trail < 0x3F { 0x40 } else { 0x41 };
            return Bytes(vec![(pointer / 190 + 0x81) as u8, (trail + offset) as u8]);
        }
        if is_gbk {
            return Error(code_point);
        }
        let pointer = if code_point == 0xE7C7 {
            7457
        } else {
            let (pointer, start) = self.ranges.iter().rfind(|range| range.1 <= code_point).unwrap();
            pointer + code_point - start
        };
        let byte1 = pointer / (10 * 126 * 10);
        let pointer = pointer % (10 * 126 * 10);
        let byte2 = pointer / (10 * 126);
        let pointer = pointer % (10 * 126);
        Bytes(vec![
            (byte1 + 0x81) as u8,
            (byte2 + 0x30) as u8,
            (pointer / 10 + 0x81) as u8,
            (pointer % 10 + 0x30) as u8,
        ])
    }

    fn iso_2022_jp(&mut self, item: Option<u32>) -> Out {
        let Some(mut code_point) = item else {
            if self.state == State::Ascii {
                return Finished;
            }
            self.state = State::Ascii;
            return Restore(b"\x1B(B".to_vec());
        };
        if self.state != State::Jis0208 && matches!(code_point, 0x0E | 0x0F | 0x1B) {
            return Error(0xFFFD);
        }
        if self.state == State::Ascii && code_point < 0x80 {
            return Bytes(vec![code_point as u8]);
        }
        if self.state == State::Roman {
            match code_point {
                0x5C | 0x7E => {}
                0x00..=0x7F => return Bytes(vec![code_point as u8]),
                0xA5 => return Bytes(vec![0x5C]),
                0x203E => return Bytes(vec![0x7E]),
                _ => {}
            }
        }
        if code_point < 0x80 && self.state != State::Ascii {
            self.state = State::Ascii;
            return Restore(b"\x1B(B".to_vec());
        }
        if matches!(code_point, 0xA5 | 0x203E) && self.state != State::Roman {
            self.state = State::Roman;
            return Restore(b"\x1B(J".to_vec());
        }
        if code_point == 0x2212 {
            code_point = 0xFF0D;
        }
        if (0xFF61..=0xFF9F).contains(&code_point) {
            code_point = self.katakana[code_point as usize - 0xFF61];
        }
        let Some(pointer) = self.pointer(code_point) else {
            if self.state == State::Jis0208 {
                self.state = State::Ascii;
                return Restore(b"\x1B(B".to_vec());
            }
            return Error(code_point);
        };
        if self.state != State::Jis0208 {
            self.state = State::Jis0208;
            return Restore(b"\x1B$B".to_vec());
        }
        Bytes(vec![(pointer / 94 + 0x21) as u8, (pointer % 94 + 0x21) as u8])
    }

    /// *Process a queue* to its end in the error mode *html*. Errors are appended to `errors`.
    pub fn encode(&mut self, text: &str, errors: &mut Vec<char>) -> Vec<u8> {
        let mut queue: std::collections::VecDeque<u32> = text.chars().map(u32::from).collect();
        let mut output = Vec::new();
        loop {
            let item = queue.pop_front();
            match self.handle(item) {
                Finished => return output,
                Bytes(bytes) => output.extend(bytes),
                Restore(bytes) => {
                    output.extend(bytes);
                    if let Some(code_point) = item {
                        queue.push_front(code_point);
                    }
                }
                Error(code_point) => {
                    errors.push(char::from_u32(code_point).unwrap());
                    for byte in format!("&#{code_point};").bytes().rev() {
                        queue.push_front(byte.into());
                    }
                }
            }
        }
    }
}
