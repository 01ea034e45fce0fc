//! `declarations`: every declaration is found, and the one that counts is that of `sniff`.

use std::fs;

use charsniff::{Claim, Context, Encoding, Reading, Source, claims, declarations, sniff};

fn labels(page: &[u8], context: &Context) -> Vec<(String, bool, String)> {
    let found = declarations(page, (), context).into_iter();
    found
        .map(|found| {
            let range = found.label_range.clone().unwrap();
            let label = String::from_utf8_lossy(&page[range]).into_owned();
            (label, found.counts, found.why_not.unwrap_or_default().into_owned())
        })
        .collect()
}

#[test]
fn all_are_found_with_the_reason() {
    let padding = " ".repeat(1100);
    let page = format!(
        "<title><meta charset=big5></title><meta charset=nonsense><meta charset=gbk \
         http-equiv=content-type content='text/html; charset=koi8-r'>{padding}<meta charset=latin1>"
    );
    let standard = labels(page.as_bytes(), &Context::html());
    let expected = [
        ("big5", true, ""),
        ("nonsense", false, "the label names no encoding"),
        ("gbk", false, "an earlier declaration comes first"),
        ("koi8-r", false, "an earlier declaration comes first"),
        ("latin1", false, "an earlier declaration comes first"),
    ];
    let expected = expected.map(|(label, counts, why)| (label.to_owned(), counts, why.to_owned()));
    assert_eq!(standard, expected);
    let chromiums = labels(page.as_bytes(), &Context::html().reading(Reading::Chromium));
    assert_eq!(chromiums[0].2, "it is in raw text, where no parser acts on it");
    assert!(chromiums[2].1);

    let late = format!("{padding}<meta charset=latin1>");
    assert_eq!(labels(late.as_bytes(), &Context::html())[0].2, "it ends behind the first 1024 bytes");
}

#[test]
fn declarations_in_utf_16_have_places_in_the_bytes() {
    let text = "<?xml version='1.0' encoding='utf-16'?><a/>";
    let bytes: Vec<u8> = [0xFF, 0xFE].into_iter().chain(text.encode_utf16().flat_map(u16::to_le_bytes)).collect();
    let found = declarations(&bytes, (), &Context::xml());
    assert_eq!((found[0].source, found[0].range.clone(), found[0].counts), (Source::Bom, Some(0..2), true));
    let label: Vec<u8> = "utf-16".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert_eq!(&bytes[found[1].label_range.clone().unwrap()], &label[..]);
    assert_eq!(found[1].why_not.as_deref(), Some("bom decided before"));
}

/// Of all documents of `fixtures/pages`, in every reading.
#[test]
fn what_counts_is_the_verdict() {
    let mut counted = 0;
    for entry in fs::read_dir("fixtures/pages").unwrap() {
        let path = entry.unwrap().path();
        if !path.is_file() {
            continue;
        }
        let bytes = fs::read(&path).unwrap();
        for reading in [Reading::Standard, Reading::Chromium, Reading::Firefox, Reading::Crawler] {
            for context in [Context::html(), Context::xml(), Context::css()] {
                let context = context.reading(reading);
                let sniffed = sniff(&bytes, (), &context);
                let found = declarations(&bytes, (), &context);
                let counts: Vec<_> = found.iter().filter(|found| found.counts).collect();
                let is_declared =
                    [Source::Bom, Source::Meta, Source::AtCharset, Source::XmlDeclaration].contains(&sniffed.source);
                let is_implied = sniffed.source == Source::XmlDeclaration && sniffed.encoding.is_utf_16();
                // What a crawl's rows say is one of them, also where the header decided.
                let claimed = claims(&bytes, "text/html; charset=koi8-r", &context);
                let found = declarations(&bytes, "text/html; charset=koi8-r", &context);
                let is_found = |claim: &Claim, in_bytes: bool| {
                    found.iter().any(|found| {
                        found.label.as_deref() == Some(&claim.label)
                            && found.encoding == claim.encoding
                            && found.range.is_some() == in_bytes
                    })
                };
                assert!(claimed.header.is_some_and(|claim| is_found(&claim, false)));
                let meta = claimed.meta.filter(|claim| !claim.label.is_empty());
                assert!(meta.is_none_or(|claim| is_found(&claim, true)), "{} {found:?}", path.display());
                if is_declared && !is_implied {
                    assert_eq!(counts.len(), 1, "{} {reading:?} {found:?}", path.display());
                    assert_eq!((counts[0].source, counts[0].encoding), (sniffed.source, Some(sniffed.encoding)));
                    counted += 1;
                } else {
                    assert!(counts.is_empty(), "{} {found:?}", path.display());
                }
            }
        }
    }
    assert!(counted > 100, "{counted}");
}

#[test]
fn a_misspelled_label_is_what_the_crawler_reads() {
    let found = declarations("<meta charset=cp-1251>\u{44f}".as_bytes(), (), &Context::html());
    assert_eq!(found[0].encoding, None);
    let crawlers =
        declarations(b"<meta charset=cp-1251>\xCC\xE0\xF0\xF1", (), &Context::html().reading(Reading::Crawler));
    assert_eq!((crawlers[0].encoding, crawlers[0].counts), (Some(Encoding::Windows1251), true));
}
