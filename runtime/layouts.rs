//! The layouts, each a module with everything in it, and the lists of them; generated from the
//! files of `schema/layouts/`.

include!(concat!(env!("OUT_DIR"), "/layouts.rs"));
