//! Strategies for arbitrary values of every type, which the generator of the fuzz targets creates
//! from random bytes.

#[path = "../../fuzz/bodies/generate.rs"]
mod generate;

pub(crate) use generate::{Generate, GenerateLayout, GenerateVariant};
use proptest::collection::vec;
use proptest::prelude::*;
use std::fmt::Debug;

/// The maximum number of random bytes of a value.
const MAX_BYTES: usize = 1024;

/// Returns a strategy for the bytes from which values are generated.
pub(crate) fn random_bytes() -> impl Strategy<Value = Vec<u8>> {
    vec(any::<u8>(), 0..MAX_BYTES)
}

/// A type with arbitrary values.
pub(crate) trait Arb: Generate + Debug + 'static {
    /// Returns a strategy for any values.
    fn arb() -> BoxedStrategy<Self> {
        random_bytes()
            .prop_map(|bytes| Self::from_bytes(&bytes))
            .boxed()
    }
}

impl<T: Generate + Debug + 'static> Arb for T {}
