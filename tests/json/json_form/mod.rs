//! The JSON form: it represents every value of every layout, as documented.
#![cfg(all(feature = "serde", feature = "godot3"))]

mod depth;
mod dictionaries;
mod errors;
mod numbers;
mod round_trip;
mod types;

use crate::common::{bytes, decode, encode, hex};
use gdvariant::Layout;
use gdvariant::godot3::Variant;
use serde::Serialize;
use serde::de::DeserializeOwned;

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value has a JSON form")
}

/// Parses the JSON form of a value.
fn from_json<V: DeserializeOwned>(json: &str) -> V {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Returns the error of parsing a value of Godot 3.
fn json_error(json: &str) -> String {
    match serde_json::from_str::<Variant>(json) {
        Ok(value) => panic!("{json} is accepted as {value:?}"),
        Err(error) => error.to_string(),
    }
}

/// Checks that bytes have this form, and that parsing the form returns the bytes.
#[track_caller]
fn check_bytes<L: Layout<Variant: Serialize + DeserializeOwned>>(digits: &str, form: &str) {
    let value = decode::<L>(&bytes(digits)).expect("the bytes are a value");
    assert_eq!(to_json(&value), form);
    assert_eq!(
        hex(&encode::<L>(&from_json(form))),
        digits.replace(' ', ""),
        "{form}"
    );
}

/// Checks that a value has this form, and that parsing the form returns the value.
#[track_caller]
fn check_value(form: &str, value: impl Into<Variant>) {
    let value = value.into();
    assert_eq!(to_json(&value), form);
    assert_eq!(from_json::<Variant>(form), value, "{form}");
}

/// Checks that parsing an alternative form returns the value.
#[track_caller]
fn check_parsed(form: &str, value: impl Into<Variant>) {
    assert_eq!(from_json::<Variant>(form), value.into(), "{form}");
}
