//! What rows are handed to.

use super::InspectRow;
use core::ops::ControlFlow;

/// Receives rows.
///
/// That most receivers never stop is known when the inspector is compiled: asking each time whether it is
/// stopped takes up to 15% more instructions (`*/inspect`).
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
