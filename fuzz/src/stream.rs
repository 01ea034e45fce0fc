//! A stream gives the same verdict, text and errors for all chunk sizes, and those of its verdict on the whole resource.
//! Without a detector, and for resources that fit what it holds back, these are `decode`'s. It holds back no more bytes
//! than it says.

use arbitrary::Unstructured;
use charsniff::{Context, DecodeError, Detection, Encoding, Reading, Sniffed, Stream, try_decode};

use crate::pieces::{near, resource};
use crate::smuggled::{context, header};

/// Verdict, text and number of errors; or the first error, where that ends it.
type Outcome = Result<(Sniffed, String, usize), DecodeError>;

/// A head of 1 MiB, which is the most that a stream holds back.
const MOST: usize = 1 << 20;

fn read<'a>(chunks: impl Iterator<Item = &'a [u8]>, header: &str, context: &Context) -> Outcome {
    let mut stream = Stream::new(header, context);
    let mut text = String::new();
    for chunk in chunks {
        stream.push(chunk, &mut text)?;
        assert!(stream.held() <= MOST);
    }
    let sniffed = stream.finish(&mut text)?;
    crate::assert_is_utf8(&text);
    Ok((sniffed, text, stream.errors()))
}

/// Where the resource is cut: in chunks of a few sizes, or near thresholds.
fn sizes(u: &mut Unstructured<'_>) -> arbitrary::Result<[usize; 4]> {
    let mut sizes = [0; 4];
    for size in &mut sizes {
        *size = match u.int_in_range(0..=3)? {
            0 => near(u, 12)?,
            1 => 1,
            _ => usize::from(u.arbitrary::<u8>()?),
        };
    }
    Ok(sizes)
}

/// The chunks. So that a long resource does not take long, and empty chunks end, the last of many is the rest.
fn chunks(mut rest: &[u8], sizes: [usize; 4]) -> impl Iterator<Item = &[u8]> {
    let most = 20_000;
    let mut sizes = sizes.into_iter().cycle().enumerate();
    std::iter::from_fn(move || {
        let (count, size) = sizes.next()?;
        let size = if count < most { size.min(rest.len()) } else { rest.len() };
        let done = rest.is_empty();
        let (chunk, tail) = rest.split_at(size);
        rest = tail;
        (!done).then_some(chunk)
    })
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let _ = check(&mut u);
}

fn check(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let mut context = context(u)?;
    context = match u.int_in_range(0..=7)? {
        0 | 1 => context.detection(Detection::Off),
        2 | 3 => context.detection(Detection::Legacy),
        4 | 5 => context.detection(Detection::Full),
        _ => context,
    };
    if u.ratio(1, 8)? {
        context = context.default_encoding(*u.choose(&[Encoding::Utf16Le, Encoding::Replacement, Encoding::Gbk])?);
    }
    let limit = if u.arbitrary()? { near(u, 8)? } else { 1024 };
    let reading = *u.choose(Reading::ALL)?;
    context = context.prescan_limit(limit).reading(reading);
    // A stream holds all of it back, and decides at the end.
    let is_short = |length: usize| length < limit.max(if reading == Reading::Crawler { 1 << 14 } else { 3 });
    let header = header(u)?;
    let sizes = sizes(u)?;
    // The megabyte of a head is slow.
    let count = if u.ratio(1, 32)? { 13 } else { 12 };
    let page = resource(u, count)?;

    let case = || format!("{header:?} {context:?} {sizes:?} {} bytes: {}", page.len(), page.escape_ascii());
    let at_once = read([&page[..]].into_iter(), &header, &context);
    let in_chunks = read(chunks(&page, sizes), &header, &context);
    assert!(in_chunks == at_once, "the chunks change something: {}", case());
    if let Ok((sniffed, text, errors)) = &at_once {
        let mark = &page[..sniffed.bom_length().min(page.len())];
        assert!(
            [&b""[..], b"\xEF\xBB\xBF", b"\xFE\xFF", b"\xFF\xFE"].contains(&mark),
            "there is no such mark: {sniffed} {}",
            case()
        );
        let decoded = sniffed.decode(&page);
        assert!((&*decoded.text, decoded.errors) == (&**text, *errors), "by its verdict: {sniffed} {}", case());
    }
    let undetected = context.clone().detection(Detection::Off);
    let whole = |context| {
        let decoded = try_decode(&page, &*header, context)?;
        Ok((decoded.sniffed, decoded.text.into_owned(), decoded.errors))
    };
    if is_short(page.len()) {
        assert!(at_once == whole(&context), "a short one: {}", case());
    } else {
        let stream = read([&page[..]].into_iter(), &header, &undetected);
        assert!(stream == whole(&undetected), "without a detector: {}", case());
    }
    Ok(())
}
