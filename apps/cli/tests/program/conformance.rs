//! Runs the conformance suite, a Python script, on the program.

use std::path::Path;
use std::process::Command;

/// Runs Python 3 in the folder of the suite, and returns its error output.
///
/// Returns `None` if Python 3 is missing.
#[track_caller]
fn python(args: &[&str]) -> Option<String> {
    let output = Command::new("python3")
        .args(args)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance"))
        .env("GDVARIANT", env!("CARGO_BIN_EXE_gdvariant"))
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output();
    let Ok(output) = output else {
        eprintln!("skipping the conformance suite: install python3");
        return None;
    };
    let errors = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.success(), "{args:?}: {errors}");
    Some(errors)
}

/// Checks the result of each task, a line such as `godot3 encode: 714 as the engine`.
#[track_caller]
fn check(options: &str, expected: &[&str]) {
    let mut args = vec!["run.py", "adapters/gdvariant.json"];
    args.extend(options.split(' '));
    let Some(errors) = python(&args) else {
        return;
    };
    let lines: Vec<&str> = errors.lines().collect();
    assert_eq!(lines, [expected, &["0 failures"]].concat());
}

#[test]
fn values_are_those_of_the_engines() {
    check(
        "--task decode --task encode",
        &[
            "godot3 decode: 726 as the engine",
            "godot3 encode: 714 as the engine",
            "godot4 decode: 832 as the engine",
            "godot4 encode: 832 as the engine",
            "pandemonium decode: 739 as the engine",
            "pandemonium encode: 731 as the engine",
            "pandemonium5 decode: 464 as the engine",
            "pandemonium5 encode: 460 as the engine",
        ],
    );
}

/// Checks verdicts. In a stricter result, the library lacks the conversion to a declared type.
#[test]
fn verdicts_are_those_of_the_engines() {
    check(
        "--task verdicts",
        &[
            "godot3 verdicts: 1500 as the engine",
            "godot4 verdicts: 4986 as the engine, 111 stricter",
            "pandemonium verdicts: 1280 as the engine",
        ],
    );
}

/// Checks every tenth text, because each text needs a process of its own.
#[test]
fn texts_are_those_of_the_engines() {
    check(
        "--task format --task parse --every 10",
        &[
            "godot3 format: 71 as the engine",
            "godot3 parse: 13 as the engine",
            "godot4 format: 71 as the engine",
            "godot4 parse: 20 as the engine",
        ],
    );
}

#[test]
fn files_of_the_engines_are_opened() {
    check(
        "--task open",
        &[
            "godot3 open: 32 as the engine",
            "godot4 open: 16 as the engine",
        ],
    );
}

#[test]
fn the_runner_passes_its_tests() {
    python(&["-m", "unittest", "discover"]);
}
