//! The bytes of values: the reader, the writer, options, limits, and the wire types of fields.

pub(crate) mod cursor;
pub(crate) mod fields;
pub(crate) mod options;
pub(crate) mod reader;
pub(crate) mod utf8;
pub(crate) mod writer;

pub use options::{DecodeOptions, EncodeOptions};
pub use reader::{Header, Reader};
pub use writer::Writer;
