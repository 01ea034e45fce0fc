//! Misspelled labels, which only [`Reading::Crawler`](crate::Reading::Crawler)
//! accepts.

use core::ops::Range;

use super::CharsetValue;
use super::Visit;
use crate::Encoding;

/// Names of encodings that other systems use and that are not labels, reduced by [`letters`].
const OTHER_NAMES: [(&[u8], Encoding); 32] = [
    (b"utf8mb3", Encoding::Utf8),
    (b"utf8mb4", Encoding::Utf8),
    (b"utf8bom", Encoding::Utf8),
    (b"utf8sig", Encoding::Utf8),
    (b"utf8n", Encoding::Utf8),
    (b"cp65001", Encoding::Utf8),
    (b"cp932", Encoding::ShiftJis),
    (b"windows932", Encoding::ShiftJis),
    (b"shiftjisx0213", Encoding::ShiftJis),
    (b"shiftjis2004", Encoding::ShiftJis),
    (b"sjiswin", Encoding::ShiftJis),
    (b"cp936", Encoding::Gbk),
    (b"windows936", Encoding::Gbk),
    (b"ms936", Encoding::Gbk),
    (b"euccn", Encoding::Gbk),
    (b"gb180302000", Encoding::Gb18030),
    (b"cp949", Encoding::EucKr),
    (b"ms949", Encoding::EucKr),
    (b"uhc", Encoding::EucKr),
    (b"cp950", Encoding::Big5),
    (b"windows950", Encoding::Big5),
    (b"big5hkscs2004", Encoding::Big5),
    (b"ujis", Encoding::EucJp),
    (b"eucjpms", Encoding::EucJp),
    (b"eucjpwin", Encoding::EucJp),
    (b"eucjis2004", Encoding::EucJp),
    (b"eucjisx0213", Encoding::EucJp),
    (b"cp874", Encoding::Windows874),
    (b"isolatin1", Encoding::Windows1252),
    (b"isolatin9", Encoding::Iso8859_15),
    (b"latin9", Encoding::Iso8859_15),
    (b"macroman", Encoding::Macintosh),
];

/// Longer than any label.
const LABEL_ROOM: usize = 40;

/// The encoding that a label names. Punctuation, an `x-` in front, and `win` for `windows` are
/// tolerated; so are names that other systems use.
#[cfg_attr(target_family = "wasm", inline(never))]
pub(crate) fn encoding_for(label: &[u8]) -> Option<Encoding> {
    if let Some(encoding) = Encoding::for_label(label) {
        return Some(encoding);
    }
    if label.len() > LABEL_ROOM {
        return None;
    }
    let label = letters(label);
    let without_x = label.clone().skip(usize::from(label.clone().next() == Some(b'x')));
    by_letters(&label).or_else(|| by_letters(&without_x)).or_else(|| {
        let is_win = without_x.clone().take(3).eq(*b"win");
        is_win.then(|| by_letters(&b"windows".iter().copied().chain(without_x.skip(3))))?
    })
}

fn by_letters(label: &(impl Iterator<Item = u8> + Clone)) -> Option<Encoding> {
    label.clone().next()?;
    let is = |name: &[u8]| letters(name).eq(label.clone());
    let is_label = |encoding: &Encoding| encoding.labels().iter().any(|name| is(name.as_bytes()));
    let other = || OTHER_NAMES.iter().find(|(name, _)| is(name)).map(|&(_, encoding)| encoding);
    Encoding::ALL.into_iter().find(is_label).or_else(other)
}

/// The letters and digits of a label, in lower case.
fn letters(label: &[u8]) -> impl Iterator<Item = u8> + Clone + '_ {
    label.iter().filter(|byte| byte.is_ascii_alphanumeric()).map(u8::to_ascii_lowercase)
}

/// Every `charset` in a header value that is followed by a label, perhaps a misspelled one, with any separator
/// between: `charset:utf-8`, `charset 'utf8'`, `charset=utf_8`. Linear in `value`.
fn declarations(value: &[u8]) -> impl Iterator<Item = (Encoding, Range<usize>)> + '_ {
    const NAME: &[u8] = b"charset";
    let is_name = |at: &usize| value.get(*at..at + NAME.len()).is_some_and(|name| name.eq_ignore_ascii_case(NAME));
    (0..value.len()).filter(is_name).filter_map(|at| {
        let rest = &value[at + NAME.len()..];
        let is_between = |byte: &&u8| matches!(**byte, b'\t' | b'\n' | b'\r' | b' ' | b'=' | b':' | b'"' | b'\'');
        let gap = rest.iter().take(LABEL_ROOM).take_while(is_between).count();
        let is_label = |byte: &&u8| byte.is_ascii_alphanumeric() || matches!(**byte, b'-' | b'_' | b'.');
        let length = rest[gap..].iter().take(LABEL_ROOM).take_while(is_label).count();
        let start = at + NAME.len() + gap;
        let label = start..start + length;
        (gap > 0).then(|| encoding_for(&value[label.clone()]).map(|encoding| (encoding, label)))?
    })
}

/// The label of the first Content-Type header in which [`declarations`] finds one.
pub(crate) fn charset(headers: &dyn Visit) -> Option<CharsetValue> {
    let mut found = None;
    headers.visit("content-type", &mut |value| {
        if found.is_none() {
            found = declarations(value).next().map(|(_, label)| CharsetValue::of(&value[label]));
        }
    });
    found
}
