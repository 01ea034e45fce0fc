//! A stream gives the same verdict and text whatever the chunks, and holds back no more than it
//! says.

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

/// Asks one thing of the input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(context) = crate::context(&mut u) else { return };
    // As browsers do, all of a head is held back, and no input here is longer than it may be.
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
        // Eight sizes of zero would never come to an end.
        let (chunk, tail) = rest.split_at(if empty > 8 { rest.len() } else { size.min(rest.len()) });
        let done = rest.is_empty();
        rest = tail;
        (!done).then_some(chunk)
    });
    assert_eq!(read(chunks, &context), whole);
}
