//! Round trips of vectors and arbitrary values of every layout through JSON.

use crate::common::{TestLayout, bytes, cases, decode, encode, hex, in_each_layout, lines};
use crate::json_form::{from_json, layout_value, to_json};
use gdvariant::any::{AnyPrecision, AnyVariant};
use gdvariant::{EncodeOptions, Godot3, Layout};
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that every vector survives compact and pretty JSON.
fn check_vectors<L: Layout<Variant: Serialize + DeserializeOwned>>(file: &str) {
    for vector in lines(file) {
        let digits = vector["hex"].as_str().expect("a vector has bytes");
        let value = decode::<L>(&bytes(digits)).expect("the bytes are a value");
        let form = to_json(&value);
        assert_eq!(
            hex(&encode::<L>(&from_json(&form))),
            digits,
            "{}: {form}",
            vector["id"]
        );
        let pretty = serde_json::to_string_pretty(&value).expect("the value has a JSON form");
        assert_eq!(
            hex(&encode::<L>(&from_json(&pretty))),
            digits,
            "{}: {pretty}",
            vector["id"]
        );
    }
}

#[test]
fn godot3_vectors() {
    check_vectors::<Godot3>("vectors/godot3.jsonl");
}

#[cfg(feature = "pandemonium")]
#[test]
fn pandemonium_vectors() {
    check_vectors::<gdvariant::Pandemonium>("vectors/pandemonium.jsonl");
}

#[cfg(feature = "pandemonium5")]
#[test]
fn pandemonium5_vectors() {
    check_vectors::<gdvariant::Pandemonium5>("vectors/pandemonium5.jsonl");
}

fn arbitrary_values<L: TestLayout<Variant: AnyPrecision + Serialize + DeserializeOwned>>() {
    proptest!(cases(100), |(value in L::arb())| {
        let bytes = hex(&encode::<L>(&value));
        let form = to_json(&AnyVariant::new::<L>(value.clone()));
        let back = layout_value::<L>(&form);
        let back = back.map_err(|error| TestCaseError::fail(format!("{form}: {error}")))?;
        let encoded = back.to_vec(EncodeOptions::new()).expect("a value of the layout");
        prop_assert_eq!(hex(&encoded), bytes.clone(), "{}", form);
        // Compares forms, because a NaN does not equal itself.
        prop_assert_eq!(to_json(&back), form);

        // Without a layout, keys have the rule of Godot 4, so that two keys may be equal.
        let form = to_json(&value);
        match serde_json::from_str::<L::Variant>(&form) {
            Ok(back) => prop_assert_eq!(hex(&encode::<L>(&back)), bytes, "{}", form),
            Err(error) => prop_assert!(error.to_string().contains("duplicate key"), "{form}: {error}"),
        }
    });
}

in_each_layout!(arbitrary_values);
