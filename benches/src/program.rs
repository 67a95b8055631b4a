//! Commands of the program `gdvariant`, and of other programs for similar tasks: their inputs, and
//! their times and memory.

pub mod commands;
pub mod inputs;
pub mod measure;
pub mod versions;
