//! What a page begins with.

/// The tags of [MIME Sniffing](https://mimesniff.spec.whatwg.org/#identifying-a-resource-with-an-unknown-mime-type), those
/// that stand in a head, and some that pages without a head begin with.
const TAGS: [&str; 42] = [
    "a", "article", "b", "base", "body", "br", "center", "div", "font", "form", "frameset", "h1", "h2", "h3", "h4",
    "h5", "h6", "head", "header", "hr", "html", "iframe", "img", "link", "main", "meta", "nav", "noscript", "ol", "p",
    "pre", "script", "section", "span", "style", "table", "tbody", "td", "title", "tr", "u", "ul",
];

/// Whether a text begins as a page does: with `<!doctype html>` or a tag that pages begin with, behind comments. So a
/// mail, a table or a program is none, even if there is a page in it.
pub(crate) fn begins_as_page(text: &str) -> bool {
    let mut rest = text.trim_ascii_start();
    loop {
        let Some(tag) = rest.strip_prefix('<') else { return false };
        let end = if tag.starts_with("!--") {
            "-->"
        } else if tag.starts_with('?') {
            "?>"
        } else {
            let name_end = tag.find(|c: char| c.is_ascii_whitespace() || matches!(c, '>' | '/')).unwrap_or(tag.len());
            let (name, behind) = tag.split_at(name_end);
            let is_of_html =
                || behind.trim_ascii_start().get(..4).is_some_and(|kind| kind.eq_ignore_ascii_case("html"));
            return TAGS.iter().any(|known| known.eq_ignore_ascii_case(name))
                || name.eq_ignore_ascii_case("!doctype") && is_of_html();
        };
        let Some((_, behind)) = rest.split_once(end) else { return false };
        rest = behind.trim_ascii_start();
    }
}
