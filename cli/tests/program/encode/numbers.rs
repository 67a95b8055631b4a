//! Tests that `gdvariant encode --like` restores the numbers that other JSON tools change.
#![cfg(feature = "godot4")]

use crate::common::console;
use gdvariant::schema::layout_named;
use gdvariant_files::json::of_value;
use gdvariant_files::restored::{JsonChanges, restore};

#[test]
fn losses_of_other_tools_are_noted() {
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'7⏎{"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}' | encode --framed -o a
'7 {"level":4,"health":90,"name":"Ada","at":[5,2,-0],"far":100000000000000000}' | encode --like a -o new
~ 4 ints
~ value 2: health
decode new
= 7
= {"level":4,"health":90.0,"name":"Ada","at":[5.0,2,-0.0],"far":1e+17}
# JSON that no other tool has changed has neither floats to restore nor a note.
'7⏎{"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}' | encode --like a -o new
decode new
= 7
= {"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}

# Ints among floats and ints may have been floats.
'[{"n":1.5},{"n":2}]' | encode --framed -o a
'[{"n":2}]' | encode --like a -o new
~ value 1: [0].n
decode new
= [{"n":2}]
'[{"n":1.0},{"n":"a"},{"n":2}]' | encode --framed -o a
'[{"n":2},{"n":"a"},{"n":1}]' | encode --like a -o new
~ value 1: [0].n and 1 other
'[2.0,3]' | encode --framed -o a
'[2,3,4]' | encode --like a -o new
~ value 1: [0] and 2 others
decode new
= [2,3,4]

# Rounded ints. Any other int is a change of the user.
'{"seed":9007199254740993,"other":-9007199254740993,"ids":[1,9007199254740995]}' | encode --framed -o a
'{"seed":9007199254740992,"other":-9007199254740992,"ids":[9007199254740996]}' | encode --like a -o new
~ value 1: seed and 2 others: 9007199254740993
decode new
= {"seed":9007199254740992,"other":-9007199254740992,"ids":[9007199254740996]}
'{"seed":9007199254740000,"other":-9007199254740000,"ids":[1,9007199254740995]}' | encode --like a -o new
'{"id":9223372036854775807}' | encode --framed -o a
'{"id":9223372036854776000}' | encode --like a -o new
~ 9223372036854775807
[1]

# Types that plain JSON lost.
'{"at":{"Vector2":[1.0,2.0]},"bytes":{"PoolByteArray":"AQI="},"name":"Ada"}' | encode --framed -o a
'{"at":[1.0,2.0],"bytes":[1,2],"name":"Ada"}' | encode --like a -o new
~ value 1: 2 types
decode new
= {"at":[1.0,2.0],"bytes":[1,2],"name":"Ada"}
'{"at":{"Vector2":[1.0,2.0]},"bytes":{"PoolByteArray":"AQI="},"name":"Ada"}' | encode --like a -o new
layout godot4
'[{"StringName":"a"},{"StringName":"b"},"c",{"PackedInt32Array":[1]}]' | encode --framed -o a
'["a","b","c",[1]]' | encode --like a -o new
~ 3 types
'1⏎{"Vector2":[1.0,2.0]}' | encode --framed -o a
'1⏎[1.0,2.0]' | encode --like a -o new
~ value 2
# Types that JSON has.
'{"a":1,"b":2.5,"c":[]}' | encode --framed -o a
'{"b":2,"a":1.5,"c":null,"d":[]}' | encode --like a -o new

# Missing values.
'1⏎2⏎3' | encode --framed -o a
'1' | encode --like a -o new
~ 3 values
'1' | encode --from text --like a -o new
~ 3 values
'1⏎2⏎3⏎4' | encode --like a -o new
"#;

/// Returns edited JSON with the floats of the original, and whether any float was restored.
fn restored(original: &str, edited: &str) -> (String, bool) {
    let layout = layout_named("godot4").expect("a layout");
    let [original, mut value] = [original, edited].map(|json| of_value(layout, json).expect(json));
    let mut found = JsonChanges::default();
    restore(&mut value, (&original).into(), 1, &mut found);
    let json = serde_json::to_string(&value).expect("every value has a JSON form");
    (json, found.floats.count > 0)
}

#[test]
fn floats_are_restored_in_every_container() {
    for (old, edited, new) in [
        (
            r#"{"Dictionary":[[1,2.0],[{"Vector2":[1.0,2.0]},[3.0]]]}"#,
            r#"{"Dictionary":[[{"Vector2":[1,2]},[3]],[1,5]]}"#,
            r#"{"Dictionary":[[{"Vector2":[1.0,2.0]},[3.0]],[1,5.0]]}"#,
        ),
        // Elements that have moved, been removed or been added.
        ("[1.5,2.0,\"a\"]", "[2]", "[2.0]"),
        ("[1.5,2.0]", "[1.5,2,7]", "[1.5,2.0,7.0]"),
        (
            r#"[{"hp":3.0,"n":"a"}]"#,
            r#"[{"hp":10,"n":"z"},{"hp":3,"n":"a"}]"#,
            r#"[{"hp":10.0,"n":"z"},{"hp":3.0,"n":"a"}]"#,
        ),
        ("[[1.0],[2.5,3.0]]", "[[2.5,3,4]]", "[[2.5,3.0,4.0]]"),
        // One element of an Array of ints and floats.
        ("[1.5,2.0,3]", "[1.5,2,4]", "[1.5,2.0,4]"),
        // Ints that no float represents.
        ("[1.0]", "[9007199254740993]", "[9007199254740992.0]"),
        (
            r#"{"d":4611686018427387904.0}"#,
            r#"{"d":4611686018427388000}"#,
            r#"{"d":4.611686018427388e+18}"#,
        ),
        // Float keys.
        (
            r#"{"Dictionary":[["a",1],[4.0,{"b":1.0}],[0.5,2]]}"#,
            r#"{"Dictionary":[["a",1],[4,{"b":3}],[0.5,2]]}"#,
            r#"{"Dictionary":[["a",1],[4.0,{"b":3.0}],[0.5,2]]}"#,
        ),
        (
            r#"[{"Dictionary":[[1.0,{"Dictionary":[[2.0,3.0]]}]]}]"#,
            r#"[{"Dictionary":[[1,{"Dictionary":[[2,3]]}]]}]"#,
            r#"[{"Dictionary":[[1.0,{"Dictionary":[[2.0,3.0]]}]]}]"#,
        ),
        // An int key of the original, and keys that would be equal.
        (
            r#"{"Dictionary":[[1.0,1],[1,2]]}"#,
            r#"{"Dictionary":[[1,2]]}"#,
            r#"{"Dictionary":[[1,2]]}"#,
        ),
        (
            r#"{"Dictionary":[[1.0,1]]}"#,
            r#"{"Dictionary":[[1,2],[1.0,2]]}"#,
            r#"{"Dictionary":[[1,2],[1.0,2]]}"#,
        ),
        // Values that are not in the original.
        (r#"{"a":1.0}"#, r#"{"b":1}"#, r#"{"b":1}"#),
        ("1.0", "2", "2.0"),
        // The declared type decides, that of the edited value first.
        (
            r#"{"TypedArray":{"element":"float","values":[1.0,2.5]}}"#,
            r#"{"TypedArray":{"element":"float","values":[3,2.5]}}"#,
            r#"{"TypedArray":{"element":"float","values":[3.0,2.5]}}"#,
        ),
        (
            "[1]",
            r#"{"TypedArray":{"element":"float","values":[3,2.5]}}"#,
            r#"{"TypedArray":{"element":"float","values":[3.0,2.5]}}"#,
        ),
        (
            r#"{"TypedArray":{"element":"float","values":[1.0,2.5]}}"#,
            r#"{"TypedArray":{"element":"int","values":[1,2]}}"#,
            r#"{"TypedArray":{"element":"int","values":[1,2]}}"#,
        ),
        (
            r#"{"TypedDictionary":{"key":"float","value":"float","pairs":[[1.0,2.0]]}}"#,
            r#"{"TypedDictionary":{"key":"float","value":"float","pairs":[[7,8]]}}"#,
            r#"{"TypedDictionary":{"key":"float","value":"float","pairs":[[7.0,8.0]]}}"#,
        ),
        (
            r#"{"TypedDictionary":{"key":"float","value":"float","pairs":[[1.0,2.0]]}}"#,
            r#"{"TypedDictionary":{"key":"int","value":"int","pairs":[[1,2]]}}"#,
            r#"{"TypedDictionary":{"key":"int","value":"int","pairs":[[1,2]]}}"#,
        ),
    ] {
        let found = restored(old, edited);
        assert_eq!(found, (new.to_owned(), edited != new), "{edited}");
    }
}

/// A quadratic comparison would take minutes.
#[test]
fn long_arrays_are_restored() {
    let json = |element: &str| format!("[{}]", vec![element; 50_000].join(","));
    let (found, _) = restored(&json(r#"{"n":[2.0]}"#), &json(r#"{"n":[2,3]}"#));
    assert!(found == json(r#"{"n":[2.0,3.0]}"#));
}
