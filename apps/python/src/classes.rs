//! The Python classes of values, which `gdvariant/_types.py` and `gdvariant/_values.py` define.

use gdvariant::Kind;
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use pyo3::types::{PyBool, PyBytes, PyDict, PyFloat, PyInt, PyList, PyString, PyTuple, PyType};

/// The classes, imported once for each interpreter.
pub(crate) struct Classes {
    /// Sorted by address.
    all: Vec<Class>,
    /// The index in `all` for each kind.
    by_kind: Vec<Option<usize>>,
    errors: Py<PyModule>,
    /// `tuple.__new__`, which creates a value without checking its fields.
    pub(crate) new_tuple: Py<PyAny>,
    /// `array.array.__new__`.
    pub(crate) new_array: Py<PyAny>,
    /// `object.__new__`.
    pub(crate) new_object: Py<PyAny>,
    /// `array.array`.
    pub(crate) array: Py<PyType>,
    pub(crate) object_id: Py<PyType>,
    pub(crate) class: Py<PyType>,
    pub(crate) script: Py<PyType>,
    pub(crate) typed_array: Py<PyType>,
    pub(crate) typed_dictionary: Py<PyType>,
    pub(crate) pairs: Py<PyType>,
    /// `enum.Enum`.
    pub(crate) enumeration: Py<PyType>,
    /// The mark of a dataclass's fields, which its class variables do not have.
    pub(crate) dataclass_field: Py<PyAny>,
}

/// A class that represents values.
pub(crate) struct Class {
    pub(crate) object: Py<PyType>,
    /// The kind that the class declares.
    pub(crate) kind: Option<Kind>,
    pub(crate) content: ClassContent,
}

/// What the objects of a class contain.
pub(crate) enum ClassContent {
    /// Components as the fields of a tuple.
    Fields(Vec<Field>),
    /// Strings and ints as the fields of a tuple.
    Record,
    /// Numbers; the class is an `array.array`, by default with this type code.
    Numbers(Py<PyAny>),
    /// Components in an `array.array`, by default with this type code.
    Vectors(Py<PyAny>),
    Strings,
    StringName,
    NodePath,
    ObjectId,
    FullObject,
    TypedArray,
    /// A TypedDictionary, or the entries that no dict can hold.
    Entries,
    /// A class or a script as a declared type.
    DeclaredType,
    /// A value of Python, such as an int.
    Builtin,
}

/// A field of a value with components.
pub(crate) enum Field {
    /// The component at an index in wire order.
    Component(usize),
    /// A value with fields.
    Value(Py<PyType>, Vec<Field>),
}

impl Field {
    /// Returns the fields of `class`. `index_of` maps the index of a component in `class` to its index in
    /// the outer value.
    fn of_class(
        class: &Bound<'_, PyType>,
        index_of: &dyn Fn(usize) -> usize,
    ) -> PyResult<Vec<Self>> {
        let plan = class.getattr("_plan")?;
        let fields = plan.try_iter()?.map(|step| {
            let step = step?;
            let Ok((class, indexes)) = step.extract::<(Bound<'_, PyType>, Vec<usize>)>() else {
                return Ok(Self::Component(index_of(step.extract()?)));
            };
            let fields = Self::of_class(&class, &|index| index_of(indexes[index]))?;
            Ok(Self::Value(class.unbind(), fields))
        });
        fields.collect()
    }
}

impl Classes {
    /// Returns the classes, after importing them if necessary.
    pub(crate) fn get(py: Python<'_>) -> PyResult<&Self> {
        static CLASSES: PyOnceLock<Classes> = PyOnceLock::new();
        CLASSES.get_or_try_init(py, || Self::import(py))
    }

    fn import(py: Python<'_>) -> PyResult<Self> {
        let class = |module: &str, name: &str| {
            let class = py.import(module)?.getattr(name)?;
            Ok::<_, PyErr>(class.cast_into::<PyType>()?.unbind())
        };
        let named = |name: &str| class("gdvariant._values", name);
        let new = |class: &Bound<'_, PyType>| class.getattr("__new__").map(Bound::unbind);
        let array = class("array", "array")?;
        let mut classes = Self {
            all: Vec::new(),
            by_kind: Vec::new(),
            errors: py.import("gdvariant._errors")?.unbind(),
            new_tuple: new(&py.get_type::<PyTuple>())?,
            new_array: new(array.bind(py))?,
            new_object: new(&py.get_type::<PyAny>())?,
            array,
            object_id: named("ObjectId")?,
            class: named("Class")?,
            script: named("Script")?,
            typed_array: named("TypedArray")?,
            typed_dictionary: named("TypedDictionary")?,
            pairs: named("Pairs")?,
            enumeration: class("enum", "Enum")?,
            dataclass_field: py.import("dataclasses")?.getattr("_FIELD")?.unbind(),
        };
        let types = py.import("gdvariant._types")?;
        for &kind in Kind::ALL {
            if let Some(class) = types.getattr_opt(kind.name())? {
                let class = class.cast_into::<PyType>()?;
                let content = classes.content(&class)?;
                classes.add(class.unbind(), Some(kind), content);
            }
        }
        for (kind, class) in [
            (Kind::Bool, py.get_type::<PyBool>()),
            (Kind::Int, py.get_type::<PyInt>()),
            (Kind::Float, py.get_type::<PyFloat>()),
            (Kind::String, py.get_type::<PyString>()),
            (Kind::Array, py.get_type::<PyList>()),
            (Kind::Dictionary, py.get_type::<PyDict>()),
            (Kind::PackedByteArray, py.get_type::<PyBytes>()),
        ] {
            classes.add(class.unbind(), Some(kind), ClassContent::Builtin);
        }
        for (name, kind, content) in [
            ("NodePath", Some(Kind::NodePath), ClassContent::NodePath),
            ("Object", Some(Kind::Object), ClassContent::FullObject),
            (
                "StringName",
                Some(Kind::StringName),
                ClassContent::StringName,
            ),
            (
                "TypedArray",
                Some(Kind::PandemoniumTypedArray),
                ClassContent::TypedArray,
            ),
            (
                "PackedTypedArray",
                Some(Kind::PackedTypedArray),
                ClassContent::TypedArray,
            ),
            ("TypedDictionary", None, ClassContent::Entries),
            ("Pairs", None, ClassContent::Entries),
            ("ObjectId", None, ClassContent::ObjectId),
            ("Class", None, ClassContent::DeclaredType),
            ("Script", None, ClassContent::DeclaredType),
        ] {
            classes.add(named(name)?, kind, content);
        }
        classes.all.sort_by_key(Class::address);
        let index_of = |kind| {
            classes
                .all
                .iter()
                .position(|class| class.kind == Some(kind))
        };
        classes.by_kind = Kind::ALL.iter().map(|&kind| index_of(kind)).collect();
        Ok(classes)
    }

    fn add(&mut self, object: Py<PyType>, kind: Option<Kind>, content: ClassContent) {
        self.all.push(Class {
            object,
            kind,
            content,
        });
    }

    /// Returns what the objects of `class`, from `gdvariant._types`, contain.
    fn content(&self, class: &Bound<'_, PyType>) -> PyResult<ClassContent> {
        let py = class.py();
        let base = py.import("gdvariant._base")?;
        if class.is_subclass(&base.getattr("Record")?)? {
            return Ok(ClassContent::Record);
        }
        if class.is_subclass(&base.getattr("Struct")?)? {
            return Ok(ClassContent::Fields(Field::of_class(class, &|index| {
                index
            })?));
        }
        if class.is_subclass_of::<PyList>()? {
            return Ok(ClassContent::Strings);
        }
        let code = class.getattr("_typecodes")?.get_item(0)?.unbind();
        Ok(if class.is_subclass(self.array.bind(py))? {
            ClassContent::Numbers(code)
        } else {
            ClassContent::Vectors(code)
        })
    }

    /// Returns the class of a kind.
    pub(crate) fn of_kind(&self, kind: Kind) -> Option<&Class> {
        let index = self.by_kind.get(kind as usize)?;
        self.all.get((*index)?)
    }

    /// Returns the entry for a class, or for its first base that has one.
    pub(crate) fn find(&self, class: &Bound<'_, PyType>) -> Option<&Class> {
        self.find_exact(class).or_else(|| {
            let bases = class.mro();
            bases.iter().find_map(|base| self.find_exact(&base))
        })
    }

    /// Returns the entry for a class.
    pub(crate) fn find_exact(&self, class: &Bound<'_, PyAny>) -> Option<&Class> {
        let address = class.as_ptr().addr();
        let index = self.all.binary_search_by_key(&address, Class::address);
        self.all.get(index.ok()?)
    }

    /// Returns the class of an exception.
    pub(crate) fn error<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyAny>> {
        self.errors.bind(py).getattr(name)
    }
}

impl Class {
    fn address(&self) -> usize {
        self.object.as_ptr().addr()
    }
}
