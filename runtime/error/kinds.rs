//! The kinds of values in all layouts, and the wire types of fields; generated from the schema.

include!(concat!(env!("OUT_DIR"), "/kinds.rs"));
