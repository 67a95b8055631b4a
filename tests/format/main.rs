//! The bytes of the format: those that engines wrote, the tables of the schema, the inspector, and
//! the errors of malformed input.

#[path = "../common/mod.rs"]
mod common;

mod borrowed;
mod facts;
mod fields;
mod godot4;
mod inspect;
mod precision;
mod published_precision;
mod skip;
mod strict;
mod typed_arrays;
mod vectors;
mod verdicts;
