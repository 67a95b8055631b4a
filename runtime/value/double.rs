//! Vectors, boxes and matrices in double precision, for the double layouts.

include!(concat!(env!("OUT_DIR"), "/values_double.rs"));
