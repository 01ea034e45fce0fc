//! Security problems of character encodings, each as a test with the name of the problem and a
//! reference. <https://encoding.spec.whatwg.org/#security-background> is the overview.

use charsniff::{Change, Context, Detection, Encoding, Kind, Reading, Source, decode, sniff};

fn html() -> Context {
    Context::html()
}

#[track_caller]
fn text(encoding: Encoding, bytes: &[u8]) -> String {
    let whole = encoding.decode_without_bom_handling(bytes).0.into_owned();
    let mut decoder = encoding.new_decoder_without_bom_handling();
    let mut in_pieces = String::new();
    for chunk in bytes.chunks(1).chain([&[][..]]) {
        let mut room = [0; 64];
        let (_, _, written, _) = decoder.decode_to_utf8(chunk, &mut room, chunk.is_empty());
        in_pieces += std::str::from_utf8(&room[..written]).unwrap();
    }
    assert_eq!(in_pieces, whole, "byte by byte");
    whole
}

/// If an attacker can insert escape sequences that make a detector answer ISO-2022-JP, text of a
/// page without a declaration turns into markup: "Encoding Differentials: Why Charset Matters",
/// <https://www.sonarsource.com/blog/encoding-differentials-why-charset-matters/>.
#[test]
fn iso_2022_jp_is_not_detected() {
    let page = b"<img alt='\x1B(J'><p>\x1B$B%F%9%H\x1B(B</p><img alt='\x1B(B onerror=alert(1)'>";
    for detection in [Detection::Off, Detection::Legacy, Detection::Full] {
        for context in
            [html(), html().tld("jp"), html().locale("ja"), Context::text(), html().reading(Reading::Chromium)]
        {
            let sniffed = sniff(page, (), &context.detection(detection));
            assert_ne!(sniffed.encoding, Encoding::Iso2022Jp);
        }
    }
    // Only a caller who asks for it gets it.
    #[cfg(feature = "detector")]
    assert_eq!(sniff(page, (), &html().detect_iso_2022_jp(true)).encoding, Encoding::Iso2022Jp);
}

/// Empty escape sequences can be put between the letters of a forbidden word
/// (<https://encoding.spec.whatwg.org/#iso-2022-jp-decoder>, the decoder's *output* flag).
#[test]
fn an_empty_escape_leaves_a_mark() {
    assert_eq!(text(Encoding::Iso2022Jp, b"<scr\x1B(J\x1B(Bipt>"), "<scr\u{FFFD}ipt>");
    assert_eq!(text(Encoding::Iso2022Jp, b"a\x1B$B\x1B$B\x1B(Bb"), "a\u{FFFD}\u{FFFD}b");
    assert_eq!(text(Encoding::Iso2022Jp, b"\x1B$B\x1B(B"), "\u{FFFD}");
    // If a character is between two escape sequences, the second one is not empty.
    assert_eq!(text(Encoding::Iso2022Jp, b"\x1B(Ja\x1B(Bb"), "ab");
}

/// Such controls in a text would be decoded as escape sequences later
/// (<https://encoding.spec.whatwg.org/#iso-2022-jp-encoder>, step 3).
#[cfg(feature = "encode")]
#[test]
fn controls_do_not_pass_through_the_iso_2022_jp_encoder() {
    let (bytes, _, had_unmappables) = Encoding::Iso2022Jp.encode("a\x1B$B%F\x0E\x0Fb");
    assert!(had_unmappables && !bytes.iter().any(|byte| matches!(byte, 0x0E | 0x0F | 0x1B)), "{bytes:02X?}");
    // What replaces a character that cannot be encoded is not decoded as part of another one.
    let (bytes, ..) = Encoding::Iso2022Jp.encode("\u{706B}\u{1F600}");
    assert_eq!(*bytes, *b"\x1B$B2P\x1B(B&#128512;");
}

/// UTF-7 writes `<` as `+ADw-`, which filters do not recognize: CVE-2007-1114 (in Internet Explorer
/// a frame inherited UTF-7). User agents must not support it,
/// <https://html.spec.whatwg.org/multipage/parsing.html#character-encodings>.
#[test]
fn utf_7_is_not_supported() {
    for label in ["utf-7", "UTF7", "unicode-1-1-utf-7", "csUnicode11UTF7", "x-unicode-2-0-utf-7"] {
        assert_eq!(Encoding::for_label(label.as_bytes()), None);
        let header = format!("text/html; charset={label}");
        let page = format!("<meta charset={label}>+ADw-script+AD4-alert(1)+ADw-/script+AD4-");
        for context in [html(), html().reading(Reading::Chromium), html().detection(Detection::Legacy)] {
            let decoded = decode(page.as_bytes(), header.as_str(), &context);
            assert_eq!((decoded.text.as_ref(), decoded.sniffed.source), (page.as_str(), Source::Default));
        }
    }
}

/// HZ hides ASCII between `~{` and `~}`, ISO-2022-KR and -CN after a shift (CVE-2012-0477). A
/// resource that declares one of them becomes a single U+FFFD,
/// <https://encoding.spec.whatwg.org/#replacement>, and they are never detected.
#[test]
fn replacement_encodings_give_one_u_fffd() {
    for label in ["hz-gb-2312", "iso-2022-kr", "iso-2022-cn", "iso-2022-cn-ext", "csiso2022kr", "replacement"] {
        assert_eq!(Encoding::for_label(label.as_bytes()), Some(Encoding::Replacement));
        assert_eq!(Encoding::for_label_no_replacement(label.as_bytes()), None);
        let page = format!("<meta charset={label}><script>alert(1)</script>");
        let decoded = decode(page.as_bytes(), (), &html());
        assert_eq!((decoded.text.as_ref(), decoded.errors), ("\u{FFFD}", 1));
    }
    assert_eq!(text(Encoding::Replacement, b"<script>"), "\u{FFFD}");
    assert_eq!(text(Encoding::Replacement, b""), "");
    for bytes in ["~{<:Ky2;R~}", "\u{1B}$)C\u{E}1s\u{F}", "\u{1B}$)A\u{E}=;\u{F}"] {
        assert_ne!(sniff(bytes.as_bytes(), (), &html()).encoding, Encoding::Replacement);
    }
}

/// If a decoder takes any byte for a trail, a lead byte before a quotation mark or a bracket
/// swallows it (CVE-2012-0471). Every multi-byte decoder restores ASCII bytes,
/// <https://encoding.spec.whatwg.org/#legacy-multi-byte-chinese-(simplified)-encodings>.
#[test]
fn a_lead_byte_masks_no_ascii() {
    let legacy = [
        Encoding::Gbk,
        Encoding::Gb18030,
        Encoding::Big5,
        Encoding::EucJp,
        Encoding::ShiftJis,
        Encoding::EucKr,
        Encoding::Utf8,
    ];
    for encoding in legacy {
        for lead in 0x80..=0xFF {
            for ascii in b"\"'<>&/= ;\0\n" {
                let bytes = [lead, *ascii, b'x'];
                let text = text(encoding, &bytes);
                let kept = text.ends_with(&format!("{}x", char::from(*ascii)));
                assert!(kept, "{encoding} {bytes:02X?}: {text:?}");
            }
        }
    }
    // Four bytes of gb18030, the second and the fourth of which are ASCII.
    assert_eq!(text(Encoding::Gb18030, b"\x81\x30<a>"), "\u{FFFD}0<a>");
    assert_eq!(text(Encoding::Gb18030, b"\x81\x30\x81<a>"), "\u{FFFD}0\u{FFFD}<a>");
    assert_eq!(text(Encoding::EucJp, b"\x8F\xA2<a>"), "\u{FFFD}<a>");
}

/// `C0 AF` for `/` left the server's folder (CVE-2000-0884, CVE-2008-2938): RFC 3629, section 10.
#[test]
fn overlong_utf_8_is_an_error() {
    for bytes in
        [&b"\xC0\xAF"[..], b"\xC1\x9C", b"\xE0\x80\xAF", b"\xE0\x9F\xBF", b"\xF0\x80\x80\xAF", b"\xF0\x8F\xBF\xBF"]
    {
        assert_eq!(text(Encoding::Utf8, bytes), "\u{FFFD}".repeat(bytes.len()), "{bytes:02X?}");
        assert_eq!(Encoding::utf8_valid_up_to(bytes), 0);
    }
    // The same for surrogates, code points above U+10FFFF, and sequences of five and six bytes.
    for bytes in [&b"\xED\xA0\x80"[..], b"\xF4\x90\x80\x80", b"\xF5\x80\x80\x80", b"\xF8\x88\x80\x80\x80"] {
        assert_eq!(text(Encoding::Utf8, bytes), "\u{FFFD}".repeat(bytes.len()), "{bytes:02X?}");
    }
    // A sequence that is cut off is one error, and hides nothing after it.
    assert_eq!(text(Encoding::Utf8, b"\xF0\x9F\x98<a>"), "\u{FFFD}<a>");
}

/// A declaration in ASCII that says UTF-16 cannot be true,
/// <https://html.spec.whatwg.org/multipage/parsing.html#prescan-a-byte-stream-to-determine-its-encoding>.
/// The same holds for `@charset` and the XML declaration.
#[test]
fn utf_16_declared_in_ascii_is_utf_8() {
    for label in ["utf-16", "UTF-16BE", "utf-16le", "ucs-2", "iso-10646-ucs-2", "unicodefffe"] {
        let page = format!("<meta charset={label}><p>a");
        assert_eq!(sniff(page.as_bytes(), (), &html()).encoding, Encoding::Utf8);
        assert_eq!(sniff(page.as_bytes(), (), &html().reading(Reading::Chromium)).encoding, Encoding::Utf8);
        let sheet = format!("@charset \"{label}\";");
        assert_eq!(sniff(sheet.as_bytes(), (), &Context::css().document(Encoding::Gbk)).encoding, Encoding::Utf8);
        let feed = format!("<?xml version='1.0' encoding='{label}'?><a/>");
        let sniffed = sniff(feed.as_bytes(), (), &Context::xml());
        assert_eq!((sniffed.encoding, sniffed.source), (Encoding::Utf8, Source::XmlDeclaration));
        let mut late = sniff(b"<p>", (), &html());
        let _ = late.change_the_encoding(label.as_bytes(), b"<p>");
        assert_eq!(late.encoding, Encoding::Utf8);
    }
}

/// A page must not be able to choose the encoding of a page that it frames: CVE-2007-0996 (Firefox)
/// and CVE-2007-1114 (Internet Explorer). Only a parent of the same origin counts, and never if it
/// is UTF-16:
/// <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>.
#[test]
fn a_parent_counts_only_with_the_same_origin() {
    for parent in Encoding::ALL {
        let other = sniff(b"<p>a", (), &html().parent(parent, false));
        assert_eq!(other.source, Source::Default);
        let same = sniff(b"<p>a", (), &html().parent(parent, true));
        assert_eq!(same.source == Source::Parent, !parent.is_utf_16());
        let history = sniff(b"<p>a", (), &html().parent(parent, false).history(Encoding::Gbk));
        assert_eq!((history.encoding, history.source), (Encoding::Gbk, Source::History));
        // Only a page in a frame inherits an encoding.
        for kind in Kind::ALL.iter().filter(|kind| **kind != Kind::Html) {
            assert_ne!(sniff(b"a", (), &Context::of(*kind).parent(parent, true)).source, Source::Parent);
        }
    }
}

/// In `x-user-defined`, bytes become characters for private use, which filters do not recognize. A
/// declaration that says so means windows-1252, in the prescan and in a late declaration,
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>.
#[test]
fn x_user_defined_in_a_meta_is_windows_1252() {
    let page = b"<meta charset=x-user-defined>\xE9";
    for context in [html(), html().reading(Reading::Chromium)] {
        let decoded = decode(page, (), &context);
        assert_eq!((decoded.sniffed.encoding, decoded.sniffed.source), (Encoding::Windows1252, Source::Meta));
        assert!(decoded.text.ends_with('\u{E9}'));
    }
    let read = "<p>a";
    let mut late = sniff(read.as_bytes(), (), &html().locale("ru"));
    let change = late.change_the_encoding(b"x-user-defined", read.as_bytes());
    assert_eq!(change, Change::Switch { encoding: Encoding::Windows1252, agreed: read.len() });
    // In HTTP it means what it says.
    let header = "text/html; charset=x-user-defined";
    assert_eq!(sniff(page, header, &html()).encoding, Encoding::XUserDefined);
}

/// Somebody who can append to a header must not be able to change the charset. The first `charset`
/// of a value counts (<https://mimesniff.spec.whatwg.org/#parsing-a-mime-type>, step 11), whatever
/// quotes and commas follow, and a later value without a charset does not undo it
/// (<https://fetch.spec.whatwg.org/#concept-header-extract-mime-type>).
#[test]
fn the_first_charset_parameter_counts() {
    let encoding = |header: &str| sniff(b"", header, &html()).encoding;
    assert_eq!(encoding("text/html;charset=utf-8;charset=iso-2022-jp"), Encoding::Utf8);
    assert_eq!(encoding("text/html;charset=\"utf-8\";charset=iso-2022-jp"), Encoding::Utf8);
    assert_eq!(encoding("text/html;x=\";charset=iso-2022-jp;\";charset=utf-8"), Encoding::Utf8);
    assert_eq!(encoding("text/html;CHARSET=utf-8;x=\"\\\";charset=iso-2022-jp"), Encoding::Utf8);
    assert_eq!(encoding("text/html;charset=utf-8, text/html"), Encoding::Utf8);
    assert_eq!(encoding("text/html;charset=utf-8, */*;charset=iso-2022-jp"), Encoding::Utf8);
    let many = format!("text/html;charset=utf-8{}", ";charset=iso-2022-jp".repeat(5000));
    assert_eq!(encoding(&many), Encoding::Utf8);
    // The first counts even if it names no encoding.
    assert_eq!(sniff(b"", "text/html;charset=none;charset=gbk", &html()).source, Source::Default);
    // In a tag the first attribute of a name counts; in Chromium the last.
    let page = b"<meta charset=utf-8 charset=iso-2022-jp http-equiv=content-type content='x;charset=gbk'>";
    assert_eq!(sniff(page, (), &html()).encoding, Encoding::Utf8);
    assert_eq!(sniff(page, (), &html().reading(Reading::Firefox)).encoding, Encoding::Utf8);
    assert_eq!(sniff(page, (), &html().reading(Reading::Chromium)).encoding, Encoding::Iso2022Jp);
}

/// Some programs end strings at NUL and others do not. It is never whitespace
/// (<https://encoding.spec.whatwg.org/#concept-encoding-get>), and never part of a name.
#[test]
fn nul_bytes_are_skipped_nowhere() {
    for label in [&b"utf-8\0"[..], b"\0utf-8", b"utf\0-8", b"utf-8\0gbk", b"gbk\0", b"\0"] {
        assert_eq!(Encoding::for_label(label), None);
        let header = [b"text/html; charset=", label].concat();
        assert_eq!(sniff(b"", [("Content-Type", header)], &html()).source, Source::Default);
    }
    let pages: [&[u8]; 7] = [
        b"<me\0ta charset=gbk>",
        b"<\0meta charset=gbk>",
        b"<meta\0charset=gbk>",
        b"<meta\0 charset=gbk>",
        b"<meta char\0set=gbk>",
        b"<meta charset=g\0bk>",
        b"<meta charset='gbk\0'>",
    ];
    for page in pages {
        for context in [html(), html().reading(Reading::Chromium)] {
            let sniffed = sniff(page, (), &context.detection(Detection::Off));
            assert_eq!(sniffed.source, Source::Default, "{}", page.escape_ascii());
        }
    }
    assert_eq!(sniff(b"\0<meta charset=gbk>", (), &html()).source, Source::Meta);
    assert_eq!(sniff(b"@charset \"gbk\0\";", (), &Context::css()).source, Source::Default);
    assert_eq!(text(Encoding::Utf8, b"a\0b"), "a\0b");
}

/// A byte order mark takes precedence over HTTP, so that all readers of the bytes agree:
/// <https://encoding.spec.whatwg.org/#decode>. Where the platform only removes it, it decides
/// nothing.
#[test]
fn a_byte_order_mark_wins_over_http() {
    let bytes = b"\xFE\xFF\0<\0p";
    let decoded = decode(bytes, "text/html; charset=utf-8", &html());
    assert_eq!((decoded.text.as_ref(), decoded.sniffed.source), ("<p", Source::Bom));
    let json = decode(bytes, "application/json; charset=utf-16", &Context::json());
    assert_eq!((json.sniffed.encoding, json.errors), (Encoding::Utf8, 2));
    // A mark inside the text stays, and that of UTF-32 is not recognized.
    assert_eq!(text(Encoding::Utf8, b"a\xEF\xBB\xBFb"), "a\u{FEFF}b");
    assert_eq!(Encoding::for_bom(b"\0\0\xFE\xFF"), None);
}

/// A `<meta>` in a comment or after the limit declares nothing, wherever the dashes of the comment
/// are. `<!-->` is a comment.
#[test]
fn comments_hide_declarations() {
    for (page, source) in [
        (&b"<!-- <meta charset=gbk> -->"[..], Source::Default),
        (b"<!-- > <meta charset=gbk>", Source::Default),
        (b"<!--> <meta charset=gbk> -->", Source::Meta),
        (b"<!---> <meta charset=gbk> -->", Source::Meta),
        (b"<!- <meta charset=gbk>", Source::Default),
        (b"<a title='<meta charset=gbk>'>", Source::Default),
        (b"<a title='><meta charset=gbk>", Source::Default),
        (b"</a title='<meta charset=gbk>'>", Source::Default),
    ] {
        assert_eq!(sniff(page, (), &html()).source, source, "{}", page.escape_ascii());
    }
}

/// A late declaration changes the encoding once. A certain encoding does not change:
/// <https://html.spec.whatwg.org/multipage/parsing.html#changing-the-encoding-while-parsing>.
#[test]
fn the_encoding_changes_once() {
    let mut sniffed = sniff(b"<p>", (), &html());
    assert!(matches!(sniffed.change_the_encoding(b"gbk", b"<p>"), Change::Switch { .. }));
    assert_eq!(sniffed.change_the_encoding(b"iso-2022-jp", b"<p>"), Change::Keep);
    assert_eq!(sniffed.encoding, Encoding::Gbk);
    let mut certain = sniff(b"<p>", "text/html; charset=utf-8", &html());
    assert_eq!(certain.change_the_encoding(b"gbk", b"<p>"), Change::Keep);
    assert_eq!(certain.encoding, Encoding::Utf8);
}
