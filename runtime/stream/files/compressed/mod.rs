//! Files of `File.open_compressed` and `FileAccess.open_compressed`: blocks after a table of
//! lengths.

mod algorithm;
mod fastlz;
mod reader;
mod writer;

pub use reader::CompressedReader;
pub use writer::CompressedWriter;
