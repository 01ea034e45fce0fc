//! [`Lz4`]: unpacks an LZ4 frame step by step.
//!
//! `lz4_flex` reads whole blocks. Here the bytes of a block are collected before it gets them.

use std::io::{BufRead, Cursor};

use lz4_flex::frame::{Error, FrameDecoder};

use super::damage::Fault;
use super::progress::{Progress, State};

/// The start of a [frame](https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md).
pub const LZ4_START: &[u8] = b"\x04\x22\x4D\x18";

/// The flags after the start.
const CONTENT_SIZE: u8 = 1 << 3;
const CONTENT_CHECKSUM: u8 = 1 << 2;
const BLOCK_CHECKSUM: u8 = 1 << 4;
const DICTIONARY: u8 = 1;
const CHECKSUM_BYTES: usize = 4;

pub struct Lz4 {
    /// Its reader has the bytes of the piece that is collected.
    decoder: FrameDecoder<Cursor<Vec<u8>>>,
    piece: Piece,
    /// How many bytes of the last block the decoder still has.
    ready: usize,
}

/// What a frame consists of, in order.
#[derive(Clone, Copy)]
enum Piece {
    Head,
    Block { flags: u8, most: usize },
    End,
}

impl Lz4 {
    pub fn new() -> Lz4 {
        Lz4 { decoder: FrameDecoder::new(Cursor::default()), piece: Piece::Head, ready: 0 }
    }

    pub fn run(&mut self, bytes: &[u8], room: &mut [u8]) -> Progress {
        let mut progress = Progress { read: 0, written: 0, state: State::Running };
        loop {
            if self.ready > 0 {
                let Ok(there) = self.decoder.fill_buf() else { return progress };
                let length = there.len().min(room.len() - progress.written);
                room[progress.written..][..length].copy_from_slice(&there[..length]);
                self.decoder.consume(length);
                self.ready -= length;
                progress.written += length;
                if self.ready > 0 {
                    return progress;
                }
            }
            if let Piece::End = self.piece {
                progress.state = State::End;
                return progress;
            }
            let piece = self.decoder.get_mut().get_mut();
            let Some(length) = length(self.piece, piece) else {
                progress.state = State::Broken(Fault::Corrupt, None);
                return progress;
            };
            if piece.len() < length {
                let more = (length - piece.len()).min(bytes.len() - progress.read);
                piece.extend_from_slice(&bytes[progress.read..progress.read + more]);
                progress.read += more;
                if more == 0 {
                    return progress;
                }
                continue;
            }
            let next = match self.piece {
                Piece::Head => Piece::Block { flags: piece[4], most: 1 << (8 + 2 * (piece[5] >> 4 & 7)) },
                Piece::Block { .. } if piece.starts_with(&[0; 4]) => Piece::End,
                block => block,
            };
            match self.decoder.fill_buf() {
                Ok(there) => self.ready = there.len(),
                Err(error) => {
                    let error = error.get_ref().and_then(|error| error.downcast_ref::<Error>());
                    progress.state = match error {
                        Some(Error::BlockChecksumError | Error::ContentChecksumError | Error::HeaderChecksumError) => {
                            State::Broken(Fault::Checksum, None)
                        }
                        error => State::Broken(Fault::Corrupt, error.map(ToString::to_string)),
                    };
                    return progress;
                }
            }
            self.piece = next;
            let collected = self.decoder.get_mut();
            collected.set_position(0);
            collected.get_mut().clear();
        }
    }
}

/// The length of a piece, as far as its first bytes tell. `None` if it is longer than a block may be.
fn length(piece: Piece, bytes: &[u8]) -> Option<usize> {
    let or_none = |has: bool, length| if has { length } else { 0 };
    match piece {
        Piece::Head => {
            let flags = bytes.get(4).copied().unwrap_or_default();
            Some(7 + or_none(flags & CONTENT_SIZE != 0, 8) + or_none(flags & DICTIONARY != 0, 4))
        }
        Piece::Block { flags, most } => match bytes.first_chunk() {
            None => Some(4),
            Some([0, 0, 0, 0]) => Some(4 + or_none(flags & CONTENT_CHECKSUM != 0, CHECKSUM_BYTES)),
            Some(&size) => {
                // The highest bit says that the block is not compressed.
                let length = (u32::from_le_bytes(size) & u32::MAX >> 1) as usize;
                (length <= most).then(|| 4 + length + or_none(flags & BLOCK_CHECKSUM != 0, CHECKSUM_BYTES))
            }
        },
        Piece::End => Some(0),
    }
}

/// Whether the first block of the frame at the start of `bytes` begins with `start`, as far as these bytes can tell:
/// a block begins with literals, which are not compressed.
pub fn begins_with(bytes: &[u8], start: impl Fn(&[u8]) -> bool) -> bool {
    let head = length(Piece::Head, bytes).unwrap_or_default();
    let Some(block) = bytes.get(head..) else { return false };
    match block {
        [_, _, _, 0x80..=0xFF, stored @ ..] => start(stored),
        [_, _, _, _, token, rest @ ..] => {
            // Fifteen and more literals have their number in more bytes, of which only the last is
            // not 255.
            let more = if token >> 4 < 15 { 0 } else { 1 + rest.iter().take_while(|&&byte| byte == 255).count() };
            start(rest.get(more..).unwrap_or_default())
        }
        _ => false,
    }
}
