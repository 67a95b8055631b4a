//! Limits that hold for every input: memory, stack, time, and the absence of panics.
#![allow(
    clippy::duplicate_mod,
    reason = "the generator is part of the fuzz bodies, and of the helpers of all tests"
)]

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
