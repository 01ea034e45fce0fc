//! The bytes of a resource: any object with the buffer protocol.

use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMemoryView, PyString};

/// From this many bytes on, other Python threads may run meanwhile. Letting them costs about as
/// much as sniffing 1 KB.
const WORTH_DETACHING: usize = 8 * 1024;

/// Bytes that are read in place and not kept: an mmap may have gigabytes.
pub enum Seen<'py> {
    Bytes(Bound<'py, PyBytes>),
    /// The memory of another object.
    Buffer(Python<'py>, PyBuffer<u8>),
}

impl<'py> Seen<'py> {
    pub fn new(data: &Bound<'py, PyAny>) -> PyResult<Seen<'py>> {
        if !data.is_instance_of::<PyBytes>() && !cfg!(Py_GIL_DISABLED) {
            // A buffer that is not contiguous, or not of bytes, is copied. An object that is not a buffer is refused
            // there.
            if let Ok(buffer) = PyBuffer::get(data)
                && buffer.is_c_contiguous()
            {
                return Ok(Seen::Buffer(data.py(), buffer));
            }
        }
        bytes_of(data).map(Seen::Bytes)
    }

    /// Runs `work` on the bytes.
    #[allow(unsafe_code)]
    pub fn look<T: Send>(&self, work: impl FnOnce(&[u8]) -> T + Send) -> T {
        match self {
            Seen::Bytes(bytes) => {
                let (py, bytes) = (bytes.py(), bytes.as_bytes());
                detached(py, bytes.len(), || work(bytes))
            }
            Seen::Buffer(_, buffer) if buffer.len_bytes() == 0 => work(&[]),
            Seen::Buffer(_, buffer) => {
                // SAFETY: the buffer is one run of so many bytes (`new` saw to that), and as long as it is held, its
                // object neither frees nor moves them. They do not change meanwhile: this thread keeps the
                // interpreter, which Python code needs to write.
                let bytes = unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast(), buffer.len_bytes()) };
                work(bytes)
            }
        }
    }
}

/// The bytes of `data`. A `bytes` object is borrowed. Other objects are copied, since another
/// thread may write to them.
pub fn bytes_of<'py>(data: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyBytes>> {
    bytes_of_named(data, || "data".into())
}

/// The same of each of `strings`.
pub fn bytes_of_each<'py>(strings: &Bound<'py, PyAny>) -> PyResult<Vec<Bound<'py, PyBytes>>> {
    const WANTED: &str = "an iterable of bytes-like objects";
    let not_iterable = |error: PyErr| match error.is_instance_of::<PyTypeError>(strings.py()) {
        true => wrong_type("strings", WANTED, strings),
        false => error,
    };
    // Their items are integers and characters.
    if strings.is_instance_of::<PyString>() || PyMemoryView::from(strings).is_ok() {
        return Err(wrong_type("strings", WANTED, strings));
    }
    let strings = strings.try_iter().map_err(not_iterable)?;
    strings.enumerate().map(|(at, string)| bytes_of_named(&string?, || format!("strings[{at}]"))).collect()
}

fn bytes_of_named<'py>(data: &Bound<'py, PyAny>, name: impl Fn() -> String) -> PyResult<Bound<'py, PyBytes>> {
    if let Ok(bytes) = data.cast::<PyBytes>() {
        return Ok(bytes.clone());
    }
    let view = PyMemoryView::from(data).map_err(|error| match error.is_instance_of::<PyTypeError>(data.py()) {
        true => wrong_type(&name(), "a bytes-like object (bytes, bytearray, memoryview, mmap, …)", data),
        false => error,
    })?;
    // Its memory has addresses instead of text.
    if has_objects(&view.getattr("format")?.extract::<String>()?) {
        let wanted = "a bytes-like object, not an array of objects; pass them one by one";
        return Err(PyTypeError::new_err(format!("{} must be {wanted}", name())));
    }
    Ok(view.call_method0("tobytes")?.cast_into()?)
}

/// Whether a format of PEP 3118 has objects. Names of fields stand between colons: `T{B:Offset:}` has none.
fn has_objects(format: &str) -> bool {
    format.split(':').step_by(2).any(|codes| codes.contains('O'))
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
