//! `Context`: where the bytes are going, and what the caller knows about them.

use std::sync::OnceLock;

use charsniff::{Browser, Detection, Encoding, Kind, StringType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use crate::data::wrong_type;

/// Where the bytes are going (a row of the context table), and what the caller knows about them
/// besides headers. Making one once saves reading the same keywords for every page.
#[pyclass(frozen, eq, module = "charsniff")]
#[derive(PartialEq)]
pub struct Context(charsniff::Context);

#[pymethods]
impl Context {
    #[new]
    #[pyo3(signature = (row="html", *, url=None, **options))]
    fn new(row: &str, url: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Context> {
        with_facts(of_row(row)?, url, options).map(Context)
    }

    /// The context in which a browser reads a resource of this MIME type. Unknown types are text.
    #[staticmethod]
    #[pyo3(signature = (mime_type, /, *, url=None, **options))]
    fn for_mime_type(mime_type: &str, url: Option<&str>, options: Option<&Bound<'_, PyDict>>) -> PyResult<Context> {
        with_facts(charsniff::Context::for_mime_type(mime_type), url, options).map(Context)
    }

    /// The names of all rows.
    #[staticmethod]
    fn rows() -> Vec<&'static str> {
        Kind::ALL.iter().map(|kind| kind.id()).collect()
    }

    /// The name of the row: "html".
    #[getter]
    fn row(&self) -> &'static str {
        self.0.kind().id()
    }

    fn __repr__(&self) -> String {
        format!("<Context {}>", self.row())
    }
}

/// A context for one call: borrowed where the caller has made it, or where it is the usual one.
pub enum Given<'py> {
    Made(Bound<'py, Context>),
    Usual(&'static charsniff::Context),
    New(charsniff::Context),
}

impl std::ops::Deref for Given<'_> {
    type Target = charsniff::Context;

    fn deref(&self) -> &charsniff::Context {
        match self {
            Given::Made(context) => &context.get().0,
            Given::Usual(context) => context,
            Given::New(context) => context,
        }
    }
}

/// The context that a call's keywords describe.
pub fn context<'py>(
    context: Option<&Bound<'py, PyAny>>,
    url: Option<&str>,
    options: Option<&Bound<'py, PyDict>>,
) -> PyResult<Given<'py>> {
    static HTML: OnceLock<charsniff::Context> = OnceLock::new();
    let given = match context {
        None => Given::Usual(HTML.get_or_init(charsniff::Context::html)),
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
    let kind = Kind::from_id(row).ok_or_else(|| {
        let rows: Vec<&str> = Kind::ALL.iter().map(|kind| kind.id()).collect();
        PyValueError::new_err(format!("no context is named {row:?}; the names are {}", rows.join(", ")))
    })?;
    Ok(charsniff::Context::of(kind))
}

/// Adds what the keywords say.
fn with_facts(
    mut context: charsniff::Context,
    url: Option<&str>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<charsniff::Context> {
    if let Some(url) = url {
        context = context.url(url);
    }
    let Some(options) = options else { return Ok(context) };
    // Whose manner to follow comes first: it sets what other options change.
    let flag = |name: &str| {
        Ok::<_, PyErr>(options.get_item(name)?.map(|value| boolean(name, &value)).transpose()?.unwrap_or(false))
    };
    let browser = options.get_item("as_browser")?.filter(|value| !value.is_none());
    let browser = browser.map(|value| word::<Browser>("as_browser", &value)).transpose()?;
    let browser = browser.or(flag("as_browsers_do")?.then_some(Browser::Chromium));
    match (browser, flag("as_crawlers_need")?) {
        (Some(_), true) => {
            return Err(PyValueError::new_err("as_crawlers_need excludes as_browser and as_browsers_do"));
        }
        (Some(browser), false) => context = context.as_browser(browser),
        (None, true) => context = context.as_crawlers_need(),
        (None, false) => {}
    }
    if let Some(label) = options.get_item("encoding")?.filter(|value| !value.is_none()) {
        if context.kind() != Kind::TextDecoder {
            return Err(PyValueError::new_err("encoding goes with the context text-decoder"));
        }
        context = charsniff::Context::text_decoder(encoding("encoding", &label)?);
    }
    let same_origin = options.get_item("same_origin")?.map(|value| boolean("same_origin", &value)).transpose()?;
    for (name, value) in options {
        let name = name.cast::<PyString>()?.to_string_lossy().into_owned();
        if value.is_none() {
            check_name(&name)?;
            continue;
        }
        context = match name.as_str() {
            "as_browser" | "as_browsers_do" | "as_crawlers_need" | "encoding" | "same_origin" => context,
            "override_encoding" => {
                let label = string(&name, &value)?;
                // An override that is no label means something to XMLHttpRequest, and to nothing else.
                if context.policy().override_ != charsniff::policy::Override::OverrideCharset {
                    encoding(&name, &value)?;
                }
                context.override_encoding(&label)
            }
            "reference_charset" => {
                encoding(&name, &value)?;
                context.reference_charset(&string(&name, &value)?)
            }
            "parent" => context.parent(encoding(&name, &value)?, same_origin.unwrap_or(true)),
            "history" => context.history(encoding(&name, &value)?),
            "style_sheet" => context.style_sheet(encoding(&name, &value)?),
            "document" => context.document(encoding(&name, &value)?),
            "locale" => context.locale(&string(&name, &value)?),
            "tld" => context.tld(&string(&name, &value)?),
            "mime_type" => context.mime_type(&string(&name, &value)?),
            "prescan_limit" => context.prescan_limit(count(&name, &value)?),
            "truncated" => context.truncated(boolean(&name, &value)?),
            "detection" => context.detection(word::<Detection>(&name, &value)?),
            "detect_iso_2022_jp" => context.detect_iso_2022_jp(boolean(&name, &value)?),
            "detection_ceiling" => context.detection_ceiling(count(&name, &value)?),
            "fatal" => context.fatal(boolean(&name, &value)?),
            "ignore_bom" => context.ignore_bom(boolean(&name, &value)?),
            "string_type" => context.string_type(word::<StringType>(&name, &value)?),
            _ => return Err(unknown(&name)),
        };
    }
    Ok(context)
}

const OPTIONS: [&str; 22] = [
    "as_browser",
    "as_browsers_do",
    "as_crawlers_need",
    "detect_iso_2022_jp",
    "detection",
    "detection_ceiling",
    "document",
    "encoding",
    "fatal",
    "history",
    "ignore_bom",
    "locale",
    "mime_type",
    "override_encoding",
    "parent",
    "prescan_limit",
    "reference_charset",
    "same_origin",
    "string_type",
    "style_sheet",
    "tld",
    "truncated",
];

fn check_name(name: &str) -> PyResult<()> {
    if OPTIONS.contains(&name) { Ok(()) } else { Err(unknown(name)) }
}

fn unknown(name: &str) -> PyErr {
    PyTypeError::new_err(format!("unknown keyword {name:?}; the keywords are url, context, {}", OPTIONS.join(", ")))
}

fn boolean(name: &str, value: &Bound<'_, PyAny>) -> PyResult<bool> {
    value.extract().map_err(|_| wrong_type(name, "True or False", value))
}

fn count(name: &str, value: &Bound<'_, PyAny>) -> PyResult<usize> {
    value.extract().map_err(|error: PyErr| match error.is_instance_of::<PyTypeError>(value.py()) {
        true => wrong_type(name, "a number of bytes", value),
        false => {
            PyValueError::new_err(format!("{name} must be a number of bytes that is not negative and fits the machine"))
        }
    })
}

fn string(name: &str, value: &Bound<'_, PyAny>) -> PyResult<String> {
    let text = value.cast::<PyString>().map_err(|_| wrong_type(name, "str", value))?;
    Ok(text.to_string_lossy().into_owned())
}

fn encoding(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Encoding> {
    let label = string(name, value)?;
    Encoding::for_label(label.as_bytes())
        .ok_or_else(|| PyValueError::new_err(format!("{name}: {label:?} names no encoding")))
}

fn word<T: std::str::FromStr<Err: std::fmt::Display>>(name: &str, value: &Bound<'_, PyAny>) -> PyResult<T> {
    let word = string(name, value)?;
    word.parse().map_err(|error| PyValueError::new_err(format!("{name}: {word:?}: {error}")))
}
