//! The offset table of each type and the rules of its numbers and strings; generated from the
//! schema.

include!(concat!(env!("OUT_DIR"), "/tables.rs"));
