//! What the library is meant to reach, as ratios of times in one run.

use crate::engine;
use crate::markdown::{Table, digits};
use crate::results::Results;
use gdvariant_benches::contestant::{Task, Way};
use gdvariant_benches::ours::{
    DECODE_BORROWED, DECODE_DERIVE, DECODE_DERIVE_BORROWED, DECODE_OWNED, DECODE_SERDE,
    DECODE_SERDE_BORROWED, ENCODE_DERIVE, ENCODE_DYNAMIC, ENCODE_SERDE, MEMCPY,
};
use gdvariant_benches::peers::{godot_binary_serialization, message_pack};
use gdvariant_benches::singles;

/// How far beside the limit a ratio is still close to it.
const SLACK: f64 = 1.25;

/// What a figure has to be.
#[derive(Debug, Clone, Copy)]
enum Goal {
    AtLeast(f64),
    AtMost(f64),
}

impl Goal {
    fn text(self) -> String {
        match self {
            Self::AtLeast(limit) => format!("≥ {limit}"),
            Self::AtMost(limit) => format!("≤ {limit}"),
        }
    }

    fn is_met(self, measured: f64, slack: f64) -> bool {
        match self {
            Self::AtLeast(limit) => measured * slack >= limit,
            Self::AtMost(limit) => measured <= limit * slack,
        }
    }
}

/// One time by another, or a time alone in nanoseconds.
#[derive(Debug, Clone, Copy)]
struct Target {
    payload: &'static str,
    of: Way,
    by: Option<Way>,
    wanted: Goal,
}

impl Target {
    fn measured(&self, results: &Results) -> Option<f64> {
        let of = results.time(self.payload, self.of)?;
        match self.by {
            Some(by) => Some(of / results.time(self.payload, by)?),
            None => Some(of),
        }
    }

    fn what(&self) -> String {
        let task = self.of.task.name();
        match self.by {
            Some(by) => format!("{task}: {} / {}", self.of.label, by.label),
            None => format!("{task}: {}, in ns", self.of.label),
        }
    }
}

/// Returns the target that the engine takes at least this many times as long as the library.
const fn engine(payload: &'static str, way: Way, at_least: f64) -> Target {
    let of = if matches!(way.task, Task::Encode) {
        engine::ENCODE
    } else {
        engine::DECODE
    };
    Target {
        payload,
        of,
        by: Some(way),
        wanted: Goal::AtLeast(at_least),
    }
}

/// Returns the target that one way takes at most this many times as long as another.
const fn at_most(payload: &'static str, of: Way, by: Way, limit: f64) -> Target {
    Target {
        payload,
        of,
        by: Some(by),
        wanted: Goal::AtMost(limit),
    }
}

const BY_PAYLOAD: [Target; 28] = [
    engine("snapshot", ENCODE_DYNAMIC, 45.0),
    engine("snapshot", DECODE_OWNED, 8.0),
    engine("snapshot", DECODE_BORROWED, 20.0),
    engine("snapshot", ENCODE_DERIVE, 95.0),
    engine("snapshot", DECODE_DERIVE, 28.0),
    engine("snapshot", DECODE_DERIVE_BORROWED, 50.0),
    at_most("mesh", ENCODE_DYNAMIC, MEMCPY, 1.1),
    at_most("mesh", DECODE_OWNED, MEMCPY, 1.2),
    Target {
        payload: "mesh",
        of: DECODE_BORROWED,
        by: None,
        wanted: Goal::AtMost(200.0),
    },
    at_most("mesh", ENCODE_DERIVE, MEMCPY, 1.1),
    at_most("mesh", DECODE_DERIVE, MEMCPY, 1.2),
    engine("rpc", ENCODE_DYNAMIC, 30.0),
    engine("rpc", DECODE_OWNED, 6.5),
    engine("rpc", DECODE_BORROWED, 12.0),
    engine("rpc", ENCODE_DERIVE, 60.0),
    engine("rpc", DECODE_DERIVE, 28.0),
    engine("rpc", DECODE_DERIVE_BORROWED, 55.0),
    engine("strings", ENCODE_DYNAMIC, 55.0),
    engine("strings", DECODE_OWNED, 6.0),
    engine("strings", DECODE_BORROWED, 18.0),
    engine("strings", ENCODE_DERIVE, 55.0),
    engine("strings", DECODE_DERIVE, 6.0),
    engine("strings", DECODE_DERIVE_BORROWED, 18.0),
    engine("ints", ENCODE_DYNAMIC, 14.0),
    engine("ints", DECODE_OWNED, 11.0),
    engine("ints", DECODE_BORROWED, 13.0),
    engine("ints", ENCODE_DERIVE, 35.0),
    engine("ints", DECODE_DERIVE, 40.0),
];

/// On each of the engine's payloads.
fn on_each(payload: &'static str) -> [Target; 6] {
    [
        at_most(payload, ENCODE_DERIVE, message_pack::ENCODE, 0.6),
        at_most(payload, DECODE_DERIVE, message_pack::DECODE, 0.7),
        at_most(payload, DECODE_OWNED, message_pack::DECODE_VALUE, 0.6),
        at_most(payload, ENCODE_SERDE, ENCODE_DERIVE, 1.5),
        at_most(payload, DECODE_SERDE, DECODE_DERIVE, 1.5),
        at_most(payload, DECODE_SERDE_BORROWED, DECODE_DERIVE_BORROWED, 1.5),
    ]
}

/// Against the other crate for the format, on all that it can do.
fn on_singles(payload: &'static str) -> [Target; 2] {
    let against = |of, by| Target {
        payload,
        of,
        by: Some(by),
        wanted: Goal::AtLeast(8.0),
    };
    [
        against(godot_binary_serialization::ENCODE, ENCODE_DYNAMIC),
        against(godot_binary_serialization::DECODE, DECODE_OWNED),
    ]
}

fn all() -> impl Iterator<Item = Target> {
    let on_each = ["snapshot", "mesh", "rpc", "strings", "ints"]
        .into_iter()
        .flat_map(on_each);
    BY_PAYLOAD
        .into_iter()
        .chain(on_each)
        .chain(singles::NAMES.into_iter().flat_map(on_singles))
}

/// Which of them this run meets, as a section of the page.
pub(crate) fn section(results: &Results) -> String {
    let mut table = Table::new(&["payload", "times", "wanted", "measured", ""]);
    let (mut met, mut close, mut missed) = (0, 0, 0);
    for target in all() {
        let Some(measured) = target.measured(results) else {
            continue;
        };
        let verdict = if target.wanted.is_met(measured, 1.0) {
            met += 1;
            "met"
        } else if target.wanted.is_met(measured, SLACK) {
            close += 1;
            "close"
        } else {
            missed += 1;
            "**missed**"
        };
        table.row(&[
            target.payload,
            &target.what(),
            &target.wanted.text(),
            &digits(measured),
            verdict,
        ]);
    }
    format!(
        "{met} are met, {close} more are close, within 25% of it, and {missed} are missed. Ratios are ratios of times: \"a / b ≥ 45\" \
        requires that a takes at least 45 times as long as b.\n\n{}",
        table.finish()
    )
}
