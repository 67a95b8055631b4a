//! Strategies for arbitrary values of every type, which the generator of the fuzz targets creates
//! from random bytes.

#[path = "../../fuzz/bodies/generate.rs"]
mod generate;

pub(crate) use generate::{Generate, GenerateVariant};
use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Debug;

/// The maximum number of random bytes of a value.
const MAX_BYTES: usize = 1024;

/// A type with arbitrary values.
pub(crate) trait Arb: Generate + Debug + 'static {
    /// Returns a strategy for any values.
    fn arb() -> BoxedStrategy<Self> {
        vec(any::<u8>(), 0..MAX_BYTES)
            .prop_map(|bytes| Self::from_bytes(&bytes))
            .boxed()
    }
}

impl<T: Generate + Debug + 'static> Arb for T {}
