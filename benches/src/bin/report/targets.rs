//! The targets for the library's speed, as ratios of times in one run.

use crate::engine;
use crate::markdown::{Table, digits};
use crate::results::{Results, times};
use gdvariant_benches::contestant::{Method, Task};
use gdvariant_benches::ours::{
    DECODE_BORROWED, DECODE_DERIVE, DECODE_DERIVE_BORROWED, DECODE_OWNED, DECODE_SERDE,
    DECODE_SERDE_BORROWED, ENCODE_DERIVE, ENCODE_DYNAMIC, ENCODE_SERDE, MEMCPY,
};
use gdvariant_benches::peers::{godot_binary_serialization, message_pack};
use gdvariant_benches::singles;

/// The factor by which a measurement may miss its limit and still be reported as close.
const SLACK: f64 = 1.25;

/// The limit of a ratio or time.
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

/// A target for the ratio of two times, or for a time in nanoseconds.
#[derive(Debug, Clone, Copy)]
struct Target {
    payload: &'static str,
    of: Method,
    by: Option<Method>,
    goal: Goal,
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
        match self.by {
            Some(by) => times(self.of, by),
            None => format!("{}: {}, in ns", self.of.task.name(), self.of.label),
        }
    }
}

/// Returns the target that the engine takes at least `at_least` times as long as the library.
const fn engine(payload: &'static str, method: Method, at_least: f64) -> Target {
    let of = if matches!(method.task, Task::Encode) {
        engine::ENCODE
    } else {
        engine::DECODE
    };
    Target {
        payload,
        of,
        by: Some(method),
        goal: Goal::AtLeast(at_least),
    }
}

/// Returns the target that a method takes at most `limit` times as long as another.
const fn at_most(payload: &'static str, of: Method, by: Method, limit: f64) -> Target {
    Target {
        payload,
        of,
        by: Some(by),
        goal: Goal::AtMost(limit),
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
        goal: Goal::AtMost(200.0),
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

/// Returns the targets for a payload that both Godot 3 and the peers measure.
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

/// Returns the targets relative to godot-binary-serialization, for a payload of single values.
fn on_singles(payload: &'static str) -> [Target; 2] {
    let against = |of, by| Target {
        payload,
        of,
        by: Some(by),
        goal: Goal::AtLeast(8.0),
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

/// Returns the section of the page that compares this run with the targets.
pub(crate) fn section(results: &Results) -> String {
    let mut table = Table::new(&["payload", "times", "target", "measured", ""]);
    let (mut met, mut close, mut missed) = (0, 0, 0);
    for target in all() {
        let Some(measured) = target.measured(results) else {
            continue;
        };
        let verdict = if target.goal.is_met(measured, 1.0) {
            met += 1;
            "met"
        } else if target.goal.is_met(measured, SLACK) {
            close += 1;
            "close"
        } else {
            missed += 1;
            "**missed**"
        };
        table.row(&[
            target.payload,
            &target.what(),
            &target.goal.text(),
            &digits(measured),
            verdict,
        ]);
    }
    format!(
        "{met} targets are met, {close} more are within 25% of their limit, and {missed} are missed. Ratios are of times: \"a / b ≥ 45\" means that a must take at least 45 times as long as b.\n\n{}",
        table.finish()
    )
}
