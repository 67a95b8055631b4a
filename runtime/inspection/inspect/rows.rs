//! What rows are handed to.

use super::InspectRow;
use core::ops::ControlFlow;

/// Receives rows.
///
/// Most receivers never stop, which the compiler knows from [`CAN_STOP`](Self::CAN_STOP): checking
/// at run time whether it is stopped takes up to 15% more instructions (`*/inspect`).
pub(super) trait Rows {
    /// Whether the receiver can break.
    const CAN_STOP: bool;

    fn row(&mut self, row: &InspectRow<'_>) -> ControlFlow<()>;
}

/// Receives all rows.
pub(super) struct All<F>(pub(super) F);

impl<F: FnMut(&InspectRow<'_>)> Rows for All<F> {
    const CAN_STOP: bool = false;

    #[inline]
    fn row(&mut self, row: &InspectRow<'_>) -> ControlFlow<()> {
        (self.0)(row);
        ControlFlow::Continue(())
    }
}

/// Receives rows until it breaks.
pub(super) struct While<F>(pub(super) F);

impl<F: FnMut(&InspectRow<'_>) -> ControlFlow<()>> Rows for While<F> {
    const CAN_STOP: bool = true;

    #[inline]
    fn row(&mut self, row: &InspectRow<'_>) -> ControlFlow<()> {
        (self.0)(row)
    }
}
