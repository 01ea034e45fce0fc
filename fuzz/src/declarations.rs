//! The scan for late declarations on arbitrary bytes. It gives the same result for chunks of any size,
//! and the same as html5ever, except where html5ever is known to depart from the standard. Each input
//! tests one of the two properties.

use arbitrary::Unstructured;
use charsniff::{MetaDeclaration, MetaScanner, Reading};

#[path = "../../tests/support/tree_builder.rs"]
mod tree_builder;

/// Our scanner treats elements that are nested deeper than this as empty.
const DEEPEST: usize = 500;

/// Each byte of the input stands for one of these pieces, so that tags are frequent.
const PIECES: [&str; 96] = [
    "<meta charset=koi8-r>",
    "<meta charset=\"big5",
    "<META http-equiv=content-type content='a;charset=gbk'>",
    "<meta name=a content=\"text/html; charset=big5\">",
    "<meta charset=utf-16 ",
    "charset=",
    "content=",
    "http-equiv=",
    "content-type",
    "\"",
    "'",
    ">",
    "/>",
    "<",
    "</",
    "=",
    " ",
    "\n",
    "\r\n",
    "\t",
    "&#x6b;",
    "&amp",
    "&semi;",
    "-",
    "--",
    "-->",
    "--!>",
    "<!--",
    "<!-->",
    "<![CDATA[",
    "]]>",
    "<!doctype html>",
    "<!x ",
    "<?xml ",
    "<html>",
    "</html>",
    "<head>",
    "</head>",
    "<body>",
    "</body>",
    "<title>",
    "</title>",
    "<script>",
    "</script>",
    "<style>",
    "</style>",
    "<textarea>",
    "</textarea>",
    "<noscript>",
    "</noscript>",
    "<noframes>",
    "</noframes>",
    "<plaintext>",
    "<xmp>",
    "</xmp>",
    "<iframe>",
    "</iframe>",
    "<template>",
    "</template>",
    "<svg>",
    "</svg>",
    "<math>",
    "</math>",
    "<mi>",
    "<foreignObject>",
    "</foreignObject>",
    "<desc>",
    "<table>",
    "</table>",
    "<tr>",
    "</tr>",
    "<td>",
    "</td>",
    "<caption>",
    "<colgroup>",
    "<col>",
    "<select>",
    "</select>",
    "<option>",
    "<frameset>",
    "</frameset>",
    "<frame>",
    "<p>",
    "</p>",
    "<b>",
    "</b>",
    "<a>",
    "</a>",
    "<div>",
    "</div>",
    "<li>",
    "<form>",
    "</form>",
    "<button>",
    "<input type=hidden>",
    "text",
];

/// The input as it is, or made of pieces.
fn page(bytes: &[u8], of_pieces: bool) -> String {
    match of_pieces {
        false => String::from_utf8_lossy(bytes).into_owned(),
        true => bytes
            .iter()
            .map(|&byte| PIECES.get(usize::from(byte) - usize::from(byte > 0x9F) * 0xA0).copied().unwrap_or("x"))
            .collect(),
    }
}

/// Tags that look for an open element up to a special one.
const PASSING: [&str; 9] = ["<li", "<dd", "<dt", "</noscript", "</a", "</b", "</desc", "</foreignobject", "</mi"];

/// Whether the page has something that html5ever handles differently from the standard (the test
/// `late_declarations` says how): `annotation-xml`, what looks for an open element across other
/// special elements of MathML and SVG, declarations on other elements than `meta`, and a `charset`
/// that names nothing beside a `content` that does.
fn is_known_to_differ(page: &str, ours: Option<&MetaDeclaration>) -> bool {
    let lower = page.to_ascii_lowercase();
    let has = |names: &[&str]| names.iter().any(|name| lower.contains(name));
    let other = has(&["annotation-xml", "<link", "<base", "<bgsound"]);
    let special = has(&["<mi", "<mo", "<mn", "<ms", "<mtext", "<foreignobject", "<desc", "<title"]);
    let other = other || (special && has(&["<math", "<svg"]) && has(&PASSING));
    let hidden = ours.is_some_and(|found| {
        let tag = page.get(found.tag.clone()).unwrap_or_default().to_ascii_lowercase();
        tag.contains("http-equiv") && tag.matches("charset").count() > 1
    });
    other || hidden || page.matches('<').count() > DEEPEST
}

/// All declarations of a page that comes in chunks.
fn in_chunks(mut scanner: MetaScanner, page: &[u8], size: usize) -> Vec<MetaDeclaration> {
    let (mut found, mut end) = (Vec::new(), 0);
    loop {
        let position = scanner.position();
        match scanner.scan(&page[position..end], end == page.len()) {
            Some(declaration) => {
                assert!(declaration.tag.end <= scanner.position() && scanner.position() > position);
                assert!(page.get(declaration.label_range.clone()).is_some());
                found.push(declaration);
            }
            None if end == page.len() => return found,
            None => end = (end + size).min(page.len()),
        }
    }
}

/// Runs the target on one input.
pub fn run(data: &[u8]) {
    let mut u = Unstructured::new(data);
    let Ok([choices, size]) = u.arbitrary::<[u8; 2]>() else { return };
    let (scripting, of_pieces) = (choices & 1 == 0, choices & 2 == 0);
    let rest = u.take_rest();
    let page = page(rest, of_pieces);

    if choices & 4 == 0 {
        let bytes = if of_pieces { page.as_bytes() } else { rest };
        let scanner = match choices & 8 {
            0 => MetaScanner::new(scripting),
            _ => MetaScanner::for_reading(
                [Reading::Chromium, Reading::Firefox][usize::from(choices >> 5 & 1)],
                usize::from(choices) * 4,
            ),
        };
        let size = if choices & 16 == 0 { 1 } else { usize::from(size).max(1) };
        let whole = in_chunks(scanner.clone(), bytes, bytes.len().max(1));
        assert_eq!(in_chunks(scanner, bytes, size), whole);
        return;
    }

    let ours = MetaScanner::new(scripting).scan(page.as_bytes(), true);
    let expected = tree_builder::declaration(&page, scripting);
    let found = ours.as_ref().map(|found| (found.encoding, page[found.tag.end..].chars().count()));
    assert!(
        found == expected || is_known_to_differ(&page, ours.as_ref()),
        "{found:?}, html5ever {expected:?}: {page:?}"
    );
}
