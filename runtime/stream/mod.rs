// The layer after `convert`: uses only layers that precede it.

//! Values in files and connections: framing, compressed and encrypted files, settings.

#[cfg(feature = "std")]
pub mod files;
pub(crate) mod framing;

#[cfg(feature = "tokio")]
pub use framing::Codec;
pub use framing::{FrameDecoder, FrameOptions};
#[cfg(feature = "std")]
pub use framing::{FramedValues, Frames, read_framed, write_framed};
