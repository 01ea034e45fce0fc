//! UTF-8 in a text in a legacy encoding: lines, as in a log that two programs wrote, and words.
//!
//! Lines and words that are UTF-8 beyond doubt prove that the text contains UTF-8. Then the cheapest path through each
//! line decides.

use core::ops::Range;

use super::alphabet::Alphabet;
use super::doubly_encoded::{Proof, Undone};
use super::malformed::runs;
use super::paths::{Part, Paths, segments};
use super::{CodePage, lines};
use crate::Encoding;

/// A text in a legacy encoding that contains UTF-8, and how common its characters are.
pub(super) struct InLegacy {
    encoding: Encoding,
    alphabet: Alphabet,
}

impl InLegacy {
    /// `None` if nothing proves that `body`, in `encoding`, contains UTF-8. `text` is `body` decoded from `encoding`;
    /// `proof` is that of misreading as `encoding`, if UTF-8 is often misread as that. Linear.
    pub(super) fn of(body: &[u8], text: &str, proof: Option<&Proof>, encoding: Encoding) -> Option<InLegacy> {
        if let Some(proof) = proof {
            let proved = in_bytes(text, proof.undone(text, false), body, encoding);
            return InLegacy::with(body, proved, encoding);
        }
        if !lines::may_have_lines(encoding) {
            return None;
        }
        let proved = lines::in_utf8(body, encoding);
        InLegacy::with(body, proved, encoding).or_else(|| {
            let like = like(encoding)?;
            let (text, _) = like.decode_without_bom_handling(body);
            let proof = Proof::of(core::iter::once(&*text)).of_misreading(like)?;
            let proved = in_bytes(&text, proof.undone(&text, false), body, like);
            InLegacy::with(body, proved, encoding)
        })
    }

    fn with(body: &[u8], proved: impl Iterator<Item = Range<usize>>, encoding: Encoding) -> Option<InLegacy> {
        let mut proved = proved.peekable();
        proved.peek()?;
        let mut alphabet = Alphabet::new();
        // In two-byte encodings the second byte may be ASCII, so a run may end inside a character.
        let is_whole = encoding.is_single_byte();
        let lines = || segments(body).filter(|line| core::str::from_utf8(&body[line.clone()]).is_err());
        let of_runs = is_whole.then(|| runs(body)).into_iter().flatten();
        let mut legacy = of_runs.chain((!is_whole).then(lines).into_iter().flatten()).peekable();
        for part in proved {
            while let Some(run) = legacy.next_if(|run| run.end <= part.start) {
                alphabet.add(&encoding.decode_without_bom_handling(&body[run]).0);
            }
            while legacy.next_if(|run| run.start < part.end).is_some() {}
            alphabet.add(core::str::from_utf8(&body[part]).unwrap_or_default());
        }
        legacy.for_each(|run| alphabet.add(&encoding.decode_without_bom_handling(&body[run]).0));
        Some(InLegacy { encoding, alphabet })
    }

    /// The parts of `body` that are UTF-8, without ASCII around them, and their text. Linear.
    pub(super) fn parts<'a>(&'a self, body: &'a [u8]) -> impl Iterator<Item = (Range<usize>, &'a str)> + 'a {
        let parts = segments(body).flat_map(move |line| {
            let paths = Paths::new(body, line, &self.alphabet, self.encoding).in_legacy_file();
            paths.parts(Part::Utf8)
        });
        parts.filter_map(|bytes| Some((bytes.clone(), core::str::from_utf8(body.get(bytes)?).ok()?)))
    }

    /// The same, but parts of a line that only ASCII separates are joined.
    pub(super) fn lines<'a>(&'a self, body: &'a [u8]) -> impl Iterator<Item = (Range<usize>, &'a str)> + 'a {
        let mut parts = self.parts(body).map(|(bytes, _)| bytes).peekable();
        let is_between = |bytes: &[u8]| bytes.iter().all(|byte| byte.is_ascii() && !matches!(byte, b'\n' | b'\r'));
        core::iter::from_fn(move || {
            let Range { start, mut end } = parts.next()?;
            while let Some(next) = parts.next_if(|next| is_between(&body[end..next.start])) {
                end = next.end;
            }
            Some((start..end, core::str::from_utf8(body.get(start..end)?).ok()?))
        })
    }

    pub(super) fn encoding(&self) -> Encoding {
        self.encoding
    }

    /// The same as parts of `text`, in which each character is one byte; and what the proof undoes besides.
    pub(super) fn undone<'a>(
        &'a self,
        body: &'a [u8],
        text: &'a str,
        proof: &'a Proof,
    ) -> impl Iterator<Item = Undone> + 'a {
        let once = CodePage::from(self.encoding);
        let (mut read, mut at) = (0, 0);
        let in_utf_8 = self.parts(body).map(move |(bytes, became)| {
            let mut skip = |to: usize| {
                let rest = text.get(at..).unwrap_or_default();
                at += rest.char_indices().nth(to - read).map_or(rest.len(), |(at, _)| at);
                read = to;
                at
            };
            let range = skip(bytes.start)..skip(bytes.end);
            Undone { text: range, became: became.into(), encodings: [once].into() }
        });
        // These were encoded several times, or lost a no-break space.
        let others = proof.undone(text, false).filter(move |undone| undone.encodings != [once] || undone.became == "à");
        super::fill(in_utf_8, others, |undone| undone.text.clone())
    }
}

/// The parts of `body` that are UTF-8, according to what is undone in its `text`, in which each character is one byte.
fn in_bytes<'a>(
    text: &'a str,
    undone: impl Iterator<Item = Undone> + 'a,
    body: &'a [u8],
    encoding: Encoding,
) -> impl Iterator<Item = Range<usize>> + 'a {
    let (mut read, mut at) = (0, 0);
    undone.filter_map(move |undone| {
        let length = |range: Range<usize>| text.get(range).map_or(0, |text| text.chars().count());
        let start = read + length(at..undone.text.start);
        read = start + length(undone.text.clone());
        at = undone.text.end;
        let is_once = undone.encodings == [CodePage::from(encoding)];
        let is_utf_8 = core::str::from_utf8(body.get(start..read)?).is_ok_and(|text| text == undone.became);
        (is_once && is_utf_8).then_some(start..read)
    })
}

/// An encoding that UTF-8 is often misread as, with nearly the same letters.
fn like(encoding: Encoding) -> Option<Encoding> {
    use Encoding::*;
    Some(match encoding {
        Koi8U => Koi8R,
        Iso8859_15 => Windows1252,
        Iso8859_13 => Windows1257,
        Iso8859_7 => Windows1253,
        _ => return None,
    })
}
