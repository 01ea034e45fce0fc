//! `detect`: the detector by itself.

use pyo3::prelude::*;

use crate::codec::{python_codec, standard_name};
use crate::data::{bytes_of, detached};
use crate::verdict::hash;

/// The encoding of data, judged by the bytes alone: no headers, no declarations, no hints.
///
/// None if data is binary. If a page or its headers may declare an encoding, use sniff.
#[pyfunction]
pub fn detect(data: &Bound<'_, PyAny>) -> PyResult<Option<Guess>> {
    let bytes = bytes_of(data)?;
    let slice = bytes.as_bytes();
    let guess = detached(data.py(), slice.len(), || charsniff::detect(slice));
    Ok(guess.map(|guess| {
        let runners_up = guess.runners_up.iter().map(|other| (other.encoding.name(), other.confidence)).collect();
        Guess { encoding: guess.encoding.name(), confidence: guess.confidence, runners_up }
    }))
}

/// The result of detect.
#[pyclass(frozen, eq, get_all, module = "charsniff")]
#[derive(PartialEq)]
pub struct Guess {
    /// The most likely encoding's name in the Encoding Standard.
    encoding: &'static str,
    /// The probability that this encoding gives the right text: of answers at 0.9, about nine in
    /// ten are right.
    confidence: f32,
    /// The next most likely encodings and their probabilities, in descending order.
    runners_up: Vec<(&'static str, f32)>,
}

#[pymethods]
impl Guess {
    /// A codec name for bytes.decode that decodes all bytes as the standard does, or None.
    #[getter]
    fn python_codec(&self) -> Option<String> {
        python_codec(self.encoding)
    }

    fn __hash__(&self) -> u64 {
        hash(&(self.encoding, self.confidence.to_bits()))
    }

    /// What pickle and copy make the guess again by.
    #[staticmethod]
    fn _of(encoding: &str, confidence: f32, runners_up: Vec<(String, f32)>) -> PyResult<Guess> {
        let runners_up = runners_up.iter().map(|(encoding, confidence)| Ok((standard_name(encoding)?, *confidence)));
        Ok(Guess { encoding: standard_name(encoding)?, confidence, runners_up: runners_up.collect::<PyResult<_>>()? })
    }

    fn __repr__(&self) -> String {
        format!("<Guess {} {:.3}>", self.encoding, self.confidence)
    }
}
