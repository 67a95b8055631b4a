//! Dictionaries: JSON objects if unambiguous, and lists of pairs otherwise.

use crate::json_form::{check_parsed, check_value, json_error};
use gdvariant::Rid;
use gdvariant::godot3::{Dictionary, Object, variant};

#[test]
fn dictionaries_are_json_objects_or_pairs() {
    let one = |key: &str| Dictionary::from([(key, 1)]);
    check_value(r#"{"a":1}"#, one("a"));
    check_value(r#"{"":1}"#, one(""));
    check_value(r#"{"vector2":1}"#, one("vector2"));
    check_value(r#"{"Node":1}"#, one("Node"));
    // Names of all layouts are reserved, including disabled ones.
    for name in [
        "Vector2",
        "Object",
        "float",
        "Dictionary",
        "Nil",
        "PoolByteArray",
        "Vector4",
        "Quaternion",
        "real",
        "StringName",
        "PoolVector4iArray",
        "PackedTypedArray",
    ] {
        check_value(&format!(r#"{{"Dictionary":[["{name}",1]]}}"#), one(name));
    }
    // serde_json marks numbers with this key.
    check_value(
        r#"{"Dictionary":[["$serde_json::private::Number","1"]]}"#,
        Dictionary::from([("$serde_json::private::Number", "1")]),
    );
    check_value(
        r#"{"Vector2":1,"x":2}"#,
        Dictionary::from([("Vector2", 1), ("x", 2)]),
    );
    check_value(
        r#"{"x":[{"RID":null}],"Vector2":{"Object":{"id":1}}}"#,
        variant!({"x": [(Rid::default())], "Vector2": (Object::Id(1))}),
    );
    check_value(
        r#"{"$serde_json::private::Number":"1","x":2}"#,
        variant!({"$serde_json::private::Number": "1", "x": 2}),
    );
    check_value(
        r#"{"Dictionary":[[1,"a"],[1.0,"b"],["c",{}]]}"#,
        variant!({1: "a", 1.0: "b", "c": {}}),
    );
    check_value(
        r#"{"Dictionary":[[{"k":1},{"Dictionary":[[null,true]]}]]}"#,
        Dictionary::from([(variant!({"k": 1}), variant!({null: true}))]),
    );
    // Pairs are accepted even if an object is possible.
    check_parsed(r#"{"Dictionary":[["a",1]]}"#, one("a"));
    check_parsed(r#"{"Dictionary":[]}"#, Dictionary::new());
}

#[test]
fn repeated_keys_are_rejected() {
    for form in [
        r#"{"a":1,"a":2}"#,
        r#"{"Vector2":1,"Vector2":2}"#,
        r#"{"Dictionary":[[1,2],[1,3]]}"#,
        r#"{"Dictionary":[[0.0,2],[-0.0,3]]}"#,
        r#"{"Rect2":{"size":[1,2],"position":[1,2],"size":[1,2]}}"#,
    ] {
        let error = json_error(form);
        assert!(error.contains("duplicate key"), "{form}: {error}");
    }
}
