//! The Python package `charsniff`: the crate's items as Python objects.
//!
//! The parts in Python are in `python/charsniff/`; this is the extension module `_charsniff`.

use pyo3::prelude::*;

mod arrow;
mod calls;
mod codec;
mod command;
mod context;
mod data;
mod detect;
mod editing;
mod explanation;
mod headers;
mod health;
mod positions;
mod sniff;
mod stream;
mod text;
mod verdict;
mod warc;

/// The part of the package that is written in Rust.
#[pymodule]
fn _charsniff(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<context::Context>()?;
    module.add_class::<verdict::Sniffed>()?;
    module.add_class::<verdict::Decoded>()?;
    module.add_class::<positions::Positions>()?;
    module.add_class::<explanation::Explanation>()?;
    module.add_class::<explanation::StageReport>()?;
    module.add_class::<stream::Stream>()?;
    module.add_class::<warc::Warc>()?;
    module.add_class::<warc::Record>()?;
    module.add_class::<arrow::Decoded>()?;
    module.add_class::<detect::Guess>()?;
    module.add_class::<health::Health>()?;
    module.add_class::<editing::Edit>()?;
    module.add_class::<codec::Decoder>()?;
    module.add_class::<codec::Encoder>()?;
    module.add_function(wrap_pyfunction!(sniff::sniff, module)?)?;
    module.add_function(wrap_pyfunction!(sniff::decode, module)?)?;
    module.add_function(wrap_pyfunction!(sniff::try_decode, module)?)?;
    module.add_function(wrap_pyfunction!(sniff::explain, module)?)?;
    module.add_function(wrap_pyfunction!(sniff::content, module)?)?;
    module.add_function(wrap_pyfunction!(health::health, module)?)?;
    module.add_function(wrap_pyfunction!(editing::convert, module)?)?;
    module.add_function(wrap_pyfunction!(editing::declarations, module)?)?;
    module.add_function(wrap_pyfunction!(editing::lint, module)?)?;
    module.add_function(wrap_pyfunction!(editing::mixed_lines, module)?)?;
    module.add_function(wrap_pyfunction!(editing::replace_file, module)?)?;
    module.add_function(wrap_pyfunction!(warc::warc, module)?)?;
    module.add("decode_batch", wrap_pyfunction!(arrow::decode, module)?)?;
    module.add_function(wrap_pyfunction!(detect::detect, module)?)?;
    module.add_function(wrap_pyfunction!(detect::detect_all, module)?)?;
    module.add_function(wrap_pyfunction!(codec::decode_as, module)?)?;
    module.add_function(wrap_pyfunction!(codec::lookup, module)?)?;
    module.add_function(wrap_pyfunction!(codec::labels, module)?)?;
    module.add_function(wrap_pyfunction!(command::command, module)?)?;
    Ok(())
}
