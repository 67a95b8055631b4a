//! Times and memory by length, and the reasons for their bends.
#![allow(clippy::cast_precision_loss, reason = "the figures are rounded anyway")]

use gdvariant_benches::machine::cache_sizes;

/// The relative change of the time per byte that counts as a bend.
const BEND: f64 = 0.25;

/// Curves that are drawn together.
pub(crate) struct Figure {
    pub(crate) title: String,
    /// A word for the name of the file.
    pub(crate) name: &'static str,
    /// The explanation of the measured memory.
    pub(crate) memory: &'static str,
    pub(crate) curves: Vec<Curve>,
}

impl Figure {
    /// Returns the name of the file with the plot.
    pub(crate) fn file(&self) -> String {
        format!("benchmarks-growth-{}.svg", self.name)
    }
}

/// The times and memory of a function or a command.
pub(crate) struct Curve {
    pub(crate) name: String,
    pub(crate) points: Vec<Point>,
}

/// The cost of a call or a command.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Point {
    /// The length of the encoded value.
    pub(crate) bytes: u64,
    /// The time in nanoseconds.
    pub(crate) time: f64,
    /// The peak memory in bytes.
    pub(crate) memory: u64,
    /// The number of bytes that are read or written, for comparison with caches.
    pub(crate) touched: u64,
    /// The number of pages that the kernel mapped.
    pub(crate) faults: u64,
}

impl Point {
    /// Returns the time per byte.
    pub(crate) fn time_per_byte(&self) -> f64 {
        self.time / self.bytes as f64
    }

    /// Returns the peak memory per byte.
    pub(crate) fn memory_per_byte(&self) -> f64 {
        self.memory as f64 / self.bytes as f64
    }

    /// Returns the page faults per MiB.
    pub(crate) fn faults_per_mebibyte(&self) -> f64 {
        self.faults as f64 / self.bytes as f64 * 1_048_576.0
    }
}

/// A change of the time per byte between two lengths.
pub(crate) struct Bend {
    pub(crate) before: Point,
    pub(crate) after: Point,
    pub(crate) reason: Reason,
}

/// The reason for a bend.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Reason {
    /// The time of the shortest call spreads over more bytes.
    FixedCost,
    /// The number of page faults per byte changes.
    PageFaults,
    /// The input and the allocated memory exceed a cache of this size.
    Cache(u64),
    /// None of the above.
    Unknown,
}

impl Bend {
    /// Returns the relative change of the time per byte.
    pub(crate) fn change(&self) -> f64 {
        self.after.time_per_byte() / self.before.time_per_byte() - 1.0
    }
}

impl Curve {
    /// Returns the bends and their reasons; `fault` is the time of a page fault.
    pub(crate) fn bends(&self, fault: f64) -> Vec<Bend> {
        let start = self.points.first().map_or(0.0, |point| point.time);
        let mut bends: Vec<Bend> = Vec::new();
        for pair in self.points.windows(2) {
            let (before, after) = (pair[0], pair[1]);
            let bend = Bend {
                before,
                after,
                reason: reason(before, after, start, fault),
            };
            if bend.change().abs() <= BEND {
                continue;
            }
            match bends.last_mut() {
                // Joins bends that continue each other.
                Some(last)
                    if last.after.bytes == before.bytes
                        && last.reason == bend.reason
                        && last.change() * bend.change() > 0.0 =>
                {
                    last.after = after;
                }
                _ => bends.push(bend),
            }
        }
        bends
    }
}

/// Returns the reason for a change of the time per byte. `start` is the time of the shortest call.
fn reason(before: Point, after: Point, start: f64, fault: f64) -> Reason {
    let change = after.time_per_byte() - before.time_per_byte();
    // The part of the change that a cost per byte explains.
    let part = |cost: &dyn Fn(Point) -> f64| {
        (cost(after) / after.bytes as f64 - cost(before) / before.bytes as f64) / change
    };
    if part(&|point| point.faults as f64 * fault) > 0.4 && change > 0.0 {
        return Reason::PageFaults;
    }
    if change < 0.0 && part(&|_| start) > 0.4 {
        return Reason::FixedCost;
    }
    let is_exceeded =
        |size: &u64| change > 0.0 && before.touched < *size && after.touched > *size / 2;
    let exceeded = cache_sizes().into_iter().find(is_exceeded);
    exceeded.map_or(Reason::Unknown, Reason::Cache)
}

#[cfg(test)]
mod tests {
    use super::{Curve, Point, Reason};

    fn reasons(points: &[(u64, f64, u64)]) -> Vec<Reason> {
        let point = |&(bytes, time, faults)| Point {
            bytes,
            time,
            memory: 0,
            touched: 0,
            faults,
        };
        let curve = Curve {
            name: String::new(),
            points: points.iter().map(point).collect(),
        };
        curve
            .bends(250.0)
            .into_iter()
            .map(|bend| bend.reason)
            .collect()
    }

    #[test]
    fn bends_have_reasons() {
        assert_eq!(reasons(&[(1000, 1000.0, 0), (4000, 4000.0, 0)]), []);
        assert_eq!(
            reasons(&[(1000, 1000.0, 0), (4000, 1300.0, 0), (16_000, 2500.0, 0)]),
            [Reason::FixedCost]
        );
        assert_eq!(
            reasons(&[(1000, 1000.0, 0), (4000, 6000.0, 8)]),
            [Reason::PageFaults]
        );
        assert_eq!(
            reasons(&[(1000, 1000.0, 0), (2000, 4000.0, 0), (4000, 2000.0, 0)])[1],
            Reason::Unknown
        );
    }
}
