//! Measures functions of the library.
#![allow(clippy::cast_precision_loss, reason = "the figures are rounded anyway")]

use crate::Failure;
use crate::curve::{Curve, Figure, Point};
use gdvariant_benches::growth::{GROUPS, Group, list_of};
use gdvariant_benches::machine::stat_of_process;
use gdvariant_benches::memory::{self, Memory};
use gdvariant_benches::timing;
use std::collections::HashMap;
use std::convert::Infallible;
use std::hint::black_box;
use std::time::Instant;

/// The length in bytes up to which calls are timed in several rounds.
const SHORT: usize = 16 << 20;

/// The number of minor page faults in `/proc/self/stat`.
const FAULTS: usize = 10;

/// The number of bytes of a page.
const PAGE: usize = 4096;

/// Measures all functions, for lengths of at most `largest` MiB.
pub(crate) fn measure(largest: u32) -> Result<Vec<Figure>, Failure> {
    let memory = memory::measure(&["--growth", &largest.to_string()])?;
    Ok(GROUPS
        .map(|group| Figure {
            title: format!("Functions: {}", group.name),
            name: group.name.split(' ').next().unwrap_or_default(),
            memory: "the peak of the memory that a call allocates; reused buffers and the bytes are not included",
            curves: curves(&group, largest as usize, &memory),
        })
        .into())
}

fn curves(group: &Group, largest: usize, memory: &HashMap<(String, String), Memory>) -> Vec<Curve> {
    let mut curves: Vec<Curve> = group
        .methods
        .iter()
        .map(|method| Curve {
            name: method.name(),
            points: Vec::new(),
        })
        .collect();
    for length in group.lengths(largest) {
        let bytes = list_of(length);
        let mut contestants = group.contestants(&bytes);
        let rounds = if length <= SHORT { 3 } else { 1 };
        let what = format!("{}, {length} bytes", group.name);
        let Ok(times) =
            timing::measure(&what, &mut contestants, rounds, || Ok::<(), Infallible>(()));
        for (contestant, times) in contestants.iter_mut().zip(times) {
            let before = stat_of_process(FAULTS);
            contestant.run(1);
            let faults = stat_of_process(FAULTS)
                .zip(before)
                .map_or(0, |(after, before)| after - before);
            let name = contestant.method.name();
            let key = (contestant.size.to_string(), name.clone());
            let peak = memory.get(&key).map_or(0, |memory| memory.peak);
            let point = Point {
                bytes: contestant.size as u64,
                time: times.best(),
                touched: contestant.size as u64 + peak,
                memory: peak,
                faults,
            };
            let curve = curves.iter_mut().find(|curve| curve.name == name);
            curve.expect("the group has the method").points.push(point);
        }
    }
    curves
}

/// Returns the time that the first write to a page takes longer than the second, in nanoseconds:
/// the best of several times.
pub(crate) fn time_of_fault() -> f64 {
    const PAGES: usize = 32 * 1024;
    let round = || {
        let mut buffer: Vec<u8> = Vec::with_capacity(PAGES * PAGE);
        [1, 2].map(|byte| {
            let start = Instant::now();
            buffer.clear();
            buffer.resize(PAGES * PAGE, black_box(byte));
            black_box(&buffer);
            start.elapsed().as_secs_f64() * 1e9
        })
    };
    let rounds: Vec<_> = (0..5).map(|_| round()).collect();
    let [first, second] = [0, 1].map(|fill| {
        let times = rounds.iter().map(|round: &[f64; 2]| round[fill]);
        times.fold(f64::INFINITY, f64::min)
    });
    (first - second) / PAGES as f64
}
