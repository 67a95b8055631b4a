//! Tests changes of several files, and removals by patterns and conditions.

use crate::common::{bad, file, folder, good, program, run};
use std::fs;

/// Encodes values to files with these names, and returns the paths.
fn saves(name: &str, values: &[&str]) -> Vec<String> {
    let save = |(index, value): (usize, &&str)| {
        let save = file(&format!("{name}{index}.dat"), b"");
        good(&format!("encode --bare -o {save}"), value);
        save
    };
    values.iter().enumerate().map(save).collect()
}

fn decoded(files: &[String]) -> String {
    let values = files.iter().map(|it| good(&format!("decode {it}"), ""));
    values.collect::<String>().trim_end().to_owned()
}

#[test]
fn all_files_are_changed() {
    let files = saves("all", &[r#"{"a": 1, "b": 1}"#, r#"{"a": 2, "b": 2}"#]);
    let names = files.join(" ");
    for (arguments, expected) in [
        (
            "set a 5 --files FILES",
            "{\"a\":5,\"b\":1}\n{\"a\":5,\"b\":2}",
        ),
        (
            "set --files FILES -- a -6",
            "{\"a\":-6,\"b\":1}\n{\"a\":-6,\"b\":2}",
        ),
        (
            "mv a c --files FILES",
            "{\"c\":-6,\"b\":1}\n{\"c\":-6,\"b\":2}",
        ),
        (
            "cp b d --files FILES",
            "{\"c\":-6,\"b\":1,\"d\":1}\n{\"c\":-6,\"b\":2,\"d\":2}",
        ),
        ("rm b d --files FILES", "{\"c\":-6}\n{\"c\":-6}"),
        ("rm c --files FILES --backup", "{}\n{}"),
    ] {
        let ran = run(&arguments.replace("FILES", &names), "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(decoded(&files), expected, "{arguments}");
    }
    assert_eq!(decoded(&[format!("{}.bak", files[1])]), "{\"c\":-6}");
}

#[test]
fn a_dry_run_shows_each_file() {
    let files = saves("dry", &[r#"{"a": 1}"#, r#"{"a": 2}"#]);
    let shown = good(
        &format!("set a 5 --dry-run --files {}", files.join(" ")),
        "",
    );
    let [first, second] = &files[..] else {
        panic!("two files");
    };
    assert_eq!(
        shown,
        format!(
            "{first}:\n-{{\"a\": 1}}\n+{{\"a\": 5}}\n{second}:\n-{{\"a\": 2}}\n+{{\"a\": 5}}\n"
        )
    );
    assert_eq!(decoded(&files), "{\"a\":1}\n{\"a\":2}");
}

#[test]
fn no_file_is_written_if_one_cannot_be_changed() {
    let files = saves(
        "one",
        &[r#"{"a": 1, "b": 1}"#, r#"{"a": 2}"#, r#"{"a": 3}"#],
    );
    let missing = folder().join("missing.dat").display().to_string();
    for (arguments, errors) in [
        (
            format!("rm b --files {}", files.join(" ")),
            format!(
                "error: {}: no value at b; `gdvariant inspect` shows the paths\n\
                 error: {}: no value at b; `gdvariant inspect` shows the paths; \
                 nothing was written, because 2 of 3 files cannot be changed\n",
                files[1], files[2]
            ),
        ),
        (
            format!("set a 7 --files {} {missing}", files.join(" ")),
            format!(
                "error: {missing}: the file does not exist; check the path; \
                 nothing was written, because 1 of 4 files cannot be changed\n"
            ),
        ),
    ] {
        let ran = run(&arguments, "");
        assert_eq!((ran.err, ran.status), (errors, 1));
    }
    assert_eq!(decoded(&files), "{\"a\":1,\"b\":1}\n{\"a\":2}\n{\"a\":3}");
}

#[test]
fn arguments_are_not_misread() {
    let files = saves("usage", &["{\"a\": 1}", "{\"a\": 2}"]);
    let [first, second] = &files[..] else {
        panic!("two files");
    };
    for (arguments, error) in [
        (
            format!("set {first} a 5 --files {second}"),
            "a path has no value; expected gdvariant set PATH VALUE [PATH VALUE]... --files FILE...",
        ),
        (
            format!("rm {first} a --files {second}"),
            "is a file; with --files, the other arguments are paths of values: name the file after --files",
        ),
        (
            format!("mv {first} a b --files {second}"),
            "expected two paths, found 3",
        ),
        (
            format!("rm a --files {first} -o {second}"),
            "cannot be used with",
        ),
        (
            format!("rm a --files {first} -"),
            "standard input cannot be one of several files; omit -",
        ),
        (
            format!("set --files {first} a 5"),
            "required arguments were not provided",
        ),
        (
            format!("mv a b --files {first} --into {second}"),
            "cannot be used with",
        ),
    ] {
        let ran = run(&arguments, "");
        assert_eq!((ran.out.as_str(), ran.status), ("", 2), "{}", ran.err);
        assert!(ran.err.contains(error), "{}", ran.err);
    }
    assert_eq!(decoded(&files), "{\"a\":1}\n{\"a\":2}");
    // A file that is named twice is changed once.
    let list = saves("twice", &["[1]"]);
    good(&format!("set [+] 2 --files {0} {0}", list[0]), "");
    assert_eq!(decoded(&list), "[1,2]");
}

const ITEMS: &str = r#"{"items": [{"id": 7, "n": "a b"}, {"id": 8}, {"id": 7.0}], "map": {"x": {"hp": 0}, "y": {"hp": 2}}, "scores": {"PoolIntArray": [0, 5, 0]}}"#;

#[test]
fn matching_values_are_removed() {
    for (arguments, count, removed) in [
        (
            &["items[*]", "--where", "id=7"][..],
            "2 values",
            "\"items\":[{\"id\":8}]",
        ),
        (
            &["items[*]", "--where", "id!=7"],
            "1 value",
            "\"items\":[{\"id\":7,\"n\":\"a b\"},{\"id\":7.0}]",
        ),
        (
            &["items[*]", "--where", "id == 7", "--where", "n"],
            "1 value",
            "\"items\":[{\"id\":8},{\"id\":7.0}]",
        ),
        (
            &["items[*]", "--where", "n=\"a b\""],
            "1 value",
            "\"items\":[{\"id\":8},{\"id\":7.0}]",
        ),
        (
            &["items[*].n"],
            "1 value",
            "\"items\":[{\"id\":7},{\"id\":8},{\"id\":7.0}]",
        ),
        (
            &["map[*]", "--where", "hp=0"],
            "1 value",
            "\"map\":{\"y\":{\"hp\":2}}",
        ),
        (
            &["scores[*]", "map[*]", "--where", "!=0", "--where", "=5"],
            "1 value",
            "\"scores\":{\"PoolIntArray\":[0,0]}",
        ),
        (
            &["scores[*]", "--where", "=0"],
            "2 values",
            "\"scores\":{\"PoolIntArray\":[5]}",
        ),
        (&["map[*]"], "2 values", "\"map\":{}"),
    ] {
        let save = &saves("where", &[ITEMS])[0];
        let output = program()
            .args(["rm", save])
            .args(arguments)
            .output()
            .unwrap();
        assert!(output.status.success(), "{output:?}");
        let note = format!("note: {save}: removed {count}\n");
        assert_eq!(
            String::from_utf8(output.stderr).unwrap(),
            note,
            "{arguments:?}"
        );
        let rest = decoded(std::slice::from_ref(save));
        assert!(rest.contains(removed), "{arguments:?}: {rest}");
    }
}

#[test]
fn a_dry_run_lists_the_matching_values() {
    let save = &saves("listed", &[ITEMS])[0];
    let ran = run(&format!("rm {save} items[*] --where id=7 --dry-run"), "");
    assert_eq!(ran.status, 0);
    let note = format!("note: {save}: would remove 2 values: items[0], items[2]\n");
    assert_eq!(ran.err, note);
    assert!(
        ran.out.contains("\n+  \"items\": [{\"id\": 8}],\n"),
        "{}",
        ran.out
    );
    assert!(decoded(std::slice::from_ref(save)).contains("\"id\":7"));
}

#[test]
fn no_matching_value_is_an_error() {
    let save = &saves("none", &[ITEMS])[0];
    let before = fs::read(save).unwrap();
    for (arguments, error) in [
        (
            "items[*] --where id=9",
            "no value at items[*] satisfies id=9",
        ),
        (
            "items[*] map[*] --where id=9 --where n",
            "no value at items[*] or map[*] satisfies id=9 and n",
        ),
        ("items[*].q", "no value at items[*].q"),
        (
            "items --where id=7",
            "no value at items satisfies id=7; 'items[*]' stands for the elements of items",
        ),
        (
            "itms[*] --where id=7",
            "no value at itms[*]: itms does not exist; did you mean items?",
        ),
        (
            "items[0].id[*]",
            "no value at items[0].id[*]; items[0].id is of the type int",
        ),
        (
            "items[*] items[0] --where id=7",
            "items[0] leads to items[0] or into it; omit one of the two",
        ),
    ] {
        let found = bad(&format!("rm {save} {arguments}"), "");
        assert_eq!(found, format!("{save}: {error}"));
    }
    let found = bad(&format!("rm {save} items[*] --where n=Ada"), "");
    assert!(
        found.contains("invalid value in the condition n=Ada: line 1, column 1"),
        "{found}"
    );
    for (condition, error) in [
        (
            "id=",
            "invalid condition \"id=\": offset 3: expected a value, such as 7",
        ),
        ("id[=7", "invalid condition \"id[=7\": offset"),
    ] {
        let ran = run(&format!("rm {save} items[*] --where {condition}"), "");
        assert_eq!(ran.status, 2);
        assert!(ran.err.contains(error), "{}", ran.err);
    }
    assert_eq!(fs::read(save).unwrap(), before);
}

#[test]
fn files_without_a_match_stay() {
    let files = saves("some", &["[1, 2]", "[2]", "[1]"]);
    let before = fs::metadata(&files[1]).unwrap().modified().unwrap();
    let command = format!("rm [*] --where =1 --files {}", files.join(" "));
    let ran = run(&command, "");
    assert_eq!(
        (ran.err, ran.status),
        (
            format!(
                "note: {}: removed 1 value\nnote: {}: no value matches; the file was not changed\nnote: {}: removed 1 value\n",
                files[0], files[1], files[2]
            ),
            0
        )
    );
    assert_eq!(decoded(&files), "[2]\n[2]\n[]");
    assert_eq!(fs::metadata(&files[1]).unwrap().modified().unwrap(), before);
    assert_eq!(bad(&command, ""), "no value at [*] satisfies =1 in 3 files");
}

#[cfg(feature = "godot4")]
const CONFIG: &str = "; mine\n[a]\n\nhp=0 ; none\n[b]\n\nhp=1\n\n[c]\n\nlist=[ 1, 2.50, 1 ]\n";

#[cfg(all(feature = "godot4", feature = "compressed", feature = "encrypted"))]
#[test]
fn matches_in_any_form_are_removed() {
    let password = file("where-password.txt", b"correct horse");
    let data = |name: &str| {
        let path = format!(
            "{}/../conformance/files/godot-4.6.3/{name}",
            env!("CARGO_MANIFEST_DIR")
        );
        file(&format!("where-{name}"), &fs::read(path).unwrap())
    };
    let files = [data("zstd-0.gcpf"), data("pass-300.gdec")];
    let options = format!("--layout godot4 --framed --value 1 --password-file {password}");
    let ran = run(
        &format!(
            "rm {options} [*] --where =\"Ada\" --files {}",
            files.join(" ")
        ),
        "",
    );
    assert_eq!(ran.status, 0, "{}", ran.err);
    for file in &files {
        let error = bad(&format!("get {options} {file} name"), "");
        assert!(error.contains("no value at name"), "{error}");
    }
}

#[cfg(feature = "godot4")]
#[test]
fn matches_in_texts_are_removed() {
    let config = file("where.cfg", CONFIG.as_bytes());
    for (arguments, expected) in [
        (
            "[*] --where hp=0",
            CONFIG.replace("[a]\n\nhp=0 ; none\n", ""),
        ),
        (
            "c.list[*] --where =1",
            CONFIG.replace("[ 1, 2.50, 1 ]", "[ 2.50 ]"),
        ),
    ] {
        fs::write(&config, CONFIG).unwrap();
        let ran = run(&format!("rm --layout godot4 {config} {arguments}"), "");
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(fs::read_to_string(&config).unwrap(), expected);
    }
}

/// Checks a file that another program changes between its check and its replacement.
#[cfg(unix)]
#[test]
fn changes_between_check_and_write_are_not_lost() {
    use std::process::{Command, Stdio};

    let mut files = saves("raced", &["{\"a\": 1}", "{\"a\": 2}", "{\"a\": 3}"]);
    let password = file("raced.password", b"hunter2");
    let encrypted = file("raced.encrypted", b"");
    good(
        &format!(
            "pack --encrypt godot4 --password-file {password} {} -o {encrypted}",
            files[2]
        ),
        "",
    );
    files[2] = encrypted;
    let pipe = file("raced.fifo", b"");
    fs::remove_file(&pipe).unwrap();
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let mut set = program();
    set.args(["set", "a", "5", "--password-file", &pipe, "--files"]);
    let child = set.args(&files).stderr(Stdio::piped()).spawn().unwrap();
    // The password is read for the last file, after the others were checked. A thread waits for the
    // program, so that a program that ends earlier fails the test instead of blocking it.
    let changed = files[1].clone();
    std::thread::spawn(move || {
        let mut other = fs::OpenOptions::new().write(true).open(&pipe).unwrap();
        fs::write(changed, "of the game").unwrap();
        std::io::Write::write_all(&mut other, b"hunter2").unwrap();
    });
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success());
    assert!(err.contains("raced1.dat"), "{err}");
    assert!(err.contains("written before this error"), "{err}");
    assert_eq!(fs::read(&files[1]).unwrap(), b"of the game");
    assert_eq!(decoded(&files[..1]), "{\"a\":5}");
}
