//! Hints: what is known about the language or the encoding besides the bytes. They become priors, which the bytes can
//! always outweigh: clear text differs by hundreds of nats between languages.

use crate::Encoding;
use crate::detector::claims::Claims;
use crate::detector::weights::{self, PER_NAT};
use crate::encoding::label::is_ascii_whitespace;
use crate::encoding::locale::language_and_territory;

/// By how much the costs are divided if the hint is English, which templates of pages name where
/// nobody chose a language (measured: `docs/scoreboard.md`).
const ENGLISH: u32 = 4;

/// The cost of a language that the user's locale does not name.
fn locale() -> u32 {
    weights::page_language() / 3
}

/// The hints that are known. Languages are BCP 47 tags.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Hints<'a> {
    /// The page's language: `lang`, `xml:lang`, or Content-Language.
    pub(crate) language: Option<&'a [u8]>,
    /// The host's top-level domain.
    pub(crate) tld: Option<&'a [u8]>,
    /// The user's locale.
    pub(crate) locale: Option<&'a [u8]>,
    /// What was declared, if the bytes decide, and a declaration that browsers ignore.
    pub(crate) claims: Claims,
}

impl Hints<'_> {
    /// The cost that the hints add to `encoding`.
    pub(crate) fn cost_of_encoding(&self, encoding: Encoding) -> u32 {
        self.claims.against(encoding) * PER_NAT
    }

    /// The cost that the hints add to a language, a tag of the tables.
    pub(crate) fn costs(&self) -> impl Fn(&[u8]) -> u32 {
        let of_tld = self.tld.and_then(languages_of_tld);
        move |language| self.cost(language, of_tld)
    }

    fn cost(&self, language: &[u8], of_tld: Option<&[&str]>) -> u32 {
        let mut cost = 0;
        if let Some(tag) = self.language
            && !is_language(tag, language)
        {
            cost += if is_language(tag, b"en") { weights::page_language() / ENGLISH } else { weights::page_language() };
        }
        if let Some(languages) = of_tld
            && !languages.iter().any(|tag| is_language(tag.as_bytes(), language))
        {
            cost += locale() / 2;
        }
        if let Some(tag) = self.locale.map(language_and_territory)
            && !is_language(tag, language)
        {
            cost += if is_language(tag, b"en") { locale() / ENGLISH } else { locale() };
        }
        cost
    }
}

/// Whether `tag` names `language`, a tag of the tables. Chinese is told apart by script: `zh` is
/// simplified, `zh-Hant` traditional, and a bare `zh` names both.
fn is_language(tag: &[u8], language: &[u8]) -> bool {
    if language.starts_with(b"zh") && tag.get(..2).is_some_and(|start| start.eq_ignore_ascii_case(b"zh")) {
        let traditional = ["hant", "tw", "hk", "mo"];
        let subtags = || tag.split(|byte| *byte == b'-' || *byte == b'_').skip(1);
        let is = |names: &[&str]| {
            subtags().any(|subtag| names.iter().any(|name| subtag.eq_ignore_ascii_case(name.as_bytes())))
        };
        return tag.len() == 2 || is(&traditional) == (language.len() > 2);
    }
    // Tags that have another name in the tables.
    let aliases: [(&[u8], &[u8]); 6] =
        [(b"no", b"nb"), (b"nn", b"nb"), (b"iw", b"he"), (b"bs", b"hr"), (b"sh", b"hr"), (b"mo", b"ro")];
    let primary = tag.split(|byte| *byte == b'-' || *byte == b'_').next().unwrap_or_default();
    primary.eq_ignore_ascii_case(language)
        || aliases.iter().any(|(alias, of)| primary.eq_ignore_ascii_case(alias) && *of == language)
}

/// The languages of the country that a top-level domain belongs to; `None` for generic domains and
/// for those of countries that are not listed.
fn languages_of_tld(tld: &[u8]) -> Option<&'static [&'static str]> {
    const TLDS: &[(&str, &[&str])] = &[
        ("ae", &["ar"]),
        ("al", &["sq"]),
        ("ar", &["es"]),
        ("at", &["de"]),
        ("ba", &["hr", "sr"]),
        ("be", &["nl", "fr"]),
        ("bg", &["bg"]),
        ("br", &["pt"]),
        ("by", &["ru", "be"]),
        ("ch", &["de", "fr", "it"]),
        ("cl", &["es"]),
        ("cn", &["zh"]),
        ("cy", &["el"]),
        ("cz", &["cs"]),
        ("de", &["de"]),
        ("dk", &["da"]),
        ("ee", &["et"]),
        ("eg", &["ar"]),
        ("es", &["es", "ca", "gl", "eu"]),
        ("fi", &["fi", "sv"]),
        ("fo", &["fo"]),
        ("fr", &["fr"]),
        ("gl", &["kl", "da"]),
        ("gr", &["el"]),
        ("hk", &["zh-Hant"]),
        ("hr", &["hr"]),
        ("hu", &["hu"]),
        ("ie", &["ga"]),
        ("il", &["he"]),
        ("ir", &["fa"]),
        ("is", &["is"]),
        ("it", &["it"]),
        ("jp", &["ja"]),
        ("kr", &["ko"]),
        ("kz", &["ru"]),
        ("lt", &["lt"]),
        ("lv", &["lv"]),
        ("mk", &["mk"]),
        ("mo", &["zh-Hant"]),
        ("mt", &["mt"]),
        ("mx", &["es"]),
        ("nl", &["nl"]),
        ("no", &["nb", "se"]),
        ("pk", &["ur"]),
        ("pl", &["pl"]),
        ("pt", &["pt"]),
        ("ro", &["ro"]),
        ("rs", &["sr", "hr"]),
        ("ru", &["ru"]),
        ("sa", &["ar"]),
        ("se", &["sv"]),
        ("si", &["sl"]),
        ("sk", &["sk"]),
        ("su", &["ru"]),
        ("th", &["th"]),
        ("tr", &["tr"]),
        ("tw", &["zh-Hant"]),
        ("ua", &["uk", "ru"]),
        ("vn", &["vi"]),
        ("xn--p1ai", &["ru"]),
        ("xn--j1amh", &["uk", "ru"]),
        ("za", &["af"]),
    ];
    TLDS.iter().find(|(name, _)| tld.eq_ignore_ascii_case(name.as_bytes())).map(|(_, languages)| *languages)
}

/// How many bytes at the start of a page are searched for `lang`.
const LANG_WITHIN: usize = 1024;

/// The value of the first `lang` or `xml:lang` attribute in the first kilobyte.
pub(crate) fn page_language(page: &[u8]) -> Option<&[u8]> {
    let start = page.get(..LANG_WITHIN).unwrap_or(page);
    let at = memchr::memchr_iter(b'=', start).filter_map(|sign| sign.checked_sub(5)).find(|at| {
        let [before, name @ ..] = &start[*at..at + 5] else { return false };
        (is_ascii_whitespace(*before) || matches!(before, b':' | b'/')) && name.eq_ignore_ascii_case(b"lang")
    })?;
    // Only inside a tag: the last angle bracket before it is an opening one.
    let before = start.get(..at)?;
    before.iter().rposition(|byte| matches!(byte, b'<' | b'>')).filter(|&n| before.get(n) == Some(&b'<'))?;
    let value = start.get(at + 6..)?;
    let value = value.strip_prefix(b"\"").or(value.strip_prefix(b"'")).unwrap_or(value);
    let length = value.iter().take_while(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')).count();
    value.get(..length).filter(|tag| (2..=35).contains(&tag.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_page_says_its_language_in_a_tag_only() {
        assert_eq!(page_language(b"<!doctype html><html lang=\"ru-RU\"><body>"), Some(&b"ru-RU"[..]));
        assert_eq!(page_language(b"<feed xml:lang='ja'>"), Some(&b"ja"[..]));
        assert_eq!(page_language(b"<html LANG=el>"), Some(&b"el"[..]));
        for byte in 0..=u8::MAX {
            let is_before = b"\t\n\x0C\r :/".contains(&byte);
            let page = [b"<html", &[byte][..], b"lang=ru>"].concat();
            assert_eq!(page_language(&page), is_before.then_some(&b"ru"[..]), "{byte:02X}");
        }
        for (length, is_tag) in [(1, false), (2, true), (35, true), (36, false)] {
            let page = format!("<html lang={}>", "a".repeat(length));
            assert_eq!(page_language(page.as_bytes()).is_some(), is_tag, "{length}");
        }
        assert_eq!(page_language(b"<p>say lang=ru and go</p>"), None);
        assert_eq!(page_language(b"<html lang=''>"), None);
    }

    #[test]
    fn tags_name_languages() {
        assert!(is_language(b"pt-BR", b"pt") && is_language(b"NO", b"nb") && !is_language(b"fra", b"fr"));
        assert!(is_language(b"zh-TW", b"zh-Hant") && !is_language(b"zh-TW", b"zh"));
        assert!(
            is_language(b"zh-Hans-HK", b"zh-Hant")
                && is_language(b"zh-CN", b"zh")
                && !is_language(b"zh-CN", b"zh-Hant")
        );
        assert!(is_language(b"zh", b"zh") && is_language(b"zh", b"zh-Hant"));
    }

    #[test]
    fn english_is_a_weak_hint() {
        for (tag, page, locale) in
            [("ru", weights::page_language(), locale()), ("en-US", weights::page_language() / 4, locale() / 4)]
        {
            let language = Hints { language: Some(tag.as_bytes()), ..Hints::default() };
            let of_user = Hints { locale: Some(tag.as_bytes()), ..Hints::default() };
            assert_eq!((language.costs()(b"ja"), of_user.costs()(b"ja")), (page, locale), "{tag}");
        }
    }

    #[test]
    fn generic_domains_say_nothing() {
        for tld in ["com", "eu", "io", "org", "xyz", ""] {
            let hints = Hints { tld: Some(tld.as_bytes()), ..Hints::default() };
            assert_eq!(hints.costs()(b"ru"), 0, "{tld}");
        }
        let hints = Hints { tld: Some(b"RU"), ..Hints::default() };
        assert_eq!((hints.costs()(b"ru"), hints.costs()(b"ja")), (0, locale() / 2));
    }
}
