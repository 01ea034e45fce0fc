//! Stage 8: the user's locale, by the table of the HTML standard's
//! [encoding sniffing algorithm](https://html.spec.whatwg.org/multipage/parsing.html#encoding-sniffing-algorithm), step 9.

use super::{Case, Finding, default};
use crate::encoding::locale::language_and_territory;
use crate::{Encoding, Source};

pub(super) fn look<'a>(case: &'a Case<'_>) -> Finding<'a> {
    let Some(tag) = case.context.facts.locale.as_deref() else { return Finding::default() };
    if default::defaults_to_utf8(case) {
        return Finding::remark("the MIME type means UTF-8 in every locale");
    }
    if case.context.facts.default_encoding.is_some() {
        return Finding::remark("the user's default encoding comes first");
    }
    match in_table(tag) {
        Some(encoding) => Finding::tentative(encoding, Source::Locale),
        None => Finding {
            remark: Some("the standard's table has no such locale: windows-1252"),
            ..Finding::tentative(Encoding::Windows1252, Source::Locale)
        },
    }
}

/// Prefixes of BCP 47 tags whose users read legacy pages in an encoding other than windows-1252.
#[rustfmt::skip]
const LOCALES: [(&str, Encoding); 39] = [
    ("ar", Encoding::Windows1256), ("az", Encoding::Windows1254), ("ba", Encoding::Windows1251),
    ("be", Encoding::Windows1251), ("bg", Encoding::Windows1251), ("cs", Encoding::Windows1250),
    ("el", Encoding::Iso8859_7),   ("et", Encoding::Windows1257), ("fa", Encoding::Windows1256),
    ("he", Encoding::Windows1255), ("hr", Encoding::Windows1250), ("hu", Encoding::Iso8859_2),
    ("ja", Encoding::ShiftJis),    ("kk", Encoding::Windows1251), ("ko", Encoding::EucKr),
    ("ku", Encoding::Windows1254), ("ky", Encoding::Windows1251), ("lt", Encoding::Windows1257),
    ("lv", Encoding::Windows1257), ("mk", Encoding::Windows1251), ("pl", Encoding::Iso8859_2),
    ("ru", Encoding::Windows1251), ("sah", Encoding::Windows1251), ("sk", Encoding::Windows1250),
    ("sl", Encoding::Iso8859_2),   ("sr", Encoding::Windows1251), ("tg", Encoding::Windows1251),
    ("th", Encoding::Windows874),  ("tr", Encoding::Windows1254), ("tt", Encoding::Windows1251),
    ("uk", Encoding::Windows1251), ("vi", Encoding::Windows1258),
    ("zh-Hans", Encoding::Gbk),    ("zh-CN", Encoding::Gbk),      ("zh-SG", Encoding::Gbk),
    ("zh-Hant", Encoding::Big5),   ("zh-HK", Encoding::Big5),     ("zh-MO", Encoding::Big5),
    ("zh-TW", Encoding::Big5),
];

/// The encoding of the longest prefix of the tag in the table, compared by whole subtags and without case. Some systems
/// write `_` for `-`.
fn in_table(tag: &str) -> Option<Encoding> {
    let tag = language_and_territory(tag.as_bytes());
    let is_same = |(one, other): (&u8, &u8)| one.eq_ignore_ascii_case(other) || (*one == b'_' && *other == b'-');
    LOCALES
        .iter()
        .filter(|(prefix, _)| {
            let prefix = prefix.as_bytes();
            tag.get(..prefix.len()).is_some_and(|start| start.iter().zip(prefix).all(is_same))
                && matches!(tag.get(prefix.len()), None | Some(b'-' | b'_'))
        })
        .max_by_key(|(prefix, _)| prefix.len())
        .map(|&(_, encoding)| encoding)
}
