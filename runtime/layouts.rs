//! The layouts, each a module with everything in it, and the lists of them; generated from the
//! files of `schema/layouts/`.

pub(crate) mod functions;

include!(concat!(env!("OUT_DIR"), "/layouts.rs"));
