//! Values in single precision.

use crate::value::values::*;
pub use crate::variant;

items!(0);

type Real = f32;
type Large<T> = T;
type LargeRef<'de, T> = T;
type LargeSingle<T> = T;
type LargeSingleRef<'de, T> = T;
