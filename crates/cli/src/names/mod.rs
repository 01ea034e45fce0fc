//! `--names`: the names in an archive. Hardly any archive says their encoding, so there is one verdict over all of
//! them.

use std::borrow::Cow;
use std::fs::File;
use std::io::Write;

use serde::Serialize;

use crate::failure::Failure;
use crate::line::in_one_line;
use crate::name::{JsonPath, Name};
use crate::output::json::to_bytes;
use crate::settings::Settings;
use charsniff::{Candidate, CodePage, Detector, Encoding, Guess};

mod archive;

use archive::{Names, Stored};

/// Below this probability, a code page that reads better is the answer instead of an encoding of the Web: programs on
/// Windows write names in code pages.
const LEAST_PROBABILITY: f32 = 0.8;

/// The code pages of MS-DOS, each with the encoding of Windows for the same languages. IBM866, for Russian, is not among them:
/// the detector knows it.
const CODE_PAGES: [(CodePage, Encoding); 3] = [
    (CodePage::Ibm437, Encoding::Windows1252),
    (CodePage::Ibm850, Encoding::Windows1252),
    (CodePage::Ibm852, Encoding::Windows1250),
];

/// The verdict on all names that do not say their encoding.
struct Verdict {
    decoder: CodePage,
    guess: Guess,
}

impl Verdict {
    /// `detector` has the hints that the user gave. Linear in the length of the names, which are read three times if no
    /// encoding of the Web is likely.
    fn of(names: &Names, detector: &Detector) -> Option<Verdict> {
        let unlabelled = || names.list.iter().filter(|name| !name.is_utf_8).map(|name| &name.bytes[..]);
        let guess = detector.detect_all(&unlabelled().collect::<Vec<_>>());
        let probability = guess.as_ref().map_or(0.0, |guess| guess.probability);
        let is_open = names.is_zip && probability < LEAST_PROBABILITY;
        // A name in a code page is as likely as its text is in the encoding of Windows for the same languages.
        let read = |(decoder, of_windows): (CodePage, Encoding)| {
            let texts: Vec<_> = unlabelled().map(|bytes| decoder.decode(bytes)).collect();
            let encoded = texts.iter().map(|text| of_windows.encode(text));
            let all: Option<Vec<_>> = encoded.map(|(bytes, _, is_lossy)| (!is_lossy).then_some(bytes)).collect();
            let guess = detector.detect_all(&all?.iter().map(|bytes| &bytes[..]).collect::<Vec<_>>())?;
            (guess.encoding == of_windows).then_some(Verdict { decoder, guess })
        };
        let read = is_open.then(|| CODE_PAGES.into_iter().filter_map(read)).into_iter().flatten();
        // Of those that read alike, the first.
        let best = read.reduce(|one, other| if other.guess.probability > one.guess.probability { other } else { one });
        let best = best.filter(|verdict| verdict.guess.probability > probability);
        best.or_else(|| guess.map(|guess| Verdict { decoder: guess.encoding.into(), guess }))
    }
}

/// An archive in JSON.
#[derive(Serialize)]
#[serde(rename_all = "kebab-case")]
struct Line<'a> {
    #[serde(flatten)]
    path: JsonPath,
    encoding: Option<&'static str>,
    probability: Option<f32>,
    language: Option<&'a str>,
    /// None if the verdict is a code page, with which nothing else was compared.
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    runners_up: &'a [Candidate],
    names: Vec<JsonName<'a>>,
}

/// A name in JSON.
#[derive(Serialize)]
struct JsonName<'a> {
    name: Cow<'a, str>,
    /// UTF-8 where the archive says so.
    encoding: Option<&'static str>,
}

/// Writes the verdict on the names in an archive, and the names.
pub fn write(name: &Name, file: File, json: bool, settings: &Settings, out: &mut impl Write) -> Result<(), Failure> {
    let names = Names::read(file).map_err(|error| Failure::Input(name.complaint(&error)))?;
    let detector = settings.detector().map_err(Failure::Input)?;
    let verdict = Verdict::of(&names, &detector);
    let decoder = verdict.as_ref().map(|verdict| verdict.decoder);
    let decode = |stored: &'_ Stored| match decoder {
        Some(decoder) if !stored.is_utf_8 => decoder.decode(&stored.bytes).into_owned(),
        _ => String::from_utf8_lossy(&stored.bytes).into_owned(),
    };
    let guess = verdict.as_ref().map(|verdict| &verdict.guess);
    let runners_up = guess.filter(|_| matches!(decoder, Some(CodePage::Encoding(_))));
    let runners_up = runners_up.map_or(&[][..], |guess| &guess.runners_up);
    let encoding = decoder.map(CodePage::name);
    let language = guess.and_then(|guess| guess.language.as_deref());
    if json {
        let encoding_of = |stored: &Stored| if stored.is_utf_8 { Some("UTF-8") } else { encoding };
        let list = names.list.iter();
        let line = Line {
            path: name.to_json(),
            encoding,
            probability: guess.map(|guess| guess.probability),
            language,
            runners_up,
            names: list.map(|stored| JsonName { name: decode(stored).into(), encoding: encoding_of(stored) }).collect(),
        };
        out.write_all(&to_bytes(&line))?;
        out.write_all(b"\n")?;
        return Ok(());
    }
    let probability = guess.map_or("-".into(), |guess| format!("{:.3}", guess.probability));
    let runner_up = runners_up.first().map_or("-", |other| other.encoding.name());
    let (encoding, language) = (encoding.unwrap_or("-"), language.unwrap_or("-"));
    writeln!(out, "{encoding:<14}  {probability:<5}  {runner_up:<14}  {language:<7}  {name}")?;
    for stored in &names.list {
        writeln!(out, "  {}", in_one_line(&decode(stored)))?;
    }
    Ok(())
}
