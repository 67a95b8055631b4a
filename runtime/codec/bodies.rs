//! The functions that decode, encode and skip the body of each type; generated from the schema.

include!(concat!(env!("OUT_DIR"), "/bodies.rs"));
