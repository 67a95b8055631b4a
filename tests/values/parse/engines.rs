//! Checks that values in scripts and texts are parsed as the values of engines.

use crate::common::{TestLayout, bytes, decode, encode, lines};
use gdvariant::{Godot3, Godot4, generic};
use std::collections::BTreeSet;

/// Returns the texts of a fixture, with the bytes of their values.
fn fixture(file: &str) -> Vec<(String, Vec<u8>)> {
    let field = |line: &serde_json::Value, name| line[name].as_str().expect(name).to_owned();
    let lines = lines(file).into_iter();
    lines
        .map(|line| (field(&line, "text"), bytes(&field(&line, "hex"))))
        .collect()
}

/// Checks that each text is parsed as the engine's value, and returns the number of texts.
fn check<E: TestLayout>(file: &str) -> usize {
    let fixture = fixture(file);
    for (text, bytes) in &fixture {
        let value = decode::<E>(bytes).expect("the engine wrote it");
        let parsed = generic::parse::<E>(text).expect(text);
        // Bytes distinguish -0 from 0. Paths are encoded again because engines leave their padding
        // uninitialized.
        assert_eq!(encode::<E>(&parsed), encode::<E>(&value), "{text}");
    }
    fixture.len()
}

/// Checks that the schema has exactly the constants of the engine.
fn check_constants<E: TestLayout>(file: &str) {
    let fixture = fixture(file);
    let names = fixture.iter().map(|(text, _)| text.as_str());
    let is_constant = |name: &&str| {
        name.starts_with(char::is_alphabetic)
            && name.contains('.')
            && name.bytes().all(is_in_constant)
    };
    let of_engine: BTreeSet<&str> = names.filter(is_constant).collect();
    let of_type = |table: &gdvariant::table::TypeInfo| {
        let names = table.constants.iter().map(|constant| constant.name);
        let names = names.map(|name| format!("{}.{name}", table.name));
        names.collect::<Vec<_>>()
    };
    let of_schema: Vec<_> = E::LAYOUT.types().iter().flat_map(of_type).collect();
    let of_schema: BTreeSet<&str> = of_schema.iter().map(String::as_str).collect();
    assert_eq!(of_schema, of_engine);
}

/// Returns whether a character can be in a constant, such as `Plane.PLANE_XY`.
fn is_in_constant(character: u8) -> bool {
    character.is_ascii_alphanumeric() || b"._".contains(&character)
}

#[test]
fn scripts_of_godot3() {
    assert_eq!(check::<Godot3>("texts/godot3-scripts.jsonl"), 130);
    check_constants::<Godot3>("texts/godot3-scripts.jsonl");
}

#[test]
fn scripts_of_godot4() {
    assert_eq!(check::<Godot4>("texts/godot4-scripts.jsonl"), 200);
    check_constants::<Godot4>("texts/godot4-scripts.jsonl");
}

/// Checks that the engine parsed a text with each of the other names that the schema has.
fn check_text_names<E: TestLayout>(file: &str) {
    let fixture = fixture(file);
    for name in E::LAYOUT.types().iter().flat_map(|table| table.text_names) {
        let constructor = format!("{name}(");
        let is_measured = fixture
            .iter()
            .any(|(text, _)| text.starts_with(&constructor));
        assert!(is_measured, "{name}");
    }
}

#[test]
fn texts_that_godot3_parses() {
    assert_eq!(check::<Godot3>("texts/godot3-parsed.jsonl"), 101);
    check_text_names::<Godot3>("texts/godot3-parsed.jsonl");
}

#[test]
fn texts_that_godot4_parses() {
    assert_eq!(check::<Godot4>("texts/godot4-parsed.jsonl"), 181);
    check_text_names::<Godot4>("texts/godot4-parsed.jsonl");
}

/// Source: `core/variant/variant_parser.cpp` of Pandemonium 4.3 to 5.2.
#[test]
fn bytes_in_base64() {
    use gdvariant::{Packed, Pandemonium, Pandemonium3, Pandemonium5, Variant};

    let bytes = Variant::from(Packed(vec![0_u8, 1, 2]));
    let text = "PoolByteArray( \"AAEC\" )";
    assert_eq!(generic::parse::<Pandemonium>(text).as_ref(), Ok(&bytes));
    assert_eq!(generic::parse::<Pandemonium5>(text).as_ref(), Ok(&bytes));
    assert_eq!(
        generic::parse::<Godot4>("PackedByteArray(\"AAEC\")").as_ref(),
        Ok(&bytes)
    );
    assert!(generic::parse::<Pandemonium3>(text).is_err());
    assert!(generic::parse::<Godot3>(text).is_err());
}
