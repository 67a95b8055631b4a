//! Values of the layouts by the published rule of double precision, which no build of an engine
//! follows: all real numbers are `f64`.

pub use crate::__published_double_variant as variant;

double_items!(2);

type LargeSingle<T> = Box<T>;
type LargeSingleRef<'de, T> = EncodedValue<'de, T>;
