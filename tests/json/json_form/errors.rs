//! Messages of errors in JSON forms.

use crate::json_form::json_error;

#[test]
#[expect(clippy::too_many_lines, reason = "a table")]
fn messages_name_what_was_expected() {
    for (form, error) in [
        (
            r#"{"Vector2":[1,2,3]}"#,
            "expected a list of 2 numbers for Vector2, found a list of 3 elements",
        ),
        (
            r#"{"Vector2":"x"}"#,
            r#"expected a list of 2 numbers for Vector2, found the string "x""#,
        ),
        (
            r#"{"Vector2":null}"#,
            "expected a list of 2 numbers for Vector2, found another value",
        ),
        (
            r#"{"Vector2":[1,[]]}"#,
            r#"expected a single-precision number, or "nan", "inf", "-inf", for Vector2[1], found a list of 0 elements"#,
        ),
        (
            r#"{"Vector2":[1e39,0]}"#,
            r#"expected a single-precision number, or "nan", "inf", "-inf", for Vector2[0], found 1e39"#,
        ),
        (
            r#"{"Vector2":["nan:7ff8000000000001",0]}"#,
            r#"Vector2[0]: expected "nan", "inf", "-inf" or "nan:" with the 8 hex digits"#,
        ),
        (
            r#"{"Vector2":["nan:000000007fc00001",0]}"#,
            r#"Vector2[0]: expected "nan", "inf", "-inf" or "nan:" with the 8 hex digits"#,
        ),
        (
            r#"{"Rect2":[1,2,3,4]}"#,
            "expected an object with position, size for Rect2, found a list of 4 elements",
        ),
        (
            r#"{"Rect2":{"position":[1,2]}}"#,
            r#"missing key "size" of Rect2, expected position, size"#,
        ),
        (
            r#"{"Rect2":{"position":[1,2],"size":[1,2],"z":0}}"#,
            r#"unknown key "z" of Rect2, expected position, size"#,
        ),
        (
            r#"{"Plane":{"normal":[1,2,3],"d":[]}}"#,
            r#"expected a single-precision number, or "nan", "inf", "-inf", for Plane.d, found"#,
        ),
        (
            r#"{"Transform":{"basis":{"x":[1],"y":[],"z":[]},"origin":[]}}"#,
            "expected a list of 3 numbers for Transform.basis.x, found a list of 1 element",
        ),
        (
            r#"{"PoolByteArray":"AAA"}"#,
            "expected base64 for PoolByteArray: ",
        ),
        (
            r#"{"PoolByteArray":[1]}"#,
            "expected a string in base64 for PoolByteArray, found a list of 1 element",
        ),
        (
            r#"{"PoolIntArray":[1.0]}"#,
            "expected a 32-bit integer for PoolIntArray[0], found 1.0",
        ),
        (
            r#"{"PoolIntArray":[2147483648]}"#,
            "expected a 32-bit integer for PoolIntArray[0], found 2147483648",
        ),
        (
            r#"{"PoolVector3Array":[[1,2,3],[1,2]]}"#,
            "expected a list of 3 numbers for PoolVector3Array[1], found a list of 2 elements",
        ),
        (
            r#"{"PoolVector3Array":7}"#,
            "expected a list of lists of 3 numbers for PoolVector3Array, found 7",
        ),
        (
            r#"{"PoolStringArray":["a",1]}"#,
            "expected a string for PoolStringArray[1], found 1",
        ),
        (
            r#"{"NodePath":1}"#,
            "expected a string, or an object with absolute, names and subnames for NodePath, found 1",
        ),
        (
            r#"{"NodePath":{"absolute":1,"names":[],"subnames":[]}}"#,
            "expected true or false for NodePath.absolute, found 1",
        ),
        (
            r#"{"RID":7}"#,
            "a RID with the id 7, but the layout godot3 has no id of a RID",
        ),
        (
            r#"{"RID":-7}"#,
            "expected an unsigned 64-bit integer for RID, found -7",
        ),
        (
            r#"{"RID":"7"}"#,
            "expected an unsigned 64-bit integer for RID, found the string \"7\"",
        ),
        (
            r#"{"Object":{"id":-1}}"#,
            "expected an unsigned 64-bit integer for Object.id, found -1",
        ),
        (
            r#"{"Object":{"class":"A"}}"#,
            "expected an object with id, or with class and properties, for Object, found an object",
        ),
        (
            r#"{"Object":{"class":"A","properties":[["a"]]}}"#,
            "expected a list of 2 elements for Object.properties[0], found a list of 1 element",
        ),
        (
            r#"{"Dictionary":[[1]]}"#,
            "expected a list of 2 elements for Dictionary[0], found a list of 1 element",
        ),
        (
            r#"{"Dictionary":{"a":1}}"#,
            "expected a list of pairs, [[key, value], ..], for Dictionary, found an object",
        ),
        (
            r#"{"int":7}"#,
            "values of the type int have no name in JSON; write a Dictionary with \"int\" as its only key as",
        ),
        (
            r#"{"Vector4":[1,2,3,4]}"#,
            "the layout godot3 has no Vector4, unlike godot4, pandemonium, pandemonium5",
        ),
        (
            r#"{"Quaternion":[1,2,3,4]}"#,
            "the layout godot3 has no Quaternion; use Quat",
        ),
    ] {
        assert!(
            json_error(form).starts_with(error),
            "{form}: {}",
            json_error(form)
        );
    }
    assert!(
        json_error("[1,\n {\"Vector2\": [1]}]").ends_with(" at line 2 column 17"),
        "{}",
        json_error("[1,\n {\"Vector2\": [1]}]")
    );
}
