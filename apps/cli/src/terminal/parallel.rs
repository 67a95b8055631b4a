//! The thread of a command, and threads that process several files at once.

use crate::terminal::failure::Failure;
use crate::terminal::output::Output;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::mpsc;
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

/// Runs a job for every item on several threads, and calls `each` with the results in order, until it
/// breaks or returns a failure.
fn in_order<I: Sync, T: Send>(
    items: &[I],
    threads: usize,
    job: impl Fn(&I) -> T + Sync,
    each: &mut dyn FnMut(T) -> Result<ControlFlow<()>, Failure>,
) -> Result<(), Failure> {
    thread::scope(|scope| {
        let mut results = Vec::new();
        for first in 0..threads {
            // A further result waits in its thread.
            let (sender, receiver) = mpsc::sync_channel(MAX_WAITING - 1);
            let (items, job) = (items.iter().skip(first).step_by(threads), &job);
            let work = move || {
                for item in items {
                    // Sending fails after a break, when the receivers are dropped.
                    if sender.send(job(item)).is_err() {
                        break;
                    }
                }
            };
            let worker = builder().spawn_scoped(scope, work);
            worker.map_err(|error| failure(&error))?;
            results.push(receiver);
        }
        for receiver in results.iter().cycle() {
            // Without a result, there are no further items, or the job panicked; the scope
            // propagates the panic.
            let Ok(result) = receiver.recv() else {
                break;
            };
            if each(result)?.is_break() {
                break;
            }
        }
        Ok(())
    })
}

#[cfg(test)]
mod tests;
