//! The thread of a command, and threads that process several files at once.

use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};
use std::thread;

/// The stack size of a thread, in bytes, for values nested 1024 levels deep in a debug build. Unused
/// stack takes no memory.
const STACK: usize = 64 << 20;

/// Returns a builder of threads with enough stack for deeply nested values.
pub(crate) fn builder() -> thread::Builder {
    thread::Builder::new().stack_size(STACK)
}

/// Returns the failure to start a thread.
pub(crate) fn failure(error: &io::Error) -> Failure {
    let size = STACK >> 20;
    Failure::at(
        format_args!("cannot start a thread with a stack of {size} MiB"),
        error,
    )
}

/// The maximum number of jobs per thread whose results wait in memory for an earlier result.
const MAX_WAITING: usize = 2;

/// Runs a job for every input on a number of threads. Calls `each` in the order of the inputs with
/// the result of the job, and the result of writing its output.
pub(crate) fn each_file<I: Sync, T: Send>(
    inputs: &[I],
    threads: usize,
    output: &mut Output,
    job: impl Fn(&I, &mut Output) -> T + Sync,
    each: &mut dyn FnMut(T, Result<(), Failure>) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    if threads == 1 {
        for input in inputs {
            let result = job(input, output);
            if each(result, output.flush())?.is_break() {
                break;
            }
        }
        return Ok(());
    }
    let collected = |input: &I| {
        let mut printed = Output::collected();
        let result = job(input, &mut printed);
        (printed.collect(), result)
    };
    in_order(inputs, threads, collected, &mut |(printed, result)| {
        let written = output.value(|out| out.write_all(&printed));
        each(result, written.and_then(|()| output.flush()))
    })
}

/// Runs a job for every item on several threads, and calls `each` with the results in order.
///
/// If `each` breaks or returns a failure, jobs that have not started are dropped.
fn in_order<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    job: impl Fn(&I) -> T + Sync,
    each: &mut dyn FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    let (jobs, queue) = mpsc::channel::<(&I, mpsc::Sender<T>)>();
    let queue = Mutex::new(queue);
    let lock = || queue.lock().unwrap_or_else(PoisonError::into_inner);
    let next = || lock().recv();
    let work = || {
        while let Ok((item, result)) = next() {
            // Sending fails after a break, when the receivers are dropped.
            let _ = result.send(job(item));
        }
    };
    thread::scope(|scope| {
        // The threads end when the sender is dropped, at the latest at the end of this closure.
        let jobs = jobs;
        for _ in 0..threads {
            let worker = builder().spawn_scoped(scope, work);
            worker.map_err(|error| failure(&error))?;
        }
        let mut items = items.iter();
        let mut results = VecDeque::new();
        loop {
            let left = MAX_WAITING * threads - results.len();
            for item in items.by_ref().take(left) {
                let (sender, receiver) = mpsc::channel();
                results.push_back(receiver);
                // Sending succeeds, because the queue outlives the threads.
                let _ = jobs.send((item, sender));
            }
            // A missing result means that the job panicked; the scope propagates the panic.
            let result = results.pop_front().and_then(|result| result.recv().ok());
            let flow = result.map_or(Ok(ControlFlow::Break(())), &mut *each);
            if !matches!(flow, Ok(ControlFlow::Continue(()))) {
                drop(jobs);
                lock().try_iter().for_each(drop);
                return flow.map(drop);
            }
        }
    })
}

#[cfg(test)]
mod tests;
