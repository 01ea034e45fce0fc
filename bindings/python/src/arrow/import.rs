//! Columns of bytes from any object with the
//! [Arrow PyCapsule interface](https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html),
//! without a copy.

use arrow_array::cast::AsArray;
use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::{ArrayStreamReader, FFI_ArrowArrayStream};
use arrow_array::{Array, ArrayRef, make_array};
use arrow_schema::DataType;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::data::wrong_type;

/// A column: the arrays that it comes in.
pub struct Column(Vec<ArrayRef>);

impl Column {
    /// The column that `object` is; `what` is its name in errors.
    pub fn import(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Column> {
        let arrays = if object.hasattr("__arrow_c_array__")? {
            vec![array(object)?]
        } else if object.hasattr("__arrow_c_stream__")? {
            stream(object)?
        } else {
            let wanted = "an Arrow array (an object with __arrow_c_array__ or __arrow_c_stream__)";
            return Err(wrong_type(what, wanted, object));
        };
        for array in &arrays {
            if !is_bytes(array.data_type()) {
                let message = format!("{what} must have binary or string values, not {}", array.data_type());
                return Err(PyTypeError::new_err(message));
            }
        }
        Ok(Column(arrays))
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(Array::len).sum()
    }

    /// The values, `None` for null.
    pub fn iter(&self) -> Box<dyn Iterator<Item = Option<&[u8]>> + Send + '_> {
        Box::new(self.0.iter().flat_map(|array| values(array)))
    }
}

fn is_bytes(data_type: &DataType) -> bool {
    use DataType::*;
    matches!(data_type, Binary | LargeBinary | BinaryView | FixedSizeBinary(_) | Utf8 | LargeUtf8 | Utf8View | Null)
}

fn values(array: &ArrayRef) -> Box<dyn Iterator<Item = Option<&[u8]>> + Send + '_> {
    match array.data_type() {
        DataType::Binary => Box::new(array.as_binary::<i32>().iter()),
        DataType::LargeBinary => Box::new(array.as_binary::<i64>().iter()),
        DataType::BinaryView => Box::new(array.as_binary_view().iter()),
        DataType::FixedSizeBinary(_) => Box::new(array.as_fixed_size_binary().iter()),
        DataType::Utf8 => Box::new(array.as_string::<i32>().iter().map(|text| text.map(str::as_bytes))),
        DataType::LargeUtf8 => Box::new(array.as_string::<i64>().iter().map(|text| text.map(str::as_bytes))),
        DataType::Utf8View => Box::new(array.as_string_view().iter().map(|text| text.map(str::as_bytes))),
        _ => Box::new(std::iter::repeat_n(None, array.len())),
    }
}

#[allow(unsafe_code)]
fn array(object: &Bound<'_, PyAny>) -> PyResult<ArrayRef> {
    let (schema, array) =
        object.call_method0("__arrow_c_array__")?.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: the interface says that capsules of these names hold these structures, which live as
    // long as the capsules; the array is moved out and marked as released, as a consumer has to.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    Ok(make_array(data.map_err(|error| PyValueError::new_err(error.to_string()))?))
}

#[allow(unsafe_code)]
fn stream(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayRef>> {
    let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the interface says that a capsule of this name holds this structure, which lives as
    // long as the capsule; it is moved out and marked as released, as a consumer has to.
    let reader = unsafe { ArrayStreamReader::from_raw(stream.as_ptr()) };
    let arrays = reader.and_then(|reader| reader.collect::<Result<Vec<ArrayRef>, _>>());
    arrays.map_err(|error| PyValueError::new_err(error.to_string()))
}
