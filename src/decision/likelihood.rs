//! [`Likelihood`]: how likely a verdict is, as a number.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;
use core::cell::OnceCell;
use core::fmt;

use super::sniffed::Sniffed;
use crate::detector::Read;
use crate::detector::builder::Detector;
use crate::detector::guess::{Candidate, Guess, Languages};
use crate::encoding::decoding::Decoding;
use crate::{Context, Encoding, Source};

/// How likely it is that a verdict gives the right text: a crawler ranks its doubtful pages by it.
///
/// The bytes are weighed with what the verdict is based on, whichever stage decided: the probability of a declaration
/// that stands is low if the bytes make a likelier text in another encoding.
///
/// ```
/// use charsniff::{Context, sniff};
/// let (page, context) = (b"<p>caf\xE9 au lait", Context::html());
/// let sniffed = sniff(page, "text/html; charset=iso-8859-1", &context);
/// let likelihood = sniffed.likelihood(page, &context).expect("text");
/// assert!(likelihood.probability > 0.5 && likelihood.margin() > 0.0);
/// ```
///
/// Serialized, it also has its [`margin`](Self::margin).
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
#[non_exhaustive]
pub struct Likelihood {
    /// How likely it is that the verdict's encoding gives the right text, from 0 to 1.
    pub probability: f32,
    /// The likeliest encoding that gives another text; `None` if none is known.
    pub runner_up: Option<Candidate>,
    /// The language that the text is most likely in, as a BCP 47 tag; see [`Guess::language`]. Also `None` where the
    /// bytes speak for another encoding than the verdict's.
    pub language: Option<Cow<'static, str>>,
    /// The script of the language, or of the text, as an ISO 15924 code; see [`Guess::script`]. Also `None` where the
    /// bytes speak for another encoding than the verdict's.
    #[cfg_attr(feature = "serde", serde(default))]
    pub script: Option<Cow<'static, str>>,
}

impl Likelihood {
    /// How much likelier the verdict is than the runner-up, from -1 to 1: below 0 if the bytes speak against it.
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let (page, context) = ("<p>Привет, мир".as_bytes(), Context::html());
    /// let sniffed = sniff(page, "text/html; charset=utf-8", &context);
    /// assert!(sniffed.likelihood(page, &context).expect("text").margin() > 0.9);
    /// let sniffed = sniff(page, "text/html; charset=koi8-r", &context);
    /// assert!(sniffed.likelihood(page, &context).expect("text").margin() < 0.0);
    /// ```
    #[must_use]
    pub fn margin(&self) -> f32 {
        self.probability - self.runner_up.map_or(0.0, |runner_up| runner_up.probability)
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Likelihood {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeStruct;

        let mut keys = serializer.serialize_struct("Likelihood", 5)?;
        keys.serialize_field("probability", &self.probability)?;
        keys.serialize_field("margin", &self.margin())?;
        keys.serialize_field("runner-up", &self.runner_up)?;
        keys.serialize_field("language", &self.language)?;
        keys.serialize_field("script", &self.script)?;
        keys.end()
    }
}

/// A number from 0 to 1, with three decimal places. `{:.3}` would add 18 KB of code to WebAssembly.
struct Thousandths(f32);

impl fmt::Display for Thousandths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let thousandths = (f64::from(self.0) * 1000.0 + 0.5) as u32;
        write!(f, "{}.{:03}", thousandths / 1000, thousandths % 1000)
    }
}

/// Writes the numbers for people: `probability 0.984, runner-up windows-1250 0.011, language fr`.
impl fmt::Display for Likelihood {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "probability {}", Thousandths(self.probability))?;
        if let Some(Candidate { encoding, probability }) = self.runner_up {
            write!(f, ", runner-up {encoding} {}", Thousandths(probability))?;
        }
        if let Some(language) = &self.language {
            write!(f, ", language {language}")?;
        }
        Ok(())
    }
}

impl Sniffed {
    /// How likely this verdict is: `bytes` and `context` must be those that it was made from. `None` if the bytes are
    /// binary data, or are decoded [isomorphically](Self::is_isomorphic) or from [UTF-32](Self::is_utf_32).
    ///
    /// It is not a field of the verdict, since it needs the detector, which most verdicts do not. Linear in the length
    /// of the bytes, and about as fast as [`detect`](crate::detect).
    ///
    /// ```
    /// use charsniff::{Context, sniff};
    /// let (page, context) = (b"\xCC\xE0\xF0\xF1", Context::text());
    /// let sniffed = sniff(page, (), &context);
    /// let likelihood = sniffed.likelihood(page, &context).expect("text");
    /// assert!((0.0..=1.0).contains(&likelihood.probability));
    /// assert_eq!(sniff(b"\x89PNG\r\n\x1A\n\0\0\0\r", (), &context).likelihood(b"\x89PNG\r\n\x1A\n\0\0\0\r", &context), None);
    /// ```
    #[must_use]
    pub fn likelihood(&self, bytes: &[u8], context: &Context) -> Option<Likelihood> {
        self.likelihood_after(bytes, context, &OnceCell::new())
    }

    /// [`likelihood`](Self::likelihood) after `read` was read of the bytes.
    pub(super) fn likelihood_after(
        &self,
        bytes: &[u8],
        context: &Context,
        read: &OnceCell<Read>,
    ) -> Option<Likelihood> {
        let guess = self.guess(bytes, context, read)?;
        let found = place_and_probability(&guess, bytes, self.encoding);
        let is_guess = found.is_some_and(|(place, _)| place == 0);
        let best = Candidate { encoding: guess.encoding, probability: guess.probability };
        Some(Likelihood {
            probability: found.map_or(0.0, |(_, probability)| probability),
            runner_up: if is_guess { guess.runners_up.first().copied() } else { Some(best) },
            language: guess.language.filter(|_| is_guess),
            script: guess.script.filter(|_| is_guess),
        })
    }
}

impl Sniffed {
    /// All encodings that the bytes may be in, weighed as in [`likelihood`](Self::likelihood): at most five, the
    /// likeliest first, and only one of several that decode the bytes to the same text. Empty where `likelihood` gives
    /// `None`. Linear in the length of the bytes.
    ///
    /// ```
    /// use charsniff::{Context, Encoding, sniff};
    /// let (page, context) = (b"\xCC\xE0\xF0\xF1", Context::text());
    /// let candidates = sniff(page, (), &context).candidates(page, &context);
    /// assert_eq!(candidates[0].encoding, Encoding::Windows1251);
    /// assert!(candidates.len() > 2 && candidates.is_sorted_by(|one, next| one.probability >= next.probability));
    /// ```
    #[must_use]
    pub fn candidates(&self, bytes: &[u8], context: &Context) -> Vec<Candidate> {
        let all = self.guess(bytes, context, &OnceCell::new()).map(|guess| {
            let best = Candidate { encoding: guess.encoding, probability: guess.probability };
            core::iter::once(best).chain(guess.runners_up)
        });
        all.into_iter().flatten().collect()
    }
}

impl Sniffed {
    /// How likely the verdict is, and how likely the encoding that it was chosen over, for people.
    pub(super) fn figures(
        &self,
        claimed: Encoding,
        bytes: &[u8],
        context: &Context,
        read: &OnceCell<Read>,
    ) -> Option<String> {
        let guess = self.guess(bytes, context, read)?;
        let [here, there] = [self.encoding, claimed].map(|encoding| {
            Thousandths(place_and_probability(&guess, bytes, encoding).map_or(0.0, |(_, probability)| probability))
        });
        Some(alloc::format!("probability {here} against {there}"))
    }

    /// The detector's guess; `None` if the verdict is not an encoding of the standard, or the bytes are binary data.
    fn guess(&self, bytes: &[u8], context: &Context, read: &OnceCell<Read>) -> Option<Guess> {
        let Decoding::Encoding(encoding) = self.decoding else { return None };
        guess(encoding, self.source, bytes, context, read)
    }
}

/// The detector's guess. What the verdict is based on, other than the detector or a default, counts as a preference.
fn guess(encoding: Encoding, source: Source, bytes: &[u8], context: &Context, read: &OnceCell<Read>) -> Option<Guess> {
    let mut detector = detector(context).iso_2022_jp(encoding == Encoding::Iso2022Jp);
    if !matches!(source, Source::Detector | Source::Locale | Source::Default) {
        detector = detector.prefer([encoding]);
    }
    detector.guess(bytes, Languages::All, Some(read))
}

/// The detector with the candidates and hints of a context, but without what it prefers.
pub(super) fn detector(context: &Context) -> Detector {
    let facts = &context.facts;
    let mut detector = Detector::new();
    if let Some(candidates) = facts.candidates.as_deref() {
        detector = detector.only(Encoding::ALL.into_iter().filter(|encoding| candidates.allow(*encoding)));
    }
    if let Some(tld) = facts.tld.as_deref() {
        detector = detector.tld(tld);
    }
    if let Some(locale) = facts.locale.as_deref() {
        detector = detector.locale(locale);
    }
    detector
}

/// Where an encoding is among the candidates of a guess, and how likely it is; `None` if it is none of them.
fn place_and_probability(guess: &Guess, bytes: &[u8], encoding: Encoding) -> Option<(usize, f32)> {
    let best = Candidate { encoding: guess.encoding, probability: guess.probability };
    let mut candidates = core::iter::once(&best).chain(&guess.runners_up).enumerate();
    let (place, found) = candidates.find(|(_, candidate)| are_alike(bytes, candidate.encoding, encoding))?;
    Some((place, found.probability))
}

/// Whether two encodings give the same text.
fn are_alike(bytes: &[u8], one: Encoding, other: Encoding) -> bool {
    let text = |encoding: Encoding| encoding.decode_without_bom_handling(bytes).0;
    one == other || text(one) == text(other)
}
