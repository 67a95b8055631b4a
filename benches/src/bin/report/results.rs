//! The results of the measurements.

use gdvariant_benches::contestant::{Method, Task};
use gdvariant_benches::memory::Memory;
use gdvariant_benches::timing::Times;

/// The figures of a contestant.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) payload: String,
    pub(crate) method: Method,
    /// The number of bytes that a call decodes or encodes.
    pub(crate) size: usize,
    pub(crate) times: Times,
    pub(crate) memory: Option<Memory>,
}

/// All figures, payload by payload.
#[derive(Debug, Default)]
pub(crate) struct Results(pub(crate) Vec<Row>);

impl Results {
    /// Returns the payloads, in the order in which they were measured.
    pub(crate) fn payloads(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for row in &self.0 {
            if !names.contains(&row.payload.as_str()) {
                names.push(&row.payload);
            }
        }
        names
    }

    /// Returns the figures of a payload.
    pub(crate) fn on(&self, payload: &str) -> impl Iterator<Item = &Row> {
        self.0.iter().filter(move |row| row.payload == payload)
    }

    /// Returns the figures of the method with this task and label.
    pub(crate) fn row(&self, payload: &str, task: Task, label: &str) -> Option<&Row> {
        self.on(payload)
            .find(|row| row.method.task == task && row.method.label == label)
    }

    /// Returns the best time of a method, in nanoseconds.
    pub(crate) fn time(&self, payload: &str, task: Task, label: &str) -> Option<f64> {
        Some(self.row(payload, task, label)?.times.best())
    }
    /// Returns the difference between the median and the best round that this percentage of the
    /// contestants does not exceed.
    pub(crate) fn spread(&self, percentage: usize) -> f64 {
        let mut spreads: Vec<f64> = self.0.iter().map(|row| row.times.spread()).collect();
        spreads.sort_by(f64::total_cmp);
        spreads[(spreads.len() - 1) * percentage / 100]
    }
}
