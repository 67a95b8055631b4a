//! What hostile input can cost, and what holds for every input: memory, stack, time, and no panics.

#[path = "../common/mod.rs"]
mod common;

mod corpus;
mod encode_limits;
mod ignored_errors;
mod memory;
mod peers;
mod properties;
mod replaced_reader;
mod worst_cases;
