//! Searches values of all types.

use super::{list, number, parsed, string};
use gdvariant_editor::Document;

fn opened(text: &str) -> Document {
    let options = r#"{"is_text":true,"layout":"godot4","framing":"bare"}"#;
    Document::open(text.into(), options).expect("the text of a value")
}

/// Returns the names and the values that a search finds, in its order.
fn found(document: &Document, text: &str, ty: &str) -> Vec<String> {
    let rows = document.search(text, ty, 100);
    let hits = parsed(&document.hits(rows[1..].to_vec()));
    assert_eq!(rows[0], list(&hits).len());
    let hits = list(&hits).iter().map(|hit| {
        let [place, name, value] = ["place", "name", "value"].map(|key| string(&hit[key]));
        let dot = if place.is_empty() { "" } else { "/" };
        format!("{place}{dot}{name}={value}")
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
    let names = |text: &str| {
        let name = |it: String| it.split('=').next().unwrap_or_default().to_owned();
        let names: Vec<_> = found(&document, text, "").into_iter().map(name).collect();
        names.join(" ")
    };
    for (text, expected) in [
        ("1250", "player/gold 1250 exact wealth scores at note"),
        ("-1250", "player/debt"),
        ("1250.7", "wealth"),
        ("87", "half"),
        ("88", "half"),
        ("87,5", "half"),
        ("0.3", "at small"),
        ("9007199254740993", "big"),
        ("9007199254740992", ""),
    ] {
        assert_eq!(names(text), expected, "{text}");
    }
    for text in ["1,250", "1 250", "1_250"] {
        assert!(names(text).starts_with("player/gold 1250 exact"), "{text}");
    }
}

#[test]
fn values_are_found_by_their_text_and_type() {
    let document = opened(SAVE);
    for (text, ty, expected) in [
        // Equal keys and strings precede others.
        (
            "gold",
            "",
            &[
                "player/gold=1250",
                "path=NodePath(\"Gold/Node\")",
                "player/name=\"Gold Digger\"",
                "gold_rush=true",
            ][..],
        ),
        ("true", "", &["gold_rush=true"]),
        ("null", "", &["missing=null"]),
        ("Color(1, 0.5, 0, 1)", "", &["tint=Color(1, 0.5, 0, 1)"]),
        ("[]", "", &["empty=[]"]),
        ("gold", "bool", &["gold_rush=true"]),
        ("1250", "int", &["player/gold=1250"]),
        ("", "bool", &["gold_rush=true"]),
        ("", "", &[]),
    ] {
        assert_eq!(found(&document, text, ty), expected, "{text} {ty}");
    }
    let types = parsed(&document.types());
    let count = |name: &str| {
        let found = list(&types).iter().find(|it| it["name"] == name);
        found.map(|it| number(&it["count"]))
    };
    let counts = ["int", "float", "bool", "AABB"].map(count);
    assert_eq!(counts, [Some(3), Some(6), Some(1), None]);
}

#[test]
fn members_of_long_arrays_are_described() {
    let elements: Vec<_> = (0..3000).map(|it| format!("{{\"id\": {it}}}")).collect();
    let document = opened(&format!("[{}]", elements.join(", ")));
    assert_eq!(found(&document, "2999", ""), ["[2999]/id=2999"]);
}
