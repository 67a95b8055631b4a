//! Python objects for decoded values.

use crate::ahead::Batch;
use crate::classes::{Class, ClassContent, Classes, Field};
use crate::collisions::collide;
use crate::depth::{self, Levels};
use crate::errors;
use crate::input::{Input, LONG};
use crate::keys::Keys;
use gdvariant::any::{AnyRef, RecordField};
use gdvariant::generic::structure::{
    AsView, DecodedValue, Number, Numbers, View, VisitAny, visit_any,
};
use gdvariant::schema::Layout;
use gdvariant::{
    DecodeError, DecodeOptions, Dictionary, ElementType, FullObject, Kind, NodePath, Object,
    TypedArray,
};
use gdvariant_files::packages::options;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyFloat, PyList, PyString, PyTuple, PyType};

#[doc = docstring!("loads")]
#[pyfunction]
#[pyo3(signature = (data, /, *, layout="godot4", lenient=false, allow_objects=false, exact=true))]
pub(crate) fn loads<'py>(
    py: Python<'py>,
    data: Input<'_>,
    layout: &str,
    lenient: bool,
    allow_objects: bool,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let decoding = Decoding::new(lenient, allow_objects, exact);
    let layout = options::layout(layout).map_err(errors::raised)?;
    decoded(py, layout, &data, decoding, 0)
}

/// How values are decoded.
#[derive(Clone, Copy)]
pub(crate) struct Decoding {
    pub(crate) options: DecodeOptions,
    /// Whether objects have the classes of this package, not only those of Python.
    exact: bool,
}

impl Decoding {
    pub(crate) fn new(lenient: bool, allow_objects: bool, exact: bool) -> Self {
        let options = options::decoding(lenient, allow_objects);
        Self { options, exact }
    }
}

/// Decodes `bytes`. Errors count from the start of the file, in which `bytes` are at `start`.
pub(crate) fn decoded<'py>(
    py: Python<'py>,
    layout: &'static Layout,
    bytes: &[u8],
    decoding: Decoding,
    start: usize,
) -> PyResult<Bound<'py, PyAny>> {
    let value = depth::run(py, |py, levels| {
        decoded_within(py, layout, bytes, decoding, start, levels).map(Bound::unbind)
    });
    Ok(value?.into_bound(py))
}

/// The length of the values that are decoded in one call, in bytes of the file. The objects of more
/// values leave the caches before they are used.
const DECODED: usize = 1 << 12;

/// Decodes the next values of a file, up to the error of an invalid one.
///
/// Most values are small and shallow: they are decoded with one decoder, which saves half of the
/// time.
pub(crate) fn decoded_values(
    py: Python<'_>,
    layout: &'static Layout,
    values: &mut Batch,
    decoding: Decoding,
) -> PyResult<(Vec<Py<PyAny>>, Option<PyErr>)> {
    let mut decoder = Decoder::new(py, decoding.exact)?;
    let shallow = decoding.options.max_depth(depth::SHALLOW);
    let mut objects = Vec::new();
    let mut left = DECODED;
    while left > 0
        && let Some((start, bytes)) = values.next()
    {
        left = left.saturating_sub(bytes.len());
        let is_short = bytes.len() < LONG;
        let value = is_short.then(|| DecodedValue::new(layout, bytes, shallow));
        let value = match value {
            Some(Ok(value)) => value.visit(&mut decoder),
            // Without the interpreter, on a large stack, or with an error.
            _ => self::decoded(py, layout, bytes, decoding, start),
        };
        match value {
            Ok(value) => objects.push(value.unbind()),
            Err(error) => return Ok((objects, Some(error))),
        }
    }
    Ok((objects, None))
}

/// Decodes a value within a limit of the nesting depth.
fn decoded_within<'py>(
    py: Python<'py>,
    layout: &'static Layout,
    bytes: &[u8],
    decoding: Decoding,
    start: usize,
    levels: &Levels,
) -> PyResult<Bound<'py, PyAny>> {
    let options = levels.of(decoding.options);
    let failed = |error: DecodeError| {
        // The advice decodes the bytes in other layouts, in which they can be deeper.
        if levels.are_shallow() {
            levels.exceed();
            return PyValueError::new_err(error.to_string());
        }
        errors::decode(&error.with_base_offset(start), layout, bytes)
    };
    let decode = || DecodedValue::new(layout, bytes, options);
    let value = if bytes.len() < LONG {
        decode()
    } else {
        py.detach(decode)
    };
    value
        .map_err(failed)?
        .visit(&mut Decoder::new(py, decoding.exact)?)
}

/// Returns the Python object for a value.
pub(crate) fn object<'py>(
    py: Python<'py>,
    value: AnyRef<'_>,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    visit_any(value, &mut Decoder::new(py, exact)?)
}

impl<'py> VisitAny for &mut Decoder<'py> {
    type Output = PyResult<Bound<'py, PyAny>>;

    fn visit<V: AsView>(self, value: &V, _: &'static Layout) -> Self::Output {
        self.object(value)
    }
}

struct Decoder<'py> {
    py: Python<'py>,
    classes: &'py Classes,
    keys: Keys,
    exact: bool,
}

impl<'py> Decoder<'py> {
    fn new(py: Python<'py>, exact: bool) -> PyResult<Self> {
        Ok(Self {
            py,
            exact,
            classes: Classes::get(py)?,
            keys: Keys::default(),
        })
    }

    fn object<V: AsView>(&mut self, value: &V) -> PyResult<Bound<'py, PyAny>> {
        match value.view() {
            View::Object(Object::Full(object)) => self.full_object(object),
            View::Array(values) => Ok(self.list(values)?.into_any()),
            View::TypedArray(_, array) if !self.exact => Ok(self.list(&array.values)?.into_any()),
            View::TypedArray(kind, array) => self.typed_array(kind, array),
            View::Dictionary(entries) => self.dictionary(entries, None),
            View::TypedDictionary(dictionary) => {
                let types = [&dictionary.key, &dictionary.value];
                self.dictionary(&dictionary.entries, Some(types).filter(|_| self.exact))
            }
            leaf => self.leaf(value.kind(), &leaf),
        }
    }

    /// Returns the object for a value without nested values. Not a part of `object`, whose stack
    /// frame has to be small.
    #[inline(never)]
    fn leaf<V: AsView>(&self, kind: Kind, view: &View<'_, V>) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        Ok(match *view {
            View::Nil => py.None().into_bound(py),
            View::Bool(value) => value.into_pyobject(py)?.to_owned().into_any(),
            View::Int(value) => value.into_pyobject(py)?.into_any(),
            View::Float(value) => value.into_pyobject(py)?.into_any(),
            View::Text(kind, text) if kind == Kind::String || !self.exact => {
                PyString::new(py, text).into_any()
            }
            View::Text(kind, text) => self.class(kind)?.object.bind(py).call1((text,))?,
            View::Fields(kind, numbers) => {
                let class = self.class(kind)?;
                let mut components = Vec::with_capacity(numbers.shape().rows.len());
                numbers.visit(&mut |number| components.push(number));
                let ClassContent::Fields(fields) = &class.content else {
                    return Err(no_class(kind));
                };
                self.structure(&class.object, fields, &components)?
            }
            View::Record(kind, record) => {
                let fields = record.fields().map(|(_, value)| match value {
                    RecordField::Text(text) => Ok(PyString::new(py, text).into_any()),
                    RecordField::Int(value) => Ok(value.into_pyobject(py)?.into_any()),
                });
                let fields = fields.collect::<PyResult<Vec<_>>>()?;
                let class = &self.class(kind)?.object;
                match &fields[..] {
                    _ if self.exact => self.tuple(class, PyTuple::new(py, fields)?)?,
                    [id] if id.is_truthy()? => id.clone(),
                    [] | [_] => py.None().into_bound(py),
                    _ => self.named(class, fields)?,
                }
            }
            View::Packed(kind, numbers) => self.array(kind, numbers)?,
            View::PackedText(texts) => {
                let texts = PyList::new(py, texts.iter().map(AsRef::as_ref))?;
                if !self.exact {
                    return Ok(texts.into_any());
                }
                self.class(kind)?.object.bind(py).call1((texts,))?
            }
            View::NodePath(path) => {
                let path: NodePath = path.clone().into();
                if !self.exact {
                    return Ok(PyString::new(py, &path.to_string()).into_any());
                }
                let names = PyTuple::new(py, path.names().collect::<Vec<_>>())?;
                let subnames = PyTuple::new(py, path.subnames().collect::<Vec<_>>())?;
                let fields = (names, subnames, path.is_absolute()).into_pyobject(py)?;
                self.tuple(&self.class(kind)?.object, fields)?
            }
            View::Object(Object::Id(0)) if !self.exact => py.None().into_bound(py),
            View::Object(Object::Id(id)) if !self.exact => {
                let id = id.into_pyobject(py)?.into_any();
                self.named(&self.classes.object_id, vec![id])?
            }
            View::Object(Object::Id(id)) => self.classes.object_id.bind(py).call1((*id,))?,
            // `object` handles containers.
            _ => return Err(no_class(kind)),
        })
    }

    fn full_object<V: AsView>(&mut self, object: &FullObject<V>) -> PyResult<Bound<'py, PyAny>> {
        let properties = PyList::empty(self.py);
        for (name, value) in &object.properties {
            properties.append((name, self.object(value)?))?;
        }
        if !self.exact {
            let fields = PyDict::new(self.py);
            fields.set_item(intern!(self.py, "class"), &object.class)?;
            let properties = PyDict::from_sequence(&properties)?;
            fields.set_item(intern!(self.py, "properties"), properties)?;
            return Ok(fields.into_any());
        }
        let class = self.class(Kind::Object)?.object.bind(self.py);
        class.call1((&object.class, properties))
    }

    fn class(&self, kind: Kind) -> PyResult<&'py Class> {
        self.classes.of_kind(kind).ok_or_else(|| no_class(kind))
    }

    /// Returns a value with the components `numbers`, in wire order.
    fn structure(
        &self,
        class: &Py<PyType>,
        fields: &[Field],
        numbers: &[Number],
    ) -> PyResult<Bound<'py, PyAny>> {
        let is_plain = |field: &Field| matches!(field, Field::Component(_));
        let is_vector = fields.iter().all(is_plain);
        let fields = fields.iter().map(|field| match field {
            Field::Component(index) => self.number(numbers[*index]),
            Field::Value(class, fields) => self.structure(class, fields, numbers),
        });
        let fields = fields.collect::<PyResult<Vec<_>>>()?;
        if !self.exact && !is_vector {
            return self.named(class, fields);
        }
        self.tuple(class, PyTuple::new(self.py, fields)?)
    }

    fn number(&self, number: Number) -> PyResult<Bound<'py, PyAny>> {
        Ok(match number {
            Number::Int(value) => value.into_pyobject(self.py)?.into_any(),
            number => PyFloat::new(self.py, number.to_f64()).into_any(),
        })
    }

    /// Returns a dict of the fields of a class.
    fn named(
        &self,
        class: &Py<PyType>,
        fields: Vec<Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let names = class.bind(self.py).getattr(intern!(self.py, "_fields"))?;
        let dict = PyDict::new(self.py);
        for (name, field) in names.try_iter()?.zip(fields) {
            dict.set_item(name?, field)?;
        }
        Ok(dict.into_any())
    }

    fn tuple(
        &self,
        class: &Py<PyType>,
        fields: Bound<'py, PyTuple>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if !self.exact {
            return Ok(fields.into_any());
        }
        self.classes.new_tuple.bind(self.py).call1((class, fields))
    }

    fn array(&self, kind: Kind, numbers: &dyn Numbers) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let mut encoded = Vec::new();
        let bytes = numbers.shape().borrowed.unwrap_or_else(|| {
            numbers.encode(&mut encoded);
            &encoded
        });
        let bytes = PyBytes::new(py, bytes);
        if kind == Kind::PackedByteArray {
            return Ok(bytes.into_any());
        }
        let class = self.class(kind)?;
        if !self.exact {
            let mut items = Vec::with_capacity(numbers.elements());
            numbers.visit(&mut |number| items.push(self.number(number)));
            let mut items = items.into_iter().collect::<PyResult<Vec<_>>>()?;
            if let ClassContent::Vectors(_) = class.content {
                let vectors = items.chunks(numbers.shape().rows.len());
                let vectors = vectors.map(|it| Ok(PyTuple::new(py, it)?.into_any()));
                items = vectors.collect::<PyResult<_>>()?;
            }
            return Ok(PyList::new(py, items)?.into_any());
        }
        let (ClassContent::Numbers(code) | ClassContent::Vectors(code)) = &class.content else {
            return Err(no_class(kind));
        };
        let mut code = code.bind(py).clone();
        numbers.element(0, &mut |number| {
            if let Number::Double(_) = number {
                code = intern!(py, "d").clone().into_any();
            }
        });
        let new = |class: &Py<PyType>| {
            let array = self
                .classes
                .new_array
                .bind(py)
                .call1((class, &code, &bytes))?;
            if cfg!(target_endian = "big") {
                array.call_method0(intern!(py, "byteswap"))?;
            }
            Ok::<_, PyErr>(array)
        };
        if let ClassContent::Numbers(_) = class.content {
            return new(&class.object);
        }
        let array = self.classes.new_object.bind(py).call1((&class.object,))?;
        array.setattr(intern!(py, "_components"), new(&self.classes.array)?)?;
        Ok(array)
    }

    fn list<V: AsView>(&mut self, values: &[V]) -> PyResult<Bound<'py, PyList>> {
        let values = values.iter().map(|value| self.object(value));
        let values = values.collect::<PyResult<Vec<_>>>()?;
        PyList::new(self.py, values)
    }

    fn typed_array<V: AsView>(
        &mut self,
        kind: Kind,
        array: &TypedArray<V>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let values = self.list(&array.values)?;
        let class = match self.classes.of_kind(kind) {
            Some(class) if kind != Kind::Array => &class.object,
            _ => &self.classes.typed_array,
        };
        let element = self.declared(&array.element)?;
        class.bind(self.py).call1((values, element))
    }

    fn dictionary<V: AsView>(
        &mut self,
        entries: &Dictionary<V>,
        types: Option<[&ElementType; 2]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if types.is_none() && entries.iter().all(|(key, _)| key.string().is_some()) {
            let dict = PyDict::new(self.py);
            for (key, value) in entries {
                let key = self.keys.of(self.py, key.string().unwrap_or_default());
                dict.set_item(key, self.object(value)?)?;
            }
            return Ok(dict.into_any());
        }
        let mut pairs = Vec::with_capacity(entries.len());
        for (key, value) in entries {
            let key = self.object(key)?;
            pairs.push((key, self.object(value)?));
        }
        self.dict_or_pairs(pairs, types)
    }

    /// Returns a `dict`, or `Pairs` if no `dict` can have the keys.
    #[inline(never)]
    fn dict_or_pairs(
        &self,
        pairs: Vec<(Bound<'py, PyAny>, Bound<'py, PyAny>)>,
        types: Option<[&ElementType; 2]>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        let dict = match self.dict(&pairs) {
            Err(error) if error.is_instance_of::<PyTypeError>(py) => None,
            dict => dict?,
        };
        let is_dict = dict.is_some();
        let entries = match dict {
            Some(dict) => dict.into_any(),
            None => PyList::new(py, pairs)?.into_any(),
        };
        match (is_dict, types) {
            (true, None) => Ok(entries),
            (false, None) if !self.exact => Ok(entries),
            (false, None) => self.classes.pairs.bind(py).call1((entries,)),
            (_, Some([key, value])) => {
                let class = if is_dict {
                    &self.classes.typed_dictionary
                } else {
                    &self.classes.pairs
                };
                class
                    .bind(py)
                    .call1((entries, self.declared(key)?, self.declared(value)?))
            }
        }
    }

    /// Returns a `dict`, unless keys collide or are equal in Python only.
    fn dict(
        &self,
        pairs: &[(Bound<'py, PyAny>, Bound<'py, PyAny>)],
    ) -> PyResult<Option<Bound<'py, PyDict>>> {
        let hashes = pairs.iter().map(|(key, _)| key.hash());
        if collide(&hashes.collect::<PyResult<Vec<_>>>()?) {
            return Ok(None);
        }
        let dict = PyDict::new(self.py);
        for (key, value) in pairs {
            dict.set_item(key, value)?;
        }
        Ok((dict.len() == pairs.len()).then_some(dict))
    }

    /// Returns the object for a declared type.
    fn declared(&self, declared: &ElementType) -> PyResult<Bound<'py, PyAny>> {
        let py = self.py;
        match declared {
            ElementType::Class(name) => self.classes.class.bind(py).call1((name,)),
            ElementType::Script(path) => self.classes.script.bind(py).call1((path,)),
            ElementType::Kind(kind) if *kind != Kind::Nil => {
                Ok(self.class(*kind)?.object.bind(py).clone().into_any())
            }
            _ => Ok(py.None().into_bound(py)),
        }
    }
}

/// Returns the error for a kind without a class; all kinds have one.
fn no_class(kind: Kind) -> PyErr {
    PyTypeError::new_err(format!("the package has no class for {kind:?}"))
}
