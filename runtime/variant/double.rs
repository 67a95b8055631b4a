//! Values of the layouts in double precision, such as [`Godot4Double`](crate::Godot4Double): as
//! those of the crate's root, with `f64` components. Requires the feature `double`.

#[doc(inline)]
pub use crate::__double_variant as variant;
pub use crate::value::double::*;

items!();

type Real = f64;
type Large<T> = Box<T>;

/// Widens the components; no number changes.
impl From<crate::Variant> for Variant {
    fn from(value: crate::Variant) -> Self {
        crate::convert::with_precision(value)
    }
}
