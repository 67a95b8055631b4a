//! Runs commands, and measures their time and memory.

use super::commands::MeasuredCommand;
use std::io;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use wait4::Wait4;

/// The time and memory of a command.
#[derive(Debug, Clone, Copy)]
pub struct Usage {
    /// The time from start to end.
    pub elapsed: Duration,
    /// The processor time, summed over all cores.
    pub processor: Duration,
    /// The peak resident memory, in bytes.
    pub memory: u64,
}

/// Runs every command once in each round, and returns the medians.
///
/// # Errors
///
/// Returns an error if a command fails.
pub fn rounds(commands: &[MeasuredCommand], rounds: u32) -> io::Result<Vec<Usage>> {
    let mut usage: Vec<Vec<Usage>> = commands.iter().map(|_| Vec::new()).collect();
    for round in 1..=rounds {
        for (command, usage) in commands.iter().zip(&mut usage) {
            eprintln!("round {round} of {rounds}: {}", command.shown);
            usage.push(run(command)?);
        }
    }
    Ok(usage.iter().map(|runs| median(runs)).collect())
}

/// Returns the median of each property.
fn median(runs: &[Usage]) -> Usage {
    let median_time = |figure: fn(&Usage) -> Duration| {
        let (low, high) = middle(runs.iter().map(figure));
        (low + high) / 2
    };
    let (low, high) = middle(runs.iter().map(|it| it.memory));
    Usage {
        elapsed: median_time(|it| it.elapsed),
        processor: median_time(|it| it.processor),
        memory: u64::midpoint(low, high),
    }
}

/// Returns the two middle figures, or the middle figure twice if the number of figures is odd.
fn middle<T: Ord + Copy>(figures: impl Iterator<Item = T>) -> (T, T) {
    let mut figures: Vec<T> = figures.collect();
    figures.sort_unstable();
    let length = figures.len();
    (figures[(length - 1) / 2], figures[length / 2])
}

/// Runs a command once.
///
/// # Errors
///
/// Returns an error if the command fails.
pub fn run(command: &MeasuredCommand) -> io::Result<Usage> {
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
    use super::{Usage, median};
    use std::time::Duration;

    #[test]
    fn an_even_number_of_rounds_has_a_mean_as_median() {
        let run = |figure: u64| Usage {
            elapsed: Duration::from_secs(figure),
            processor: Duration::from_secs(2 * figure),
            memory: 3 * figure,
        };
        let median = |figures: &[u64]| {
            let runs: Vec<Usage> = figures.iter().copied().map(run).collect();
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
