//! Imports columns of bytes from any object with the [Arrow PyCapsule
//! interface](https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html), without
//! copying.

use std::ffi::{CStr, c_int};

use arrow_array::ffi::{FFI_ArrowArray, FFI_ArrowSchema, from_ffi};
use arrow_array::ffi_stream::FFI_ArrowArrayStream;
use arrow_array::{
    Array, BinaryArray, BinaryViewArray, FixedSizeBinaryArray, LargeBinaryArray, LargeStringArray, StringArray,
    StringViewArray,
};
use arrow_buffer::ArrowNativeType;
use arrow_data::ArrayData;
use arrow_schema::{ArrowError, DataType};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyCapsule;

use crate::data::wrong_type;

/// A column, in one or more arrays.
pub struct Column(Vec<Values>);

/// An array of bytes or text. `arrow_array::make_array` would link the code of all types of arrays, and make the
/// wheel larger.
enum Values {
    Binary(BinaryArray),
    LargeBinary(LargeBinaryArray),
    BinaryView(BinaryViewArray),
    FixedSizeBinary(FixedSizeBinaryArray),
    Text(StringArray),
    LargeText(LargeStringArray),
    TextView(StringViewArray),
    /// For each row the place of its value.
    Dictionary(Vec<Option<usize>>, Box<Values>),
    /// This many nulls.
    Null(usize),
}

impl Column {
    /// The column in `object`. `what` is its name in errors.
    pub fn import(what: &str, object: &Bound<'_, PyAny>) -> PyResult<Column> {
        let arrays = if object.hasattr("__arrow_c_array__")? {
            vec![array(object)?]
        } else if object.hasattr("__arrow_c_stream__")? {
            stream(object)?
        } else {
            let wanted = "an Arrow array (an object with __arrow_c_array__ or __arrow_c_stream__)";
            return Err(wrong_type(what, wanted, object));
        };
        let values = arrays.into_iter().map(|array| {
            Values::new(only_column(array))
                .map_err(|other| PyTypeError::new_err(format!("{what} must have binary or string values, not {other}")))
        });
        values.collect::<PyResult<_>>().map(Column)
    }

    pub fn len(&self) -> usize {
        self.0.iter().map(Values::len).sum()
    }

    /// The values, `None` for null.
    pub fn iter(&self) -> impl Iterator<Item = Option<&[u8]>> + Send {
        self.0.iter().flat_map(|values| (0..values.len()).map(|row| values.get(row)))
    }
}

impl Values {
    /// The array; the error is its type, if that is another.
    fn new(array: ArrayData) -> Result<Values, DataType> {
        Ok(match array.data_type() {
            DataType::Binary => Values::Binary(array.into()),
            DataType::LargeBinary => Values::LargeBinary(array.into()),
            DataType::BinaryView => Values::BinaryView(array.into()),
            DataType::FixedSizeBinary(_) => Values::FixedSizeBinary(array.into()),
            DataType::Utf8 => Values::Text(array.into()),
            DataType::LargeUtf8 => Values::LargeText(array.into()),
            DataType::Utf8View => Values::TextView(array.into()),
            DataType::Dictionary(key, _) => Values::dictionary(&array, key)?,
            DataType::Null => Values::Null(array.len()),
            other => return Err(other.clone()),
        })
    }

    fn len(&self) -> usize {
        match self {
            Values::Binary(array) => array.len(),
            Values::LargeBinary(array) => array.len(),
            Values::BinaryView(array) => array.len(),
            Values::FixedSizeBinary(array) => array.len(),
            Values::Text(array) => array.len(),
            Values::LargeText(array) => array.len(),
            Values::TextView(array) => array.len(),
            Values::Dictionary(places, _) => places.len(),
            Values::Null(length) => *length,
        }
    }

    /// The value of a row.
    fn get(&self, row: usize) -> Option<&[u8]> {
        match self {
            Values::Binary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::LargeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::BinaryView(array) => array.is_valid(row).then(|| array.value(row)),
            Values::FixedSizeBinary(array) => array.is_valid(row).then(|| array.value(row)),
            Values::Text(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Values::LargeText(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Values::TextView(array) => array.is_valid(row).then(|| array.value(row).as_bytes()),
            Values::Dictionary(places, values) => places
                .get(row)
                .copied()
                .flatten()
                .filter(|place| *place < values.len())
                .and_then(|place| values.get(place)),
            Values::Null(_) => None,
        }
    }

    /// The values that the keys of a dictionary array refer to; the error is the type of its values, if that is not
    /// bytes or text. (`DictionaryArray` would link the code for every type of key.)
    fn dictionary(array: &ArrayData, key: &DataType) -> Result<Values, DataType> {
        fn places<T: ArrowNativeType>(array: &ArrayData) -> Vec<Option<usize>> {
            let keys = array.buffer::<T>(0);
            (0..array.len()).map(|row| keys.get(row).filter(|_| array.is_valid(row))?.to_usize()).collect()
        }
        let places = match key {
            DataType::Int8 => places::<i8>(array),
            DataType::Int16 => places::<i16>(array),
            DataType::Int32 => places::<i32>(array),
            DataType::Int64 => places::<i64>(array),
            DataType::UInt8 => places::<u8>(array),
            DataType::UInt16 => places::<u16>(array),
            DataType::UInt32 => places::<u32>(array),
            _ => places::<u64>(array),
        };
        let values = array.child_data().first().cloned().ok_or(DataType::Null)?;
        Ok(Values::Dictionary(places, Box::new(Values::new(values)?)))
    }
}

/// The column of a table that has no other (a query's result, a data frame); any other array as it is.
fn only_column(array: ArrayData) -> ArrayData {
    match array.child_data() {
        [column] if matches!(array.data_type(), DataType::Struct(_)) && array.null_count() == 0 => {
            column.slice(array.offset(), array.len())
        }
        _ => array,
    }
}

#[allow(unsafe_code)]
fn array(object: &Bound<'_, PyAny>) -> PyResult<ArrayData> {
    let (schema, array) =
        object.call_method0("__arrow_c_array__")?.extract::<(Bound<'_, PyCapsule>, Bound<'_, PyCapsule>)>()?;
    let schema = schema.pointer_checked(Some(c"arrow_schema"))?.cast::<FFI_ArrowSchema>();
    let array = array.pointer_checked(Some(c"arrow_array"))?.cast::<FFI_ArrowArray>();
    // SAFETY: the interface says that capsules of these names hold these structures, which live as
    // long as the capsules; the array is moved out and marked as released, as a consumer has to.
    let data = unsafe { from_ffi(FFI_ArrowArray::from_raw(array.as_ptr()), schema.as_ref()) };
    data.map_err(wrong_array)
}

/// The arrays of a stream.
#[allow(unsafe_code)]
fn stream(object: &Bound<'_, PyAny>) -> PyResult<Vec<ArrayData>> {
    let capsule = object.call_method0("__arrow_c_stream__")?.cast_into::<PyCapsule>()?;
    let stream = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast::<FFI_ArrowArrayStream>();
    // SAFETY: the interface says that a capsule of this name holds this structure, which lives as
    // long as the capsule; it is moved out and marked as released, as a consumer has to.
    let mut stream = unsafe { FFI_ArrowArrayStream::from_raw(stream.as_ptr()) };
    let (Some(get_schema), Some(get_next)) = (stream.get_schema(), stream.get_next()) else {
        return Err(PyValueError::new_err("the Arrow stream was read before"));
    };
    let mut schema = FFI_ArrowSchema::empty();
    // SAFETY: the callback is given the stream that it came from, and room for a schema.
    let code = unsafe { get_schema(&mut stream, &mut schema) };
    check(code, &mut stream)?;
    let mut arrays = Vec::new();
    loop {
        let mut array = FFI_ArrowArray::empty();
        // SAFETY: the callback is given the stream that it came from, and room for an array.
        let code = unsafe { get_next(&mut stream, &mut array) };
        check(code, &mut stream)?;
        if array.is_released() {
            return Ok(arrays);
        }
        // SAFETY: the interface says that the arrays of a stream have its schema.
        arrays.push(unsafe { from_ffi(array, &schema) }.map_err(wrong_array)?);
    }
}

/// The error of a stream whose last call returned this code, if it is one.
#[allow(unsafe_code)]
fn check(code: c_int, stream: &mut FFI_ArrowArrayStream) -> PyResult<()> {
    if code == 0 {
        return Ok(());
    }
    // SAFETY: the callback is given the stream that it came from, after a call that failed.
    let message = stream.get_last_error().map(|get_last_error| unsafe { get_last_error(stream) });
    let message = match message {
        // SAFETY: what is not null is a string, which the stream keeps until the next call.
        Some(message) if !message.is_null() => unsafe { CStr::from_ptr(message) }.to_string_lossy().into_owned(),
        _ => format!("error {code}"),
    };
    Err(PyValueError::new_err(format!("the Arrow stream cannot be read: {message}")))
}

fn wrong_array(error: ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
