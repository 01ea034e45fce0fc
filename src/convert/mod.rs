//! [`convert`]: the text of a resource in another encoding, with declarations that name it.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use crate::context::Context;
use crate::decision::sniff;
use crate::evidence::Visit;
use crate::stage::{Case, Syntax};
use crate::{Detection, Encoding, Headers, Reading, Sniffed, Source, TextUnit};

pub(crate) mod encode;
mod error;
mod references;
mod relabel;

pub use error::{ConvertError, Unmappable};

/// A resource in another encoding.
///
/// ```
/// use charsniff::{Context, Encoding, convert};
/// let converted = convert(b"<meta charset=koi8-r>\xED\xC1\xD2\xD3", (), &Context::html(), Encoding::Utf8)?;
/// assert_eq!(converted.bytes, "<meta charset=UTF-8>Марс".as_bytes());
/// assert_eq!((converted.relabelled, converted.header), (1, None));
/// # Ok::<(), charsniff::ConvertError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Converted {
    /// The resource.
    pub bytes: Vec<u8>,
    /// The verdict on the original, by which it was decoded.
    pub sniffed: Sniffed,
    /// The encoding of `bytes`.
    pub encoding: Encoding,
    /// How many declarations in the bytes were changed or added.
    pub relabelled: usize,
    /// The characters that the encoding lacks, now numeric character references, with their places in the original.
    pub unmappable: Vec<Unmappable>,
    /// How many malformed sequences of the original are U+FFFD now.
    pub malformed: usize,
    /// The Content-Type with which `bytes` must be served, since the header that was given names another encoding, or
    /// nothing in the bytes can name this one.
    pub header: Option<String>,
}

/// Converts a resource to another encoding, and makes its declarations name it: `<meta charset>`, `<meta http-equiv>`,
/// the XML declaration, `@charset`; in a [crawler's reading](crate::Reading::Crawler) also the comment in a source
/// file. HTML, XML and CSS without a declaration get one if a reader would otherwise take another encoding. Where no MIME
/// type says that it is HTML, only what begins with a tag that a page may begin with gets a `<meta>`: other text (a table,
/// a mail) may have been called HTML for want of something better, and would be damaged. UTF-16 gets a byte order mark;
/// UTF-8 keeps one.
///
/// All declarations are changed, even those that do not count, since another reader might follow one. The result is
/// read again, by the standards' rules and as both browsers do; if one of them still finds another encoding, as it does
/// for plain text or under a header with a charset, `header` says what must be sent.
///
/// A character that the target lacks becomes a numeric character reference where HTML and XML read these: in text and
/// in attribute values.
///
/// # Errors
///
/// A character that the target lacks, where references are not read; and a target in which nothing can be written
/// (replacement). Linear in `bytes`.
///
/// ```
/// use charsniff::{Context, ConvertError, Encoding, convert};
/// let page = "<meta charset=utf-8>→ Größe".as_bytes();
/// let converted = convert(page, (), &Context::html(), Encoding::Windows1252)?;
/// assert_eq!(converted.bytes, b"<meta charset=windows-1252>&#8594; Gr\xF6\xDFe");
///
/// // In a script they are not read.
/// let page = "<meta charset=utf-8><script>'→'</script>".as_bytes();
/// let Err(ConvertError::Unmappable(lacking)) = convert(page, (), &Context::html(), Encoding::Windows1252) else { panic!() };
/// assert_eq!((lacking.character, lacking.offset), ('→', 29));
///
/// // Plain text has no place for a declaration.
/// let converted = convert(b"\xE9", "text/plain; charset=latin1", &Context::text(), Encoding::Utf8)?;
/// assert_eq!(converted.header.as_deref(), Some("text/plain; charset=UTF-8"));
/// # Ok::<(), ConvertError>(())
/// ```
pub fn convert(
    bytes: &[u8],
    headers: impl Headers,
    context: &Context,
    to: Encoding,
) -> Result<Converted, ConvertError> {
    let sniffed = sniff(bytes, &headers, context);
    let decoded = sniffed.decode(bytes);
    let resource = Resource { sniffed, headers: &headers, context };
    // A text with repairs has no positions in the bytes.
    let positions = || sniffed.positions(bytes, TextUnit::Utf8);
    let mut converted = resource.write(&decoded.text, to).map_err(|error| match error {
        ConvertError::Unmappable(mut lacking) => {
            lacking.offset = positions().byte_offset(lacking.offset);
            ConvertError::Unmappable(lacking)
        }
        error => error,
    })?;
    converted.malformed = decoded.errors;
    if !converted.unmappable.is_empty() {
        let positions = positions();
        for lacking in &mut converted.unmappable {
            lacking.offset = positions.byte_offset(lacking.offset);
        }
    }
    Ok(converted)
}

/// What a text was decoded from, and how it will be read.
pub(crate) struct Resource<'a> {
    pub(crate) sniffed: Sniffed,
    pub(crate) headers: &'a dyn Visit,
    pub(crate) context: &'a Context,
}

impl Resource<'_> {
    /// Writes a text of the resource in another encoding. Offsets in the result are those of `text`.
    pub(crate) fn write(&self, text: &str, to: Encoding) -> Result<Converted, ConvertError> {
        if to == Encoding::Replacement {
            return Err(ConvertError::NoEncoder(to));
        }
        let syntax = self.syntax();
        let mut edits = match syntax {
            Some(syntax) => relabel::changes(text, syntax, to),
            None if self.case().reads_comments() => relabel::comment(text, to).into_iter().collect(),
            None => Vec::new(),
        };
        let (mut bytes, mut unmappable) = self.encode(text, &edits, syntax, to)?;
        if let Some(syntax) = syntax
            && (syntax != Syntax::Html || self.case().is_page(text))
            && !self.names(&bytes, &(), to)
            && let Some(addition) = relabel::addition(text, syntax, to)
        {
            let mut with_addition = edits.clone();
            with_addition.push(addition);
            with_addition.sort_by_key(|(range, _)| range.start);
            let (other, lacking) = self.encode(text, &with_addition, Some(syntax), to)?;
            if self.names(&other, &(), to) {
                (bytes, unmappable, edits) = (other, lacking, with_addition);
            }
        }
        let header = (!self.names(&bytes, self.headers, to)).then(|| self.content_type(text, syntax, to));
        let relabelled = edits.len();
        Ok(Converted { bytes, sniffed: self.sniffed, encoding: to, relabelled, unmappable, malformed: 0, header })
    }

    fn syntax(&self) -> Option<Syntax> {
        self.case().syntax().ok()
    }

    fn case(&self) -> Case<'_> {
        Case::new(self.headers, self.context)
    }

    /// The bytes of `text` with `edits`, which are ASCII, and what became a reference.
    fn encode(
        &self,
        text: &str,
        edits: &[relabel::Change],
        syntax: Option<Syntax>,
        to: Encoding,
    ) -> Result<(Vec<u8>, Vec<Unmappable>), ConvertError> {
        let keeps_mark = self.sniffed.bom_length() > 0 && to == Encoding::Utf8 && self.sniffed.encoding == to;
        let mut bytes = Vec::with_capacity(text.len() + 3);
        let mut coder = encode::Coder::new(to);
        if keeps_mark || to.is_utf_16() {
            // No encoding that gets here lacks it.
            let _ = coder.push("\u{FEFF}", &mut bytes);
        }
        let mut lacking = references::Lacking::new(text, syntax);
        let mut done = 0;
        for (range, label) in edits {
            if let Some(before) = text.get(done..range.start) {
                lacking.push(before, done, &mut coder, &mut bytes)?;
                let _ = coder.push(label, &mut bytes);
                done = range.end;
            }
        }
        lacking.push(text.get(done..).unwrap_or_default(), done, &mut coder, &mut bytes)?;
        coder.finish(&mut bytes);
        Ok((bytes, lacking.referred))
    }

    /// Whether every reader takes `bytes` for `to`, by the bytes and `headers` alone, without a guess or a locale.
    fn names(&self, bytes: &[u8], headers: &dyn Visit, to: Encoding) -> bool {
        [Reading::Standard, Reading::Chromium, Reading::Firefox].into_iter().all(|reading| {
            let mut context = self.context.clone().reading(reading).detection(Detection::Off);
            let facts = &mut context.facts;
            (facts.override_label, facts.override_charset, facts.locale, facts.default_encoding) =
                (None, None, None, None);
            let sniffed = sniff(bytes, headers, &context);
            let is_declared = sniffed.source != Source::Default || to == Encoding::Utf8;
            sniffed.encoding == to && is_declared
        })
    }

    /// The Content-Type that names the encoding.
    fn content_type(&self, text: &str, syntax: Option<Syntax>, to: Encoding) -> String {
        let case = self.case();
        let essence =
            case.metadata.content_type.as_ref().map(|header| String::from_utf8_lossy(header.essence.as_slice()));
        let essence = essence.unwrap_or_else(|| match syntax {
            Some(Syntax::Html) if self.case().is_page(text) => "text/html".into(),
            Some(Syntax::Xml) => "application/xml".into(),
            Some(Syntax::Css) => "text/css".into(),
            Some(Syntax::Html) | None => "text/plain".into(),
        });
        format!("{essence}; charset={}", to.name())
    }
}
