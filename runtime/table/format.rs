//! Bits, masks and limits of the format, from the schema.

include!(concat!(env!("OUT_DIR"), "/format.rs"));
