//! [`judge`]: the encoding of bytes.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;

use super::Question;
use super::answer::{Answer, Basis};
use super::binary::{has_many_controls, is_binary};
use super::candidates::Candidates;
use super::claims::Claims;
use super::costs::{OFFSET, decode_alike};
use super::hints::{self, Hints};
use super::scores::{self, Scores};
use super::text::errors::count_errors;
use super::text::mixed::without_utf_8;
use super::text::utf8::{self, Utf8};
use super::text::utf16::{self, Utf16};
use super::text::{escapes, utf8_cost};
use super::weights::PER_NAT;
use crate::Encoding;

/// The encoding of the bytes; `None` if they are binary data, or if no encoding may be the answer.
pub(crate) fn judge(question: &Question<'_, '_>) -> Option<Answer> {
    let Question { page, as_browsers, candidates, claims, .. } = question;
    let answer = |encoding, basis| Some(Answer::new(encoding, basis));
    let read = || {
        let first = Encoding::ascii_valid_up_to(page);
        (!is_binary(page)).then(|| (first, utf8::judge(&page[first..])))
    };
    let (first, utf_8) = question.read.map_or_else(read, |kept| *kept.get_or_init(read))?;
    let may_be = |encoding: &Encoding| candidates.allow(*encoding) || claims.name(*encoding);
    let utf_16 = if utf_8.is_valid() { None } else { utf_16(question) };
    if let Some(utf_16) = utf_16
        && (utf_16.is_clear(claims) || has_many_controls(page))
    {
        return answer(utf_16.encoding, Basis::Utf16);
    }
    let may_be_utf_8 = !as_browsers && may_be(&Encoding::Utf8);
    let is_first_claim = claims.encodings().next() == Some(Encoding::Utf8);
    let may_be_chance = || claims.encodings().next().is_none() && utf8_cost::may_be_chance(page, utf_8);
    if is_utf_8(utf_8, claims, may_be_utf_8) && !may_be_chance()
        || is_first_claim && utf_8.errors == 0 && ends_in_a_lead(page)
    {
        return answer(Encoding::Utf8, Basis::Utf8(utf_8));
    }
    if first == page.len() {
        return ascii(question);
    }
    if *as_browsers && may_be(&Encoding::Windows1252) && utf_8.is_valid() && claims.encodings().next().is_none() {
        // Both browsers answer windows-1252 for UTF-8 without a label.
        return answer(Encoding::Windows1252, Basis::Browsers);
    }
    candidates.or_first_allowed(Encoding::Windows1252)?;
    Some(legacy(question, utf_8, may_be_utf_8 || claims.name(Encoding::Utf8), utf_16))
}

/// UTF-16, if the page may be in it. Browsers look for it only where it is declared.
fn utf_16(question: &Question<'_, '_>) -> Option<Utf16> {
    let Question { page, is_markup, as_browsers, candidates, claims, .. } = question;
    let is_claimed = claims.encodings().any(Encoding::is_utf_16);
    let utf_16 = (is_claimed || !as_browsers).then(|| utf16::weigh(page, *is_markup, claims))?;
    utf_16.filter(|found| is_claimed || candidates.allow(found.encoding))
}

/// What ISO-2022-JP costs more than other encodings, if it may be the answer.
fn iso_2022_jp(question: &Question<'_, '_>) -> Option<i64> {
    let Question { page, is_cut, iso_2022_jp, candidates, claims, .. } = question;
    let is_looked_for = *iso_2022_jp || candidates.name(Encoding::Iso2022Jp);
    let may_be = is_looked_for && candidates.allow(Encoding::Iso2022Jp) || claims.name(Encoding::Iso2022Jp);
    let cost = may_be.then(|| escapes::cost_of_iso_2022_jp(page, *is_cut))?;
    cost.map(|cost| cost + i64::from(claims.against(Encoding::Iso2022Jp) * PER_NAT))
}

/// The answer for ASCII, which is the same in all encodings but UTF-16, ISO-2022-JP and replacement.
fn ascii(question: &Question<'_, '_>) -> Option<Answer> {
    let Question { page, candidates, claims, .. } = question;
    if iso_2022_jp(question).is_some_and(|cost| cost < 0) {
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
fn legacy(question: &Question<'_, '_>, utf_8: Utf8, may_be_utf_8: bool, utf_16: Option<Utf16>) -> Answer {
    let hints = &(question.hints)();
    let claims = &hints.claims;
    let others = if question.as_browsers { None } else { without_utf_8(question.page, utf_8) };
    let mut question = *question;
    let mut scores = scores::score(&question, hints);
    if may_be_utf_8
        && utf8_cost::may_be(utf_8)
        && let Some(cost) = utf8_cost::cost(&scores.text, hints)
    {
        scores.add(Encoding::Utf8, cost.into());
    }
    if let Some(utf_16) = utf_16 {
        scores.add(utf_16.encoding, i64::from(OFFSET) + utf_16.beside(question.page, scores.text.len(), claims));
    }
    if claims.name(Encoding::Iso2022Jp)
        && let Some(cost) = iso_2022_jp(&question)
    {
        scores.add(Encoding::Iso2022Jp, i64::from(OFFSET) + cost);
    }
    if !scores.ranking.is_beside(scores.encoding)
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
    if ranking.is_beside(*encoding) || claims.encodings().next().is_none() {
        return *encoding;
    }
    // If no model knows the text, or its letters form no words, the declared encoding stands, provided that it decodes all of
    // the page. Nearly all bytes are well-formed UTF-16, so UTF-16 must have more in its favour.
    let is_list = ranking.is_list(*high_bytes, *encoding);
    let may_stand = |claimed: &Encoding| !(is_list && claimed.is_utf_16());
    let decodes = |claimed: &Encoding| count_errors(question.page, *high_bytes, *claimed, question.is_cut, 1) == 0;
    if (is_list || ranking.is_gibberish(*high_bytes))
        && let Some(claimed) = claims
            .encodings()
            .find(|claimed| may_stand(claimed) && decodes(claimed) && !ranking.has_no_structure_of(*claimed))
    {
        return claimed;
    }
    // If a declared encoding decodes the bytes to the same text, it is the answer.
    claims.encodings().find(|claimed| decode_alike(*claimed, *encoding, *high_bytes)).unwrap_or(*encoding)
}

/// Whether the last byte starts a character in UTF-8, and is hardly a letter in another encoding: either no ASCII letter
/// stands before it, or in windows-1252 it would be a capital after a lowercase letter (DF is ß there).
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
                        let answer = legacy(&question, utf_8, true, None).encoding;
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

    /// Where controls and ASCII decide alone for UTF-16, it costs least in the sum too.
    #[test]
    fn clear_utf_16_is_a_shortcut() {
        let (mut tried, mut others) = (0, Vec::new());
        for entry in std::fs::read_dir("fixtures/detector/names").unwrap() {
            let text = std::fs::read_to_string(entry.unwrap().path()).unwrap();
            for (n, line) in text.lines().enumerate().step_by(5).filter(|(_, line)| !line.is_ascii()) {
                let start = line.chars().take(4 + n % 40).collect::<String>();
                for order in [u16::to_le_bytes as fn(u16) -> [u8; 2], u16::to_be_bytes] {
                    let page: Vec<u8> = start.encode_utf16().flat_map(order).collect();
                    let claims = Claims::default();
                    let Some(found) = utf16::weigh(&page, false, &claims).filter(|found| found.is_clear(&claims))
                    else {
                        continue;
                    };
                    let utf_8 = utf8::judge(&page);
                    if !page.is_ascii() {
                        tried += 1;
                        let answer = legacy(&Question::of(&page), utf_8, false, Some(found)).encoding;
                        if answer != found.encoding {
                            others.push((answer, start.clone()));
                        }
                    }
                }
            }
        }
        assert!(tried > 1000, "{tried}");
        assert!(1000 * others.len() <= tried, "{} of {tried}: {others:?}", others.len());
    }
}
