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
            assert_eq!(texts.errors(), page.text.matches('\u{FFFD}').count());
            assert!(texts.sniffed().is_some());
        }
    }
}

/// A connection that fails before the verdict is known: the bytes held back are not lost.
#[test]
fn the_text_before_an_error_of_the_byte_stream_is_not_lost() {
    let chunks = stream::iter([Ok(&b"<title>Mars"[..]), Err("reset")]);
    let texts: Vec<_> = block_on_stream(TextStream::new(chunks, (), &Context::html())).collect();
    let end = Ok("<title>Mars".to_owned());
    assert_eq!(texts, [Err(TextStreamError::Bytes("reset")), end]);
    // The stream of bytes may go on.
    let chunks = stream::iter([Ok(&b"\xEF\xBB\xBFa\xC3"[..]), Err("timeout"), Ok(b"\xA9")]);
    let texts: Vec<_> = block_on_stream(TextStream::new(chunks, (), &Context::html())).collect();
    assert_eq!(texts, [Ok("a".to_owned()), Err(TextStreamError::Bytes("timeout")), Ok("é".to_owned())]);
}

#[test]
fn a_malformed_sequence_ends_the_text_of_a_fatal_context_after_what_comes_before_it() {
    let chunks = stream::iter([b"<a>\xFF</a>", b"<b>\xFF</b>"].map(Ok::<_, Infallible>));
    let texts: Vec<_> = block_on_stream(TextStream::new(chunks, "text/xml;charset=utf-8", &Context::xml())).collect();
    let [Ok(before), Err(error @ TextStreamError::Malformed(_))] = texts.as_slice() else { panic!("{texts:?}") };
    assert_eq!(before, "<a>");
    assert_eq!(error.to_string(), "malformed UTF-8 at byte 3 (1 byte)");
}
