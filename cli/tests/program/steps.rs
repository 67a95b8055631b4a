//! Tests paths with steps into encoded values, and values from files.
#![cfg(feature = "godot4")]

use crate::common::{bad, file, folder, good, program, run, run_bytes};
use std::fs;

/// Encodes a JSON value with `--layout godot4`.
fn encoded(json: &str) -> Vec<u8> {
    run_bytes("encode --layout godot4", json.as_bytes()).stdout
}

/// Returns a PackedByteArray in the JSON form.
fn array(bytes: &[u8]) -> String {
    let bytes = bytes
        .iter()
        .map(u8::to_string)
        .collect::<Vec<_>>()
        .join(",");
    let value = format!("PackedByteArray({bytes})");
    let value = run_bytes("encode --layout godot4 --from text", value.as_bytes()).stdout;
    good("decode --layout godot4", value).trim_end().into()
}

/// Writes a file with a value in a PackedByteArray and in a String.
fn save(name: &str) -> String {
    let state = array(&encoded(r#"{"gold": 30, "pos": {"Vector2": [1.0, 2.0]}}"#));
    let json = format!(
        r#"{{"state": {state}, "text": "[1, {{\n\"a\": 2\n}}]", "<bytes>": 5, "image": {{"w": 2}}}}"#
    );
    file(name, &encoded(&json))
}

/// Runs `set` or `rm` with arguments that can contain spaces and returns its messages.
#[track_caller]
fn change(args: &[&str]) -> String {
    let mut program = program();
    let ran = program.args(args).arg("--layout=godot4").output();
    let ran = ran.expect("the program starts");
    let messages = String::from_utf8(ran.stderr).expect("text");
    assert!(ran.status.success(), "{args:?}: {messages}");
    messages
}

fn value_at(save: &str, path: &str) -> String {
    good(&format!("get --layout godot4 {save} {path}"), "")
        .trim_end()
        .into()
}

#[test]
fn values_in_values_are_printed_set_and_removed() {
    let save = save("steps.dat");
    assert_eq!(value_at(&save, "state.<bytes>.gold"), "30");
    assert_eq!(value_at(&save, "state.<bytes>.pos.y"), "2.0");
    assert_eq!(value_at(&save, "text.<text>[1].a"), "2");
    assert_eq!(value_at(&save, r#"["<bytes>"]"#), "5");
    let selected = "decode --layout godot4 --select state.<bytes>.gold --select image.w";
    assert_eq!(good(&format!("{selected} {save}"), ""), "30\n2\n");

    let before = fs::read(&save).expect("the save");
    let messages = change(&[
        "set",
        &save,
        "state.<bytes>.gold",
        "99",
        "text.<text>[1].b",
        "true",
    ]);
    assert_eq!(
        messages,
        format!("note: {save}: in text.<text>: [1].b is new\n")
    );
    assert_eq!(value_at(&save, "state.<bytes>.gold"), "99");
    assert_eq!(value_at(&save, "text.<text>"), r#"[1,{"a":2,"b":true}]"#);
    change(&["rm", &save, "text.<text>[1].b"]);
    change(&["set", &save, "state.<bytes>.gold", "30"]);
    assert_eq!(fs::read(&save).expect("the save"), before);
}

#[test]
fn a_path_without_steps_suggests_them() {
    let save = save("suggested.dat");
    let error = bad(&format!("get --layout godot4 {save} state.gold"), "");
    assert!(error.ends_with("; try state.<bytes>.gold"), "{error}");
    let error = bad(&format!("set --layout godot4 {save} state.gold 5"), "");
    assert!(error.ends_with("; try state.<bytes>.gold"), "{error}");
    let error = bad(&format!("rm --layout godot4 {save} text[1].a"), "");
    assert!(error.ends_with("; try text.<text>[1].a"), "{error}");
    let error = bad(&format!("get --layout godot4 {save} state.gems"), "");
    assert!(!error.contains("try"), "{error}");
}

#[test]
fn errors_of_steps_name_the_path_and_the_option() {
    let save = save("errors.dat");
    for command in ["get", "rm"] {
        let error = bad(
            &format!("{command} --layout godot4 {save} state.<bytes>.gild"),
            "",
        );
        let expected = format!("{save}: in state.<bytes>: no value at gild; did you mean gold?");
        assert_eq!(error, expected);
        let error = bad(
            &format!("{command} --layout godot4 {save} image.<gzip>.x"),
            "",
        );
        assert!(
            error.starts_with(&format!("{save}: image.<gzip>: expected ")),
            "{error}"
        );
    }
    let unknown = run(&format!("rm {save} state.<byte>.gold"), "");
    assert_eq!(unknown.status, 2);
    assert!(unknown.err.contains("<bytes>, <text>"), "{}", unknown.err);

    let object = encoded(r#"{"Object": {"class": "Node", "properties": [["a", 1]]}}"#);
    let save = file("object.dat", &encoded(&format!("[{}]", array(&object))));
    let error = bad(&format!("get --layout godot4 {save} [0].<bytes>.a"), "");
    assert!(error.contains("--allow-objects"), "{error}");
    assert_eq!(
        good(
            &format!("get --layout godot4 --allow-objects {save} [0].<bytes>.a"),
            ""
        ),
        "1\n"
    );
}

#[test]
fn a_limit_applies_to_the_content_of_steps() {
    let content = file("bomb.json", format!("\"{}\"", "x".repeat(5000)).as_bytes());
    let gzip = format!("{content}.gz");
    let plain = format!("{content}.bin");
    good(&format!("encode --layout godot4 {content} -o {plain}"), "");
    let compressed = std::process::Command::new("gzip")
        .args(["-c", &plain])
        .output();
    let Ok(compressed) = compressed else {
        return;
    };
    fs::write(&gzip, compressed.stdout).expect("the folder is there");
    let save = file("bomb.dat", &encoded("{}"));
    change(&["set", &save, "a", &format!("@{gzip}"), "--bytes"]);
    assert_eq!(value_at(&save, "a.<gzip>.<bytes>").len(), 5002);
    let limited = format!("get --layout godot4 --max-content 4000 {save} a.<gzip>.<bytes>");
    let error = bad(&limited, "");
    assert!(
        error.ends_with("longer than 4000 bytes; raise --max-content"),
        "{error}"
    );
}

#[test]
fn raw_output_of_byte_arrays_is_their_bytes() {
    let save = save("raw.dat");
    // Longer than an argument can be, and with bytes that are not UTF-8.
    let pixels: Vec<u8> = (0..200_000_u32).map(|it| (it % 251) as u8).collect();
    let image = file("pixels.raw", &pixels);
    let messages = change(&["set", &save, "image.data", &format!("@{image}"), "--bytes"]);
    assert_eq!(messages, format!("note: {save}: image.data is new\n"));
    let raw = run_bytes(&format!("get --layout godot4 --raw {save} image.data"), b"");
    assert!(raw.stdout == pixels, "{} bytes", raw.stdout.len());
    let copy = format!("{image}.copy");
    good(
        &format!("get --layout godot4 -r -o {copy} {save} image.data"),
        "",
    );
    assert!(fs::read(copy).expect("the copy") == pixels);
    // Other values are printed as before.
    assert_eq!(
        good(&format!("get --layout godot4 -r {save} image.w"), ""),
        "2\n"
    );
    assert_eq!(
        run_bytes(&format!("get --layout godot4 -r {save} state"), b"").stdout,
        encoded(r#"{"gold": 30, "pos": {"Vector2": [1.0, 2.0]}}"#)
    );
}

#[test]
fn values_are_read_from_files() {
    let save = save("files.dat");
    let text = file("value.txt", b"{\"a\": Vector2(1, 2), \"b\": [1,\n2]}\n");
    change(&["set", &save, "image", &format!("@{text}")]);
    assert_eq!(
        value_at(&save, "image"),
        r#"{"a":{"Vector2":[1.0,2.0]},"b":[1,2]}"#
    );
    let json = file("value.json", b"{\"Vector2\": [3.0, 4.0]}\n");
    change(&["set", &save, "--json", "image.a", &format!("@{json}")]);
    assert_eq!(value_at(&save, "image.a.y"), "4.0");
    let piped = format!("set --layout godot4 {save} image.b[0] @-");
    assert_eq!(run(&piped, "\"from a pipe\"\n").status, 0);
    assert_eq!(value_at(&save, "image.b"), r#"["from a pipe",2]"#);

    let missing = bad(&format!("set --layout godot4 {save} image @{save}.txt"), "");
    assert!(missing.starts_with(&format!("{save}.txt: ")), "{missing}");
    let invalid = file("invalid.txt", b"[1, 2\n");
    let invalid = run(&format!("set --layout godot4 {save} image @{invalid}"), "");
    assert_eq!(invalid.status, 2);
    assert!(
        invalid.err.contains("invalid value for image: "),
        "{}",
        invalid.err
    );
    let binary = bad(&format!("set --layout godot4 {save} image @{save}"), "");
    assert!(binary.contains("--bytes"), "{binary}");
    for arguments in ["image [1] --bytes", "image @x --bytes --json"] {
        assert_eq!(
            run(&format!("set --layout godot4 {save} {arguments}"), "").status,
            2
        );
    }
    let both = run(
        "set --layout godot4 - image @-",
        fs::read(&save).expect("the save"),
    );
    assert_eq!(both.status, 2);
    let twice = format!("set --layout godot4 {save} image.a @- image.b @-");
    let twice = run(&twice, "1");
    assert_eq!(twice.status, 2);
    assert!(twice.err.contains("expected @- once"), "{}", twice.err);
}

#[test]
#[cfg(feature = "godot3")]
fn node_paths_of_godot_3_are_not_files() {
    let save = file("node_path.dat", &[18, 0, 0, 0, 0, 0, 0, 0]);
    good(&format!(r#"set --root {save} [0] @"a/b""#), "");
}

#[test]
fn steps_lead_through_files_in_wrappers() {
    let save = save("wrapped.dat");
    let zipped = folder().join("wrapped.dat.gz");
    let compressed = std::process::Command::new("gzip")
        .args(["-kf", &save])
        .status();
    if !compressed.is_ok_and(|it| it.success()) {
        return;
    }
    let zipped = zipped.display().to_string();
    change(&["set", &zipped, "state.<bytes>.gold", "7"]);
    assert_eq!(fs::read(&zipped).expect("the save")[..2], [0x1f, 0x8b]);
    let value = run(
        &format!("get --layout godot4 {zipped} state.<bytes>.gold"),
        "",
    );
    assert_eq!(value.out, "7\n");
}
