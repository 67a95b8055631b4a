//! Values of the layouts in double precision, such as [`Godot4Double`](crate::Godot4Double): as
//! those of the crate's root, with `f64` components.

pub use crate::__double_variant as variant;
pub use crate::Color;

double_items!(1);

type LargeSingle<T> = T;
type LargeSingleRef<'de, T> = T;
