//! The adapters for other libraries, each with its feature.

#[cfg(feature = "futures")]
mod futures;
#[cfg(feature = "http")]
mod http;
mod names;
mod read;
#[cfg(feature = "serde")]
mod serde;
#[cfg(feature = "tokio")]
mod tokio;

/// A page, the headers that are sent with it, and its text.
struct Page {
    bytes: Vec<u8>,
    content_type: &'static str,
    text: String,
}

/// Pages in several encodings, some with byte order marks or malformed sequences, some longer
/// than any buffer.
fn pages() -> Vec<Page> {
    let page = |bytes: &[u8], content_type| {
        let text = charsniff::decode(bytes, content_type, &charsniff::Context::html()).text.into_owned();
        Page { bytes: bytes.to_vec(), content_type, text }
    };
    let japanese = encoding_rs::SHIFT_JIS.encode("<meta charset=shift_jis>\n火星は、太陽系の惑星。\n").0.repeat(2000);
    vec![
        page(b"", ""),
        page(b"a\r\nb", ""),
        page(&japanese, ""),
        page(b"\xFF\xFEa\0\n\0b\0", ""),
        page(b"\xEF\xBB\xBFx\n", "text/html; charset=big5"),
        page("Größe\n".repeat(5000).as_bytes(), "text/html; charset=utf-8"),
        page(b"a\xFFb\xE4\xBD\nc\xE4", "text/html; charset=utf-8"),
        page(&[b"<p>".as_slice(), &[b'x'; 40_000], b"\xCC\xE0\xF0\xF1"].concat(), "text/html; charset=cp1251"),
    ]
}
