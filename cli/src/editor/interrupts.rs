//! Ctrl-C, which reaches this program as well as the editor on its terminal.

use crate::failure::Failure;

/// Leaves interrupts to the editor while it is open.
pub(super) struct Interrupts {
    /// Whether an interrupt ends this program.
    #[cfg(unix)]
    is_deadly: std::sync::Arc<std::sync::atomic::AtomicBool>,
}

#[cfg(unix)]
impl Interrupts {
    pub(super) fn new() -> Result<Self, Failure> {
        use signal_hook::consts::{SIGINT, SIGQUIT};
        let is_deadly = std::sync::Arc::new(true.into());
        for signal in [SIGINT, SIGQUIT] {
            let is_deadly = std::sync::Arc::clone(&is_deadly);
            signal_hook::flag::register_conditional_default(signal, is_deadly)
                .map_err(|error| Failure::Input(format!("signal {signal}: {error}")))?;
        }
        Ok(Self { is_deadly })
    }

    /// Does something that interrupts do not end.
    pub(super) fn ignored<T>(&self, act: impl FnOnce() -> T) -> T {
        use std::sync::atomic::Ordering;
        self.is_deadly.store(false, Ordering::SeqCst);
        let result = act();
        self.is_deadly.store(true, Ordering::SeqCst);
        result
    }
}

/// Elsewhere, interrupts are not signals.
#[cfg(not(unix))]
impl Interrupts {
    #[expect(clippy::unnecessary_wraps, reason = "as on Unix")]
    pub(super) fn new() -> Result<Self, Failure> {
        Ok(Self {})
    }

    #[expect(clippy::unused_self, reason = "as on Unix")]
    pub(super) fn ignored<T>(&self, act: impl FnOnce() -> T) -> T {
        act()
    }
}
