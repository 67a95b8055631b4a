//! Compares this library with code that is written by hand for each payload.

use crate::markdown::{Table, digits};
use crate::results::Results;
use gdvariant_benches::by_hand::{
    DECODE, DECODE_ARENA, DECODE_BORROWED, DECODE_DYNAMIC, DECODE_DYNAMIC_BORROWED, ENCODE,
    ENCODE_DYNAMIC,
};
use gdvariant_benches::contestant::Method;
use gdvariant_benches::ours;

/// The ratio that structs have to stay below.
const DERIVE_LIMIT: f64 = 1.1;

/// The ratio that a `Variant` has to stay below.
const DYNAMIC_LIMIT: f64 = 1.15;

/// A column of the table: a method of this library, and the code by hand for the same task.
#[derive(Debug, Clone, Copy)]
struct Column {
    title: &'static str,
    ours: Method,
    by_hand: Method,
    /// The target for the ratio; `None` for code that solves another task.
    limit: Option<f64>,
}

const COLUMNS: [Column; 7] = [
    Column {
        title: "derive: encode",
        ours: ours::ENCODE_DERIVE,
        by_hand: ENCODE,
        limit: Some(DERIVE_LIMIT),
    },
    Column {
        title: "decode, owned",
        ours: ours::DECODE_DERIVE,
        by_hand: DECODE,
        limit: Some(DERIVE_LIMIT),
    },
    Column {
        title: "decode, borrowed",
        ours: ours::DECODE_DERIVE_BORROWED,
        by_hand: DECODE_BORROWED,
        limit: Some(DERIVE_LIMIT),
    },
    Column {
        title: "dynamic: encode",
        ours: ours::ENCODE_DYNAMIC,
        by_hand: ENCODE_DYNAMIC,
        limit: Some(DYNAMIC_LIMIT),
    },
    Column {
        title: "decode, owned",
        ours: ours::DECODE_OWNED,
        by_hand: DECODE_DYNAMIC,
        limit: Some(DYNAMIC_LIMIT),
    },
    Column {
        title: "decode, borrowed",
        ours: ours::DECODE_BORROWED,
        by_hand: DECODE_DYNAMIC_BORROWED,
        limit: Some(DYNAMIC_LIMIT),
    },
    Column {
        title: "borrowed / arena",
        ours: ours::DECODE_BORROWED,
        by_hand: DECODE_ARENA,
        limit: None,
    },
];

/// The reasons why figures miss their targets: the payload, the method of this library, and the
/// reason.
const REASONS: [(&str, Method, &str); 0] = [];

/// Returns the section of the page.
pub(crate) fn section(results: &Results) -> String {
    let mut table = Table::new(&[&["payload"], &COLUMNS.map(|column| column.title)[..]].concat());
    let mut reasons = String::new();
    let (mut met, mut missed) = (0, 0);
    for payload in results.payloads() {
        let mut cells = vec![payload.to_owned()];
        for column in COLUMNS {
            let Some(ratio) = results.ratio(payload, column.ours, column.by_hand) else {
                cells.push(String::new());
                continue;
            };
            let ratio_text = digits(ratio);
            match column.limit {
                Some(limit) if ratio > limit => {
                    missed += 1;
                    reasons += &reason(payload, column.ours, &ratio_text);
                    cells.push(format!("**{ratio_text}**"));
                }
                Some(_) => {
                    met += 1;
                    cells.push(ratio_text);
                }
                None => cells.push(ratio_text),
            }
        }
        if cells.iter().skip(1).any(|cell| !cell.is_empty()) {
            table.row(&cells);
        }
    }
    if !reasons.is_empty() {
        reasons.insert(0, '\n');
    }
    format!(
        "{INTRODUCTION} {met} figures meet their target; {missed} figures, in bold, miss it.\n\n{}\n{EXPLANATION}\n{reasons}",
        table.finish()
    )
}

const INTRODUCTION: &str = "The time of this library divided by that of code in `benches/src/by_hand`, which was written for each payload alone, in safe Rust and with the same checks. Each figure is the median over all rounds of the ratio within a round. The target is at most 1.10 for structs and at most 1.15 for a `Variant`.";

const EXPLANATION: &str = "The code by hand has no paths in its errors, no lenient decoding, and no conversions between types such as from int to float. Its structs expect the fields in the order in which they are encoded, and fall back to any order, as the derive does. Its dynamic values have 32 bytes, as a `Variant` has, and Dictionaries with the same treatment of duplicate keys, but implement only the types of the payloads. The last column compares the `VariantRef` with borrowed values whose containers are in an arena, which callers have to create, reset and keep alive; it has no target.";

/// Returns the explanation of a missed target, or nothing if there is none.
fn reason(payload: &str, method: Method, ratio: &str) -> String {
    let reason = REASONS
        .iter()
        .find(|(of, ours, _)| *of == payload && *ours == method);
    reason.map_or_else(String::new, |(.., reason)| {
        format!("- **{payload}, {}** ({ratio}): {reason}\n", method.name())
    })
}
