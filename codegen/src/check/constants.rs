//! The constants and the wire types that generated code relies on.

use super::errata;
use super::names::rust_name;
use crate::model::{Length, Schema, has};
use crate::report::{Place, Report};

/// The constants that every schema has, and what needs them.
const CONSTANTS: [(&str, &str); 4] = [
    ("HEADER_LENGTH", "the first offset of every body"),
    ("TYPE_MASK", "the bits of the header that are no flags"),
    ("FLAG_WIDE", "the flag of a 64-bit number"),
    ("ALIGNMENT", "the padding of strings"),
];

/// The wire types that are numbers of Rust, with their lengths.
const NUMBERS: [(&str, u32); 8] = [
    ("u32", 4),
    ("i32", 4),
    ("u64", 8),
    ("i64", 8),
    ("f32", 4),
    ("f64", 8),
    ("real", 4),
    ("byte", 1),
];

/// Checks the constants and the wire types.
pub(super) fn check(schema: &Schema, report: &mut Report) {
    constants(schema, report);
    for wire in &schema.wires {
        let place = Place::wires().child(&wire.name);
        rust_name(&wire.name, &place, report);
        let Length::Fixed(length) = wire.length else {
            continue;
        };
        let is_real = wire.name == "real";
        if is_real != wire.double.is_some() {
            let (found, expected) = if is_real {
                (
                    "no `double`",
                    "one: components have 64 bits in double precision",
                )
            } else {
                ("`double`", "none: only `real` depends on the precision")
            };
            report.add(&place.child("double"), found, expected);
        }
        let place = place.child("length");
        let expected = match NUMBERS.iter().find(|(name, _)| *name == wire.name) {
            Some((_, known)) if *known != length => format!("{known}: the length of its Rust type"),
            None => "X: no number of Rust has this name".to_owned(),
            Some(_) => continue,
        };
        report.add(&place, format!("length {length}"), expected);
    }
}

fn constants(schema: &Schema, report: &mut Report) {
    let place = Place::constants();
    for constant in &schema.constants {
        let place = place.child(&constant.name);
        rust_name(&constant.name, &place, report);
        if !constant.layouts.is_empty() {
            errata::layouts(schema, &constant.layouts, None, &place, report);
        }
    }
    for (name, why) in CONSTANTS {
        if !has(&schema.constants, name) {
            let place = place.child(name);
            report.add(&place, format!("no `{name}`"), format!("one: {why}"));
        }
    }
}
