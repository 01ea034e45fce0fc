//! Binary data, and what the pipeline makes of them.

use charsniff::{Confidence, Content, Context, Encoding, Source, Stage, explain, sniff};

const PNG: &[u8] = b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\x10\0\0\0\x10\x08\x06\0\0\0\x1F\xF3\xFF\x61\0\0\0\xC4\xE5";

#[test]
fn binary_data_are_left_to_the_default() {
    for context in
        [Context::html(), Context::text(), Context::html().as_browsers_do(), Context::html().as_crawlers_need()]
    {
        let sniffed = sniff(PNG, (), &context);
        assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Windows1252, Source::Default));
        let explanation = explain(PNG, (), &context);
        let detector = explanation.stage(Stage::Detector);
        if cfg!(feature = "detector") {
            assert_eq!(detector.remark.as_deref(), Some("binary: nothing to guess"));
        }
    }
}

#[test]
fn a_header_or_a_mark_decides_on_binary_data_as_ever() {
    let sniffed = sniff(PNG, "text/html; charset=koi8-r", &Context::html());
    assert_eq!(sniffed.to_string(), "KOI8-R certain transport");
    let marked = [b"\xFE\xFF", PNG].concat();
    assert_eq!(sniff(&marked, (), &Context::html()).source, Source::Bom);
    let declared = [PNG, b"<meta charset=gbk>"].concat();
    let sniffed = sniff(&declared, (), &Context::html());
    assert_eq!((sniffed.encoding, sniffed.confidence), (Encoding::Gbk, Confidence::Tentative));
}

#[test]
fn the_programs_of_this_machine_are_binary() {
    let own = std::env::current_exe().and_then(std::fs::read).unwrap();
    assert_eq!(Content::of(&own), Content::Binary);
    assert_eq!(Content::of(include_bytes!("content.rs")), Content::Ascii);
}
