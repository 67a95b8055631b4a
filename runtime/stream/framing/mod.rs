//! Values preceded by their lengths, as written by `File.store_var` and `StreamPeer.put_var`.
//!
//! `decoder` splits bytes that arrive in pieces into frames; `reader` and `codec` feed it from
//! `Read` and from tokio.

#[cfg(feature = "tokio")]
mod codec;
mod decoder;
mod options;
#[cfg(feature = "std")]
mod reader;
#[cfg(feature = "std")]
mod writer;

#[cfg(feature = "tokio")]
pub use codec::Codec;
pub use decoder::FrameDecoder;
pub use options::FrameOptions;
#[cfg(feature = "std")]
pub use reader::{FramedValues, Frames};
#[cfg(feature = "std")]
pub(crate) use writer::put_frame;

/// The size of the length that precedes a value, in bytes.
pub(super) const PREFIX_LENGTH: usize = size_of::<u32>();
