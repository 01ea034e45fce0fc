//! How the bytes of a crawl are compressed: member by member, each of which ends by itself.

use std::io::{self, BufRead, Read};

use flate2::{Decompress, FlushDecompress, Status};
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

use super::raw::Raw;

const GZIP_START: &[u8] = b"\x1F\x8B\x08";
const ZSTD_START: &[u8] = b"\x28\xB5\x2F\xFD";
/// The [dictionary frame](https://iipc.github.io/warc-specifications/specifications/warc-zstd/#dictionary-frame-format),
/// with which a file may start.
const DICTIONARY_START: &[u8] = b"\x5D\x2A\x4D\x18";
/// How long a dictionary may be, and how long it may become: what the specification asks for.
const MOST_DICTIONARY_BYTES: u64 = 8 * 1024 * 1024;
/// The gzip format's window.
const WINDOW_BITS: u8 = 15;

pub enum Codec {
    /// Not at all.
    Plain,
    Gzip(Decompress),
    Zstd(Decoder<'static>),
}

/// What came of some compressed bytes.
pub struct Step {
    pub read: usize,
    pub written: usize,
    /// Whether the member ends behind what was written.
    pub is_end: bool,
}

impl Codec {
    /// The one of the bytes that come next; a dictionary is read.
    pub fn of(raw: &mut Raw) -> io::Result<Codec> {
        let start = raw.fill_buf()?;
        if start.starts_with(&GZIP_START[..2]) {
            return Ok(Codec::Gzip(Decompress::new_gzip(WINDOW_BITS)));
        }
        if start.starts_with(ZSTD_START) {
            return Ok(Codec::Zstd(Decoder::new()?));
        }
        if start.starts_with(DICTIONARY_START) {
            return Ok(Codec::Zstd(Decoder::with_dictionary(&read_dictionary(raw)?)?));
        }
        Ok(Codec::Plain)
    }

    pub fn name(&self) -> &'static str {
        match self {
            Codec::Plain => "plain",
            Codec::Gzip(_) => "gzip",
            Codec::Zstd(_) => "zstd",
        }
    }

    /// What members start with.
    pub fn start(&self) -> &'static [u8] {
        match self {
            Codec::Plain => b"",
            Codec::Gzip(_) => GZIP_START,
            Codec::Zstd(_) => ZSTD_START,
        }
    }

    /// Prepares for the start of a member.
    pub fn restart(&mut self) -> io::Result<()> {
        match self {
            Codec::Plain => Ok(()),
            // A reset would not expect gzip's header any more.
            Codec::Gzip(decoder) => {
                *decoder = Decompress::new_gzip(WINDOW_BITS);
                Ok(())
            }
            Codec::Zstd(decoder) => decoder.reinit(),
        }
    }

    /// Decompresses some of `bytes` into `room`; the error is a message for people.
    pub fn run(&mut self, bytes: &[u8], room: &mut [u8]) -> Result<Step, String> {
        match self {
            Codec::Plain => {
                let length = bytes.len().min(room.len());
                room[..length].copy_from_slice(&bytes[..length]);
                Ok(Step { read: length, written: length, is_end: bytes.is_empty() })
            }
            Codec::Gzip(decoder) => {
                let before = (decoder.total_in(), decoder.total_out());
                let status = decoder
                    .decompress(bytes, room, FlushDecompress::None)
                    .map_err(|error| error.message().unwrap_or("corrupt data").to_owned())?;
                Ok(Step {
                    read: (decoder.total_in() - before.0) as usize,
                    written: (decoder.total_out() - before.1) as usize,
                    is_end: status == Status::StreamEnd,
                })
            }
            Codec::Zstd(decoder) => {
                let mut input = InBuffer::around(bytes);
                let mut output = OutBuffer::around(room);
                let expected = decoder.run(&mut input, &mut output).map_err(|error| error.to_string())?;
                Ok(Step { read: input.pos(), written: output.pos(), is_end: expected == 0 })
            }
        }
    }
}

/// The dictionary of a frame that holds it as it is, or in a frame of its own.
fn read_dictionary(raw: &mut Raw) -> io::Result<Vec<u8>> {
    let refused = |message: &str| io::Error::new(io::ErrorKind::InvalidData, format!("the dictionary frame {message}"));
    let mut head = [0; 8];
    raw.read_exact(&mut head).map_err(|_| refused("is cut short"))?;
    let length = u32::from_le_bytes([head[4], head[5], head[6], head[7]]).into();
    if length > MOST_DICTIONARY_BYTES {
        return Err(refused("is longer than 8 MiB"));
    }
    let mut dictionary = Vec::new();
    raw.take(length).read_to_end(&mut dictionary)?;
    if (dictionary.len() as u64) < length {
        return Err(refused("is cut short"));
    }
    if dictionary.starts_with(ZSTD_START) {
        let mut unpacked = Vec::new();
        let decoder = zstd::stream::read::Decoder::with_buffer(&*dictionary)?;
        let result = decoder.take(MOST_DICTIONARY_BYTES + 1).read_to_end(&mut unpacked);
        result.map_err(|error| refused(&format!("is damaged: {error}")))?;
        dictionary = unpacked;
        if dictionary.len() as u64 > MOST_DICTIONARY_BYTES {
            return Err(refused("unpacks to more than 8 MiB"));
        }
    }
    Ok(dictionary)
}
