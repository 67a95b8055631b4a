//! Errors as data: where they occurred, what was expected and what was found.

mod decode;
mod encode;
mod path;

pub use decode::{DecodeError, DecodeErrorKind};
pub use encode::{EncodeError, EncodeErrorKind};
#[cfg(feature = "derive")]
pub(crate) use path::shortened;
pub use path::{Path, Segment};
