//! Content-Type and Content-Disposition: the charset that the standards, and browsers, extract from them.

use charsniff::{Context, Headers, Kind, Reading, Stage, explain};

/// The label that the transport stage finds, even if it names no encoding.
fn transports_label(headers: impl Headers, context: &Context) -> Option<String> {
    let label = explain(b"", headers, context).stage(Stage::Transport).label.clone()?;
    Some(String::from_utf8_lossy(&label).into_owned())
}

fn charset(values: &[&str]) -> Option<String> {
    let pairs: Vec<_> = values.iter().map(|value| ("Content-Type", *value)).collect();
    transports_label(&pairs, &Context::html())
}

/// By Fetch a value without a charset inherits that of the first value, in browsers that of the last.
#[test]
fn browsers_inherit_the_last_charset() {
    for (values, by_fetch, in_browsers) in [
        ("text/html;charset=gbk,text/html;charset=big5,text/html", Some("gbk"), Some("big5")),
        ("text/html;charset=,text/html;charset=big5,text/html", None, Some("big5")),
        ("text/html;charset=gbk,text/plain;charset=big5,text/html", None, None),
    ] {
        for (reading, expected) in
            [(Reading::Standard, by_fetch), (Reading::Chromium, in_browsers), (Reading::Firefox, in_browsers)]
        {
            let label = transports_label(values, &Context::html().reading(reading));
            assert_eq!(label.as_deref(), expected, "{values}");
        }
    }
}

/// A value with another byte than [HTTP quoted-string token code
/// points](https://mimesniff.spec.whatwg.org/#http-quoted-string-token-code-point) is none, and the next one counts.
#[test]
fn each_byte_in_a_quoted_value_is_valid_or_not() {
    for byte in 0..=u8::MAX {
        let is_valid = matches!(byte, b'\t' | 0x20..=0x7E | 0x80..);
        let value = [b"text/html;charset=\"a", &[byte][..], b"b\";charset=gbk"].concat();
        let label = transports_label([("Content-Type", &value[..])], &Context::html());
        assert_eq!(label.as_deref() != Some("gbk"), is_valid, "{byte:02X}");
    }
}

/// [HTTP whitespace](https://fetch.spec.whatwg.org/#http-whitespace) around the parts of a value, and no other byte.
#[test]
fn each_byte_around_a_part_is_whitespace_or_belongs_to_it() {
    for byte in 0..=u8::MAX {
        let is_space = b"\t\n\r ".contains(&byte);
        let finds = |before: &[u8], behind: &[u8]| {
            let value = [before, &[byte], behind].concat();
            transports_label([("Content-Type", &value[..])], &Context::html()).as_deref() == Some("gbk")
        };
        let is_separator = matches!(byte, b',' | b';');
        assert_eq!(finds(b"", b"text/html;charset=gbk"), is_space || is_token(byte) || byte == b',', "{byte:02X}");
        assert_eq!(finds(b"text/html;", b"charset=gbk"), is_space || byte == b';', "{byte:02X}");
        assert_eq!(finds(b"text/html", b";charset=gbk"), is_space || is_token(byte) || byte == b';', "{byte:02X}");
        assert_eq!(finds(b"text/html;charset=gbk", b";x=y"), is_space || is_separator, "{byte:02X}");
    }
}

#[test]
fn each_byte_in_place_of_an_equals_sign_is_a_separator_for_crawlers_or_not() {
    for byte in 0..=u8::MAX {
        let value = [b"text/html; charset", &[byte][..], b"koi8-r"].concat();
        let label = transports_label([("Content-Type", &value[..])], &Context::html().reading(Reading::Crawler));
        assert_eq!(label.as_deref() == Some("koi8-r"), b"\t\n\r =:\"'".contains(&byte), "{byte:02X}");
    }
}

/// [HTTP token code point](https://mimesniff.spec.whatwg.org/#http-token-code-point).
fn is_token(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte)
}

/// Header values, and the charset that the Fetch and MIME Sniffing standards extract from them.
#[test]
fn charset_is_the_standards() {
    let cases: &[(&[&str], Option<&str>)] = &[
        (&["text/html; charset=utf-8"], Some("utf-8")),
        (&["text/html;charset=\"utf-8\""], Some("utf-8")),
        (&["text/html;charset=\" utf-8 \""], Some("utf-8")),
        (&["text/html;charset=\"ut\\f-8\""], Some("utf-8")),
        (&["text/html;charset=\"utf-8"], Some("utf-8")),
        (&["text/html;charset=\"utf-8\\"], Some("utf-8\\")),
        (&["text/html;charset=\"utf-8\"gbk;charset=big5"], Some("utf-8")),
        (&["text/html;charset='utf-8'"], Some("'utf-8'")),
        (&["text/html; charset =utf-8"], None),
        (&["text/html; charset= utf-8"], Some("utf-8")),
        (&["text/html;CHARSET=GBK;charset=utf-8"], Some("GBK")),
        (&["text/html;charset=;charset=utf-8"], Some("utf-8")),
        (&["text/html;charset=\"\";charset=utf-8"], Some("")),
        (&["text/html;charset;charset=utf-8"], Some("utf-8")),
        (&["text/html;charset=gbk\u{1}x;charset=utf-8"], Some("utf-8")),
        (&["text/html;charset=gbk(comment)"], Some("gbk(comment)")),
        // A line break at the end of the value, as when a caller passes the whole header line.
        (&["text/html;charset=gbk\r\n"], Some("gbk")),
        (&["text/html;charset=gbk \r\n ;x=y"], Some("gbk")),
        (&["text/html;charset=\ngbk"], None),
        (&["text/html;charset=gbk\nx"], None),
        (&["text/html;charset=\"gbk\n\""], None),
        (&["text/html;;;; ;charset=gbk"], Some("gbk")),
        (&["text/html;x=\"a;charset=big5\";charset=gbk"], Some("gbk")),
        (&["text/html;xcharset=gbk"], None),
        (&["text/html;charsetx=gbk"], None),
        (&["text;charset=gbk"], None),
        (&["text/;charset=gbk"], None),
        (&["/html;charset=gbk"], None),
        (&["te xt/html;charset=gbk"], None),
        (&["text/html ;charset=gbk"], Some("gbk")),
        (&["text/ht ml;charset=gbk"], None),
        (&[" \ttext/html;charset=gbk"], Some("gbk")),
        (&["*/*;charset=gbk"], None),
        (&["charset=gbk"], None),
        (&[""], None),
        // Several values, joined by commas or as headers of their own.
        (&["text/html;charset=gbk, text/html"], Some("gbk")),
        (&["text/html;charset=gbk", "text/html"], Some("gbk")),
        (&["text/html;charset=gbk", "text/plain"], None),
        (&["text/html;charset=gbk", "text/html;charset=big5"], Some("big5")),
        (&["text/html;charset=gbk", "text/html;charset=big5", "text/html"], Some("gbk")),
        (&["text/html;charset=gbk", "*/*"], Some("gbk")),
        (&["text/html;charset=gbk", "nonsense"], Some("gbk")),
        (&["text/plain;charset=gbk", "text/html", "text/plain"], None),
        // A quoted string that reaches into the next header.
        (&["text/html;charset=\"gbk", "text/html;charset=big5"], Some("gbk, text/html;charset=big5")),
        (&["text/html;x=\"", "\";charset=gbk"], Some("gbk")),
        (&["text/html;x=\"\\\"", "\";charset=gbk"], Some("gbk")),
    ];
    for (values, expected) in cases {
        assert_eq!(charset(values).as_deref(), *expected, "{values:?}");
    }
}

#[test]
fn long_values_differ_and_name_no_encoding() {
    let long = "x".repeat(1 << 20);
    let other = "x".repeat((1 << 20) - 1) + "y";
    let value = |essence: &str, charset: &str| format!("text/{essence};charset={charset}");
    assert_eq!(charset(&[&value(&long, "gbk"), &format!("text/{long}")]).as_deref(), Some("gbk"));
    assert_eq!(charset(&[&value(&long, "gbk"), &format!("text/{other}")]), None);
    assert_eq!(charset(&[&value("html", &long)]).unwrap().len(), 64);
}

#[test]
fn ext_values_name_their_charset() {
    let of = |value: &str| {
        let context = Context::of(Kind::ContentDispositionFilename);
        transports_label([("Content-Disposition", value)].as_slice(), &context)
    };
    assert_eq!(of("attachment; filename=a; filename*=ISO-8859-1'en'%A3").as_deref(), Some("ISO-8859-1"));
    assert_eq!(of("attachment; filename=a").as_deref(), None);
    assert_eq!(of("attachment; filename*=plain").as_deref(), None);
}
