#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::error::Error;

/// The error that caused another one; none on targets without atomic pointers, which have no `Arc`.
///
/// Comparisons of errors ignore it: a `dyn Error` cannot be compared, and its message is in the
/// reason.
#[derive(Debug, Clone, Default)]
pub(super) struct Source {
    #[cfg(target_has_atomic = "ptr")]
    error: Option<Arc<dyn Error + Send + Sync>>,
}

impl Source {
    #[cfg(target_has_atomic = "ptr")]
    pub(super) fn new(error: impl Error + Send + Sync + 'static) -> Self {
        let error = Some(Arc::new(error) as _);
        Self { error }
    }

    #[cfg(not(target_has_atomic = "ptr"))]
    pub(super) fn new(_error: impl Error + Send + Sync + 'static) -> Self {
        Self {}
    }

    #[cfg(target_has_atomic = "ptr")]
    pub(super) fn get(&self) -> Option<&(dyn Error + 'static)> {
        let error = self.error.as_deref()?;
        Some(error)
    }

    #[cfg(not(target_has_atomic = "ptr"))]
    #[expect(clippy::unused_self, reason = "it has an error on other targets")]
    pub(super) fn get(&self) -> Option<&(dyn Error + 'static)> {
        None
    }
}

impl PartialEq for Source {
    fn eq(&self, _other: &Self) -> bool {
        true
    }
}

impl Eq for Source {}
