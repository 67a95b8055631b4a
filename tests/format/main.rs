//! The bytes of the format: values of engines, tables of the schema, the inspector, and errors.

#[path = "../common/mod.rs"]
mod common;

mod agreement;
mod bytes_at_path;
mod defects;
mod facts;
mod fields;
mod godot4;
mod inspect;
mod padding;
mod precision;
mod raw_value;
mod skip;
mod strict;
mod typed_arrays;
mod vectors;
mod verdicts;
mod whole_numbers;
