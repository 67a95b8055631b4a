//! Tests `gdvariant types`.

use crate::common::{good, run};
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
    assert_eq!(document["layout"], "godot3");
    assert_eq!(document["precision"], "single");
    let vector = type_named(&document, "Vector2");
    insta::assert_snapshot!(serde_json::to_string_pretty(vector).expect("JSON"));
    assert_eq!(document["types"].as_array().map(Vec::len), Some(27));
}

#[test]
fn offsets_name_their_reference() {
    let document = document("--layout godot4");
    let offset = |ty: &str, table: usize, field: usize| {
        type_named(&document, ty)["tables"][table]["fields"][field]["offset"].to_string()
    };
    assert_eq!(offset("String", 0, 1), r#"{"at":8}"#);
    let stride = r#"{"first":12,"stride":12}"#;
    assert_eq!(offset("PackedVector3Array", 0, 2), stride);
    assert_eq!(offset("NodePath", 3, 1), r#"{"part":4}"#);
    assert_eq!(offset("Signal", 0, 2), r#"{"after":true}"#);
    assert_eq!(type_named(&document, "PackedVector4Array")["since"], "4.3");
    assert_eq!(type_named(&document, "Quaternion")["kind"], "Quaternion");
    assert_eq!(type_named(&document, "Nil")["tables"][0]["size"], "4");
}

#[test]
fn types_are_chosen_by_name() {
    let text = good("types --layout godot4-double vector2 Color", "");
    assert!(text.starts_with("godot4_double: "), "{text}");
    let has = |name: &str| text.lines().any(|line| line.contains(name));
    assert!(
        has("Vector2 ") && has("Color ") && !has("Vector3"),
        "{text}"
    );
    let one = document("Vector2");
    assert_eq!(one["types"].as_array().map(Vec::len), Some(1));
    for invalid in ["types Vector5", "types --layout godot5"] {
        assert_eq!(run(invalid, "").status, 2, "{invalid}");
    }
}
