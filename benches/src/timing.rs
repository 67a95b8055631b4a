//! Times contestants in turn, round after round, so that disturbances affect all of them.

use crate::contestant::Contestant;
use std::time::{Duration, Instant};

/// The time that a contestant runs in a round.
pub const TURN: Duration = Duration::from_millis(20);

/// The times of a call in each round, in nanoseconds.
#[derive(Debug, Clone, Default)]
pub struct Times(Vec<f64>);

impl Times {
    /// Adds a round.
    pub fn push(&mut self, time: f64) {
        self.0.push(time);
    }

    /// Returns the time of the best round.
    #[must_use]
    pub fn best(&self) -> f64 {
        self.0.iter().copied().fold(f64::NAN, f64::min)
    }

    /// Returns the relative difference between the median and the best time.
    ///
    /// # Panics
    ///
    /// Panics if there is no round.
    #[must_use]
    pub fn spread(&self) -> f64 {
        let mut times = self.0.clone();
        times.sort_by(f64::total_cmp);
        times[times.len() / 2] / self.best() - 1.0
    }
}

/// A size in bytes, just below the largest block that the allocator of glibc keeps.
const LARGEST_KEPT: usize = (32 << 20) - (64 << 10);

/// Makes the allocator keep large freed blocks.
///
/// Otherwise, depending on earlier calls, the time of a call may be dominated by getting new pages
/// from the kernel.
pub fn keep_large_blocks() {
    drop(std::hint::black_box(vec![1_u8; LARGEST_KEPT]));
}

/// Measures all contestants in turn, reports each round, and calls `between` after each round.
///
/// # Errors
///
/// Returns the errors of `between`.
pub fn measure<E>(
    what: &str,
    contestants: &mut [Contestant<'_>],
    rounds: u32,
    mut between: impl FnMut() -> Result<(), E>,
) -> Result<Vec<Times>, E> {
    keep_large_blocks();
    let calls: Vec<u64> = contestants.iter_mut().map(calls_in_a_turn).collect();
    let mut all = vec![Times::default(); contestants.len()];
    for round in 1..=rounds {
        eprintln!("{what}: round {round} of {rounds}");
        for ((contestant, &calls), times) in contestants.iter_mut().zip(&calls).zip(&mut all) {
            // Warms the caches after the previous contestant.
            contestant.run(1);
            times.push(run(contestant, calls).as_secs_f64() * 1e9 / as_f64(calls));
        }
        between()?;
    }
    Ok(all)
}

/// Returns the number of calls that fill a turn.
fn calls_in_a_turn(contestant: &mut Contestant<'_>) -> u64 {
    let mut calls = 1;
    loop {
        let elapsed = run(contestant, calls);
        if elapsed >= TURN / 4 {
            let scale = TURN.as_secs_f64() / elapsed.as_secs_f64();
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a few billion at most"
            )]
            return ((as_f64(calls) * scale) as u64).max(1);
        }
        calls *= 2;
    }
}

fn run(contestant: &mut Contestant<'_>, calls: u64) -> Duration {
    let start = Instant::now();
    contestant.run(calls);
    start.elapsed()
}

#[expect(clippy::cast_precision_loss, reason = "a few billion at most")]
fn as_f64(calls: u64) -> f64 {
    calls as f64
}
