//! Helpers of all tests: the tagged form of values, bytes in hex, and one trait for all layouts.
#![allow(
    dead_code,
    unused_imports,
    unused_macros,
    reason = "every binary uses a part of this"
)]

pub(crate) mod arb;
pub(crate) mod layouts;
pub(crate) mod parts;
mod vectors;

use gdvariant::{DecodeError, DecodeOptions, EncodeOptions, Engine, generic};
pub(crate) use layouts::{AnyVariant, TestLayout, in_each_kind_of_layout, in_each_layout};
pub(crate) use parts::Tagged;
use serde_json::Value as Json;
use std::path::Path;
pub(crate) use vectors::{vector_inputs, vector_values, verdict_inputs};

/// Returns how often a random test repeats its checks: `few` times, multiplied by the number in
/// the variable `GDVARIANT_TEST_ROUNDS`.
pub(crate) fn rounds<T: From<u16> + std::ops::Mul<Output = T>>(few: T) -> T {
    few * T::from(factor())
}

/// Returns the configuration of a random test with this number of [`rounds`].
pub(crate) fn cases(few: u32) -> proptest::test_runner::Config {
    proptest::test_runner::Config {
        cases: rounds(few),
        failure_persistence: None,
        ..Default::default()
    }
}

/// Returns the step of a test that checks each of so many changes only if
/// `GDVARIANT_TEST_ROUNDS` is at least this number.
pub(crate) fn step(of: usize) -> usize {
    (of / usize::from(factor())).max(1)
}

fn factor() -> u16 {
    let text = std::env::var("GDVARIANT_TEST_ROUNDS");
    text.map_or(1, |text| {
        text.parse().expect("GDVARIANT_TEST_ROUNDS is a number")
    })
}

/// Parses hex digits, ignoring spaces.
pub(crate) fn bytes(hex: &str) -> Vec<u8> {
    let digits: Vec<u32> = hex
        .chars()
        .filter(|c| !c.is_whitespace())
        .map(|c| c.to_digit(16).expect("hex"))
        .collect();
    assert!(digits.len().is_multiple_of(2), "half a byte in {hex}");
    digits
        .chunks_exact(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).expect("two digits are a byte"))
        .collect()
}

/// Formats bytes as hex digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: [char; 16] = [
        '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'a', 'b', 'c', 'd', 'e', 'f',
    ];
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| DIGITS[usize::from(digit)])
        .collect()
}

/// Returns the root of the repository, which contains the package of the test.
pub(crate) fn root() -> &'static Path {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut folders = package.ancestors();
    let root = folders.find(|folder| folder.join("conformance").is_dir());
    root.expect("the fixtures are in the repository")
}

/// Parses the lines of a fixture, such as `vectors/godot3.jsonl`.
pub(crate) fn lines(file: &str) -> Vec<Json> {
    let text = std::fs::read_to_string(root().join("conformance").join(file));
    let text = text.expect("the fixture is there");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a fixture is JSON lines"))
        .collect()
}

/// Decodes strictly, with full objects allowed.
pub(crate) fn decode<E: Engine>(bytes: &[u8]) -> Result<E::Variant, DecodeError> {
    generic::from_slice::<E, E::Variant>(bytes, DecodeOptions::new().allow_objects(true))
}

/// Encodes a value, and panics if it cannot be encoded.
pub(crate) fn encode<E: Engine>(value: &E::Variant) -> Vec<u8> {
    generic::to_vec::<E, _>(value, EncodeOptions::new()).expect("the value can be encoded")
}

/// Replaces objects without an id or a class by Nil, because scripts see such objects as null.
pub(crate) fn with_nil_for_null(tag: &Json) -> Json {
    match tag {
        Json::Object(fields)
            if tag["t"] == "Object" && (tag["v"]["id"] == "0" || tag["v"]["class"] == "") =>
        {
            assert_eq!(fields.len(), 2);
            serde_json::json!({ "t": "Nil", "v": null })
        }
        Json::Object(fields) => fields
            .iter()
            .map(|(key, value)| (key.clone(), with_nil_for_null(value)))
            .collect(),
        Json::Array(elements) => elements.iter().map(with_nil_for_null).collect(),
        other => other.clone(),
    }
}

/// Returns the sorted lines of a text, to compare Dictionaries whose keys have another order.
///
/// A Dictionary has one pair per line, so the comma after all pairs but the last is removed.
pub(crate) fn sorted_lines(text: &str) -> Vec<&str> {
    let mut lines: Vec<_> = text
        .split('\n')
        .map(|line| line.strip_suffix(',').unwrap_or(line))
        .collect();
    lines.sort_unstable();
    lines
}

/// Returns whether texts are equal except for the last digits of floats.
///
/// Floats with different digits must have the same number of digits and parse to the same value:
/// writers choose differently if two candidates are equally close.
pub(crate) fn is_same_except_ties(one: &str, other: &str) -> bool {
    let numbers = |text: &str| {
        let is_digit = |c: char| c.is_ascii_alphanumeric() || ".+-".contains(c);
        let words = text.split(|c| !is_digit(c)).map(str::to_owned);
        words.collect::<Vec<_>>()
    };
    let is_same = |(a, b): (&String, &String)| {
        let [a_float, b_float] = [a, b].map(|text| text.parse::<f32>());
        a == b || (a.len() == b.len() && a_float.is_ok() && a_float == b_float)
    };
    let (one, other) = (numbers(one), numbers(other));
    one.len() == other.len() && one.iter().zip(&other).all(is_same)
}

/// An error with a place and a kind. `values::messages` records the words.
pub(crate) trait Fault {
    /// Returns the place and the kind, such as `0x0008: [1].x: WrongType`.
    fn fault(&self) -> String;
}

/// Joins an offset, a path and the name of a kind.
fn place(offset: Option<usize>, path: &gdvariant::Path, kind: &dyn std::fmt::Debug) -> String {
    let kind = format!("{kind:?}");
    let kind = kind
        .trim_start_matches("Decode(")
        .trim_start_matches("NotEncoded(")
        .trim_start_matches("Encode(");
    let name = kind.split(|c: char| !c.is_alphanumeric()).next();
    let path = Some(path.to_string()).filter(|path| !path.is_empty());
    let offset = offset.map(|offset| format!("{offset:#06x}"));
    let parts = [offset, path, name.map(str::to_owned)];
    parts.into_iter().flatten().collect::<Vec<_>>().join(": ")
}

impl Fault for DecodeError {
    fn fault(&self) -> String {
        // The error of a Variant has no offset.
        let offset = self.to_string().starts_with("0x").then(|| self.offset());
        place(offset, self.path(), self.kind())
    }
}

impl Fault for gdvariant::EncodeError {
    fn fault(&self) -> String {
        place(None, self.path(), self.kind())
    }
}
