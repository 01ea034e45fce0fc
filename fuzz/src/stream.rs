//! A stream gives the same verdict and text for all chunk sizes, and those of `decode` where no
//! detector decides. It holds back no more bytes than it reports.

use arbitrary::Unstructured;
use charsniff::{Context, Reading, Sniffed, Source, Stream, try_decode};

fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>, context: &Context) -> (String, Option<Sniffed>, usize) {
    let mut stream = Stream::new((), context);
    let mut text = String::new();
    for chunk in chunks {
        if stream.push(chunk, &mut text).is_err() {
            return (text, stream.sniffed(), stream.errors());
        }
        assert!(stream.held() <= 4096);
    }
    let _ = stream.finish(&mut text);
    (text, stream.sniffed(), stream.errors())
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(context) = crate::context(&mut u) else { return };
    // As browsers do, the whole head is held back. No input here is longer than that limit.
    let context = match u.int_in_range(0..=15) {
        Ok(1) => context.reading(Reading::Chromium),
        Ok(2) => context.reading(Reading::Firefox),
        Ok(3) => context.reading(Reading::Crawler),
        _ => context,
    };
    let Ok(sizes) = u.arbitrary::<[u8; 8]>() else { return };
    let bytes = u.take_rest();
    let whole = read([bytes].into_iter(), &context);
    if let (Ok(decoded), Some(sniffed)) = (try_decode(bytes, (), &context), whole.1)
        && ![decoded.sniffed.source, sniffed.source].contains(&Source::Detector)
    {
        assert_eq!(whole, (decoded.text.into_owned(), Some(decoded.sniffed), decoded.errors));
    }
    let mut rest = bytes;
    let mut sizes = sizes.iter().cycle();
    let mut empty = 0;
    let chunks = std::iter::from_fn(|| {
        let size = usize::from(*sizes.next()?);
        empty = if size == 0 { empty + 1 } else { 0 };
        // Chunks that are all empty would never end.
        let (chunk, tail) = rest.split_at(if empty > 8 { rest.len() } else { size.min(rest.len()) });
        let done = rest.is_empty();
        rest = tail;
        (!done).then_some(chunk)
    });
    assert_eq!(read(chunks, &context), whole);
}
