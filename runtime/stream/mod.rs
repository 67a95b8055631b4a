// The layer after `convert`: uses only layers that precede it.

//! Values in files and connections.

pub mod framing;
