//! Runs commands, and measures their times and memory.

use crate::works::Work;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// What a run of a command takes.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Taken {
    /// From the start to the end.
    pub(crate) elapsed: Duration,
    /// Processor time.
    pub(crate) processor: Duration,
    /// The largest resident memory in bytes.
    pub(crate) memory: u64,
}

/// Runs every work once in each round, and returns the median of each.
pub(crate) fn rounds(works: &[Work], rounds: u32) -> io::Result<Vec<Taken>> {
    let mut taken: Vec<Vec<Taken>> = works.iter().map(|_| Vec::new()).collect();
    for round in 1..=rounds {
        for (work, taken) in works.iter().zip(&mut taken) {
            eprintln!("round {round} of {rounds}: {}", work.shown);
            taken.push(run(work)?);
        }
    }
    Ok(taken.into_iter().map(median).collect())
}

/// Returns the medians of each figure.
fn median(mut runs: Vec<Taken>) -> Taken {
    let middle = runs.len() / 2;
    let mut of = |key: fn(&Taken) -> Duration| {
        runs.sort_by_key(key);
        key(&runs[middle])
    };
    let (elapsed, processor) = (of(|it| it.elapsed), of(|it| it.processor));
    runs.sort_by_key(|it| it.memory);
    Taken {
        elapsed,
        processor,
        memory: runs[middle].memory,
    }
}

fn run(work: &Work) -> io::Result<Taken> {
    let start = Instant::now();
    let mut child = Command::new(&work.arguments[0])
        .args(&work.arguments[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()?;
    let used = child.wait4()?;
    let elapsed = start.elapsed();
    let is_done = used.status.success() || work.is_comparison && used.status.code() == Some(1);
    if !is_done {
        return Err(io::Error::other(format!("{}: {}", work.shown, used.status)));
    }
    Ok(Taken {
        elapsed,
        processor: used.rusage.utime + used.rusage.stime,
        memory: used.rusage.maxrss,
    })
}
