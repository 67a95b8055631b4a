//! Tests that `gdvariant encode --like` restores the numbers that other JSON tools change.

use crate::common::{CommandOutput, file, good, run, run_bytes};
use std::fs;
use std::process::{Command, Stdio};

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
fn ints_become_the_floats_of_the_original() {
    let json = r#"7
{"name":"Ada","health":100.0,"level":3,"at":[1.0,2,-0.0],"far":1e+17}
"#;
    let original = original("floats", json);
    let edited = r#"7 {"level":4,"health":90,"name":"Ada","at":[5,2,-0],"far":100000000000000000}"#;
    let (ran, printed) = encode_like(&original, edited);
    assert_eq!(
        printed,
        "7\n{\"level\":4,\"health\":90.0,\"name\":\"Ada\",\"at\":[5.0,2,-0.0],\"far\":1e+17}\n"
    );
    let note = format!(
        "note: {original}.json: 4 ints are written as floats, as in {original}, the first at value 2: \
         health: jq before 1.7 and JavaScript print 4.0 as 4; `gdvariant set` changes a type\n"
    );
    assert_eq!(ran.err, note);
    // JSON that no other tool has changed has neither floats to restore nor a note.
    let (ran, printed) = encode_like(&original, json);
    assert_eq!((ran.err.as_str(), printed.as_str()), ("", json));
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
fn ints_among_floats_and_ints_are_warnings() {
    for (old, edited, place) in [
        (
            r#"[{"n":1.5},{"n":2}]"#,
            r#"[{"n":2}]"#,
            "value 1: [0].n: this int",
        ),
        (
            r#"[{"n":1.0},{"n":"a"},{"n":2}]"#,
            r#"[{"n":2},{"n":"a"},{"n":1}]"#,
            "value 1: [0].n and 1 other: this int",
        ),
        ("[2.0,3]", "[2,3,4]", "value 1: [0] and 2 others: this int"),
    ] {
        let original = original("mixed", old);
        let (ran, printed) = encode_like(&original, edited);
        assert_eq!((ran.status, printed.trim_end()), (0, edited));
        assert!(ran.err.contains(place), "{edited}: {}", ran.err);
        assert!(ran.err.contains("may have been a float"), "{}", ran.err);
        assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
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

#[test]
fn rounded_ints_are_warnings() {
    let json = r#"{"seed":9007199254740993,"other":-9007199254740993,"ids":[1,9007199254740995]}"#;
    let original = original("ints", json);
    let edited = json
        .replace("0993", "0992")
        .replace("[1,9007199254740995]", "[9007199254740996]");
    let (ran, printed) = encode_like(&original, &edited);
    assert_eq!((ran.status, printed.trim_end()), (0, edited.as_str()));
    let warning = "value 1: seed and 2 others: 9007199254740993 in ";
    assert!(ran.err.contains(warning), "{}", ran.err);
    // Any other int is a change of the user.
    let (ran, _) = encode_like(&original, &json.replace("0993", "0000"));
    assert_eq!(ran.err, "");
}

#[test]
fn ints_that_were_rounded_out_of_range_are_explained() {
    let original = original("large", r#"{"id":9223372036854775807}"#);
    let error = run(
        &format!("encode --like {original}"),
        r#"{"id":9223372036854776000}"#,
    );
    assert_eq!(error.status, 1);
    let advice = "to 9223372036854775807; jq before 1.7 and JavaScript round ints";
    assert!(error.err.contains(advice), "{}", error.err);
    assert!(!error.err.contains("with a point it is"), "{}", error.err);
}

#[test]
fn types_that_plain_json_lost_are_warnings() {
    let json = r#"{"at":{"Vector2":[1.0,2.0]},"bytes":{"PoolByteArray":"AQI="},"name":"Ada"}"#;
    let original = original("plain", json);
    let plain = run(&format!("decode --plain --framed {original}"), "").out;
    let (ran, printed) = encode_like(&original, &plain);
    assert_eq!((ran.status, printed), (0, plain));
    let change =
        "value 1: 2 types changed: at from Vector2 to Array, bytes from PoolByteArray to Array;";
    assert!(ran.err.contains(change), "{}", ran.err);
    assert_eq!(encode_like(&original, json).0.err, "");
}

/// Checks declared types, keys and strings at several depths, as JSON of other tools has them.
#[test]
#[cfg(feature = "godot4")]
fn types_that_json_lacks_are_warnings() {
    for (old, edited, changes) in [
        (
            r#"{"TypedDictionary":{"key":"int","value":"int","pairs":[[0,1]]}}"#,
            r#"{"0":1}"#,
            &[
                "the whole value from Dictionary[int, int] to Dictionary",
                "the key [\"0\"] from int to String",
            ][..],
        ),
        (
            r#"{"a":[{"TypedArray":{"element":"int","values":[1]}}]}"#,
            r#"{"a":[[1]]}"#,
            &["a[0] changed from Array[int] to Array"],
        ),
        (
            r#"{"a":{"Dictionary":[[1,"x"]]}}"#,
            r#"{"a":[[1,"x"]]}"#,
            &["a changed from Dictionary to Array"],
        ),
        (
            r#"{"a":{"Dictionary":[["b",1],[2,{"StringName":"x"}]]}}"#,
            r#"{"a":{"b":1,"2":"x"}}"#,
            &[
                "the key a[\"2\"] from int to String",
                "a[\"2\"] from StringName to String",
                "2 types",
            ],
        ),
        (
            r#"{"Dictionary":[["a",1],[{"StringName":"b"},{"NodePath":"c"}]]}"#,
            r#"{"a":1,"b":"c"}"#,
            &[
                "the key b from StringName to String",
                "b from NodePath to String",
            ],
        ),
        (
            r#"[{"StringName":"a"},{"StringName":"b"},"c",{"PackedInt32Array":[1]}]"#,
            r#"["a","b","c",[1]]"#,
            &[
                "[0] from StringName to String",
                "[3] from PackedInt32Array to Array",
                "3 types",
            ],
        ),
        // Also in later values.
        (
            "1\n{\"Vector2\":[1.0,2.0]}",
            "1\n[1.0,2.0]",
            &["value 2: the type of the whole value"],
        ),
        // Types that JSON has.
        (
            r#"{"a":1,"b":2.5,"c":[]}"#,
            r#"{"b":2,"a":1.5,"c":null,"d":[]}"#,
            &[],
        ),
    ] {
        let bytes = run_bytes("encode --layout godot4 --framed", old.as_bytes()).stdout;
        let original = file("numbers-types.dat", &bytes);
        let encode = format!("encode --layout godot4 --like {original} -o {original}.new");
        let ran = run(&encode, edited);
        assert_eq!(ran.status, 0, "{old}: {}", ran.err);
        assert_eq!(
            ran.err.contains("warning"),
            !changes.is_empty(),
            "{edited}: {}",
            ran.err
        );
        for change in changes {
            assert!(ran.err.contains(change), "{edited}: {}", ran.err);
        }
    }
}

#[test]
fn missing_values_are_warnings() {
    let original = original("three", "1\n2\n3");
    for from in ["json", "text"] {
        let ran = run(&format!("encode --from {from} --like {original}"), "1");
        let warning = format!("{original} has 3 values, the input has 1: ");
        assert!(ran.err.contains(&warning), "{}", ran.err);
    }
    assert_eq!(encode_like(&original, "1\n2\n3\n4").0.err, "");
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
