//! Removes the transfer and content codings of a body. What precedes damage is kept.

use std::borrow::Cow;

use httparse::Status;
use zstd::stream::raw::{DParameter, Decoder};

use super::codec::{Codec, GZIP_START, ZSTD_START};
use super::damage::{Fault, Layer, RecordDamage};
use super::fields::{self, Fields};
use super::progress::{Progress, State};

/// Responses have one or two codings. More are an attack.
const MOST_CODINGS: usize = 5;
/// The window that [RFC 9659](https://www.rfc-editor.org/rfc/rfc9659) allows a body: 8 MiB.
const ZSTD_WINDOW_LOG: u32 = 23;

/// A body without its codings.
pub struct Body {
    /// `None` if it is the body as stored.
    pub bytes: Option<Vec<u8>>,
    /// Whether the body was longer than the limit, and is cut.
    pub is_cut: bool,
    pub damage: Vec<RecordDamage>,
}

impl Body {
    /// Removes the codings that the headers name. Stops after `most` bytes.
    pub fn of(headers: &Fields, stored: &[u8], most: usize) -> Body {
        let mut body = Unpacking { bytes: stored.into(), damage: Vec::new() };
        let is_chunked =
            fields::tokens(headers, "transfer-encoding").any(|coding| coding.eq_ignore_ascii_case(b"chunked"));
        if is_chunked && starts_with_a_chunk(&body.bytes) {
            body.unchunk();
        }
        let codings = || fields::tokens(headers, "content-encoding");
        let count = codings().count();
        if count > MOST_CODINGS {
            let reason = format!("{count} content codings, one on another");
            body.damage.push(RecordDamage::new(Layer::Coding("content"), Fault::Unsupported, 0).because(Some(reason)));
        } else {
            codings().rev().for_each(|coding| body.decompress(&coding.to_ascii_lowercase(), most));
        }
        let is_cut = body.bytes.len() > most;
        let bytes = match body.bytes {
            Cow::Borrowed(bytes) => is_cut.then(|| bytes[..most].to_vec()),
            Cow::Owned(mut bytes) => {
                bytes.truncate(most);
                Some(bytes)
            }
        };
        Body { bytes, is_cut, damage: body.damage }
    }
}

struct Unpacking<'a> {
    bytes: Cow<'a, [u8]>,
    damage: Vec<RecordDamage>,
}

impl Unpacking<'_> {
    /// [Chunked transfer coding](https://www.rfc-editor.org/rfc/rfc9112#section-7.1). If no chunk
    /// follows, the rest is kept as it is.
    fn unchunk(&mut self) {
        let mut rest = &*self.bytes;
        let mut body = Vec::with_capacity(rest.len());
        let fault = loop {
            let (start, length) = match httparse::parse_chunk_size(rest) {
                Ok(Status::Complete((start, 0))) => {
                    let end = trailer_end(&rest[start..]);
                    break (start + end < rest.len()).then_some(Fault::TrailingBytes);
                }
                Ok(Status::Complete((start, length))) => (start, usize::try_from(length).unwrap_or(usize::MAX)),
                Ok(Status::Partial) => break Some(Fault::CutShort),
                Err(_) => {
                    body.extend_from_slice(rest);
                    break Some(Fault::Corrupt);
                }
            };
            rest = &rest[start..];
            let Some(chunk) = rest.get(..length) else {
                body.extend_from_slice(rest);
                break Some(Fault::CutShort);
            };
            body.extend_from_slice(chunk);
            rest = rest[length..].strip_prefix(b"\r\n").unwrap_or(&rest[length..]);
        };
        let after = body.len() - if fault == Some(Fault::Corrupt) { rest.len() } else { 0 };
        self.damage.extend(fault.map(|fault| RecordDamage::new(Layer::Chunked, fault, after as u64)));
        self.bytes = body.into();
    }

    /// Removes one content coding. Many crawlers store bodies without the coding but keep the
    /// header, so bytes that do not start as the coding does are kept as they are.
    fn decompress(&mut self, coding: &[u8], most: usize) {
        let body = &*self.bytes;
        let codec = match coding {
            b"gzip" | b"x-gzip" if body.starts_with(&GZIP_START[..2]) => Codec::gzip(),
            b"deflate" if is_zlib(body) => Codec::deflate(true),
            b"deflate" if !starts_as_text(body) => Codec::deflate(false),
            b"br" if !starts_as_text(body) => Codec::brotli(),
            b"zstd" if body.starts_with(ZSTD_START) => match zstd_decoder() {
                Some(decoder) => Codec::zstd(decoder),
                None => return,
            },
            b"identity" | b"gzip" | b"x-gzip" | b"deflate" | b"br" | b"zstd" => return,
            other => {
                let other: String = String::from_utf8_lossy(other).chars().take(20).collect();
                let damage = RecordDamage::new(Layer::Coding("content"), Fault::Unsupported, 0);
                self.damage.push(damage.because(Some(format!("content coding {other:?} is not known"))));
                return;
            }
        };
        let has_magic = codec.start().is_some();
        let (bytes, damage) = unpack(codec, body, most);
        // If nothing can be unpacked, the body may never have had the coding.
        if damage.is_some() && bytes.is_empty() && !has_magic {
            let is_text = body.iter().take(64).all(is_text);
            self.damage.extend(damage.filter(|_| !is_text));
            return;
        }
        self.damage.extend(damage);
        self.bytes = bytes.into();
    }
}

/// Unpacks `body`, up to a little more than `most` bytes.
fn unpack(mut codec: Codec, body: &[u8], most: usize) -> (Vec<u8>, Option<RecordDamage>) {
    const LEAST: usize = 1024;
    let mut rest = body;
    let mut bytes = vec![0; body.len().saturating_mul(4).clamp(LEAST, most.max(LEAST))];
    let mut length = 0;
    let fault = loop {
        if length == bytes.len() {
            bytes.resize(length * 2, 0);
        }
        let Progress { read, written, state } = codec.run(rest, &mut bytes[length..]);
        rest = &rest[read..];
        length += written;
        match state {
            _ if length > most => break None,
            State::End if rest.is_empty() => break None,
            State::End if codec.start().is_some_and(|start| rest.starts_with(start)) => codec.restart(),
            State::End => break Some((Fault::TrailingBytes, None)),
            State::Broken(fault, reason) => break Some((fault, reason)),
            State::Running if rest.is_empty() && written == 0 => break Some((Fault::CutShort, None)),
            // A decoder that neither reads nor writes would loop forever.
            State::Running if read == 0 && written == 0 => break Some((Fault::Corrupt, None)),
            State::Running => {}
        }
    };
    bytes.truncate(length);
    let damage = fault
        .map(|(fault, reason)| RecordDamage::new(Layer::Coding(codec.name()), fault, length as u64).because(reason));
    (bytes, damage)
}

fn zstd_decoder() -> Option<Decoder<'static>> {
    let mut decoder = Decoder::new().ok()?;
    decoder.set_parameter(DParameter::WindowLogMax(ZSTD_WINDOW_LOG)).ok()?;
    Some(decoder)
}

/// The position after the trailer fields and the empty line that follow the last chunk.
fn trailer_end(bytes: &[u8]) -> usize {
    match bytes {
        // The line end may be cut.
        [] | [b'\r'] => bytes.len(),
        [b'\n', ..] => 1,
        [b'\r', b'\n', ..] => 2,
        // If these are not fields, there is no trailer.
        _ if fields::parse(bytes).is_empty() => 0,
        _ => fields::head_end(bytes, 0).unwrap_or(bytes.len()),
    }
}

/// Whether the body starts with a chunk-size line. If not, the crawler has stored it without the
/// coding.
fn starts_with_a_chunk(body: &[u8]) -> bool {
    matches!(httparse::parse_chunk_size(body), Ok(Status::Complete(_)))
}

/// [RFC 1950](https://www.rfc-editor.org/rfc/rfc1950): method 8, and a check over both bytes.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [first, second, ..] if first & 0x0F == 8 && u16::from_be_bytes([*first, *second]) % 31 == 0)
}

/// Whether a body starts like markup or ASCII text, as compressed bytes do not.
fn starts_as_text(body: &[u8]) -> bool {
    body[..body.len().min(16)].iter().all(|byte| is_text(byte) && byte.is_ascii())
}

/// Whether text in any encoding can contain this byte.
fn is_text(byte: &u8) -> bool {
    matches!(byte, b'\t' | b'\n' | b'\r' | 0x20..=0x7E | 0x80..)
}
