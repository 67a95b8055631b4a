//! Engines as types.

use crate::codec::variant::DecodeInPlace;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::value::view::{AsView, Build};
use crate::{Decode, Encode};
use core::fmt::{Debug, Display};

/// An engine in one precision as a type, such as [`Godot4`](crate::Godot4).
///
/// Each engine also has a module with its functions, such as [`godot4`](crate::godot4), and a
/// [`Layout`] that describes its encoding. The trait is sealed: engines are generated from the
/// schema.
///
/// ```
/// # #[cfg(all(feature = "godot3", feature = "godot4"))] {
/// use gdvariant::{Engine, EngineVersion, Godot4};
///
/// fn title<E: Engine>() -> String {
///     format!("{}: {} types", E::LAYOUT.name, E::LAYOUT.types().len())
/// }
///
/// assert_eq!(title::<Godot4>(), "godot4: 39 types");
/// assert!(Godot4::LAYOUT.oldest <= EngineVersion::new(4, 3));
/// # }
/// ```
pub trait Engine: HasLayout + Debug + Eq + Send + Sync + 'static {
    /// Any value in the precision of the layout: [`Variant`](enum@crate::Variant) in single precision.
    type Variant: for<'de> DecodeInPlace<'de>
        + for<'de> Decode<'de, Self>
        + Encode<AnyEngine>
        + Encode<Self>
        + Build;

    /// Any value in the precision of the layout, borrowed from the input.
    type VariantRef<'de>: DecodeInPlace<'de>
        + Decode<'de, Self>
        + Encode<AnyEngine>
        + Encode<Self>
        + Into<Self::Variant>
        + Clone
        + PartialEq
        + Debug
        + Display
        + AsView;

    /// A component of a vector: `f32`, or `f64` in double precision.
    type Real: Debug + Copy;

    /// The layout of the values that the engine encodes.
    const LAYOUT: &'static Layout;
}
