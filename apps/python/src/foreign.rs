//! Objects of other packages and of the standard library: members of enums, dataclasses, and the
//! scalars and arrays of NumPy.

use crate::classes::Classes;
use gdvariant::Kind;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyMemoryView, PyString};

/// A key and a value of a Dictionary.
pub(crate) type Entry<'py> = (Bound<'py, PyAny>, Bound<'py, PyAny>);

/// Replaces a member of an enum by its value, and a scalar by its number.
pub(crate) fn replaced<'py>(
    value: &Bound<'py, PyAny>,
    classes: &Classes,
) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = value.py();
    if value.is_instance(classes.enumeration.bind(py))? {
        return value.getattr(intern!(py, "value")).map(Some);
    }
    Ok(scalar(value))
}

/// Returns the kind of the packed array that an object with the buffer protocol is encoded as.
pub(crate) fn packed_kind(
    value: &Bound<'_, PyAny>,
    view: &Bound<'_, PyMemoryView>,
) -> PyResult<Option<Kind>> {
    if has_mask(value) {
        return Ok(None);
    }
    let format: String = view.getattr("format")?.extract()?;
    let shape: Vec<usize> = view.getattr("shape")?.extract()?;
    let size: usize = view.getattr("itemsize")?.extract()?;
    Ok(match (&*format, &*shape, size) {
        // NumPy shows the memory of dates as bytes.
        ("B", [_], 1) => (!is_date(value)).then_some(Kind::PackedByteArray),
        ("i" | "l", [_], 4) => Some(Kind::PackedInt32Array),
        ("q" | "l", [_], 8) => Some(Kind::PackedInt64Array),
        ("f", [_], 4) => Some(Kind::PackedFloat32Array),
        ("d", [_], 8) => Some(Kind::PackedFloat64Array),
        ("f", [_, 2], 4) | ("d", [_, 2], 8) => Some(Kind::PackedVector2Array),
        ("f", [_, 3], 4) | ("d", [_, 3], 8) => Some(Kind::PackedVector3Array),
        _ => None,
    })
}

/// Returns the reason why an array cannot be encoded, with its element type and its shape.
pub(crate) fn array_reason(value: &Bound<'_, PyAny>) -> Option<String> {
    let view = PyMemoryView::from(value).map(Bound::into_any).ok();
    let property = |name: &str| value.getattr(name).ok();
    let of_view = |name: &str| view.as_ref()?.getattr(name).ok();
    let shape = property("shape").or_else(|| of_view("shape"))?;
    let is_scalar = shape.len().is_ok_and(|length| length == 0);
    if is_scalar {
        return None;
    }
    let ty = property("dtype").or_else(|| of_view("format"))?;
    if has_mask(value) {
        return Some("a packed array cannot represent a mask; pass array.filled(value)".into());
    }
    if view.is_none() && value.hasattr("to_numpy").ok()? {
        let class = value.get_type().fully_qualified_name().ok()?;
        return Some(format!(
            "{class} is not a type of the engines; pass its to_numpy() or a list"
        ));
    }
    let advice = match shape.extract::<Vec<usize>>().as_deref() {
        Ok([_, 4]) => "pass PackedColorArray(array) or PackedVector4Array(array)",
        _ => {
            "expected one dimension of uint8, int32, int64, float32 or float64, or rows of 2 or 3 floats; convert it, or pass array.tolist()"
        }
    };
    Some(format!(
        "no packed array represents an array of {ty} with the shape {shape}; {advice}"
    ))
}

/// Returns whether an object is a NumPy date or duration.
fn is_date(value: &Bound<'_, PyAny>) -> bool {
    let kind = value.getattr("dtype").and_then(|ty| ty.getattr("kind"));
    let kind = kind.and_then(|kind| kind.extract::<char>());
    kind.is_ok_and(|kind| matches!(kind, 'M' | 'm'))
}

/// Returns whether an object is a masked NumPy array, whose memory contains hidden elements.
fn has_mask(value: &Bound<'_, PyAny>) -> bool {
    let has = |name: &str| value.hasattr(name).unwrap_or(false);
    has("mask") && has("filled")
}

/// Returns the names and values of the fields of a dataclass, unless the object is also a member of an
/// enum.
pub(crate) fn dataclass_fields<'py>(
    value: &Bound<'py, PyAny>,
    classes: &Classes,
) -> PyResult<Option<Vec<Entry<'py>>>> {
    let py = value.py();
    let fields = value
        .get_type()
        .getattr_opt(intern!(py, "__dataclass_fields__"))?;
    let Some(fields) = fields else {
        return Ok(None);
    };
    if value.is_instance(classes.enumeration.bind(py))? {
        return Ok(None);
    }
    let fields = fields.cast_into::<PyDict>()?;
    let mut entries = Vec::with_capacity(fields.len());
    for (name, field) in fields {
        // As `dataclasses.fields` does.
        if field
            .getattr(intern!(py, "_field_type"))?
            .is(&classes.dataclass_field)
        {
            let value = value.getattr(name.cast::<PyString>()?)?;
            entries.push((name, value));
        }
    }
    Ok(Some(entries))
}

/// Returns a scalar, such as one of NumPy, as a bool, int or float, if its type converts losslessly.
fn scalar<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = value.py();
    // NumPy also converts an array with one element.
    if value.len().is_ok() || is_date(value) {
        return None;
    }
    let class = value.get_type();
    let call = |method: &Bound<'py, PyString>| {
        let method = class.getattr(method).ok()?;
        method.call1((value,)).ok()
    };
    let view = PyMemoryView::from(value);
    let format = view.and_then(|view| view.getattr("format")?.extract::<String>());
    match format.as_deref() {
        // NumPy's bool has no `__index__`.
        Ok("?") => {
            let is_true = value.is_truthy().ok()?;
            return Some(PyBool::new(py, is_true).to_owned().into_any());
        }
        // `__float__` drops the imaginary part of a complex number.
        Ok(format) if format.starts_with('Z') => return None,
        _ => {}
    }
    if let Some(number) = call(intern!(py, "__index__")) {
        return Some(number);
    }
    // 64 bits are always exact, unlike a `longdouble` or a `Decimal`.
    let size = value.getattr("dtype").and_then(|ty| ty.getattr("itemsize"));
    let is_exact = size.and_then(|size| size.extract::<usize>()).ok()? <= 8;
    is_exact.then(|| call(intern!(py, "__float__"))).flatten()
}
