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

/// How a resource is cut: a first chunk, which may end near a threshold or a piece, and the sizes of those behind it.
#[derive(Debug)]
struct Cuts {
    first: usize,
    sizes: [usize; 3],
}

/// Where the first chunk ends: somewhere, or a few bytes behind the start of a piece.
enum Place {
    At(usize),
    Behind { piece: usize, offset: usize },
}

impl Cuts {
    /// Drawn before the resource, which takes the rest of the input.
    fn arbitrary(u: &mut Unstructured<'_>) -> arbitrary::Result<(Place, [usize; 3])> {
        let place = match u.int_in_range(0..=3)? {
            0 => Place::At(near(u, 12)?),
            _ => Place::Behind { piece: u.arbitrary()?, offset: u.int_in_range(0..=3)? },
        };
        let mut sizes = [0; 3];
        for size in &mut sizes {
            *size = match u.int_in_range(0..=3)? {
                0 => near(u, 12)?,
                1 => 1,
                _ => usize::from(u.arbitrary::<u8>()?),
            };
        }
        Ok((place, sizes))
    }

    /// The chunks. The last of many is the rest, so that a long resource does not take long.
    fn chunks<'a>(&self, mut rest: &'a [u8]) -> impl Iterator<Item = &'a [u8]> {
        const MOST: usize = 300;
        let mut sizes = std::iter::once(self.first).chain(self.sizes.into_iter().cycle().take(MOST));
        std::iter::from_fn(move || {
            let done = rest.is_empty();
            let (chunk, tail) = rest.split_at(sizes.next().unwrap_or(rest.len()).min(rest.len()));
            rest = tail;
            (!done).then_some(chunk)
        })
    }
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
    let (place, sizes) = Cuts::arbitrary(u)?;
    // The megabyte of a head is slow.
    let count = if u.ratio(1, 32)? { 13 } else { 12 };
    let (page, places) = resource(u, count)?;
    let first = match place {
        Place::At(place) => place,
        Place::Behind { piece, offset } => places[piece % places.len()] + offset,
    };
    let cuts = Cuts { first, sizes };

    let case = || format!("{header:?} {context:?} {cuts:?} {} bytes: {}", page.len(), page.escape_ascii());
    let at_once = read([&page[..]].into_iter(), &header, &context);
    let in_chunks = read(cuts.chunks(&page), &header, &context);
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
