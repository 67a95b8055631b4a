//! Measures how times grow with the length of a value.

use crate::failure::Failure;
use crate::timing;
use gdvariant_benches::contestant::Method;
use gdvariant_benches::growth::{METHODS, contestants, list_of};

/// The exponents, to base 4, of the lengths in KiB: 1 KiB to 64 MiB.
const SIZES: std::ops::RangeInclusive<u32> = 0..=8;

/// The maximum number of rounds. More rounds of large values would take long, and change little.
const MAX_ROUNDS: u32 = 5;

/// The times of a method.
pub(crate) struct Curve {
    pub(crate) method: Method,
    /// Pairs of a length in bytes and a time in nanoseconds.
    pub(crate) points: Vec<(f64, f64)>,
}

/// Measures all methods for all lengths.
pub(crate) fn measure(rounds: u32) -> Result<Vec<Curve>, Failure> {
    let mut curves: Vec<_> = METHODS
        .map(|method| Curve {
            method,
            points: Vec::new(),
        })
        .into();
    let lists: Vec<_> = SIZES.map(|size| list_of(1024 << (2 * size))).collect();
    let mut contestants: Vec<_> = lists.iter().flat_map(|bytes| contestants(bytes)).collect();
    let times = timing::measure(
        "growth",
        &mut contestants,
        rounds.min(MAX_ROUNDS),
        || Ok(()),
    )?;
    for (contestant, times) in contestants.iter().zip(times) {
        for curve in curves
            .iter_mut()
            .filter(|curve| curve.method == contestant.method)
        {
            #[expect(clippy::cast_precision_loss, reason = "64 MiB at most")]
            curve.points.push((contestant.size as f64, times.best()));
        }
    }
    Ok(curves)
}
