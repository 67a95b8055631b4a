//! The JSON form: it represents every value of every layout, with the names of the layout or with
//! those of Rust.

mod depth;
mod dictionaries;
mod numbers;
mod round_trip;
mod types;

use crate::common::{bytes, decode, encode, hex};
use gdvariant::any::AnyVariant;
use gdvariant::schema::layout_named;
use gdvariant::{EncodeOptions, Engine, Godot3, Variant};
use serde::Serialize;
use serde::de::{DeserializeOwned, DeserializeSeed};

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("the value has a JSON form")
}

/// Parses the JSON form of a value.
fn from_json<V: DeserializeOwned>(json: &str) -> V {
    serde_json::from_str(json).unwrap_or_else(|error| panic!("{json}: {error}"))
}

/// Returns the error of parsing a value of Godot 3.
fn json_error(json: &str) -> String {
    match layout_value::<Godot3>(json) {
        Ok(value) => panic!("{json} is accepted as {value:?}"),
        Err(error) => error.to_string(),
    }
}

/// Parses a value in the JSON form with the names of a layout.
fn layout_value<E: Engine>(json: &str) -> Result<AnyVariant, serde_json::Error> {
    let layout = layout_named(E::LAYOUT.name).expect("the schema has the layout");
    let mut deserializer = serde_json::Deserializer::from_str(json);
    let value = layout.deserialize(&mut deserializer)?;
    deserializer.end().map(|()| value)
}

/// Checks that bytes have this form with the names of the layout, and that parsing the form
/// returns the bytes, as does parsing the form with the names of Rust.
#[track_caller]
fn check_bytes<E: Engine<Variant: Serialize + DeserializeOwned>>(digits: &str, form: &str) {
    let value = decode::<E>(&bytes(digits)).expect("the bytes are a value");
    let digits = digits.replace(' ', "");
    assert_eq!(to_json(&AnyVariant::new::<E>(value.clone())), form);
    let parsed = layout_value::<E>(form).expect(form);
    assert_eq!(
        parsed.to_vec(EncodeOptions::new()).map(|bytes| hex(&bytes)),
        Ok(digits.clone()),
        "{form}"
    );
    assert_eq!(
        hex(&encode::<E>(&from_json(&to_json(&value)))),
        digits,
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
