//! Encodes and converts Python objects.

use crate::classes::{Classes, Field, Struct};
use crate::decode;
use crate::depth::{self, Levels};
use crate::errors;
use crate::files;
use crate::like;
use gdvariant::any::{AnyPrecision, AnyRef, AnyVariant, RecordField};
use gdvariant::generic::structure::{
    BuildAny, ComponentType, Content, Number, build_any, component_types,
};
use gdvariant::schema::LayoutInfo;
use gdvariant::{
    Dictionary, ElementType, Encode, EncodeError, FullObject, Kind, Layout, NodePath, Object,
    Segment, TypedArray, WriteError, Writer, format,
};
use gdvariant_files::packages::build::{self, message};
use gdvariant_files::packages::options::OpenOptions;
use gdvariant_files::packages::output::{Encoding, Packing};
use gdvariant_files::packages::{hints, layouts, options};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyTuple,
};
use std::cell::RefCell;
use std::path::PathBuf;

/// Encodes a value, and frames, compresses or encrypts it.
#[pyfunction]
#[pyo3(signature = (value, /, *, like=None, layout="godot4", framed=false, big_endian=false, compression=None, password=None, key=None, encrypted=false, target=None, fallback=false, default=None, _over=None))]
#[allow(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    clippy::used_underscore_binding,
    reason = "keyword arguments of Python"
)]
pub(crate) fn dumps<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    like: Option<&Bound<'py, PyAny>>,
    layout: &str,
    framed: bool,
    big_endian: bool,
    compression: Option<&str>,
    password: Option<&str>,
    key: Option<&[u8]>,
    encrypted: bool,
    target: Option<&str>,
    fallback: bool,
    default: Option<Py<PyAny>>,
    _over: Option<PathBuf>,
) -> PyResult<Bound<'py, PyBytes>> {
    let layout = layouts::named(layout).map_err(errors::option)?;
    let encoding = Encoding::new(framed, big_endian, target, fallback).map_err(errors::option)?;
    let packing = Packing::new(layout, compression, password, key, encrypted);
    let packing = packing.map_err(errors::option)?;
    let has_gaps = !framed && packing.is_none();
    let default = default.as_ref();
    let bytes = encoded(py, value, layout, &encoding, default, has_gaps)?;
    let open = OpenOptions {
        layout: Some(layout.name),
        password,
        key,
        ..OpenOptions::default()
    };
    // `dump` passes the path of the file that it replaces, and is the function that is called.
    let level = if _over.is_some() { 2 } else { 1 };
    let original = match (like, _over) {
        (Some(original), _) => Some(like::original(original, layout, &encoding, default, &open)?),
        (None, Some(path)) => like::original_at(py, path, &open),
        (None, None) => None,
    };
    if let Some(original) = original {
        let bytes = bytes.as_bytes().get(encoding.start()..);
        like::warn(
            py,
            &original,
            layout,
            bytes.unwrap_or_default(),
            None,
            level,
        )?;
    }
    if packing.is_none() {
        return Ok(bytes);
    }
    files::packed(py, packing, bytes.as_bytes())
}

/// Encodes a value; if `has_gaps` is set, large arrays are copied once.
pub(crate) fn encoded<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    layout: &'static LayoutInfo,
    encoding: &Encoding,
    default: Option<&Py<PyAny>>,
    has_gaps: bool,
) -> PyResult<Bound<'py, PyBytes>> {
    let value = value.clone().unbind();
    let bytes = depth::run(py, |py, levels| {
        // The length of a framed value includes the elements.
        let gaps = has_gaps.then(RefCell::default);
        let raised = RefCell::default();
        let direct = Direct {
            value: value.bind(py),
            gaps: gaps.as_ref(),
            scope: Scope {
                classes: Classes::get(py)?,
                levels,
                default,
                raised: &raised,
            },
            depth: 0,
        };
        let bytes = encoding.encode(layout, &direct);
        let bytes = bytes.map_err(|error| match (raised.take(), error) {
            (Some(exception), WriteError::Encode(error)) => with_path(py, exception, &error),
            (_, error) => errors::write(py, error),
        })?;
        filled(py, &bytes, gaps.unwrap_or_default().into_inner()).map(Bound::unbind)
    })?;
    Ok(bytes.into_bound(py))
}

/// The offsets of elements that are not in the encoded bytes yet, and the arrays that have them.
type Gaps<'py> = Vec<(usize, Bound<'py, PyAny>)>;

/// The length from which the elements of an array are copied once, into the result, in bytes:
/// encoding 4 MB takes a tenth of the time.
const LARGE: usize = 4096;

/// Returns encoded bytes with the elements of large arrays.
fn filled<'py>(py: Python<'py>, bytes: &[u8], gaps: Gaps<'py>) -> PyResult<Bound<'py, PyBytes>> {
    if gaps.is_empty() {
        return Ok(PyBytes::new(py, bytes));
    }
    let parts = PyList::empty(py);
    let mut start = 0;
    for (end, array) in gaps {
        parts.append(PyBytes::new(py, &bytes[start..end]))?;
        parts.append(array)?;
        start = end;
    }
    parts.append(PyBytes::new(py, &bytes[start..]))?;
    let joined = PyBytes::new(py, b"").call_method1("join", (parts,))?;
    Ok(joined.cast_into()?)
}

/// A converted value, and the paths and descriptions of the losses.
type Converted<'py> = (Bound<'py, PyAny>, Vec<(String, String)>);

/// Converts a value to the types of another engine, and returns it with the losses.
#[pyfunction]
#[pyo3(signature = (value, /, source, target, *, lossy=false))]
pub(crate) fn convert<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    source: &str,
    target: &str,
    lossy: bool,
) -> PyResult<Converted<'py>> {
    let source = layouts::named(source).map_err(errors::option)?;
    let target = layouts::named(target).map_err(errors::option)?;
    let converter = options::converter(lossy);
    let value = value.clone().unbind();
    let (value, losses) = depth::run(py, |py, levels| {
        let value = variant_with(source, value.bind(py), levels, None)?;
        let result = py.detach(|| AnyRef::from(&value).convert_to(target, &converter));
        let (value, report) = result.map_err(|error| errors::convert(py, &error))?;
        let value = decode::object(py, (&value).into())?.unbind();
        let losses = report.losses().iter();
        let losses = losses.map(|loss| (loss.path().to_string(), loss.kind().to_string()));
        Ok((value, losses.collect()))
    })?;
    Ok((value.into_bound(py), losses))
}

/// Returns the value of a layout for a Python object within a limit of the nesting depth.
pub(crate) fn variant(
    layout: &'static LayoutInfo,
    value: &Bound<'_, PyAny>,
    levels: &Levels,
) -> Result<AnyVariant, EncodeError> {
    let object = LimitedObject {
        value,
        levels,
        default: None,
        raised: &RefCell::default(),
    };
    build_any(layout, object)
}

/// Returns the value of a layout for a Python object, in which `default` replaces objects of other
/// classes.
pub(crate) fn variant_with(
    layout: &'static LayoutInfo,
    value: &Bound<'_, PyAny>,
    levels: &Levels,
    default: Option<&Py<PyAny>>,
) -> PyResult<AnyVariant> {
    let raised = RefCell::default();
    let object = LimitedObject {
        value,
        levels,
        default,
        raised: &raised,
    };
    let py = value.py();
    build_any(layout, object).map_err(|error| match raised.take() {
        Some(exception) => with_path(py, exception, &error),
        None => errors::encode(py, &error),
    })
}

/// A Python object whose value is built within a limit of the nesting depth.
struct LimitedObject<'a, 'py> {
    value: &'a Bound<'py, PyAny>,
    levels: &'a Levels,
    default: Option<&'a Py<PyAny>>,
    raised: &'a RefCell<Option<PyErr>>,
}

impl BuildAny for LimitedObject<'_, '_> {
    type Error = EncodeError;

    fn build<V: AnyPrecision>(self, layout: &'static LayoutInfo) -> Result<V> {
        let mut encoder = Encoder {
            layout,
            scope: Scope {
                classes: Classes::get(self.value.py()).map_err(message)?,
                levels: self.levels,
                default: self.default,
                raised: self.raised,
            },
            depth: 0,
        };
        encoder.variant(self.value)
    }
}

/// An object of a class of Python that is a type of the engines.
enum Plain<'a, 'py> {
    Text(&'a Bound<'py, PyString>),
    Int(&'a Bound<'py, PyInt>),
    Float(f64),
    Bool(bool),
    Nil,
    Dict(&'a Bound<'py, PyDict>),
    List(&'a Bound<'py, PyList>),
}

/// Tries the most common classes first.
macro_rules! plain {
    ($value:ident, $cast:ident) => {
        if let Ok(text) = $value.$cast::<PyString>() {
            Some(Self::Text(text))
        } else if let Ok(number) = $value.$cast::<PyInt>() {
            Some(Self::Int(number))
        } else if let Ok(number) = $value.$cast::<PyFloat>() {
            Some(Self::Float(number.value()))
        } else if let Ok(entries) = $value.$cast::<PyDict>() {
            Some(Self::Dict(entries))
        } else if let Ok(values) = $value.$cast::<PyList>() {
            Some(Self::List(values))
        } else {
            None
        }
    };
}

impl<'a, 'py> Plain<'a, 'py> {
    /// Inlining saves an eighth of the time for a tree.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn of_exact(value: &'a Bound<'py, PyAny>) -> Option<Self> {
        plain!(value, cast_exact).or_else(|| match value.cast_exact::<PyBool>() {
            Ok(value) => Some(Self::Bool(value.is_true())),
            Err(_) => value.is_none().then_some(Self::Nil),
        })
    }

    fn of_subclass(value: &'a Bound<'py, PyAny>) -> Option<Self> {
        plain!(value, cast)
    }
}

/// An object that is encoded without building its value first, which takes half the time, unless
/// declared types have to be checked.
struct Direct<'a, 'py> {
    value: &'a Bound<'py, PyAny>,
    gaps: Option<&'a RefCell<Gaps<'py>>>,
    scope: Scope<'a>,
    depth: u32,
}

/// What all values of a call have in common.
#[derive(Clone, Copy)]
struct Scope<'a> {
    classes: &'a Classes,
    levels: &'a Levels,
    /// The function that replaces objects of other classes.
    default: Option<&'a Py<PyAny>>,
    /// The exception of the function or of an object.
    raised: &'a RefCell<Option<PyErr>>,
}

impl Scope<'_> {
    /// Keeps an exception that the caller gets instead of the returned error.
    fn raise(&self, exception: PyErr) -> EncodeError {
        let error = message(&exception);
        self.raised.replace(Some(exception));
        error
    }
}

/// Adds the path of the object to an exception that `default` raised.
fn with_path(py: Python<'_>, exception: PyErr, error: &EncodeError) -> PyErr {
    if !error.path().is_empty() {
        let path = hints::short_path(error.path());
        let note = format!("in the value at {path}");
        // An exception without this method keeps its message.
        let _ = exception.value(py).call_method1("add_note", (note,));
    }
    exception
}

impl<L: Layout<Variant: AnyPrecision>> Encode<L> for Direct<'_, '_> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<()> {
        let value = self.value;
        match Plain::of_exact(value) {
            Some(Plain::Text(text)) => return str_of(text)?.encode(writer),
            Some(Plain::Int(number)) => return int_of(number)?.encode(writer),
            Some(Plain::Float(number)) => return number.encode(writer),
            Some(Plain::Bool(value)) => return value.encode(writer),
            Some(Plain::Nil) => return ().encode(writer),
            Some(Plain::List(values)) => {
                let mut array = writer.array();
                for value in values.iter() {
                    array.element(&self.nested(&value)?)?;
                }
                return Ok(());
            }
            Some(Plain::Dict(entries)) => return self.entries(entries, writer),
            None => {}
        }
        if let Some(kind) = self.scope.classes.kind_of(&value.get_type())
            && self.scope.classes.of_array(kind).is_some()
            && !value.is_instance_of::<PyList>()
        {
            let ty = component_type(value)?;
            let view = PyMemoryView::from(value).map_err(message)?;
            let length = view.getattr("nbytes").and_then(|length| length.extract());
            let length: usize = length.map_err(message)?;
            if cfg!(target_endian = "little")
                && length >= LARGE
                && let Some(gaps) = self.gaps
                && let Some(at) = build::encode_around::<L>(kind, ty, length, writer)?
            {
                gaps.borrow_mut().push((at, view.into_any()));
                return Ok(());
            }
            let elements = elements(value)?;
            return build::encode_packed::<L>(kind, ty, elements.as_bytes(), writer);
        }
        let value = self.encoder(L::INFO).variant::<L::Variant>(value)?;
        value.encode(writer)
    }
}

impl<'a, 'py> Direct<'a, 'py> {
    fn entries<L: Layout<Variant: AnyPrecision>>(
        &self,
        entries: &Bound<'py, PyDict>,
        writer: &mut Writer<'_, L>,
    ) -> Result<()> {
        let mut has_strings = true;
        let mut dictionary = writer.dictionary();
        for (key, value) in entries.iter() {
            has_strings &= key.is_exact_instance_of::<PyString>();
            let key = Direct {
                value: &key,
                ..*self
            };
            dictionary.pair(&key, &self.nested(&value)?)?;
        }
        if !has_strings {
            self.check_keys::<L::Variant>(L::INFO, entries)?;
        }
        Ok(())
    }

    /// Checks that no keys are equal in the engine, as 1 and a key of another class can be.
    fn check_keys<V: AnyPrecision>(
        &self,
        layout: &'static LayoutInfo,
        entries: &Bound<'py, PyDict>,
    ) -> Result<()> {
        let keys = entries.iter().map(|(key, _)| {
            let none = key.py().None().into_bound(key.py());
            (key, none)
        });
        self.encoder(layout).entries::<V>(keys).map(drop)
    }

    fn encoder(&self, layout: &'static LayoutInfo) -> Encoder<'_> {
        Encoder {
            layout,
            scope: self.scope,
            depth: self.depth,
        }
    }

    /// Returns an object one level deeper.
    fn nested<'b>(&self, value: &'b Bound<'py, PyAny>) -> Result<Direct<'b, 'py>>
    where
        'a: 'b,
    {
        let depth = self.depth + 1;
        if !self.scope.levels.allow(depth) {
            return Err(too_deep());
        }
        Ok(Direct {
            value,
            depth,
            ..*self
        })
    }
}

/// Returns the error of containers that are nested too deep.
fn too_deep() -> EncodeError {
    let limit = format::MAX_DEPTH;
    message(format_args!(
        "the nesting depth exceeds {limit}; a list or a dict may contain itself, or `default` returns its argument"
    ))
}

struct Encoder<'e> {
    layout: &'static LayoutInfo,
    scope: Scope<'e>,
    /// The nesting depth; lists can contain themselves.
    depth: u32,
}

type Result<T, E = EncodeError> = std::result::Result<T, E>;

impl Encoder<'_> {
    fn variant<V: AnyPrecision>(&mut self, value: &Bound<'_, PyAny>) -> Result<V> {
        match Plain::of_exact(value) {
            Some(plain) => self.plain::<V>(&plain),
            None => self.other::<V>(value),
        }
    }

    fn plain<V: AnyPrecision>(&mut self, value: &Plain<'_, '_>) -> Result<V> {
        match value {
            Plain::Text(text) => build::leaf(
                self.layout,
                Kind::String,
                Content::Text(str_of(text)?.to_owned()),
            ),
            Plain::Int(number) => {
                build::leaf(self.layout, Kind::Int, Content::Int(int_of(number)?))
            }
            Plain::Float(number) => build::leaf(self.layout, Kind::Float, Content::Float(*number)),
            Plain::Bool(value) => build::leaf(self.layout, Kind::Bool, Content::Bool(*value)),
            Plain::Nil => build::leaf(self.layout, Kind::Nil, Content::Empty),
            Plain::Dict(entries) => Ok(self.entries::<V>(entries.iter())?.into()),
            Plain::List(values) => Ok(self.values::<V>(values.iter())?.into()),
        }
    }

    /// Returns the value for an object of the package's own classes, or of a subclass.
    fn other<V: AnyPrecision>(&mut self, value: &Bound<'_, PyAny>) -> Result<V> {
        let py = value.py();
        let class = value.get_type();
        let is =
            |class: &Py<pyo3::types::PyType>| value.is_instance(class.bind(py)).unwrap_or(false);
        if is(&self.scope.classes.node_path) {
            return build::leaf(
                self.layout,
                Kind::NodePath,
                Content::NodePath(node_path(value)?),
            );
        }
        if is(&self.scope.classes.object_id) {
            let id = value.getattr("id").and_then(|id| id.extract::<u64>());
            return Ok(Object::Id(id.map_err(message)?).into());
        }
        if is(&self.scope.classes.object) {
            return self.full_object::<V>(value);
        }
        if is(&self.scope.classes.typed_array) {
            return self.typed_array::<V>(value);
        }
        if is(&self.scope.classes.typed_dictionary) || is(&self.scope.classes.pairs) {
            return self.dictionary::<V>(value);
        }
        let kind = self.scope.classes.kind_of(&class);
        if let Some(kind) = kind {
            if let Some(class) = self.scope.classes.of_struct(kind) {
                return structure(self.layout, kind, class, value);
            }
            if self.scope.classes.of_array(kind).is_some() {
                return array(self.layout, kind, value);
            }
            if is(&self.scope.classes.string_name) {
                let text = value.extract::<String>().map_err(message)?;
                return build::leaf(self.layout, kind, Content::Text(text));
            }
        }
        // Subclasses, such as those of `enum.IntEnum`, `enum.StrEnum` and `collections.OrderedDict`.
        if let Some(plain) = Plain::of_subclass(value) {
            return self.plain::<V>(&plain);
        }
        let is_declared_type = is(&self.scope.classes.class) || is(&self.scope.classes.script);
        if let Ok(values) = value.cast::<PyTuple>()
            && !is_declared_type
        {
            return Ok(self.values::<V>(values.iter())?.into());
        }
        if let Ok(bytes) = value.cast::<PyBytes>() {
            return build::leaf(
                self.layout,
                Kind::PackedByteArray,
                Content::Components(bytes.as_bytes()),
            );
        }
        if let Some(value) = self.buffer::<V>(value)? {
            return Ok(value);
        }
        if let Some(other) = self.replaced(value)? {
            return self.nested(|encoder| encoder.variant(&other));
        }
        if let Some(array) = described_array(value) {
            return Err(message(array));
        }
        let name = class.fully_qualified_name().map_err(message)?;
        if is_declared_type {
            return Err(message(format_args!(
                "{name} is the declared type of a TypedArray or a TypedDictionary, not a value; pass Object, ObjectId or its string"
            )));
        }
        Err(message(format_args!(
            "{name} is not a type of the engines; convert the value to a number, a dict, a list or a type of gdvariant, or pass `default` to dumps or to_json"
        )))
    }

    /// Returns what stands for an object of another class: the value of a member of an enum, the
    /// fields of a dataclass, the number of a scalar, or what `default` returns.
    fn replaced<'py>(&self, value: &Bound<'py, PyAny>) -> Result<Option<Bound<'py, PyAny>>> {
        let py = value.py();
        let raise = |exception| self.scope.raise(exception);
        if value
            .is_instance(self.scope.classes.enumeration.bind(py))
            .map_err(message)?
        {
            return value.getattr(intern!(py, "value")).map(Some).map_err(raise);
        }
        if let Some(fields) = dataclass_fields(value).map_err(raise)? {
            return Ok(Some(fields.into_any()));
        }
        if let Some(number) = scalar(value) {
            return Ok(Some(number));
        }
        let default = self.scope.default;
        let replaced = default.map(|default| default.bind(py).call1((value,)));
        replaced.transpose().map_err(raise)
    }

    /// Returns the packed array for an object with the buffer protocol, such as an array of numpy.
    fn buffer<V: AnyPrecision>(&self, value: &Bound<'_, PyAny>) -> Result<Option<V>> {
        let Ok(view) = PyMemoryView::from(value) else {
            return Ok(None);
        };
        if has_mask(value) {
            return Ok(None);
        }
        let property = |name: &str| view.getattr(name).map_err(message);
        let format: String = property("format")?.extract().map_err(message)?;
        let shape: Vec<usize> = property("shape")?.extract().map_err(message)?;
        let size: usize = property("itemsize")?.extract().map_err(message)?;
        let kind = match (&*format, &*shape, size) {
            // NumPy shows the memory of dates as bytes.
            ("B", [_], 1) if is_date(value) => return Ok(None),
            ("B", [_], 1) => Kind::PackedByteArray,
            ("i" | "l", [_], 4) => Kind::PackedInt32Array,
            ("q" | "l", [_], 8) => Kind::PackedInt64Array,
            ("f", [_], 4) => Kind::PackedFloat32Array,
            ("d", [_], 8) => Kind::PackedFloat64Array,
            ("f", [_, 2], 4) | ("d", [_, 2], 8) => Kind::PackedVector2Array,
            ("f", [_, 3], 4) | ("d", [_, 3], 8) => Kind::PackedVector3Array,
            _ => return Ok(None),
        };
        if let Some(class) = self.scope.classes.of_array(kind) {
            let packed = class.bind(value.py()).call1((value,)).map_err(message)?;
            return array(self.layout, kind, &packed).map(Some);
        }
        let bytes = view.call_method0("tobytes").map_err(message)?;
        let bytes = bytes.cast::<PyBytes>().map_err(message)?;
        build::leaf(self.layout, kind, Content::Components(bytes.as_bytes())).map(Some)
    }

    /// Calls a function one level deeper.
    fn nested<T>(&mut self, build: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if !self.scope.levels.allow(self.depth) {
            return Err(too_deep());
        }
        self.depth += 1;
        let result = build(self);
        self.depth -= 1;
        result
    }

    fn values<'py, V: AnyPrecision>(
        &mut self,
        values: impl Iterator<Item = Bound<'py, PyAny>>,
    ) -> Result<Vec<V>> {
        self.nested(|encoder| {
            let values = values.enumerate().map(|(index, value)| {
                let value = encoder.variant::<V>(&value);
                value.map_err(|error| error.within(Segment::Index(index)))
            });
            values.collect()
        })
    }

    fn entries<'py, V: AnyPrecision>(
        &mut self,
        entries: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    ) -> Result<Dictionary<V>> {
        self.nested(|encoder| {
            let mut dictionary = Dictionary::with_rule(encoder.layout.keys);
            for (index, (key, value)) in entries.enumerate() {
                let segment = || match key
                    .cast::<PyString>()
                    .ok()
                    .and_then(|key| key.to_str().ok())
                {
                    Some(name) => Segment::name(name),
                    None => Segment::ValueOf(index),
                };
                let value = encoder.variant::<V>(&value);
                let value = value.map_err(|error| error.within(segment()))?;
                let key = encoder.variant::<V>(&key);
                let key = key.map_err(|error| error.within(Segment::KeyOf(index)))?;
                let inserted = build::insert(&mut dictionary, key, value);
                inserted.map_err(|error| error.within(segment()))?;
            }
            Ok(dictionary)
        })
    }

    fn typed_array<V: AnyPrecision>(&mut self, value: &Bound<'_, PyAny>) -> Result<V> {
        let values = value.cast::<PyList>().map_err(message)?;
        let values = self.values::<V>(values.iter())?;
        let element = self.element_type(&value.getattr("element").map_err(message)?)?;
        let kind = self
            .scope
            .classes
            .kind_of(&value.get_type())
            .unwrap_or(Kind::Array);
        build::typed_array(self.layout, kind, TypedArray { element, values })
    }

    /// Returns the value for a `TypedDictionary` or for `Pairs`.
    fn dictionary<V: AnyPrecision>(&mut self, value: &Bound<'_, PyAny>) -> Result<V> {
        let items = value
            .call_method0("items")
            .and_then(|items| items.try_iter()?.collect::<PyResult<Vec<_>>>());
        let pairs = items
            .map_err(message)?
            .into_iter()
            .map(|pair| pair.extract());
        let pairs = pairs
            .collect::<PyResult<Vec<(Bound<'_, PyAny>, Bound<'_, PyAny>)>>>()
            .map_err(message)?;
        let entries = self.entries::<V>(pairs.into_iter())?;
        let declared = |name| -> Result<ElementType> {
            self.element_type(&value.getattr(name).map_err(message)?)
        };
        let (key, value) = (declared("key")?, declared("value")?);
        build::dictionary(self.layout, key, value, entries)
    }

    fn element_type(&self, declared: &Bound<'_, PyAny>) -> Result<ElementType> {
        let py = declared.py();
        let text = |name: &str| {
            declared
                .getattr(name)
                .and_then(|text| text.extract())
                .map_err(message)
        };
        if declared.is_none() {
            Ok(ElementType::Any)
        } else if declared
            .is_instance(self.scope.classes.class.bind(py))
            .map_err(message)?
        {
            Ok(ElementType::Class(text("name")?))
        } else if declared
            .is_instance(self.scope.classes.script.bind(py))
            .map_err(message)?
        {
            Ok(ElementType::Script(text("path")?))
        } else {
            let kind = self.scope.classes.declared_kind(declared);
            kind.map(ElementType::Kind).ok_or_else(|| {
                message(format_args!("{declared} cannot be declared; expected a type of the engines such as int, Class, Script or None"))
            })
        }
    }

    fn full_object<V: AnyPrecision>(&mut self, value: &Bound<'_, PyAny>) -> Result<V> {
        let class = value
            .getattr("class_name")
            .and_then(|class| class.extract())
            .map_err(message)?;
        let properties = value
            .getattr("properties")
            .and_then(|items| items.extract::<Vec<(String, Bound<'_, PyAny>)>>());
        let properties = properties.map_err(message)?;
        let properties = self.nested(|encoder| {
            let properties = properties.into_iter().map(|(name, value)| {
                let value = encoder.variant::<V>(&value);
                let value = value.map_err(|error| error.within(Segment::name(&name)))?;
                Ok((name, value))
            });
            properties.collect::<Result<Vec<_>>>()
        })?;
        Ok(Object::Full(Box::new(FullObject { class, properties })).into())
    }
}

/// Returns whether an object is a date or a duration of NumPy.
fn is_date(value: &Bound<'_, PyAny>) -> bool {
    let kind = value.getattr("dtype").and_then(|ty| ty.getattr("kind"));
    let kind = kind.and_then(|kind| kind.extract::<char>());
    kind.is_ok_and(|kind| matches!(kind, 'M' | 'm'))
}

/// Returns whether an object is a masked array of NumPy, whose memory has values that do not count.
fn has_mask(value: &Bound<'_, PyAny>) -> bool {
    let has = |name: &str| value.hasattr(name).unwrap_or(false);
    has("mask") && has("filled")
}

/// Returns the names and values of the fields of a dataclass.
fn dataclass_fields<'py>(value: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyDict>>> {
    let py = value.py();
    let class = value.get_type();
    if !class.hasattr(intern!(py, "__dataclass_fields__"))? {
        return Ok(None);
    }
    let dict = PyDict::new(py);
    let fields = py
        .import(intern!(py, "dataclasses"))?
        .call_method1(intern!(py, "fields"), (class,))?;
    for field in fields.try_iter()? {
        let name = field?
            .getattr(intern!(py, "name"))?
            .cast_into::<PyString>()?;
        let value = value.getattr(&name)?;
        dict.set_item(name, value)?;
    }
    Ok(Some(dict))
}

/// Returns the bool, the int or the float of a scalar, such as one of NumPy, that every value of the
/// scalar's type has.
fn scalar<'py>(value: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let py = value.py();
    // An array with one element is no scalar, although NumPy converts it.
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
            return value
                .is_truthy()
                .ok()
                .map(|it| PyBool::new(py, it).to_owned().into_any());
        }
        // A complex number would lose a part.
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

/// Returns why an array cannot be encoded, with its type of elements and its shape.
fn described_array(value: &Bound<'_, PyAny>) -> Option<String> {
    let view = PyMemoryView::from(value).map(Bound::into_any);
    let view = view.as_ref().ok();
    let property = |name: &str| value.getattr(name).ok();
    let of_view = |name: &str| view.and_then(|view| view.getattr(name).ok());
    let shape = property("shape").or_else(|| of_view("shape"))?;
    let is_scalar = shape.len().is_ok_and(|length| length == 0);
    if is_scalar {
        return None;
    }
    let ty = property("dtype").or_else(|| of_view("format"))?;
    if has_mask(value) {
        return Some("an array with a mask is no packed array; pass array.filled(value)".into());
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
        "an array of {ty} with the shape {shape} is no packed array; {advice}"
    ))
}

fn structure<V: AnyPrecision>(
    layout: &LayoutInfo,
    kind: Kind,
    class: &Struct,
    value: &Bound<'_, PyAny>,
) -> Result<V> {
    let fields = value.cast::<PyTuple>().map_err(message)?;
    let table = layout
        .table_of(kind)
        .ok_or_else(|| build::missing(layout, kind.name()))?;
    if table.body == gdvariant::table::Body::Record {
        let fields = record_fields(kind, fields)?;
        return build::leaf(layout, kind, Content::Record(fields));
    }
    let types = component_types(layout, kind);
    let mut numbers = vec![Number::Int(0); types.len()];
    each_component(class, fields, &mut |index, number| numbers[index] = number)?;
    build::fields(layout, kind, &numbers)
}

fn array<V: AnyPrecision>(layout: &LayoutInfo, kind: Kind, value: &Bound<'_, PyAny>) -> Result<V> {
    if let Ok(texts) = value.cast::<PyList>() {
        let texts = texts.iter().enumerate().map(|(index, text)| {
            let text = text.extract::<String>();
            text.map_err(|_| message("expected str").within(Segment::Index(index)))
        });
        return build::leaf(layout, kind, Content::Texts(texts.collect::<Result<_>>()?));
    }
    let elements = elements(value)?;
    build::packed(layout, kind, component_type(value)?, elements.as_bytes())
}

/// Returns the type of the components of an array.
fn component_type(value: &Bound<'_, PyAny>) -> Result<ComponentType> {
    let code = value
        .getattr("typecode")
        .and_then(|code| code.extract::<char>())
        .map_err(message)?;
    Ok(match code {
        'i' => ComponentType::I32,
        'q' => ComponentType::I64,
        'f' => ComponentType::Single,
        _ => ComponentType::Double,
    })
}

/// Returns the components of an array in little-endian order.
fn elements<'py>(value: &Bound<'py, PyAny>) -> Result<Bound<'py, PyBytes>> {
    let elements = if cfg!(target_endian = "little") {
        value.call_method0("tobytes")
    } else {
        let swapped = value.call_method0("__copy__").map_err(message)?;
        swapped.call_method0("byteswap").map_err(message)?;
        swapped.call_method0("tobytes")
    };
    let elements = elements.map_err(message)?;
    elements.cast_into::<PyBytes>().map_err(message)
}

/// Passes the components of a value with their indexes in wire order.
fn each_component(
    class: &Struct,
    fields: &Bound<'_, PyTuple>,
    put: &mut dyn FnMut(usize, Number),
) -> Result<()> {
    for (position, field) in class.fields.iter().enumerate() {
        let value = fields.get_item(position).map_err(message)?;
        match field {
            Field::Component(index) => {
                let number = match value.cast::<PyFloat>() {
                    Ok(number) => Number::Double(number.value()),
                    Err(_) => Number::Int(value.extract().map_err(message)?),
                };
                put(*index, number);
            }
            Field::Value(class, indexes) => {
                let fields = value.cast::<PyTuple>().map_err(message)?;
                each_component(class, fields, &mut |index, number| {
                    put(indexes[index], number);
                })?;
            }
            Field::Text => {}
        }
    }
    Ok(())
}

/// Returns the fields of a record.
fn record_fields(kind: Kind, fields: &Bound<'_, PyTuple>) -> Result<Vec<RecordField<String>>> {
    let fields = fields.iter().map(|field| {
        if let Ok(text) = field.extract::<String>() {
            return Ok(RecordField::Text(text));
        }
        if let Ok(number) = field.cast_exact::<PyFloat>() {
            return Ok(RecordField::Float(number.value()));
        }
        let number = field.extract::<i128>();
        number
            .map(RecordField::Int)
            .map_err(|_| message(format_args!("expected a str or an int in a {kind:?}")))
    });
    fields.collect()
}

fn str_of<'a>(text: &'a Bound<'_, PyString>) -> Result<&'a str> {
    let text = text.to_str();
    text.map_err(|_| message("the string contains a surrogate"))
}

fn node_path(value: &Bound<'_, PyAny>) -> Result<NodePath> {
    let fields = value.extract::<(Vec<String>, Vec<String>, bool)>();
    let (names, subnames, is_absolute) = fields.map_err(message)?;
    Ok(NodePath::new(is_absolute, &names, &subnames))
}

fn int_of(number: &Bound<'_, PyInt>) -> Result<i64> {
    number.extract::<i64>().map_err(|_| {
        message(format_args!(
            "{number} is out of the range of int, {} to {}",
            i64::MIN,
            i64::MAX
        ))
    })
}
