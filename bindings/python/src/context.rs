//! `Context`: where the bytes are going, and what the caller knows about them.

use std::fmt::Display;
use std::str::FromStr;
use std::sync::OnceLock;

use charsniff::{Detection, Encoding, Kind, Reading, StringType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString, PyTuple};

use crate::data::wrong_type;
use crate::headers::Headers;
use crate::verdict::hash;

/// Where the bytes are going (a row of the context table), and what the caller knows about them besides headers. The
/// reading is the crawler's unless the keyword `reading` names another. Reuse a Context to avoid parsing the same
/// keywords for every page.
///
#[doc = include_str!("keywords.txt")]
#[pyclass(frozen, module = "charsniff")]
pub struct Context {
    context: charsniff::Context,
    /// The keywords that it was made with.
    keywords: Py<PyDict>,
}

#[pymethods]
impl Context {
    #[new]
    #[pyo3(signature = (row="html", *, url=None, **options))]
    fn new(
        py: Python<'_>,
        row: &str,
        url: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Context> {
        let context = with_facts(of_row(row)?, url, options)?;
        let keywords = options.map_or_else(|| Ok(PyDict::new(py)), |options| options.copy())?;
        if let Some(url) = url {
            keywords.set_item("url", url)?;
        }
        Ok(Context { context, keywords: keywords.unbind() })
    }

    /// The context in which a browser reads a resource of this MIME type. An unknown type is read
    /// as text.
    #[staticmethod]
    #[pyo3(signature = (mime_type, /, *, url=None, **options))]
    fn for_mime_type(
        py: Python<'_>,
        mime_type: &Bound<'_, PyString>,
        url: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Context> {
        let kind = charsniff::Context::for_mime_type(&mime_type.to_string_lossy()).kind();
        let all = PyDict::new(py);
        all.set_item("mime_type", mime_type)?;
        if let Some(options) = options {
            all.update(options.as_mapping())?;
        }
        Context::new(py, kind.as_str(), url, Some(&all))
    }

    /// The context in which a file of this name is read, by its extension; "html" if that is unknown.
    #[staticmethod]
    #[pyo3(signature = (name, /, *, url=None, **options))]
    fn for_file_name(
        py: Python<'_>,
        name: &Bound<'_, PyString>,
        url: Option<&Bound<'_, PyAny>>,
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Context> {
        let context = charsniff::Context::for_file_name(&name.to_string_lossy());
        let all = PyDict::new(py);
        all.set_item("file_name", name)?;
        if let Some(options) = options {
            all.update(options.as_mapping())?;
        }
        Context::new(py, context.map_or(Kind::Html, |context| context.kind()).as_str(), url, Some(&all))
    }

    /// The names of all rows.
    #[staticmethod]
    fn rows() -> Vec<&'static str> {
        Kind::ALL.iter().map(|kind| kind.as_str()).collect()
    }

    /// The name of the row: "html".
    #[getter]
    fn row(&self) -> &'static str {
        self.context.kind().as_str()
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other.cast::<Context>().is_ok_and(|other| self.context == other.get().context)
    }

    fn __hash__(&self) -> u64 {
        hash(&self.row())
    }

    /// What pickle and copy make the context from.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let arguments = (self.row(), &self.keywords);
        (py.get_type::<Context>().getattr("_of")?, arguments).into_pyobject(py)
    }

    /// The context of such keywords.
    #[staticmethod]
    fn _of(py: Python<'_>, row: &str, keywords: &Bound<'_, PyDict>) -> PyResult<Context> {
        let options = keywords.copy()?;
        let url = options.get_item("url")?;
        if url.is_some() {
            options.del_item("url")?;
        }
        Context::new(py, row, url.as_ref(), Some(&options))
    }

    /// The call that makes the context.
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let mut call = format!("Context('{}'", self.row());
        for (name, value) in self.keywords.bind(py) {
            call.push_str(&format!(", {name}={}", value.repr()?));
        }
        Ok(call + ")")
    }
}

/// The context for one call: borrowed if the caller made it or if it is the default.
pub enum Given<'py> {
    Made(Bound<'py, Context>),
    Usual(&'static charsniff::Context),
    New(charsniff::Context),
}

impl std::ops::Deref for Given<'_> {
    type Target = charsniff::Context;

    fn deref(&self) -> &charsniff::Context {
        match self {
            Given::Made(context) => &context.get().context,
            Given::Usual(context) => context,
            Given::New(context) => context,
        }
    }
}

/// The context that the keywords of a call describe. Unless it is named, it is that of the headers' MIME type.
pub fn context<'py>(
    context: Option<&Bound<'py, PyAny>>,
    headers: &Headers,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Given<'py>> {
    static HTML: OnceLock<charsniff::Context> = OnceLock::new();
    let given = match context {
        None => match charsniff::Context::for_headers(headers) {
            Some(context) if context.kind() != Kind::Html => Given::New(context.reading(Reading::Crawler)),
            _ => Given::Usual(HTML.get_or_init(|| charsniff::Context::html().reading(Reading::Crawler))),
        },
        Some(context) => {
            if let Ok(row) = context.cast::<PyString>() {
                Given::New(of_row(&row.to_string_lossy())?)
            } else if let Ok(context) = context.cast::<Context>() {
                Given::Made(context.clone())
            } else {
                return Err(wrong_type("context", "a Context or the name of a row", context));
            }
        }
    };
    match (url, options) {
        (None, None) => Ok(given),
        _ => with_facts(given.clone(), url, options).map(Given::New),
    }
}

fn of_row(row: &str) -> PyResult<charsniff::Context> {
    let kind = row.parse::<Kind>().map_err(|_| {
        let rows: Vec<&str> = Kind::ALL.iter().map(|kind| kind.as_str()).collect();
        PyValueError::new_err(format!("no context is named {row:?}; the names are {}", rows.join(", ")))
    })?;
    Ok(charsniff::Context::of(kind).reading(Reading::Crawler))
}

/// Adds the facts in the keywords.
fn with_facts(
    mut context: charsniff::Context,
    url: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<charsniff::Context> {
    if let Some(url) = url {
        context = context.url(&string("url", url)?);
    }
    if options.is_none() {
        return Ok(context);
    }
    let facts = Facts::read(options)?;
    facts.check(&context)?;
    Ok(facts.add(context))
}

type Fact = Box<dyn Fn(charsniff::Context) -> charsniff::Context + Send + Sync>;

/// The facts in the keywords of a call, for any context.
#[derive(Default)]
pub struct Facts {
    /// For the context `text-decoder`.
    encoding: Option<Encoding>,
    /// An override that names no encoding, which has a meaning for XMLHttpRequest only.
    unknown_override: Option<String>,
    facts: Vec<Fact>,
}

impl Facts {
    /// Reads the keywords. The error names the one that is wrong.
    pub fn read(options: Option<&Bound<'_, PyDict>>) -> PyResult<Facts> {
        let mut all = Facts::default();
        let Some(options) = options else { return Ok(all) };
        let same_origin = options.get_item("same_origin")?.filter(|value| !value.is_none());
        let same_origin = same_origin.map(|value| boolean("same_origin", &value)).transpose()?;
        for (name, value) in options {
            let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
            if !OPTIONS.contains(&name.as_str()) {
                return Err(unknown(&name));
            }
            if !value.is_none() {
                all.read_one(&name, &value, same_origin.unwrap_or(true))?;
            }
        }
        Ok(all)
    }

    fn read_one(&mut self, name: &str, value: &Bound<'_, PyAny>, same_origin: bool) -> PyResult<()> {
        match name {
            "encoding" => self.encoding = Some(encoding(name, value)?),
            "override_encoding" => {
                let label = string(name, value)?;
                if Encoding::for_label(label.as_bytes()).is_none() {
                    self.unknown_override = Some(label.clone());
                }
                self.push(move |context| context.override_encoding(&label));
            }
            "reference_charset" => {
                // The original label is kept: browsers treat spaces around it differently.
                encoding(name, value)?;
                let label = string(name, value)?;
                self.push(move |context| context.reference_charset(&label));
            }
            "parent" => {
                let encoding = encoding(name, value)?;
                self.push(move |context| context.parent(encoding, same_origin));
            }
            "history" => self.push_encoding(name, value, charsniff::Context::history)?,
            "style_sheet" => self.push_encoding(name, value, charsniff::Context::style_sheet)?,
            "document" => self.push_encoding(name, value, charsniff::Context::document)?,
            "locale" => {
                let locale = language(name, value)?;
                self.push(move |context| context.locale(&locale));
            }
            "default_encoding" => self.push_encoding(name, value, charsniff::Context::default_encoding)?,
            "tld" => self.push_string(name, value, charsniff::Context::tld)?,
            "file_name" => self.push_string(name, value, charsniff::Context::file_name)?,
            "mime_type" => self.push_string(name, value, charsniff::Context::mime_type)?,
            "prescan_limit" => self.push_count(name, value, charsniff::Context::prescan_limit)?,
            "detection_ceiling" => self.push_count(name, value, charsniff::Context::detection_ceiling)?,
            "truncated" => self.push_flag(name, value, charsniff::Context::truncated)?,
            "detect_iso_2022_jp" => self.push_flag(name, value, charsniff::Context::detect_iso_2022_jp)?,
            "repair" => self.push_flag(name, value, charsniff::Context::repair)?,
            "fatal" => self.push_flag(name, value, charsniff::Context::fatal)?,
            "ignore_bom" => self.push_flag(name, value, charsniff::Context::ignore_bom)?,
            "only" => self.push_encodings(name, value, charsniff::Context::only)?,
            "except_" => self.push_encodings(name, value, charsniff::Context::except)?,
            "prefer" => self.push_encodings(name, value, charsniff::Context::prefer)?,
            "detection" => {
                let detection = word(name, value, Detection::ALL.iter().map(|one| one.as_str()))?;
                self.push(move |context| context.detection(detection));
            }
            "reading" => {
                let reading = word(name, value, Reading::ALL.iter().map(|one| one.as_str()))?;
                self.push(move |context| context.reading(reading));
            }
            "string_type" => {
                let string_type = word(name, value, StringType::ALL.iter().map(|one| one.as_str()))?;
                self.push(move |context| context.string_type(string_type));
            }
            "lossy" => self.push_flag(name, value, charsniff::Context::lossy)?,
            // `same_origin` was read before.
            _ => {}
        }
        Ok(())
    }

    fn push(&mut self, fact: impl Fn(charsniff::Context) -> charsniff::Context + Send + Sync + 'static) {
        self.facts.push(Box::new(fact));
    }

    fn push_encoding(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        add: fn(charsniff::Context, Encoding) -> charsniff::Context,
    ) -> PyResult<()> {
        let encoding = encoding(name, value)?;
        self.push(move |context| add(context, encoding));
        Ok(())
    }

    fn push_encodings(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        add: fn(charsniff::Context, Vec<Encoding>) -> charsniff::Context,
    ) -> PyResult<()> {
        let encodings = encodings(name, value)?;
        self.push(move |context| add(context, encodings.clone()));
        Ok(())
    }

    fn push_string(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        add: fn(charsniff::Context, &str) -> charsniff::Context,
    ) -> PyResult<()> {
        let text = string(name, value)?;
        self.push(move |context| add(context, &text));
        Ok(())
    }

    fn push_count(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        add: fn(charsniff::Context, usize) -> charsniff::Context,
    ) -> PyResult<()> {
        let count = count(name, "bytes", value)?;
        self.push(move |context| add(context, count));
        Ok(())
    }

    fn push_flag(
        &mut self,
        name: &str,
        value: &Bound<'_, PyAny>,
        add: fn(charsniff::Context, bool) -> charsniff::Context,
    ) -> PyResult<()> {
        let flag = boolean(name, value)?;
        self.push(move |context| add(context, flag));
        Ok(())
    }

    /// Whether `context` accepts these facts.
    fn check(&self, context: &charsniff::Context) -> PyResult<()> {
        if self.encoding.is_some() && context.kind() != Kind::TextDecoder {
            return Err(PyValueError::new_err("encoding goes with the context text-decoder"));
        }
        match &self.unknown_override {
            // XHR's override charset may be a string that names no encoding.
            Some(label) if !matches!(context.kind(), Kind::XhrHtml | Kind::XhrTextXml | Kind::XhrText) => {
                Err(PyValueError::new_err(format!("override_encoding: {label:?} names no encoding")))
            }
            _ => Ok(()),
        }
    }

    /// `context` with these facts.
    pub fn add(&self, context: charsniff::Context) -> charsniff::Context {
        let context = self.encoding.map_or(context, charsniff::Context::text_decoder);
        self.facts.iter().fold(context, |context, fact| fact(context))
    }
}

const OPTIONS: [&str; 27] = [
    "default_encoding",
    "detect_iso_2022_jp",
    "detection",
    "detection_ceiling",
    "document",
    "encoding",
    "except_",
    "fatal",
    "file_name",
    "history",
    "ignore_bom",
    "locale",
    "lossy",
    "mime_type",
    "only",
    "override_encoding",
    "parent",
    "prefer",
    "prescan_limit",
    "reading",
    "reference_charset",
    "repair",
    "same_origin",
    "string_type",
    "style_sheet",
    "tld",
    "truncated",
];

fn unknown(name: &str) -> PyErr {
    PyTypeError::new_err(format!("unknown keyword {name:?}; the keywords of a context are {}", OPTIONS.join(", ")))
}

fn boolean(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| wrong_type(name, "True or False", value))
}

/// A number of `things`.
pub fn count(name: &str, things: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    let wanted = format!("a number of {things}");
    value.extract().map_err(|error: PyErr| match error.is_instance_of::<PyTypeError>(value.py()) {
        true => wrong_type(name, &wanted, value),
        false => PyValueError::new_err(format!("{name} must be {wanted} that is not negative and fits the machine")),
    })
}

pub fn string(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "str", value))?;
    Ok(text.to_string_lossy().into_owned())
}

/// The two-letter codes of ISO 639, withdrawn ones too: what comes first in a language tag, and has two letters.
const LANGUAGES: &str = "aa ab ae af ak am an ar as av ay az ba be bg bh bi bm bn bo br bs ca ce ch co cr cs cu cv cy da \
    de dv dz ee el en eo es et eu fa ff fi fj fo fr fy ga gd gl gn gu gv ha he hi ho hr ht hu hy hz ia id ie ig ii ik in \
    io is it iu iw ja ji jv jw ka kg ki kj kk kl km kn ko kr ks ku kv kw ky la lb lg li ln lo lt lu lv mg mh mi mk ml mn \
    mo mr ms mt my na nb nd ne ng nl nn no nr nv ny oc oj om or os pa pi pl ps pt qu rm rn ro ru rw sa sc sd se sg sh si \
    sk sl sm sn so sq sr ss st su sv sw ta te tg th ti tk tl tn to tr ts tt tw ty ug uk ur uz ve vi vo wa wo xh yi yo za \
    zh zu";

/// A language tag, which may be as operating systems write it: `ja_JP.UTF-8`. That of no language, such as `C`, is empty.
pub fn language(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let locale = string(name, value)?;
    let tag = locale.split(['.', '@']).next().unwrap_or_default();
    if tag.is_empty() || tag.eq_ignore_ascii_case("C") || tag.eq_ignore_ascii_case("POSIX") {
        return Ok(String::new());
    }
    let mut subtags = tag.split(['-', '_']);
    let first = subtags.next().unwrap_or_default().to_ascii_lowercase();
    let is_language = match first.len() {
        1 => matches!(&*first, "i" | "x") && tag.len() > 2,
        2 => LANGUAGES.split(' ').any(|code| code == first),
        length => length == 3 && first.bytes().all(|byte| byte.is_ascii_lowercase()),
    };
    let are_subtags =
        subtags.all(|part| matches!(part.len(), 1..=8) && part.bytes().all(|byte| byte.is_ascii_alphanumeric()));
    if is_language && are_subtags {
        return Ok(tag.replace('_', "-"));
    }
    let message = format!("{name} must be a language tag such as ja or zh-Hant-TW, not {locale:?}");
    Err(PyValueError::new_err(message))
}

/// The encodings that the labels in a list name.
pub fn encodings(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Vec<Encoding>> {
    let wanted = "a list of labels of encodings";
    if value.is_instance_of::<PyString>() {
        return Err(wrong_type(name, wanted, value));
    }
    let labels = value.try_iter().map_err(|_| wrong_type(name, wanted, value))?;
    labels.map(|label| encoding(name, &label?)).collect()
}

pub fn encoding(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Encoding> {
    let label = string(name, value)?;
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| PyValueError::new_err(format!("{name}: {label:?} names no encoding")))
}

/// The value that has one of these names.
fn word<T: FromStr<Err: Display>>(
    name: &str,
    value: &Bound<'_, PyAny>,
    names: impl Iterator<Item = &'static str>,
) -> PyResult<T> {
    let word = string(name, value)?;
    word.parse().map_err(|error| {
        let names = names.collect::<Vec<_>>().join(", ");
        PyValueError::new_err(format!("{name}: {word:?}: {error}; the names are {names}"))
    })
}
