//! Threads: that of a command, and those that read several files at once.

use crate::failure::Failure;
use std::collections::BTreeMap;
use std::io;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;

/// Bytes of stack to work with. Values that are 1024 deep are up to 4096 levels of JSON, for which serde_json needs 8 to 16 MiB in a debug
/// build. Memory that is not touched costs nothing.
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

/// The jobs for each thread that may be done before the results of earlier ones are handed on. Their
/// results are kept in memory.
const AHEAD: usize = 2;

/// The number of results that were handed on, for threads that wait for it.
#[derive(Default)]
struct Handed {
    count: Mutex<usize>,
    changed: Condvar,
}

impl Handed {
    fn count(&self) -> MutexGuard<'_, usize> {
        self.count.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set(&self, count: usize) {
        *self.count() = count;
        self.changed.notify_all();
    }

    /// Waits until fewer than `ahead` results are missing before the one with an index.
    fn wait(&self, index: usize, ahead: usize) {
        let is_early = |count: &mut usize| index >= count.saturating_add(ahead);
        drop(self.changed.wait_while(self.count(), is_early));
    }
}

/// Lets no thread wait for a result that never comes, because its job panicked.
struct EndOnPanic<'h>(&'h Handed);

impl Drop for EndOnPanic<'_> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.set(usize::MAX);
        }
    }
}

/// Does a job for every item on several threads, and hands the results to `each` in the order of the
/// items. Jobs that have not begun are dropped when `each` breaks or fails.
pub(crate) fn in_order<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    job: impl Fn(&I) -> T + Sync,
    each: &mut dyn FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let next = &AtomicUsize::new(0);
    let handed = &Handed::default();
    let job = &job;
    thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads {
            let sender = sender.clone();
            let work = move || {
                let _panic = EndOnPanic(handed);
                let mut items = std::iter::from_fn(|| {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    handed.wait(index, AHEAD * threads);
                    items.get(index).map(|item| (index, item))
                });
                // Nobody receives any more after a break.
                items.try_for_each(|(index, item)| sender.send((index, job(item))).ok());
            };
            let worker = builder().spawn_scoped(scope, work);
            worker.map_err(|error| {
                handed.set(usize::MAX);
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
                handed.set(expected);
                let flow = each(result);
                if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                    next.store(items.len(), Ordering::Relaxed);
                    handed.set(usize::MAX);
                    return flow.map(drop);
                }
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_the_order_of_the_items() {
        let items: Vec<u64> = (0..100).collect();
        // Earlier items take longer.
        let job = |&item: &u64| {
            thread::sleep(std::time::Duration::from_micros(100 - item));
            item
        };
        for threads in [1, 2, 7] {
            let mut results = Vec::new();
            let mut each = |result| {
                results.push(result);
                Ok(ControlFlow::Continue(()))
            };
            in_order(&items, threads, job, &mut each).expect("threads");
            assert_eq!(results, items);
        }
    }

    #[test]
    fn results_that_wait_for_an_earlier_one_are_few() {
        let items: Vec<usize> = (0..100).collect();
        let done = AtomicUsize::new(0);
        let job = |&item: &usize| {
            if item == 0 {
                thread::sleep(std::time::Duration::from_millis(50));
            }
            done.fetch_add(1, Ordering::Relaxed)
        };
        let mut most = 0;
        let mut handed = 0;
        let mut each = |_| {
            most = most.max(done.load(Ordering::Relaxed) - handed);
            handed += 1;
            Ok(ControlFlow::Continue(()))
        };
        in_order(&items, 2, job, &mut each).expect("threads");
        assert!(most <= AHEAD * 2 + 1, "{most}");
        assert_eq!(handed, items.len());
    }

    #[test]
    fn a_break_ends_the_work() {
        let done = AtomicUsize::new(0);
        let job = |_: &u8| {
            thread::sleep(std::time::Duration::from_millis(1));
            done.fetch_add(1, Ordering::Relaxed)
        };
        let mut each = |_| Ok(ControlFlow::Break(()));
        in_order(&[0; 10_000], 2, job, &mut each).expect("threads");
        assert!(done.load(Ordering::Relaxed) < 10_000);
    }
}
