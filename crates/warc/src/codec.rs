//! Decompression, for the members of a crawl and for bodies with a content coding.
//!
//! The decoders are called step by step, so that what precedes damage is kept.

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::{Decompress, FlushDecompress, Status};
use zstd::stream::raw::{Decoder, InBuffer, Operation, OutBuffer};

use super::damage::Fault;
use super::lz4::{LZ4_START, Lz4};
use super::progress::{Progress, State};

pub const GZIP_START: &[u8] = b"\x1F\x8B\x08";
pub const ZSTD_START: &[u8] = b"\x28\xB5\x2F\xFD";
/// The window of the gzip format.
const WINDOW_BITS: u8 = 15;

/// A decoder.
pub enum Codec {
    Gzip(Decompress),
    /// [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950), or without its header RFC 1951.
    Deflate(Decompress),
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
    /// The second field is how many bytes it wants next.
    Zstd(Decoder<'static>, usize),
    Lz4(Box<Lz4>),
}

impl Codec {
    pub fn gzip() -> Codec {
        Codec::Gzip(Decompress::new_gzip(WINDOW_BITS))
    }

    pub fn deflate(has_header: bool) -> Codec {
        Codec::Deflate(Decompress::new(has_header))
    }

    /// With no larger windows than those of [RFC 7932](https://www.rfc-editor.org/rfc/rfc7932).
    pub fn brotli() -> Codec {
        let alloc = StandardAlloc::default;
        Codec::Brotli(Box::new(BrotliState::new_strict(alloc(), alloc(), alloc())))
    }

    pub fn zstd(decoder: Decoder<'static>) -> Codec {
        Codec::Zstd(decoder, FIRST_BYTES)
    }

    pub fn lz4() -> Codec {
        Codec::Lz4(Box::new(Lz4::new()))
    }

    pub fn name(&self) -> &'static str {
        match self {
            Codec::Lz4(_) => "lz4",
            Codec::Gzip(_) => "gzip",
            Codec::Deflate(_) => "deflate",
            Codec::Brotli(_) => "br",
            Codec::Zstd(..) => "zstd",
        }
    }

    /// The bytes at the start of a member, for formats in which members follow one another.
    pub fn start(&self) -> Option<&'static [u8]> {
        match self {
            Codec::Gzip(_) => Some(GZIP_START),
            Codec::Zstd(..) => Some(ZSTD_START),
            Codec::Lz4(_) => Some(LZ4_START),
            Codec::Deflate(_) | Codec::Brotli(_) => None,
        }
    }

    /// Prepares for the next member.
    pub fn restart(&mut self) {
        match self {
            // After a reset, the decoder would not expect the gzip header.
            Codec::Gzip(decoder) => *decoder = Decompress::new_gzip(WINDOW_BITS),
            Codec::Zstd(decoder, expected) => {
                // This fails only while decoding, which `reinit` has ended.
                let _ = decoder.reinit();
                *expected = FIRST_BYTES;
            }
            Codec::Lz4(decoder) => **decoder = Lz4::new(),
            Codec::Deflate(_) | Codec::Brotli(_) => {}
        }
    }

    /// Unpacks some of `bytes` into `room`.
    pub fn run(&mut self, bytes: &[u8], room: &mut [u8]) -> Progress {
        match self {
            Codec::Gzip(decoder) | Codec::Deflate(decoder) => inflate(decoder, bytes, room),
            Codec::Brotli(state) => unbrotli(state, bytes, room),
            Codec::Zstd(decoder, expected) => unzstd(decoder, expected, bytes, room),
            Codec::Lz4(decoder) => decoder.run(bytes, room),
        }
    }
}

fn inflate(decoder: &mut Decompress, bytes: &[u8], room: &mut [u8]) -> Progress {
    let before = (decoder.total_in(), decoder.total_out());
    let state = match decoder.decompress(bytes, room, FlushDecompress::None) {
        Ok(Status::StreamEnd) => State::End,
        Ok(Status::Ok | Status::BufError) => State::Running,
        Err(error) => {
            let reason = error.message().unwrap_or_default();
            let is_checksum = matches!(reason, "incorrect data check" | "incorrect length check");
            State::Broken(if is_checksum { Fault::Checksum } else { Fault::Corrupt }, None)
        }
    };
    Progress {
        read: (decoder.total_in() - before.0) as usize,
        written: (decoder.total_out() - before.1) as usize,
        state,
    }
}

fn unbrotli(
    state: &mut BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    bytes: &[u8],
    room: &mut [u8],
) -> Progress {
    let (mut left, mut read) = (bytes.len(), 0);
    let (mut room_left, mut written) = (room.len(), 0);
    let mut total = 0;
    let result =
        BrotliDecompressStream(&mut left, &mut read, bytes, &mut room_left, &mut written, room, &mut total, state);
    let state = match result {
        BrotliResult::ResultSuccess => State::End,
        BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => State::Running,
        BrotliResult::ResultFailure => State::Broken(Fault::Corrupt, None),
    };
    Progress { read, written, state }
}

/// How many bytes are needed to know the length of a frame's header.
const FIRST_BYTES: usize = 5;

/// A call that meets damage returns none of its bytes. So the decoder is called with one block at a
/// time, in the sizes that it asks for.
fn unzstd(decoder: &mut Decoder<'static>, expected: &mut usize, bytes: &[u8], room: &mut [u8]) -> Progress {
    let mut progress = Progress { read: 0, written: 0, state: State::Running };
    loop {
        let wanted = (*expected).max(1).min(bytes.len() - progress.read);
        let mut input = InBuffer::around(&bytes[progress.read..progress.read + wanted]);
        let mut output = OutBuffer::around(&mut room[progress.written..]);
        let result = decoder.run(&mut input, &mut output);
        let (read, written) = (input.pos(), output.pos());
        progress.read += read;
        progress.written += written;
        match result {
            Ok(0) => {
                progress.state = State::End;
                return progress;
            }
            Ok(next) => *expected = next,
            Err(error) => {
                let reason = error.to_string();
                let fault = if reason.contains("checksum") { Fault::Checksum } else { Fault::Corrupt };
                progress.state = State::Broken(fault, Some(reason).filter(|_| fault == Fault::Corrupt));
                return progress;
            }
        }
        if progress.read == bytes.len() || progress.written == room.len() || read == 0 && written == 0 {
            return progress;
        }
    }
}
