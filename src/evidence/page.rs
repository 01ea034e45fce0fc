//! What a page begins with.

/// The tags that a page may begin with. `<svg>` and `<template>` are not among them: files of other kinds do.
const TAGS: &str = "\
    a abbr address article aside audio b base big blockquote body br button canvas center code details dir div \
    dl em fieldset figure font footer form frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html i iframe img \
    input li link main marquee meta nav noscript ol p pre script section small span strong style table tbody td \
    th title tr u ul video";

/// What ends the instruction that goes on with these bytes behind `<?`. The program of a template may contain `->`.
pub(crate) fn end_of_instruction(rest: &[u8]) -> &'static str {
    match rest {
        [b'p' | b'P', b'h' | b'H', ..] | [b'=' | b' ' | b'\t' | b'\r' | b'\n', ..] => "?>",
        _ => ">",
    }
}

/// Whether a text begins as a page does: with `<!doctype html>` or a tag that pages begin with, behind comments. So a
/// mail, a table or a program is none, even if there is a page in it.
pub(crate) fn begins_as_page(text: &str) -> bool {
    let mut rest = text.trim_ascii_start();
    loop {
        let Some(tag) = rest.strip_prefix('<') else { return false };
        let end = if tag.starts_with("!--") {
            "-->"
        } else if let Some(instruction) = tag.strip_prefix('?') {
            end_of_instruction(instruction.as_bytes())
        } else {
            let name_end = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(tag.len());
            let (name, behind) = tag.split_at(name_end);
            let is_of_html =
                || behind.trim_ascii_start().get(..4).is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
            return TAGS.split(' ').any(|known| known.eq_ignore_ascii_case(name))
                || name.eq_ignore_ascii_case("!doctype") && is_of_html();
        };
        let Some((_, behind)) = rest.split_once(end) else { return false };
        rest = behind.trim_ascii_start();
    }
}
