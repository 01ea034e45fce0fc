//! The crawler's reading: a declaration is a claim, and the bytes decide.

#![cfg(feature = "detector")]

use charsniff::{
    Confidence, Context, Encoding, Kind, Outcome, Reading, Source, Stage, StreamDecoder, decode, explain, sniff,
};

const RUSSIAN: &str = "<p>Марс — четвёртая по удалённости от Солнца планета Солнечной системы.</p>";

fn crawlers(context: Context) -> Context {
    context.reading(Reading::Crawler)
}

fn encoded(text: &str, encoding: Encoding) -> Vec<u8> {
    match encoding {
        Encoding::Utf16Le => text.encode_utf16().flat_map(u16::to_le_bytes).collect(),
        Encoding::Utf16Be => text.encode_utf16().flat_map(u16::to_be_bytes).collect(),
        _ => encoding.encode(text).0.into_owned(),
    }
}

/// The encoding and the source of a crawler's verdict, which is the same in a stream.
fn verdict(bytes: &[u8], header: Option<&str>, context: Context) -> (Encoding, Source) {
    let context = crawlers(context);
    let sniffed = sniff(bytes, header, &context);
    assert_eq!(explain(bytes, header, &context).sniffed, sniffed);
    for size in [1, 7, 1 << 20] {
        let (mut stream, mut text) = (StreamDecoder::new(header, &context), String::new());
        bytes.chunks(size).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
        assert_eq!(stream.finish(&mut text).unwrap(), sniffed, "{size}");
        assert_eq!(text, decode(bytes, header, &context).text);
    }
    (sniffed.encoding, sniffed.source)
}

#[test]
fn a_wrong_declaration_is_refuted_and_the_next_one_considered() {
    let koi8_r = encoded(&format!("<meta charset=koi8-r>{RUSSIAN}"), Encoding::Koi8R);
    for header in ["text/html; charset=utf-8", "text/html; charset=iso-8859-1", "text/html; charset=windows-1251"] {
        assert_eq!(verdict(&koi8_r, Some(header), Context::html()), (Encoding::Koi8R, Source::Meta), "{header}");
        let sniffed = sniff(&koi8_r, header, &crawlers(Context::html()));
        assert_eq!(sniffed.confidence, Confidence::Tentative);
        let refuted: Vec<_> = sniffed.refuted().map(|claim| claim.source).collect();
        assert_eq!(refuted, [Source::Transport]);
        // Browsers and the standard believe the header.
        let browsers = sniff(&koi8_r, header, &Context::html().reading(Reading::Chromium));
        assert_eq!((browsers.source, browsers.refuted().count()), (Source::Transport, 0));
    }
    let liars = format!("<meta charset=big5>{RUSSIAN}");
    assert_eq!(
        verdict(liars.as_bytes(), Some("text/html; charset=koi8-r"), Context::html()),
        (Encoding::Utf8, Source::Detector)
    );
}

#[test]
fn what_is_refuted_is_explained() {
    let page = format!("<meta charset=big5>{RUSSIAN}");
    let explanation = explain(page.as_bytes(), "text/html; charset=ISO-8859-1", &crawlers(Context::html()));
    let transport = explanation.stage(Stage::Transport);
    assert_eq!(transport.outcome, Outcome::Refuted, "{explanation}");
    assert!(transport.remark.as_deref().unwrap().contains("valid UTF-8 with 58 characters"), "{explanation}");
    let prescan = explanation.stage(Stage::Prescan);
    assert_eq!((prescan.outcome, prescan.encoding), (Outcome::Refuted, Some(Encoding::Big5)));
    assert!(prescan.remark.as_deref().unwrap().contains(" malformed sequences; valid UTF-8"), "{explanation}");
    assert_eq!(explanation.stage(Stage::Detector).outcome, Outcome::Decided);
    assert_eq!(explanation.platform.unwrap().source, Source::Transport);
    let labels: Vec<_> =
        explanation.sniffed.refuted().map(|claim| (claim.encoding, claim.label().unwrap().to_vec())).collect();
    assert_eq!(labels, [(Encoding::Windows1252, b"ISO-8859-1".to_vec()), (Encoding::Big5, b"big5".to_vec())]);
}

#[test]
fn an_honest_declaration_stands_where_the_bytes_say_little() {
    // Each of these is likelier something else without the declaration.
    for (text, encoding) in [
        ("日本", Encoding::EucJp),
        ("日本", Encoding::Gbk),
        ("Ž", Encoding::Windows1250),
        ("£", Encoding::Macintosh),
        ("°C", Encoding::Koi8R),
        ("«»", Encoding::Ibm866),
        ("ё", Encoding::Iso8859_5),
        ("火星", Encoding::Utf16Le),
        ("ab", Encoding::Utf16Be),
        ("字", Encoding::Iso2022Jp),
    ] {
        let bytes = encoded(text, encoding);
        let header = format!("text/html; charset={}", encoding.name());
        if encoded(text, encoding).len() > 1 || !bytes.is_ascii() {
            assert_eq!(verdict(&bytes, Some(&header), Context::html()), (encoding, Source::Transport), "{text}");
        }
    }
    // The same text in another encoding: the one that is declared.
    let latin = b"<p>caf\xE9";
    assert_eq!(verdict(latin, Some("text/html; charset=iso-8859-15"), Context::html()).0, Encoding::Iso8859_15);
    assert_eq!(verdict(b"<p>cafe", Some("text/html; charset=big5"), Context::html()).0, Encoding::Big5);
}

/// Box-drawing characters are not letters, and a long run of one byte is no more evidence than a short one.
#[test]
fn box_drawings_keep_the_declared_encoding() {
    let drawing = "╔══════════════════════╗\n║      СКЛАД № 4       ║\n╚══════════════════════╝\n";
    let list = include_bytes!("../fixtures/pages/ru-dos.txt");
    let drawings = [drawing, "├────────────┤\n"].map(|text| encoded(text, Encoding::Ibm866));
    for bytes in drawings.into_iter().chain([list.to_vec(), list.repeat(100)]) {
        let answer = verdict(&bytes, Some("text/plain; charset=ibm866"), Context::text());
        assert_eq!(answer, (Encoding::Ibm866, Source::Transport), "{}", bytes.len());
    }
}

/// Letters that form no words, as in a word list's rules, say nothing of the encoding.
#[test]
fn lists_of_letters_keep_the_declared_encoding() {
    let rules = "βγδζθκλμνξπρστφχψ".chars().map(|letter| format!("4{letter}'\n4{letter}.\n"));
    let bytes = encoded(&format!("% rules for hyphenation\n{}", rules.collect::<String>()), Encoding::Iso8859_7);
    let answer = verdict(&bytes, Some("text/plain; charset=iso-8859-7"), Context::text());
    assert_eq!(answer, (Encoding::Iso8859_7, Source::Transport));
    // Apostrophes are no letters: these words are English.
    let words = encoded("It’s what we’d want and don’t have", Encoding::Windows1252);
    let answer = verdict(&words, Some("text/plain; charset=iso-8859-8"), Context::text());
    assert_eq!(answer, (Encoding::Windows1252, Source::Detector));
}

#[test]
fn a_single_byte_does_not_refute_a_declaration() {
    for place in ["#", "<p>#</p>", "<p>word # and more", "a::after { content: '#' }"] {
        for (text, encoding) in [
            ("°", Encoding::Koi8R),
            ("з", Encoding::Ibm866),
            ("ั", Encoding::Windows874),
            ("τ", Encoding::Windows1253),
            ("ك", Encoding::Iso8859_6),
            ("屏", Encoding::EucJp),
            ("茊", Encoding::Gbk),
        ] {
            let header = format!("text/html; charset={}", encoding.name());
            let bytes = encoded(&place.replace('#', text), encoding);
            assert_eq!(verdict(&bytes, Some(&header), Context::html()).0, encoding, "{place} {text}");
        }
    }
    let css = encoded("@charset \"koi8-r\"; a::after { content: '°' }", Encoding::Koi8R);
    assert_eq!(verdict(&css, None, Context::css()), (Encoding::Koi8R, Source::AtCharset));
}

/// A letter that stands alone among ASCII words, and again: the second time is less evidence.
#[test]
fn the_same_letter_alone_again_does_not_refute_a_declaration() {
    for (text, encoding) in [
        ("Gate Ж opens at 10, gate Ж closes at 11.", Encoding::Koi8R),
        ("Line Я of the metro, then line Я again", Encoding::Koi8R),
        ("Press я to go on, or я twice to stop", Encoding::Koi8R),
        ("The letter ж is a letter; ж has a sound.", Encoding::Ibm866),
        ("Gate Ω opens at 10, gate Ω closes at 11.", Encoding::Iso8859_7),
        ("Press λ to go on, or λ twice to stop", Encoding::Windows1253),
        ("Press ק to go on, or ק twice to stop", Encoding::Windows1255),
    ] {
        let header = format!("text/html; charset={encoding}");
        let (answer, _) = verdict(&encoded(text, encoding), Some(&*header), Context::html());
        assert_eq!(answer, encoding, "{text}");
    }
    // Three letters do.
    let french = encoded("Il va à Paris, puis où ? là, ô joie, il y a à manger", Encoding::Windows1252);
    assert_eq!(verdict(&french, Some("text/html; charset=windows-1251"), Context::html()).0, Encoding::Windows1252);
}

/// One letter of another script inside words of ASCII letters is no word of any language.
#[test]
fn letters_inside_words_of_ascii_refute_a_declaration() {
    let cases = [
        ("La riga corrente è già stata eliminata.", Encoding::Windows1251),
        ("La fórmula contida na célula", Encoding::Gbk),
        ("Die Straße nach Köln", Encoding::ShiftJis),
    ];
    for (text, lie) in cases {
        let header = format!("text/html; charset={lie}");
        let answer = verdict(&encoded(text, Encoding::Windows1252), Some(&header), Context::html());
        assert_eq!(answer, (Encoding::Windows1252, Source::Detector), "{text}");
    }
}

/// What ends in a character of UTF-8 that is incomplete keeps its declaration.
#[test]
fn a_cut_character_keeps_utf_8() {
    let header = Some("text/html; charset=utf-8");
    assert_eq!(verdict(b"het onderwijs zal kostel\xC3", header, Context::html()), (Encoding::Utf8, Source::Transport));
    assert_eq!(verdict(b"Viel Spa\xDF", header, Context::html()), (Encoding::Windows1252, Source::Detector));
    assert_eq!(verdict(b"un caf\xE9", header, Context::html()), (Encoding::Windows1252, Source::Detector));
}

/// Random characters are likely text in no encoding.
#[test]
fn gibberish_keeps_the_declared_encoding() {
    let mut state = 1u32;
    for encoding in [Encoding::Windows1251, Encoding::Koi8R, Encoding::Macintosh, Encoding::Windows1256] {
        for length in [32, 64, 1000] {
            let random = core::iter::repeat_with(|| {
                state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                0xC0 | (state >> 24) as u8
            });
            let bytes: Vec<u8> = random.take(length).collect();
            let header = format!("text/html; charset={}", encoding.name());
            assert_eq!(verdict(&bytes, Some(&header), Context::html()).0, encoding, "{length}");
        }
    }
}

/// Â before a sign is the first byte of a UTF-8 character, even if there is only one in the page.
#[test]
fn one_character_of_utf_8_refutes_windows_1252() {
    for text in ["<p>Copyright © 2004 - 2022", "<a href='/multimedia/'>» More videos</a>"] {
        let answer = verdict(text.as_bytes(), Some("text/html; charset=windows-1252"), Context::html());
        assert_eq!(answer, (Encoding::Utf8, Source::Detector), "{text}");
    }
    // Nor is it chance if no legacy encoding has the letter.
    for (text, label) in [
        ("ʃ and ʒ", "windows-1251"),
        ("the schwa ə", "iso-8859-1"),
        ("The glottal stop (ʔ)", "iso-8859-1"),
        ("akpɔ", "windows-1251"),
        ("мән", "big5"),
    ] {
        let header = format!("text/html; charset={label}");
        assert_eq!(verdict(text.as_bytes(), Some(&*header), Context::html()).0, Encoding::Utf8, "{text} {label}");
    }
}

#[test]
fn the_override_is_never_refuted() {
    let context = Context::html().override_encoding("big5");
    assert_eq!(verdict(RUSSIAN.as_bytes(), None, context.clone()), (Encoding::Big5, Source::Override));
    // A byte order mark comes before it, as the standard says.
    let marked = encoded(&format!("\u{FEFF}{RUSSIAN}"), Encoding::Utf16Be);
    assert_eq!(verdict(&marked, None, context), (Encoding::Utf16Be, Source::Bom));
}

#[test]
fn a_byte_order_mark_is_refuted_only_by_bytes_that_cannot_follow_it() {
    let mark = "\u{FEFF}";
    for encoding in [Encoding::Utf8, Encoding::Utf16Le, Encoding::Utf16Be] {
        for text in ["", "a", "火星", RUSSIAN] {
            let bytes = encoded(&format!("{mark}{text}"), encoding);
            let header = Some("text/html; charset=windows-1251");
            assert_eq!(verdict(&bytes, header, Context::html()), (encoding, Source::Bom), "{text}");
        }
    }
    let legacy = encoded(RUSSIAN, Encoding::Windows1251);
    let marked = [b"\xEF\xBB\xBF", &*legacy].concat();
    assert_eq!(verdict(&marked, None, Context::html()), (Encoding::Windows1251, Source::Detector));
    let ascii = [b"\xFF\xFE", "<p>plain words in a page".repeat(8).as_bytes()].concat();
    assert_ne!(verdict(&ascii, None, Context::html()).0, Encoding::Utf16Le);
}

#[test]
fn utf_16_that_is_declared_must_be_utf_16() {
    let header = Some("text/html; charset=utf-16le");
    assert_eq!(verdict(b"<p>plain words", header, Context::html()), (Encoding::Utf8, Source::Detector));
    assert_eq!(verdict(b"<meta charset=big5>", header, Context::html()), (Encoding::Big5, Source::Meta));
    assert_eq!(verdict(RUSSIAN.as_bytes(), header, Context::html()), (Encoding::Utf8, Source::Detector));
    let other_order = encoded(RUSSIAN, Encoding::Utf16Be);
    assert_eq!(verdict(&other_order, header, Context::html()), (Encoding::Utf16Be, Source::Detector));
    let word = encoded("because", Encoding::Utf16Be);
    assert_eq!(verdict(&word, header, Context::html()), (Encoding::Utf16Be, Source::Detector));
    // Ideographs in both orders.
    let ideographs = encoded("人人在任何地方有權被", Encoding::Utf16Le);
    assert_eq!(verdict(&ideographs, header, Context::html()), (Encoding::Utf16Le, Source::Transport));
    // U+4E00, which is U+004E in the other order: a single code unit shows no order.
    assert_eq!(verdict(&[0x00, 0x4E], header, Context::html()), (Encoding::Utf16Le, Source::Transport));
}

/// Rows whose default is UTF-8, with bytes in another encoding.
#[test]
fn every_kind_of_resource_is_read() {
    let text = "заголовок = 'Марс — четвёртая планета Солнечной системы'";
    let bytes = encoded(text, Encoding::Windows1251);
    for kind in [
        Kind::Xml,
        Kind::CssFromDocument,
        Kind::CssFromCss,
        Kind::ClassicScript,
        Kind::ModuleScript,
        Kind::FetchJson,
        Kind::XhrJson,
        Kind::WebAppManifest,
        Kind::EventStream,
        Kind::FetchText,
        Kind::TextDocument,
        Kind::XhrText,
        Kind::Webvtt,
        Kind::SourceMap,
    ] {
        let of = |header| verdict(&bytes, header, Context::of(kind));
        assert_eq!(of(None), (Encoding::Windows1251, Source::Detector), "{kind}");
        assert_eq!(of(Some("x/y; charset=windows-1251")), (Encoding::Windows1251, Source::Transport), "{kind}");
        assert_eq!(of(Some("x/y; charset=utf-8")), (Encoding::Windows1251, Source::Detector), "{kind}");
        let utf_8 = verdict(text.as_bytes(), Some("x/y; charset=windows-1251"), Context::of(kind));
        assert_eq!(utf_8, (Encoding::Utf8, Source::Detector), "{kind}");
    }
    // Contexts that do not decode resources are not affected.
    assert!(sniff(&bytes, (), &crawlers(Context::of(Kind::HeaderValue))).is_isomorphic());
}

/// Declarations as feeds and style sheets have them.
#[test]
fn malformed_declarations_are_read() {
    for declaration in [
        "<?xml version='1.0' encoding='koi8-r'?>",
        "<?xml version='1.0' encode=\"koi8-r\"?>",
        "<?xml version=1.0 encoding=koi8-r?>",
        "\r\n <?xml version='1.0' encoding = 'koi8-r' ?>",
        "<?xml encoding='koi8r'?>",
        "<?xml encoding='koi8-r?>",
    ] {
        let bytes = format!("{declaration}<rss>\u{B0}</rss>");
        let bytes = encoded(&bytes, Encoding::Koi8R);
        for context in [Context::xml(), Context::html()] {
            assert_eq!(verdict(&bytes, None, context), (Encoding::Koi8R, Source::XmlDeclaration), "{declaration}");
        }
    }
    for declaration in ["@charset 'koi8-r';", " @charset \"koi8-r\"", "@CHARSET koi8-r;", "@charset \"koi8r\";"] {
        let bytes = encoded(&format!("{declaration} a::after {{ content: '\u{B0}' }}"), Encoding::Koi8R);
        assert_eq!(verdict(&bytes, None, Context::css()), (Encoding::Koi8R, Source::AtCharset), "{declaration}");
    }
    let html = encoded("<!DOCTYPE html><html><meta charset=koi8-r><p>\u{B0}", Encoding::Koi8R);
    assert_eq!(verdict(&html, None, Context::xml()), (Encoding::Koi8R, Source::Meta));
    // An element of another language than HTML declares nothing.
    assert_eq!(verdict(b"<a><meta charset='koi8-r'/></a>", None, Context::xml()), (Encoding::Utf8, Source::Default));
}

#[test]
fn what_browsers_must_not_guess_is_found_for_crawlers() {
    let text = "Plain words, and then <b>markup</b> of a page";
    let little = encoded(text, Encoding::Utf16Le);
    assert_eq!(verdict(&little, None, Context::html()), (Encoding::Utf16Le, Source::Detector));
    let japanese = encoded("<p>火星は太陽系の惑星です", Encoding::Iso2022Jp);
    assert_eq!(verdict(&japanese, None, Context::html()), (Encoding::Iso2022Jp, Source::Detector));
    for bytes in [&little, &japanese] {
        assert_ne!(sniff(bytes, (), &Context::html()).source, Source::Detector);
    }
}

/// The check for UTF-8 does not give up early: a German page with 96 good characters, and four letters of Latin 1 at
/// its start.
#[test]
fn malformed_sequences_at_the_start_do_not_hide_utf_8() {
    let good = "Größe, Übung und Fuß. ".repeat(24);
    let page = [b"K\xF6ln, M\xFCnchen, F\xFCrth, N\xFCrnberg. ", good.as_bytes()].concat();
    assert_eq!(verdict(&page, None, Context::html()), (Encoding::Utf8, Source::Detector));
    assert_eq!(charsniff::detect(&page).unwrap().encoding, Encoding::Utf8);
    let end = [good.as_bytes(), b"K\xF6ln, M\xFCnchen, F\xFCrth, N\xFCrnberg. "].concat();
    assert_eq!(charsniff::detect(&end).unwrap().encoding, Encoding::Utf8);
}

#[test]
fn short_legacy_text_that_is_valid_utf_8_keeps_the_declared_encoding() {
    // Two characters of Big5, whose bytes are valid UTF-8.
    let bytes = b"\xC4\xB1\xC3\xB3";
    assert!(core::str::from_utf8(bytes).is_ok());
    assert_eq!(verdict(bytes, Some("text/html; charset=big5"), Context::html()).0, Encoding::Big5);
    assert_eq!(verdict(bytes, None, Context::html()).0, Encoding::Utf8);
}

#[test]
fn letters_that_a_known_language_does_not_have_refute_a_declaration() {
    let estonian = "Öösel sadas külas vihma, aga hommikul tõusis päike üle põldude ja mäe. ".repeat(16);
    let text = format!("Žürii ootas, et režiim vahetuks ja garaaž tühjeneks. {estonian}");
    for encoding in [Encoding::Windows1257, Encoding::Iso8859_4] {
        let bytes = encoded(&text, encoding);
        let answer = sniff(&bytes, "text/html; charset=windows-1252", &crawlers(Context::html())).encoding;
        assert_eq!(answer.decode(&bytes).0, text, "{encoding}");
        let header = format!("text/html; charset={encoding}");
        assert_eq!(verdict(&bytes, Some(&header), Context::html()), (encoding, Source::Transport));
    }
    // The same bytes in all: what is declared stands.
    for label in ["windows-1252", "windows-1257", "iso-8859-4", "windows-1254"] {
        let encoding = Encoding::for_label(label.as_bytes()).expect("a label");
        let header = format!("text/html; charset={label}");
        let bytes = encoded(&estonian, encoding);
        assert_eq!(verdict(&bytes, Some(&header), Context::html()), (encoding, Source::Transport));
    }
}

#[test]
fn latin_words_are_not_utf_16() {
    for text in ["milionów", "Publitgà", "Slonokoščena obala"] {
        let encoding = if text.contains('š') { Encoding::Windows1250 } else { Encoding::Windows1252 };
        let (bytes, header) = (encoded(text, encoding), format!("text/html; charset={encoding}"));
        assert_eq!(verdict(&bytes, Some(&header), Context::html()), (encoding, Source::Transport), "{text}");
        assert!(charsniff::detect(&bytes).is_some_and(|guess| guess.encoding.is_single_byte()), "{text}");
    }
}

#[test]
fn characters_of_two_bytes_that_are_declared_are_not_utf_16() {
    let bytes = encoded("この証明書", Encoding::ShiftJis);
    let verdict = verdict(&bytes, Some("text/html; charset=shift_jis"), Context::html());
    assert_eq!(verdict, (Encoding::ShiftJis, Source::Transport));
}

#[test]
fn a_truncated_character_alone_does_not_refute_a_declaration() {
    for (bytes, encoding) in [(&b"caf\xE9\x81"[..], Encoding::Windows1252), (b"\xDD\xA2\xE0", Encoding::Windows1251)] {
        let header = format!("text/html; charset={encoding}");
        assert_eq!(verdict(bytes, Some(&header), Context::html()), (encoding, Source::Transport));
    }
}

#[test]
fn without_a_detector_declarations_are_believed() {
    let context = || Context::html().detection(charsniff::Detection::Off);
    let header = Some("text/html; charset=koi8-r");
    assert_eq!(verdict(RUSSIAN.as_bytes(), header, context()), (Encoding::Koi8R, Source::Transport));
}

#[test]
fn the_last_stage_is_utf_8_for_crawlers_and_the_users_choice() {
    let user = || Context::html().default_encoding(Encoding::Windows1250);
    assert_eq!(sniff(b"<p>", (), &Context::html()).encoding, Encoding::Windows1252);
    assert_eq!(sniff(b"<p>", (), &crawlers(Context::html())).encoding, Encoding::Utf8);
    for context in [user(), crawlers(user()), user().locale("ja"), user().reading(Reading::Firefox)] {
        let sniffed = sniff(b"<p>", (), &context);
        assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Windows1250, Source::Default));
    }
    // Rows whose default is UTF-8 do not consult it.
    let css = Context::css().default_encoding(Encoding::Windows1250);
    assert_eq!(sniff(b"a", (), &css).encoding, Encoding::Utf8);
}

/// A stream decides on the 16 KiB that it holds back; if these are ASCII, on the bytes from the first one above 7F
/// on.
#[test]
fn a_stream_weighs_claims_when_the_first_bytes_above_7f_come() {
    let page = format!("<title>x</title>{}{}", "<p>plain words</p>\n".repeat(2000), RUSSIAN.repeat(4));
    for header in ["text/html; charset=iso-8859-1", "text/html; charset=utf-8", "text/html"] {
        assert_eq!(verdict_of_a_stream(page.as_bytes(), header).0, Encoding::Utf8, "{header}");
        let legacy = encoded(&page, Encoding::Windows1251);
        assert_eq!(verdict_of_a_stream(&legacy, header).0, Encoding::Windows1251, "{header}");
    }
    let refuted = verdict_of_a_stream(page.as_bytes(), "text/html; charset=iso-8859-1").1;
    assert_eq!(refuted, [Source::Transport]);
}

fn verdict_of_a_stream(bytes: &[u8], header: &str) -> (Encoding, Vec<Source>) {
    let (mut stream, mut text) = (StreamDecoder::new(header, &crawlers(Context::html())), String::new());
    bytes.chunks(1000).for_each(|chunk| stream.push(chunk, &mut text).unwrap());
    let sniffed = stream.finish(&mut text).unwrap();
    assert!(text.contains("Солнечной системы"));
    (sniffed.encoding, sniffed.refuted().map(|claim| claim.source).collect())
}
