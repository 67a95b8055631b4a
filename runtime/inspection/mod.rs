// The layer above `stream`; uses only that and what is below it.

//! Tools for unknown bytes: the inspector explains each byte, the detector finds the layout.

pub mod detect;
pub mod inspect;
