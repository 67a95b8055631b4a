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
        // The elements of an Array of another length may have moved.
        ("[1.5,2]", "[2]", "[2]"),
        ("[1.5,2.0,\"a\"]", "[2]", "[2.0]"),
        (
            r#"[{"health":1.5},{"health":2.5}]"#,
            r#"[{"health":2}]"#,
            r#"[{"health":2.0}]"#,
        ),
        // An int that no float represents, and values that are not in the original.
        ("[1.0]", "[9007199254740993]", "[9007199254740993]"),
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
fn floats_of_typed_arrays_are_restored() {
    let json = r#"{"TypedArray":{"element":"float","values":[1.0,2.5]}}"#;
    let bytes = run_bytes("encode --layout godot4 --framed", json.as_bytes()).stdout;
    let original = file("numbers-typed.dat", &bytes);
    let edited = json.replace("1.0", "3");
    let encoded = run_bytes(
        &format!("encode --layout godot4 --like {original}"),
        edited.as_bytes(),
    );
    let printed = good("decode --layout godot4 --framed", encoded.stdout);
    assert_eq!(printed.trim_end(), json.replace("1.0", "3.0"));
}

#[test]
fn rounded_ints_and_changed_keys_are_warnings() {
    let json =
        r#"{"Dictionary":[["seed",9007199254740993],[1.0,"a"],["other",-9007199254740993]]}"#;
    let original = original("ints", json);
    let edited = json.replace("0993]", "0992]").replace("1.0", "1");
    let (ran, printed) = encode_like(&original, &edited);
    assert_eq!((ran.status, printed.trim_end()), (0, edited.as_str()));
    for warning in [
        "value 1: seed and 1 other: 9007199254740993 in ",
        "value 1: [1]: this key is a float in ",
    ] {
        assert!(ran.err.contains(warning), "{}", ran.err);
    }
    // Any other int is a change of the user.
    let (ran, _) = encode_like(&original, &json.replace("0993]", "0000]"));
    assert_eq!(ran.err, "");
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
