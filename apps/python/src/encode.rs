//! Encodes and converts Python objects.

use crate::classes::{Class, ClassContent, Classes, Field};
use crate::depth::{self, Levels};
use crate::errors;
use crate::files;
use crate::foreign::{self, Entry};
use crate::input::Input;
use gdvariant::any::{AnyRef, AnyVariant, RecordField};
use gdvariant::generic::structure::{Build, BuildAny, ComponentType, Content, Number, build_any};
use gdvariant::schema::Layout;
use gdvariant::{
    AnyEngine, Dictionary, ElementType, Encode, EncodeError, FullObject, Kind, NodePath, Object,
    Segment, TypedArray, Writer, format,
};
use gdvariant_files::packages::build::{self, message};
use gdvariant_files::packages::options;
use gdvariant_files::packages::output::{Encoding, PackOptions};
use pyo3::conversion::FromPyObjectOwned;
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{
    PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyMemoryView, PyString, PyTuple, PyType,
};
use std::cell::RefCell;

#[doc = docstring!("dumps")]
#[pyfunction]
#[pyo3(signature = (value, /, *, layout="godot4", framed=false, big_endian=false, header=None, compression=None, password=None, key=None, target=None, fallback=false, default=None))]
#[allow(
    clippy::too_many_arguments,
    clippy::fn_params_excessive_bools,
    reason = "keyword arguments of Python"
)]
pub(crate) fn dumps<'py>(
    py: Python<'py>,
    value: &Bound<'py, PyAny>,
    layout: &str,
    framed: bool,
    big_endian: bool,
    header: Option<Input<'_>>,
    compression: Option<&str>,
    password: Option<&str>,
    key: Option<Input<'_>>,
    target: Option<&str>,
    fallback: bool,
    default: Option<Py<PyAny>>,
) -> PyResult<Bound<'py, PyBytes>> {
    let layout = options::layout(layout).map_err(errors::raised)?;
    let encoding = Encoding::new(framed, big_endian, target, fallback).map_err(errors::raised)?;
    let options = PackOptions {
        layout: Some(layout.name),
        header: header.as_deref(),
        compression,
        password,
        key: key.as_deref(),
    };
    let layers = options.layers().map_err(errors::raised)?;
    let value = value.clone().unbind();
    let bytes = depth::run(py, |py, levels| {
        let scope = Scope {
            classes: Classes::get(py)?,
            levels,
            default: default.as_ref(),
            raised: &RefCell::default(),
        };
        let bytes = encoding.encode(layout, &Direct::new(layout, value.bind(py), scope));
        bytes.map_err(|error| scope.exception(py, error))
    })?;
    if layers.is_empty() {
        return Ok(PyBytes::new(py, &bytes));
    }
    files::packed(py, &layers, bytes)
}

/// Returns the value of a layout for a Python object, in which `default` replaces objects of other
/// classes.
pub(crate) fn variant(
    layout: &'static Layout,
    value: &Bound<'_, PyAny>,
    levels: &Levels,
    default: Option<&Py<PyAny>>,
) -> PyResult<AnyVariant> {
    let scope = Scope {
        classes: Classes::get(value.py())?,
        levels,
        default,
        raised: &RefCell::default(),
    };
    let built = build_any(layout, &Direct::new(layout, value, scope));
    built.map_err(|error| scope.exception(value.py(), error))
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
    Bytes(&'a Bound<'py, PyBytes>),
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
        } else if let Ok(bytes) = $value.$cast::<PyBytes>() {
            Some(Self::Bytes(bytes))
        } else {
            None
        }
    };
}

impl<'a, 'py> Plain<'a, 'py> {
    /// Inlining saves an eighth of the time for a tree.
    #[allow(clippy::inline_always)]
    #[inline(always)]
    fn from_exact(value: &'a Bound<'py, PyAny>) -> Option<Self> {
        plain!(value, cast_exact).or_else(|| match value.cast_exact::<PyBool>() {
            Ok(value) => Some(Self::Bool(value.is_true())),
            Err(_) => value.is_none().then_some(Self::Nil),
        })
    }

    fn from_subclass(value: &'a Bound<'py, PyAny>) -> Option<Self> {
        plain!(value, cast)
    }
}

/// An object that is encoded without building its value first, which takes half the time, unless
/// declared types have to be checked.
struct Direct<'a, 'py> {
    layout: &'static Layout,
    value: &'a Bound<'py, PyAny>,
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

    /// Returns the raised exception with the path of the object, or the exception for an error.
    fn exception(&self, py: Python<'_>, error: EncodeError) -> PyErr {
        let Some(exception) = self.raised.take() else {
            return errors::raised(error);
        };
        if !error.path().is_empty() {
            let note = format!("{}the value cannot be encoded", error.path().in_message());
            // An exception without this method keeps its message.
            let _ = exception.value(py).call_method1("add_note", (note,));
        }
        exception
    }
}

impl Encode<AnyEngine> for Direct<'_, '_> {
    fn encode(&self, writer: &mut Writer<'_, AnyEngine>) -> Result<()> {
        let value = self.value;
        match Plain::from_exact(value) {
            Some(Plain::Text(text)) => return str_of(text)?.encode(writer),
            Some(Plain::Int(number)) => return int_of(number)?.encode(writer),
            Some(Plain::Float(number)) => return number.encode(writer),
            Some(Plain::Bool(value)) => return value.encode(writer),
            Some(Plain::Nil) => return ().encode(writer),
            Some(Plain::List(values)) => {
                let mut array = writer.array();
                for value in values.iter() {
                    array.element(&self.nested(&value).checked()?)?;
                }
                return Ok(());
            }
            Some(Plain::Bytes(bytes)) => {
                let (kind, ty) = (Kind::PackedByteArray, ComponentType::Byte);
                return build::encode_packed(self.layout, kind, ty, bytes.as_bytes(), writer);
            }
            Some(Plain::Dict(entries)) => {
                if !self.encode_entries(entries.iter(), writer)? {
                    build_any(self.layout, Keys(self, entries))?;
                }
                return Ok(());
            }
            None => {}
        }
        match self.scope.classes.find(&value.get_type()) {
            Some(Class {
                kind: Some(kind),
                content: ClassContent::Fields(fields),
                ..
            }) => {
                let bytes = components(self.layout, *kind, fields, value)?;
                writer.fields_of(*kind, &bytes);
                return Ok(());
            }
            Some(Class {
                kind: Some(kind),
                content: content @ (ClassContent::Numbers(_) | ClassContent::Vectors(_)),
                ..
            }) => {
                let (ty, elements) = elements(content, value)?;
                return build::encode_packed(self.layout, *kind, ty, elements.as_bytes(), writer);
            }
            Some(_) => {}
            None => {
                if let Some(fields) = self.dataclass_fields()? {
                    self.encode_entries(fields.into_iter(), writer)?;
                    return Ok(());
                }
            }
        }
        let value = build_any(self.layout, self)?;
        AnyRef::from(&value).encode(writer)
    }
}

impl<'a, 'py> Direct<'a, 'py> {
    fn new(layout: &'static Layout, value: &'a Bound<'py, PyAny>, scope: Scope<'a>) -> Self {
        Self {
            layout,
            value,
            scope,
            depth: 0,
        }
    }

    /// Returns whether all keys are strings.
    fn encode_entries(
        &self,
        entries: impl Iterator<Item = Entry<'py>>,
        writer: &mut Writer<'_, AnyEngine>,
    ) -> Result<bool> {
        let mut has_strings = true;
        let mut dictionary = writer.dictionary();
        for (key, value) in entries {
            has_strings &= key.is_exact_instance_of::<PyString>();
            let key = Direct {
                value: &key,
                ..*self
            };
            dictionary.entry(&key, &self.nested(&value).checked()?)?;
        }
        Ok(has_strings)
    }

    fn dataclass_fields(&self) -> Result<Option<Vec<Entry<'py>>>> {
        let fields = foreign::dataclass_fields(self.value, self.scope.classes);
        fields.map_err(|exception| self.scope.raise(exception))
    }

    /// Returns an object one level deeper.
    fn nested<'b>(&self, value: &'b Bound<'py, PyAny>) -> Direct<'b, 'py>
    where
        'a: 'b,
    {
        Direct {
            value,
            depth: self.depth + 1,
            ..*self
        }
    }

    /// Returns an error if containers are nested too deep; lists can contain themselves.
    fn check(&self) -> Result<()> {
        let is_allowed = self.scope.levels.allow(self.depth);
        is_allowed.then_some(()).ok_or_else(too_deep)
    }

    fn checked(self) -> Result<Self> {
        self.check()?;
        Ok(self)
    }
}

/// Returns the error of containers that are nested too deep.
fn too_deep() -> EncodeError {
    let limit = format::MAX_DEPTH;
    message(format_args!(
        "the nesting depth exceeds {limit}; a list or a dict may contain itself, or `default` returns its argument"
    ))
}

/// The value of an object, built in the precision of the layout.
impl BuildAny for &Direct<'_, '_> {
    type Error = EncodeError;

    fn build<V: Build>(self, _: &'static Layout) -> Result<V> {
        self.variant()
    }
}

/// A Dictionary with the keys of a dict, which rejects keys that are equal in the engine, as 1 and a
/// key of another class can be.
struct Keys<'a, 'py>(&'a Direct<'a, 'py>, &'a Bound<'py, PyDict>);

impl BuildAny for Keys<'_, '_> {
    type Error = EncodeError;

    fn build<V: Build>(self, _: &'static Layout) -> Result<V> {
        let Self(direct, entries) = self;
        let keys = entries.iter().map(|(key, _)| {
            let none = key.py().None().into_bound(key.py());
            (key, none)
        });
        Ok(direct.entries::<V>(keys)?.into())
    }
}

type Result<T, E = EncodeError> = std::result::Result<T, E>;

impl<'py> Direct<'_, 'py> {
    fn variant<V: Build>(&self) -> Result<V> {
        match Plain::from_exact(self.value) {
            Some(plain) => self.plain(&plain),
            None => self.other(),
        }
    }

    fn plain<V: Build>(&self, value: &Plain<'_, 'py>) -> Result<V> {
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
            Plain::Bytes(bytes) => {
                let content = Content::Components(bytes.as_bytes());
                build::leaf(self.layout, Kind::PackedByteArray, content)
            }
        }
    }

    /// Returns the value for an object of the package's own classes, or of a subclass.
    fn other<V: Build>(&self) -> Result<V> {
        let value = self.value;
        let class = self.scope.classes.find(&value.get_type());
        if let Some(class) = class
            && let Some(value) = self.known(class)?
        {
            return Ok(value);
        }
        // Subclasses, such as those of `enum.IntEnum`, `enum.StrEnum` and `collections.OrderedDict`.
        if let Some(plain) = Plain::from_subclass(value) {
            return self.plain(&plain);
        }
        let is_declared_type =
            class.is_some_and(|class| matches!(class.content, ClassContent::DeclaredType));
        if let Ok(values) = value.cast::<PyTuple>()
            && !is_declared_type
        {
            return Ok(self.values::<V>(values.iter())?.into());
        }
        if let Some(fields) = self.dataclass_fields()? {
            return Ok(self.entries::<V>(fields.into_iter())?.into());
        }
        if let Some(value) = self.buffer()? {
            return Ok(value);
        }
        if let Some(other) = self.replaced()? {
            self.check()?;
            return self.nested(&other).variant();
        }
        if let Some(reason) = foreign::array_reason(value) {
            return Err(message(reason));
        }
        let name = value.get_type().fully_qualified_name();
        let name = name.map_err(message)?;
        if is_declared_type {
            return Err(message(format_args!(
                "{name} is the declared type of a TypedArray or a TypedDictionary, not a value; pass Object, ObjectId or its string"
            )));
        }
        Err(message(format_args!(
            "{name} is not a type of the engines; convert the value to a number, a dict, a list or a type of gdvariant, or pass `default` to dumps or to_json"
        )))
    }

    /// Returns the value for an object of a class of the package.
    fn known<V: Build>(&self, class: &Class) -> Result<Option<V>> {
        let value = self.value;
        let layout = self.layout;
        let kind = class.kind.unwrap_or(Kind::Array);
        let built = match &class.content {
            ClassContent::Fields(fields) => {
                let bytes = components(layout, kind, fields, value)?;
                build::leaf(layout, kind, Content::Components(&bytes))?
            }
            ClassContent::Record => {
                let fields = record_fields(kind, value.cast().map_err(message)?)?;
                build::leaf(layout, kind, Content::Record(fields))?
            }
            content @ (ClassContent::Numbers(_) | ClassContent::Vectors(_)) => {
                packed(layout, kind, content, value)?
            }
            ClassContent::Strings => {
                let texts = value.cast::<PyList>().map_err(message)?.iter().enumerate();
                let texts = texts.map(|(index, text)| {
                    let text = text.extract::<String>();
                    text.map_err(|_| message("expected str").within(Segment::Index(index)))
                });
                build::leaf(layout, kind, Content::Texts(texts.collect::<Result<_>>()?))?
            }
            ClassContent::StringName => {
                let text = value.extract::<String>().map_err(message)?;
                build::leaf(layout, kind, Content::Text(text))?
            }
            ClassContent::NodePath => {
                build::leaf(layout, kind, Content::NodePath(node_path(value)?))?
            }
            ClassContent::ObjectId => Object::Id(attribute(value, "id")?).into(),
            ClassContent::FullObject => self.full_object::<V>()?,
            ClassContent::TypedArray => self.typed_array(kind)?,
            ClassContent::Entries => self.dictionary()?,
            ClassContent::DeclaredType | ClassContent::Builtin => return Ok(None),
        };
        Ok(Some(built))
    }

    /// Replaces an object of another class by the value that [`foreign`] or `default` returns.
    fn replaced(&self) -> Result<Option<Bound<'py, PyAny>>> {
        let value = self.value;
        let replaced = match foreign::replaced(value, self.scope.classes).transpose() {
            None => {
                let default = self.scope.default;
                default.map(|default| default.bind(value.py()).call1((value,)))
            }
            replaced => replaced,
        };
        let replaced = replaced.transpose();
        replaced.map_err(|exception| self.scope.raise(exception))
    }

    /// Returns the packed array for an object with the buffer protocol, such as a NumPy array.
    fn buffer<V: Build>(&self) -> Result<Option<V>> {
        let value = self.value;
        let Ok(view) = PyMemoryView::from(value) else {
            return Ok(None);
        };
        let Some(kind) = foreign::packed_kind(value, &view).map_err(message)? else {
            return Ok(None);
        };
        if let Some(class) = self.scope.classes.of_kind(kind)
            && kind != Kind::PackedByteArray
        {
            let array = class.object.bind(value.py()).call1((value,));
            let array = array.map_err(message)?;
            return packed(self.layout, kind, &class.content, &array).map(Some);
        }
        let bytes = view.call_method0("tobytes").map_err(message)?;
        let bytes = bytes.cast::<PyBytes>().map_err(message)?;
        build::leaf(self.layout, kind, Content::Components(bytes.as_bytes())).map(Some)
    }

    fn values<V: Build>(&self, values: impl Iterator<Item = Bound<'py, PyAny>>) -> Result<Vec<V>> {
        self.check()?;
        let values = values.enumerate().map(|(index, value)| {
            let value = self.nested(&value).variant();
            value.map_err(|error| error.within(Segment::Index(index)))
        });
        values.collect()
    }

    fn entries<V: Build>(
        &self,
        entries: impl Iterator<Item = (Bound<'py, PyAny>, Bound<'py, PyAny>)>,
    ) -> Result<Dictionary<V>> {
        self.check()?;
        let mut dictionary = Dictionary::with_rule(self.layout.keys);
        for (index, (key, value)) in entries.enumerate() {
            let name = || key.cast::<PyString>().ok()?.to_str().ok();
            let segment = || name().map_or(Segment::ValueOf(index), Segment::name);
            let value = self.nested(&value).variant();
            let value = value.map_err(|error| error.within(segment()))?;
            let new = self.nested(&key).variant();
            let new = new.map_err(|error| error.within(Segment::KeyOf(index)))?;
            let inserted = build::insert(&mut dictionary, new, value);
            inserted.map_err(|error| error.within(segment()))?;
        }
        Ok(dictionary)
    }

    fn typed_array<V: Build>(&self, kind: Kind) -> Result<V> {
        let value = self.value;
        let values = value.cast::<PyList>().map_err(message)?;
        let values = self.values::<V>(values.iter())?;
        let element = self.element_type(&attribute(value, "element")?)?;
        build::typed_array(self.layout, kind, TypedArray { element, values })
    }

    /// Returns the value for a `TypedDictionary` or for `Pairs`.
    fn dictionary<V: Build>(&self) -> Result<V> {
        let value = self.value;
        let items = value
            .call_method0("items")
            .and_then(|items| items.try_iter()?.collect::<PyResult<Vec<_>>>());
        let pairs = items
            .map_err(message)?
            .into_iter()
            .map(|pair| pair.extract());
        let pairs = pairs
            .collect::<PyResult<Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>>>()
            .map_err(message)?;
        let entries = self.entries::<V>(pairs.into_iter())?;
        let declared = |name| self.element_type(&attribute(value, name)?);
        let (key, value) = (declared("key")?, declared("value")?);
        build::dictionary(self.layout, key, value, entries)
    }

    fn element_type(&self, declared: &Bound<'_, PyAny>) -> Result<ElementType> {
        if declared.is_none() {
            return Ok(ElementType::Any);
        }
        let classes = self.scope.classes;
        if let Some(kind) = classes.find_exact(declared).and_then(|class| class.kind) {
            return Ok(ElementType::Kind(kind));
        }
        let is = |class: &Py<PyType>| declared.is_exact_instance(class.bind(declared.py()));
        if is(&classes.class) {
            Ok(ElementType::Class(attribute(declared, "name")?))
        } else if is(&classes.script) {
            Ok(ElementType::Script(attribute(declared, "path")?))
        } else {
            Err(message(format_args!(
                "{declared} cannot be declared; expected a type of the engines such as int, Class, Script or None"
            )))
        }
    }

    fn full_object<V: Build>(&self) -> Result<V> {
        let value = self.value;
        let class = attribute(value, "class_name")?;
        let properties: Vec<(String, Bound<'py, PyAny>)> = attribute(value, "properties")?;
        self.check()?;
        let properties = properties.into_iter().map(|(name, value)| {
            let value = self.nested(&value).variant::<V>();
            let value = value.map_err(|error| error.within(Segment::name(&name)))?;
            Ok((name, value))
        });
        let properties = properties.collect::<Result<_>>()?;
        Ok(Object::Full(Box::new(FullObject { class, properties })).into())
    }
}

fn attribute<'py, T: FromPyObjectOwned<'py>>(value: &Bound<'py, PyAny>, name: &str) -> Result<T> {
    let value = value.getattr(name).map_err(message)?;
    let value = value.extract().map_err(Into::into);
    value.map_err(|error: PyErr| message(error))
}

/// Returns the encoded components of a value with fields.
fn components(
    layout: &'static Layout,
    kind: Kind,
    fields: &[Field],
    value: &Bound<'_, PyAny>,
) -> Result<Vec<u8>> {
    let mut numbers = Vec::new();
    read_components(fields, value, &mut numbers)?;
    build::components(layout, kind, &numbers)
}

/// Reads the components of a value in wire order.
fn read_components(
    fields: &[Field],
    value: &Bound<'_, PyAny>,
    numbers: &mut Vec<Number>,
) -> Result<()> {
    let values = value.cast::<PyTuple>().map_err(message)?;
    for (field, value) in fields.iter().zip(values.iter_borrowed()) {
        match field {
            Field::Component(index) => {
                if numbers.len() <= *index {
                    numbers.resize(index + 1, Number::Int(0));
                }
                numbers[*index] = match value.cast::<PyFloat>() {
                    Ok(number) => Number::Double(number.value()),
                    Err(_) => Number::Int(value.extract().map_err(message)?),
                };
            }
            Field::Value(_, fields) => read_components(fields, &value, numbers)?,
        }
    }
    Ok(())
}

fn packed<V: Build>(
    layout: &'static Layout,
    kind: Kind,
    content: &ClassContent,
    value: &Bound<'_, PyAny>,
) -> Result<V> {
    let (ty, elements) = elements(content, value)?;
    build::packed(layout, kind, ty, elements.as_bytes())
}

/// Returns the type of an array's components, and the components in little-endian order.
fn elements<'py>(
    content: &ClassContent,
    value: &Bound<'py, PyAny>,
) -> Result<(ComponentType, Bound<'py, PyBytes>)> {
    let py = value.py();
    let read = || {
        let mut array = value.clone();
        if let ClassContent::Vectors(_) = content {
            array = array.getattr(intern!(py, "_components"))?;
        }
        let code = array.getattr(intern!(py, "typecode"))?.extract::<char>()?;
        if cfg!(target_endian = "big") {
            array = array.call_method0("__copy__")?;
            array.call_method0("byteswap")?;
        }
        let elements = array.call_method0(intern!(py, "tobytes"))?;
        Ok::<_, PyErr>((code, elements.cast_into::<PyBytes>()?))
    };
    let (code, elements) = read().map_err(message)?;
    let ty = match code {
        'i' => ComponentType::I32,
        'q' => ComponentType::I64,
        'f' => ComponentType::Single,
        'd' => ComponentType::Double,
        _ => return Err(message("unexpected type code")),
    };
    Ok((ty, elements))
}

/// Returns the fields of a record.
fn record_fields(kind: Kind, fields: &Bound<'_, PyTuple>) -> Result<Vec<RecordField<String>>> {
    let fields = fields.iter().map(|field| {
        if let Ok(text) = field.extract::<String>() {
            return Ok(RecordField::Text(text));
        }
        let number = field.extract::<u64>();
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
