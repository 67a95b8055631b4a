//! Tests the warnings of `gdvariant encode`.

use crate::common::{console, file};
use gdvariant::schema::layout_named;
use gdvariant_files::json::of_value;
use gdvariant_files::packages::json::warning;

#[test]
fn doubtful_values_and_outputs_are_warnings() {
    file("replaced.gz", b"\x1f\x8b\x08\0");
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
layout godot4
'{"players": [{"position": {"vector2": [1, 2]}}]}' | encode --bare -o a
~ players[0].position
~ "Vector2"
'{"PackedBytArray": "AAA="}' | encode --bare -o a
~ "PackedByteArray"
'{"TypedArray": {"element": "Dictionary", "values": [{"vector2": [1, 2]}]}}' | encode --bare -o a
~ : [0]:
'{"TypedDictionary": {"key": "String", "value": null, "pairs": [["a", {"vector2": [1, 2]}]]}}' | encode --bare -o a
~ : a:
'{"Object": {"class": "Node", "properties": [["place", {"vector2": [1, 2]}]]}}' | encode --bare -o a
~ : place:
# A Dictionary whose value is invalid for the type is not a misspelling.
'{"Dictionary": [["Vector2", [1, 2]]]} {"vector2": [1, 2, 3, 4, 5]} {"color": "red"} {"vector2": [1, 2], "other": 1} {"string": "text"} {"id": 7} {"it": 7}' | encode --framed -o a
# The note about JSON of `JSON.from_native` is printed once.
'"i:1"⏎"i:2"' | encode --framed -o a
~ JSON.to_native

# The framing, also that of another file.
layout godot3
'7' | encode
= 0200000007000000
'7' | encode --to hex
= 0200000007000000
'7' | encode --bare -o bare
'[7,8]⏎[9]' | encode --framed -o framed
'7' | encode --to hex --like bare
[2]
'7' | encode --bare --like framed
~ --bare
[2]
'7' | encode --like framed
= 080000000200000007000000
'7' | encode --framed --like framed
= 080000000200000007000000
'7' | encode --framed --like bare
~ --framed
[2]
'7' | encode --like bare
= 0200000007000000

# Replacing a file of another form.
'[7,9]' > json
encode json -o framed
# The values in the file are no longer length-prefixed.
encode json -o framed
encode json -o replaced.gz
"#;

/// Checks JSON of `JSON.from_native`, as Godot 4.6.3 wrote it, and other JSON.
#[test]
fn json_of_native_values_is_recognized() {
    let is_native = |json: &str| {
        let layout = layout_named("godot4").expect("a layout");
        let warning = warning((&of_value(layout, json).expect(json)).into());
        warning.is_some_and(|it| it.contains("JSON.from_native"))
    };
    for json in [
        r#""i:30""#,
        r#""f:-inf""#,
        r#"["s:a",null,true,"sn:","np:a/b"]"#,
        r#"{"args":[1.0,null],"type":"Vector2"}"#,
        r#"{"args":["s:gold","i:30",["i:1"],{"type":"RID"},{"args":[],"type":"Dictionary"}],"type":"Dictionary"}"#,
        r#"{"args":["i:1"],"elem_type":"int","type":"Array"}"#,
        r#"{"args":["a"],"type":"PackedStringArray"}"#,
        r#"{"args":[],"key_type":"String","type":"Dictionary","value_type":"int"}"#,
        r#"{"props":["resource_name","s:","script",null],"type":"Resource"}"#,
        // The values are in JSON of the game's own.
        r#"{"version":1,"values":[{"args":["s:gold","i:30"],"type":"Dictionary"}]}"#,
    ] {
        assert!(is_native(json), "{json}");
    }
    for json in [
        "null",
        "[]",
        r#""i:abc""#,
        r#"["s:a", "b"]"#,
        r#"{"time": "s:30", "hp": 7}"#,
        r#"{"type": "Vector2", "args": [1, 2], "name": "a"}"#,
        r#"{"type": "Array", "args": ["int"]}"#,
        r#"{"type": "Dictionary", "args": []}"#,
        r#"{"type": "Signal"}"#,
        r#"{"type": "Vector2", "args": ["x", "y"]}"#,
        r#"{"type": "object", "props": []}"#,
        r#"{"type": "div", "props": {"id": "a"}}"#,
    ] {
        assert!(!is_native(json), "{json}");
    }
}
