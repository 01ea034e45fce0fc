//! Encoding text that a page sends: the query of a URL, and the names and values of a form.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write;

use super::{encode, encode_or_fail, get_an_encoder, get_an_output_encoding};
use crate::Encoding;

/// The [percent-encode sets](https://url.spec.whatwg.org/#percent-encode-set) that are used with encodings other than
/// UTF-8.
///
/// ```
/// use charsniff::{Encoding, standard::{PercentEncodeSet, percent_encode_after_encoding}};
/// let encode = |set| percent_encode_after_encoding(Encoding::Utf8, "it's", set);
/// assert_eq!(encode(PercentEncodeSet::Query), "it's");
/// assert_eq!(encode(PercentEncodeSet::SpecialQuery), "it%27s");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub enum PercentEncodeSet {
    /// [query](https://url.spec.whatwg.org/#query-percent-encode-set).
    Query,
    /// [special-query](https://url.spec.whatwg.org/#special-query-percent-encode-set): for `http`, `https`, `ws`,
    /// `wss`, `ftp` and `file`.
    SpecialQuery,
    /// [application/x-www-form-urlencoded](https://url.spec.whatwg.org/#application-x-www-form-urlencoded-percent-encode-set),
    /// with a space as `+`.
    FormUrlencoded,
}

impl PercentEncodeSet {
    fn has(self, byte: u8) -> bool {
        let is_in_query = matches!(byte, 0x00..=b' ' | b'"' | b'#' | b'<' | b'>' | 0x7F..);
        match self {
            PercentEncodeSet::Query => is_in_query,
            PercentEncodeSet::SpecialQuery => is_in_query || byte == b'\'',
            PercentEncodeSet::FormUrlencoded => {
                !(byte.is_ascii_alphanumeric() || matches!(byte, b'*' | b'-' | b'.' | b'_'))
            }
        }
    }
}

/// [Percent-encode after encoding](https://url.spec.whatwg.org/#string-percent-encode-after-encoding): a URL's query in
/// the encoding of its document. A character that the encoding lacks becomes a decimal character reference,
/// percent-encoded itself. Linear in `input`.
///
/// A URL parser uses the document's encoding and [`SpecialQuery`](PercentEncodeSet::SpecialQuery) for the query of a
/// [special](https://url.spec.whatwg.org/#is-special) URL other than `ws` and `wss`, and UTF-8 for every other query.
/// For an encoding that has no encoder, its output encoding is used.
///
/// ```
/// use charsniff::{Encoding, standard::{PercentEncodeSet, percent_encode_after_encoding}};
/// let query = percent_encode_after_encoding(Encoding::ShiftJis, "q=火星 ‽", PercentEncodeSet::SpecialQuery);
/// assert_eq!(query, "q=%89%CE%90%AF%20%26%238253%3B");
/// ```
#[must_use]
pub fn percent_encode_after_encoding(encoding: Encoding, input: &str, set: PercentEncodeSet) -> String {
    let (mut encoder, mut bytes) = (get_an_encoder(encoding), Vec::new());
    let (mut input, mut output) = (input, String::with_capacity(input.len()));
    loop {
        bytes.clear();
        let unmappable = encode_or_fail(&mut input, &mut encoder, &mut bytes);
        for &byte in &bytes {
            match byte {
                b' ' if set == PercentEncodeSet::FormUrlencoded => output.push('+'),
                _ if set.has(byte) => {
                    let _ = write!(output, "%{byte:02X}");
                }
                _ => output.push(byte.into()),
            }
        }
        let Some(c) = unmappable else { return output };
        let _ = write!(output, "%26%23{}%3B", u32::from(c));
    }
}

/// [Pick an encoding for the
/// form](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#picking-an-encoding-for-the-form):
/// the first encoding that `accept_charset` names, else UTF-8; if that is `None`, the encoding of `document`. Returns
/// an output encoding. Linear in `accept_charset`.
///
/// ```
/// use charsniff::{Encoding, standard::pick_an_encoding_for_the_form};
/// let document = Encoding::Windows1251;
/// assert_eq!(pick_an_encoding_for_the_form(document, None), Encoding::Windows1251);
/// assert_eq!(pick_an_encoding_for_the_form(document, Some("none sjis big5")), Encoding::ShiftJis);
/// assert_eq!(pick_an_encoding_for_the_form(document, Some("none")), Encoding::Utf8);
/// assert_eq!(pick_an_encoding_for_the_form(Encoding::Utf16Le, None), Encoding::Utf8);
/// ```
#[must_use]
pub fn pick_an_encoding_for_the_form(document: Encoding, accept_charset: Option<&str>) -> Encoding {
    let encoding = accept_charset.map_or(document, |labels| {
        let mut encodings = labels.split_ascii_whitespace().filter_map(|label| Encoding::for_label(label.as_bytes()));
        encodings.next().unwrap_or(Encoding::Utf8)
    });
    get_an_output_encoding(encoding)
}

/// The body of a form that is sent as `application/x-www-form-urlencoded`. Line breaks are [made
/// CRLF](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#convert-to-a-list-of-name-value-pairs),
/// and names and values are [serialized](https://url.spec.whatwg.org/#concept-urlencoded-serializer) in `encoding`.
/// Linear.
///
/// `encoding` comes from [`pick_an_encoding_for_the_form`]. The caller has to set the value of an entry named
/// `_charset_` to the encoding's name.
///
/// ```
/// use charsniff::{Encoding, standard::form_urlencoded};
/// let body = form_urlencoded([("name", "Łódź"), ("text", "a & b\n♥")], Encoding::Iso8859_2);
/// assert_eq!(body, "name=%A3%F3d%BC&text=a+%26+b%0D%0A%26%239829%3B");
/// ```
pub fn form_urlencoded<'a>(entries: impl IntoIterator<Item = (&'a str, &'a str)>, encoding: Encoding) -> String {
    let encode = |text| percent_encode_after_encoding(encoding, &with_crlf(text), PercentEncodeSet::FormUrlencoded);
    let mut body = String::new();
    for (name, value) in entries {
        let separator = if body.is_empty() { "" } else { "&" };
        let _ = write!(body, "{separator}{}={}", encode(name), encode(value));
    }
    body
}

/// A name for `Content-Disposition` in `multipart/form-data`, without its quotes: [escape a multipart/form-data
/// name](https://html.spec.whatwg.org/multipage/form-control-infrastructure.html#escape-a-multipart-form-data-name).
/// A character that the encoding lacks becomes a decimal character reference. Linear.
///
/// `is_file_name`: line breaks are not made CRLF before they are escaped.
///
/// ```
/// use charsniff::{Encoding, standard::multipart_name};
/// assert_eq!(&*multipart_name("a\"b\n♥", Encoding::Koi8R, false), b"a%22b%0D%0A&#9829;");
/// assert_eq!(&*multipart_name("Марс\n.txt", Encoding::Koi8R, true), b"\xED\xC1\xD2\xD3%0A.txt");
/// ```
#[must_use]
pub fn multipart_name(name: &str, encoding: Encoding, is_file_name: bool) -> Vec<u8> {
    let name = if is_file_name { Cow::Borrowed(name) } else { with_crlf(name) };
    let mut escaped = Vec::with_capacity(name.len());
    for &byte in &*encode(&name, encoding) {
        match byte {
            b'\n' => escaped.extend_from_slice(b"%0A"),
            b'\r' => escaped.extend_from_slice(b"%0D"),
            b'"' => escaped.extend_from_slice(b"%22"),
            _ => escaped.push(byte),
        }
    }
    escaped
}

/// The value of an entry that is not a file, for `multipart/form-data`: line breaks are made CRLF, and the text is
/// encoded, with a decimal character reference for a character that the encoding lacks. Linear.
///
/// ```
/// use charsniff::{Encoding, standard::multipart_value};
/// assert_eq!(&*multipart_value("火\r星♥", Encoding::EucJp), b"\xB2\xD0\r\n\xC0\xB1&#9829;");
/// ```
#[must_use]
pub fn multipart_value(value: &str, encoding: Encoding) -> Vec<u8> {
    encode(&with_crlf(value), encoding).into_owned()
}

/// Replaces each CR without LF, and each LF without CR, by CRLF.
fn with_crlf(text: &str) -> Cow<'_, str> {
    if !text.contains(['\r', '\n']) {
        return Cow::Borrowed(text);
    }
    let mut normalized = String::with_capacity(text.len() + 8);
    for (n, line) in text.replace("\r\n", "\n").split(['\r', '\n']).enumerate() {
        normalized.push_str(if n > 0 { "\r\n" } else { "" });
        normalized.push_str(line);
    }
    Cow::Owned(normalized)
}
