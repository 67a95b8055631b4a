//! Searches values of all types.

#![allow(missing_docs, reason = "a test")]

use gdvariant_editor::Document;
use serde_json::Value;

fn opened(text: &str) -> Document {
    let options = r#"{"is_text":true,"layout":"godot4","framing":"bare"}"#;
    Document::open(text.into(), options).expect("the text of a value")
}

/// Returns the names and the values that a search finds, in its order.
fn found(document: &Document, text: &str, ty: &str) -> Vec<String> {
    let rows = document.search(text, ty, 100);
    let hits: Value = serde_json::from_str(&document.hits(rows[1..].to_vec())).expect("JSON");
    let hits = hits.as_array().expect("an array").clone();
    assert_eq!(rows[0], hits.len());
    let text = |hit: &Value, key: &str| hit[key].as_str().expect("a text").to_owned();
    let hits = hits.iter().map(|hit| {
        let place = text(hit, "place");
        let dot = if place.is_empty() { "" } else { "/" };
        format!("{place}{dot}{}={}", text(hit, "name"), text(hit, "value"))
    });
    hits.collect()
}

const SAVE: &str = r#"{
    "wealth": 1250.7, "player": {"gold": 1250, "debt": -1250, "name": "Gold Digger"}, "gold_rush": true,
    "scores": PackedInt32Array(3, 1250), "at": Vector2(1250, 0.3), "note": "1250 coins", 1250: "a key",
    "exact": 1250.0, "near": 1249.2, "far": 1251.2, "half": 87.5, "small": 0.299, "missing": null,
    "path": ^"Gold/Node", "tint": Color(1, 0.5, 0, 1), "big": 9007199254740993, "empty": []
}"#;

#[test]
fn numbers_are_found_in_values_of_all_types() {
    let document = opened(SAVE);
    let all = [
        "player/gold=1250",
        "1250=a key",
        "exact=1250.0",
        "wealth=1250.7",
        "scores=PackedInt32Array[3, 1250]",
        "at=Vector2(1250, 0.3)",
        "note=1250 coins",
    ];
    let names = |found: Vec<String>| -> Vec<String> {
        let name = |it: String| it.split('=').next().unwrap_or_default().to_owned();
        found.into_iter().map(name).collect()
    };
    let expected = names(all.map(str::to_owned).to_vec());
    assert_eq!(names(found(&document, "1250", "")), expected);
    for text in ["1,250", "1 250", "1_250"] {
        let found = names(found(&document, text, ""));
        assert!(expected.starts_with(&found[..3]), "{text}: {found:?}");
    }
    assert_eq!(names(found(&document, "-1250", "")), ["player/debt"]);
    assert_eq!(names(found(&document, "1250.7", "")), ["wealth"]);
    assert_eq!(names(found(&document, "87", "")), ["half"]);
    assert_eq!(names(found(&document, "88", "")), ["half"]);
    assert_eq!(names(found(&document, "87,5", "")), ["half"]);
    assert_eq!(names(found(&document, "0.3", "")), ["at", "small"]);
    assert_eq!(names(found(&document, "9007199254740993", "")), ["big"]);
    assert!(found(&document, "9007199254740992", "").is_empty());
}

#[test]
fn equal_keys_and_strings_precede_others() {
    let document = opened(SAVE);
    let expected = [
        "player/gold=1250",
        "path=NodePath(\"Gold/Node\")",
        "player/name=\"Gold Digger\"",
        "gold_rush=true",
    ];
    assert_eq!(found(&document, "gold", ""), expected);
}

#[test]
fn values_are_found_by_their_text() {
    let document = opened(SAVE);
    assert_eq!(found(&document, "true", ""), ["gold_rush=true"]);
    assert_eq!(found(&document, "null", ""), ["missing=null"]);
    assert_eq!(found(&document, "Color(1, 0.5, 0, 1)", "").len(), 1);
    assert_eq!(found(&document, "[]", ""), ["empty=[]"]);
}

#[test]
fn results_are_restricted_to_a_type() {
    let document = opened(SAVE);
    assert_eq!(found(&document, "gold", "bool"), ["gold_rush=true"]);
    assert_eq!(found(&document, "1250", "int"), ["player/gold=1250"]);
    assert_eq!(found(&document, "", "bool"), ["gold_rush=true"]);
    assert_eq!(found(&document, "", ""), [] as [&str; 0]);
    let types: Value = serde_json::from_str(&document.types()).expect("JSON");
    let types = types.as_array().expect("an array");
    let count = |name: &str| {
        let found = types.iter().find(|it| it["name"] == name);
        found.map(|it| it["count"].as_u64().expect("a number"))
    };
    assert_eq!(
        (count("int"), count("float"), count("bool")),
        (Some(3), Some(6), Some(1))
    );
    assert_eq!(count("AABB"), None);
}

#[test]
fn members_of_long_arrays_are_described() {
    let elements: Vec<_> = (0..3000).map(|it| format!("{{\"id\": {it}}}")).collect();
    let document = opened(&format!("[{}]", elements.join(", ")));
    assert_eq!(found(&document, "2999", ""), ["[2999]/id=2999"]);
}
