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
    /// The time of a page fault, in nanoseconds.
    pub(crate) fault: f64,
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
    pub(crate) reason: String,
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
        let bends = self.points.windows(2).map(|pair| Bend {
            before: pair[0],
            after: pair[1],
            reason: reason(pair[0], pair[1], start, fault),
        });
        bends.filter(|bend| bend.change().abs() > BEND).collect()
    }
}

/// Returns the reason for a change of the time per byte. `start` is the time of the shortest call.
fn reason(before: Point, after: Point, start: f64, fault: f64) -> String {
    let change = after.time_per_byte() - before.time_per_byte();
    let part = |of: &dyn Fn(Point) -> f64| (of(after) - of(before)) / change;
    let faults = part(&|point| point.faults as f64 * fault / point.bytes as f64);
    let fixed = part(&|point| start / point.bytes as f64);
    if change < 0.0 && fixed > 0.5 {
        return "the fixed cost of a call spreads over more bytes".into();
    }
    if faults > 0.4 {
        let which = if change > 0.0 { "more" } else { "fewer" };
        return format!(
            "{which} page faults per byte: {:.0}% of the change",
            faults.min(1.0) * 100.0
        );
    }
    let touched = |point: Point| point.bytes + point.memory;
    let exceeded = cache_sizes()
        .into_iter()
        .rfind(|&size| change > 0.0 && touched(after) > size && touched(before) <= size * 2);
    match exceeded {
        Some(size) => format!("input and memory exceed the cache of {} KiB", size / 1024),
        None => "unknown".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Curve, Point};

    fn reasons(points: &[(u64, f64, u64)]) -> Vec<String> {
        let point = |&(bytes, time, faults)| Point {
            bytes,
            time,
            memory: 0,
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
        assert!(reasons(&[(1000, 1000.0, 0), (4000, 4000.0, 0)]).is_empty());
        assert_eq!(
            reasons(&[(1000, 1000.0, 0), (4000, 1300.0, 0)]),
            ["the fixed cost of a call spreads over more bytes"]
        );
        assert_eq!(
            reasons(&[(1000, 1000.0, 0), (4000, 6000.0, 8)]),
            ["more page faults per byte: 100% of the change"]
        );
    }
}
