//! What instructions are counted of: our own ways and uses, one call each.

use crate::contestant::{Contestant, Contestants, Task, Way};
use crate::payload::Payload;
use crate::{ours, uses};

/// A call that is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Case {
    /// The payload.
    pub payload: Payload,
    /// The way.
    pub way: Way,
}

impl Case {
    /// Returns its name in the baseline.
    #[must_use]
    pub fn name(&self) -> String {
        format!("{}/{}", self.payload.name(), self.way.name())
    }

    /// Makes it ready to be called: its buffers are there.
    ///
    /// # Panics
    ///
    /// When the payload has no such way.
    #[must_use]
    pub fn contestant(self) -> Contestant<'static> {
        // The bytes stay until the program ends, after a single call.
        let bytes = self.payload.bytes().leak();
        let mut list = Contestants::default();
        if self.way.task == Task::Use {
            self.payload.add_uses(&mut list, bytes);
        } else {
            self.payload.add_ours(&mut list, bytes);
        }
        let mut contestant = list
            .finish()
            .into_iter()
            .find(|contestant| contestant.way == self.way)
            .expect("one of ours");
        contestant.run(1);
        contestant
    }
}

/// Returns all counted calls.
#[must_use]
pub fn cases() -> Vec<Case> {
    let ours = Payload::COUNTED
        .into_iter()
        .flat_map(|payload| ours::ALL.map(|way| Case { payload, way }));
    let uses = Payload::USED
        .into_iter()
        .flat_map(|payload| uses::ALL.map(|way| Case { payload, way }));
    ours.chain(uses).filter(has_way).collect()
}

/// Returns the cost of growing a buffer depends on the allocator's free memory, which differs from
/// one folder to the next: calls that mostly grow a buffer are not counted.
fn has_way(case: &Case) -> bool {
    match case.way {
        ours::ENCODE_FRESH => false,
        // serde declares no types, and has no packed arrays of 64-bit numbers.
        ours::ENCODE_SERDE => !matches!(case.payload, Payload::Typed | Payload::SmallPacked),
        ours::DECODE_DERIVE_BORROWED => is_borrowed(case.payload),
        ours::DECODE_SERDE => case.payload != Payload::SmallPacked,
        ours::DECODE_SERDE_BORROWED => {
            is_borrowed(case.payload) && case.payload != Payload::SmallPacked
        }
        // Godot 3 lacks types of these payloads.
        uses::TRY_FROM => !case.payload.is_of_godot4(),
        // The others have few keys, or no members of members.
        uses::LOOKUP => case.payload == Payload::Names,
        uses::PATH => matches!(case.payload, Payload::Snapshot | Payload::Snapshot4),
        _ => true,
    }
}

/// Returns whether a payload contains strings or pool arrays, which can be borrowed.
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
