//! The detector may skip ASCII: more spaces beside one that is far from bytes above 7F never change the answer, and
//! neither does the address of the bytes in memory. Each input tests one of the two properties.

use arbitrary::{self, Unstructured};
use charsniff::{Content, Context, Detection, Sniffed, sniff};

fn context(u: &mut Unstructured<'_>) -> arbitrary::Result<Context> {
    let mut context = Context::html().prescan_limit(0);
    if u.ratio(1, 3)? {
        context = context.tld(u.choose(&["jp", "ru", "cz", "com", "xn--p1ai", ""])?);
    }
    if u.ratio(1, 3)? {
        context = context.locale(u.choose(&["ja", "zh-TW", "he", "x", ""])?);
    }
    Ok(context.truncated(u.arbitrary()?).detect_iso_2022_jp(u.arbitrary()?))
}

/// Behind a space in the middle of a run of ASCII so long that no sample of the bytes around it reaches the middle. Other ASCII
/// may be words, which are read if the bytes above 7F leave the answer open.
fn middle_of_ascii(bytes: &[u8], from: usize) -> Option<usize> {
    const LONG: usize = 32;
    let at = (0..bytes.len().saturating_sub(LONG)).cycle().skip(from).take(bytes.len());
    let is_ascii = |at: usize| bytes[at..at + LONG].iter().all(|byte| matches!(byte, b' '..=b'~'));
    let mut found = at.filter(|&at| bytes[at + LONG / 2 - 1] == b' ' && is_ascii(at));
    // The first byte of all decides where the evidence starts; what comes before it is not.
    let first = bytes.iter().position(|byte| !byte.is_ascii())?;
    found.find(|&at| at > first).map(|at| at + LONG / 2)
}

fn answer(bytes: &[u8], context: &Context) -> Sniffed {
    sniff(bytes, (), context)
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok(context) = context(&mut u) else { return };
    let Ok((question, from, length)) = u.arbitrary::<(bool, u8, u8)>() else { return };
    let Ok(repeat) = u.int_in_range(1..=16) else { return };
    let bytes = u.take_rest().repeat(repeat);
    if question {
        let mut moved = vec![b'x'; usize::from(length) % 64];
        let start = moved.len();
        moved.extend_from_slice(&bytes);
        assert_eq!(answer(&moved[start..], &context), answer(&bytes, &context));
        return;
    }

    // Valid UTF-8 is judged by its first bytes, and the page's own `lang` is a hint.
    let is_utf8 = std::str::from_utf8(&bytes).map_or_else(|error| error.error_len().is_none(), |_| true);
    let is_hinted = || bytes.windows(4).any(|window| window.eq_ignore_ascii_case(b"lang"));
    if is_utf8 || is_hinted() {
        return;
    }
    if let Some(middle) = middle_of_ascii(&bytes, from.into()) {
        let more = [&bytes[..middle], &vec![b' '; length.into()], &bytes[middle..]].concat();
        // Whether data is binary depends on the share of control bytes, which more ASCII makes smaller.
        if [&bytes, &more].iter().any(|bytes| Content::of(bytes) == Content::Binary) {
            return;
        }
        let legacy = context.detection(Detection::Legacy);
        assert_eq!(answer(&more, &legacy), answer(&bytes, &legacy), "{length} spaces at {middle}");
    }
}
