//! Compares this library with code that is written by hand for each payload.

use crate::markdown::{Table, digits};
use crate::results::Results;
use gdvariant_benches::by_hand::{
    DECODE, DECODE_BORROWED, DECODE_DYNAMIC, DECODE_DYNAMIC_BORROWED, ENCODE, ENCODE_DYNAMIC,
};
use gdvariant_benches::contestant::Method;
use gdvariant_benches::ours;

/// The ratio that structs have to stay below.
const DERIVE_LIMIT: f64 = 1.1;

/// The ratio that a `Variant` has to stay below.
const DYNAMIC_LIMIT: f64 = 1.15;

/// A column of the table: a method of this library, and the code by hand for the same task.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Column {
    title: &'static str,
    pub(crate) ours: Method,
    pub(crate) by_hand: Method,
    /// The target for the ratio.
    limit: f64,
}

pub(crate) const COLUMNS: [Column; 6] = [
    Column {
        title: "derive: encode",
        ours: ours::ENCODE_DERIVE,
        by_hand: ENCODE,
        limit: DERIVE_LIMIT,
    },
    Column {
        title: "decode, owned",
        ours: ours::DECODE_DERIVE,
        by_hand: DECODE,
        limit: DERIVE_LIMIT,
    },
    Column {
        title: "decode, borrowed",
        ours: ours::DECODE_DERIVE_BORROWED,
        by_hand: DECODE_BORROWED,
        limit: DERIVE_LIMIT,
    },
    Column {
        title: "dynamic: encode",
        ours: ours::ENCODE_DYNAMIC,
        by_hand: ENCODE_DYNAMIC,
        limit: DYNAMIC_LIMIT,
    },
    Column {
        title: "decode, owned",
        ours: ours::DECODE_OWNED,
        by_hand: DECODE_DYNAMIC,
        limit: DYNAMIC_LIMIT,
    },
    Column {
        title: "decode, borrowed",
        ours: ours::DECODE_BORROWED,
        by_hand: DECODE_DYNAMIC_BORROWED,
        limit: DYNAMIC_LIMIT,
    },
];

/// A reason why figures miss their targets.
struct Reason {
    payloads: &'static [&'static str],
    methods: &'static [Method],
    text: &'static str,
}

/// The reasons why figures miss their targets, from the profiles and counts of both codes.
const REASONS: [Reason; 5] = [
    Reason {
        payloads: &["rpc", "nest"],
        methods: &[ours::DECODE_DERIVE, ours::DECODE_DERIVE_BORROWED],
        text: "the code by hand has no options, and calls one function for each level of `nest`. This library also checks the options and the limit of the nesting depth, and for each level of `nest` it counts pointers and stores the position for errors.",
    },
    Reason {
        payloads: &["rpc", "ints", "typed"],
        methods: &[ours::ENCODE_DYNAMIC],
        text: "the code by hand encodes only the types of the payloads, in one function. This library calls functions for containers and rarely used types, so that 1024 levels fit a small stack, and checks the values of a typed array before it writes the first one.",
    },
    Reason {
        payloads: &["keys", "names"],
        methods: &[ours::DECODE_OWNED, ours::DECODE_BORROWED],
        text: "the code by hand hashes up to 16 bytes with one multiplication, a hash without a proven limit of collisions. This library multiplies for every seven bytes, and its values have more types to distinguish and to drop.",
    },
    Reason {
        payloads: &["nest"],
        methods: &[ours::ENCODE_DERIVE],
        text: "the code by hand is a loop instead of a recursion, because the last element of each level is the next level. This library calls an encoder for each level, which counts levels and pointers.",
    },
    Reason {
        payloads: &[
            "snapshot",
            "snapshot4",
            "rpc",
            "ints",
            "strings",
            "typed",
            "nest",
        ],
        methods: &[ours::DECODE_OWNED, ours::DECODE_BORROWED],
        text: "the code by hand decodes keys, values and elements in one loop. This library decodes ints and text in the loops of containers, and other types in calls, so that 1024 levels fit a small stack.",
    },
];

/// Returns the section of the page.
pub(crate) fn section(results: &Results) -> String {
    let mut table = Table::new(&[&["payload"], &COLUMNS.map(|column| column.title)[..]].concat());
    let (mut met, mut missed) = (0, Vec::new());
    for payload in results.payloads() {
        let mut cells = vec![payload.to_owned()];
        for column in COLUMNS {
            let Some(ratio) = results.ratio(payload, column.ours, column.by_hand) else {
                cells.push(String::new());
                continue;
            };
            let ratio_text = digits(ratio);
            if ratio > column.limit {
                cells.push(format!("**{ratio_text}**"));
                missed.push((payload, column.ours, ratio_text));
            } else {
                met += 1;
                cells.push(ratio_text);
            }
        }
        if cells.iter().skip(1).any(|cell| !cell.is_empty()) {
            table.row(&cells);
        }
    }
    let mut reasons = explanations(&missed);
    if !reasons.is_empty() {
        reasons.insert(0, '\n');
    }
    let missed = missed.len();
    format!(
        "{INTRODUCTION} {met} figures meet their target; {missed} figures, in bold, miss it.\n\n{}\n{EXPLANATION}\n{reasons}",
        table.finish()
    )
}

const INTRODUCTION: &str = "The time of this library divided by that of code in `benches/src/by_hand`, which was written for these payloads alone, in safe Rust and with the same checks. Each figure is the median over all rounds of the ratio within a round. The target is at most 1.10 for structs and at most 1.15 for a `Variant`.";

const EXPLANATION: &str = "Hand-written code has no paths in its errors, no lenient decoding, and no conversions between types such as from int to float. Its structs expect the fields in the order in which they are encoded, and fall back to any order, as the derive does. Its dynamic values have 32 bytes, as a `Variant` has, and Dictionaries with the same treatment of duplicate keys, but implement only the types of the payloads.";

/// Returns the explanations of missed targets, each with the figures that it explains.
fn explanations(missed: &[(&str, Method, String)]) -> String {
    let explanation = |reason: &Reason| {
        let figures = missed.iter().filter(|(payload, method, _)| {
            reason.payloads.contains(payload) && reason.methods.contains(method)
        });
        let figures: Vec<_> = figures
            .map(|(payload, method, ratio)| format!("{payload}, {} ({ratio})", method.name()))
            .collect();
        let text = format!("- **{}**: {}\n", figures.join("; "), reason.text);
        (!figures.is_empty()).then_some(text)
    };
    REASONS.iter().filter_map(explanation).collect()
}
