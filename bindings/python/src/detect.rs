//! `detect`: the detector by itself.

use std::borrow::Cow;

use charsniff::Detector;
use pyo3::prelude::*;

use crate::codec::{python_codec, standard_name};
use crate::context::{encodings, language, string};
use crate::data::{Seen, bytes_of_each};
use crate::verdict::hash;

/// The encoding of data, judged by the bytes alone: no headers, no declarations.
///
/// only, except_, prefer: labels of encodings: those that may be the answer, those that may not, and those that are
/// preferred where the bytes leave the question open.
/// language, tld, locale: hints: the language of the text and the user's locale ("ja"), and the top-level domain
/// of the host ("jp").
/// iso_2022_jp: whether the answer may be ISO-2022-JP.
///
/// None if data is binary. If a page or its headers may declare an encoding, use sniff.
#[pyfunction]
#[pyo3(signature = (
    data, *, only=None, except_=None, prefer=None, language=None, tld=None, locale=None, iso_2022_jp=false
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn detect(
    data: &Bound<'_, PyAny>,
    only: Option<&Bound<'_, PyAny>>,
    except_: Option<&Bound<'_, PyAny>>,
    prefer: Option<&Bound<'_, PyAny>>,
    language: Option<&Bound<'_, PyAny>>,
    tld: Option<&Bound<'_, PyAny>>,
    locale: Option<&Bound<'_, PyAny>>,
    iso_2022_jp: bool,
) -> PyResult<Option<Guess>> {
    let detector = detector([only, except_, prefer], [language, tld, locale], iso_2022_jp)?;
    let guess = Seen::new(data)?.look(|bytes| detector.detect(bytes));
    Ok(guess.map(Guess::new))
}

/// The one encoding that many short strings are in, such as the names in an archive, each of which says too little by
/// itself. The strings are bytes-like objects; the keywords are those of detect.
///
/// None if they are binary data.
#[pyfunction]
#[pyo3(signature = (
    strings, *, only=None, except_=None, prefer=None, language=None, tld=None, locale=None, iso_2022_jp=false
))]
#[expect(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn detect_all(
    strings: &Bound<'_, PyAny>,
    only: Option<&Bound<'_, PyAny>>,
    except_: Option<&Bound<'_, PyAny>>,
    prefer: Option<&Bound<'_, PyAny>>,
    language: Option<&Bound<'_, PyAny>>,
    tld: Option<&Bound<'_, PyAny>>,
    locale: Option<&Bound<'_, PyAny>>,
    iso_2022_jp: bool,
) -> PyResult<Option<Guess>> {
    let detector = detector([only, except_, prefer], [language, tld, locale], iso_2022_jp)?;
    let strings = bytes_of_each(strings)?;
    let strings: Vec<&[u8]> = strings.iter().map(|string| string.as_bytes()).collect();
    Ok(detector.detect_all(&strings).map(Guess::new))
}

/// The detector with these candidates (only, except_, prefer) and hints (language, tld, locale).
fn detector(
    [only, except, prefer]: [Option<&Bound<'_, PyAny>>; 3],
    [language, tld, locale]: [Option<&Bound<'_, PyAny>>; 3],
    iso_2022_jp: bool,
) -> PyResult<Detector> {
    let mut detector = Detector::new().iso_2022_jp(iso_2022_jp);
    if let Some(labels) = only {
        detector = detector.only(encodings("only", labels)?);
    }
    if let Some(labels) = except {
        detector = detector.except(encodings("except_", labels)?);
    }
    if let Some(labels) = prefer {
        detector = detector.prefer(encodings("prefer", labels)?);
    }
    if let Some(tag) = language {
        detector = detector.language(&self::language("language", tag)?);
    }
    if let Some(tag) = locale {
        detector = detector.locale(&self::language("locale", tag)?);
    }
    if let Some(tld) = tld {
        detector = detector.tld(&string("tld", tld)?);
    }
    Ok(detector)
}

/// The result of detect.
#[pyclass(frozen, eq, get_all, module = "charsniff")]
#[derive(PartialEq)]
pub struct Guess {
    /// The most likely encoding's name in the Encoding Standard.
    encoding: &'static str,
    /// The probability that this encoding gives the right text: of answers at 0.9, about nine in
    /// ten are right.
    probability: f32,
    /// The language that the text is most likely in, as a BCP 47 tag ("ru", "zh-Hant"); None where the detector has
    /// no model of it, or too little evidence.
    language: Option<String>,
    /// The script of the language, or of the text, as an ISO 15924 code ("Cyrl"); or None.
    script: Option<String>,
    /// The next most likely encodings and their probabilities, in descending order.
    runners_up: Vec<(&'static str, f32)>,
}

impl Guess {
    fn new(guess: charsniff::Guess) -> Guess {
        let runners_up = guess.runners_up.iter().map(|other| (other.encoding.name(), other.probability)).collect();
        Guess {
            encoding: guess.encoding.name(),
            probability: guess.probability,
            language: guess.language.map(Cow::into_owned),
            script: guess.script.map(Cow::into_owned),
            runners_up,
        }
    }
}

#[pymethods]
impl Guess {
    /// The name of a codec for bytes.decode that decodes all bytes as the standard does. One that starts with "whatwg-"
    /// exists wherever charsniff was imported.
    #[getter]
    fn python_codec(&self) -> String {
        python_codec(self.encoding)
    }

    /// The probability, under the name that chardet gives it.
    #[getter]
    fn confidence(&self) -> f32 {
        self.probability
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.encoding, self.probability.to_bits()))
    }

    /// What pickle and copy make the guess from.
    #[staticmethod]
    #[pyo3(signature = (encoding, probability, runners_up, language=None, script=None))]
    fn _of(
        encoding: &str,
        probability: f32,
        runners_up: Vec<(String, f32)>,
        language: Option<String>,
        script: Option<String>,
    ) -> PyResult<Guess> {
        let runners_up = runners_up.iter().map(|(encoding, probability)| Ok((standard_name(encoding)?, *probability)));
        let runners_up = runners_up.collect::<PyResult<_>>()?;
        Ok(Guess { encoding: standard_name(encoding)?, probability, language, script, runners_up })
    }

    fn __repr__(&self) -> String {
        let language = self.language.as_deref().map(|tag| format!(" {tag}")).unwrap_or_default();
        format!("<Guess {} {:.3}{language}>", self.encoding, self.probability)
    }
}
