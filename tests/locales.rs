//! The table of default encodings by locale, as the HTML standard has it:
//! <https://html.spec.whatwg.org/multipage/parsing.html#determining-the-character-encoding>, step 9.

use charsniff::{Context, Detection, Encoding, Source, sniff};

#[test]
fn each_locale_has_the_standards_encoding() {
    let table: [(Encoding, &[&str]); 14] = [
        (Encoding::Windows1256, &["ar", "fa"]),
        (Encoding::Windows1254, &["az", "ku", "tr"]),
        (Encoding::Windows1251, &["ba", "be", "bg", "kk", "ky", "mk", "ru", "sah", "sr", "tg", "tt", "uk"]),
        (Encoding::Windows1250, &["cs", "hr", "sk"]),
        (Encoding::Iso8859_7, &["el"]),
        (Encoding::Windows1257, &["et", "lt", "lv"]),
        (Encoding::Windows1255, &["he"]),
        (Encoding::Iso8859_2, &["hu", "pl", "sl"]),
        (Encoding::ShiftJis, &["ja"]),
        (Encoding::EucKr, &["ko"]),
        (Encoding::Windows874, &["th"]),
        (Encoding::Windows1258, &["vi"]),
        (Encoding::Gbk, &["zh-Hans", "zh-CN", "zh-SG", "zh-Hans-TW"]),
        (Encoding::Big5, &["zh-Hant", "zh-HK", "zh-MO", "zh-TW", "zh-Hant-CN"]),
    ];
    for (encoding, tags) in table {
        for tag in tags {
            for tag in [tag.to_string(), tag.to_ascii_uppercase(), format!("{tag}-x-other")] {
                let context = Context::html().detection(Detection::Off).locale(&tag);
                let sniffed = sniff(b"<p>a", (), &context);
                assert_eq!((sniffed.encoding, sniffed.source), (encoding, Source::Locale), "{tag}");
            }
        }
    }
}

#[test]
fn the_longest_prefix_of_whole_subtags_decides() {
    for (tag, encoding) in [
        ("JA-jp", Encoding::ShiftJis),
        ("ja_JP.UTF-8", Encoding::ShiftJis),
        ("ru.UTF-8", Encoding::Windows1251),
        ("RU.KOI8-R", Encoding::Windows1251),
        ("sr_RS@latin", Encoding::Windows1251),
        ("tt@iqtelif", Encoding::Windows1251),
        ("zh_TW.UTF-8", Encoding::Big5),
        ("zh_CN.GB18030@stroke", Encoding::Gbk),
        ("jav.UTF-8", Encoding::Windows1252),
        ("ja=", Encoding::Windows1252),
        ("zh_TW", Encoding::Big5),
        ("zh-hant-hk", Encoding::Big5),
        ("zh-SG", Encoding::Gbk),
        ("sah-RU", Encoding::Windows1251),
        ("jav", Encoding::Windows1252),
        ("zh", Encoding::Windows1252),
        ("sa", Encoding::Windows1252),
        ("en-US", Encoding::Windows1252),
        ("", Encoding::Windows1252),
    ] {
        let sniffed = sniff(b"<p>a", (), &Context::html().detection(Detection::Off).locale(tag));
        assert_eq!((sniffed.encoding, sniffed.source), (encoding, Source::Locale), "{tag}");
    }
}
