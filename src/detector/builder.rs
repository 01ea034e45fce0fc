//! [`Detector`] and [`detect`]: the detector by itself.

use alloc::boxed::Box;
use alloc::string::String;
use core::cell::OnceCell;

use super::candidates::Candidates;
use super::domain;
use super::guess::{Guess, Languages};
use super::hints::Hints;
use super::{Question, Read, judge};
use crate::Encoding;

/// Guesses the encoding of `bytes` from the bytes alone, without headers, declarations or hints; `None` if they
/// are binary data, such as an image or a program ([`Content::of`](crate::Content::of)).
///
/// For ASCII the answer is UTF-8, since nearly every encoding decodes ASCII to the same text. UTF-16
/// is found with and without a byte order mark. The answer is never replacement or x-user-defined, and
/// ISO-2022-JP only on request: a [`Detector`] takes that, and also which encodings may be the answer, and
/// hints. If the page or its headers may declare the encoding, use [`sniff`](crate::sniff()).
///
/// It never fails. The time is linear in the length of the input; about 16 KiB of it are scored.
///
/// ```
/// use charsniff::{Encoding, detect};
/// let guess = detect(b"I don\x92t know").expect("text");
/// assert_eq!(guess.encoding, Encoding::Windows1252);
/// assert!(guess.probability > 0.5);
/// assert_eq!(detect(b"\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), None);
/// ```
#[must_use]
pub fn detect(bytes: &[u8]) -> Option<Guess> {
    Detector::new().detect(bytes)
}

/// The detector with candidates and hints.
///
/// ```
/// use charsniff::{Detector, Encoding};
/// let word = b"\xEA\xE0\xF2";
/// let cyrillic = Detector::new().only([Encoding::Windows1251, Encoding::Koi8R]);
/// let guess = cyrillic.detect(word).expect("text");
/// assert_eq!(guess.encoding, Encoding::Windows1251);
/// assert_eq!(guess.script.as_deref(), Some("Cyrl"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "call `detect`"]
pub struct Detector {
    candidates: Candidates,
    language: Option<String>,
    tld: Option<Box<str>>,
    locale: Option<String>,
    iso_2022_jp: bool,
    truncated: bool,
}

impl Detector {
    /// A detector for all encodings, without hints: it answers as [`detect`] does.
    ///
    /// ```
    /// use charsniff::{Detector, detect};
    /// assert_eq!(Detector::new().detect(b"caf\xE9"), detect(b"caf\xE9"));
    /// ```
    pub fn new() -> Detector {
        Detector::default()
    }

    /// Only these encodings may be the answer, and those of other calls of this method. Where the bytes are in
    /// none of them, the probability is low. A byte order mark of another encoding does not count.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let detector = Detector::new().only([Encoding::ShiftJis, Encoding::EucJp]);
    /// assert_eq!(detector.detect(b"\xBF\xA7").unwrap().encoding, Encoding::EucJp);
    /// ```
    pub fn only(mut self, encodings: impl IntoIterator<Item = Encoding>) -> Detector {
        self.candidates.allow_only(encodings);
        self
    }

    /// These encodings may not be the answer.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let detector = Detector::new().except([Encoding::Utf8]);
    /// assert_ne!(detector.detect("é".as_bytes()).unwrap().encoding, Encoding::Utf8);
    /// ```
    pub fn except(mut self, encodings: impl IntoIterator<Item = Encoding>) -> Detector {
        self.candidates.leave_out(encodings);
        self
    }

    /// One of these encodings is the answer where the bytes leave it open: it counts as much as a declaration
    /// that browsers ignore, which clear text outweighs.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let detector = Detector::new().prefer([Encoding::Iso8859_15]);
    /// assert_eq!(detector.detect(b"caf\xE9").unwrap().encoding, Encoding::Iso8859_15);
    /// ```
    pub fn prefer(mut self, encodings: impl IntoIterator<Item = Encoding>) -> Detector {
        self.candidates.prefer(encodings);
        self
    }

    /// The language that the text says it is in, a BCP 47 tag: a hint.
    ///
    /// ```
    /// use charsniff::Detector;
    /// assert!(Detector::new().language("tr").detect(b"\xFE").is_some());
    /// ```
    pub fn language(mut self, tag: &str) -> Detector {
        self.language = Some(tag.into());
        self
    }

    /// The top-level domain of the text's host, such as `jp`: a hint. Of a longer domain, such as `co.jp`, only the last
    /// label is used.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let detector = Detector::new().tld("jp");
    /// assert_eq!(detector.detect(b"\xB8\xB5").unwrap().encoding, Encoding::EucJp);
    /// assert_eq!(Detector::new().tld("example.co.jp."), detector);
    /// ```
    pub fn tld(mut self, tld: &str) -> Detector {
        self.tld = Some(domain::top_level(tld));
        self
    }

    /// The user's locale, a BCP 47 tag, or as the operating system writes it (`ru_RU.UTF-8`): a hint.
    ///
    /// ```
    /// use charsniff::Detector;
    /// assert!(Detector::new().locale("el-GR").detect(b"\xE1").is_some());
    /// ```
    pub fn locale(mut self, tag: &str) -> Detector {
        self.locale = Some(tag.into());
        self
    }

    /// Whether the answer may be ISO-2022-JP. It may not by default: whoever can put escape sequences into a
    /// page could change how the rest of it is read. [`only`](Self::only) and [`prefer`](Self::prefer) with this
    /// encoding allow it too.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let text = b"\x1B$B2P@1\x1B(B";
    /// assert_eq!(Detector::new().iso_2022_jp(true).detect(text).unwrap().encoding, Encoding::Iso2022Jp);
    /// assert_eq!(Detector::new().detect(text).unwrap().encoding, Encoding::Utf8);
    /// ```
    pub fn iso_2022_jp(mut self, allowed: bool) -> Detector {
        self.iso_2022_jp = allowed;
        self
    }

    /// Whether the bytes end before the text does, perhaps inside a character.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let start = b"\x89\xCE\x90";
    /// assert_ne!(Detector::new().detect(start).unwrap().encoding, Encoding::ShiftJis);
    /// assert_eq!(Detector::new().truncated(true).detect(start).unwrap().encoding, Encoding::ShiftJis);
    /// ```
    pub fn truncated(mut self, truncated: bool) -> Detector {
        self.truncated = truncated;
        self
    }

    /// Guesses the encoding of `bytes`; `None` if they are binary data, or if no encoding may be the answer.
    ///
    /// It never fails. The time is linear in the length of the input; about 16 KiB of it are scored.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let guess = Detector::new().language("ru").detect(b"\xCC\xE0\xF0\xF1").expect("text");
    /// assert_eq!((guess.encoding, guess.script.as_deref()), (Encoding::Windows1251, Some("Cyrl")));
    /// ```
    #[must_use]
    pub fn detect(&self, bytes: &[u8]) -> Option<Guess> {
        self.guess(bytes, Languages::All, None)
    }

    /// As [`detect`](Self::detect), but an answer for text in a language without a model has a low probability. For
    /// callers that need proof.
    pub(crate) fn detect_known(&self, bytes: &[u8]) -> Option<Guess> {
        self.guess(bytes, Languages::Known, None)
    }

    /// `read` is what was read of the bytes before.
    pub(crate) fn guess(&self, bytes: &[u8], languages: Languages, read: Option<&OnceCell<Read>>) -> Option<Guess> {
        if let Some((encoding, _)) = Encoding::for_bom(bytes).filter(|(encoding, _)| self.candidates.allow(*encoding)) {
            return Some(Guess::sure(encoding, 1.0).with_language(bytes));
        }
        let hints = || Hints {
            language: self.language.as_deref().map(str::as_bytes),
            tld: self.tld.as_deref().map(str::as_bytes),
            locale: self.locale.as_deref().map(str::as_bytes),
            ..Hints::default()
        };
        let question = Question {
            iso_2022_jp: self.iso_2022_jp,
            is_cut: self.truncated,
            candidates: self.candidates,
            hints: &hints,
            read,
            ..Question::of(bytes)
        };
        Some(Guess::of(&judge(&question)?, bytes, languages))
    }

    /// Guesses the one encoding that all of `strings` are in, such as the names in an archive or the values of a column, each
    /// of which says too little by itself; `None` as in [`detect`](Self::detect).
    ///
    /// They are read as the lines of one text. So a byte order mark counts at the start of the first, and UTF-16 is found in
    /// a single string only. The time and the memory are linear in the length of all.
    ///
    /// ```
    /// use charsniff::{Detector, Encoding};
    /// let names: [&[u8]; 3] = [b"\x95\x5C.txt", b"\x83\x5C.doc", b"\x93\x8C\x8B\x9E.mp3"];
    /// assert_ne!(Detector::new().detect(names[0]).unwrap().encoding, Encoding::ShiftJis);
    /// assert_eq!(Detector::new().detect_all(&names).unwrap().encoding, Encoding::ShiftJis);
    /// ```
    #[must_use]
    pub fn detect_all(&self, strings: &[&[u8]]) -> Option<Guess> {
        match strings {
            [string] => self.detect(string),
            _ => self.detect(&strings.join(&b'\n')),
        }
    }
}
