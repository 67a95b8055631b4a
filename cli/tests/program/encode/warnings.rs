//! Tests the warnings of `gdvariant encode`.

use crate::common::{file, good, run, run_bytes};

#[test]
fn a_misspelled_type_is_a_warning() {
    let warning = |json: &str| {
        let ran = run("encode --layout godot4 --to hex", json);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err
    };
    assert_eq!(
        warning(r#"{"players": [{"position": {"vector2": [1, 2]}}]}"#),
        "warning: standard input: value 1: players[0].position: the key \"vector2\" makes this a Dictionary; \
         use \"Vector2\" for the type\n"
    );
    assert!(warning(r#"{"PackedBytArray": "AAA="}"#).contains("\"PackedByteArray\""));
    assert!(warning(r#"[1, {"colr": [1.0, 0.0, 0.0, 1.0]}]"#).contains("\"Color\""));
    // A Dictionary whose value is invalid for the type is not a misspelling.
    for json in [
        r#"{"Vector2": [1, 2]}"#,
        r#"{"Dictionary": [["Vector2", [1, 2]]]}"#,
        r#"{"vector2": [1, 2, 3, 4, 5]}"#,
        r#"{"color": "red"}"#,
        r#"{"vector2": [1, 2], "other": 1}"#,
        r#"{"string": "text"}"#,
        r#"{"id": 7}"#,
        r#"{"it": 7}"#,
    ] {
        assert_eq!(warning(json), "", "{json}");
    }
}

#[test]
fn a_misspelled_type_is_found_in_every_container() {
    for (json, path) in [
        (
            r#"{"TypedArray": {"element": "Dictionary", "values": [{"vector2": [1, 2]}]}}"#,
            "[0]",
        ),
        (
            r#"{"TypedDictionary": {"key": "String", "value": null, "pairs": [["a", {"vector2": [1, 2]}]]}}"#,
            "a",
        ),
        (
            r#"{"Object": {"class": "Node", "properties": [["place", {"vector2": [1, 2]}]]}}"#,
            "place",
        ),
    ] {
        let warning = run("encode --layout godot4 --to hex", json).err;
        assert!(warning.contains(&format!(": {path}: the key")), "{warning}");
    }
}

/// Checks JSON of `JSON.from_native`, as Godot 4.6.3 wrote it, and other JSON.
#[test]
fn json_of_native_values_has_a_note() {
    let notes = |json: &str| {
        let ran = run("encode --layout godot4 --to hex", json);
        assert_eq!(ran.status, 0, "{}", ran.err);
        ran.err
    };
    for json in [
        r#""i:30""#,
        r#""f:-inf""#,
        r#"["s:a",null,true,"sn:","np:a/b"]"#,
        r#"{"args":[1.0,null],"type":"Vector2"}"#,
        r#"{"args":["s:gold","i:30",["i:1"],{"type":"RID"},{"args":[],"type":"Dictionary"}],"type":"Dictionary"}"#,
        r#"{"args":["i:1"],"elem_type":"int","type":"Array"}"#,
        r#"{"args":[],"key_type":"String","type":"Dictionary","value_type":"int"}"#,
        r#"{"args":["a"],"type":"PackedStringArray"}"#,
        r#"{"props":["resource_name","s:","script",null],"type":"Resource"}"#,
        // The values are in JSON of the game's own.
        r#"{"version":1,"values":[{"args":["s:gold","i:30"],"type":"Dictionary"}]}"#,
        // The note is printed once.
        "\"i:1\"\n\"i:2\"",
    ] {
        let notes = notes(json);
        assert_eq!(
            notes.matches("JSON.from_native").count(),
            1,
            "{json}: {notes}"
        );
        assert!(notes.contains("JSON.to_native"), "{notes}");
    }
    for json in [
        "null",
        "[]",
        "[[true], null]",
        r#""i:abc""#,
        r#"["s:a", "b"]"#,
        r#"{"time": "s:30", "hp": 7}"#,
        r#"{"tags": ["s:fire"]}"#,
        r#"{"type": "Vector2", "args": [1, 2], "name": "a"}"#,
        r#"{"type": "Vector2", "args": ["x", "y"]}"#,
        r#"{"type": "move", "args": [1, 2]}"#,
        r#"{"type": "Array", "args": ["int"]}"#,
        r#"{"type": "Dictionary", "args": []}"#,
        r#"{"type": "Signal"}"#,
        r#"{"type": "div", "props": {"id": "a"}}"#,
        r#"{"type": "object", "props": []}"#,
        r#"{"args": ["i:1"]}"#,
    ] {
        assert_eq!(notes(json), "", "{json}");
    }
}

#[test]
fn lines_of_text_are_not_wrapped_like_another_file() {
    let original = file("like-hex.dat", &run_bytes("encode --bare", b"7").stdout);
    let ran = run(&format!("encode --to hex --like {original}"), "7");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains("--like requires raw output"),
        "{}",
        ran.err
    );
}

#[test]
fn a_missing_length_is_a_warning() {
    let framed = run_bytes("encode --framed", b"7").stdout;
    let json = good("decode --framed", framed);
    let bare = run_bytes("encode", json.as_bytes());
    assert!(bare.status.success());
    let warning = String::from_utf8_lossy(&bare.stderr).into_owned();
    assert!(
        warning.starts_with("warning: the value is written without a length"),
        "{warning}"
    );
    for silent in ["encode --bare", "encode --framed", "encode --to hex"] {
        assert_eq!(run_bytes(silent, b"7").stderr, b"", "{silent}");
    }
}

#[test]
fn the_reference_file_sets_the_framing() {
    let framed = file(
        "like-framed.dat",
        &run_bytes("encode --framed", b"[7,8]\n[9]").stdout,
    );
    let bare = file(
        "like-bare.dat",
        &run_bytes("encode --bare", b"[7,8]").stdout,
    );
    let error = run(&format!("encode --bare --like {framed}"), "7");
    assert_eq!(error.status, 2);
    assert!(error.err.contains("omit --bare"), "{}", error.err);
    let like = run_bytes(&format!("encode --like {framed}"), b"7").stdout;
    assert_eq!(like, run_bytes("encode --framed", b"7").stdout);
    let error = run(&format!("encode --framed --like {bare}"), "7");
    assert!(error.err.contains("omit --framed"), "{}", error.err);
    for valid in [
        format!("encode --framed --like {framed}"),
        format!("encode --like {bare}"),
    ] {
        assert!(run_bytes(&valid, b"7").status.success(), "{valid}");
    }
}

#[test]
fn replacing_a_file_of_another_form_is_a_warning() {
    let framed = file(
        "replaced-framed.dat",
        &run_bytes("encode --framed", b"[7,8]").stdout,
    );
    let json = file("replaced.json", b"[7,9]");
    let ran = run(&format!("encode {json} -o {framed}"), "");
    assert!(ran.err.contains("are length-prefixed"), "{}", ran.err);
    // The values in the file are no longer length-prefixed.
    assert_eq!(run(&format!("encode {json} -o {framed}"), "").err, "");

    let gzip = file("replaced.gz", b"\x1f\x8b\x08\0");
    let ran = run(&format!("encode {json} -o {gzip}"), "");
    assert!(
        ran.err
            .contains("is compressed, but the output that replaces it is not"),
        "{}",
        ran.err
    );
    assert_eq!(ran.status, 0);
}
