//! `lint`: each rule finds what it is about, where it is, and nothing in what obeys it.

use charsniff::{Context, Encoding, Rule, lint};

/// The rules, and the bytes that they are about.
fn found<'a>(bytes: &'a [u8], headers: Option<&str>, context: &Context) -> Vec<(Rule, &'a [u8])> {
    let lint = lint(bytes, headers, context);
    lint.findings.iter().map(|finding| (finding.rule, &bytes[finding.range.clone()])).collect()
}

#[test]
fn each_rule_finds_its_place() {
    let late = format!("<title>{}</title><meta charset=utf-8>", "x".repeat(1100));
    let html = Context::html();
    let header = Some("text/html; charset=utf-8");
    for (page, headers, expected) in [
        (&b"<p>"[..], None, &[(Rule::NoDeclaration, &b""[..])][..]),
        (b"<meta charset=UTF-8>", None, &[]),
        (b"<p>", header, &[]),
        (b"<meta charset=koi8-r>", None, &[(Rule::NotUtf8, b"")]),
        (b"<meta charset=utf8>", None, &[(Rule::NotThePreferredName, b"utf8")]),
        (b"<meta charset=utf-16>", None, &[(Rule::Utf16InMeta, b"utf-16")]),
        (
            b"<meta charset=x-user-defined>",
            None,
            &[(Rule::NotUtf8, b""), (Rule::XUserDefinedInMeta, b"x-user-defined")],
        ),
        (b"<meta charset=utf8mb4>", header, &[(Rule::UnknownLabel, b"utf8mb4")]),
        (b"<meta charset=gbk>", header, &[(Rule::Disagreement, b"gbk")]),
        (
            b"<meta charset=hz-gb-2312>",
            header,
            &[(Rule::ReplacementEncoding, b"hz-gb-2312"), (Rule::Disagreement, b"hz-gb-2312")],
        ),
        (b"<meta charset=utf-8><meta charset=utf-8>", None, &[(Rule::SeveralDeclarations, b"<meta charset=utf-8>")]),
        (
            b"<meta charset=utf-8 http-equiv=content-type content='text/html; charset=utf-8'>",
            None,
            &[(Rule::HttpEquivAndCharset, b"utf-8")],
        ),
        (late.as_bytes(), header, &[(Rule::LateDeclaration, b"<meta charset=utf-8>")]),
        (b"\xE2\x82<p>\xEF\xBF\xBD", header, &[(Rule::Malformed, b"\xE2\x82")]),
        (b"a\0", header, &[(Rule::Nul, b"\0")]),
        ("\u{85}".as_bytes(), header, &[(Rule::C1Control, "\u{85}".as_bytes())]),
        (
            "\u{FDD0}\u{1FFFE}".as_bytes(),
            header,
            &[(Rule::Noncharacter, "\u{FDD0}".as_bytes()), (Rule::Noncharacter, "\u{1FFFE}".as_bytes())],
        ),
        (b"a\t\r\n\x0C\x0B\x7F", header, &[(Rule::Control, b"\x0B"), (Rule::Control, b"\x7F")]),
        ("\u{E000}".as_bytes(), header, &[(Rule::PrivateUse, "\u{E000}".as_bytes())]),
    ] {
        assert_eq!(found(page, headers, &html), expected, "{}", page.escape_ascii());
    }
    let xml = Context::xml();
    assert_eq!(found("\u{7F}\u{85}\u{0C}".as_bytes(), header, &xml), [(Rule::Control, &b"\x0C"[..])]);
    let text = Context::text();
    assert_eq!(found(b"\x1B[1m\x7F", Some("text/plain; charset=utf-8"), &text), []);
    let list = Context::for_mime_type("application/vnd.apple.mpegurl");
    assert_eq!(found(b"\xEF\xBB\xBF#EXTM3U", None, &list), [(Rule::ForbiddenMark, &b"\xEF\xBB\xBF"[..])]);
    assert_eq!(found(b"#EXTM3U", None, &list), []);
    let script = Context::for_mime_type("text/javascript");
    assert_eq!(found("'é'".as_bytes(), None, &script), [(Rule::ReliesOnTheDocument, &b""[..])]);
    assert_eq!(found("'é'".as_bytes(), Some("text/javascript; charset=utf-8"), &script), []);
    let json = Context::for_mime_type("application/json");
    assert_eq!(found(b"\xEF\xBB\xBF{}", None, &json), [(Rule::ForbiddenMark, &b"\xEF\xBB\xBF"[..])]);
    assert_eq!(found(b"{}", None, &json), []);
    let css = Context::css();
    assert_eq!(found("a{content:'é'}".as_bytes(), None, &css), [(Rule::ReliesOnTheDocument, &b""[..])]);
    assert_eq!(found("@charset \"utf-8\";a{content:'é'}".as_bytes(), None, &css), []);
}

/// The text is judged in the encoding that it is in, not in the one that a wrong declaration names.
#[cfg(feature = "detector")]
#[test]
fn a_declaration_that_lies_is_the_finding() {
    let html = Context::html();
    let page = "<meta charset=iso-8859-1><p>Ĝis la revido, ĉiuj “amikoj” ŝatas ĝin".as_bytes();
    let all = lint(page, (), &html);
    assert_eq!(
        found(page, None, &html),
        [(Rule::NotThePreferredName, &b"iso-8859-1"[..]), (Rule::Disagreement, &b"iso-8859-1"[..])]
    );
    assert_eq!(all.findings[1].message, "the meta names windows-1252, but the bytes are UTF-8");
    let page = "<title>Größe</title><p>für Müller, größer".as_bytes();
    let lies = "text/html; charset=koi8-r";
    assert_eq!(found(page, Some(lies), &html), [(Rule::Disagreement, &b""[..])]);
    assert_eq!(lint(page, lies, &html).findings[0].message, "the header names KOI8-R, but the bytes are UTF-8");
    assert_eq!(found(page, None, &html), [(Rule::NoDeclaration, &b""[..])]);
    // An honest declaration stays what the text is judged by.
    assert_eq!(found(b"<meta charset=windows-1252>f\xFCr\x81", None, &html)[1..], [(Rule::C1Control, &b"\x81"[..])]);
}

#[test]
fn utf_32_is_one_finding() {
    let little: Vec<u8> = "\u{FEFF}<p>für".chars().flat_map(|c| u32::from(c).to_le_bytes()).collect();
    let big: Vec<u8> = "\u{FEFF}<p>für".chars().flat_map(|c| u32::from(c).to_be_bytes()).collect();
    for page in [little, big] {
        assert_eq!(found(&page, Some("text/html; charset=utf-8"), &Context::html()), [(Rule::Utf32, &page[..4])]);
    }
}

#[test]
fn findings_are_bounded_and_counted() {
    let page =
        [b"<meta charset=utf-8>".as_slice(), &[&b"Gr\xC3\xB6\xC3\x9Fe f\xC3\xBCr \xFF"[..]; 1000].concat()].concat();
    let lint = lint(&page, (), &Context::html());
    assert_eq!((lint.findings.len(), lint.unlisted), (100, 900));
}

/// No page: nothing has to declare its encoding.
#[test]
fn what_is_no_page_needs_no_declaration() {
    let table = "naïve;café\nété;Noël\n".as_bytes();
    assert_eq!(lint(table, (), &Context::html()).findings, []);
    assert_eq!(lint(table, "text/html", &Context::html()).findings[0].rule, Rule::NoDeclaration);
}

/// What `convert` says that it mends, it mends.
#[test]
fn convert_mends() {
    for page in [
        &b"<p>"[..],
        b"<meta charset=koi8-r>\xED",
        b"<meta charset=utf8>",
        b"<meta charset=utf-16>",
        b"<meta charset=x-user-defined>",
        b"<meta charset=utf8mb4>",
        b"<?xml version='1.0' encoding='latin1'?><meta charset=gbk>",
    ] {
        let before = lint(page, (), &Context::html());
        assert!(before.findings.iter().any(|finding| finding.rule.is_mended_by_convert()));
        let converted = charsniff::convert(page, (), &Context::html(), Encoding::Utf8).unwrap();
        let after = lint(&converted.bytes, converted.header.as_deref(), &Context::html());
        let left: Vec<_> = after.findings.iter().filter(|finding| finding.rule.is_mended_by_convert()).collect();
        assert!(left.is_empty(), "{} {left:?}", converted.bytes.escape_ascii());
    }
}

#[test]
fn text_that_was_encoded_twice() {
    let header = Some("text/html; charset=utf-8");
    let html = Context::html();
    let page = "<p>Ã§a va Ãªtre trÃ¨s bien, NicolÃ¡s";
    let found_in = found(page.as_bytes(), header, &html);
    let texts: Vec<&str> = found_in.iter().map(|(_, bytes)| std::str::from_utf8(bytes).unwrap()).collect();
    assert!(found_in.iter().all(|(rule, _)| *rule == Rule::DoublyEncoded), "{found_in:?}");
    assert_eq!(texts, ["Ã§", "Ãª", "Ã¨", "Ã¡"]);
    assert_eq!(found("<p>ça va être très bien, Nicolás".as_bytes(), header, &html), []);
}

#[cfg(feature = "nfc")]
#[test]
fn text_that_is_not_normalized() {
    use unicode_normalization::UnicodeNormalization;

    let header = Some("text/plain; charset=utf-8");
    let text = Context::text();
    for (part, composed) in [
        ("e\u{301}", "é"),
        ("\u{212B}", "Å"),
        ("a\u{315}\u{300}", "à\u{315}"),
        ("\u{1100}\u{1161}\u{11A8}", "각"),
        ("\u{301}", "\u{301}"),
        ("\u{958}", "\u{915}\u{93C}"),
    ] {
        assert_eq!(part.nfc().collect::<String>(), composed);
        let line = format!("x\n한 é {part} z");
        let lint = lint(line.as_bytes(), header, &text);
        if part == composed {
            assert_eq!(lint.findings, []);
            continue;
        }
        let [finding] = &lint.findings[..] else { panic!("{part:?}: {lint:?}") };
        assert_eq!((finding.rule, finding.line), (Rule::NotNfc, 2));
        // The place ends with the part, and may begin with the character before it.
        assert!(line[finding.range.clone()].ends_with(part) && finding.range.len() <= part.len() + 1);
        assert!(finding.message.contains(composed));
    }
    let many = "e\u{301} ".repeat(150);
    assert_eq!(
        (lint(many.as_bytes(), header, &text).findings.len(), lint(many.as_bytes(), header, &text).unlisted),
        (100, 50)
    );
}
