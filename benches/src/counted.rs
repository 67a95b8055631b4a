//! The calls whose instructions are counted.

use crate::contestant::{Contestant, Contestants, Method, Task};
use crate::payload::Payload;
use crate::{ours, uses};

/// A call whose instructions are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The payload that the call encodes, decodes or uses.
    pub payload: Payload,
    /// The method that the call performs.
    pub method: Method,
}

impl Case {
    /// Returns the name of the call in the baseline.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.payload.name(), self.method.name())
    }

    /// Creates the contestant, and calls it once to allocate its buffers.
    ///
    /// # Panics
    ///
    /// Panics if the payload does not have the method.
    #[must_use]
    pub fn contestant(self) -> Contestant<'static> {
        // Leaking is fine, because the program ends after a single call.
        let bytes = self.payload.bytes().leak();
        let mut list = Contestants::default();
        if self.method.task == Task::Use {
            self.payload.add_uses(&mut list, bytes);
        } else {
            self.payload.add_ours(&mut list, bytes);
        }
        let mut contestant = list
            .finish()
            .into_iter()
            .find(|contestant| contestant.method == self.method)
            .expect("the payload has the method");
        contestant.run(1);
        contestant
    }
}

/// Returns all counted calls of this library.
#[must_use]
pub fn cases() -> Vec<Case> {
    let ours = Payload::COUNTED
        .into_iter()
        .flat_map(|payload| ours::ALL.map(|method| Case { payload, method }));
    let uses = Payload::USED
        .into_iter()
        .flat_map(|payload| uses::ALL.map(|method| Case { payload, method }));
    ours.chain(uses).filter(has_method).collect()
}

/// Returns whether a payload has a method that can be counted.
fn has_method(case: &Case) -> bool {
    match case.method {
        // The cost of growing a buffer depends on the free memory of the allocator, so this cost is
        // not reproducible.
        ours::ENCODE_FRESH => false,
        // serde has no declared types, and no packed arrays of 64-bit numbers.
        ours::ENCODE_SERDE => !matches!(case.payload, Payload::Typed | Payload::SmallPacked),
        ours::DECODE_FRAMES | ours::DECODE_FRAMED => case.payload == Payload::Ints,
        ours::DECODE_DERIVE_BORROWED => is_borrowed(case.payload),
        ours::DECODE_SERDE => case.payload != Payload::SmallPacked,
        ours::DECODE_SERDE_BORROWED => {
            is_borrowed(case.payload) && case.payload != Payload::SmallPacked
        }
        // Godot 3 lacks types of these payloads.
        uses::CONVERT_IN_PLACE => !case.payload.is_of_godot4(),
        // The other payloads have few keys, or no nested containers.
        uses::LOOKUP => case.payload == Payload::Names,
        uses::PATH => matches!(case.payload, Payload::Snapshot | Payload::Snapshot4),
        _ => true,
    }
}

/// Returns whether the benchmarks decode a payload into a type that borrows from the input.
const fn is_borrowed(payload: Payload) -> bool {
    use Payload::{Ints, Keys, Names, Typed};
    !matches!(payload, Ints | Keys | Names | Typed)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_case_can_be_called() {
        for case in cases() {
            case.contestant().run(1);
        }
    }
}
