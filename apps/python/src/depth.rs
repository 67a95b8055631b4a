//! Deeply nested values, which need more stack than a thread of Python has.

use crate::errors;
use gdvariant::{DecodeOptions, format};
use gdvariant_files::packages::failure::Failure;
use pyo3::prelude::*;
use std::cell::Cell;
use std::{panic, thread};

/// The nesting depth up to which the stack of every thread suffices.
pub(crate) const SHALLOW: u32 = 16;

/// The size of the stack for deeper values in bytes, of which only the used part takes memory.
const STACK: usize = 64 << 20;

/// A limit on the nesting depth of values.
pub(crate) struct Levels {
    limit: u32,
    is_exceeded: Cell<bool>,
}

impl Levels {
    fn up_to(limit: u32) -> Self {
        let is_exceeded = Cell::new(false);
        Self { limit, is_exceeded }
    }

    /// Returns the limit of the engines, for threads with a large stack.
    pub(crate) fn all() -> Self {
        Self::up_to(format::MAX_DEPTH)
    }

    /// Returns whether a depth is within the limit.
    pub(crate) fn allow(&self, depth: u32) -> bool {
        if depth > self.limit {
            self.exceed();
        }
        depth <= self.limit
    }

    /// Returns whether the limit is one for threads with a small stack.
    pub(crate) fn are_shallow(&self) -> bool {
        self.limit == SHALLOW
    }

    /// Notes that the work needs a large stack.
    pub(crate) fn exceed(&self) {
        self.is_exceeded.set(true);
    }

    /// Returns options of decoding with the limit.
    pub(crate) fn of(&self, options: DecodeOptions) -> DecodeOptions {
        options.max_depth(self.limit)
    }
}

/// Calls a function with a low limit on the nesting depth; if a value exceeds this limit, or cannot
/// be decoded, calls the function again on a thread with a large stack, with the limit of the
/// engines.
pub(crate) fn run<T: Send>(
    py: Python<'_>,
    work: impl Fn(Python<'_>, &Levels) -> PyResult<T> + Sync,
) -> PyResult<T> {
    let levels = Levels::up_to(SHALLOW);
    let result = work(py, &levels);
    if !levels.is_exceeded.get() {
        return result;
    }
    drop(result);
    on_large_stack(py, |py| work(py, &Levels::all()))
}

/// Calls a function on a thread with a large stack, and waits for its result.
pub(crate) fn on_large_stack<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(Python<'_>) -> PyResult<T> + Send,
) -> PyResult<T> {
    py.detach(|| {
        thread::scope(|scope| {
            let thread = thread::Builder::new()
                .stack_size(STACK)
                .spawn_scoped(scope, || Python::attach(work))?;
            thread
                .join()
                .unwrap_or_else(|payload| panic::resume_unwind(payload))
        })
    })
}

/// Calls a method of nested objects on a thread with a large stack.
#[pyfunction]
#[pyo3(name = "_on_large_stack")]
pub(crate) fn call_on_large_stack(py: Python<'_>, function: Py<PyAny>) -> PyResult<Py<PyAny>> {
    on_large_stack(py, |py| function.call0(py))
}

/// Calls a function on a large stack while other threads run.
pub(crate) fn detached<T: Send, E: Into<Failure> + Send>(
    py: Python<'_>,
    call: impl FnOnce() -> Result<T, E> + Send,
) -> PyResult<T> {
    on_large_stack(py, |py| py.detach(call).map_err(errors::raised))
}
