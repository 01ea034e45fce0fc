//! Encodes a resource in UTF-8 as another encoding, in chunks.

use std::io::Write;

use crate::failure::Failure;
use crate::input::Resource;
use crate::name::Name;
use crate::settings::Form;
use charsniff::{Context, Encoder, EncoderResult, Encoding, Kind, StreamDecoder};

/// Reads UTF-8 and writes it in another form. A leading U+FEFF is kept.
pub fn encode(resource: &mut Resource, form: Form, context: &Context, out: &mut impl Write) -> Result<(), Failure> {
    let name = resource.name.clone();
    let failure = |error: charsniff::DecodeError| Failure::Input(name.complaint(&error));
    let reads_references = matches!(context.kind(), Kind::Html | Kind::XhrHtml | Kind::Xml | Kind::XhrTextXml);
    let context = Context::text_decoder(Encoding::Utf8).fatal(true).ignore_bom(true);
    let mut stream = StreamDecoder::new((), &context);
    let mut writer = Writer { form: FormWriter::new(form), reads_references, offset: 0, line: 1, column: 1 };
    let mut text = String::new();
    resource.for_each_chunk(|chunk| {
        text.clear();
        let result = stream.push(chunk, &mut text);
        writer.write(&text, false, out, &name)?;
        result.map_err(failure)
    })?;
    text.clear();
    let result = stream.finish(&mut text);
    writer.write(&text, true, out, &name)?;
    result.map(|_| ()).map_err(failure)
}

struct Writer {
    form: FormWriter,
    /// Whether a character reference in the output is read as one.
    reads_references: bool,
    /// How much of the text was written, in bytes, and the line and the column there.
    offset: usize,
    line: usize,
    column: usize,
}

enum FormWriter {
    Encoder(Encoder),
    Utf16(fn(u16) -> [u8; 2]),
}

impl FormWriter {
    fn new(form: Form) -> FormWriter {
        match form {
            Form::Encoded(encoding) => FormWriter::Encoder(encoding.new_encoder()),
            Form::Utf16Le => FormWriter::Utf16(u16::to_le_bytes),
            Form::Utf16Be => FormWriter::Utf16(u16::to_be_bytes),
        }
    }
}

impl Writer {
    fn write(&mut self, text: &str, last: bool, out: &mut impl Write, name: &Name) -> Result<(), Failure> {
        let encoder = match &mut self.form {
            FormWriter::Utf16(to_bytes) => {
                // Without a mark, nobody takes it for UTF-16.
                let mark = (self.offset == 0 && !text.is_empty() && !text.starts_with('\u{FEFF}')).then_some(0xFEFF);
                let bytes: Vec<u8> = mark.into_iter().chain(text.encode_utf16()).flat_map(*to_bytes).collect();
                self.offset += text.len();
                return Ok(out.write_all(&bytes)?);
            }
            FormWriter::Encoder(encoder) => encoder,
        };
        let mut rest = text;
        let mut bytes = [0; 16 * 1024];
        loop {
            let (result, read, written) = encoder.encode_from_utf8_without_replacement(rest, &mut bytes, last);
            out.write_all(&bytes[..written])?;
            let (done, after) = rest.split_at(read);
            rest = after;
            let lacking = match result {
                EncoderResult::Unmappable(_) => done.chars().next_back(),
                _ => None,
            };
            let before = &done[..done.len() - lacking.map_or(0, char::len_utf8)];
            if !self.reads_references {
                self.line += before.matches('\n').count();
                self.column = match before.rsplit_once('\n') {
                    Some((_, line)) => line.chars().count() + 1,
                    None => self.column + before.chars().count(),
                };
            }
            self.offset += before.len();
            match lacking {
                None if result == EncoderResult::InputEmpty => return Ok(()),
                None => {}
                Some(c) if self.reads_references => {
                    let reference = format!("&#{};", u32::from(c));
                    let (_, _, written) = encoder.encode_from_utf8_without_replacement(&reference, &mut bytes, false);
                    out.write_all(&bytes[..written])?;
                    self.offset += c.len_utf8();
                }
                Some(c) => {
                    let (encoding, offset, line, column) = (encoder.encoding(), self.offset, self.line, self.column);
                    let place = format!("line {line}, column {column}, byte {offset}");
                    let message = format!("{encoding} has no U+{:04X} ({place})", u32::from(c));
                    return Err(Failure::Input(name.complaint(&message)));
                }
            }
        }
    }
}
