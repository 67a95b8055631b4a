//! Tests errors of `gdvariant decode`, and their advice.

use super::{CUT, PAIR, framed};
use crate::common::{bad, bytes, program, run};
use std::io::Write;

#[test]
fn the_first_invalid_value_ends_the_program() {
    let ran = run("decode --from hex", format!("00000000\n{CUT}\n00000000\n"));
    assert_eq!((ran.out.as_str(), ran.status), ("null\n", 1));
    assert_eq!(
        ran.error(),
        "standard input: line 2: 0x0008: y: expected 4 bytes, found 2"
    );
    let ran = run(
        "decode --framed",
        [framed("00000000"), framed(CUT), framed("00000000")].concat(),
    );
    assert_eq!((ran.out.as_str(), ran.status), ("null\n", 1));
    assert_eq!(
        ran.error(),
        "standard input: 0x0014: y: expected 4 bytes, found 2"
    );
}

#[test]
fn errors_are_printed_in_place_of_values() {
    let ran = run(
        "decode --keep-going --from hex",
        format!("00000000\n{CUT}\n050\nxy\n00000000\n"),
    );
    assert_eq!(
        ran.out,
        "null\n\
         {\"error\":{\"offset\":8,\"path\":\"y\",\"message\":\"expected 4 bytes, found 2\"}}\n\
         {\"error\":{\"offset\":1,\"path\":\"\",\"message\":\"expected an even number of hex digits, found 3\"}}\n\
         {\"error\":{\"offset\":0,\"path\":\"\",\"message\":\"expected hex digits, found 'x' at column 1\"}}\n\
         null\n"
    );
    assert_eq!(
        (ran.error().as_str(), ran.status),
        ("3 of 5 values are invalid", 1)
    );
    let ran = run(
        "decode --keep-going --framed",
        [
            framed("00000000"),
            framed(CUT),
            framed("00000000"),
            vec![8, 0, 0, 0, 1],
        ]
        .concat(),
    );
    assert_eq!(
        ran.out,
        "null\n\
         {\"error\":{\"offset\":20,\"path\":\"y\",\"message\":\"expected 4 bytes, found 2\"}}\n\
         null\n\
         {\"error\":{\"offset\":34,\"path\":\"\",\"message\":\"the input ends in a value or its length: expected 8 bytes, found 1; the input is truncated, or not framed\"}}\n"
    );
    assert_eq!(ran.status, 1);
    assert_eq!(run("decode --keep-going", bytes(PAIR)).status, 0);
}

#[test]
fn invalid_text_is_explained() {
    assert_eq!(
        bad("decode --from hex", "\n\n0500000\n"),
        "standard input: line 3: expected an even number of hex digits, found 7"
    );
    assert_eq!(
        bad("decode --from hex", "05ü0"),
        "standard input: line 1: expected hex digits, found 'ü' at column 3"
    );
    assert_eq!(
        bad("decode --from base64", "AA_A"),
        "standard input: line 1: expected base64, found '_' at column 3"
    );
    assert_eq!(
        bad("decode --from base64", "AAAAA"),
        "standard input: line 1: expected base64, found an invalid number of digits (5)"
    );
    assert_eq!(
        bad("decode --from base64", "AB"),
        "standard input: line 1: expected base64, found a last digit with unused bits that are not zero"
    );
}

#[test]
fn inputs_that_cannot_be_read_have_advice() {
    assert_eq!(
        bad("decode no/such.bin", ""),
        "no/such.bin: the file does not exist; check the path"
    );
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert_eq!(
        bad(&format!("decode {folder}"), ""),
        format!("{folder}: this is a directory; pass a file")
    );
    for (option, expected) in [
        ("", "a value of at least 4 bytes"),
        ("--framed", "length-prefixed values"),
        ("--from hex", "one value per line"),
        ("--from base64", "one value per line"),
        ("--from bytes", "one value per line"),
        ("--from dump", "a value of at least 4 bytes"),
    ] {
        assert_eq!(
            bad(&format!("decode {option}"), ""),
            format!("standard input: the input is empty; expected {expected}")
        );
    }
    assert_eq!(
        bad("decode --from hex", "\n \n"),
        "standard input: the input is empty; expected one value per line"
    );
}

#[test]
fn other_forms_of_input_are_recognized() {
    assert_eq!(
        bad("decode --bare", framed(PAIR)),
        "standard input: 0x0000: unknown type 44, expected 0 to 26; a length precedes the value: try --framed"
    );
    assert!(
        bad("decode", "05000000 0000803f 00000040\n")
            .ends_with("the input looks like hex digits: try --from hex")
    );
    assert!(
        bad("decode", "AgAAAAcAAAA=\n").ends_with("the input looks like base64: try --from base64")
    );
    assert!(bad("decode", "[18, 0, 0, 0, 0, 0, 0, 0]\n").ends_with("try --from bytes"));
    assert!(
        bad("decode", "00000000: 0200 0000 0700 0000  ........\n")
            .ends_with("the input looks like a dump: try --from dump")
    );
    assert_eq!(
        bad("decode --from hex", "1d000000 00000000"),
        "standard input: line 1: 0x0000: unknown type 29, expected 0 to 26; this decodes as Godot 4, Pandemonium, Pandemonium 3 or Pandemonium 5: \
         try --layout godot4, pandemonium, pandemonium3 or pandemonium5"
    );
    assert_eq!(
        bad("decode --framed", bytes("12000000 00000000")),
        "standard input: 0x0004: the input ends in a value or its length: expected 18 bytes, found 4; the input is truncated, or not framed; \
         a value without a length: omit --framed"
    );
    let text = bad("decode --framed", "text instead of a length");
    assert!(text.contains("a length of 1954047348 bytes"), "{text}");
    assert!(text.contains("text, not values"), "{text}");
    let swapped = bad(
        "decode --framed",
        [&[0, 0, 0, 44], bytes(PAIR).as_slice()].concat(),
    );
    assert!(swapped.ends_with("try --big-endian"), "{swapped}");
    assert!(
        bad("decode --framed --max-length 3", framed("00000000"))
            .contains("a length of 4 bytes, expected at most 3")
    );
}

/// Checks the framed and the bare Dictionary `{"a": PackedInt32Array(1, 2)}` of Godot 4.
#[test]
fn another_layout_is_recognized() {
    let value = "1b000000 01000000 04000000 01000000 61000000 1e000000 02000000 01000000 02000000";
    let bare = bytes(value);
    let length = u32::try_from(bare.len()).expect("a short value");
    let swapped = [&length.to_be_bytes(), bare.as_slice()].concat();
    for (args, input, options) in [
        ("decode", bare.clone(), ""),
        ("decode --from hex", value.into(), ""),
        ("decode --framed", framed(value), ""),
        ("decode", framed(value), " --framed"),
        ("decode", framed(value).repeat(2), " --framed"),
        ("decode", swapped, " --framed --big-endian"),
        ("decode", bare.repeat(2), " --values"),
    ] {
        let error = bad(args, input);
        let hint = format!("; this decodes as Godot 4: try --layout godot4{options}");
        assert!(error.ends_with(&hint), "{args}: {error}");
    }
    // An object that is not allowed has advice about the option, not about the layout.
    assert!(
        bad("decode --layout godot4 --from hex", "18000000 00000000").contains("--allow-objects")
    );
}

#[test]
fn long_lines_are_rejected_in_bounded_memory() {
    for (form, digit) in [("hex", "0"), ("base64", "A")] {
        let args = format!("decode --from {form} --max-length 8");
        let long = digit.repeat(305);
        let expected = "standard input: line 1: a line of more than 304 characters, the limit for \
                        a value of 8 bytes; check that each line is one value, or raise --max-length";
        assert_eq!(bad(&args, &long), expected);
    }
    assert_eq!(
        bad("decode --from hex --max-length 3", "\n00000000\n"),
        "standard input: line 2: a value of 4 bytes, expected at most 3; raise --max-length"
    );
    // A line of the maximum length, with and without a line break, and lines after a line that is
    // too long.
    let longest = format!("{:>280}", "00000000");
    let input = format!("{longest}\n {longest}\n00000000\n{longest}");
    let ran = run("decode --from hex --max-length 4 --keep-going", input);
    assert_eq!(
        ran.out.lines().map(|line| &line[..4]).collect::<Vec<_>>(),
        ["null", "{\"er", "null", "null"]
    );
    assert_eq!(ran.error(), "1 of 4 values are invalid");
    let ran = run("inspect --from hex --max-length 4", " ".repeat(281));
    assert_eq!(ran.status, 1);
    let error = ran.error();
    assert!(
        error.contains("line 1: a line of more than 280 characters"),
        "{error}"
    );
}

/// Checks that the program stops reading a line that never ends.
#[test]
fn an_endless_line_is_an_error() {
    let mut child = program()
        .args(["decode", "--from", "hex", "--max-length", "65536"])
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let mut written = 0;
    let digits = vec![b'0'; 65536];
    while written < 64 << 20 && stdin.write_all(&digits).is_ok() {
        written += digits.len();
    }
    assert!(written < 2 << 20, "{written} bytes were read");
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(output.status.code(), Some(1));
}

/// Checks that an endless input is read only until the program knows whether it is a value.
#[test]
fn an_endless_input_is_not_read_whole() {
    let mut child = program().arg("decode").spawn().expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    stdin.write_all(&[0; 4]).expect("the program reads");
    // A debug build examines letters in the least time.
    let piece = [b'a'; 1 << 16];
    let mut written = 0;
    while written < 64 << 20 && stdin.write_all(&piece).is_ok() {
        written += piece.len();
    }
    drop(stdin);
    assert!(written < 32 << 20, "{written} bytes were read");
    let output = child.wait_with_output().expect("the program ends");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(error.contains("0x0004: more than 1 MiB"), "{error}");
}

#[test]
fn wrong_usage_has_status_2() {
    for args in [
        "",
        "decode --no-such-option",
        "decode --layout godot5",
        "decode --from xml",
        "decode --strict --engine",
        "decode --big-endian",
        "decode --bare --max-length 8",
        "inspect --values --max-length 8",
        "decode --bare --framed",
        "encode --max-length 8",
        "encode --to hex --max-length 8",
        "decode a b",
        "detect --framed",
        "detect --layout godot4",
        "undecode",
    ] {
        let ran = run(args, "");
        assert_eq!(
            (ran.out.as_str(), ran.status),
            ("", 2),
            "{args}: {}",
            ran.err
        );
    }
}
