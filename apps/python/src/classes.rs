//! The Python classes of values, which `gdvariant/_types.py` and `gdvariant/_values.py` define.

use gdvariant::Kind;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};
use std::collections::HashMap;

/// The classes, imported once for each interpreter.
pub(crate) struct Classes {
    /// The classes of kinds with named fields.
    structs: HashMap<Kind, Struct>,
    /// The classes of packed arrays.
    arrays: HashMap<Kind, Py<PyType>>,
    /// The kinds of all classes, by the address of the class.
    kinds: HashMap<usize, Kind>,
    /// The class for each kind, as a declared type.
    declared: HashMap<Kind, Py<PyAny>>,
    errors: Py<PyModule>,
    /// `tuple.__new__`, which creates a value without checking its fields.
    pub(crate) new: Py<PyAny>,
    pub(crate) string_name: Py<PyType>,
    pub(crate) node_path: Py<PyType>,
    pub(crate) object: Py<PyType>,
    pub(crate) object_id: Py<PyType>,
    pub(crate) class: Py<PyType>,
    pub(crate) script: Py<PyType>,
    pub(crate) typed_array: Py<PyType>,
    pub(crate) typed_dictionary: Py<PyType>,
    pub(crate) pairs: Py<PyType>,
    /// `enum.Enum`.
    pub(crate) enumeration: Py<PyType>,
}

/// A class with named fields.
pub(crate) struct Struct {
    pub(crate) class: Py<PyType>,
    pub(crate) fields: Vec<Field>,
}

/// The content of a field.
pub(crate) enum Field {
    /// The component at an index in wire order.
    Component(usize),
    /// The string of a record.
    Text,
    /// A value with the components at these indexes.
    Value(Struct, Vec<usize>),
}

impl Struct {
    fn new(class: &Bound<'_, PyType>) -> PyResult<Self> {
        let plan = class.getattr("_plan")?;
        let fields = plan.try_iter()?.map(|step| {
            let step = step?;
            Ok(if step.is_none() {
                Field::Text
            } else if let Ok((class, indexes)) = step.extract::<(Bound<'_, PyType>, Vec<usize>)>() {
                Field::Value(Self::new(&class)?, indexes)
            } else {
                Field::Component(step.extract()?)
            })
        });
        Ok(Self {
            class: class.clone().unbind(),
            fields: fields.collect::<PyResult<_>>()?,
        })
    }
}

impl Classes {
    /// Returns the classes, after importing them if necessary.
    pub(crate) fn get(py: Python<'_>) -> PyResult<&Self> {
        static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();
        CLASSES.get_or_try_init(py, || Self::import(py))
    }

    fn import(py: Python<'_>) -> PyResult<Self> {
        let types = py.import("gdvariant._types")?;
        let values = py.import("gdvariant._values")?;
        let named = |name: &str| {
            values
                .getattr(name)?
                .cast_into::<PyType>()
                .map_err(PyErr::from)
        };
        let base = py.import("gdvariant._base")?.getattr("Struct")?;
        let mut classes = Self {
            structs: HashMap::new(),
            arrays: HashMap::new(),
            kinds: HashMap::new(),
            declared: HashMap::new(),
            errors: py.import("gdvariant._errors")?.unbind(),
            new: py.get_type::<PyTuple>().getattr("__new__")?.unbind(),
            string_name: named("StringName")?.unbind(),
            node_path: named("NodePath")?.unbind(),
            object: named("Object")?.unbind(),
            object_id: named("ObjectId")?.unbind(),
            class: named("Class")?.unbind(),
            script: named("Script")?.unbind(),
            typed_array: named("TypedArray")?.unbind(),
            typed_dictionary: named("TypedDictionary")?.unbind(),
            pairs: named("Pairs")?.unbind(),
            enumeration: py
                .import("enum")?
                .getattr("Enum")?
                .cast_into::<PyType>()?
                .unbind(),
        };
        for &kind in Kind::ALL {
            let Some(class) = types.getattr_opt(kind.name())? else {
                continue;
            };
            let class = class.cast_into::<PyType>()?;
            if class.is_subclass(&base)? {
                classes.structs.insert(kind, Struct::new(&class)?);
            } else {
                classes.arrays.insert(kind, class.clone().unbind());
            }
            classes.declare(kind, &class);
        }
        for (kind, class) in [
            (Kind::Bool, py.get_type::<PyBool>()),
            (Kind::Int, py.get_type::<PyInt>()),
            (Kind::Float, py.get_type::<PyFloat>()),
            (Kind::String, py.get_type::<PyString>()),
            (Kind::Array, py.get_type::<PyList>()),
            (Kind::Dictionary, py.get_type::<PyDict>()),
            (Kind::PackedByteArray, py.get_type::<PyBytes>()),
            (Kind::NodePath, named("NodePath")?),
            (Kind::Object, named("Object")?),
            (Kind::StringName, named("StringName")?),
            (Kind::PandemoniumTypedArray, named("TypedArray")?),
            (Kind::PackedTypedArray, named("PackedTypedArray")?),
        ] {
            classes.declare(kind, &class);
        }
        Ok(classes)
    }

    fn declare(&mut self, kind: Kind, class: &Bound<'_, PyType>) {
        self.kinds.insert(class.as_ptr().addr(), kind);
        self.declared
            .insert(kind, class.clone().into_any().unbind());
    }

    /// Returns the class of a kind with named fields.
    pub(crate) fn of_struct(&self, kind: Kind) -> Option<&Struct> {
        self.structs.get(&kind)
    }

    /// Returns the class of a kind of packed arrays.
    pub(crate) fn of_array(&self, kind: Kind) -> Option<&Py<PyType>> {
        self.arrays.get(&kind)
    }

    /// Returns the kind of a class or of its first base with a kind.
    pub(crate) fn kind_of(&self, class: &Bound<'_, PyType>) -> Option<Kind> {
        if let Some(kind) = self.kinds.get(&class.as_ptr().addr()) {
            return Some(*kind);
        }
        let bases = class.mro();
        bases
            .iter()
            .find_map(|base| self.kinds.get(&base.as_ptr().addr()).copied())
    }

    /// Returns the kind that a class declares.
    pub(crate) fn declared_kind(&self, class: &Bound<'_, PyAny>) -> Option<Kind> {
        self.kinds.get(&class.as_ptr().addr()).copied()
    }

    /// Returns the class that declares a kind.
    pub(crate) fn declaring(&self, kind: Kind) -> Option<&Py<PyAny>> {
        self.declared.get(&kind)
    }

    /// Returns the class of an exception.
    pub(crate) fn error<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.errors.bind(py).getattr(name)
    }
}
