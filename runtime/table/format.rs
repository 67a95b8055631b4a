//! Bits, masks and limits of the format, and the offset tables of files around values, from the
//! schema.

include!(concat!(env!("OUT_DIR"), "/format.rs"));

/// A row of a file's offset table. Rows follow each other without a gap.
#[doc(hidden)]
#[derive(Debug)]
pub struct FileRow {
    pub name: &'static str,
    /// The length in bytes; 0 if the preceding field holds it.
    pub length: u32,
    /// The padding ends at a multiple of this many bytes.
    pub pad: u32,
    /// The values that readers accept; writers write the first one. Empty for any value.
    pub values: &'static [u32],
}
