#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::error::Error;

#[cfg(target_has_atomic = "ptr")]
type Shared = Arc<dyn Error + Send + Sync>;
#[cfg(not(target_has_atomic = "ptr"))]
type Shared = &'static core::convert::Infallible;

/// The error that caused another one; none on targets without atomic pointers, which have no `Arc`.
///
/// Comparisons of errors ignore it: a `dyn Error` cannot be compared, and its message is in the
/// reason.
#[derive(Debug, Clone, Default)]
pub(super) struct Source(Option<Shared>);

impl Source {
    #[cfg(target_has_atomic = "ptr")]
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(error)))
    }

    #[cfg(not(target_has_atomic = "ptr"))]
    pub(super) fn new(_error: impl Error + Send + Sync + 'static) -> Self {
        Self(None)
    }

    pub(super) fn get(&self) -> Option<&(dyn Error + 'static)> {
        let error = self.0.as_deref()?;
        Some(error)
    }
}

impl PartialEq for Source {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Source {}
