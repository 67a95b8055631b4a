//! Limits that hold for every input: memory, stack, time, and the absence of panics.

#[path = "../common/mod.rs"]
mod common;

mod encode_limits;
mod ignored_errors;
mod memory;
mod peers;
mod replaced_reader;
mod worst_cases;
