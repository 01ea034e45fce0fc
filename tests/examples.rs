//! Runs the examples. Each asserts what it shows.

#![allow(clippy::duplicate_mod, reason = "two examples share the local server")]

#[path = "../examples/cssparser.rs"]
mod cssparser;
#[cfg(all(feature = "http", feature = "futures"))]
#[path = "../examples/fetch.rs"]
mod fetch;
#[cfg(feature = "html5ever")]
#[path = "../examples/html5ever.rs"]
mod html5ever;
#[cfg(all(feature = "html5ever", feature = "http"))]
#[path = "../examples/loader.rs"]
mod loader;
#[cfg(feature = "encoding_rs")]
#[path = "../examples/lol_html.rs"]
mod lol_html;
#[path = "../examples/quick_xml.rs"]
mod quick_xml;

#[cfg(feature = "html5ever")]
#[test]
fn html5ever_starts_again_when_the_encoding_changes() {
    html5ever::main();
}

#[cfg(all(feature = "http", feature = "futures"))]
#[test]
fn hyper_brings_legacy_pages_in_chunks() {
    fetch::main().unwrap();
}

#[test]
fn quick_xml_reads_a_feed_in_shift_jis() {
    quick_xml::main();
}

#[test]
fn cssparser_reads_a_style_sheet_in_the_encoding_of_its_environment() {
    cssparser::main();
}

#[cfg(all(feature = "html5ever", feature = "http"))]
#[test]
fn a_loader_decodes_each_resource_in_its_context() {
    loader::main().unwrap();
}

#[cfg(feature = "encoding_rs")]
#[test]
fn lol_html_rewrites_a_page_in_its_own_encoding() {
    lol_html::main();
}
