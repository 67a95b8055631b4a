//! Parses offset tables: their rows, and what makes them executable.

use super::keys::Keys;
use super::node::Node;
use crate::model::{
    BitField, Condition, Constant, Declares, Is, Negative, Pad, Role, Row, Table, find, names,
};
use crate::report::Place;
use crate::suggest::did_you_mean;
use crate::yaml::Value;

const DECLARES: [(&str, Declares); 3] = [
    ("type", Declares::Type),
    ("class", Declares::Class),
    ("script", Declares::Script),
];

pub(super) fn tables(keys: &mut Keys<'_>, constants: &[Constant]) -> Vec<Table> {
    keys.items("tables", |_, node| {
        node.keys(|keys| Table {
            name: keys.text_or_empty("table"),
            when: conditions(keys),
            reject: keys.optional_text("reject"),
            needs_objects: keys.has_word("allow", "objects"),
            declares: keys.optional_choice("declares", &DECLARES),
            since: keys.optional("since", Keys::version),
            repeat: keys.or_default("repeat", Keys::texts),
            pad: pad(keys, constants),
            rows: keys.items("rows", |_, node| row(node, constants)),
        })
    })
}

fn row(node: Node<'_>, constants: &[Constant]) -> Row {
    node.keys(|keys| Row {
        offset: keys.offset("offset"),
        length: keys.length("length"),
        wire: keys.text("wire"),
        name: keys.text("name"),
        initial: keys.or_default("initial", Keys::signed),
        bits: bit_fields(keys, "bits", constants),
        max: keys.optional("max", Keys::number),
        when: conditions(keys),
        measures: keys.optional_text("measures"),
        negative: negative(keys),
        is_type_number: keys.has_word("number_of", "type"),
        value_type: keys.optional_text("type"),
        has_nul: keys.has_word("nul", "counted"),
        pad: pad(keys, constants),
        description: keys.text("description"),
        published: keys.optional_text("published"),
    })
}

/// Parses what becomes of negative numbers; the length of a string is never negative.
fn negative(keys: &mut Keys<'_>) -> Negative {
    let words = [("reject", Negative::Rejected), ("zero", Negative::Zero)];
    let default = match keys.get("measures") {
        Some(_) => Negative::Rejected,
        None => Negative::Unsigned,
    };
    keys.optional_choice("negative", &words).unwrap_or(default)
}

/// Parses the bit fields of a header or a row.
pub(super) fn bit_fields(
    keys: &mut Keys<'_>,
    key: &'static str,
    constants: &[Constant],
) -> Vec<BitField> {
    keys.or_default(key, |keys, key| {
        keys.entries(key, |name, node| bit_field(name, node, constants))
    })
}

fn bit_field(name: &str, node: Node<'_>, constants: &[Constant]) -> BitField {
    let of_bits = |node: Node<'_>| BitField {
        name: name.to_owned(),
        mask: mask(node, constants),
        written: None,
        is_ignored: false,
        shows: Vec::new(),
        engine_name: None,
    };
    let Some(Value::Map(_)) = node.value else {
        return of_bits(node);
    };
    node.keys(|keys| {
        let plain = of_bits(keys.child("bits"));
        BitField {
            written: keys.optional("write", Keys::number),
            is_ignored: keys.or_default("ignored", Keys::flag),
            shows: keys.or_default("shows", Keys::texts),
            engine_name: keys.optional_text("name"),
            ..plain
        }
    })
}

/// Parses a mask: the name of a constant, a bit such as `16`, or bits such as `16-17`.
fn mask(node: Node<'_>, constants: &[Constant]) -> u32 {
    let mask = match node.value {
        Some(Value::Number(bit)) => bits(*bit, *bit),
        Some(Value::Text(text)) => match text.split_once('-') {
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
    mask.unwrap_or_else(|| stand_in(node, constants, expected))
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
fn stand_in(node: Node<'_>, constants: &[Constant], expected: &str) -> u32 {
    let Node {
        value,
        place,
        report,
    } = node;
    let name = match value {
        None => return 1,
        Some(Value::Text(name)) => name,
        Some(other) => {
            report.add(&place, other.described(), expected);
            return 1;
        }
    };
    let constant_place = Place::constants().child(name);
    if !report.sound(&constant_place) {
        report.distrust(&place);
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
    report.add(&place, found, format!("{expected}{meant}"));
    if meant.is_empty() {
        // Every use of the constant has the same mistake.
        report.distrust(&constant_place);
    }
    1
}

fn pad(keys: &mut Keys<'_>, constants: &[Constant]) -> Option<Pad> {
    let node = keys.optional_child("pad")?;
    let to_multiple = |node: Node<'_>| Pad {
        to: multiple(node, constants),
        may_be_missing: false,
        is_unset: false,
    };
    let Some(Value::Map(_)) = node.value else {
        return Some(to_multiple(node));
    };
    Some(node.keys(|keys| {
        let plain = to_multiple(keys.child("to"));
        Pad {
            may_be_missing: keys.has_word("missing", "allowed"),
            is_unset: keys.has_word("content", "unset"),
            ..plain
        }
    }))
}

/// Parses a multiple of bytes: the name of a constant, or a number.
fn multiple(node: Node<'_>, constants: &[Constant]) -> u32 {
    let multiple = match node.value {
        Some(Value::Number(number)) => u32::try_from(*number).ok(),
        Some(Value::Text(name)) => constant(name, constants),
        _ => None,
    };
    let multiple = multiple.filter(|multiple| multiple.is_power_of_two());
    let expected = "a power of two: the name of a constant, or a number of bytes";
    multiple.unwrap_or_else(|| stand_in(node, constants, expected))
}

fn conditions(keys: &mut Keys<'_>) -> Vec<Condition> {
    keys.or_default("when", |keys, key| keys.entries(key, condition))
}

fn condition(field: &str, node: Node<'_>) -> Condition {
    let is = node.value.and_then(|value| match value {
        Value::Text(text) if text == "present" => Some(Is::Present),
        Value::Text(text) => Role::named(text).map(Is::Role),
        Value::Number(number) => u32::try_from(*number).ok().map(Is::Number),
        _ => None,
    });
    if is.is_none() {
        node.unexpected("a number, `present` or a role");
    }
    Condition {
        field: field.to_owned(),
        is: is.unwrap_or(Is::Present),
    }
}
