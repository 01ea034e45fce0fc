//! The language that Content-Language names.

use super::Visit;
use super::content_type::Short;

/// Long enough for `zh-Hant-TW`. Longer tags are not used.
const LONGEST: usize = 12;

/// The language tag of a [Content-Language](https://httpwg.org/specs/rfc9110.html#field.content-language).
pub(crate) type LanguageTag = Short<LONGEST>;

/// The tag in the headers; `None` if there are several.
pub(super) fn content_language(headers: &dyn Visit) -> Option<LanguageTag> {
    let (mut count, mut found) = (0, None);
    headers.visit("content-language", &mut |value: &[u8]| {
        count += 1;
        let value = value.trim_ascii();
        let is_in_tag = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-';
        found = ((2..=LONGEST).contains(&value.len()) && value.iter().all(is_in_tag)).then(|| LanguageTag::of(value));
    });
    found.filter(|_| count == 1)
}
