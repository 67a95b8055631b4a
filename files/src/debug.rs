//! The `Debug` of errors.

/// Implements `Debug` with the message and the advice, because `main` prints errors with `Debug`.
macro_rules! debug {
    ($error:ty $(, $advice:ident)?) => {
        impl std::fmt::Debug for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                std::fmt::Display::fmt(self, f)?;
                $(if let Some(advice) = self.$advice() {
                    write!(f, "; {advice}")?;
                })?
                Ok(())
            }
        }
    };
}

pub(crate) use debug;
