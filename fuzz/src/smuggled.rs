//! Pages that smuggle markup: malformed sequences, escapes, marks and labels near thresholds. In every reading, the text
//! is what a conforming decoder, `encoding_rs`, makes of the bytes by the same verdict, so that `<script` is only where
//! it is in that text, and a `str` is UTF-8.

use arbitrary::Unstructured;
use charsniff::{Context, Encoding, Kind, Reading, decode};

use crate::pieces::{MALFORMED, PIECES, near, resource, run_of};

/// Rows whose text is markup or near it, and any other.
pub(crate) const KINDS: [Kind; 6] =
    [Kind::Html, Kind::Html, Kind::XhrHtml, Kind::Xml, Kind::CssFromDocument, Kind::TextDocument];

/// A row with facts, in any reading.
pub(crate) fn context(u: &mut Unstructured<'_>) -> arbitrary::Result<Context> {
    let kind = if u.ratio(1, 4)? { *u.choose(Kind::ALL)? } else { *u.choose(&KINDS)? };
    let context = Context::of(kind);
    let context = if u.ratio(1, 4)? { crate::with_facts(context, u)? } else { context };
    Ok(context.reading(*u.choose(Reading::ALL)?))
}

/// A header, mostly with a label.
pub(crate) fn header(u: &mut Unstructured<'_>) -> arbitrary::Result<String> {
    Ok(match u.int_in_range(0..=5)? {
        0 | 1 => String::new(),
        2 => "text/html; charset=iso-2022-jp".to_owned(),
        3 | 4 => "text/html; charset=utf-8".to_owned(),
        _ => format!("text/html; charset={}", crate::encoding(u)?),
    })
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let _ = check(&mut u);
}

/// What may hide or make a `<` where the bytes are not UTF-8.
const SHIFTS: [&[u8]; 8] = [b"\x81", b"\x8F\xA1", b"\x81\x30\x81", b"\x1B$B", b"\x1B(J", b"\x0E", b"+ADw-", b"~{"];

/// How many places beside each other an input tries.
const PLACES: usize = 8;

fn check(u: &mut Unstructured<'_>) -> arbitrary::Result<()> {
    let context = context(u)?;
    let header = header(u)?;
    // Up to 2 KiB before it, and a page of up to 4 KiB.
    let place = near(u, 8)?;
    let length = if u.arbitrary()? { near(u, 9)? } else { u.int_in_range(0..=4200)? };
    let start = if u.arbitrary()? { *u.choose(&PIECES)? } else { b"<!doctype html><title>" };
    let sequence = if u.ratio(3, 4)? { *u.choose(&MALFORMED)? } else { *u.choose(&SHIFTS)? };
    let markup: &[u8] = if u.arbitrary()? { b"script>alert(1)</script>" } else { b"<script>alert(1)</script>" };
    let unit = *u.choose(&[&b"a"[..], b" ", b"\xC3\xA9", b"\xE7\x81\xAB", b"\x89\xCE"])?;
    // What follows may decide too.
    let end = if u.ratio(1, 4)? { resource(u, 6)? } else { Vec::new() };
    for place in place..place + PLACES {
        let mut page = start.to_vec();
        page.resize(page.len().max(place), b'a');
        page.extend_from_slice(sequence);
        page.extend_from_slice(markup);
        page.extend_from_slice(&run_of(unit, length.saturating_sub(page.len())));
        page.extend_from_slice(&end);
        decodes_as_others_do(&page, &header, &context);
    }
    Ok(())
}

fn decodes_as_others_do(page: &[u8], header: &str, context: &Context) {
    let decoded = decode(page, header, context);
    let sniffed = decoded.sniffed;
    let body = &page[sniffed.bom_length()..];
    crate::assert_is_utf8(&decoded.text);
    if sniffed.is_isomorphic() {
        assert!(decoded.text.chars().map(u32::from).eq(body.iter().map(|&byte| byte.into())));
        return;
    }
    if sniffed.is_utf_32() {
        crate::assert_is_utf_32(&sniffed, body, &decoded.text, decoded.errors);
        return;
    }
    let (text, had_errors) = crate::peer(sniffed.encoding).decode_without_bom_handling(body);
    let is_script = |text: &str| text.to_ascii_lowercase().contains("<script");
    assert!(is_script(&text) || !is_script(&decoded.text), "<script {sniffed}: {}", page.escape_ascii());
    assert!(
        (&decoded.text, decoded.errors > 0) == (&text, had_errors),
        "{sniffed}, {header:?}, {context:?}: {}",
        page.escape_ascii()
    );
    // A page that says that it is in UTF-8 is valid exactly if the standard library says so.
    if sniffed.encoding == Encoding::Utf8 {
        assert_eq!(decoded.errors == 0, std::str::from_utf8(body).is_ok());
    }
    let mut units = Vec::new();
    sniffed.append_to_utf16(page, &mut units);
    assert!(units.iter().copied().eq(text.encode_utf16()), "{sniffed} to UTF-16: {}", page.escape_ascii());
}
