//! The types of values with components, such as `Vector2`; generated from the schema.

include!(concat!(env!("OUT_DIR"), "/values.rs"));
