// The layer after `stream`: uses only layers that precede it.

//! Tools for unknown bytes: the inspector explains each byte, the detector finds the layout.

pub mod detect;
pub mod inspect;
