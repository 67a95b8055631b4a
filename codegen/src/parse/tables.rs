//! Parses offset tables: their rows, and what makes them executable.

use super::keys::{Keys, named};
use crate::model::{
    BitField, Condition, Constant, Declares, Is, Negative, Pad, Role, Row, Table, find, names,
};
use crate::report::{Place, Report};
use crate::suggest::did_you_mean;
use crate::yaml::Value;

pub(super) fn tables(keys: &mut Keys, constants: &[Constant]) -> Vec<Table> {
    let place = keys.place.clone();
    keys.indexed("tables", |index, value, report| {
        let name = value.get("table").and_then(Value::text).unwrap_or_default();
        let known = [
            "table", "when", "reject", "allow", "declares", "since", "repeat", "pad", "rows",
        ];
        let place = place.table(index, name);
        let mut keys = Keys::open(Some(value), &place, &known, report);
        Table {
            name: keys.text_or_empty("table"),
            when: conditions(&mut keys),
            reject: keys.optional("reject", Keys::text),
            needs_objects: keys.has_word("allow", "objects"),
            declares: declares(&mut keys),
            since: keys.optional("since", Keys::version),
            repeat: keys.optional("repeat", Keys::texts).unwrap_or_default(),
            pad: pad(&mut keys, constants),
            rows: rows(&mut keys, constants),
        }
    })
}

fn declares(keys: &mut Keys) -> Option<Declares> {
    let words = ["type", "class", "script"];
    let word = keys.optional("declares", |keys, key| keys.choice(key, &words))?;
    Some(match word {
        "class" => Declares::Class,
        "script" => Declares::Script,
        _ => Declares::Type,
    })
}

fn rows(keys: &mut Keys, constants: &[Constant]) -> Vec<Row> {
    let place = keys.place.clone();
    keys.indexed("rows", |index, value, report| {
        row(value, constants, &place.row(index, ""), report)
    })
}

fn row(value: &Value, constants: &[Constant], place: &Place, report: &mut Report) -> Row {
    let known = [
        "offset",
        "length",
        "wire",
        "name",
        "initial",
        "bits",
        "max",
        "when",
        "measures",
        "negative",
        "number_of",
        "type",
        "nul",
        "pad",
        "description",
    ];
    let mut keys = Keys::open(Some(value), &named(place, value, "name"), &known, report);
    Row {
        offset: keys.offset("offset"),
        length: keys.length("length"),
        wire: keys.text("wire"),
        name: keys.text("name"),
        initial: keys.optional("initial", Keys::signed).unwrap_or(0),
        bits: bit_fields(&mut keys, "bits", constants),
        max: keys.optional("max", Keys::number),
        when: conditions(&mut keys),
        negative: negative(&mut keys),
        measures: keys.optional("measures", Keys::text),
        is_type_number: keys.has_word("number_of", "type"),
        value_type: keys.optional("type", Keys::text),
        has_nul: keys.has_word("nul", "counted"),
        pad: pad(&mut keys, constants),
        description: keys.text("description"),
    }
}

/// Parses what becomes of negative numbers; the length of a string is never negative.
fn negative(keys: &mut Keys) -> Negative {
    match keys.optional("negative", |keys, key| {
        keys.choice(key, &["reject", "zero"])
    }) {
        Some("zero") => Negative::Zero,
        Some(_) => Negative::Rejected,
        None if keys.get("measures").is_some() => Negative::Rejected,
        None => Negative::Unsigned,
    }
}

/// Parses the bit fields of a header or a row.
pub(super) fn bit_fields(keys: &mut Keys, key: &str, constants: &[Constant]) -> Vec<BitField> {
    if keys.get(key).is_none() {
        return Vec::new();
    }
    keys.entries(key, |name, value, place, report| {
        let Value::Map(_) = value else {
            return BitField {
                name: name.to_owned(),
                mask: mask(value, constants, place, report),
                written: None,
                is_ignored: false,
                shows: Vec::new(),
            };
        };
        let known = ["bits", "write", "ignored", "shows"];
        let mut keys = Keys::open(Some(value), place, &known, report);
        let bits = keys.require("bits");
        let place = place.child("bits");
        BitField {
            name: name.to_owned(),
            mask: bits.map_or(1, |bits| mask(bits, constants, &place, keys.report)),
            written: keys.optional("write", Keys::number),
            is_ignored: keys.optional("ignored", Keys::flag).unwrap_or(false),
            shows: keys.optional("shows", Keys::texts).unwrap_or_default(),
        }
    })
}

/// Parses a mask: the name of a constant, a bit such as `16`, or bits such as `16-17`.
fn mask(value: &Value, constants: &[Constant], place: &Place, report: &mut Report) -> u32 {
    let mask = match value {
        Value::Number(bit) => bits(*bit, *bit),
        Value::Text(text) => match text.split_once('-') {
            Some((first, last)) => first
                .parse()
                .and_then(|first| Ok(bits(first, last.parse()?)))
                .unwrap_or(None),
            None => constant(text, constants),
        },
        _ => None,
    };
    let is_consecutive =
        |mask: &u32| (mask >> mask.trailing_zeros()).trailing_ones() == mask.count_ones();
    let mask = mask.filter(|mask| *mask != 0 && is_consecutive(mask));
    let expected =
        "consecutive bits: the name of a constant, a bit from 0 to 31, or bits such as `16-17`";
    mask.unwrap_or_else(|| stand_in(value, constants, place, expected, report))
}

/// Returns the mask of the bits from `first` to `last`.
fn bits(first: i64, last: i64) -> Option<u32> {
    let (first, last) = (u32::try_from(first).ok()?, u32::try_from(last).ok()?);
    let is_known = first <= last && last < u32::BITS;
    is_known.then(|| (u32::MAX >> (u32::BITS - 1 - (last - first))) << first)
}

fn constant(name: &str, constants: &[Constant]) -> Option<u32> {
    find(constants, name).map(|constant| constant.value)
}

/// Reports a value that is no mask or no number of bytes, unless the constant that it names is at
/// fault.
fn stand_in(
    value: &Value,
    constants: &[Constant],
    place: &Place,
    expected: &str,
    report: &mut Report,
) -> u32 {
    let Value::Text(name) = value else {
        report.add(place, value.described(), expected);
        return 1;
    };
    let constant_place = Place::constants().child(name).child("value");
    if !report.sound(&constant_place) {
        report.distrust(place);
        return 1;
    }
    let (found, meant) = match constant(name, constants) {
        Some(number) => (format!("`{name}`, which is {number:#X}"), String::new()),
        None if name.starts_with(|c: char| c.is_alphabetic()) => (
            format!("unknown constant `{name}`"),
            did_you_mean(name, names(constants)),
        ),
        None => (format!("`{name}`"), String::new()),
    };
    report.add(place, found, format!("{expected}{meant}"));
    if meant.is_empty() {
        // Every use of the constant has the same mistake.
        report.distrust(&constant_place);
    }
    1
}

fn pad(keys: &mut Keys, constants: &[Constant]) -> Option<Pad> {
    let place = keys.place.child("pad");
    let value = keys.get("pad")?;
    let Value::Map(_) = value else {
        return Some(Pad {
            to: multiple(value, constants, &place, keys.report),
            may_be_missing: false,
            is_unset: false,
        });
    };
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["to", "missing", "content"],
        keys.report,
    );
    let to = keys.require("to");
    let may_be_missing = keys.has_word("missing", "allowed");
    let is_unset = keys.has_word("content", "unset");
    let place = place.child("to");
    let to = to.map_or(1, |to| multiple(to, constants, &place, keys.report));
    Some(Pad {
        to,
        may_be_missing,
        is_unset,
    })
}

/// Parses a multiple of bytes: the name of a constant, or a number.
fn multiple(value: &Value, constants: &[Constant], place: &Place, report: &mut Report) -> u32 {
    let multiple = match value {
        Value::Number(number) => u32::try_from(*number).ok(),
        Value::Text(name) => constant(name, constants),
        _ => None,
    };
    let multiple = multiple.filter(|multiple| multiple.is_power_of_two());
    let expected = "a power of two: the name of a constant, or a number of bytes";
    multiple.unwrap_or_else(|| stand_in(value, constants, place, expected, report))
}

fn conditions(keys: &mut Keys) -> Vec<Condition> {
    if keys.get("when").is_none() {
        return Vec::new();
    }
    keys.entries("when", |field, value, place, report| {
        let is = match value {
            Value::Text(text) if text == "present" => Some(Is::Present),
            Value::Text(text) => Role::named(text).map(Is::Role),
            Value::Number(number) => u32::try_from(*number).ok().map(Is::Number),
            _ => None,
        };
        if is.is_none() {
            report.add(place, value.described(), "a number, `present` or a role");
        }
        Condition {
            field: field.to_owned(),
            is: is.unwrap_or(Is::Present),
        }
    })
}
