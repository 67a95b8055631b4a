//! Compression, encryption and headers around the values of a file.

mod magic;
mod wrapped;
mod zstd;

pub use magic::{Format, MAGIC_LENGTH};
pub use wrapped::{MAX_WRAPPERS, Wrapper};
pub use zstd::Zstd;
