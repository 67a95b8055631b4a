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
    Ok(taken.iter().map(|runs| median(runs)).collect())
}

/// Returns the median of each figure.
fn median(runs: &[Taken]) -> Taken {
    let median_time = |figure: fn(&Taken) -> Duration| {
        let (low, high) = middle(runs.iter().map(figure));
        (low + high) / 2
    };
    let (low, high) = middle(runs.iter().map(|it| it.memory));
    Taken {
        elapsed: median_time(|it| it.elapsed),
        processor: median_time(|it| it.processor),
        memory: u64::midpoint(low, high),
    }
}

/// Returns the two figures in the middle; one and the same if their number is odd.
fn middle<T: Ord + Copy>(figures: impl Iterator<Item = T>) -> (T, T) {
    let mut figures: Vec<T> = figures.collect();
    figures.sort_unstable();
    let length = figures.len();
    (figures[(length - 1) / 2], figures[length / 2])
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

#[cfg(test)]
mod tests {
    use super::{Taken, median};
    use std::time::Duration;

    #[test]
    fn an_even_number_of_rounds_has_the_mean_of_the_two_in_the_middle() {
        let run = |figure: u64| Taken {
            elapsed: Duration::from_secs(figure),
            processor: Duration::from_secs(2 * figure),
            memory: 3 * figure,
        };
        let median = |figures: &[u64]| {
            let runs: Vec<Taken> = figures.iter().copied().map(run).collect();
            let of_all = median(&runs);
            (
                of_all.elapsed.as_secs(),
                of_all.processor.as_secs(),
                of_all.memory,
            )
        };
        assert_eq!(median(&[7]), (7, 14, 21));
        assert_eq!(median(&[9, 1, 4]), (4, 8, 12));
        assert_eq!(median(&[10, 1, 6, 2]), (4, 8, 12));
    }
}
