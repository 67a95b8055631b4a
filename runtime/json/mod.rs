//! The JSON form of a Variant: lossless, and readable.
//!
//! `write` serializes the form. Deserializing goes through `read` (the parts in the order of the input), `draft` (the value of a type's name until
//! it is known whether another key follows) and `tagged` (the meaning of such a value). Where the format is a layout's own, values pass through
//! serde as their bytes instead: those that belong to a layout in `whole`, those that all layouts share in `alone`. `mark` and `own` keep the two
//! apart.

mod alone;
mod draft;
mod key;
mod mark;
mod members;
mod names;
mod number;
mod own;
mod pool_element;
mod pools;
mod read;
mod reserved;
mod shared;
mod tagged;
mod views;
mod whole;
mod write;

use crate::view::Viewed;
use crate::{Dictionary, Encode, Key, Layout, NodePath, Object, Rid, format};
use alloc::string::String;
use alloc::vec::Vec;
pub(crate) use alone::{ALONE, deserialize_alone, serialize_alone};
use core::fmt;
pub(crate) use mark::{Mark, plain_name};
pub(crate) use members::{ComponentType, component_rows};
pub(crate) use names::absent;
pub(crate) use own::TYPE_NAME;
pub(crate) use pool_element::PoolAlone;
pub(crate) use pools::pool_form;
pub(crate) use read::deserialize;
pub(crate) use shared::{FieldsAlone, alone_form, fields_form};
pub(crate) use views::{deserialize_view, view_form};
pub(crate) use whole::Whole;

/// A Variant that has the form, owned or borrowed: that of any layout.
pub trait Formed: Viewed<Path: Clone + Into<NodePath>> + Encode<Self::Layout> {
    /// Its layout.
    type Layout: Layout;
}

/// What reading makes values of: any layout's Variant.
pub trait Value:
    Formed<Layout: Layout<Variant = Self>>
    + Viewed<Text = String, Path = NodePath>
    + Key
    + From<()>
    + From<bool>
    + From<i64>
    + From<f64>
    + From<String>
    + From<NodePath>
    + From<Rid>
    + From<Object<Self>>
    + From<Dictionary<Self>>
    + From<Vec<Self>>
    + From<Vec<u8>>
    + From<Vec<String>>
    + TryInto<Object<Self>, Error = crate::WrongType>
    + TryInto<Dictionary<Self>, Error = crate::WrongType>
{
}

impl<V> Value for V where
    V: Formed<Layout: Layout<Variant = V>>
        + Viewed<Text = String, Path = NodePath>
        + Key
        + From<()>
        + From<bool>
        + From<i64>
        + From<f64>
        + From<String>
        + From<NodePath>
        + From<Rid>
        + From<Object<V>>
        + From<Dictionary<V>>
        + From<Vec<V>>
        + From<Vec<u8>>
        + From<Vec<String>>
        + TryInto<Object<V>, Error = crate::WrongType>
        + TryInto<Dictionary<V>, Error = crate::WrongType>
{
}

/// A layout that is a format of serde: every [`Layout`] is one.
pub trait SerdeLayout: Layout<Variant: Value> {}

impl<L: Layout<Variant: Value>> SerdeLayout for L {}

/// How a value that lies too deep is refused, in both directions.
struct TooDeep;

impl fmt::Display for TooDeep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "values lie in one another more than {} deep, where engines stop reading",
            format::MAX_DEPTH
        )
    }
}

/// The implementations of serde's traits for a layout's Variant.
macro_rules! json_form {
    ($layout:ident, $variant:ident, $borrowed:ident) => {
        impl crate::json::Formed for $variant {
            type Layout = $layout;
        }

        impl crate::json::Formed for $borrowed<'_> {
            type Layout = $layout;
        }

        /// The JSON form, through any serde format that people read: lossless, and the same for every such format. Through
        /// [the layout's own format](serde) the value is written as itself.
        ///
        /// Nil, bool, int, float, String and Array are what they look like; a float always has a point or an exponent. A Dictionary whose
        /// keys are all Strings is an object, unless its only key is a name of this form. Everything else is an object with the type's name
        /// as its only key, such as `{"Vector2": [1.0, 2.0]}`.
        ///
        /// # Errors
        ///
        /// When values lie in one another more than 1024 deep, where engines stop reading.
        impl ::serde::Serialize for $variant {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&crate::json::Whole::Variant(self), serializer)
            }
        }

        /// The same as that of the [`Variant`] that it becomes.
        impl ::serde::Serialize for $borrowed<'_> {
            fn serialize<S: ::serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                ::serde::Serialize::serialize(&crate::json::Whole::Variant(self), serializer)
            }
        }

        /// Reads the JSON form that `Serialize` writes.
        ///
        /// With serde_json's feature `arbitrary_precision` every number is read exactly as it is written. Without it, enable
        /// `float_roundtrip`; then `-0` reads as the float -0.0, and an int of more than 64 bits as a float. serde_json stops at 128 levels
        /// of JSON; for the 1024 levels of values that engines read, enable its `unbounded_depth`, and call `disable_recursion_limit` in
        /// a thread with a stack of 32 MiB.
        ///
        /// # Errors
        ///
        /// When the input is not of the form: a type that the layout lacks, a component too many, a number out of range, a key that is
        /// repeated, values more than 1024 deep. serde_json adds the line and the column.
        impl<'de> ::serde::Deserialize<'de> for $variant {
            fn deserialize<D: ::serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<Self, D::Error> {
                crate::json::deserialize::<$layout, D>(deserializer)
            }
        }
    };
}

pub(crate) use json_form;
