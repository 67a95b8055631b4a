//! Tests `gdvariant mv` and `gdvariant cp`.

use crate::common::{bad, file, good, program, run};
use std::fs;

/// Encodes a value to a file, and returns the path.
fn save(name: &str, layout: &str, json: &str) -> String {
    let save = file(name, b"");
    good(&format!("encode --layout {layout} --bare -o {save}"), json);
    save
}

fn json(layout: &str, save: &str) -> String {
    let printed = good(&format!("decode --layout {layout} {save}"), "");
    printed.trim_end().to_owned()
}

/// Returns the error of a wrong command line.
#[track_caller]
fn usage(args: &str) -> String {
    let ran = run(args, "");
    assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{}", ran.err);
    ran.err
}

#[test]
fn values_move_within_a_file() {
    let save = save(
        "mv.dat",
        "godot3",
        r#"{"hp": 7, "name": "Ada", "items": ["bow", "key"], "used": []}"#,
    );
    for (arguments, expected) in [
        // A renamed key keeps its position.
        (
            "mv FILE hp health",
            r#"{"health":7,"name":"Ada","items":["bow","key"],"used":[]}"#,
        ),
        (
            "mv FILE items[0] used[+]",
            r#"{"health":7,"name":"Ada","items":["key"],"used":["bow"]}"#,
        ),
        (
            "cp FILE items[0] items[+]",
            r#"{"health":7,"name":"Ada","items":["key","key"],"used":["bow"]}"#,
        ),
        (
            "mv FILE health name --force",
            r#"{"name":7,"items":["key","key"],"used":["bow"]}"#,
        ),
    ] {
        let ran = run(&arguments.replace("FILE", &save), "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 0), "{}", ran.err);
        assert_eq!(ran.err.is_empty(), !arguments.ends_with("--force"));
        assert_eq!(json("godot3", &save), expected, "{arguments}");
    }
}

#[test]
fn impossible_moves_change_nothing() {
    let save = save(
        "impossible.dat",
        "godot3",
        r#"{"a": {"b": 1}, "c": 2, "v": {"Vector2": [1.0, 2.0]}}"#,
    );
    let before = fs::read(&save).unwrap();
    for (arguments, error) in [
        ("mv FILE a c", "c already has a value; --force replaces it"),
        ("cp FILE a c", "c already has a value; --force replaces it"),
        (
            "mv FILE a a.d",
            "cannot move a to a.d, which leads to the same value or into it",
        ),
        (
            "mv FILE a value(0)",
            "cannot move a to value(0), which leads to the same value or into it",
        ),
        (
            "mv FILE v.x d",
            "v.x is a component, which cannot be removed from its value",
        ),
        (
            "mv FILE d e",
            "no value at d; `gdvariant inspect` shows the paths",
        ),
    ] {
        let found = bad(&arguments.replace("FILE", &save), "");
        assert_eq!(found, format!("{save}: {error}"));
    }
    for (arguments, error) in [
        (
            "mv FILE a",
            "the new path is missing; expected gdvariant mv FILE FROM TO",
        ),
        (
            "cp FILE a",
            "the new path is missing; expected gdvariant cp FILE FROM TO",
        ),
        ("mv FILE a --into FILE", "are the same file; omit --into"),
        (
            "mv FILE a --into -",
            "standard input cannot be replaced; name a file after --into",
        ),
        (
            "mv - a --into FILE",
            "standard input cannot be replaced; pass a file, or copy the value",
        ),
        ("mv FILE a b --lossy", "--into <OTHER>"),
        ("mv FILE a b --into FILE -o FILE", "cannot be used with"),
    ] {
        let found = usage(&arguments.replace("FILE", &save));
        assert!(found.contains(error), "{found}");
    }
    assert_eq!(fs::read(&save).unwrap(), before);
    // A value can be copied into itself.
    good(&format!("cp {save} a a.d"), "");
    assert!(json("godot3", &save).starts_with(r#"{"a":{"b":1,"d":{"b":1}}"#));
}

#[test]
fn links_to_one_file_are_the_same_file() {
    let save = save("linked.dat", "godot3", r#"{"a": 1}"#);
    let link = format!("{save}.link");
    let _ = fs::remove_file(&link);
    fs::hard_link(&save, &link).unwrap();
    let ran = run(&format!("mv {save} a --into {link}"), "");
    if cfg!(unix) {
        assert!(
            ran.err.contains("are the same file; omit --into"),
            "{}",
            ran.err
        );
    }
}

#[cfg(feature = "godot4")]
#[test]
fn values_move_between_engines() {
    let old = save("engine3.dat", "godot3", r#"{"hp": 1}"#);
    let text = r#"{"n": {"s": {"StringName": "a"}, "i": {"Vector2i": [1, 2]}}, "p": {"PackedInt32Array": [7]}}"#;
    let new = save("engine4.dat", "godot4", text);
    let before = [&old, &new].map(|path| fs::read(path).unwrap());
    let options = "--layout godot4 --into-layout godot3";
    let ran = run(&format!("mv {new} n --into {old} {options}"), "");
    assert_eq!(ran.status, 1);
    assert_eq!(
        ran.err,
        "loss: n: s: StringName became String\nloss: n: i: Vector2i became Vector2\n\
         error: nothing was written because of 2 losses; --lossy accepts them\n"
    );
    assert_eq!([&old, &new].map(|path| fs::read(path).unwrap()), before);

    let ran = run(&format!("mv {new} n --into {old} {options} --lossy"), "");
    assert_eq!(ran.status, 0, "{}", ran.err);
    good(
        &format!("mv {new} p[0] hp --into {old} {options} --force"),
        "",
    );
    good(&format!("cp {new} p list --into {old} {options}"), "");
    assert_eq!(
        json("godot3", &old),
        r#"{"hp":7,"n":{"s":"a","i":{"Vector2":[1.0,2.0]}},"list":{"PoolIntArray":[]}}"#
    );
    assert_eq!(json("godot4", &new), r#"{"p":{"PackedInt32Array":[]}}"#);
}

#[cfg(all(feature = "godot4", feature = "compressed", feature = "encrypted"))]
#[test]
fn files_keep_their_form() {
    let conformance = |engine: &str, name: &str| {
        let data = format!(
            "{}/../conformance/files/{engine}/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        fs::read(data).unwrap()
    };
    let password = file("move-password.txt", b"correct horse");
    let source = conformance("godot-4.6.3", "pass-300.gdec");
    let source = file("moved.gdec", &source);
    let target = conformance("godot-4.6.3", "zstd-0.gcpf");
    let start = target[..4].to_vec();
    let target = file("moved.gcpf", &target);
    let options = format!("--framed --layout godot4 --password-file {password}");
    let get = |path: &str, key: &str| good(&format!("get {options} {path} {key}"), "");
    let name = get(&source, "name");
    good(
        &format!("mv {options} {source} name other --into {target} --value 1 --into-value 1"),
        "",
    );
    assert_eq!(get(&target, "other"), name);
    assert_eq!(fs::read(&target).unwrap()[..4], start);
    assert_eq!(fs::read(&source).unwrap()[..4], *b"GDEC");
    let error = bad(&format!("get {options} --value 1 {source} name"), "");
    assert!(error.contains("no value at name"), "{error}");
    // Another password of the other file.
    let wrong = file("wrong-password.txt", b"battery staple");
    let command = format!(
        "cp {target} other name --into {source} --framed --layout godot4 --value 1 --into-value 1"
    );
    let error = bad(&format!("{command} --password-file {wrong}"), "");
    assert!(error.starts_with(&source), "{error}");
    good(
        &format!("{command} --password-file {wrong} --into-password-file {password}"),
        "",
    );
    assert_eq!(get(&source, "name"), name);
}

#[cfg(feature = "godot4")]
#[test]
fn values_move_between_text_and_bytes() {
    const CONFIG: &str = "; mine\n[player]\n\nhp=7 ; health\nicon=Resource(\"res://a.png\")\n";
    const SAVE: &str = "[gd_resource type=\"Resource\" format=3]\n\n[ext_resource type=\"Script\" path=\"res://a.gd\" id=\"1\"]\n\n[resource]\nscript = ExtResource(\"1\")\nhp = 3\n";
    let bytes = save("text.dat", "godot4", r#"{"pos": {"Vector2": [1.0, 2.0]}}"#);
    let config = file("move.cfg", CONFIG.as_bytes());
    let resource = file("move.tres", SAVE.as_bytes());
    let layouts = "--layout godot4";
    good(
        &format!("mv {layouts} {config} player.hp hp --into {bytes}"),
        "",
    );
    assert_eq!(
        json("godot4", &bytes),
        r#"{"pos":{"Vector2":[1.0,2.0]},"hp":7}"#
    );
    let text = CONFIG.replace("hp=7 ; health\n", "");
    assert_eq!(fs::read_to_string(&config).unwrap(), text);
    // A missing section is added.
    good(
        &format!("mv {layouts} {bytes} pos spawn.pos --into {config}"),
        "",
    );
    let text = format!("{text}\n[spawn]\n\npos=Vector2(1, 2)\n");
    assert_eq!(fs::read_to_string(&config).unwrap(), text);
    good(
        &format!("cp {layouts} {config} spawn.pos resource.pos --into {resource}"),
        "",
    );
    let changed = format!("{SAVE}pos = Vector2(1, 2)\n");
    assert_eq!(fs::read_to_string(&resource).unwrap(), changed);
    good(
        &format!("mv {layouts} {resource} resource.hp resource.health"),
        "",
    );
    let changed = changed.replace("hp =", "health =");
    assert_eq!(fs::read_to_string(&resource).unwrap(), changed);

    let before = fs::read(&bytes).unwrap();
    for (file, path, target, error) in [
        (
            &config,
            "player",
            &bytes,
            "which only text can contain; copy it into a text file",
        ),
        (
            &resource,
            "resource.script",
            &bytes,
            "is a resource only in",
        ),
        (
            &resource,
            "resource.script",
            &config,
            "is a resource only in",
        ),
    ] {
        let found = bad(
            &format!("cp {layouts} {file} {path} other --into {target}"),
            "",
        );
        assert!(found.contains(error), "{found}");
    }
    assert_eq!(fs::read(&bytes).unwrap(), before);
    assert_eq!(fs::read_to_string(&config).unwrap(), text);
    good(&format!("cp {layouts} {config} player.icon spawn.icon"), "");
}

#[cfg(feature = "godot4")]
#[test]
fn paths_lead_into_encoded_values() {
    let inner = crate::common::run_bytes("encode --layout godot4", br#"{"gold": 30, "gems": 1}"#);
    let inner = file("inner.bin", &inner.stdout);
    let save = save("steps.dat", "godot4", r#"{"a": 1}"#);
    let other = self::save("other.dat", "godot4", "{}");
    let options = "--layout godot4";
    run(&format!("set {options} {save} --bytes state @{inner}"), "");
    good(
        &format!("mv {options} {save} state.<bytes>.gold state.<bytes>.coins"),
        "",
    );
    let get = |path: &str| good(&format!("get {options} {save} {path}"), "");
    assert_eq!(get("state.<bytes>"), "{\"coins\":30,\"gems\":1}\n");
    good(&format!("mv {options} {save} state.<bytes>.gems gems"), "");
    good(&format!("mv {options} {save} a state.<bytes>.a"), "");
    assert_eq!(get("gems"), "1\n");
    assert_eq!(get("state.<bytes>"), "{\"coins\":30,\"a\":1}\n");
    good(
        &format!("mv {options} {save} state.<bytes>.coins gold --into {other}"),
        "",
    );
    assert_eq!(get("state.<bytes>"), "{\"a\":1}\n");
    assert_eq!(json("godot4", &other), r#"{"gold":30}"#);
}

#[test]
fn an_interrupted_move_can_be_finished() {
    let source = save("source.dat", "godot3", r#"{"a": [1]}"#);
    let target = save("target.dat", "godot3", r#"{"a": [1], "b": 2}"#);
    // The other file has the value already.
    good(&format!("mv {source} a --into {target}"), "");
    assert_eq!(json("godot3", &source), "{}");
    assert_eq!(json("godot3", &target), r#"{"a":[1],"b":2}"#);
}

#[test]
fn a_dry_run_shows_both_files() {
    let source = save("from.dat", "godot3", r#"{"a": 1}"#);
    let target = save("to.dat", "godot3", "{}");
    let shown = good(&format!("mv {source} a --into {target} --dry-run"), "");
    assert_eq!(
        shown,
        format!("{target}:\n-{{}}\n+{{\"a\": 1}}\n{source}:\n-{{\"a\": 1}}\n+{{}}\n")
    );
    assert_eq!(json("godot3", &target), "{}");
    let shown = good(&format!("cp {source} a --into {target} --dry-run"), "");
    assert_eq!(shown, format!("{target}:\n-{{}}\n+{{\"a\": 1}}\n"));
}

/// Checks a file that a game changes while the program waits for the password of the other file.
#[cfg(all(unix, feature = "encrypted"))]
#[test]
fn the_other_file_is_written_first() {
    let data = "../conformance/files/godot-3.2.3/pass-300.gdec";
    let data = fs::read(format!("{}/{data}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let target = file("second.dat", &data);
    let source = file("first.dat", b"");
    good(&format!("encode --framed -o {source}"), r#"{"a": 1}"#);
    let pipe = file("second.fifo", b"");
    fs::remove_file(&pipe).unwrap();
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let command = format!("mv {source} a --into {target} --into-value 1 --framed");
    let words = format!("{command} --into-password-file {pipe}");
    let child = program().args(words.split(' ')).spawn().unwrap();
    // Opening the pipe blocks until the program reads the password, after it has read the files.
    let password = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
    fs::write(&source, "of the game").unwrap();
    std::io::Write::write_all(&mut &password, b"correct horse").unwrap();
    drop(password);
    let output = child.wait_with_output().unwrap();
    let error = String::from_utf8(output.stderr).unwrap();
    let expected = format!(
        "error: {source}: another program changed the file after it was read; \
         the value is in {target} and still in {source}: `gdvariant rm` removes it there\n"
    );
    assert_eq!(error, expected);
    assert_eq!(fs::read(&source).unwrap(), b"of the game");
    let password = file("second-password.txt", b"correct horse");
    let options = format!("--framed --password-file {password}");
    assert_eq!(good(&format!("get {options} {target} a"), ""), "1\n");
}

/// Checks that instances with the same two files, in any order, do not wait for one another.
#[cfg(unix)]
#[test]
fn parallel_moves_are_all_kept() {
    let list = |from: u32| {
        (from..from + 8)
            .map(|it| it.to_string())
            .collect::<Vec<_>>()
    };
    let value = |from| format!("{{\"list\": [{}]}}", list(from).join(","));
    let files = [
        save("left.dat", "godot3", &value(0)),
        save("right.dat", "godot3", &value(8)),
    ];
    let start = |index: usize| {
        let mut mv = program();
        let (from, to) = (&files[index % 2], &files[(index + 1) % 2]);
        mv.args(["mv", from, "list[0]", "list[+]", "--into", to]);
        mv.spawn().expect("the program starts")
    };
    let children: Vec<_> = (0..12).map(start).collect();
    for child in children {
        let output = child.wait_with_output().expect("the program ends");
        assert!(output.status.success(), "{output:?}");
    }
    let mut numbers: Vec<u32> = Vec::new();
    for file in &files {
        let list = good(&format!("get {file} list"), "");
        numbers.extend(serde_json::from_str::<Vec<u32>>(&list).expect("numbers"));
    }
    numbers.sort_unstable();
    assert_eq!(numbers, (0..16).collect::<Vec<_>>());
}

#[test]
fn whole_values_are_replaced_only_with_root() {
    let save = save("root.dat", "godot3", r#"{"nested": {"a": 1}}"#);
    let other = crate::common::file("root.cfg", b"[a]\n\nx=1\n");
    let program = env!("CARGO_BIN_EXE_gdvariant");
    let transfer = |name: &str, options: &[&str]| {
        let mut command = std::process::Command::new(program);
        command.args([name, "--layout", "godot3", &save, "nested", ""]);
        let ran = command.args(options).output().unwrap();
        (
            String::from_utf8(ran.stderr).unwrap(),
            ran.status.code().unwrap(),
        )
    };
    let before = [&save, &other].map(|path| fs::read(path).unwrap());
    for options in [&["-f"][..], &["-f", "--into", &other]] {
        for name in ["mv", "cp"] {
            let (error, status) = transfer(name, options);
            assert!(
                error.contains("the empty path is the whole value; use --root to replace it"),
                "{error}"
            );
            assert_eq!(status, 2);
        }
    }
    let (error, _) = transfer("cp", &["--root"]);
    assert!(
        error.contains("the whole value already exists; --force replaces it"),
        "{error}"
    );
    assert_eq!([&save, &other].map(|path| fs::read(path).unwrap()), before);
    assert_eq!(transfer("cp", &["--root", "-f"]).1, 0);
    assert_eq!(json("godot3", &save), r#"{"a":1}"#);
}

#[cfg(feature = "godot4")]
#[test]
fn undecided_text_takes_the_engine_of_new_values() {
    let value = r#"{"t": {"PoolIntArray": [1]}}"#;
    let source = save("undecided.dat", "godot3", value);
    let text = crate::common::file("undecided.cfg", b"[a]\n\nx=1\n");
    let written = |arguments: &str| {
        fs::write(&text, "[a]\n\nx=1\n").unwrap();
        let arguments = format!("{arguments} --layout auto").replace("FILE", &text);
        let ran = run(&arguments, "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        (fs::read_to_string(&text).unwrap(), ran.err)
    };
    let copy = format!("cp {source} t --into FILE a.t");
    assert_eq!(written(&copy).0, "[a]\n\nx=1\nt=PoolIntArray( 1 )\n");
    let set = "set FILE a.t PoolIntArray(1)";
    assert_eq!(written(set).0, "[a]\n\nx=1\nt=PoolIntArray( 1 )\n");
    let set = "set FILE a.t PackedInt32Array(1)";
    assert_eq!(written(set).0, "[a]\n\nx=1\nt=PackedInt32Array(1)\n");
    let (_, notes) = written(r#"set --json FILE a.t {"PackedInt32Array":[1]}"#);
    assert!(
        notes.contains("the new value has the notation of godot4"),
        "{notes}"
    );
}

#[test]
fn several_values_are_chosen_by_the_option_of_their_file() {
    let several = crate::common::file("chosen.dat", b"");
    good(
        &format!("encode --layout godot3 --framed -o {several}"),
        "{\"level\": 1}\n{\"gold\": 2}\n",
    );
    let plain = save("plain_chosen.dat", "godot3", r#"{"level": 1}"#);
    let one = crate::common::file("one_chosen.dat", b"");
    good(
        &format!("encode --layout godot3 --framed -o {one}"),
        "{\"level\": 1}",
    );
    let error = |arguments: &str| bad(&format!("{arguments} --layout godot3"), "");
    let advice = "the file has several values; choose one with";
    for arguments in [
        format!("rm {several} --framed gold"),
        format!("mv {several} --framed gold x"),
        format!("set {several} --framed new.sub 1"),
    ] {
        assert!(error(&arguments).ends_with(&format!("{advice} --value NUMBER")));
    }
    let found = run(&format!("cp {plain} level --into {several}"), "").err;
    assert!(
        found
            .trim_end()
            .ends_with(&format!("{advice} --into-value NUMBER")),
        "{found}"
    );
    let found = error(&format!("set {one} --framed new.sub 1"));
    assert!(!found.contains("NUMBER"), "{found}");
    let printed = good(&format!("get {several} --layout godot3 --value 2 gold"), "");
    assert_eq!(printed, "2\n");
    assert_eq!(good(&format!("get {plain} --plain level"), ""), "1\n");
}

#[test]
fn one_value_has_one_path() {
    let save = save("one_path.dat", "godot3", r#"{"level": 1, "items": []}"#);
    let error = usage(&format!("set {save} level 2 level 3"));
    assert!(
        error.contains("level has two values; omit one of the two"),
        "{error}"
    );
    for arguments in [
        format!("set {save} items[*].id 1"),
        format!("get {save} items[*].id"),
    ] {
        let error = usage(&arguments);
        assert!(error.contains("only gdvariant rm accepts [*]"), "{error}");
    }
    let error = bad(&format!("cp {save} level level"), "");
    assert!(
        error.ends_with("cannot copy level to level, which leads to the same value"),
        "{error}"
    );
    good(&format!("set {save} items[+] 2 items[+] 3"), "");
    assert_eq!(json("godot3", &save), r#"{"level":1,"items":[2,3]}"#);
}
