//! The error type of the program.

use std::error::Error;

/// The reason why the report could not be written.
pub(crate) type Failure = Box<dyn Error>;
