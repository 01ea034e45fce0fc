//! Runs the examples. Each asserts what it shows.

#[path = "../examples/cssparser.rs"]
mod cssparser;
#[cfg(all(feature = "http", feature = "futures"))]
#[path = "../examples/fetch.rs"]
mod fetch;
#[cfg(feature = "encoding_rs")]
#[path = "../examples/lol_html.rs"]
mod lol_html;
#[path = "../examples/quick_xml.rs"]
mod quick_xml;

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

#[cfg(feature = "encoding_rs")]
#[test]
fn lol_html_rewrites_a_page_in_its_own_encoding() {
    lol_html::main();
}
