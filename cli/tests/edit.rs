//! Changes of files by path.

mod common;

use common::{bad, file, good, program, run};
use std::fs;

/// Runs a command whose arguments contain spaces.
fn edit(args: &[&str]) -> (i32, String) {
    let output = program().args(args).output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("text");
    (output.status.code().expect("no signal"), error)
}

/// Returns a file with this value.
fn save(name: &str, json: &str) -> String {
    let save = file(name, b"");
    good(&format!("encode --bare -o {save}"), json);
    save
}

fn json(save: &str) -> String {
    good(&format!("decode {save}"), "")
}

#[test]
fn values_are_set_in_place() {
    let save = save(
        "set.bin",
        r#"{"player": {"health": 7, "items": [1]}, "level": 2}"#,
    );
    let changes = [
        "player.health",
        "-100",
        "player.items[1]",
        "\"bow\"",
        "player.position",
        "Vector2(1, 2)",
    ];
    assert_eq!(
        edit(&[&["set", save.as_str()], &changes[..]].concat()),
        (0, format!("note: {save}: player.position is new\n"))
    );
    assert_eq!(
        json(&save),
        "{\"player\":{\"health\":-100,\"items\":[1,\"bow\"],\"position\":{\"Vector2\":[1.0,2.0]}},\"level\":2}\n"
    );
    let arguments = [
        "set",
        &save,
        "--json",
        "level",
        r#"{"Color": [0.0, 0.5, 1.0, 1.0]}"#,
    ];
    let note = "level was of the type int, and is of the type Color now";
    assert_eq!(edit(&arguments), (0, format!("note: {save}: {note}\n")));
    assert!(json(&save).contains("\"level\":{\"Color\":[0.0,0.5,1.0,1.0]}"));
    let (status, error) = edit(&["set", &save, "key(0)", "7"]);
    assert_eq!(status, 1);
    assert!(
        error.contains("leads to a key, which cannot be changed"),
        "{error}"
    );
}

#[test]
fn components_and_elements_of_packed_arrays_are_set_and_removed() {
    let save = save(
        "parts.bin",
        r#"{"position": {"Vector2": [1.0, 2.0]}, "scores": {"PoolIntArray": [7, 8]}, "names": {"PoolStringArray": ["Ada"]}}"#,
    );
    let changes = [
        "position.x",
        "5",
        "scores[0]",
        "-9",
        "scores[2]",
        "10",
        "names[0]",
        "\"Grace\"",
    ];
    assert_eq!(
        edit(&[&["set", save.as_str()], &changes[..]].concat()),
        (0, String::new())
    );
    good(&format!("rm {save} scores[1]"), "");
    let after = "{\"position\":{\"Vector2\":[5.0,2.0]},\"scores\":{\"PoolIntArray\":[-9,10]},\"names\":{\"PoolStringArray\":[\"Grace\"]}}\n";
    assert_eq!(json(&save), after);
    for (path, value, error) in [
        (
            "position.x",
            "\"far\"",
            "\"far\" does not fit at position.x, where 5.0 is part of a value",
        ),
        (
            "scores[0]",
            "5000000000",
            "5000000000 does not fit at scores[0], where -9 is part of a value",
        ),
        (
            "scores[0]",
            "1e50",
            "1e+50 does not fit at scores[0], where -9 is part of a value",
        ),
        (
            "position.x",
            "1e39",
            "1e+39 does not fit at position.x, where 5.0 is part of a value",
        ),
        (
            "scores[0]",
            "1.5",
            "1.5 does not fit at scores[0], where -9 is part of a value",
        ),
        (
            "scores[2]",
            "\"a\"",
            "\"a\" is no element of the PoolIntArray that scores[2] would be added to",
        ),
        (
            "position.x",
            "33554433",
            "33554433 does not fit at position.x, where 5.0 is part of a value",
        ),
        (
            "scores[3]",
            "1",
            "no place for a value at scores[3]: scores is of the type PoolIntArray and has no [3]",
        ),
    ] {
        let (status, message) = edit(&["set", &save, path, value]);
        assert_eq!((status, message), (1, format!("error: {save}: {error}\n")));
    }
    assert_eq!(json(&save), after);
}

#[test]
fn values_are_removed() {
    let save = save("rm.bin", r#"{"a": [1, 2, 3], "b": {"c": 4, "d": 5}}"#);
    good(&format!("rm {save} a[1] b.c"), "");
    assert_eq!(json(&save), "{\"a\":[1,3],\"b\":{\"d\":5}}\n");
    assert_eq!(
        bad(&format!("rm {save} b.c"), ""),
        format!("{save}: no value at b.c; `gdvariant inspect` shows the paths")
    );
}

#[test]
fn the_output_can_be_another_file() {
    let save = save("other.bin", r#"{"a": 1}"#);
    let copy = file("copy.bin", b"");
    good(&format!("set {save} a 2 -o {copy}"), "");
    assert_eq!(
        (json(&save).as_str(), json(&copy).as_str()),
        ("{\"a\":1}\n", "{\"a\":2}\n")
    );
}

#[test]
fn a_failed_change_leaves_the_file() {
    let save = save("failed.bin", r#"{"a": [1]}"#);
    let old = fs::read(&save).unwrap();
    let error = bad(&format!("set {save} a[0] 2 b.c 3"), "");
    assert_eq!(
        error,
        format!(
            "{save}: no place for a value at b.c: the value is of the type Dictionary and has no b"
        )
    );
    let (status, error) = edit(&["set", &save, "a", "Vector2(1"]);
    assert_eq!(status, 2);
    assert!(
        error.contains("the value of a: line 1, column 10"),
        "{error}"
    );
    assert_eq!(
        run(&format!("set {save} a"), "").status,
        2,
        "a value is missing"
    );
    assert_eq!(
        run(&format!("set {save} a[ 1"), "").status,
        2,
        "the path is invalid"
    );
    assert_eq!(fs::read(&save).unwrap(), old);
}

#[test]
fn one_of_several_values_is_changed() {
    let save = file("framed.dat", b"");
    good(
        &format!("encode --framed -o {save}"),
        "{\"a\": 1}\n[2]\n{\"a\": 3}\n",
    );
    let decoded = |save: &str| good(&format!("decode --framed {save}"), "");
    let error = bad(&format!("set --framed {save} a 4"), "");
    assert_eq!(
        error,
        format!("{save}: several values; choose one with --value NUMBER")
    );
    good(&format!("set --framed --value 3 {save} a 4"), "");
    good(&format!("rm --framed --value 2 {save} [0]"), "");
    assert_eq!(decoded(&save), "{\"a\":1}\n[]\n{\"a\":4}\n");
    let error = bad(&format!("set --framed --value 9 {save} a 4"), "");
    assert!(
        error.ends_with("no value has the number 9; the input has 3"),
        "{error}"
    );
}

#[cfg(all(feature = "compressed", feature = "encrypted"))]
#[test]
fn wrappers_are_kept() {
    let password = file("edit-password.txt", b"correct horse");
    for (engine, layout) in [("godot-3.2.3", "godot3"), ("godot-4.6.3", "godot4")] {
        for name in ["fastlz-300.gcpf", "zstd-0.gcpf", "pass-300.gdec"] {
            let data = format!(
                "{}/../tests/files/data/{engine}/{name}",
                env!("CARGO_MANIFEST_DIR")
            );
            let original = fs::read(data).unwrap();
            let save = file(&format!("{engine}-edit-{name}"), &original);
            let options = format!("--framed --layout {layout} --password-file {password}");
            let before = good(&format!("decode {options} {save}"), "");
            good(
                &format!("set {options} --value 1 {save} name \"Grace\""),
                "",
            );
            assert_eq!(fs::read(&save).unwrap()[..4], original[..4], "{name}");
            let after = good(&format!("decode {options} {save}"), "");
            let expected = before.replace(r#""name":"Ada""#, r#""name":"Grace""#);
            assert!(after == expected && after != before, "{engine} {name}");
        }
    }
}

#[test]
fn a_minus_is_standard_output() {
    let save = save("minus.bin", "{\"level\": 3}");
    let before = std::fs::read(&save).expect("a file");
    let output = program()
        .args(["set", &save, "level", "4", "-o", "-"])
        .output()
        .expect("the program starts");
    assert!(output.status.success());
    assert_eq!(std::fs::read(&save).expect("a file"), before);
    assert_eq!(common::good("decode", output.stdout), "{\"level\":4}\n");
}

#[test]
fn a_path_without_a_place_is_explained() {
    let save = save("place.bin", "{\"health\": 7.5, \"items\": [1, 2]}");
    for (path, reason) in [
        ("health.x", "health is of the type float and has no x"),
        ("items[9]", "items is of the type Array and has no [9]"),
        (
            "player.name",
            "the value is of the type Dictionary and has no player",
        ),
    ] {
        let (status, error) = edit(&["set", &save, path, "1"]);
        assert_eq!(status, 1);
        assert!(error.contains(reason), "{error}");
    }
}
