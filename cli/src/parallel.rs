//! Threads: that of a command, and those that read several files at once.

use crate::args::InputArgs;
use crate::failure::Failure;
use crate::output::Output;
use std::collections::VecDeque;
use std::io::{self, Write};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError, mpsc};
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
    let size = STACK >> 20;
    Failure::at(format_args!("no thread with a stack of {size} MiB"), error)
}

/// How many jobs per thread may run ahead of the oldest result that has not been passed on. Their
/// results are kept in memory.
const AHEAD: usize = 2;

/// Does a job for every input on a number of threads, and hands the results to `each` in the order of
/// the inputs, with that of writing what the job printed.
pub(crate) fn each_file<T: Send>(
    inputs: &[InputArgs],
    threads: usize,
    output: &mut Output,
    job: impl Fn(&InputArgs, &mut Output) -> T + Sync,
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
    let collected = |input: &InputArgs| {
        let mut printed = Output::collected();
        let result = job(input, &mut printed);
        (printed.collect(), result)
    };
    in_order(inputs, threads, collected, &mut |(printed, result)| {
        let written = output.value(|out| out.write_all(&printed));
        each(result, written.and_then(|()| output.flush()))
    })
}

/// Does a job for every item on several threads, and hands the results to `each` in the order of
/// the items. Jobs that have not begun are dropped when `each` breaks or fails.
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
            // Nobody receives any more after a break.
            let _ = result.send(job(item));
        }
    };
    thread::scope(|scope| {
        // The threads end when it is dropped.
        let jobs = jobs;
        for _ in 0..threads {
            let worker = builder().spawn_scoped(scope, work);
            worker.map_err(|error| failure(&error))?;
        }
        let mut items = items.iter();
        let mut results = VecDeque::new();
        loop {
            let left = AHEAD * threads - results.len();
            for item in items.by_ref().take(left) {
                let (sender, receiver) = mpsc::channel();
                results.push_back(receiver);
                // The queue outlives the threads.
                let _ = jobs.send((item, sender));
            }
            // Without a result its job panicked, which the end of the scope passes on.
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
