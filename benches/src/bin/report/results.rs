//! What was measured.

use crate::memory::Memory;
use crate::timing::Times;
use gdvariant_benches::contestant::Way;

/// The figures of a contestant.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) payload: String,
    pub(crate) way: Way,
    /// How many bytes it reads or writes.
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

    /// Returns the figures on one payload.
    pub(crate) fn on<'r>(&'r self, payload: &str) -> impl Iterator<Item = &'r Row> {
        self.0.iter().filter(move |row| row.payload == payload)
    }

    /// Returns the best time of a way, in nanoseconds.
    pub(crate) fn time(&self, payload: &str, way: Way) -> Option<f64> {
        self.time_where(payload, |other| other == way)
    }

    /// Returns the time of the library's way that a row is compared with.
    pub(crate) fn rival_of(&self, row: &Row) -> Option<f64> {
        let rival = row.way.rival?;
        self.time_where(&row.payload, |other| {
            other.task == row.way.task && other.label == rival
        })
    }

    fn time_where(&self, payload: &str, is_it: impl Fn(Way) -> bool) -> Option<f64> {
        self.0
            .iter()
            .find(|row| row.payload == payload && is_it(row.way))
            .map(|row| row.times.best())
    }
}
