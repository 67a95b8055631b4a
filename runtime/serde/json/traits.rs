//! Bounds of the functions that serialize and deserialize the JSON form.

use crate::value::build::Build;
use crate::value::view::AsView;
use crate::{Dictionary, Encode, FromVariantError, KeyEquality, Layout, NodePath, Object, Pool};
use alloc::string::String;
use alloc::vec::Vec;

/// A Variant with a JSON form: of any layout, owned or borrowed.
pub trait Formed: AsView<Path: Clone + Into<NodePath>> + Encode<Self::Layout> {
    /// The layout of the Variant.
    type Layout: Layout;
}

/// An owned Variant of a layout, which deserializing returns.
pub trait Value:
    Formed<Layout: Layout<Variant = Self>>
    + Build
    + KeyEquality
    + From<()>
    + From<bool>
    + From<i64>
    + From<f64>
    + From<String>
    + From<NodePath>
    + From<Pool<Vec<u8>>>
    + From<Pool<Vec<String>>>
    + TryInto<Object<Self>, Error = FromVariantError>
    + TryInto<Dictionary<Self>, Error = FromVariantError>
{
}

/// A layout that is a format of serde: every [`Layout`] is one.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::serde::{self, SerdeLayout};
///
/// fn bytes<L: SerdeLayout>() -> Result<Vec<u8>, gdvariant::EncodeError> {
///     serde::to_vec::<L, _>(&true)
/// }
///
/// assert_eq!(bytes::<gdvariant::Godot3>()?.len(), 8);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait SerdeLayout: Layout<Variant: Value> {}

impl<L: Layout<Variant: Value>> SerdeLayout for L {}
