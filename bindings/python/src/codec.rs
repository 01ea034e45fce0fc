//! The Encoding Standard's decoders and encoders, as Python's `codecs` wants them.

use std::collections::BTreeMap;
use std::sync::Mutex;

use charsniff::{DecoderResult, EncoderResult, Encoding};
use pyo3::exceptions::{PyIndexError, PyLookupError, PyTypeError, PyUnicodeDecodeError, PyUnicodeEncodeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyString};

use crate::data::bytes_of;
use crate::text;

/// Python's codecs that give the same text as the standard's decoders for all bytes, malformed ones included (with
/// errors="replace"). A test compares each with the decoder.
const SAME_CODECS: [(&str, &str); 21] = [
    ("IBM866", "cp866"),
    ("ISO-8859-2", "iso8859-2"),
    ("ISO-8859-3", "iso8859-3"),
    ("ISO-8859-4", "iso8859-4"),
    ("ISO-8859-5", "iso8859-5"),
    ("ISO-8859-6", "iso8859-6"),
    ("ISO-8859-7", "iso8859-7"),
    ("ISO-8859-8", "iso8859-8"),
    ("ISO-8859-10", "iso8859-10"),
    ("ISO-8859-13", "iso8859-13"),
    ("ISO-8859-14", "iso8859-14"),
    ("ISO-8859-15", "iso8859-15"),
    ("ISO-8859-16", "iso8859-16"),
    ("ISO-8859-8-I", "iso8859-8"),
    ("KOI8-R", "koi8-r"),
    ("UTF-16BE", "utf-16-be"),
    ("UTF-16LE", "utf-16-le"),
    ("UTF-8", "utf-8"),
    ("macintosh", "mac-roman"),
    ("windows-1256", "cp1256"),
    ("x-mac-cyrillic", "mac-cyrillic"),
];

/// The name of a codec for `bytes.decode` that decodes all bytes as the standard does. Where Python has no such codec,
/// it is one that the package registers (`_codecs.py`).
pub fn python_codec(name: &str) -> String {
    match SAME_CODECS.iter().find(|(encoding, _)| *encoding == name) {
        Some((_, codec)) => (*codec).to_owned(),
        None => format!("whatwg-{}", name.to_ascii_lowercase()),
    }
}

/// The name of the encoding that a label names in the Encoding Standard ("latin1": "windows-1252"),
/// or None.
#[pyfunction]
pub fn lookup(label: &Bound<'_, PyString>) -> Option<&'static str> {
    Encoding::for_label(label.to_string_lossy().as_bytes()).map(Encoding::name)
}

/// The same name as the library has it.
pub fn standard_name(name: &str) -> PyResult<&'static str> {
    of_label(name).map(Encoding::name)
}

/// All labels of the Encoding Standard, and the name of the encoding that each names.
#[pyfunction]
pub fn labels() -> BTreeMap<&'static str, &'static str> {
    let all = Encoding::ALL.iter();
    all.flat_map(|encoding| encoding.labels().iter().map(|label| (*label, encoding.name()))).collect()
}

/// The text of bytes in the encoding that a label names, each malformed sequence as U+FFFD. A byte
/// order mark is text.
#[pyfunction]
pub fn decode_as<'py>(data: &Bound<'py, PyAny>, label: &str) -> PyResult<Bound<'py, PyString>> {
    let bytes = bytes_of(data)?;
    Ok(text::decode_as(data.py(), bytes.as_bytes(), of_label(label)?)?.0)
}

fn of_label(label: &str) -> PyResult<Encoding> {
    let unknown = || PyLookupError::new_err(format!("{label:?} names no encoding of the Encoding Standard"));
    Encoding::for_label(label.as_bytes()).ok_or_else(unknown)
}

/// An incremental decoder, as `codecs` calls it.
#[pyclass(frozen, module = "charsniff._charsniff")]
pub struct Decoder {
    name: String,
    encoding: Encoding,
    errors: String,
    decoder: Mutex<charsniff::Decoder>,
}

#[pymethods]
impl Decoder {
    #[new]
    #[pyo3(signature = (label, errors="strict", name=None))]
    fn new(label: &str, errors: &str, name: Option<String>) -> PyResult<Decoder> {
        let encoding = of_label(label)?;
        let decoder = Mutex::new(encoding.new_decoder_without_bom_handling());
        Ok(Decoder {
            name: name.unwrap_or_else(|| encoding.name().to_owned()),
            encoding,
            errors: errors.to_owned(),
            decoder,
        })
    }

    /// The text of the next bytes.
    #[pyo3(signature = (data, r#final=false))]
    fn decode<'py>(&self, data: &Bound<'py, PyAny>, r#final: bool) -> PyResult<Bound<'py, PyString>> {
        let bytes = bytes_of(data)?;
        let mut decoder = self.take()?;
        let result = self.run(&mut decoder, &bytes, r#final);
        let ended = r#final || result.is_err();
        self.put_back(if ended { self.encoding.new_decoder_without_bom_handling() } else { decoder })?;
        result
    }

    /// Starts again.
    fn reset(&self) -> PyResult<()> {
        self.put_back(self.encoding.new_decoder_without_bom_handling())
    }
}

impl Decoder {
    /// Takes the decoder out while it is used: an error handler is Python code and may call this object.
    fn take(&self) -> PyResult<charsniff::Decoder> {
        let mut place =
            self.decoder.lock().map_err(|_| PyLookupError::new_err("a decoder failed in another thread"))?;
        Ok(std::mem::replace(&mut place, self.encoding.new_decoder_without_bom_handling()))
    }

    fn put_back(&self, decoder: charsniff::Decoder) -> PyResult<()> {
        *self.decoder.lock().map_err(|_| PyLookupError::new_err("a decoder failed in another thread"))? = decoder;
        Ok(())
    }

    fn run<'py>(
        &self,
        decoder: &mut charsniff::Decoder,
        bytes: &Bound<'py, PyBytes>,
        last: bool,
    ) -> PyResult<Bound<'py, PyString>> {
        let (py, slice) = (bytes.py(), bytes.as_bytes());
        let mut text = String::new();
        // The text of error handlers may have surrogates, which a `String` cannot have.
        let mut parts: Vec<Bound<'_, PyString>> = Vec::new();
        let mut read = 0;
        loop {
            let rest = slice.get(read..).unwrap_or_default();
            let most = decoder.max_utf8_buffer_length_without_replacement(rest.len());
            text.reserve(most.unwrap_or(rest.len()).max(16));
            let (result, r) = decoder.decode_to_string_without_replacement(rest, &mut text, last);
            read += r;
            match result {
                DecoderResult::InputEmpty if parts.is_empty() => return Ok(PyString::new(py, &text)),
                DecoderResult::InputEmpty => {
                    parts.push(PyString::new(py, &text));
                    let joined = PyString::new(py, "").call_method1("join", (parts,))?;
                    return Ok(joined.cast_into()?);
                }
                DecoderResult::OutputFull => {}
                DecoderResult::Malformed(length, after) => {
                    // The part of the sequence in an earlier chunk is not in these bytes.
                    let end = read.saturating_sub(after.into());
                    let start = end.saturating_sub(length.into());
                    match self.errors.as_str() {
                        "replace" => text.push('\u{FFFD}'),
                        "ignore" => {}
                        _ => {
                            let (replacement, next) = self.ask(bytes, start, end)?;
                            parts.push(PyString::new(py, &std::mem::take(&mut text)));
                            parts.push(replacement);
                            if next != end {
                                *decoder = self.encoding.new_decoder_without_bom_handling();
                                read = next;
                            }
                        }
                    }
                }
            }
        }
    }

    /// What the error handler puts in the place of a malformed sequence, and where decoding goes on.
    fn ask<'py>(
        &self,
        bytes: &Bound<'py, PyBytes>,
        start: usize,
        end: usize,
    ) -> PyResult<(Bound<'py, PyString>, usize)> {
        let py = bytes.py();
        let arguments = (self.name.clone(), bytes.clone().unbind(), start, end, "malformed sequence");
        let error = PyErr::new::<PyUnicodeDecodeError, _>(arguments);
        let (replacement, next) = handle(py, &self.errors, error, bytes.as_bytes().len())?;
        let text = replacement
            .cast::<PyString>()
            .map_err(|_| PyTypeError::new_err("decoding error handler must return (str, int) tuple"))?;
        Ok((text.clone(), next))
    }
}

/// Calls Python's error handler of that name with `error`.
fn handle<'py>(py: Python<'py>, errors: &str, error: PyErr, length: usize) -> PyResult<(Bound<'py, PyAny>, usize)> {
    if errors == "strict" {
        return Err(error);
    }
    let handler = py.import("codecs")?.call_method1("lookup_error", (errors,))?;
    let (replacement, next): (Bound<'_, PyAny>, isize) = handler.call1((error.into_value(py),))?.extract()?;
    let position = if next < 0 { length.checked_add_signed(next) } else { usize::try_from(next).ok() };
    match position.filter(|position| *position <= length) {
        Some(position) => Ok((replacement, position)),
        None => Err(PyIndexError::new_err(format!("position {next} from error handler out of bounds"))),
    }
}

/// What `codecs` calls an incremental encoder. A label of UTF-16 encodes to UTF-16, unlike
/// the standard's own encode, which has UTF-8 for it.
#[pyclass(frozen, module = "charsniff._charsniff")]
pub struct Encoder {
    name: String,
    encoding: Encoding,
    errors: String,
    encoder: Mutex<charsniff::Encoder>,
}

#[pymethods]
impl Encoder {
    #[new]
    #[pyo3(signature = (label, errors="strict", name=None))]
    fn new(label: &str, errors: &str, name: Option<String>) -> PyResult<Encoder> {
        let encoding = of_label(label)?;
        let name = name.unwrap_or_else(|| encoding.name().to_owned());
        let encoder = Mutex::new(encoding.new_encoder());
        Ok(Encoder { name, encoding, errors: errors.to_owned(), encoder })
    }

    /// The bytes of the next characters.
    #[pyo3(signature = (text, r#final=false))]
    fn encode<'py>(&self, text: &Bound<'py, PyString>, r#final: bool) -> PyResult<Bound<'py, PyBytes>> {
        let mut encoder = self.take()?;
        let result = self.run(&mut encoder, text, r#final);
        let ended = r#final || result.is_err();
        self.put_back(if ended { self.encoding.new_encoder() } else { encoder })?;
        Ok(PyBytes::new(text.py(), &result?))
    }

    /// Starts again.
    fn reset(&self) -> PyResult<()> {
        self.put_back(self.encoding.new_encoder())
    }
}

impl Encoder {
    fn take(&self) -> PyResult<charsniff::Encoder> {
        let mut place =
            self.encoder.lock().map_err(|_| PyLookupError::new_err("an encoder failed in another thread"))?;
        Ok(std::mem::replace(&mut place, self.encoding.new_encoder()))
    }

    fn put_back(&self, encoder: charsniff::Encoder) -> PyResult<()> {
        *self.encoder.lock().map_err(|_| PyLookupError::new_err("an encoder failed in another thread"))? = encoder;
        Ok(())
    }

    fn run(&self, encoder: &mut charsniff::Encoder, text: &Bound<'_, PyString>, last: bool) -> PyResult<Vec<u8>> {
        let mut bytes = Vec::new();
        if let Ok(string) = text.to_cow() {
            self.append(encoder, text, 0, &string, last, &mut bytes)?;
            return Ok(bytes);
        }
        // It has unpaired surrogates, which no encoding has.
        let units = text.call_method1("encode", ("utf-32-le", "surrogatepass"))?.cast_into::<PyBytes>()?;
        let (units, _) = units.as_bytes().as_chunks::<4>();
        let characters: Vec<Option<char>> =
            units.iter().map(|unit| char::from_u32(u32::from_le_bytes(*unit))).collect();
        let mut at = 0;
        while let Some(rest) = characters.get(at..).filter(|rest| !rest.is_empty()) {
            let string: String = rest.iter().map_while(|character| *character).collect();
            self.append(encoder, text, at, &string, false, &mut bytes)?;
            let start = rest.iter().take_while(|character| character.is_some()).count();
            let surrogates = rest.iter().skip(start).take_while(|character| character.is_none()).count();
            at += start;
            if surrogates > 0 {
                let (replacement, next) = self.ask(text, at, at + surrogates)?;
                self.append_replacement(encoder, &replacement, &mut bytes)?;
                at = next;
            }
        }
        self.append(encoder, text, at, "", last, &mut bytes)?;
        Ok(bytes)
    }

    /// Appends the bytes of `string`, which is at `offset` in `text`.
    fn append(
        &self,
        encoder: &mut charsniff::Encoder,
        text: &Bound<'_, PyString>,
        offset: usize,
        string: &str,
        last: bool,
        bytes: &mut Vec<u8>,
    ) -> PyResult<()> {
        match self.encoding {
            // Replacement has no encoder: no text can be encoded, except the empty one.
            Encoding::Replacement if string.is_empty() => return Ok(()),
            Encoding::Replacement => {
                let (replacement, _) = self.ask(text, offset, offset + string.chars().count())?;
                return self.append_replacement(encoder, &replacement, bytes);
            }
            Encoding::Utf16Le | Encoding::Utf16Be => return self.append_text(encoder, string, bytes),
            _ => {}
        }
        let (mut read, mut counted, mut characters) = (0, 0, 0);
        loop {
            let rest = string.get(read..).unwrap_or_default();
            bytes.reserve(
                encoder.max_buffer_length_from_utf8_without_replacement(rest.len()).unwrap_or(rest.len()).max(16),
            );
            let (result, r) = encoder.encode_from_utf8_to_vec_without_replacement(rest, bytes, last);
            read += r;
            match result {
                EncoderResult::InputEmpty => return Ok(()),
                EncoderResult::OutputFull => {}
                EncoderResult::Unmappable(character) => {
                    characters += string.get(counted..read).unwrap_or_default().chars().count();
                    counted = read;
                    match self.errors.as_str() {
                        "ignore" => {}
                        "replace" => self.append_text(encoder, "?", bytes)?,
                        "xmlcharrefreplace" => {
                            self.append_text(encoder, &format!("&#{};", u32::from(character)), bytes)?;
                        }
                        _ => {
                            let end = offset + characters;
                            let (replacement, next) = self.ask(text, end - 1, end)?;
                            self.append_replacement(encoder, &replacement, bytes)?;
                            if next != end {
                                characters = next.saturating_sub(offset);
                                read = string.char_indices().nth(characters).map_or(string.len(), |(at, _)| at);
                                counted = read;
                            }
                        }
                    }
                }
            }
        }
    }

    fn ask<'py>(&self, text: &Bound<'py, PyString>, start: usize, end: usize) -> PyResult<(Bound<'py, PyAny>, usize)> {
        let reason = "the encoding has no such character";
        let arguments = (self.name.clone(), text.clone().unbind(), start, end, reason);
        let error = PyErr::new::<PyUnicodeEncodeError, _>(arguments);
        handle(text.py(), &self.errors, error, text.len()?)
    }

    /// Appends what an error handler gave: bytes as they are, or text.
    fn append_replacement(
        &self,
        encoder: &mut charsniff::Encoder,
        replacement: &Bound<'_, PyAny>,
        bytes: &mut Vec<u8>,
    ) -> PyResult<()> {
        if let Ok(raw) = replacement.cast::<PyBytes>() {
            bytes.extend_from_slice(raw.as_bytes());
            return Ok(());
        }
        let text = replacement
            .cast::<PyString>()
            .map_err(|_| PyTypeError::new_err("encoding error handler must return (str/bytes, int) tuple"))?;
        self.append_text(encoder, &text.to_cow()?, bytes)
    }

    /// Appends the bytes of `text`, which must be characters of the encoding.
    fn append_text(&self, encoder: &mut charsniff::Encoder, text: &str, bytes: &mut Vec<u8>) -> PyResult<()> {
        match self.encoding {
            Encoding::Replacement => return Ok(()),
            Encoding::Utf16Le => {
                bytes.extend(text.encode_utf16().flat_map(u16::to_le_bytes));
                return Ok(());
            }
            Encoding::Utf16Be => {
                bytes.extend(text.encode_utf16().flat_map(u16::to_be_bytes));
                return Ok(());
            }
            _ => {}
        }
        let most = encoder.max_buffer_length_from_utf8_without_replacement(text.len()).unwrap_or(text.len());
        bytes.reserve(most.max(16));
        match encoder.encode_from_utf8_to_vec_without_replacement(text, bytes, false).0 {
            EncoderResult::Unmappable(character) => {
                let arguments = (
                    self.name.clone(),
                    text.to_owned(),
                    0,
                    1,
                    format!("the replacement has {character:?}, which the encoding lacks"),
                );
                Err(PyErr::new::<PyUnicodeEncodeError, _>(arguments))
            }
            _ => Ok(()),
        }
    }
}
