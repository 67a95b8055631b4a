//! Detection of layouts and framings: success rates with engines' bytes, ties, hostile input,
//! limits.

mod bounds;
mod equals;
mod hostile;
mod rates;
mod reasons;
pub(crate) mod samples;
