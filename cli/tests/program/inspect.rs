//! Tests `gdvariant inspect` and `gdvariant types`: their options and their errors.
#![cfg(all(feature = "godot3", feature = "pandemonium", feature = "double"))]

use crate::common::{bad, bytes, file, good, run};

/// `[7]`.
const SEVEN: &str = "13000000 01000000 02000000 07000000";

/// Runs the program, checks for exit status 1, and returns the output and the error.
#[track_caller]
fn shown_and_bad(args: &str, input: impl AsRef<[u8]>) -> (String, String) {
    let ran = run(args, input);
    assert_eq!(ran.status, 1, "{args}: {}", ran.out);
    (ran.out.clone(), ran.error())
}

const ROWS_OF_SEVEN: &str = "\
offset  bytes        path  field    type  value
  0000  13 00 00 00        header   u32   Array
  0004  01 00 00 00        count    u32   1
  0008  02 00 00 00  [0]   header   u32   int
  000c  07 00 00 00  [0]   value    i32   7
";

#[test]
fn every_form_of_input_has_the_same_rows() {
    assert_eq!(good("inspect", bytes(SEVEN)), ROWS_OF_SEVEN);
    assert_eq!(
        good(&format!("inspect {}", file("seven.bin", &bytes(SEVEN))), ""),
        ROWS_OF_SEVEN
    );
    assert_eq!(good("inspect --from hex", SEVEN), ROWS_OF_SEVEN);
    assert_eq!(
        good("inspect --from base64", "EwAAAAEAAAACAAAABwAAAA=="),
        ROWS_OF_SEVEN
    );
}

#[test]
fn a_malformed_line_does_not_hide_the_next() {
    let (out, error) = shown_and_bad("inspect --from hex", "05000000 0000\n00000000\n1b000000\n");
    insta::assert_snapshot!(out);
    assert_eq!(error, "2 of 3 values are invalid");
}

#[test]
fn an_empty_value_is_invalid() {
    let args = "inspect --layout godot3 --from bytes";
    for form in ["", " --json"] {
        let (out, error) = shown_and_bad(&format!("{args}{form}"), "[]\n[0, 0, 0, 0]\n");
        assert!(out.contains("expected 4 bytes, found 0"), "{out}");
        assert!(error.contains("expected 4 bytes, found 0"), "{error}");
    }
}

#[test]
fn a_fault_is_repeated_as_an_error_line() {
    let (out, error) = shown_and_bad("inspect", bytes("05000000 0000803f 0000"));
    insta::assert_snapshot!(out);
    assert_eq!(
        error,
        "standard input: 0x0008: y: expected 4 bytes, found 2"
    );
}

#[test]
fn frames_are_shown_with_their_lengths() {
    insta::assert_snapshot!(good(
        "inspect --framed",
        bytes("08000000 02000000 07000000 04000000 00000000")
    ));
    insta::assert_snapshot!(good(
        "inspect --framed --big-endian",
        bytes("00000008 02000000 07000000")
    ));
}

#[test]
fn a_truncated_frame_shows_its_rows() {
    let broken = [
        (
            "04000000 00000000 0c000000 05000000 0000803f",
            "0x0014: y: expected 4 bytes, found 0",
        ),
        (
            "0c000000 02000000 07000000",
            "0x000c: frame: expected 4 bytes, found 0",
        ),
        (
            "04000000 00000000 0c00",
            "0x0008: 2 bytes after the last value are not values",
        ),
        ("ffffff7f 00000000", "0x0000: a length of 2147483647 bytes"),
    ];
    let texts = broken.map(|(hex, expected)| {
        let (out, error) = shown_and_bad("inspect --framed", bytes(hex));
        assert!(
            error.starts_with(&format!("standard input: {expected}")),
            "{error}"
        );
        out
    });
    insta::assert_snapshot!(texts.join("\n"));
}

#[test]
fn the_options_are_those_of_decode() {
    let object = "11000000 01000000 41000000 00000000 ff";
    insta::assert_snapshot!(good("inspect --from hex --engine --allow-objects", object));
    insta::assert_snapshot!(good(
        "inspect --from hex --layout pandemonium_double",
        "0b000000 9a9999999999b93f 0000000000000000 0000000000000000 000000000000f87f"
    ));
}

#[test]
fn inputs_that_cannot_be_read_have_advice() {
    assert!(bad("inspect", "").contains("the input is empty"));
    assert!(bad("inspect --framed", "").contains("the input is empty"));
    assert!(bad("inspect no/such/file", "").contains("the file does not exist"));
    let ran = run("inspect --from hex", "0500000");
    assert_eq!(ran.status, 1);
    assert!(
        ran.error()
            .contains("line 1: expected an even number of hex digits")
    );
    assert!(
        ran.out.contains("expected an even number of hex digits"),
        "{}",
        ran.out
    );
}

#[test]
fn types_depend_on_the_layout() {
    assert!(good("types", "").starts_with("godot3: 27 types, single precision\n"));
    assert!(
        good("types --layout pandemonium_double", "")
            .starts_with("pandemonium_double: 38 types, double precision\n")
    );
    assert_eq!(run("types --layout godot5", "").status, 2);
}

#[test]
fn values_follow_a_malformed_line() {
    let ran = crate::common::run("inspect --from hex", "02000000\nzz\n0200000008000000\n");
    assert_eq!(
        (ran.status, ran.error().as_str()),
        (1, "2 of 3 values are invalid")
    );
    assert!(ran.out.contains("\nvalue 2 in line 2\n"), "{}", ran.out);
    let last = ran.out.lines().last().expect("rows");
    assert!(last.ends_with(" 8"), "{last}");
}
