//! Tests `--plain`, which prints JSON for other tools.

use crate::common::{bad, file, run, run_bytes};

/// Values with the types of a save, with the StringName keys of a Lua-style Dictionary.
const JSON: &str = r#"{"Dictionary":[[{"StringName":"name"},"Ada"],[{"StringName":"position"},{"Vector2":[1.0,-2.5]}],[{"StringName":"path"},{"NodePath":"Ada:x"}],["items",[1,2.5,null]],["ids",{"Dictionary":[[7,"a"],["b",true]]}],["bytes",{"PackedByteArray":"AQID"}],["far",{"float":"inf"}],["area",{"Rect2":{"position":[0.0,1.0],"size":[2.0,3.0]}}]]}"#;

const PLAIN: &str = r#"{"name":"Ada","position":[1.0,-2.5],"path":"Ada:x","items":[1,2.5,null],"ids":[[7,"a"],["b",true]],"bytes":[1,2,3],"far":null,"area":{"position":[0.0,1.0],"size":[2.0,3.0]}}"#;

/// Encodes JSON values of Godot 4 to a file with this name, and returns the path.
fn save(name: &str, json: &str) -> String {
    let bytes = run_bytes("encode --layout godot4 --framed", json.as_bytes());
    assert!(bytes.status.success(), "{json}");
    file(&format!("plain-{name}.dat"), &bytes.stdout)
}

#[test]
fn plain_json_has_no_names_of_types() {
    let save = save("types", JSON);
    let ran = run(
        &format!("decode --layout godot4 --to json --plain {save}"),
        "",
    );
    assert_eq!((ran.out.trim_end(), ran.status), (PLAIN, 0));
    assert_eq!(
        ran.err,
        format!(
            "warning: {save}: --plain loses types: StringName, Vector2, NodePath, Dictionary (declared \
             types or keys that are no strings), PackedByteArray, float (not finite), Rect2; without \
             --plain, `encode` parses the JSON without loss\n"
        )
    );
    let pretty = run(
        &format!("decode --layout godot4 --plain --pretty {save}"),
        "",
    );
    let compact: String = pretty.out.split_whitespace().collect();
    assert_eq!(compact, PLAIN);
    let ran = run(&format!("get --layout godot4 --plain {save} position"), "");
    assert_eq!(ran.out, "[1.0,-2.5]\n");
    assert!(ran.err.contains("loses types: Vector2; "), "{}", ran.err);
    let selected = run(
        &format!("decode --layout godot4 --plain --select ids {save}"),
        "",
    );
    assert_eq!(selected.out, "[[7,\"a\"],[\"b\",true]]\n");
}

#[test]
fn nothing_is_said_if_nothing_is_lost() {
    let json = r#"{"name":"Ada","items":[1,2.5,null,true]}"#;
    let save = save("nothing", &format!("{json}\n7"));
    let ran = run(
        &format!("decode --layout godot4 --framed --plain {save}"),
        "",
    );
    assert_eq!((ran.err.as_str(), ran.out), ("", format!("{json}\n7\n")));
}

#[test]
fn the_types_of_all_values_are_named_once() {
    let save = save(
        "several",
        "{\"Vector2\":[1,2]} 7 {\"Vector2\":[3,4]} {\"Color\":[0,0,0,1]}",
    );
    let ran = run(
        &format!("decode --layout godot4 --framed --plain {save}"),
        "",
    );
    assert_eq!(ran.out.lines().count(), 4);
    assert!(
        ran.err.contains(": --plain loses types: Vector2, Color; "),
        "{}",
        ran.err
    );
    assert_eq!(ran.err.lines().count(), 1, "{}", ran.err);
}

#[test]
fn values_of_text_are_printed_as_plain_json() {
    let config = file(
        "plain.cfg",
        b"[player]\n\nposition=Vector2(1, 2)\nname=&\"Ada\"\n",
    );
    let ran = run(&format!("decode --layout godot4 --plain {config}"), "");
    assert_eq!(
        ran.out,
        "{\"player\":{\"position\":[1.0,2.0],\"name\":\"Ada\"}}\n"
    );
    // JSON text is plain already.
    let json = file("plain.json", b"{ \"a\": [1] }");
    assert_eq!(
        run(&format!("decode --plain {json}"), "").out,
        "{ \"a\": [1] }"
    );
}

#[test]
fn text_is_never_plain() {
    let error = run("decode --to text --plain", [0; 4]);
    assert_eq!(error.status, 2);
    assert!(
        error.err.contains("--plain requires --to json"),
        "{}",
        error.err
    );
    assert!(bad("decode --plain", [0xff; 4]).contains("unknown type"));
}
