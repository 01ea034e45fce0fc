//! Parses a feed in Shift_JIS with quick-xml, which reads UTF-8. charsniff finds the encoding and
//! decodes as an XML parser must: malformed input is an error.
//!
//!     cargo run --example quick_xml

use charsniff::{Context, DecodeError, Encoding, try_decode};
use quick_xml::Reader;
use quick_xml::events::Event;

/// The texts of the feed's `<title>` elements.
fn titles(feed: &[u8], content_type: Option<&str>) -> Result<Vec<String>, Box<dyn std::error::Error>> {
    let decoded = try_decode(feed, content_type, &Context::xml())?;
    println!("{}", decoded.sniffed);
    let mut reader = Reader::from_str(&decoded.text);
    let mut titles = Vec::new();
    loop {
        match reader.read_event()? {
            Event::Start(element) if element.name().as_ref() == "title" => {
                titles.push(String::from(&*reader.read_text(element.name())?));
            }
            Event::Eof => return Ok(titles),
            _ => {}
        }
    }
}

pub fn main() {
    let feed = b"<?xml version='1.0' encoding='Shift_JIS'?>\
        <rss><channel><title>\x89\xCE\x90\xAF</title><item><title>\x8F\xEE\x95\xF1</title></item></channel></rss>";
    let read = titles(feed, None).expect("a well-formed feed");
    println!("{}", read.join(", "));
    assert_eq!(read, ["火星", "情報"]);

    // The header takes precedence over the declaration even if it is wrong; then the feed is not
    // XML.
    let error = titles(feed, Some("application/rss+xml; charset=utf-8")).expect_err("not UTF-8");
    let error = error.downcast::<DecodeError>().expect("of the decoder");
    println!("{error}");
    assert_eq!((Some(error.offset), error.encoding), (feed.iter().position(|byte| !byte.is_ascii()), Encoding::Utf8));
}
