//! Queries and forms: the cases of Web Platform Tests (`url/resources/percent-encoding.json`,
//! `encoding/iso-2022-jp-encoder.html`, `html/semantics/forms/form-submission-0`) and the examples of the URL standard.

use charsniff::Encoding;
use charsniff::standard::{
    PercentEncodeSet, form_urlencoded, multipart_name, multipart_value, percent_encode_after_encoding,
    pick_an_encoding_for_the_form,
};

fn encoding(label: &str) -> Encoding {
    Encoding::for_label(label.as_bytes()).unwrap()
}

#[test]
fn queries_of_the_web_platform_tests() {
    let cases = [
        ("\u{2020}", "big5", "%26%238224%3B"),
        ("\u{2020}", "euc-kr", "%A2%D3"),
        ("\u{2020}", "utf-8", "%E2%80%A0"),
        ("\u{2020}", "windows-1252", "%86"),
        ("\u{E}A", "big5", "%0EA"),
        ("\u{E}A", "iso-2022-jp", "%26%2365533%3BA"),
        ("\u{E}A", "utf-8", "%0EA"),
        ("\u{203E}\\", "iso-2022-jp", "%1B(J~%1B(B\\"),
        ("\u{203E}\\", "utf-8", "%E2%80%BE\\"),
        ("\u{E5E5}", "gb18030", "%26%2358853%3B"),
        ("\u{E5E5}", "utf-8", "%EE%97%A5"),
        ("\u{2212}", "shift_jis", "%81|"),
        ("\u{2212}", "utf-8", "%E2%88%92"),
        ("\u{A2}", "iso-8859-2", "%26%23162%3B"),
        ("\u{A2}", "utf-8", "%C2%A2"),
        ("á|", "utf-8", "%C3%A1|"),
        ("\u{A5}\u{203E}s\\\u{FF90}\u{4F69}", "iso-2022-jp", "%1B(J\\~s%1B(B\\%1B$B%_PP%1B(B"),
        ("\u{FF61}", "iso-2022-jp", "%1B$B!%23%1B(B"),
        ("\u{203E}\u{E}\u{F}\u{1B}x", "iso-2022-jp", "%1B(J~%26%2365533%3B%26%2365533%3B%26%2365533%3Bx%1B(B"),
        ("\u{203E}\u{FFFD}", "iso-2022-jp", "%1B(J~%26%2365533%3B%1B(B"),
    ];
    for (input, label, output) in cases {
        let ours = percent_encode_after_encoding(encoding(label), input, PercentEncodeSet::SpecialQuery);
        assert_eq!(ours, output, "{input:?} in {label}");
    }
}

#[test]
fn examples_of_the_url_standard() {
    let query = |label, input| percent_encode_after_encoding(encoding(label), input, PercentEncodeSet::SpecialQuery);
    assert_eq!(query("shift_jis", " "), "%20");
    assert_eq!(query("shift_jis", "≡"), "%81%DF");
    assert_eq!(query("shift_jis", "‽"), "%26%238253%3B");
    assert_eq!(query("iso-2022-jp", "¥"), "%1B(J\\%1B(B");
    let form = percent_encode_after_encoding(Encoding::ShiftJis, "1+1 ≡ 2%20‽", PercentEncodeSet::FormUrlencoded);
    assert_eq!(form, "1%2B1+%81%DF+2%2520%26%238253%3B");
}

/// Every byte below 80, by the lists of the URL standard.
#[test]
fn the_percent_encode_sets() {
    for c in '\0'..='\x7F' {
        let is_encoded =
            |set| percent_encode_after_encoding(Encoding::Utf8, c.encode_utf8(&mut [0; 4]), set).len() == 3;
        let is_in_query = c.is_ascii_control() || " \"#<>".contains(c);
        assert_eq!(is_encoded(PercentEncodeSet::Query), is_in_query, "{c:?}");
        assert_eq!(is_encoded(PercentEncodeSet::SpecialQuery), is_in_query || c == '\'', "{c:?}");
        let is_left = c.is_ascii_alphanumeric() || "*-._ ".contains(c);
        assert_eq!(is_encoded(PercentEncodeSet::FormUrlencoded), !is_left, "{c:?}");
    }
}

#[test]
fn line_breaks_of_forms_are_crlf() {
    for text in ["a\rb", "a\nb", "a\r\nb"] {
        assert_eq!(form_urlencoded([(text, text)], Encoding::Utf8), "a%0D%0Ab=a%0D%0Ab");
        assert_eq!(multipart_name(text, Encoding::Utf8, false), b"a%0D%0Ab");
        assert_eq!(multipart_value(text, Encoding::Utf8), b"a\r\nb");
    }
    assert_eq!(form_urlencoded([("a\n\rb", "\r\r\n")], Encoding::Utf8), "a%0D%0A%0D%0Ab=%0D%0A%0D%0A");
    assert_eq!(multipart_name("a\n\r\r\nb", Encoding::Utf8, true), b"a%0A%0D%0D%0Ab");
    assert_eq!(form_urlencoded([], Encoding::Utf8), "");
    assert_eq!(form_urlencoded([("", "")], Encoding::Utf8), "=");
}

#[test]
fn accept_charset_names_the_first_encoding_that_exists() {
    use Encoding::*;
    let cases = [
        (Windows1252, None, Windows1252),
        (Replacement, None, Utf8),
        (Windows1252, Some(""), Utf8),
        (Windows1252, Some("\tnone  utf-16 big5"), Utf8),
        (Windows1252, Some("euc-kr,utf-8"), Utf8),
        (Utf8, Some("KOI8-R\nutf-8"), Koi8R),
    ];
    for (document, accept_charset, expected) in cases {
        assert_eq!(pick_an_encoding_for_the_form(document, accept_charset), expected, "{accept_charset:?}");
    }
}
