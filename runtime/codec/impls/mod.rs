//! `Encode` and `Decode` for Rust's own types.

mod containers;
mod numbers;
mod pointers;
mod pool;
mod texts;
mod tuples;

pub(crate) use numbers::in_range;
pub(crate) use pool::{decode_fields_pool, fields_codec, pool_codec};
pub use pool::{Pool, PoolElement, Pooled};
