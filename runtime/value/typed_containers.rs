//! Arrays and Dictionaries with declared types, and the declared types themselves.

use crate::dictionary::KeyEquality;
use crate::table::layout::Layout;
use crate::{Dictionary, Kind};
use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

/// A declared type as it is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum EncodedType<'de> {
    /// No type: the container holds values of any type.
    Any,
    /// The type number of the values.
    Type(u32),
    /// The name of the native class of the values.
    Class(Cow<'de, str>),
    /// The path of the script of the values.
    Script(Cow<'de, str>),
}

impl EncodedType<'_> {
    /// Returns the kind of the values that the declared type allows, or `None` for any kind.
    pub(crate) fn kind(&self, layout: &Layout) -> Option<Kind> {
        match self {
            Self::Any => None,
            Self::Type(number) => layout
                .element_kind(*number)
                .filter(|kind| *kind != Kind::Nil),
            Self::Class(_) | Self::Script(_) => Some(Kind::Object),
        }
    }
}

/// Returns whether a container of this declared type can hold values of a kind.
///
/// As in Godot 4, these are values of the declared kind and, for Object, Nil.
#[inline]
pub(crate) fn allows(declared: Kind, found: Kind) -> bool {
    declared == found || (declared == Kind::Object && found == Kind::Nil)
}

/// Finds the first value that a container of this declared type cannot hold.
///
/// Returns the declared type, and the index and the kind of the value.
pub(crate) fn first_other(
    declared: Option<Kind>,
    kinds: impl Iterator<Item = Kind>,
) -> Option<(Kind, usize, Kind)> {
    let declared = declared?;
    let mut kinds = kinds.enumerate();
    let (index, found) = kinds.find(|(_, kind)| !allows(declared, *kind))?;
    Some((declared, index, found))
}

/// An array with a declared element type.
///
/// In Godot 4, this is an `Array[T]`; in Pandemonium 5, a TypedArray or a PackedTypedArray.
///
/// `V` is the `Variant` of a precision. In Godot 4, strict decoding and encoding reject a value that
/// is not of the declared type, and lenient decoding converts or drops the value like the engine.
/// Pandemonium 5 does not check the values. In its layout, this type is encoded as a TypedArray;
/// for a PackedTypedArray, use `Variant::PackedTypedArray`. Decoding a Variant distinguishes the three:
/// `Variant::TypedArray` is Godot 4's Array with a declared type, and
/// `Variant::PandemoniumTypedArray` the TypedArray of Pandemonium 5.
///
/// ```
/// # #[cfg(feature = "pandemonium5")] {
/// use gdvariant::pandemonium5::{self, TypedArray, Variant};
/// use gdvariant::{ElementType, Kind};
///
/// let scores = TypedArray::new(Kind::Int, [7, 12]);
/// let bytes = pandemonium5::to_vec(&scores)?;
/// let value: Variant = pandemonium5::from_slice(&bytes)?;
/// assert_eq!(value.as_pandemonium_typed_array(), Some(&scores));
///
/// // A `Vec` accepts any declared type.
/// assert_eq!(pandemonium5::from_slice::<Vec<u32>>(&bytes)?, [7, 12]);
///
/// let nodes = TypedArray::new(ElementType::Class("Node".into()), [] as [Variant; 0]);
/// let packed = Variant::PackedTypedArray(Box::new(nodes));
/// assert_eq!(pandemonium5::to_text(&packed), r#"PackedTypedArray( "Node", [  ] )"#);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct TypedArray<V> {
    /// The declared type of the values.
    pub element: ElementType,
    /// The values in order.
    pub values: Vec<V>,
}

/// The declared type of the values in a [`TypedArray`].
///
/// A type of the layout is stored as its kind, because type numbers differ between layouts.
///
/// ```
/// use gdvariant::{ElementType, Kind};
///
/// assert_eq!(ElementType::from(Kind::Int), ElementType::Kind(Kind::Int));
/// assert_eq!(ElementType::from(Kind::Nil), ElementType::Any);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum ElementType {
    /// Values of any type; encoded with the type number of Nil.
    #[default]
    Any,
    /// Values of one type. `Kind::Nil` is encoded like `Any`. `Kind::Object` declares Objects
    /// without a class name, as engines do unless full objects are enabled.
    Kind(Kind),
    /// Objects of this native class. Decoding the name of the class does not need
    /// [`allow_objects`](crate::DecodeOptions::allow_objects).
    Class(String),
    /// Objects with the script at this path, such as `res://player.gd`; only in Godot 4.
    Script(String),
}

impl ElementType {
    /// Returns whether values of any type are allowed, as for `Any` and `Kind::Nil`.
    ///
    /// ```
    /// use gdvariant::{ElementType, Kind};
    ///
    /// assert!(ElementType::Any.is_any());
    /// assert!(!ElementType::from(Kind::Int).is_any());
    /// ```
    pub fn is_any(&self) -> bool {
        self.kind().is_none()
    }

    /// Returns the kind of the values, or `None` for any kind. The kind of a class or a script is
    /// Object.
    ///
    /// ```
    /// use gdvariant::{ElementType, Kind};
    ///
    /// assert_eq!(ElementType::from(Kind::Int).kind(), Some(Kind::Int));
    /// assert_eq!(ElementType::Class("Node".into()).kind(), Some(Kind::Object));
    /// assert_eq!(ElementType::Any.kind(), None);
    /// ```
    pub fn kind(&self) -> Option<Kind> {
        match self {
            Self::Any | Self::Kind(Kind::Nil) => None,
            Self::Kind(kind) => Some(*kind),
            Self::Class(_) | Self::Script(_) => Some(Kind::Object),
        }
    }
}

/// Converts a kind to an element type; Nil becomes `Any`.
impl From<Kind> for ElementType {
    fn from(kind: Kind) -> Self {
        match kind {
            Kind::Nil => Self::Any,
            kind => Self::Kind(kind),
        }
    }
}

impl<V> TypedArray<V> {
    /// Creates a typed array without checking the values against the element type.
    pub fn new<T: Into<V>>(
        element: impl Into<ElementType>,
        values: impl IntoIterator<Item = T>,
    ) -> Self {
        Self {
            element: element.into(),
            values: values.into_iter().map(Into::into).collect(),
        }
    }

    /// Returns whether no type is declared.
    ///
    /// ```
    /// use gdvariant::{Kind, TypedArray};
    ///
    /// assert!(!TypedArray::<i64>::new(Kind::Int, [7]).is_untyped());
    /// assert!(TypedArray::from(vec![7]).is_untyped());
    /// ```
    pub fn is_untyped(&self) -> bool {
        self.element.is_any()
    }
}

/// Creates an empty array without a declared type.
impl<V> Default for TypedArray<V> {
    fn default() -> Self {
        Self::from(Vec::new())
    }
}

/// Creates an array without a declared type.
impl<V> From<Vec<V>> for TypedArray<V> {
    fn from(values: Vec<V>) -> Self {
        Self {
            element: ElementType::Any,
            values,
        }
    }
}

/// A Dictionary that declares the type of its keys, its values, or both; new in Godot 4.4.
///
/// `V` is the `Variant` of a layout. Strict decoding and encoding reject an entry that is not of
/// the declared types. Lenient decoding converts or drops keys like the engine, and keeps values of
/// other types; encoding rejects these values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::Kind;
/// use gdvariant::godot4::{self, TypedDictionary, Variant};
///
/// let scores = TypedDictionary::new(Kind::String, Kind::Int, [("Ada", 7), ("Grace", 12)]);
/// let bytes = godot4::to_vec(&scores)?;
/// let value: Variant = godot4::from_slice(&bytes)?;
/// assert_eq!(value.as_dictionary(), Some(&scores.entries));
/// assert!(value.to_string().starts_with("Dictionary[String, int]({"));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct TypedDictionary<V> {
    /// The declared type of the keys.
    pub key: ElementType,
    /// The declared type of the values.
    pub value: ElementType,
    /// The entries in order.
    pub entries: Dictionary<V>,
}

impl<V: KeyEquality> TypedDictionary<V> {
    /// Creates a Dictionary without checking the entries against the declared types.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{Kind, godot4::TypedDictionary};
    ///
    /// let scores = TypedDictionary::new(Kind::String, Kind::Int, [("Ada", 7)]);
    /// assert_eq!(scores.entries["Ada"], 7);
    /// # }
    /// ```
    pub fn new<K: Into<V>, T: Into<V>>(
        key: impl Into<ElementType>,
        value: impl Into<ElementType>,
        entries: impl IntoIterator<Item = (K, T)>,
    ) -> Self {
        Self {
            key: key.into(),
            value: value.into(),
            entries: entries.into_iter().collect(),
        }
    }
}

impl<V> TypedDictionary<V> {
    /// Returns whether neither the keys nor the values have a declared type.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::godot4::{Dictionary, TypedDictionary};
    /// use gdvariant::{ElementType, Kind};
    ///
    /// let scores = TypedDictionary {
    ///     key: Kind::String.into(),
    ///     value: ElementType::Any,
    ///     entries: Dictionary::from([("Ada", 7)]),
    /// };
    /// assert!(!scores.is_untyped());
    /// # }
    /// ```
    pub fn is_untyped(&self) -> bool {
        self.key.is_any() && self.value.is_any()
    }
}

/// Creates an empty Dictionary without declared types.
impl<V> Default for TypedDictionary<V> {
    fn default() -> Self {
        Self::from(Dictionary::default())
    }
}

/// Creates a Dictionary without declared types.
impl<V> From<Dictionary<V>> for TypedDictionary<V> {
    fn from(entries: Dictionary<V>) -> Self {
        Self {
            key: ElementType::Any,
            value: ElementType::Any,
            entries,
        }
    }
}

/// Compares the declared types and the entries.
impl<V> PartialEq for TypedDictionary<V>
where
    Dictionary<V>: PartialEq,
{
    fn eq(&self, other: &Self) -> bool {
        self.key == other.key && self.value == other.value && self.entries == other.entries
    }
}
