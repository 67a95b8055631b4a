//! Time by size.

use crate::failure::Failure;
use crate::timing;
use gdvariant_benches::contestant::Way;
use gdvariant_benches::growth::{WAYS, contestants, list_of};

/// The sizes: about 1 KiB to 64 MiB.
const SIZES: std::ops::RangeInclusive<u32> = 0..=8;

/// The limit of rounds: more take long for the large sizes and change little.
const ROUNDS: u32 = 5;

/// The times of one way.
pub(crate) struct Curve {
    pub(crate) way: Way,
    /// The bytes and the nanoseconds.
    pub(crate) points: Vec<(f64, f64)>,
}

/// Measures the ways for every size.
pub(crate) fn measure(rounds: u32) -> Result<Vec<Curve>, Failure> {
    let mut curves: Vec<_> = WAYS
        .map(|way| Curve {
            way,
            points: Vec::new(),
        })
        .into();
    let lists: Vec<_> = SIZES.map(|size| list_of(1024 << (2 * size))).collect();
    let mut contestants: Vec<_> = lists.iter().flat_map(|bytes| contestants(bytes)).collect();
    let times = timing::measure("growth", &mut contestants, rounds.min(ROUNDS), || Ok(()))?;
    for (contestant, times) in contestants.iter().zip(times) {
        for curve in curves
            .iter_mut()
            .filter(|curve| curve.way == contestant.way)
        {
            #[expect(clippy::cast_precision_loss, reason = "64 MiB at most")]
            curve.points.push((contestant.size as f64, times.best()));
        }
    }
    Ok(curves)
}
