//! Tests `gdvariant types --json`.
#![cfg(all(feature = "godot3", feature = "godot4", feature = "double"))]

use crate::common::good;
use serde_json::Value;

fn document(args: &str) -> Value {
    serde_json::from_str(&good(&format!("types --json {args}"), "")).expect("JSON")
}

fn type_named<'d>(document: &'d Value, name: &str) -> &'d Value {
    let types = document["types"].as_array().expect("types");
    let mut found = types.iter().filter(|ty| ty["name"] == name);
    found.next().unwrap_or_else(|| panic!("{name}"))
}

#[test]
fn types_are_a_json_document() {
    let document = document("");
    assert_eq!(
        (&document["layout"], &document["precision"]),
        (&"godot3".into(), &"single".into())
    );
    let vector = type_named(&document, "Vector2");
    insta::assert_snapshot!(serde_json::to_string_pretty(vector).expect("JSON"));
    let numbers = document["types"].as_array().expect("types").iter();
    let numbers: Vec<_> = numbers.map(|ty| ty["number"].as_u64()).collect();
    assert_eq!(numbers, (0..27).map(Some).collect::<Vec<_>>());
}

#[test]
fn offsets_name_their_reference() {
    let document = document("--layout godot4");
    let offset = |ty: &str, table: usize, field: usize| {
        type_named(&document, ty)["tables"][table]["fields"][field]["offset"].to_string()
    };
    assert_eq!(offset("String", 0, 1), r#"{"at":8}"#);
    assert_eq!(
        offset("PackedVector3Array", 0, 2),
        r#"{"first":12,"stride":12}"#
    );
    assert_eq!(offset("NodePath", 3, 1), r#"{"part":4}"#);
    assert_eq!(offset("Signal", 0, 2), r#"{"after":true}"#);
    assert_eq!(type_named(&document, "PackedVector4Array")["since"], "4.3");
    assert_eq!(type_named(&document, "Quaternion")["kind"], "Quaternion");
    assert_eq!(type_named(&document, "Nil")["tables"][0]["size"], "4");
}

#[test]
fn sizes_are_the_same_as_in_text() {
    for layout in ["godot3", "godot4", "godot3-double"] {
        let args = format!("--layout {layout}");
        let text = good(&format!("types {args}"), "");
        let document = document(&args);
        for ty in document["types"].as_array().expect("types") {
            let (number, name) = (&ty["number"], ty["name"].as_str().expect("a name"));
            let line = text.lines().find(|line| {
                let mut words = line.split_whitespace();
                words.next() == Some(number.to_string().as_str()) && words.next() == Some(name)
            });
            let line = line.unwrap_or_else(|| panic!("{name} in {text}"));
            let first = &ty["tables"][0];
            if first["name"] == "" {
                let size = first["size"].as_str().expect("a size");
                assert!(line.contains(&format!(" {size}")), "{line}: {size}");
            }
        }
    }
}

#[test]
fn types_are_chosen_by_name() {
    let text = good("types --layout godot4 vector2 Color", "");
    assert!(
        text.contains("Vector2 ") && text.contains("Color "),
        "{text}"
    );
    assert!(!text.contains("Vector3"), "{text}");
    let document = good("types --json Vector2", "");
    let document: Value = serde_json::from_str(&document).expect("JSON");
    assert_eq!(document["types"].as_array().map(Vec::len), Some(1));
    let ran = crate::common::run("types Vector5", "");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("unknown type \"Vector5\""), "{}", ran.err);
}
