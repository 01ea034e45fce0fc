//! `charsniff.arrow`: batches of pages, as columns in and columns out.

use std::sync::Arc;

use arrow_array::builder::{BooleanBuilder, Float32Builder, StringBuilder};
use arrow_array::ffi::to_ffi;
use arrow_array::types::Int8Type;
use arrow_array::{Array, ArrayRef, DictionaryArray, Int8Array, StringArray, StructArray};
use arrow_buffer::NullBuffer;
use arrow_schema::{Field, Fields};
use charsniff::{Claim, Kind, Likelihood, Reading};
use pyo3::exceptions::{PyOverflowError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};

use crate::context::{Facts, Given, context};

mod import;

use import::Column;

/// Text offsets have 32 bits, which all readers of Arrow support.
const MOST_TEXT: usize = i32::MAX as usize;

/// The texts of a batch of pages, and the verdicts by which they were decoded.
///
/// body, content_type, url: columns of equal length, of any type with bytes or text, dictionaries too; objects with the
/// Arrow PyCapsule interface (pyarrow, Polars, DuckDB, pandas, …), arrays or streams. A table with one column stands
/// for that column. Nothing is copied. Takes the keywords of charsniff.decode. Unless context is given, each row's
/// content_type decides it.
///
/// A struct array, itself with that interface (`pyarrow.array(…)`), with the fields encoding, confidence, source,
/// probability, margin, runner_up, runner_up_probability, language, script, declared_header, declared_meta,
/// header_refuted, meta_refuted, text, had_errors, error; probability to meta_refuted are as in charsniff.Record. A
/// null body gives a null. Where the context allows no malformed sequence, a page with one has no text, and an error.
///
#[doc = include_str!("../keywords.txt")]
#[pyfunction]
#[pyo3(signature = (body, content_type=None, url=None, *, context=None, **options))]
pub fn decode(
    body: &Bound<'_, PyAny>,
    content_type: Option<&Bound<'_, PyAny>>,
    url: Option<&Bound<'_, PyAny>>,
    context: Option<&Bound<'_, PyAny>>,
    options: Option<&Bound<'_, PyDict>>,
) -> PyResult<Decoded> {
    let given: Given<'_> = self::context(context, &Vec::new(), None, options)?;
    let facts = Facts::read(options)?;
    let bodies = Column::import("body", body)?;
    let of = |what: &str, column: Option<&Bound<'_, PyAny>>| -> PyResult<Option<Column>> {
        let Some(column) = column else { return Ok(None) };
        let column = Column::import(what, column)?;
        if column.len() != bodies.len() {
            let message = format!("{what} has {} values, and body {}", column.len(), bodies.len());
            return Err(PyValueError::new_err(message));
        }
        Ok(Some(column))
    };
    let (content_types, urls) = (of("content_type", content_type)?, of("url", url)?);
    let contexts = match context {
        Some(_) => Contexts::Named(&given),
        None => Contexts::ByType(facts, vec![(given.kind(), given.clone())]),
    };
    body.py().detach(|| decode_all(&bodies, content_types.as_ref(), urls.as_ref(), contexts)).map(Decoded)
}

/// The contexts of the rows.
enum Contexts<'a> {
    Named(&'a charsniff::Context),
    /// That of the row's MIME type, or HTML without one, with these facts. The contexts made so far are kept.
    ByType(Facts, Vec<(Kind, charsniff::Context)>),
}

impl Contexts<'_> {
    fn of(&mut self, headers: Option<[(&str, &[u8]); 1]>) -> &charsniff::Context {
        match self {
            Contexts::Named(context) => context,
            Contexts::ByType(facts, made) => {
                let kind = charsniff::Context::for_headers(headers).map_or(Kind::Html, |context| context.kind());
                let place = made.iter().position(|(other, _)| *other == kind).unwrap_or_else(|| {
                    made.push((kind, facts.add(charsniff::Context::of(kind).reading(Reading::Crawler))));
                    made.len() - 1
                });
                &made[place].1
            }
        }
    }
}

fn decode_all(
    bodies: &Column,
    content_types: Option<&Column>,
    urls: Option<&Column>,
    mut contexts: Contexts<'_>,
) -> PyResult<StructArray> {
    let rows = bodies.len();
    let mut encodings = Names::default();
    let mut confidences = Names::default();
    let mut sources = Names::default();
    let mut probabilities = Float32Builder::with_capacity(rows);
    let mut margins = Float32Builder::with_capacity(rows);
    let mut runners_up = Names::default();
    let mut runner_up_probabilitys = Float32Builder::with_capacity(rows);
    let mut languages = StringBuilder::new();
    let mut scripts = StringBuilder::new();
    let mut declared_headers = StringBuilder::new();
    let mut declared_metas = StringBuilder::new();
    let mut headers_refuted = BooleanBuilder::with_capacity(rows);
    let mut metas_refuted = BooleanBuilder::with_capacity(rows);
    let mut texts = StringBuilder::new();
    let mut had_errors = BooleanBuilder::with_capacity(rows);
    let mut errors = StringBuilder::new();
    let mut is_there = Vec::with_capacity(rows);
    let mut content_types = content_types.map(Column::iter);
    let mut urls = urls.map(Column::iter);
    let mut bytes_of_text = 0;
    for body in bodies.iter() {
        let content_type = content_types.as_mut().and_then(Iterator::next).flatten();
        let url = urls.as_mut().and_then(Iterator::next).flatten();
        is_there.push(body.is_some());
        let Some(body) = body else {
            encodings.append_null();
            confidences.append_null();
            sources.append_null();
            probabilities.append_null();
            margins.append_null();
            runners_up.append_null();
            runner_up_probabilitys.append_null();
            languages.append_null();
            scripts.append_null();
            declared_headers.append_null();
            declared_metas.append_null();
            headers_refuted.append_null();
            metas_refuted.append_null();
            texts.append_null();
            had_errors.append_null();
            errors.append_null();
            continue;
        };
        let headers = content_type.map(|value| [("content-type", value)]);
        let context = contexts.of(headers);
        let with_url = url.map(|url| context.clone().url(&String::from_utf8_lossy(url)));
        let context = with_url.as_ref().unwrap_or(context);
        let charsniff::Assessment { sniffed, likelihood, claims: declared, .. } =
            charsniff::assess(body, headers, context);
        encodings.append(sniffed.name());
        confidences.append(sniffed.confidence.as_str());
        sources.append(sniffed.source.as_str());
        probabilities.append_option(likelihood.as_ref().map(|likelihood| likelihood.probability));
        margins.append_option(likelihood.as_ref().map(Likelihood::margin));
        let runner_up = likelihood.as_ref().and_then(|likelihood| likelihood.runner_up);
        match runner_up {
            Some(runner_up) => runners_up.append(runner_up.encoding.name()),
            None => runners_up.append_null(),
        }
        runner_up_probabilitys.append_option(runner_up.map(|runner_up| runner_up.probability));
        languages.append_option(likelihood.as_ref().and_then(|likelihood| likelihood.language.as_deref()));
        scripts.append_option(likelihood.as_ref().and_then(|likelihood| likelihood.script.as_deref()));
        for (declared, names, refuted) in [
            (declared.header, &mut declared_headers, &mut headers_refuted),
            (declared.meta, &mut declared_metas, &mut metas_refuted),
        ] {
            names.append_option(declared.as_ref().map(Claim::name));
            let named = declared.filter(|declared| declared.encoding.is_some());
            refuted.append_option(named.map(|declared| declared.is_refuted(body, &sniffed)));
        }
        match sniffed.try_decode(body) {
            Ok(decoded) => {
                bytes_of_text += decoded.text.len();
                if bytes_of_text > MOST_TEXT {
                    return Err(PyOverflowError::new_err("the batch has more than 2 GiB of text: make smaller ones"));
                }
                texts.append_value(&decoded.text);
                had_errors.append_value(decoded.errors > 0);
                errors.append_null();
            }
            Err(error) => {
                texts.append_null();
                had_errors.append_value(true);
                errors.append_value(error.to_string());
            }
        }
    }
    let columns: [(&str, ArrayRef); 16] = [
        ("encoding", encodings.finish()?),
        ("confidence", confidences.finish()?),
        ("source", sources.finish()?),
        ("probability", Arc::new(probabilities.finish())),
        ("margin", Arc::new(margins.finish())),
        ("runner_up", runners_up.finish()?),
        ("runner_up_probability", Arc::new(runner_up_probabilitys.finish())),
        ("language", Arc::new(languages.finish())),
        ("script", Arc::new(scripts.finish())),
        ("declared_header", Arc::new(declared_headers.finish())),
        ("declared_meta", Arc::new(declared_metas.finish())),
        ("header_refuted", Arc::new(headers_refuted.finish())),
        ("meta_refuted", Arc::new(metas_refuted.finish())),
        ("text", Arc::new(texts.finish())),
        ("had_errors", Arc::new(had_errors.finish())),
        ("error", Arc::new(errors.finish())),
    ];
    let fields: Fields =
        columns.iter().map(|(name, column)| Field::new(*name, column.data_type().clone(), true)).collect();
    let columns = columns.into_iter().map(|(_, column)| column).collect();
    let array = StructArray::try_new_with_length(fields, columns, Some(NullBuffer::from(is_there)), rows);
    array.map_err(|error| PyValueError::new_err(error.to_string()))
}

/// A column of names, of which there are few: 40 encodings and 3 other ways to decode, 2 confidences, 15 sources.
/// (`StringDictionaryBuilder` would link the code of all types of arrays.)
#[derive(Default)]
struct Names {
    names: Vec<&'static str>,
    /// For each row the place of its name.
    keys: Vec<Option<i8>>,
}

impl Names {
    fn append(&mut self, name: &'static str) {
        let place = self.names.iter().position(|&other| other == name).unwrap_or_else(|| {
            self.names.push(name);
            self.names.len() - 1
        });
        self.keys.push(i8::try_from(place).ok());
    }

    fn append_null(&mut self) {
        self.keys.push(None);
    }

    fn finish(self) -> PyResult<ArrayRef> {
        let names = Arc::new(StringArray::from(self.names));
        let array = DictionaryArray::<Int8Type>::try_new(Int8Array::from(self.keys), names);
        Ok(Arc::new(array.map_err(|error| PyValueError::new_err(error.to_string()))?))
    }
}

/// A struct array: give it to pyarrow.array, polars.Series or any reader of the Arrow PyCapsule interface.
#[pyclass(frozen, name = "DecodedBatch", module = "charsniff.arrow")]
pub struct Decoded(StructArray);

#[pymethods]
impl Decoded {
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema = arrow_schema::ffi::FFI_ArrowSchema::try_from(self.0.data_type());
        let schema = schema.map_err(|error| PyValueError::new_err(error.to_string()))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }

    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_array__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<Bound<'py, PyAny>>,
    ) -> PyResult<(Bound<'py, PyCapsule>, Bound<'py, PyCapsule>)> {
        // The interface lets a producer give its own types.
        let _ = requested_schema;
        let (array, schema) = to_ffi(&self.0.to_data()).map_err(|error| PyValueError::new_err(error.to_string()))?;
        Ok((
            PyCapsule::new_with_value(py, schema, c"arrow_schema")?,
            PyCapsule::new_with_value(py, array, c"arrow_array")?,
        ))
    }

    fn __repr__(&self) -> String {
        format!("<DecodedBatch of {} pages>", self.0.len())
    }
}
