//! `claims`: what the header and the page say, whichever of them decides.

use charsniff::{Context, Kind, Reading, Stage, declarations, explain, sniff};

/// The names of both.
fn both(bytes: &[u8], header: &str, context: &Context) -> (Option<String>, Option<String>) {
    let declared = claims(bytes, header, context);
    (declared.header.map(|declared| declared.name()), declared.meta.map(|declared| declared.name()))
}

#[test]
fn a_declaration_that_does_not_decide_is_told() {
    let context = Context::html().reading(Reading::Crawler);
    let some = |name: &str| Some(name.to_owned());
    let page = "<meta charset=koi8-r><p>Größe, schön".as_bytes();
    assert_eq!(both(page, "text/html; charset=utf-8", &context), (some("UTF-8"), some("KOI8-R")));
    assert_eq!(both(page, "text/html; charset=cp-1251", &context), (some("windows-1251"), some("KOI8-R")));
    assert_eq!(both(page, "text/html; charset=Nonsense", &context), (some("nonsense"), some("KOI8-R")));
    assert_eq!(both(page, "text/html", &context), (None, some("KOI8-R")));
    assert_eq!(both(b"\xEF\xBB\xBF<p>", "text/html", &context), (None, None));
    let xml = Context::xml().reading(Reading::Crawler);
    assert_eq!(both(b"<?xml version='1.0' encoding='Big5'?><a/>", "text/xml", &xml), (None, some("Big5")));
    let long = format!("<meta charset={}>", "x".repeat(5000));
    assert_eq!(both(long.as_bytes(), "text/html", &context).1.map(|name| name.len()), Some(256));
}

/// In every context and reading, they are what `explain` reports of these stages.
#[test]
fn they_are_those_of_the_explanation() {
    let pages: [&[u8]; 6] = [
        b"<meta charset=koi8-r>\xC1\xC2",
        b"<meta charset=nonsense>",
        b"<?xml version='1.0' encoding='gbk'?><a/>",
        b"@charset \"big5\"; a { }",
        b"<\0?\0x\0m\0l\0 \0",
        b"{}",
    ];
    let headers = ["text/html", "text/html; charset=euc-kr", "text/css; charset=sjis", "text/xml; charset=nonsense"];
    let mut told = 0;
    for (kind, reading) in Kind::ALL.iter().flat_map(|kind| Reading::ALL.iter().map(move |reading| (*kind, *reading))) {
        let context = Context::of(kind).reading(reading);
        for (page, header) in pages.iter().flat_map(|page| headers.iter().map(move |header| (page, *header))) {
            let declared = claims(page, header, &context);
            let explanation = explain(page, header, &context);
            for (declared, stage) in [(declared.header, Stage::Transport), (declared.meta, Stage::Prescan)] {
                let report = explanation.stage(stage);
                let Some(declared) = declared else {
                    assert!(report.label.is_none(), "{kind} {reading}: {header}: {report:?}");
                    continue;
                };
                assert_eq!(declared.encoding, report.encoding, "{kind} {reading}: {header}");
                assert_eq!(&*declared.label, report.label.as_deref().unwrap_or_default());
                told += 1;
            }
        }
    }
    assert!(told > 1000, "{told}");
}

#[test]
fn only_another_text_refutes_a_declaration() {
    let context = Context::html().reading(Reading::Crawler);
    let refuted = |page: &[u8], header: &str| {
        let (sniffed, declared) = (sniff(page, header, &context), claims(page, header, &context));
        [declared.header, declared.meta].map(|one| one.map(|one| one.is_refuted(page, &sniffed)))
    };
    let german = "<meta charset=koi8-r><p>Größe, schön, Straße".as_bytes();
    assert_eq!(refuted(german, "text/html; charset=utf-8"), [Some(false), Some(true)]);
    assert_eq!(refuted(german, "text/html; charset=latin1"), [Some(true), Some(true)]);
    // ASCII is the same text in both.
    assert_eq!(refuted(b"<meta charset=koi8-r><p>Mars", "text/html; charset=utf-8"), [Some(false), Some(false)]);
    assert_eq!(refuted(german, "text/html; charset=nonsense"), [Some(false), Some(true)]);
    // A byte order mark is no text.
    assert_eq!(refuted(b"\xEF\xBB\xBF<p>Mars", "text/html; charset=utf-8"), [Some(false), None]);
}
