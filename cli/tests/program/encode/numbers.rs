//! Tests that `gdvariant encode --like` restores the numbers that other JSON tools change.
#![cfg(feature = "godot4")]

use crate::common::{CommandOutput, console, file, good, run, run_bytes};
use std::fs;
use std::process::{Command, Stdio};

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
'{"TypedDictionary":{"key":"int","value":"int","pairs":[[0,1]]}}' | encode --framed -o a
'{"0":1}' | encode --like a -o new
~ ["0"] from int to String
'{"a":[{"TypedArray":{"element":"int","values":[1]}}]}' | encode --framed -o a
'{"a":[[1]]}' | encode --like a -o new
~ a[0] changed from Array[int] to Array
'{"a":{"Dictionary":[[1,"x"]]}}' | encode --framed -o a
'{"a":[[1,"x"]]}' | encode --like a -o new
~ a changed from Dictionary to Array
'{"a":{"Dictionary":[["b",1],[2,{"StringName":"x"}]]}}' | encode --framed -o a
'{"a":{"b":1,"2":"x"}}' | encode --like a -o new
~ a["2"] from int to String
~ a["2"] from StringName to String
'{"Dictionary":[["a",1],[{"StringName":"b"},{"NodePath":"c"}]]}' | encode --framed -o a
'{"a":1,"b":"c"}' | encode --like a -o new
~ key b from StringName to String
~ b from NodePath to String
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

/// Encodes JSON values to a file with this name, and returns the path.
fn original(name: &str, json: &str) -> String {
    let bytes = run_bytes("encode --framed", json.as_bytes());
    assert!(bytes.status.success(), "{json}");
    file(&format!("numbers-{name}.dat"), &bytes.stdout)
}

/// Encodes edited JSON like a file, and returns what the program prints and the JSON of the output.
fn encode_like(original: &str, edited: &str) -> (CommandOutput, String) {
    let (json, output) = (format!("{original}.json"), format!("{original}.new"));
    fs::write(&json, edited).expect("the folder can be written");
    let ran = run(&format!("encode --like {original} {json} -o {output}"), "");
    let printed = run(&format!("decode --framed {output}"), "").out;
    (ran, printed)
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
        (
            r#"[{"n":1.0},{"n":2},{"n":3}]"#,
            r#"[{"n":5},{"n":2},{"n":3}]"#,
            r#"[{"n":5.0},{"n":2},{"n":3}]"#,
        ),
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
    ] {
        let original = original("containers", old);
        let (ran, printed) = encode_like(&original, edited);
        assert_eq!(printed.trim_end(), new, "{edited}");
        assert_eq!(ran.err.is_empty(), edited == new, "{edited}: {}", ran.err);
    }
}

#[test]
#[cfg(feature = "godot4")]
fn declared_types_decide() {
    let array = r#"{"TypedArray":{"element":"float","values":[1.0,2.5]}}"#;
    let ints = r#"{"TypedArray":{"element":"int","values":[1,2]}}"#;
    let dictionary = r#"{"TypedDictionary":{"key":"float","value":"float","pairs":[[1.0,2.0]]}}"#;
    let int_values = r#"{"TypedDictionary":{"key":"int","value":"int","pairs":[[1,2]]}}"#;
    for (old, edited, new) in [
        (
            array,
            array.replace("1.0", "3"),
            array.replace("1.0", "3.0"),
        ),
        ("[1.0,2.0]", ints.into(), ints.into()),
        (array, ints.into(), ints.into()),
        (
            "[1]",
            array.replace("1.0", "3"),
            array.replace("1.0", "3.0"),
        ),
        (
            dictionary,
            dictionary.replace("[[1.0,2.0]]", "[[7,8]]"),
            dictionary.replace("[[1.0,2.0]]", "[[7.0,8.0]]"),
        ),
        (dictionary, int_values.into(), int_values.into()),
    ] {
        let bytes = run_bytes("encode --layout godot4 --framed", old.as_bytes()).stdout;
        let original = file("numbers-typed.dat", &bytes);
        let encoded = run_bytes(
            &format!("encode --layout godot4 --like {original}"),
            edited.as_bytes(),
        );
        let err = String::from_utf8_lossy(&encoded.stderr).into_owned();
        assert_eq!(
            err.contains("as floats") || err.contains("as a float"),
            edited != new,
            "{err}"
        );
        let printed = good("decode --layout godot4 --framed", encoded.stdout);
        assert_eq!(printed.trim_end(), new);
    }
}

/// A quadratic comparison would take minutes.
#[test]
fn long_arrays_are_restored() {
    let json = |element: &str| format!("[{}]", vec![element; 50_000].join(","));
    let original = original("long", &json(r#"{"n":[2.0]}"#));
    let (_, printed) = encode_like(&original, &json(r#"{"n":[2,3]}"#));
    assert_eq!(printed.trim_end(), json(r#"{"n":[2.0,3.0]}"#));
}

/// Checks jq of any version: from 1.7 on, it keeps the digits of numbers that a filter only copies.
#[test]
fn numbers_survive_jq() {
    let json = "{\"health\":100.0,\"lives\":3,\"seed\":9007199254740993}\n";
    let original = original("jq", json);
    let Ok(jq) = Command::new("jq")
        .args(["-c", ".lives = 4"])
        .arg(file("numbers-jq.json", json.as_bytes()))
        .stderr(Stdio::inherit())
        .output()
    else {
        return;
    };
    let edited = String::from_utf8(jq.stdout).expect("jq writes text");
    let (ran, printed) = encode_like(&original, &edited);
    assert!(
        printed.starts_with("{\"health\":100.0,\"lives\":4,"),
        "{printed}"
    );
    let is_rounded = !printed.contains("0993");
    assert_eq!(
        ran.err.contains("is 9007199254740992 here"),
        is_rounded,
        "{}",
        ran.err
    );
}
