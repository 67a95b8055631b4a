// The layer above `convert`; uses only that and what is below it.

//! Values in files and connections: framing, compressed and encrypted files, settings.

#[cfg(feature = "std")]
pub mod files;
#[cfg(feature = "std")]
mod framed;
pub(crate) mod framing;

#[cfg(feature = "std")]
pub use framed::{read_framed, write_framed};
#[cfg(feature = "tokio")]
pub use framing::Codec;
pub use framing::{FrameDecoder, FrameOptions};
#[cfg(feature = "std")]
pub use framing::{FramedValues, Frames};
