//! Tests `gdvariant set` and `gdvariant rm`.

use crate::common::{bad, file, good, program, run};
use std::fs;

/// Runs a command whose arguments can contain spaces. Returns the status and the messages.
fn edit(args: &[&str]) -> (i32, String) {
    let output = program().args(args).output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("text");
    (output.status.code().expect("no signal"), error)
}

/// Encodes a value to a file, and returns the path.
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
    let note = "the type of level changed from int to Color";
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
fn components_and_packed_elements_are_changed() {
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
            "\"far\" cannot replace the component position.x, which is 5.0",
        ),
        (
            "scores[0]",
            "5000000000",
            "5000000000 cannot replace the component scores[0], which is -9",
        ),
        (
            "scores[0]",
            "1e50",
            "1e+50 cannot replace the component scores[0], which is -9",
        ),
        (
            "position.x",
            "1e39",
            "1e+39 cannot replace the component position.x, which is 5.0",
        ),
        (
            "scores[0]",
            "1.5",
            "1.5 cannot replace the component scores[0], which is -9",
        ),
        (
            "scores[2]",
            "\"a\"",
            "\"a\" cannot be an element of the PoolIntArray that scores[2] would append it to",
        ),
        (
            "position.x",
            "33554433",
            "33554433 cannot replace the component position.x, which is 5.0",
        ),
        (
            "scores[3]",
            "1",
            "cannot set scores[3]: scores is of the type PoolIntArray and has no [3]",
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
fn help_explains_the_output() {
    for command in ["set", "rm", "edit"] {
        let help = good(&format!("{command} --help"), "");
        let help = help.split_whitespace().collect::<Vec<_>>().join(" ");
        let expected = "--output <OUTPUT> Write to OUTPUT instead of replacing FILE;";
        assert!(help.contains(expected), "{help}");
    }
}

#[test]
fn a_failed_change_leaves_the_file() {
    let save = save("failed.bin", r#"{"a": [1]}"#);
    let old = fs::read(&save).unwrap();
    let error = bad(&format!("set {save} a[0] 2 b.c 3"), "");
    assert_eq!(
        error,
        format!("{save}: cannot set b.c: the value is of the type Dictionary and has no b")
    );
    let (status, error) = edit(&["set", &save, "a", "Vector2(1"]);
    assert_eq!(status, 2);
    assert!(
        error.contains("invalid value for a: line 1, column 10"),
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
        format!("{save}: the file has several values; choose one with --value NUMBER")
    );
    good(&format!("set --framed --value 3 {save} a 4"), "");
    good(&format!("rm --framed --value 2 {save} [0]"), "");
    assert_eq!(decoded(&save), "{\"a\":1}\n[]\n{\"a\":4}\n");
    let error = bad(&format!("set --framed --value 9 {save} a 4"), "");
    assert!(
        error.ends_with("no value 9, the last value is 3"),
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
                "{}/../conformance/files/{engine}/{name}",
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
    assert_eq!(
        crate::common::good("decode", output.stdout),
        "{\"level\":4}\n"
    );
}

/// Misspells a key within a path to set.
#[test]
fn a_similar_container_is_suggested() {
    let save = save("misspelled.bin", r#"{"player": {"gold": 1}}"#);
    let error = bad(&format!("set {save} playr.gold 5"), "");
    assert!(
        error.ends_with("has no playr; did you mean player?"),
        "{error}"
    );
}

#[test]
fn a_path_without_a_container_is_explained() {
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

#[test]
fn paths_of_rm_refer_to_the_original_value() {
    let save = save("several.bin", r#"{"a": [1, 2, 3], "b": {"c": 4, "d": 5}}"#);
    good(&format!("rm {save} a[0] b.value(0) a[1] b.d"), "");
    assert_eq!(json(&save), "{\"a\":[3],\"b\":{}}\n");
    for (paths, error) in [
        ("a a[0]", "a[0] leads to a or into it; omit one of the two"),
        (
            "a value(0)",
            "a leads to value(0) or into it; omit one of the two",
        ),
        ("b c", "no value at c; `gdvariant inspect` shows the paths"),
    ] {
        let error = format!("{save}: {error}");
        assert_eq!(bad(&format!("rm {save} {paths}"), ""), error, "{paths}");
    }
    assert_eq!(json(&save), "{\"a\":[3],\"b\":{}}\n");
}

#[test]
fn setting_a_value_reports_types_that_change_in_it() {
    let value = r#"{"scores": Array[int]([1, 2]), "names": Dictionary[String, int]({"a": 1}), "place": [Vector2(1, 2), 0.5]}"#;
    let save = file("typed.bin", b"");
    good(
        &format!("encode --from text --bare --layout godot4 -o {save}"),
        value,
    );
    for (path, value, note) in [
        (
            "scores",
            "[1, 2]",
            "the type of scores changed from Array[int] to Array",
        ),
        (
            "names",
            r#"Dictionary[String, float]({"a": 1.5})"#,
            "2 types changed: names from Dictionary[String, int] to Dictionary[String, float], names.a from int to float",
        ),
        (
            "place",
            "[[1.0, 2.0], 0.5]",
            "the type of place[0] changed from Vector2 to Array",
        ),
    ] {
        let notes = edit(&["set", "--layout", "godot4", &save, path, value]);
        assert_eq!(notes, (0, format!("note: {save}: {note}\n")));
    }
    let unchanged = edit(&["set", "--layout", "godot4", &save, "scores", "[3]"]);
    assert_eq!(unchanged, (0, String::new()));
}

/// Checks a Dictionary that looks like a number of serde_json's feature `arbitrary_precision`.
#[test]
fn the_key_of_serde_json_is_data() {
    let number = |value: &str| format!(r#"{{"$serde_json::private::Number":{value}}}"#);
    let save = save(
        "number.bin",
        &format!(r#"{{"a":{},"b":1}}"#, number("\"5\"")),
    );
    let new = number("\"abc\"");
    assert_eq!(edit(&["set", "--json", &save, "b", &new]).0, 0);
    let text = good(&format!("decode --to text {save}"), "");
    for value in ["\"5\"", "\"abc\""] {
        let found = text.replace(": ", ":").replace(['\n', ' '], "");
        assert!(found.contains(&number(value)), "{text}");
    }
    let old = fs::read(&save).expect("the save");
    good(&format!("encode --bare -o {save}"), json(&save));
    assert_eq!(fs::read(&save).expect("the save"), old);
}

#[test]
fn a_value_from_json_can_be_deeply_nested() {
    let save = save("deep.bin", r#"{"a": 1}"#);
    let nested = |levels| format!("{}2{}", "[".repeat(levels), "]".repeat(levels));
    assert_eq!(
        edit(&["set", "--json", &save, "a", &nested(1000)]),
        (
            0,
            format!("note: {save}: the type of a changed from int to Array\n")
        )
    );
    assert_eq!(json(&save), format!("{{\"a\":{}}}\n", nested(1000)));
    let (status, error) = edit(&["set", "--json", &save, "a", &nested(2000)]);
    assert_eq!(status, 2);
    assert!(
        error.contains("invalid value for a: line 1, column 4001")
            && error.contains("nesting exceeds 1024 levels"),
        "{error}"
    );
}

#[test]
fn only_root_replaces_the_whole_value() {
    let save = save("root.bin", r#"{"a": 1}"#);
    let (status, error) = edit(&["set", &save, "", "5"]);
    assert_eq!(status, 2);
    assert!(error.contains("--root"), "{error}");
    assert_eq!(json(&save), "{\"a\":1}\n");
    let note = "the type of the whole value changed from Dictionary to int";
    assert_eq!(
        edit(&["set", &save, "--root", "", "5"]),
        (0, format!("note: {save}: {note}\n"))
    );
    assert_eq!(json(&save), "5\n");
}

#[test]
fn a_plus_appends() {
    let save = save(
        "append.bin",
        r#"{"items": ["bow"], "scores": {"PoolIntArray": []}}"#,
    );
    let changes = ["items[+]", "1", "items[+]", "2", "scores[+]", "7"];
    assert_eq!(
        edit(&[&["set", save.as_str()], &changes[..]].concat()),
        (0, String::new())
    );
    let expected = "{\"items\":[\"bow\",1,2],\"scores\":{\"PoolIntArray\":[7]}}\n";
    assert_eq!(json(&save), expected);
    let error = bad(&format!("set {save} scores[+] 1.5"), "");
    assert!(
        error.ends_with(
            "1.5 cannot be an element of the PoolIntArray that scores[+] would append it to"
        ),
        "{error}"
    );
    let error = bad(&format!("set {save} [+] 1"), "");
    assert!(
        error.ends_with("cannot set [+]: the value is of the type Dictionary and has no [+]"),
        "{error}"
    );
}

#[test]
fn keys_of_any_type_are_set_and_found() {
    let save = save("keys.bin", r#"{"d": {}}"#);
    let keys = [
        "d[-5]",
        "d[2.0]",
        "d[Vector2(1, 2)]",
        "d[RID()]",
        "d[[1, 2]]",
    ];
    let changes = keys.iter().flat_map(|key| [*key, "1"]);
    let changes: Vec<&str> = changes.collect();
    let (status, notes) = edit(&[&["set", save.as_str()], &changes[..]].concat());
    assert_eq!(status, 0, "{notes}");
    assert!(notes.contains("d[Vector2(1, 2)] is new"), "{notes}");
    let changes = [
        "d[Vector2( 1, 2 )]",
        "2",
        "d[ RID( ) ]",
        "3",
        "d[[1,2]]",
        "4",
    ];
    assert_eq!(
        edit(&[&["set", save.as_str()], &changes[..]].concat()),
        (0, String::new())
    );
    let text = good(&format!("decode --to text --pretty {save}"), "");
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    assert!(lines.contains(&"Vector2(1, 2): 2,"), "{text}");
    assert!(lines.contains(&"-5: 1,"), "{text}");
    assert!(lines.contains(&"2.0: 1,"), "{text}");
    for key in keys {
        let output = program().args(["get", &save, key]).output();
        assert!(
            output.expect("the program starts").status.success(),
            "{key}"
        );
        let output = program().args(["inspect", &save, "--path", key]).output();
        assert!(
            output.expect("the program starts").status.success(),
            "{key}"
        );
        assert_eq!(edit(&["rm", &save, key]).0, 0, "{key}");
    }
    assert_eq!(json(&save), "{\"d\":{}}\n");
    let error = bad(&format!("set {save} d[Vektor2(1,2)] 1"), "");
    assert!(
        error.contains("d[Vektor2(1,2)]: invalid key: line 1, column 1"),
        "{error}"
    );
}

#[test]
fn a_dry_run_shows_the_changes() {
    let save = save("dry.bin", r#"{"a": [1, 2], "b": 3}"#);
    let old = fs::read(&save).unwrap();
    let shown = good(&format!("set {save} a[0] 5 --dry-run"), "");
    assert!(
        shown.contains("\n-  \"a\": [1, 2],\n+  \"a\": [5, 2],\n"),
        "{shown}"
    );
    let shown = good(&format!("rm {save} b --dry-run"), "");
    assert!(shown.contains("\n-  \"b\": 3\n"), "{shown}");
    assert_eq!(fs::read(&save).unwrap(), old);
}

#[test]
fn backups_keep_every_replaced_file() {
    let save = save("backup.bin", r#"{"a": 1}"#);
    for backup in ["bak", "bak2"] {
        let _ = fs::remove_file(format!("{save}.{backup}"));
    }
    for (value, backup) in [(2, "bak"), (3, "bak2")] {
        let ran = run(&format!("set {save} a {value} --backup"), "");
        let note = format!("note: {save}: the old content is kept in {save}.{backup}\n");
        assert_eq!((ran.err, ran.status), (note, 0));
    }
    let values = ["bak", "bak2"].map(|backup| json(&format!("{save}.{backup}")));
    assert_eq!(values, ["{\"a\":1}\n", "{\"a\":2}\n"]);
    assert_eq!(json(&save), "{\"a\":3}\n");
}

/// Checks that each instance of the program reads what the previous instance wrote.
#[cfg(unix)]
#[test]
fn parallel_changes_are_all_kept() {
    let save = save("parallel.bin", r#"{"list": []}"#);
    for round in 0..5 {
        let start = |number: u32| {
            let value = number.to_string();
            let mut set = program();
            set.args(["set", &save, "list[+]", &value]);
            set.spawn().expect("the program starts")
        };
        let children: Vec<_> = (round * 8..round * 8 + 8).map(start).collect();
        for child in children {
            let output = child.wait_with_output().expect("the program ends");
            assert!(output.status.success(), "{output:?}");
        }
    }
    let mut numbers: Vec<u32> =
        serde_json::from_str(&good(&format!("get {save} list"), "")).expect("a list of numbers");
    numbers.sort_unstable();
    assert_eq!(numbers, (0..40).collect::<Vec<u32>>());
}

/// Checks a file that a game, ignoring the lock, changes while the program waits for a password.
#[cfg(all(unix, feature = "godot4", feature = "encrypted"))]
#[test]
fn changes_of_other_programs_are_not_lost() {
    let data = "../conformance/files/godot-3.2.3/pass-300.gdec";
    let original = fs::read(format!("{}/{data}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let save = file("foreign.dat", b"");
    let pipe = file("foreign.fifo", b"");
    fs::remove_file(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let flipped = |at: usize| {
        let mut flipped = original.clone();
        flipped[at] ^= 1;
        flipped
    };
    // Changes of the same length, in the first, a middle and the last byte, and other lengths.
    let changes = [
        flipped(0),
        flipped(original.len() / 2),
        flipped(original.len() - 1),
        original[1..].to_vec(),
        [&original[..], &[0]].concat(),
        b"of the game".to_vec(),
    ];
    let commands = [
        "set --value 1 FILE name 2",
        "rm --value 1 FILE name",
        "convert --in-place --from-layout godot3 --to-layout godot4 FILE",
    ];
    for (changed, command) in changes
        .iter()
        .flat_map(|changed| commands.map(|it| (changed, it)))
    {
        fs::write(&save, &original).unwrap();
        let command = format!("{command} --framed --password-file {pipe}");
        let words = command.replace("FILE", &save);
        let child = program().args(words.split(' ')).spawn();
        // Opening the pipe blocks until the program reads the password, after it has read the file.
        let password = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        fs::write(&save, changed).unwrap();
        std::io::Write::write_all(&mut &password, b"correct horse").unwrap();
        drop(password);
        let output = child.unwrap().wait_with_output().unwrap();
        let error = String::from_utf8(output.stderr).unwrap();
        let expected = "another program changed the file after it was read";
        assert!(error.contains(expected), "{command}: {error}");
        assert!(fs::read(&save).unwrap() == *changed, "{command}");
    }
}
