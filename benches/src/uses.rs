//! Benchmarks of a `Variant` other than decoding and encoding: text, JSON, conversion, lookup.

use crate::contestant::{Contestants, Method, Task};
use ::serde::Serialize;
use ::serde::de::DeserializeOwned;
use gdvariant::generic::structure::{AsView, View};
use gdvariant::{Converter, Engine, ParseError, Path, generic};
use std::hint::black_box;
use std::rc::Rc;

/// Displays a value in Godot 4's notation.
pub const DISPLAY: Method = Method::new(Task::Use, "display");
/// Parses the displayed text.
pub const PARSE: Method = Method::new(Task::Use, "parse");
/// Serializes the JSON form with `serde_json`.
pub const TO_JSON: Method = Method::new(Task::Use, "to JSON");
/// Deserializes the JSON form with `serde_json`.
pub const FROM_JSON: Method = Method::new(Task::Use, "from JSON");
/// Converts a value to the other layout with `Converter`.
pub const CONVERT: Method = Method::new(Task::Use, "convert");
/// Converts a clone to the other layout in place.
pub const CONVERT_IN_PLACE: Method = Method::new(Task::Use, "convert in place");
/// Finds the value of each key of the outermost Dictionary.
pub const LOOKUP: Method = Method::new(Task::Use, "lookup");
/// Finds the value at each path of two segments.
pub const PATH: Method = Method::new(Task::Use, "path");

/// All methods of this module.
pub const ALL: [Method; 8] = [
    DISPLAY,
    PARSE,
    TO_JSON,
    FROM_JSON,
    CONVERT,
    CONVERT_IN_PLACE,
    LOOKUP,
    PATH,
];

/// Adds the benchmarks of a value of the layout `A`, with `B` as the target layout of conversions.
pub(crate) fn add<'p, A, B>(list: &mut Contestants<'p>, bytes: &'p [u8])
where
    A: Engine<Variant: Serialize + DeserializeOwned>,
    B: Engine,
{
    let value: A::Variant = crate::ours::read::<A, _>(bytes);
    let text = value.to_string();
    let parsed: Result<A::Variant, ParseError> = text.parse();
    assert!(parsed.is_ok(), "the displayed text can be parsed");
    let json = serde_json::to_string(&value).expect("the payload has a JSON form");
    // Not compared with `value`: without its feature `float_roundtrip`, serde_json may change the
    // last digit of a float.
    let read: Result<A::Variant, _> = serde_json::from_str(&json);
    assert!(read.is_ok(), "the JSON form can be deserialized");

    let size = bytes.len();
    let value = Rc::new(value);
    let shown = Rc::clone(&value);
    let mut buffer = String::new();
    list.add(DISPLAY, size, move || {
        use std::fmt::Write;

        buffer.clear();
        write!(buffer, "{}", black_box(&*shown))
    });
    list.add(PARSE, size, move || black_box(&text).parse::<A::Variant>());
    let shown = Rc::clone(&value);
    let mut buffer = Vec::new();
    list.add(TO_JSON, size, move || {
        buffer.clear();
        serde_json::to_writer(&mut buffer, black_box(&*shown))
    });
    list.add(FROM_JSON, size, move || {
        serde_json::from_str::<A::Variant>(black_box(&json))
    });
    let source = Rc::clone(&value);
    list.add(CONVERT, size, move || {
        let converter = Converter::new().lossy();
        converter.convert::<A, B>(black_box(&*source))
    });
    let moved = Rc::clone(&value);
    list.add(CONVERT_IN_PLACE, size, move || {
        let mut value = black_box(&*moved).clone();
        let converter = Converter::new().lossy();
        let report = converter.convert_in_place(&mut value, A::LAYOUT, B::LAYOUT);
        report.map(|report| (value, report))
    });
    let keys = members::<A>(&value);
    let found = Rc::clone(&value);
    let paths = paths::<A>(&value);
    list.add(LOOKUP, size, move || {
        let found = black_box(&*found);
        let View::Dictionary(entries) = found.view() else {
            return 0;
        };
        let known = keys.iter().filter(|key| entries.contains_key(*key));
        known.count()
    });
    list.add(PATH, size, move || {
        let value = black_box(&*value);
        let known = paths
            .iter()
            .filter(|path| generic::at_path(value, path).is_some());
        known.count()
    });
}

/// Returns the keys of a Dictionary, or nothing for other values.
fn members<E: Engine>(value: &E::Variant) -> Vec<E::Variant> {
    match value.view() {
        View::Dictionary(entries) => entries.keys().cloned().collect(),
        _ => Vec::new(),
    }
}

/// Returns all paths of two segments that lead to a value.
fn paths<E: Engine>(value: &E::Variant) -> Vec<Path> {
    let outer = children::<E>(value).into_iter();
    let inner = outer.flat_map(|(start, member)| {
        let members = children::<E>(member).into_iter();
        let joined = move |(end, _): (String, _)| format!("{start}{end}").parse();
        let paths: Vec<Path> = members.filter_map(|member| joined(member).ok()).collect();
        paths
    });
    inner.collect()
}

/// Returns the elements or values of a container, each with its path segment.
fn children<E: Engine>(value: &E::Variant) -> Vec<(String, &E::Variant)> {
    match value.view() {
        View::Array(values) => {
            let values = values.iter().enumerate();
            values
                .map(|(index, value)| (format!("[{index}]"), value))
                .collect()
        }
        View::Dictionary(entries) => {
            let entries = entries.iter();
            entries
                .map(|(key, value)| (format!("[{key}]"), value))
                .collect()
        }
        _ => Vec::new(),
    }
}
