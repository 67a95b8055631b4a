//! The error type of the program.

use std::error::Error;

/// The reason why the instructions could not be counted or compared.
pub(crate) type Failure = Box<dyn Error>;
