//! Encodes a resource in UTF-8 as another encoding, in chunks.

use std::io::{self, Write};

use crate::failure::Failure;
use crate::input::Resource;
use crate::settings::Form;
use charsniff::{CoderResult, Context, Encoder, Encoding, Stream};

/// Reads UTF-8 and writes it in another form. A leading U+FEFF is kept.
pub fn encode(resource: &mut Resource, form: Form, out: &mut impl Write) -> Result<(), Failure> {
    let name = resource.name.clone();
    let failure = |error: charsniff::DecodeError| Failure::Input(name.complaint(&error));
    let context = Context::text_decoder(Encoding::Utf8).fatal(true).ignore_bom(true);
    let mut stream = Stream::new((), &context);
    let mut writer = Writer::new(form);
    let mut text = String::new();
    resource.for_each_chunk(|chunk| {
        text.clear();
        let result = stream.push(chunk, &mut text);
        writer.write(&text, false, out)?;
        result.map_err(failure)
    })?;
    text.clear();
    let result = stream.finish(&mut text);
    writer.write(&text, true, out)?;
    result.map(|_| ()).map_err(failure)
}

enum Writer {
    Encoder(Encoder),
    Utf16(fn(u16) -> [u8; 2]),
}

impl Writer {
    fn new(form: Form) -> Writer {
        match form {
            Form::Encoded(encoding) => Writer::Encoder(encoding.new_encoder()),
            Form::Utf16Le => Writer::Utf16(u16::to_le_bytes),
            Form::Utf16Be => Writer::Utf16(u16::to_be_bytes),
        }
    }

    fn write(&mut self, text: &str, last: bool, out: &mut impl Write) -> io::Result<()> {
        match self {
            Writer::Utf16(to_bytes) => {
                let bytes: Vec<u8> = text.encode_utf16().flat_map(*to_bytes).collect();
                out.write_all(&bytes)
            }
            Writer::Encoder(encoder) => {
                let mut rest = text;
                let mut bytes = [0; 16 * 1024];
                loop {
                    let (result, read, written, _) = encoder.encode_from_utf8(rest, &mut bytes, last);
                    out.write_all(&bytes[..written])?;
                    rest = &rest[read..];
                    if result == CoderResult::InputEmpty {
                        return Ok(());
                    }
                }
            }
        }
    }
}
