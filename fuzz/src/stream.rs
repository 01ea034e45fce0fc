//! A stream gives the same verdict and text for all chunk sizes, and holds back no more bytes than it
//! reports.

use arbitrary::Unstructured;
use charsniff::{Context, Sniffed, Stream};

fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>, context: &Context) -> (String, Option<Sniffed>, bool) {
    let mut stream = Stream::new((), context);
    let mut text = String::new();
    for chunk in chunks {
        if stream.push(chunk, &mut text).is_err() {
            return (text, stream.sniffed(), stream.had_errors());
        }
        assert!(stream.held() <= 4096);
    }
    let _ = stream.finish(&mut text);
    (text, stream.sniffed(), stream.had_errors())
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(context) = crate::context(&mut u) else { return };
    // As browsers do, the whole head is held back. No input here is longer than that limit.
    let context = if u.ratio(1, 8).unwrap_or(false) { context.as_browsers_do() } else { context };
    let Ok(sizes) = u.arbitrary::<[u8; 8]>() else { return };
    let bytes = u.take_rest();
    let whole = read([bytes].into_iter(), &context);
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
