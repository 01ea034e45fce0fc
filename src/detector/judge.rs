//! [`judge`]: the encoding of bytes.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::Question;
use super::answer::{Answer, Basis};
use super::candidates::Candidates;
use super::claims::Claims;
use super::costs::decode_alike;
use super::hints::{self, Hints};
use super::sample::HighBytes;
use super::scores::{self, Scores};
use super::text::errors::count_errors;
use super::text::escapes::is_iso_2022_jp;
use super::text::mixed::without_utf_8;
use super::text::{utf8 as damaged_utf8, utf16 as ideographs};
use super::weights::PER_NAT;
use crate::Encoding;
use crate::content::utf8::{self, Utf8};
use crate::content::{Content, unmarked_utf16};

/// The encoding of the bytes; `None` if they are binary data, or if no encoding may be the answer.
pub(crate) fn judge(question: &Question<'_, '_>) -> Option<Answer> {
    let Question { page, is_cut, is_markup, as_browsers, candidates, claims, .. } = question;
    let answer = |encoding, basis| Some(Answer::new(encoding, basis));
    if Content::is_binary(page) && (*is_markup || ideographs::detect(page).is_none()) {
        return None;
    }
    let may_be = |encoding: &Encoding| candidates.allow(*encoding) || claims.name(*encoding);
    let mut claimed_utf_16 = claims.encodings().filter(|claimed| claimed.is_utf_16());
    if let Some(encoding) = claimed_utf_16.find_map(|claimed| unmarked_utf16::as_claimed(page, claimed)) {
        return answer(encoding, Basis::Utf16);
    }
    if !as_browsers && let Some(encoding) = unmarked_utf16::detect(page, *is_markup).filter(may_be) {
        return answer(encoding, Basis::Utf16);
    }
    let first = Encoding::ascii_valid_up_to(page);
    let utf_8 = utf8::judge(&page[first..]);
    let may_be_utf_8 = !as_browsers && may_be(&Encoding::Utf8);
    let is_first_claim = claims.encodings().next() == Some(Encoding::Utf8);
    if is_utf_8(utf_8, claims, may_be_utf_8) || is_first_claim && utf_8.errors == 0 && ends_in_a_lead(page) {
        return answer(Encoding::Utf8, Basis::Utf8(utf_8));
    }
    // A short two-byte text may happen to be frequent ideographs in UTF-16.
    let is_as_claimed = |claimed: Encoding| {
        !claimed.is_single_byte()
            && claimed != Encoding::Utf8
            && count_errors(page, HighBytes::of(&[]), claimed, *is_cut, 1) == 0
    };
    if !as_browsers
        && !is_markup
        && let Some(encoding) = ideographs::detect(page).filter(may_be)
        && !claims.encodings().any(is_as_claimed)
    {
        return answer(encoding, Basis::Utf16);
    }
    if first == page.len() {
        return ascii(question);
    }
    if claims.name(Encoding::Iso2022Jp) && is_iso_2022_jp(page, *is_cut) {
        return answer(Encoding::Iso2022Jp, Basis::Iso2022Jp);
    }
    if *as_browsers && may_be(&Encoding::Windows1252) && utf_8.is_valid() && claims.encodings().next().is_none() {
        // Both browsers answer windows-1252 for UTF-8 without a label.
        return answer(Encoding::Windows1252, Basis::Browsers);
    }
    candidates.or_first_allowed(Encoding::Windows1252)?;
    Some(legacy(question, utf_8, may_be_utf_8 || claims.name(Encoding::Utf8)))
}

/// The answer for ASCII, which is the same in all encodings but UTF-16, ISO-2022-JP and replacement.
fn ascii(question: &Question<'_, '_>) -> Option<Answer> {
    let Question { page, is_cut, iso_2022_jp, candidates, claims, .. } = question;
    let may_be_iso_2022_jp = candidates.allow(Encoding::Iso2022Jp) || claims.name(Encoding::Iso2022Jp);
    let is_looked_for = *iso_2022_jp || candidates.name(Encoding::Iso2022Jp);
    if is_looked_for && may_be_iso_2022_jp && is_iso_2022_jp(page, *is_cut) {
        return Some(Answer::new(Encoding::Iso2022Jp, Basis::Iso2022Jp));
    }
    // Escapes and shifts are those of an encoding that replacement stands for.
    let is_plain = Encoding::iso_2022_jp_ascii_valid_up_to(page) == page.len();
    let stands = |claimed: &Encoding| !(claimed.is_utf_16() || is_plain && *claimed == Encoding::Replacement);
    let claimed = claims.encodings().find(stands);
    let encoding = claimed.or_else(|| candidates.or_first_allowed(Encoding::Utf8))?;
    Some(Answer::new(encoding, Basis::Ascii))
}

/// The answer for bytes that are neither ASCII nor clearly UTF-8.
fn legacy(question: &Question<'_, '_>, utf_8: Utf8, may_be_utf_8: bool) -> Answer {
    let hints = &(question.hints)();
    let claims = &hints.claims;
    let others = if question.as_browsers { None } else { without_utf_8(question.page, utf_8) };
    let mut question = *question;
    let mut scores = scores::score(&question, hints);
    if may_be_utf_8 && damaged_utf8::may_be(utf_8) {
        scores.weigh_utf_8(hints);
    }
    if scores.encoding != Encoding::Utf8
        && let Some(others) = &others
    {
        question.page = others;
        scores = scores::score(&question, hints);
    }
    let encoding = likeliest(&question, claims, &scores);
    let is_declared = claims.encodings().next().is_some();
    let given = [hints.language.is_some(), hints.tld.is_some(), hints.locale.is_some(), is_declared];
    Answer::new(encoding, Basis::Scores(Box::new(scores), given))
}

/// The likeliest encoding by its scores and the claims.
fn likeliest(question: &Question<'_, '_>, claims: &Claims, scores: &Scores) -> Encoding {
    let Scores { encoding, ranking, high_bytes, .. } = scores;
    if *encoding == Encoding::Utf8 {
        return Encoding::Utf8;
    }
    // If no model knows the text, the declared encoding stands, provided that it decodes all of the page.
    let decodes = |claimed: &Encoding| count_errors(question.page, *high_bytes, *claimed, question.is_cut, 1) == 0;
    if ranking.is_gibberish(*high_bytes)
        && let Some(claimed) =
            claims.encodings().find(|claimed| decodes(claimed) && !ranking.has_no_structure_of(*claimed))
    {
        return claimed;
    }
    // If a declared encoding decodes the bytes to the same text, it is the answer.
    claims.encodings().find(|claimed| decode_alike(*claimed, *encoding, *high_bytes)).unwrap_or(*encoding)
}

/// Whether the last byte starts a character in UTF-8, and is hardly a letter of another encoding: no ASCII letter stands
/// before it, or it would be a capital behind a small letter. DF is the ß of windows-1252.
fn ends_in_a_lead(page: &[u8]) -> bool {
    match page {
        [.., before, 0xC2..=0xDE] if before.is_ascii_lowercase() => true,
        [.., before, 0xC2..=0xF4] => !before.is_ascii_alphabetic(),
        _ => page.len() == 1,
    }
}

/// Whether the bytes are UTF-8, by the evidence for it and the claims. `may_be`: also where it is not claimed.
fn is_utf_8(utf_8: Utf8, claims: &Claims, may_be: bool) -> bool {
    let is_claimed = claims.name(Encoding::Utf8);
    let against = claims.against(Encoding::Utf8);
    let nats = utf_8.nats().saturating_add_unsigned(claims.total() - against).saturating_sub_unsigned(against);
    (may_be || is_claimed) && utf_8.characters > 0 && nats >= 0
}

/// The maximum number of encodings that [`legacy_candidates`] returns.
const MOST_CANDIDATES: usize = 8;

/// The legacy encodings that `text` may be in, with the cost of each in nats. `page`, of which it is a part, gives a hint at
/// its language.
pub(crate) fn legacy_candidates(text: &[u8], page: &[u8]) -> Vec<(Encoding, i32)> {
    let mut candidates = Candidates::default();
    candidates.leave_out([Encoding::Utf8, Encoding::Utf16Be, Encoding::Utf16Le]);
    let hints = || Hints { language: hints::page_language(page), ..Hints::default() };
    let answer = judge(&Question { candidates, hints: &hints, ..Question::of(text) });
    let Some(Answer { encoding, basis: Basis::Scores(scores, _) }) = answer else {
        return vec![(Encoding::Windows1252, 0)];
    };
    let candidates = scores.ranking.candidates(scores.high_bytes, encoding, MOST_CANDIDATES);
    candidates.into_iter().map(|(encoding, cost)| (encoding, (cost / PER_NAT) as i32)).collect()
}

#[cfg(all(test, feature = "std", not(emulated)))]
mod tests {
    use super::*;

    /// Where the evidence for UTF-8 decides alone, UTF-8 costs least in the sum too, in all but one of a thousand texts: the
    /// others are of letters that stand alone (`п. н. е.`), which the sum finds unlikely in any encoding.
    #[test]
    fn the_evidence_of_utf_8_is_a_shortcut() {
        let (mut tried, mut others) = (0, Vec::new());
        let folders = ["fixtures/detector/sentences", "fixtures/detector/names"];
        for entry in folders.iter().flat_map(|folder| std::fs::read_dir(folder).unwrap()) {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for line in text.lines().step_by(3).filter(|line| !line.is_ascii()) {
                for (stray, said) in [
                    (&b""[..], Some(Encoding::ShiftJis)),
                    (b" caf\xE9 ", None),
                    (b" it\x92s", Some(Encoding::Windows1252)),
                    (b" 5\xA0km", Some(Encoding::Windows1251)),
                ] {
                    let page = [line.as_bytes(), stray].concat();
                    let mut claims = Claims::default();
                    said.into_iter().for_each(|encoding| claims.add(encoding, 12));
                    let hints = || Hints { claims, ..Hints::default() };
                    let question = Question { claims, hints: &hints, ..Question::of(&page) };
                    let utf_8 = utf8::judge(&page);
                    if is_utf_8(utf_8, &claims, true) {
                        tried += 1;
                        let answer = legacy(&question, utf_8, true).encoding;
                        if answer != Encoding::Utf8 {
                            others.push((answer, page));
                        }
                    }
                }
            }
        }
        assert!(tried > 1000, "{tried}");
        let texts: Vec<_> = others.iter().map(|(answer, page)| (answer, String::from_utf8_lossy(page))).collect();
        assert!(1000 * others.len() <= tried, "{} of {tried}: {texts:#?}", others.len());
    }
}
