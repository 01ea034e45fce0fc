//! The bytes of a resource: any object with the buffer protocol.

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView};

/// From this many bytes on, other Python threads may run meanwhile. Letting them costs about as
/// much as sniffing 1 KB.
const WORTH_DETACHING: usize = 8 * 1024;

/// The bytes of `data`. A `bytes` object is borrowed. Other objects are copied, since another
/// thread may write to them.
pub fn bytes_of<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(bytes.clone());
    }
    let view = PyMemoryView::from(data).map_err(|error| match error.is_instance_of::<PyTypeError>(data.py()) {
        true => wrong_type("data", "a bytes-like object (bytes, bytearray, memoryview, mmap, …)", data),
        false => error,
    })?;
    Ok(view.call_method0("tobytes")?.cast_into()?)
}

/// A `TypeError` that names the actual type.
pub fn wrong_type(what: &str, wanted: &str, got: &Bound<'_, PyAny>) -> PyErr {
    let name = got.get_type().fully_qualified_name();
    let name = name.as_ref().map_or_else(|_| "another type".into(), |name| name.to_string());
    PyTypeError::new_err(format!("{what} must be {wanted}, not {name}"))
}

/// Runs `work` on `length` bytes. If there are many, other Python threads run meanwhile.
pub fn detached<T: Send>(py: Python<'_>, length: usize, work: impl FnOnce() -> T + Send) -> T {
    if length >= WORTH_DETACHING { py.detach(work) } else { work() }
}
