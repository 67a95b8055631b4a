//! Samples of engines' values, also for tests of files.
#![allow(dead_code, reason = "not every feature has all tests")]

use crate::common::{bytes, lines};
use gdvariant_files::detect::Framing;

/// Layouts with vectors.
pub(crate) const LAYOUTS: [&str; 4] = ["godot3", "godot4", "pandemonium", "pandemonium5"];

/// Returns the exact bytes that the engine of a layout wrote.
pub(crate) fn vectors(layout: &str) -> Vec<Vec<u8>> {
    let lines = lines(&format!("vectors/{layout}.jsonl"));
    let hex = lines
        .iter()
        .map(|line| line.get("engine_hex").unwrap_or(&line["hex"]));
    hex.map(|hex| bytes(hex.as_str().expect("hex digits")))
        .collect()
}

/// Joins values to one input with a framing.
pub(crate) fn joined(values: &[&[u8]], framing: Framing) -> Vec<u8> {
    let framed = values.iter().map(|value| {
        let length = u32::try_from(value.len()).expect("a short value");
        let prefix = match framing {
            Framing::LittleEndian => length.to_le_bytes().to_vec(),
            Framing::BigEndian => length.to_be_bytes().to_vec(),
            _ => Vec::new(),
        };
        [&prefix, *value].concat()
    });
    framed.collect::<Vec<_>>().concat()
}

/// A pseudo-random number generator (xorshift) with the same numbers on every machine.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    /// Returns a number below `end`.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        usize::try_from(self.next() >> 33).expect("31 bits") % end
    }

    /// Draws random values.
    pub(crate) fn draw<'v>(&mut self, values: &'v [Vec<u8>], count: usize) -> Vec<&'v [u8]> {
        (0..count)
            .map(|_| values[self.below(values.len())].as_slice())
            .collect()
    }

    /// Returns random bytes.
    pub(crate) fn bytes(&mut self, count: usize) -> Vec<u8> {
        (0..count).map(|_| self.next().to_le_bytes()[0]).collect()
    }
}
