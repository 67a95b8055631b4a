//! Why the values of an input are left before the last one.

use crate::failure::Failure;

/// Why a walk through values ends before its end.
pub(crate) enum Stop {
    /// What was found is enough.
    Enough,
    Failure(Failure),
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}
