//! Runs commands, and measures their time and memory.

use crate::commands::MeasuredCommand;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// The time and memory of a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Usage {
    /// The time from start to end.
    pub(crate) elapsed: Duration,
    /// The processor time, summed over all cores.
    pub(crate) processor: Duration,
    /// The peak resident memory, in bytes.
    pub(crate) memory: u64,
}

/// Runs every command once in each round, and returns the medians.
pub(crate) fn rounds(commands: &[MeasuredCommand], rounds: u32) -> io::Result<Vec<Usage>> {
    let mut usage: Vec<Vec<Usage>> = commands.iter().map(|_| Vec::new()).collect();
    for round in 1..=rounds {
        for (command, usage) in commands.iter().zip(&mut usage) {
            eprintln!("round {round} of {rounds}: {}", command.shown);
            usage.push(run(command)?);
        }
    }
    Ok(usage.iter().map(|runs| median(runs)).collect())
}

/// Returns the median of each property: the mean of the two middle figures if their number is even.
fn median(runs: &[Usage]) -> Usage {
    let time = |figure: fn(&Usage) -> Duration| {
        let [low, high] = middle(runs.iter().map(figure));
        (low + high) / 2
    };
    let [low, high] = middle(runs.iter().map(|run| run.memory));
    Usage {
        elapsed: time(|run| run.elapsed),
        processor: time(|run| run.processor),
        memory: u64::midpoint(low, high),
    }
}

/// Returns the two middle figures, or the middle figure twice if the number of figures is odd.
fn middle<T: Ord + Copy>(figures: impl Iterator<Item = T>) -> [T; 2] {
    let mut figures: Vec<T> = figures.collect();
    figures.sort_unstable();
    [(figures.len() - 1) / 2, figures.len() / 2].map(|index| figures[index])
}

/// Runs a command once.
fn run(command: &MeasuredCommand) -> io::Result<Usage> {
    let start = Instant::now();
    let mut child = Command::new(&command.arguments[0])
        .args(&command.arguments[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .spawn()?;
    let used = child.wait4()?;
    let elapsed = start.elapsed();
    let is_done = used.status.success() || command.is_comparison && used.status.code() == Some(1);
    if !is_done {
        return Err(io::Error::other(format!(
            "{}: {}",
            command.shown, used.status
        )));
    }
    Ok(Usage {
        elapsed,
        processor: used.rusage.utime + used.rusage.stime,
        memory: used.rusage.maxrss,
    })
}

#[cfg(test)]
mod tests {
    use super::middle;

    #[test]
    fn an_even_number_of_figures_has_two_in_the_middle() {
        assert_eq!(middle([7].into_iter()), [7, 7]);
        assert_eq!(middle([9, 1, 4].into_iter()), [4, 4]);
        assert_eq!(middle([10, 1, 6, 2].into_iter()), [2, 6]);
    }
}
