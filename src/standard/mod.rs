//! The Encoding Standard under its own names, for implementers of other standards. The
//! [hooks](https://encoding.spec.whatwg.org/#specification-hooks) are functions of this module; the
//! [API](https://encoding.spec.whatwg.org/#api) is in [`TextDecoder`], [`TextEncoder`] and their
//! stream forms.
//!
//! Where a hook reads an I/O queue to its end, the queue is a slice. The result borrows the slice if the hook changes
//! nothing.
//!
#![cfg_attr(
    feature = "encode",
    doc = r##"
# What a browser sends

[`percent_encode_after_encoding`] for a query, [`form_urlencoded`] for a form, and [`multipart_name`] and
[`multipart_value`] for a form that is sent as `multipart/form-data`:

```
use charsniff::standard::{PercentEncodeSet, form_urlencoded, percent_encode_after_encoding};
use charsniff::Encoding;

// A form in a page in Shift_JIS: <input name="q">, into which somebody typed "日本♥ a".
assert_eq!(form_urlencoded([("q", "日本♥ a")], Encoding::ShiftJis), "q=%93%FA%96%7B%26%239829%3B+a");

// A link in a page in windows-1252: <a href="?q=Fahrvergnügen für 5 € Ω">.
assert_eq!(
    percent_encode_after_encoding(Encoding::Windows1252, "q=Fahrvergnügen für 5 € Ω", PercentEncodeSet::SpecialQuery),
    "q=Fahrvergn%FCgen%20f%FCr%205%20%80%20%26%23937%3B",
);
```
"##
)]

#[cfg(feature = "encode")]
mod form;
mod text_decoder;
mod text_encoder;

use alloc::borrow::Cow;
#[cfg(feature = "encode")]
use alloc::vec::Vec;

#[cfg(feature = "encode")]
pub use form::{
    PercentEncodeSet, form_urlencoded, multipart_name, multipart_value, percent_encode_after_encoding,
    pick_an_encoding_for_the_form,
};
pub use text_decoder::{LabelError, TextDecodeOptions, TextDecoder, TextDecoderOptions, TextDecoderStream};
pub use text_encoder::{EncodeIntoResult, TextEncoder, TextEncoderStream};

use crate::{DecodeError, Encoding};
#[cfg(feature = "encode")]
use crate::{Encoder, EncoderResult};

/// [Get an encoding](https://encoding.spec.whatwg.org/#concept-encoding-get) from a label; `None`
/// is failure.
///
/// ```
/// use charsniff::{Encoding, standard::get_an_encoding};
/// assert_eq!(get_an_encoding("\t Latin1\n"), Some(Encoding::Windows1252));
/// assert_eq!(get_an_encoding("latin-1"), None);
/// ```
#[must_use]
pub fn get_an_encoding(label: &str) -> Option<Encoding> {
    Encoding::for_label(label.as_bytes())
}

/// [Get an output encoding](https://encoding.spec.whatwg.org/#get-an-output-encoding): UTF-8 for
/// replacement, UTF-16BE and UTF-16LE, else the encoding itself.
///
/// ```
/// use charsniff::{Encoding, standard::get_an_output_encoding};
/// assert_eq!(get_an_output_encoding(Encoding::Utf16Be), Encoding::Utf8);
/// assert_eq!(get_an_output_encoding(Encoding::Big5), Encoding::Big5);
/// ```
#[must_use]
pub fn get_an_output_encoding(encoding: Encoding) -> Encoding {
    encoding.output_encoding()
}

/// [UTF-8 decode](https://encoding.spec.whatwg.org/#utf-8-decode): a byte order mark at the start
/// is removed, and each error becomes U+FFFD. Linear.
///
/// ```
/// use charsniff::standard::utf_8_decode;
/// assert_eq!(utf_8_decode(b"\xEF\xBB\xBFa\xFFb"), "a\u{FFFD}b");
/// ```
#[must_use]
pub fn utf_8_decode(io_queue: &[u8]) -> Cow<'_, str> {
    Encoding::Utf8.decode_with_bom_removal(io_queue).0
}

/// [UTF-8 decode without BOM](https://encoding.spec.whatwg.org/#utf-8-decode-without-bom): a byte
/// order mark is kept as text, and each error becomes U+FFFD. Linear.
///
/// ```
/// use charsniff::standard::utf_8_decode_without_bom;
/// assert_eq!(utf_8_decode_without_bom(b"\xEF\xBB\xBFa\xFFb"), "\u{FEFF}a\u{FFFD}b");
/// ```
#[must_use]
pub fn utf_8_decode_without_bom(io_queue: &[u8]) -> Cow<'_, str> {
    Encoding::Utf8.decode_without_bom_handling(io_queue).0
}

/// [UTF-8 decode without BOM or
/// fail](https://encoding.spec.whatwg.org/#utf-8-decode-without-bom-or-fail). Linear.
///
/// # Errors
///
/// The position and length of the first malformed sequence, in bytes.
///
/// ```
/// use charsniff::standard::utf_8_decode_without_bom_or_fail;
/// assert_eq!(utf_8_decode_without_bom_or_fail("é".as_bytes()).unwrap(), "é");
/// let error = utf_8_decode_without_bom_or_fail(b"abc\xF0\x9F").unwrap_err();
/// assert_eq!((error.offset, error.length), (3, 2));
/// ```
pub fn utf_8_decode_without_bom_or_fail(io_queue: &[u8]) -> Result<Cow<'_, str>, DecodeError> {
    Encoding::Utf8.decode_without_bom_handling_or_fail(io_queue)
}

/// [UTF-8 encode](https://encoding.spec.whatwg.org/#utf-8-encode): the bytes of the `str`.
///
/// ```
/// assert_eq!(charsniff::standard::utf_8_encode("é"), b"\xC3\xA9");
/// ```
#[must_use]
pub fn utf_8_encode(io_queue: &str) -> &[u8] {
    io_queue.as_bytes()
}

/// [BOM sniff](https://encoding.spec.whatwg.org/#bom-sniff): the encoding of a byte order mark at
/// the start. [`Encoding::decode`] applies it, so few callers need it.
///
/// ```
/// use charsniff::{Encoding, standard::bom_sniff};
/// assert_eq!(bom_sniff(b"\xFE\xFF\0a"), Some(Encoding::Utf16Be));
/// assert_eq!(bom_sniff(b"\0a"), None);
/// ```
#[must_use]
pub fn bom_sniff(io_queue: &[u8]) -> Option<Encoding> {
    Encoding::for_bom(io_queue).map(|(encoding, _)| encoding)
}

/// [Encode](https://encoding.spec.whatwg.org/#encode): a character that the encoding lacks becomes
/// a decimal character reference. The standard requires an [output
/// encoding](get_an_output_encoding); for any other, this uses its output encoding. Linear.
///
/// ```
/// use charsniff::{Encoding, standard::encode};
/// assert_eq!(&*encode("¥ and ♥", Encoding::Iso2022Jp), b"\x1B(J\x5C and &#9829;\x1B(B");
/// ```
#[cfg(feature = "encode")]
#[must_use]
pub fn encode(io_queue: &str, encoding: Encoding) -> Cow<'_, [u8]> {
    encoding.encode(io_queue).0
}

/// [Get an encoder](https://encoding.spec.whatwg.org/#get-an-encoder), for use with
/// [`encode_or_fail`]. The standard requires an [output encoding](get_an_output_encoding); for any
/// other, this uses its output encoding.
///
/// ```
/// use charsniff::{Encoding, standard::get_an_encoder};
/// assert_eq!(get_an_encoder(Encoding::EucJp).encoding(), Encoding::EucJp);
/// assert_eq!(get_an_encoder(Encoding::Replacement).encoding(), Encoding::Utf8);
/// ```
#[cfg(feature = "encode")]
#[must_use]
pub fn get_an_encoder(encoding: Encoding) -> Encoder {
    encoding.new_encoder()
}

/// [Encode or fail](https://encoding.spec.whatwg.org/#encode-or-fail): encodes `io_queue` and appends to `output`, up
/// to the end or to the first character that the encoding lacks, which is returned. The text after that character is
/// left in `io_queue`; call again with the same encoder. Linear in the text that is read.
///
/// Anything that you write in place of that character must be ASCII other than 0E, 0F, 1B, 5C and 7E.
///
/// ```
/// use charsniff::{Encoding, standard::{encode_or_fail, get_an_encoder}};
/// let (mut encoder, mut output) = (get_an_encoder(Encoding::Iso2022Jp), Vec::new());
/// let mut io_queue = "¥♥¥";
/// assert_eq!(encode_or_fail(&mut io_queue, &mut encoder, &mut output), Some('♥'));
/// assert_eq!((io_queue, &*output), ("¥", &b"\x1B(J\x5C"[..]));
/// // The encoder is still in the state Roman.
/// assert_eq!(encode_or_fail(&mut io_queue, &mut encoder, &mut output), None);
/// assert_eq!((io_queue, &*output), ("", &b"\x1B(J\x5C\x5C\x1B(B"[..]));
/// ```
#[cfg(feature = "encode")]
pub fn encode_or_fail(io_queue: &mut &str, encoder: &mut Encoder, output: &mut Vec<u8>) -> Option<char> {
    loop {
        let enough = encoder.max_buffer_length_from_utf8_without_replacement(io_queue.len());
        output.reserve(enough.unwrap_or(io_queue.len()).max(8));
        let (result, read) = encoder.encode_from_utf8_to_vec_without_replacement(io_queue, output, true);
        *io_queue = &io_queue[read..];
        match result {
            EncoderResult::InputEmpty => return None,
            EncoderResult::Unmappable(c) => return Some(c),
            EncoderResult::OutputFull => {}
        }
    }
}
