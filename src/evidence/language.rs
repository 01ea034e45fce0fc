//! [`LanguageTag`]: the language that Content-Language names.

use super::Visit;

/// The language tag of a [Content-Language](https://httpwg.org/specs/rfc9110.html#field.content-language),
/// kept without allocating.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LanguageTag {
    bytes: [u8; LanguageTag::LONGEST],
    length: usize,
}

impl LanguageTag {
    /// Enough for `zh-Hant-TW`. The rest of a longer tag is not needed.
    const LONGEST: usize = 12;

    /// The tag in the headers; `None` if there are several.
    pub(crate) fn of(headers: &dyn Visit) -> Option<LanguageTag> {
        let (mut count, mut found) = (0, None);
        headers.visit("content-language", &mut |value: &[u8]| {
            count += 1;
            let value = value.trim_ascii();
            let mut tag = LanguageTag { bytes: [0; Self::LONGEST], length: value.len() };
            let is_tag = value.len() >= 2 && value.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'-');
            if let Some(room) = tag.bytes.get_mut(..value.len()).filter(|_| is_tag) {
                room.copy_from_slice(value);
                found = Some(tag);
            }
        });
        found.filter(|_| count == 1)
    }

    pub(crate) fn as_bytes(&self) -> &[u8] {
        self.bytes.get(..self.length).unwrap_or_default()
    }
}
