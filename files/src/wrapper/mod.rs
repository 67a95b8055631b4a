//! Compression, encryption and headers around the values of a file.
//!
//! [`open`](crate::open::open) removes the [`Wrapper`]s of a file, at most [`MAX_WRAPPERS`]. To write
//! a changed file in its form, [`wrap`](Wrapper::wrap) the content in reverse order.

mod magic;
mod unwrap;
mod wrapped;
mod zstd;

#[doc(hidden)]
pub use magic::{Format, MAGIC_LENGTH};
pub(crate) use unwrap::{read_settings, settings, unwrapped};
pub use wrapped::{MAX_WRAPPERS, Wrapper};
#[doc(hidden)]
pub use zstd::Zstd;

/// Returns `compressed` or `encrypted` for the first bytes of such a file.
#[doc(hidden)]
#[must_use]
pub fn effect_of(start: &[u8]) -> Option<&'static str> {
    Format::of(start.get(..MAGIC_LENGTH)?)?.effect()
}
