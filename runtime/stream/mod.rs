// The layer after `convert`: uses only layers that precede it.

//! Values in files and connections: framing, compressed and encrypted files, settings.

#[cfg(feature = "std")]
pub mod files;
pub mod framing;
