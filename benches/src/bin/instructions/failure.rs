//! The error of the program.

use std::error::Error;

/// The reason why nothing was compared.
pub(crate) type Failure = Box<dyn Error>;
