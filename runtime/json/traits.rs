//! Bounds of the functions that serialize and deserialize the JSON form.

use crate::view::Viewed;
use crate::{Dictionary, Encode, Key, Layout, NodePath, Object, Rid};
use alloc::string::String;
use alloc::vec::Vec;

/// A Variant with a JSON form: of any layout, owned or borrowed.
pub trait Formed: Viewed<Path: Clone + Into<NodePath>> + Encode<Self::Layout> {
    /// The layout of the Variant.
    type Layout: Layout;
}

/// An owned Variant of any layout, which deserializing returns.
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
