//! Files of `File.open_compressed` and `FileAccess.open_compressed`: blocks after a table of lengths.
//!
//! | offset | length | field |
//! | --- | --- | --- |
//! | 0 | 4 | the magic `GCPF` |
//! | 4 | 4 | the algorithm, see [`Compression`] |
//! | 8 | 4 | the length of the content of a block in bytes; the last block is shorter |
//! | 12 | 4 | the length of the content in bytes |
//! | 16 | 4 each | the length of each compressed block; content of a multiple of the block length has one more block, of nothing |
//! | | | the blocks, and the magic again, which readers ignore |

mod algorithm;
mod fastlz;
mod reader;
mod writer;

pub use algorithm::Compression;
pub use reader::CompressedReader;
pub use writer::CompressedWriter;
