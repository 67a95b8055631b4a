//! The error of the program.

use std::error::Error;

/// The reason why there is no report.
pub(crate) type Failure = Box<dyn Error>;
