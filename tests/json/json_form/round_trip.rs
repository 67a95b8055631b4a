//! Round trips of vectors and arbitrary values of every layout through JSON.

use crate::common::{TestLayout, cases, encode, hex, in_each_layout, vector_values};
use crate::json_form::{from_json, layout_value, to_json};
use gdvariant::EncodeOptions;
use gdvariant::any::AnyVariant;
use proptest::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

/// Checks that every vector survives compact and pretty JSON.
fn every_vector<E: TestLayout<Variant: Serialize + DeserializeOwned>>() {
    for (id, value) in vector_values::<E>() {
        let bytes = encode::<E>(&value);
        let pretty = serde_json::to_string_pretty(&value).expect("the value has a JSON form");
        for form in [to_json(&value), pretty] {
            assert_eq!(encode::<E>(&from_json(&form)), bytes, "{id}: {form}");
        }
    }
}

fn arbitrary_values<E: TestLayout<Variant: Serialize + DeserializeOwned>>() {
    proptest!(cases(100), |(value in E::arb())| {
        let bytes = hex(&encode::<E>(&value));
        let form = to_json(&AnyVariant::new::<E>(value.clone()));
        let back = layout_value::<E>(&form);
        let back = back.map_err(|error| TestCaseError::fail(format!("{form}: {error}")))?;
        let encoded = back.to_vec(EncodeOptions::new()).expect("a value of the layout");
        prop_assert_eq!(hex(&encoded), bytes.clone(), "{}", form);
        // Compares forms, because a NaN does not equal itself.
        prop_assert_eq!(to_json(&back), form);

        // Without a layout, keys have the rule of Godot 4, so that two keys may be equal.
        let form = to_json(&value);
        match serde_json::from_str::<E::Variant>(&form) {
            Ok(back) => prop_assert_eq!(hex(&encode::<E>(&back)), bytes, "{}", form),
            Err(error) => prop_assert!(error.to_string().contains("duplicate key"), "{form}: {error}"),
        }
    });
}

in_each_layout!(every_vector, arbitrary_values);
