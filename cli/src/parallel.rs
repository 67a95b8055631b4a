//! Threads: that of a command, and those that read several files at once.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Bytes of stack to work with. Values that are 1024 deep are up to 4096 levels of JSON, for which
/// serde_json needs 8 to 16 MiB in a debug build. Memory that is not touched costs nothing.
const STACK: usize = 64 << 20;

/// Returns a thread with enough stack for deep values.
pub(crate) fn builder() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}

/// Returns the failure to start a thread.
pub(crate) fn failure(error: &io::Error) -> Failure {
    Failure::Input(format!(
        "no thread with a stack of {} MiB: {error}",
        STACK >> 20
    ))
}

/// How many jobs per thread may run ahead of the oldest result that has not been passed on. Their
/// results are kept in memory.
const AHEAD: usize = 2;

/// The number of results that have been passed on, for threads that wait for it.
#[derive(Default)]
struct Progress {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Progress {
    fn count(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Raises the number. After its end, which is the largest number, it stays.
    fn raise(&self, count: usize) {
        let mut current = self.count();
        *current = (*current).max(count);
        self.changed.notify_all();
    }

    /// Lets no thread wait any more.
    fn end(&self) {
        self.raise(usize::MAX);
    }

    /// Waits until an item is less than `ahead` items past the last result that was passed on.
    fn wait(&self, index: usize, ahead: usize) {
        let is_early = |count: &mut usize| index >= count.saturating_add(ahead);
        drop(self.changed.wait_while(self.count(), is_early));
    }
}

/// Lets no thread wait for a result that never comes, because its job panicked.
struct EndOnPanic<'h>(&'h Progress);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.end();
        }
    }
}

/// Does a job for every item on several threads, and hands the results to `each` in the order of
/// the items. Jobs that have not begun are dropped when `each` breaks or fails.
pub(crate) fn in_order<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    job: impl Fn(&I) -> T + Sync,
    each: &mut dyn FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let next = &AtomicUsize::new(0);
    let progress = &Progress::default();
    let job = &job;
    thread::scope(|scope| {
        let _panic = EndOnPanic(progress);
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let work = move || {
                let _panic = EndOnPanic(progress);
                let mut items = std::iter::from_fn(|| {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    progress.wait(index, AHEAD * threads);
                    items.get(index).map(|item| (index, item))
                });
                // Nobody receives any more after a break.
                items.try_for_each(|(index, item)| sender.send((index, job(item))).ok());
            };
            let worker = builder().spawn_scoped(scope, work);
            worker.map_err(|error| {
                progress.end();
                failure(&error)
            })?;
        }
        drop(sender);
        let mut waiting = BTreeMap::new();
        let mut expected = 0;
        for (index, result) in receiver {
            waiting.insert(index, result);
            while let Some(result) = waiting.remove(&expected) {
                expected += 1;
                let flow = each(result);
                if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                    next.store(items.len(), Ordering::Relaxed);
                    progress.end();
                    return flow.map(drop);
                }
                progress.raise(expected);
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests;
