//! Tests that commands which change a file keep every byte that they do not change.

use crate::common::{bytes, file, program, run};
use std::fs;

/// Changes a file with a command and `--layout godot4`, and returns the status, the messages and the
/// new content.
fn edited(content: &[u8], args: &[&str]) -> (i32, String, Vec<u8>) {
    let path = file("kept.dat", content);
    let (command, rest) = args.split_first().expect("a command");
    let mut run = program();
    run.args([command, "--layout", "godot4", &path]).args(rest);
    // The editor replaces 7 by 8, and x by a longer string.
    run.env("EDITOR", "sed -i -e 's/7/8/' -e 's/\"x\"/\"xyz12\"/'");
    let output = run.output().expect("the program starts");
    let error = String::from_utf8(output.stderr).expect("text");
    let content = fs::read(&path).expect("the file");
    (output.status.code().expect("no signal"), error, content)
}

/// Checks that a command replaces bytes in the middle of a file, which the arguments write in hex.
#[track_caller]
fn check(args: &[&str], [before, old, after]: [&str; 3], [lead, new, trail]: [&str; 3]) {
    let old = bytes(&[before, old, after].concat());
    let new = bytes(&[lead, new, trail].concat());
    let (status, error, content) = edited(&old, args);
    assert_eq!((status, content), (0, new), "{args:?}: {error}");
}

/// `{"a": 7, "b": "x"}` of Godot 4: the value of `a`, and the bytes before and after it. The int takes
/// 64 bits, which engines use only for large values, and the padding after `a` and `x` is not zero.
const A: [&str; 3] = [
    "1b000000 02000000 04000000 01000000 61aaaaaa",
    "02000100 0700000000000000",
    "04000000 01000000 62000000 04000000 01000000 78bbbbbb",
];

#[test]
fn unchanged_values_keep_padding_and_forms() {
    // The value that changes has the engine's form.
    check(&["set", "a", "8"], A, [A[0], "02000000 08000000", A[2]]);
    let b = [A[0], A[1], "04000000 01000000 62000000"].concat();
    let x = "04000000 01000000 78bbbbbb";
    let long = "04000000 05000000 78797a31 32000000";
    check(&["set", "b", "\"xyz12\""], [&b, x, ""], [&b, long, ""]);
    // A new entry changes the count.
    let entries = [&A[0][18..], A[1], A[2]].concat();
    let added = "04000000 01000000 63000000 02000000 09000000";
    check(
        &["set", "--new", "c", "9"],
        ["1b000000 02000000", &entries, ""],
        ["1b000000 03000000", &entries, added],
    );
    check(
        &["rm", "a"],
        [A[0], A[1], A[2]],
        ["1b000000 01000000", A[2], ""],
    );
    let all = ["02000000 08000000 04000000 01000000 62000000", long].concat();
    check(&["edit", "--yes"], A, [A[0], &all, ""]);
}

/// Checks an Array with more elements than can be compared with any others.
#[test]
fn long_arrays_keep_padding() {
    let element = "04000000 01000000 61aaaaaa";
    let middle = element.repeat(50_000);
    let all = |end: &str| ["1c000000 52c30000", end, &middle, end].concat();
    let x = "04000000 01000000 78000000";
    check(
        &["set", "[0]", "\"x\"", "[50001]", "\"x\""],
        [&all(element), "", ""],
        [&all(x), "", ""],
    );
    // Nothing is alike.
    let (status, error, _) = edited(&bytes(&all(element)), &["set", "--root", "", "\"x\""]);
    assert_eq!(status, 0, "{error}");
}

#[test]
fn bytes_after_values_are_kept() {
    let save = A.concat();
    let new = [A[0], "02000000 08000000", A[2]].concat();
    for trailer in ["5e", "5e5e5e5e", &"5e".repeat(32)] {
        let length = trailer.len() / 2;
        // After a bare value, after a frame, and in a frame.
        check(
            &["set", "--engine", "--bare", "a", "8"],
            [&save, trailer, ""],
            [&new, trailer, ""],
        );
        let framed = |value: &str, rest: usize| {
            let length = u32::try_from(bytes(value).len() + rest).expect("a short value");
            let prefix = length.to_le_bytes().map(|it| format!("{it:02x}"));
            [&prefix.concat(), value].concat()
        };
        check(
            &["set", "--framed", "a", "8"],
            [&framed(&save, 0), trailer, ""],
            [&framed(&new, 0), trailer, ""],
        );
        check(
            &["edit", "--yes", "--engine", "--framed"],
            [&framed("02000000 07000000", length), trailer, "ff"],
            [&framed("02000000 08000000", length), trailer, "ff"],
        );
    }
    // A conversion drops the bytes.
    let path = file("converted.dat", &bytes(&[&save, "5e5e5e"].concat()));
    let convert = "convert --engine --from-layout godot4 --to-layout godot4 --to hex -o -";
    let ran = run(&format!("{convert} {path}"), "");
    assert_eq!(ran.status, 0);
    assert!(ran.err.contains("3 bytes after the value"), "{}", ran.err);
}

/// A Dictionary with a duplicate key has fewer entries after decoding: only a change of the whole text
/// would lose one.
#[test]
fn an_edit_stops_if_bytes_would_be_lost() {
    let twice = "1b000000 03000000 04000000 01000000 61000000 02000000 01000000 \
                 04000000 01000000 61000000 02000000 02000000 04000000 01000000 62000000 \
                 02000000 07000000";
    let (status, error, content) = edited(&bytes(twice), &["set", "b", "9"]);
    let changed = twice.replace("07000000", "09000000");
    assert_eq!((status, content), (0, bytes(&changed)), "{error}");
    let (status, error, content) = edited(&bytes(twice), &["edit", "--yes"]);
    assert_eq!((status, content), (1, bytes(twice)), "{error}");
}

#[test]
fn an_edit_stops_if_a_number_counts_the_value() {
    let value = "1b000000 01000000 04000000 01000000 61000000 02000000 07000000";
    // The length of two frames.
    let frames = ["40000000 1c000000", value, "1c000000"].concat();
    for (header, options) in [
        // A version and the length prefix; the option skips both.
        ("02000000 1c000000", ["--skip", "8"].as_slice()),
        ("00000000 0000001c", &["--skip", "8"]),
        ("1c", &["--skip", "1"]),
        // The length of the file.
        ("24000000 4d414749", &["--skip", "8"]),
        // An int is the length of the next value of a row.
        ("02000000 1c000000", &["--values", "--value", "2"]),
        (&frames, &["--framed", "--skip", "4", "--value", "2"]),
    ] {
        let content = bytes(&[header, value].concat());
        let set = |value| edited(&content, &[&["set"], options, &["a", value]].concat());
        let (status, error, kept) = set("\"long\"");
        assert_eq!((status, &kept), (1, &content), "{header}: {error}");
        let reason = "is the length of the bytes after it";
        assert!(error.contains(reason), "{header}: {error}");
        // The length stays the same.
        let (status, error, kept) = set("8");
        assert_eq!((status, kept.len()), (0, content.len()), "{error}");
    }
    let long = "1b000000 01000000 04000000 01000000 61000000 04000000 04000000 6c6f6e67";
    check(
        &["set", "--framed", "--skip", "4", "a", "\"long\""],
        ["02000000 1c000000", value, ""],
        ["02000000 20000000", long, ""],
    );
}
