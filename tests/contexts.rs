//! The context table: for each row and each stage, a stage that is consulted decides, one that is
//! not changes nothing, and an earlier stage takes precedence over a later one.

use charsniff::policy::*;
use charsniff::{
    Context, Detection, Encoding, Kind, Outcome, Reading, Source, Stage, StringType, decode, explain, sniff, try_decode,
};

/// The cells of a row that the library has, in the words of the table, which also says whether text is handed out
/// while bytes arrive.
fn words(kind: Kind) -> Vec<&'static str> {
    let policy = kind.policy();
    let yes = |consulted| if consulted { "yes" } else { "-" };
    vec![
        kind.as_str(),
        policy.operation.as_str(),
        policy.legacy.as_str(),
        policy.bom.as_str(),
        policy.override_.as_str(),
        policy.transport.as_str(),
        policy.prescan.as_str(),
        policy.explicit.as_str(),
        policy.implicit.as_str(),
        yes(policy.detector),
        yes(policy.locale),
        policy.default.as_str(),
        yes(policy.change),
        policy.error.as_str(),
        policy.note,
    ]
}

#[test]
fn every_cell_agrees_with_the_table() {
    let table = include_str!("../fixtures/contexts.tsv");
    let rows: Vec<Vec<&str>> = table
        .lines()
        .filter(|line| !line.starts_with(['#']) && !line.starts_with("id\t"))
        .map(|line| line.split('\t').enumerate().filter(|(column, _)| *column != 2).map(|(_, cell)| cell).collect())
        .collect();
    assert_eq!(rows.len(), Kind::ALL.len());
    for (row, &kind) in rows.iter().zip(Kind::ALL) {
        assert_eq!(*row, words(kind));
        assert_eq!(row[0].parse(), Ok(kind));
    }
}

/// Russian text, long enough to be detected.
const CYRILLIC: &str =
    "Марс — четвёртая по удалённости от Солнца планета Солнечной системы, названная в честь бога войны.";

/// A resource with the facts of some stages.
struct Case {
    mark: &'static [u8],
    declaration: &'static [u8],
    body: Vec<u8>,
    headers: Vec<(&'static str, &'static str)>,
    context: Context,
}

impl Case {
    fn new(kind: Kind) -> Case {
        let context = match kind.policy().prescan {
            Prescan::ByMimeType => Context::of(kind).mime_type("text/html"),
            _ => Context::of(kind),
        };
        Case { mark: b"", declaration: b"", body: b"Mars".to_vec(), headers: Vec::new(), context }
    }

    /// Adds the evidence that `stage` looks for.
    fn with(mut self, stage: Stage) -> Case {
        let policy = self.context.policy();
        match stage {
            Stage::Bom => self.mark = b"\xEF\xBB\xBF",
            Stage::Override => self.context = self.context.override_encoding("koi8-r"),
            Stage::Transport => match policy.transport {
                Transport::ExtValue => {
                    self.headers.push(("Content-Disposition", "attachment; filename*=big5'zh'%A4%40"));
                }
                Transport::StringType => self.context = self.context.string_type(StringType::Bmp),
                _ => self.headers.push(("Content-Type", "text/html; charset=big5")),
            },
            Stage::Prescan => {
                self.declaration = match policy.prescan {
                    Prescan::Xml => b"<?xml version='1.0' encoding='ibm866'?>",
                    Prescan::Css => b"@charset \"ibm866\";",
                    _ => b"<meta charset=ibm866>",
                }
            }
            Stage::ExplicitEnvironment => self.context = self.context.reference_charset("euc-kr"),
            Stage::ImplicitEnvironment => {
                self.context = match policy.implicit {
                    Implicit::ParentHistory => self.context.parent(Encoding::Iso8859_7, true),
                    Implicit::StyleSheet => self.context.style_sheet(Encoding::Iso8859_7),
                    _ => self.context.document(Encoding::Iso8859_7),
                }
            }
            Stage::Detector => self.body = encoding_rs::WINDOWS_1251.encode(CYRILLIC).0.into_owned(),
            Stage::Locale => self.context = self.context.locale("ja"),
            _ => {}
        }
        self
    }

    fn bytes(&self) -> Vec<u8> {
        [self.mark, self.declaration, &self.body].concat()
    }

    fn explain(&self) -> charsniff::Explanation {
        let explanation = explain(&self.bytes(), &self.headers, &self.context);
        assert_eq!(explanation.sniffed, sniff(&self.bytes(), &self.headers, &self.context));
        explanation
    }
}

fn is_consulted(kind: Kind, stage: Stage) -> bool {
    Case::new(kind).explain().stage(stage).consulted
}

/// The encoding that [`Case::with`] makes a stage find.
fn encoding_of(kind: Kind, stage: Stage) -> Encoding {
    match stage {
        Stage::Bom => Encoding::Utf8,
        Stage::Override => Encoding::Koi8R,
        Stage::Transport if kind == Kind::X500String => Encoding::Utf16Be,
        Stage::Transport => Encoding::Big5,
        Stage::Prescan => Encoding::Ibm866,
        Stage::ExplicitEnvironment => Encoding::EucKr,
        Stage::ImplicitEnvironment => Encoding::Iso8859_7,
        Stage::Detector => Encoding::Windows1251,
        Stage::Locale => Encoding::ShiftJis,
        _ => Case::new(kind).explain().sniffed.encoding,
    }
}

#[test]
fn the_columns_say_what_is_consulted() {
    for &kind in Kind::ALL {
        let policy = kind.policy();
        let columns = [
            policy.bom == Bom::Sniff,
            policy.override_ != Override::Never,
            policy.transport != Transport::Never,
            policy.prescan != Prescan::Never,
            policy.explicit != Explicit::Never,
            policy.implicit != Implicit::Never,
            policy.detector,
            policy.locale,
            true,
        ];
        for (stage, column) in Stage::PIPELINE.iter().copied().zip(columns) {
            assert_eq!(is_consulted(kind, stage), column, "{kind:?} {stage:?}");
        }
    }
}

#[test]
fn what_is_consulted_decides_and_what_is_not_changes_nothing() {
    let (mut walked, mut pairs) = (0, 0);
    for &kind in Kind::ALL {
        let silent = Case::new(kind).explain().sniffed;
        for &stage in Stage::PIPELINE {
            let explanation = Case::new(kind).with(stage).explain();
            let report = explanation.stage(stage);
            if report.consulted {
                assert_eq!(report.outcome, Outcome::Decided, "{kind:?} {stage:?}\n{explanation}");
                assert_eq!(explanation.sniffed.encoding, encoding_of(kind, stage), "{kind:?} {stage:?}");
            } else {
                assert_eq!(report.outcome, Outcome::Ignored, "{kind:?} {stage:?}\n{explanation}");
                let sniffed = explanation.sniffed;
                assert_eq!((sniffed.encoding, sniffed.source), (silent.encoding, silent.source), "{kind:?} {stage:?}");
            }
            walked += 1;
            for later in Stage::PIPELINE.iter().copied().filter(|&later| later > stage) {
                let explanation = Case::new(kind).with(later).with(stage).explain();
                let deciding = match (report.consulted, is_consulted(kind, later)) {
                    (true, _) => stage,
                    (false, true) => later,
                    (false, false) => Stage::Default,
                };
                assert_eq!(explanation.stage(deciding).outcome, Outcome::Decided, "{kind:?} {stage:?} {later:?}");
                assert_eq!(explanation.sniffed.encoding, encoding_of(kind, deciding), "{kind:?} {stage:?} {later:?}");
                pairs += 1;
            }
        }
    }
    println!("context table: {} rows x 9 stages = {walked} facts alone, {pairs} pairs", Kind::ALL.len());
}

#[test]
fn confidence_agrees_with_the_table() {
    use charsniff::Confidence::*;
    for &kind in Kind::ALL {
        for stage in Stage::PIPELINE.iter().copied().filter(|&stage| is_consulted(kind, stage)) {
            let expected = match stage {
                Stage::Bom | Stage::Override | Stage::Transport => Certain,
                Stage::Prescan | Stage::Default if kind == Kind::XhrHtml => Certain,
                _ => Tentative,
            };
            assert_eq!(Case::new(kind).with(stage).explain().sniffed.confidence, expected, "{kind:?} {stage:?}");
        }
    }
}

#[test]
fn decode_does_what_the_row_says() {
    for &kind in Kind::ALL {
        let context = Context::of(kind);
        let policy = kind.policy();
        let isomorphic = policy.operation == Operation::IsomorphicDecode;

        let marked = decode(b"\xEF\xBB\xBFa", (), &context);
        let expected = match policy.bom {
            _ if isomorphic => "ï»¿a",
            Bom::Keep => "\u{FEFF}a",
            _ => "a",
        };
        assert_eq!(marked.text, expected, "{kind:?}");
        assert_eq!(marked.sniffed.bom_length(), if expected == "a" { 3 } else { 0 }, "{kind:?}");

        // Three bytes, the last of which is malformed in UTF-8. They are read as UTF-8 or as
        // windows-1252.
        let malformed = try_decode(b"ab\x81", (), &context.clone().detection(Detection::Off));
        match policy.error {
            ErrorMode::Fatal | ErrorMode::UriError => {
                let error = malformed.unwrap_err();
                assert_eq!((error.offset, error.length, error.encoding), (2, 1, Encoding::Utf8), "{kind:?}");
            }
            _ => {
                let decoded = malformed.unwrap();
                let is_utf8 = decoded.sniffed.encoding == Encoding::Utf8;
                assert_eq!(decoded.text, if is_utf8 { "ab\u{FFFD}" } else { "ab\u{81}" }, "{kind:?}");
                assert_eq!(decoded.errors > 0, is_utf8, "{kind:?}");
            }
        }
        assert!(matches!(decode(b"abc", (), &context).text, std::borrow::Cow::Borrowed("abc")), "{kind:?}");
    }
}

#[test]
fn text_decoder_does_what_its_caller_chose() {
    let context = Context::text_decoder(Encoding::Utf16Le);
    assert_eq!(decode(b"\xFF\xFEa\0", (), &context).text, "a");
    assert_eq!(decode(b"\xFF\xFEa\0", (), &context.clone().ignore_bom(true)).text, "\u{FEFF}a");
    // The byte order mark of another encoding is text.
    assert_eq!(decode(b"\xEF\xBB\xBFa", (), &Context::text_decoder(Encoding::Koi8R)).text, "О╩©a");
    assert_eq!(decode(b"a\0b", (), &context).text, "a\u{FFFD}");
    let error = try_decode(b"a\0b", (), &context.fatal(true)).unwrap_err();
    assert_eq!((error.offset, error.length), (2, 1));
}

#[test]
fn errors_have_their_position_in_the_resource() {
    let context = Context::xml();
    let of = |bytes: &[u8], content_type: &str| {
        let error = try_decode(bytes, content_type, &context).unwrap_err();
        (error.offset, error.length)
    };
    assert_eq!(of(b"\xEF\xBB\xBF<a>\xE4\xBD</a>", ""), (6, 2));
    assert_eq!(of(b"<a>\x82\x22</a>", "text/xml;charset=shift_jis"), (3, 1));
    assert_eq!(of(b"<a>\x81\x30\x81\x41", "text/xml;charset=gb18030"), (3, 1));
    assert_eq!(of(b"<a>\x81\x30", "text/xml;charset=gb18030"), (3, 2));
    assert_eq!(of(b"\xFE\xFF\0<\xD8\0\0a", ""), (4, 2));
    let long = [&[b'x'; 100_000][..], b"\xFF"].concat();
    assert_eq!(of(&long, ""), (100_000, 1));
}

#[test]
fn an_unknown_override_charset_replaces_the_transports() {
    let page = b"<meta charset=ibm866>";
    let content_type = "text/html; charset=big5";
    for kind in [Kind::XhrHtml, Kind::XhrText, Kind::XhrTextXml] {
        let context = Context::of(kind).override_encoding("nonsense");
        assert_ne!(sniff(page, content_type, &context).encoding, Encoding::Big5, "{kind:?}");
    }
    for kind in [Kind::Html, Kind::Xml, Kind::TextDocument, Kind::ViewSource] {
        let context = Context::of(kind).override_encoding("nonsense");
        assert_eq!(sniff(page, content_type, &context).encoding, Encoding::Big5, "{kind:?}");
    }
}

#[test]
fn an_override_charset_beats_the_content_type() {
    let context = Context::xhr_html().override_encoding("koi8-r");
    let transport = explain(b"Mars", "text/html; charset=big5", &context).stage(Stage::Transport).clone();
    assert_eq!((transport.outcome, transport.remark), (Outcome::TooLate, None));
}

#[test]
fn an_unknown_declared_label_is_reported_with_its_offset() {
    let cases: [(Context, &str, &str); 6] = [
        (Context::html(), "<meta name=a><meta charset=utf_9><p>", "utf_9"),
        (Context::html(), "<meta http-equiv=content-type content='a; charset=utf_9'><meta charset=x>", "utf_9"),
        (Context::html(), "<?xml encoding='utf_9'?>", "utf_9"),
        (Context::xml(), "<?xml encoding='utf_9'?>", "utf_9"),
        (Context::css(), "@charset \"utf_9\";", "utf_9"),
        (Context::css().reading(Reading::Crawler), "@charset \"utf9\";", "utf9"),
    ];
    for (context, text, label) in cases {
        let prescan = explain(text.as_bytes(), (), &context).stage(Stage::Prescan).clone();
        assert_eq!(prescan.label.as_deref(), Some(label.as_bytes()), "{text}");
        assert_eq!((prescan.offset, prescan.outcome), (text.find(label), Outcome::Nothing), "{text}");
    }
    // Without `http-equiv`, a `content` declares nothing.
    let prescan = explain(b"<meta content='a; charset=utf_9'>", (), &Context::html()).stage(Stage::Prescan).clone();
    assert_eq!((prescan.label, prescan.offset), (None, None));
}

#[test]
fn isomorphic_is_not_windows_1252() {
    for (kind, is_isomorphic) in [(Kind::Refresh, true), (Kind::X500String, true), (Kind::Html, false)] {
        let explanation = explain(b"Mars", (), &Context::of(kind));
        let remark = explanation.stage(Stage::Default).remark.as_deref().unwrap_or_default();
        assert_eq!(remark.contains("isomorphic"), is_isomorphic, "{kind:?}");
    }
}

#[test]
fn a_parent_counts_with_the_same_origin_and_never_as_utf_16() {
    let of = |context: &Context| sniff(b"Mars", (), context).encoding;
    assert_eq!(of(&Context::html().parent(Encoding::Gbk, true)), Encoding::Gbk);
    assert_eq!(of(&Context::html().parent(Encoding::Gbk, false)), Encoding::Windows1252);
    assert_eq!(of(&Context::html().parent(Encoding::Utf16Le, true)), Encoding::Windows1252);
    let with_history = Context::html().history(Encoding::Big5);
    assert_eq!(of(&with_history.clone().parent(Encoding::Gbk, true)), Encoding::Gbk);
    assert_eq!(of(&with_history.parent(Encoding::Gbk, false)), Encoding::Big5);
}

#[test]
fn text_documents_default_by_mime_type() {
    for (mime_type, encoding) in [
        ("text/plain", Encoding::Windows1252),
        ("text/css", Encoding::Utf8),
        ("text/javascript", Encoding::Utf8),
        ("application/json", Encoding::Utf8),
    ] {
        let context = Context::text();
        assert_eq!(sniff(b"a", mime_type, &context).encoding, encoding, "{mime_type}");
        let japanese = if encoding == Encoding::Utf8 { encoding } else { Encoding::ShiftJis };
        assert_eq!(sniff(b"a", mime_type, &context.locale("ja")).encoding, japanese, "{mime_type}");
    }
}

/// *Decode* of the Encoding Standard: a byte order mark wins over the encoding given.
#[test]
fn wherever_the_operation_is_decode_a_foreign_mark_decides() {
    for &kind in Kind::ALL.iter().filter(|kind| kind.policy().operation == Operation::Decode) {
        let decoded = decode(b"\xFE\xFF\0a", "text/plain; charset=big5", &Context::of(kind));
        assert_eq!((&*decoded.text, decoded.sniffed.source), ("a", Source::Bom), "{kind:?}");
    }
}

#[test]
fn a_file_name_is_in_the_platforms_encoding() {
    let context = Context::of(Kind::FileUrlPath);
    assert_eq!(decode(b"\xE9", (), &context).text, "\u{FFFD}");
    let context = context.default_encoding(Encoding::Windows1252);
    let explanation = explain(b"\xE9", (), &context);
    assert_eq!(explanation.stage(Stage::Default).outcome, Outcome::Decided, "{explanation}");
    assert_eq!(decode(b"\xE9", (), &context).text, "é");
    // In a challenge a parameter says that it is UTF-8; the platform does not count.
    let context = Context::of(Kind::ChallengeRealm).default_encoding(Encoding::Windows1252);
    assert_eq!(decode(b"\xE9", (), &context).text, "\u{FFFD}");
}

#[test]
fn the_guide_lists_every_context() {
    let guide = include_str!("../docs/contexts.md");
    for &kind in Kind::ALL {
        let row = guide.lines().find(|line| line.starts_with(&format!("| `{kind}` | `Context::"))).unwrap();
        let policy = kind.policy();
        assert!(row.contains(policy.default.as_str()), "{row}");
        assert_eq!(row.contains("`locale`"), policy.locale, "{row}");
        assert_eq!(row.contains("`detection`"), policy.detector, "{row}");
        let context = Context::of(kind).detection(Detection::Off).default_encoding(Encoding::Big5);
        assert_eq!(row.contains("`default_encoding`"), sniff(b"a", (), &context).encoding == Encoding::Big5, "{row}");
    }
    let rows = guide.lines().filter(|line| line.starts_with("| `")).count();
    assert_eq!(rows, Kind::ALL.len());
}
