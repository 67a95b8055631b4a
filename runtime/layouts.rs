//! The modules of the layouts, and the lists of all layouts; generated from the files of
//! `schema/layouts/`.

pub(crate) mod functions;

include!(concat!(env!("OUT_DIR"), "/layouts.rs"));
