//! Values in single precision.

use crate::value::values::*;
pub use crate::variant;

items!();

type Real = f32;
type Large<T> = T;
