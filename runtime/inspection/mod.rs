// The layer above `stream`; uses only that and what is below it.

//! Explanations of unknown bytes: the inspector, which names each of them, and the detector of
//! layouts.

pub mod detect;
pub mod inspect;
