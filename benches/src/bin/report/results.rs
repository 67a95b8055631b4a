//! The results of the measurements.

use crate::memory::Memory;
use crate::timing::Times;
use gdvariant_benches::contestant::Method;

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
    pub(crate) fn on<'r>(&'r self, payload: &str) -> impl Iterator<Item = &'r Row> {
        self.0.iter().filter(move |row| row.payload == payload)
    }

    /// Returns the best time of a method, in nanoseconds.
    pub(crate) fn time(&self, payload: &str, method: Method) -> Option<f64> {
        self.time_where(payload, |other| other == method)
    }

    /// Returns the best time of the method that a row is compared with.
    pub(crate) fn reference_of(&self, row: &Row) -> Option<f64> {
        let reference = row.method.reference?;
        self.time_where(&row.payload, |other| {
            other.task == row.method.task && other.label == reference
        })
    }

    /// Returns the time of a method divided by that of another, both in the same round: the median
    /// of all rounds.
    pub(crate) fn ratio(&self, payload: &str, of: Method, by: Method) -> Option<f64> {
        let times = |method| Some(&self.row_where(payload, |other| other == method)?.times);
        Some(times(of)?.ratio(times(by)?))
    }

    fn time_where(&self, payload: &str, is_it: impl Fn(Method) -> bool) -> Option<f64> {
        self.row_where(payload, is_it).map(|row| row.times.best())
    }

    fn row_where(&self, payload: &str, is_it: impl Fn(Method) -> bool) -> Option<&Row> {
        self.0
            .iter()
            .find(|row| row.payload == payload && is_it(row.method))
    }
}

/// Names the times of two methods that are divided, such as `encode: derive / memcpy`.
pub(crate) fn times(of: Method, by: Method) -> String {
    format!("{}: {} / {}", of.task.name(), of.label, by.label)
}
