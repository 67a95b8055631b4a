//! Detection of layouts and framings: success rates with engines' bytes, ties, hostile input,
//! limits.

mod bounds;
#[path = "../../../tests/limits/memory/budget.rs"]
#[allow(dead_code, reason = "only the limit is needed here")]
mod budget;
#[path = "../../../tests/common/mod.rs"]
mod common;
mod equals;
mod hostile;
mod memory;
mod rates;
mod reader;
mod reasons;
mod samples;
#[path = "../../../tests/limits/memory/words.rs"]
#[allow(dead_code, reason = "numbers are not needed here")]
mod words;
