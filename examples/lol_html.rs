//! Rewrites pages with lol_html, which takes bytes and the name of their encoding. charsniff finds it; the page stays in
//! its encoding. In UTF-16 and ISO-2022-JP, which lol_html does not read, the page is decoded, and comes out as UTF-8.
//!
//! ```sh
//! cargo run --features encoding_rs --example lol_html
//! ```

use std::borrow::Cow;

use charsniff::{Context, Encoding, Headers, Reading, sniff};
use lol_html::errors::RewritingError;
use lol_html::{AsciiCompatibleEncoding, HtmlRewriter, Settings, element};

/// Adds `loading=lazy` and a text to the images of a page. Gives the page and the encoding that it is in then.
fn rewrite(page: &[u8], headers: impl Headers) -> Result<(Vec<u8>, Encoding), RewritingError> {
    // A browser's verdict counts late declarations too, so that nothing changes while the page is rewritten.
    let sniffed = sniff(page, headers, &Context::html().reading(Reading::Chromium));
    let (encoding, input) = match AsciiCompatibleEncoding::new(sniffed.encoding.into()) {
        Some(encoding) => (encoding, Cow::Borrowed(page)),
        None => (AsciiCompatibleEncoding::utf_8(), sniffed.decode(page).text.into_owned().into_bytes().into()),
    };
    let lazy = element!("img[alt]", |image| {
        let alt = image.get_attribute("alt").unwrap_or_default();
        image.set_attribute("loading", "lazy")?;
        image.after(&format!("({alt})"), lol_html::html_content::ContentType::Text);
        Ok(())
    });
    let mut output = Vec::new();
    let settings = Settings { element_content_handlers: vec![lazy], encoding, ..Settings::new() };
    let mut rewriter = HtmlRewriter::new(settings, |part: &[u8]| output.extend_from_slice(part));
    rewriter.write(&input)?;
    rewriter.end()?;
    let encoding: &encoding_rs::Encoding = encoding.into();
    Ok((output, encoding.into()))
}

pub fn main() {
    // Марс in windows-1251: the bytes around the image are untouched, and what is added is encoded.
    let page = b"<meta charset=windows-1251><p>\xCC\xE0\xF0\xF1 <img alt='\xCC\xE0\xF0\xF1'>";
    let (rewritten, encoding) = rewrite(page, "text/html").expect("a page");
    println!("{encoding}: {}", encoding.decode(&rewritten).0);
    let expected = b"<meta charset=windows-1251><p>\xCC\xE0\xF0\xF1 <img alt='\xCC\xE0\xF0\xF1' loading=\"lazy\">(\xCC\xE0\xF0\xF1)";
    assert_eq!((&rewritten[..], encoding), (&expected[..], Encoding::Windows1251));

    // The same page in UTF-16.
    let page: Vec<u8> = "\u{FEFF}<img alt=Марс>".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let (rewritten, encoding) = rewrite(&page, "text/html").expect("a page");
    println!("{encoding}: {}", String::from_utf8_lossy(&rewritten));
    assert_eq!(encoding, Encoding::Utf8);
    assert!(rewritten.ends_with("(Марс)".as_bytes()));
}
