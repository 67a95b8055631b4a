//! Compression, encryption and headers around the values of a file.

mod magic;
mod unwrap;
mod wrapped;
mod zstd;

pub use magic::{Format, MAGIC_LENGTH};
pub(crate) use unwrap::{read_settings, settings, unwrapped};
pub use wrapped::{MAX_WRAPPERS, Wrapper};
pub use zstd::Zstd;

/// Returns `compressed` or `encrypted` for the first bytes of such a file.
#[must_use]
pub fn effect_of(start: &[u8]) -> Option<&'static str> {
    Format::of(start.get(..MAGIC_LENGTH)?)?.effect()
}
