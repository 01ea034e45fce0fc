//! A loader: from a navigation to everything that the page asks for, each resource in the context in which a browser
//! decodes it. What a context needs to know of the page is added as a fact.
//!
//! ```sh
//! cargo run -p charsniff-html5ever --example loader
//! ```

#[path = "../../../examples/local_server/mod.rs"]
mod local_server;

use charsniff::standard::{PercentEncodeSet, percent_encode_after_encoding, pick_an_encoding_for_the_form};
use charsniff::{Context, Decoded, Encoding, Kind, Source, decode};
use charsniff_html5ever::parse;
use http_body_util::BodyExt;
use local_server::{Failure, Resource, get};
use markup5ever_rcdom::{Handle, NodeData, RcDom};

const RESOURCES: [Resource; 9] = [
    (
        "/page",
        &["text/html"],
        b"<title>\xCC\xE0\xF0\xF1</title><meta charset=windows-1251>\
          <link rel=stylesheet href=/style.css><link rel=stylesheet href=/gbk.css charset=gbk>\
          <script src=/classic.js></script><script type=module src=/module.js></script>\
          <iframe src=/frame></iframe><form accept-charset='none koi8-r'></form>",
    ),
    ("/style.css", &["text/css"], b"@import '/imported.css'; q { quotes: '\xAB' '\xBB' }"),
    ("/imported.css", &["text/css"], b"p::before { content: '\xC4\xE0' }"),
    ("/gbk.css", &["text/css"], b"p::after { content: '\xBB\xF0' }"),
    ("/classic.js", &["text/javascript"], b"let planet = '\xCC\xE0\xF0\xF1'"),
    ("/module.js", &["text/javascript"], "let planet = 'Марс'".as_bytes()),
    ("/worker.js", &["text/javascript"], "let planet = 'Марс'".as_bytes()),
    ("/frame", &["text/html"], b"<p>\xCC\xE0\xF0\xF1"),
    ("/data.txt", &["text/plain"], b"\xED\xC1\xD2\xD3"),
];

pub fn main() -> Result<(), Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_io().build()?;
    runtime.block_on(async { load(&local_server::start(&RESOURCES).await?).await })
}

async fn load(server: &str) -> Result<(), Failure> {
    // The navigation. The parser reports a declaration that comes late; the document has the encoding of the end.
    let (headers, bytes) = fetch(server, "/page").await?;
    let page = parse(&bytes, &headers, &Context::html().url(server), RcDom::default);
    let document = page.sniffed.encoding;
    println!("/page: {}", page.sniffed);
    assert_eq!((page.character_set(), page.sniffed.source), ("windows-1251", Source::Meta));

    // Style sheets: the link's charset comes before the document's encoding, and a sheet's encoding is that of its imports.
    let links = elements(&page.output.document, "link");
    let context = Context::css().document(document);
    let style = load_as(server, attribute(&links[0], "href")?, &context).await?;
    assert_eq!(style.sniffed.source, Source::Document);
    assert!(style.text.ends_with("q { quotes: '«' '»' }"));
    let context = Context::of(Kind::CssFromCss).style_sheet(style.sniffed.encoding);
    let imported = load_as(server, "/imported.css", &context).await?;
    assert_eq!((imported.sniffed.source, &*imported.text), (Source::StyleSheet, "p::before { content: 'Да' }"));
    let context = Context::css().document(document).reference_charset(attribute(&links[1], "charset")?);
    assert_eq!(load_as(server, "/gbk.css", &context).await?.text, "p::after { content: '火' }");

    // Classic scripts take over the document's encoding. Modules and workers are UTF-8.
    let context = Context::classic_script().document(document);
    assert_eq!(load_as(server, "/classic.js", &context).await?.text, "let planet = 'Марс'");
    assert_eq!(load_as(server, "/module.js", &Context::module_script()).await?.text, "let planet = 'Марс'");
    let context = Context::classic_script().in_worker(true);
    assert_eq!(load_as(server, "/worker.js", &context).await?.text, "let planet = 'Марс'");

    // A frame takes over its parent's encoding if the origin is the same.
    let frame = load_as(server, "/frame", &Context::html().parent(document, true)).await?;
    assert_eq!((frame.sniffed.source, &*frame.text), (Source::Parent, "<p>Марс"));

    // XMLHttpRequest, after overrideMimeType("text/plain; charset=koi8-r"), and fetch's text(), which is always UTF-8.
    let context = Context::xhr_text().override_encoding("koi8-r");
    assert_eq!(load_as(server, "/data.txt", &context).await?.text, "Марс");
    let fetched = load_as(server, "/data.txt", &Context::of(Kind::FetchText)).await?;
    assert_eq!((fetched.sniffed.encoding, fetched.errors), (Encoding::Utf8, 4));

    // What goes out: the query of a link, and a form.
    let query = percent_encode_after_encoding(document, "q=Марс", PercentEncodeSet::SpecialQuery);
    assert_eq!(query, "q=%CC%E0%F0%F1");
    let forms = elements(&page.output.document, "form");
    let accepted = attribute(&forms[0], "accept-charset")?;
    assert_eq!(pick_an_encoding_for_the_form(document, Some(accepted)), Encoding::Koi8R);
    Ok(())
}

/// A resource, decoded as `context` prescribes.
async fn load_as(server: &str, path: &str, context: &Context) -> Result<Decoded<'static>, Failure> {
    let (headers, bytes) = fetch(server, path).await?;
    let decoded = decode(&bytes, &headers, context).into_owned();
    println!("{path}: {}", decoded.sniffed);
    Ok(decoded)
}

async fn fetch(server: &str, path: &str) -> Result<(hyper::HeaderMap, Vec<u8>), Failure> {
    let (head, body) = get(&format!("{server}{path}")).await?.into_parts();
    Ok((head.headers, body.collect().await?.to_bytes().into()))
}

/// The attributes of the elements of this name, in tree order.
fn elements(node: &Handle, wanted: &str) -> Vec<Vec<(String, String)>> {
    let mut found = Vec::new();
    if let NodeData::Element { name, attrs, .. } = &node.data
        && &*name.local == wanted
    {
        let attrs = attrs.borrow();
        found.push(attrs.iter().map(|attr| (attr.name.local.to_string(), attr.value.to_string())).collect());
    }
    found.extend(node.children.borrow().iter().flat_map(|child| elements(child, wanted)));
    found
}

fn attribute<'a>(attributes: &'a [(String, String)], name: &str) -> Result<&'a str, Failure> {
    let found = attributes.iter().find(|(other, _)| other == name);
    Ok(&found.ok_or_else(|| format!("there is no attribute {name}"))?.1)
}
