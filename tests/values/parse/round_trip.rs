//! `Display` and `FromStr` are inverses, with the exceptions in the documentation of `FromStr`.

use crate::common::layouts::set_key_rule;
use crate::common::{
    AnyVariant, Tagged, TestLayout, cases, in_each_layout, lines, with_nil_for_null,
};
use gdvariant::dictionary::KeyRule;
use gdvariant::{Godot3, Godot4, Kind, NodePath, Pandemonium, Pandemonium5, ParseError, generic};
use proptest::prelude::*;
use serde_json::{Value as Json, json};

/// Returns the tagged form without the information that the exact text lacks.
fn in_text(tag: &Json, has_id: bool) -> Json {
    match tag {
        Json::Object(fields) => {
            match tag["t"].as_str() {
                Some("RID") if !has_id => return json!({ "t": "Nil", "v": null }),
                Some("Signal") => return json!({ "t": "Signal", "v": { "name": "", "id": "0" } }),
                Some("NodePath") => {
                    let text = NodePath::from_tag(&tag["v"]).to_string();
                    return json!({ "t": "NodePath", "v": NodePath::from(text).to_tag() });
                }
                Some("Object") if tag["v"]["class"] == "EncodedObjectAsID" => {
                    return id_of_layer(tag);
                }
                _ => {}
            }
            let fields = fields.iter();
            fields
                .map(|(key, value)| (key.clone(), in_text(value, has_id)))
                .collect()
        }
        Json::Array(elements) => {
            let elements = elements.iter();
            elements.map(|element| in_text(element, has_id)).collect()
        }
        Json::String(text) if is_nan(text) => f64::NAN.to_tag(),
        other => other.clone(),
    }
}

/// Returns whether a tagged form is that of a NaN.
fn is_nan(text: &str) -> bool {
    let bits = u64::from_str_radix(text, 16);
    text.len() == 16 && bits.is_ok_and(|bits| f64::from_bits(bits).is_nan())
}

/// Returns an object with the id of the engine's class.
fn id_of_layer(tag: &Json) -> Json {
    let properties = tag["v"]["properties"].as_array().expect("properties");
    let id = properties
        .iter()
        .find(|property| property[0] == "object_id");
    let id: i64 = id.map_or(0, |id| i64::from_tag(&id[1]["v"]));
    with_nil_for_null(&json!({ "t": "Object", "v": { "id": id.cast_unsigned().to_string() } }))
}

/// Checks that parsing the exact text of a value returns the value, in the notations of the
/// layout's engine and of all engines.
fn check<E: TestLayout>(value: &E::Variant) {
    let has_id = E::LAYOUT
        .type_of(Kind::Rid)
        .is_some_and(|table| !table.tables.is_empty());
    let text = format!("{:#}", generic::display::<E, _>(value));
    check_parsed(
        value,
        has_id,
        E::LAYOUT.keys,
        &text,
        generic::parse::<E>(&text),
    );
    let text = format!("{value:#}");
    check_parsed(value, true, KeyRule::ByValue, &text, text.parse());
}

/// Checks the value that was parsed from the text of another one.
fn check_parsed<V: AnyVariant>(
    value: &V,
    has_id: bool,
    rule: KeyRule,
    text: &str,
    parsed: Result<V, ParseError>,
) {
    let tag = in_text(&with_nil_for_null(&value.to_tag()), has_id);
    // Distinct keys may have the same text.
    let mut expected = V::from_tag(&tag);
    set_key_rule(&mut expected, rule);
    assert_eq!(parsed.expect(text).to_tag(), expected.to_tag(), "{text}");
}

fn random_values_round_trip<E: TestLayout>() {
    proptest!(cases(100), |(value in E::arb())| {
        check::<E>(&value);
        // Parsing the shorter text loses digits only once.
        let text = |value: &E::Variant| generic::display::<E, _>(value).to_string();
        if let Ok(parsed) = generic::parse::<E>(&text(&value)) {
            let shorter = text(&parsed);
            let again = generic::parse::<E>(&shorter).expect(&shorter);
            prop_assert_eq!(text(&again), shorter);
        }
        let parsed: E::Variant = value.to_string().parse().expect("a value");
        let shorter = parsed.to_string();
        prop_assert_eq!(shorter.parse::<E::Variant>().expect(&shorter).to_string(), shorter);
    });
}

in_each_layout!(random_values_round_trip);

/// Checks the texts of all values of a fixture.
///
/// `expected_count` values contain a RID, which has no text.
fn check_vectors<E: TestLayout>(file: &str, expected_count: usize) {
    let mut without_text = 0;
    for line in lines(file) {
        let value = E::from_tag(&line["value"]);
        check::<E>(&value);
        let text = generic::display::<E, _>(&value).to_string();
        match generic::parse::<E>(&text) {
            Ok(parsed) => assert_eq!(generic::display::<E, _>(&parsed).to_string(), text),
            Err(error) => {
                assert!(
                    line["value"].to_string().contains("\"RID\""),
                    "{text}: {error}"
                );
                without_text += 1;
            }
        }
    }
    assert_eq!(without_text, expected_count);
}

#[test]
fn vectors_of_engines() {
    check_vectors::<Godot3>("vectors/godot3.jsonl", 1);
    check_vectors::<Godot4>("vectors/godot4.jsonl", 0);
    check_vectors::<Pandemonium>("vectors/pandemonium.jsonl", 1);
    check_vectors::<Pandemonium5>("vectors/pandemonium5.jsonl", 1);
}
