use std::convert::Infallible;

use charsniff::{Context, TextStream, TextStreamError};
use futures::executor::{block_on, block_on_stream};
use futures::{StreamExt, stream};

#[test]
fn text_is_that_of_decode_for_all_chunks() {
    for page in super::pages() {
        for most in [1, 1000, 1 << 20] {
            let chunks = page.bytes.chunks(most).flat_map(|chunk| [Ok::<_, Infallible>(&[][..]), Ok(chunk)]);
            let mut texts = TextStream::new(stream::iter(chunks), page.content_type, &Context::html());
            let mut text = String::new();
            while let Some(piece) = block_on(texts.next()) {
                let piece = piece.unwrap();
                assert!(!piece.is_empty());
                text += &piece;
            }
            assert!(text == page.text, "{}: {most}", page.content_type);
            assert_eq!(texts.had_errors(), page.text.contains('\u{FFFD}'));
            assert!(texts.sniffed().is_some());
        }
    }
}

#[test]
fn an_error_ends_it() {
    let chunks = stream::iter([Ok(&b"\xEF\xBB\xBFa"[..]), Err("reset"), Ok(b"b")]);
    let texts: Vec<_> = block_on_stream(TextStream::new(chunks, (), &Context::html())).collect();
    assert_eq!(texts, [Ok("a".to_owned()), Err(TextStreamError::Bytes("reset"))]);
    let chunks = stream::iter([Ok::<_, Infallible>(b"<a>\xFF</a>")]);
    let texts: Vec<_> = block_on_stream(TextStream::new(chunks, "text/xml;charset=utf-8", &Context::xml())).collect();
    let [Err(error @ TextStreamError::Malformed(_))] = texts.as_slice() else { panic!("{texts:?}") };
    assert_eq!(error.to_string(), "malformed UTF-8 at byte 3 (1 byte)");
}
