//! What a caller says about a resource counts, or `explain` says that it does not.

use charsniff::{
    Context, Detection, Encoding, Kind, Outcome, Reading, Stage, StringType, explain, extract_mime_type, sniff,
};

type Fact = fn(Context) -> Context;
type Row = (&'static str, Stage, Fact, fn(Kind) -> bool);

/// Facts, the stage in whose report they are, and the rows that consult them.
const FACTS: [Row; 16] = [
    ("override", Stage::Override, |c| c.override_encoding("koi8-r"), |k| consults(k, Stage::Override)),
    (
        "override MIME type",
        Stage::Override,
        |c| c.override_mime_type("image/png; charset=koi8-r"),
        |k| matches!(k, Kind::XhrHtml | Kind::XhrText | Kind::XhrTextXml),
    ),
    ("string type", Stage::Transport, |c| c.string_type(StringType::Bmp), |k| k == Kind::X500String),
    ("worker", Stage::Transport, |context| context.in_worker(true), |_| false),
    (
        "prescan limit",
        Stage::Prescan,
        |c| c.prescan_limit(20),
        |k| consults(k, Stage::Prescan) || consults(k, Stage::Detector),
    ),
    ("candidates", Stage::Detector, |c| c.only([Encoding::Big5]), |k| consults(k, Stage::Detector)),
    (
        "MIME type",
        Stage::Prescan,
        |c| c.mime_type("text/x-facts"),
        |k| matches!(k, Kind::TextDocument | Kind::ViewSource | Kind::Clipboard),
    ),
    (
        "reference",
        Stage::ExplicitEnvironment,
        |c| c.reference_charset("koi8-r"),
        |k| consults(k, Stage::ExplicitEnvironment),
    ),
    ("parent", Stage::ImplicitEnvironment, |c| c.parent(Encoding::Koi8U, true), |k| k == Kind::Html),
    ("history", Stage::ImplicitEnvironment, |c| c.history(Encoding::Koi8R), |k| k == Kind::Html),
    ("style sheet", Stage::ImplicitEnvironment, |c| c.style_sheet(Encoding::Koi8R), |k| k == Kind::CssFromCss),
    (
        "document",
        Stage::ImplicitEnvironment,
        |c| c.document(Encoding::Koi8R),
        |k| matches!(k, Kind::CssFromDocument | Kind::ClassicScript),
    ),
    ("detection", Stage::Detector, |c| c.detection(Detection::Off), |k| consults(k, Stage::Detector)),
    ("top-level domain", Stage::Detector, |c| c.tld("jp"), |k| consults(k, Stage::Detector)),
    ("locale", Stage::Locale, |c| c.locale("ja"), |k| consults(k, Stage::Locale)),
    ("fatal", Stage::Default, |c| c.fatal(true), |k| k == Kind::TextDecoder),
];

const READINGS: [Reading; 4] = [Reading::Standard, Reading::Chromium, Reading::Firefox, Reading::Crawler];

fn consults(kind: Kind, stage: Stage) -> bool {
    explain(b"", (), &Context::of(kind)).stage(stage).consulted
}

#[test]
fn explain_shows_every_fact_that_the_row_ignores() {
    let mut ignored = 0;
    for &kind in Kind::ALL {
        // One fact at a time, and all at once: none hides another.
        let all = FACTS.iter().fold(Context::of(kind), |context, (_, _, add, _)| add(context));
        let all_at_once = explain(b"", (), &all);
        for (name, stage, add, is_consulted_in) in FACTS {
            if is_consulted_in(kind) {
                continue;
            }
            ignored += 1;
            for explanation in [explain(b"", (), &add(Context::of(kind))), all_at_once.clone()] {
                let report = explanation.stage(stage);
                let remark = report.remark.as_deref().unwrap_or_default();
                let is_shown = report.outcome == Outcome::Ignored || remark.contains("not consulted here");
                assert!(is_shown, "{kind}: {name}\n{explanation}");
            }
        }
    }
    assert!(ignored > 500);
    // A style sheet takes over the document's encoding, not the parent's.
    let context = Context::css().parent(Encoding::Big5, true).history(Encoding::Gbk).document(Encoding::EucKr);
    let explanation = explain(b"", (), &context);
    let remark = explanation.stage(Stage::ImplicitEnvironment).remark.clone().unwrap();
    assert_eq!(remark, "not consulted here: the parent's Big5, an earlier visit's GBK");
    assert_eq!(explanation.sniffed.encoding, Encoding::EucKr);
}

#[test]
fn of_several_content_types_the_one_counts_that_fetch_extracts() {
    for (values, essence, kind) in [
        (vec!["text/html, text/html"], Some("text/html"), Some(Kind::Html)),
        (vec!["text/plain", "text/html;charset=gbk"], Some("text/html"), Some(Kind::Html)),
        (vec!["text/css;x=\",\", application/xml, */*"], Some("application/xml"), Some(Kind::Xml)),
        (vec!["text/css", "nonsense"], Some("text/css"), Some(Kind::CssFromDocument)),
        (vec!["nonsense"], None, None),
        // They say nothing of the kind of resource.
        (vec!["application/octet-stream"], Some("application/octet-stream"), None),
        (vec!["text/html", "Binary/Octet-Stream; charset=gbk"], Some("binary/octet-stream"), None),
        (vec![], None, None),
    ] {
        let headers: Vec<_> = values.iter().map(|value| ("Content-Type", *value)).collect();
        assert_eq!(extract_mime_type(&headers).as_deref(), essence, "{values:?}");
        assert_eq!(Context::for_headers(&headers).map(|context| context.kind()), kind, "{values:?}");
        let joined = values.join(", ");
        assert_eq!(Context::for_mime_type(&joined).kind(), kind.unwrap_or(Kind::TextDocument), "{values:?}");
    }
    // Where no header comes with the bytes, it is the MIME type that the caller gives.
    let context = Context::text().mime_type("text/plain, text/css");
    assert_eq!(sniff(b"@charset \"gbk\";", (), &context).encoding, Encoding::Gbk);
}

#[test]
fn an_override_mime_type_is_what_a_page_passes_to_xhr() {
    let header = "text/plain; charset=gbk";
    for (value, kind, encoding) in [
        ("text/plain; charset=big5", Kind::XhrText, Encoding::Big5),
        ("TEXT/XML;Charset=\"koi8-r\"", Kind::XhrTextXml, Encoding::Koi8R),
        // Without a charset, the header's counts.
        ("application/rss+xml", Kind::XhrTextXml, Encoding::Gbk),
        // A charset that names no encoding hides the header's.
        ("text/plain; charset=nonsense", Kind::XhrText, Encoding::Utf8),
        // No list, so no MIME type.
        ("text/xml, text/xml; charset=big5", Kind::XhrText, Encoding::Gbk),
        ("", Kind::XhrText, Encoding::Gbk),
    ] {
        for context in [Context::xhr_text(), Context::of(Kind::XhrTextXml)] {
            let context = context.override_mime_type(value);
            assert_eq!(context.kind(), kind, "{value}");
            assert_eq!(sniff(b"", header, &context).encoding, encoding, "{value}");
        }
        assert_eq!(Context::xhr_html().override_mime_type(value).kind(), Kind::XhrHtml, "{value}");
    }
    // The order makes no difference.
    let (value, label) = ("text/plain; charset=big5", "koi8-r");
    let context = Context::xhr_text().override_mime_type(value).override_encoding(label);
    assert_eq!(context, Context::xhr_text().override_encoding(label).override_mime_type(value));
    assert_eq!(sniff(b"", header, &context).encoding, Encoding::Big5);
    // Only XHR has one.
    assert_eq!(sniff(b"", header, &Context::html().override_mime_type(value)).encoding, Encoding::Gbk);
}

#[test]
fn explain_names_a_locale_that_the_table_does_not_have() {
    let remark = |tag: &str| explain(b"", (), &Context::html().locale(tag)).stage(Stage::Locale).remark.clone();
    assert_eq!(remark("ja"), None);
    assert!(remark("jp").unwrap().contains("no such locale"));
}

/// A feature that a dependency enables changes no answer: Firefox's detector is used only on request.
#[test]
fn firefoxs_reading_has_the_same_detector_with_every_feature() {
    #[cfg(feature = "chardetng")]
    let own = Some(Detection::Firefox);
    #[cfg(not(feature = "chardetng"))]
    let own: Option<Detection> = None;
    let (mut answers, mut others) = (0, 0);
    for encoding in [encoding_rs::WINDOWS_1250, encoding_rs::ISO_8859_2, encoding_rs::KOI8_R, encoding_rs::WINDOWS_1257]
    {
        for text in [
            "Žluťoučký kůň",
            "Марс, планета",
            "Zażółć gęślą jaźń",
            "Šiaulių ąžuolas",
            "x™ “y”",
            "ČSR",
            "5 °C",
            "Š",
            "ő",
            "½ č",
        ] {
            let bytes = encoding.encode(text).0;
            let of = |context: Context| sniff(&bytes, (), &context.reading(Reading::Firefox)).encoding;
            assert_eq!(of(Context::html()), of(Context::html().detection(Detection::Legacy)), "{text}");
            answers += 1;
            let differs = |own| of(Context::html()) != of(Context::html().detection(own));
            others += usize::from(own.is_some_and(differs));
        }
    }
    assert!(answers > 0 && (others > 0 || !cfg!(feature = "chardetng")), "{others} of {answers} differ");
}

#[test]
fn only_a_host_has_a_top_level_domain() {
    for (url, tld) in [
        ("https://user:x@example.co.jp:8080/a", Some("jp")),
        ("HTTP:\\\\example.jp\\a//x.kr/", Some("jp")),
        (" //example.jp./a", Some("jp")),
        ("http:/example.jp", Some("jp")),
        ("gopher://example.jp", Some("jp")),
        ("https://пример.рф/", Some("рф")),
        ("/relative/path//x.jp/", None),
        ("path//x.jp/", None),
        ("?u=http://x.jp/", None),
        ("data:text/html,<a href=//x.jp/>", None),
        ("mailto:someone//x.jp", None),
        ("file:///x.jp/a", None),
        ("http://192.0.2.1/", None),
        ("http://192.0.2.0x1/", None),
        ("http://[::1]/", None),
        ("http://localhost/", None),
        ("", None),
    ] {
        let expected = tld.map_or(Context::html(), |tld| Context::html().tld(tld));
        assert_eq!(Context::html().url(url), expected, "{url}");
    }
    for domain in ["jp", "JP", "jp.", ".jp", "example.co.jp", "example.co.JP."] {
        assert_eq!(Context::html().tld(domain), Context::html().tld("jp"), "{domain}");
    }
    assert_ne!(Context::html().tld("jp"), Context::html().tld("co"));
}

#[test]
fn the_suffix_of_a_mime_type_is_its_syntax() {
    for (mime_type, kind) in [
        ("application/ld+json", Kind::FetchJson),
        ("image/svg+xml", Kind::Xml),
        ("application/x+json;charset=gbk", Kind::FetchJson),
        ("application/json+x", Kind::TextDocument),
        ("application/xml+x", Kind::TextDocument),
        ("text/plain+jsonx", Kind::TextDocument),
    ] {
        assert_eq!(Context::for_mime_type(mime_type).kind(), kind, "{mime_type}");
    }
}

/// A fact changes some verdict, or `explain` says of each resource that the context does not consult it: in every row and
/// every reading.
#[test]
fn a_fact_changes_a_verdict_or_is_named_as_unused() {
    let facts: [Row; 3] = [
        ("default encoding", Stage::Default, |c| c.default_encoding(Encoding::Koi8U), |_| false),
        ("worker", Stage::Transport, |context| context.in_worker(true), |_| false),
        ("string type", Stage::Transport, |c| c.string_type(StringType::Bmp), |_| false),
    ];
    // Text that no stage before the default knows, and text with a header.
    let resources = [(&b"\0\x01\xFF"[..], ""), (b"a", "text/css; charset=koi8-r"), (b"<p>", "text/javascript")];
    let (mut used, mut unused) = (0, 0);
    for (name, stage, add, _) in facts {
        for (&kind, reading) in Kind::ALL.iter().flat_map(|kind| READINGS.map(|reading| (kind, reading))) {
            let without = Context::of(kind).reading(reading);
            let with = add(without.clone());
            let verdict = |context: &Context, (bytes, header)| {
                let sniffed = sniff(bytes, header, context);
                (sniffed.encoding, sniffed.is_isomorphic())
            };
            let changes = resources.iter().any(|&resource| verdict(&with, resource) != verdict(&without, resource));
            let remark = explain(b"", (), &with).stage(stage).remark.clone().unwrap_or_default();
            let is_named = remark.contains("not consulted here");
            assert!(changes != is_named, "{kind}, {reading:?}: {name} changes a verdict: {changes}; {remark}");
            *(if changes { &mut used } else { &mut unused }) += 1;
        }
    }
    assert!(used > 20 && unused > 400, "{used}, {unused}");
}
