//! Benchmarks of encoding and decoding, compared with memcpy, the engines and other formats.

pub mod cargo;
pub mod contestant;
pub mod counted;
pub mod machine;
pub mod markdown;
pub mod memory;
pub mod ours;
pub mod payload;
pub mod payloads;
pub mod peers;
pub mod singles;
pub mod timing;
pub mod uses;

use contestant::{Contestant, Contestants};
use payload::Payload;
use singles::Single;
use std::error::Error;

/// The reason why figures could not be measured, or a page could not be written.
pub type Failure = Box<dyn Error>;

/// The encoded payloads.
#[derive(Debug)]
pub struct Inputs {
    payloads: [(Payload, Vec<u8>); 12],
    singles: [Single; 5],
}

impl Inputs {
    /// Encodes all payloads.
    #[must_use]
    pub fn new() -> Self {
        Self {
            payloads: Payload::TIMED.map(|payload| (payload, payload.bytes())),
            singles: singles::all(),
        }
    }

    /// Returns the payloads and their bytes.
    pub fn payloads(&self) -> impl Iterator<Item = (Payload, &[u8])> {
        self.payloads
            .iter()
            .map(|(payload, bytes)| (*payload, &bytes[..]))
    }
}

impl Default for Inputs {
    fn default() -> Self {
        Self::new()
    }
}

/// Returns all methods to encode and decode, on all payloads, after verifying their results.
///
/// # Panics
///
/// Panics if a result is incorrect.
#[must_use]
pub fn contestants(inputs: &Inputs) -> Vec<Contestant<'_>> {
    let mut list = Contestants::default();
    for (payload, bytes) in inputs.payloads() {
        payload.add_ours(&mut list, bytes);
        payload.add_peers(&mut list);
    }
    for single in &inputs.singles {
        singles::add(&mut list, single);
    }
    list.finish()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::thread;

    /// Runs a test with a larger stack, because peers need it for the payload `nest` in a debug
    /// build.
    fn with_stack(test: impl FnOnce() + Send + 'static) {
        thread::Builder::new()
            .stack_size(32 << 20)
            .spawn(test)
            .expect("a thread")
            .join()
            .expect("the test passes");
    }

    /// `contestants` verifies the results of all contestants.
    #[test]
    fn every_contestant_is_correct_and_has_a_unique_name() {
        with_stack(|| {
            let inputs = Inputs::new();
            let mut contestants = contestants(&inputs);
            let mut names: Vec<_> = contestants
                .iter()
                .map(|contestant| format!("{contestant:?}"))
                .collect();
            for contestant in &mut contestants {
                contestant.run(1);
            }
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), contestants.len());
        });
    }
}
