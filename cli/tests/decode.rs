//! `gdvariant decode`, its options and its errors.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5",
    feature = "double"
))]

mod common;

use common::child::{Lines, end};
use common::{bad, bytes, file, good, program, run, run_bytes};
use std::io::{Read, Write};

/// `{"a": [1, 2.5]}`.
const PAIR: &str = "12000000 01000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 03000000 00002040";
/// A whole object of the class `A` without properties.
const OBJECT: &str = "11000000 01000000 41000000 00000000";
/// A Vector2 without its second component.
const CUT: &str = "05000000 0000803f 0000";

/// A value after its length.
fn framed(hex: &str) -> Vec<u8> {
    let value = bytes(hex);
    let length = u32::try_from(value.len()).expect("a short value");
    [&length.to_le_bytes(), value.as_slice()].concat()
}

#[test]
fn raw_bytes_become_json() {
    assert_eq!(good("decode", bytes(PAIR)), "{\"a\":[1,2.5]}\n");
    assert_eq!(
        good(
            "decode --from raw --to json --layout godot3 --strict -",
            bytes(PAIR)
        ),
        "{\"a\":[1,2.5]}\n"
    );
    assert_eq!(
        good(&format!("decode {}", file("pair.bin", &bytes(PAIR))), ""),
        "{\"a\":[1,2.5]}\n"
    );
}

#[test]
fn text_is_that_of_var2str() {
    assert_eq!(
        good("decode --to text", bytes(PAIR)),
        "{\n\"a\": [ 1, 2.5 ]\n}\n"
    );
}

#[test]
fn each_line_of_hex_or_base64_is_a_value() {
    assert_eq!(
        good(
            "decode --from hex",
            "00000000\n\n  0x02000000 07000000\r\n0100000001000000"
        ),
        "null\n7\ntrue\n"
    );
    assert_eq!(good("decode --from hex", "\u{feff}00000000\n"), "null\n");
    assert_eq!(
        good(
            "decode --from base64",
            "AAAAAA==\nAgAAAAcAAAA=\n AgAAAAcAAAA\n"
        ),
        "null\n7\n7\n"
    );
}

#[test]
fn framed_values_come_one_by_one() {
    let file = [framed("00000000"), framed(PAIR)].concat();
    assert_eq!(good("decode --framed", &file), "null\n{\"a\":[1,2.5]}\n");
    let swapped = [[0, 0, 0, 4].as_slice(), &[0; 4]].concat();
    assert_eq!(good("decode --framed --big-endian", swapped), "null\n");
}

#[test]
fn other_layouts_have_other_numbers() {
    assert_eq!(
        good(
            "decode --layout pandemonium --from hex",
            "0b000000 0000803f 00000000 00000000 0000803f"
        ),
        "{\"Vector4\":[1.0,0.0,0.0,1.0]}\n"
    );
    assert_eq!(
        good(
            "decode --layout godot3_double --from hex",
            "05000000 9a9999999999b93f 0000000000000000"
        ),
        "{\"Vector2\":[0.1,0.0]}\n"
    );
    assert_eq!(
        good(
            "decode --layout pandemonium-double --from hex",
            "07000000 9a9999999999b93f 0000000000000000"
        ),
        "{\"Vector2\":[0.1,0.0]}\n"
    );
}

#[test]
fn engines_accept_more() {
    let odd = bytes("01000000 02000000 ff");
    assert_eq!(
        bad("decode", &odd),
        "standard input: 0x0004: value: expected a bool of 0 or 1, found 2; --engine takes it as true"
    );
    assert_eq!(good("decode --engine", &odd), "true\n");
    assert_eq!(
        bad("decode --from hex", OBJECT),
        "standard input: line 1: 0x0000: a whole object; --allow-objects reads it as data"
    );
    assert_eq!(
        good("decode --allow-objects --from hex", OBJECT),
        "{\"Object\":{\"class\":\"A\",\"properties\":[]}}\n"
    );
    assert_eq!(
        good("decode --engine --allow-objects --from hex", OBJECT),
        "{\"Object\":{\"class\":\"A\",\"properties\":[]}}\n"
    );
    assert_eq!(
        bad("decode --from hex", "00000000 ff"),
        "standard input: line 1: 0x0004: 1 byte follows the value; --engine ignores it"
    );
    assert_eq!(
        bad("decode --from hex", "00000100"),
        "standard input: line 1: 0x0000: unknown flags 0x00010000; --engine ignores them"
    );
    assert_eq!(
        bad("decode --from hex", "04000000 03000000 61006200"),
        "standard input: line 1: 0x0009: text: a NUL within text; --engine ends the text there"
    );
}

#[test]
fn the_first_bad_value_ends_the_run() {
    let ran = run("decode --from hex", format!("00000000\n{CUT}\n00000000\n"));
    assert_eq!((ran.out.as_str(), ran.status), ("null\n", 1));
    assert_eq!(
        ran.error(),
        "standard input: line 2: 0x0008: y: need 4 bytes, 2 left"
    );
    let ran = run(
        "decode --framed",
        [framed("00000000"), framed(CUT), framed("00000000")].concat(),
    );
    assert_eq!((ran.out.as_str(), ran.status), ("null\n", 1));
    assert_eq!(
        ran.error(),
        "standard input: 0x0014: y: need 4 bytes, 2 left"
    );
}

#[test]
fn bad_values_have_a_place_in_the_output() {
    let ran = run(
        "decode --keep-going --from hex",
        format!("00000000\n{CUT}\n050\nxy\n00000000\n"),
    );
    assert_eq!(
        ran.out,
        "null\n\
         {\"error\":{\"offset\":8,\"path\":\"y\",\"message\":\"need 4 bytes, 2 left\"}}\n\
         {\"error\":{\"offset\":1,\"path\":\"\",\"message\":\"odd number of hex digits (3)\"}}\n\
         {\"error\":{\"offset\":0,\"path\":\"\",\"message\":\"expected hex digits, found 'x' at column 1\"}}\n\
         null\n"
    );
    assert_eq!((ran.error().as_str(), ran.status), ("3 of 5 values bad", 1));
    let ran = run(
        "decode --keep-going --framed",
        [
            framed("00000000"),
            framed(CUT),
            framed("00000000"),
            vec![9, 0, 0, 0, 1],
        ]
        .concat(),
    );
    assert_eq!(
        ran.out,
        "null\n\
         {\"error\":{\"offset\":20,\"path\":\"y\",\"message\":\"need 4 bytes, 2 left\"}}\n\
         null\n\
         {\"error\":{\"offset\":34,\"path\":\"\",\"message\":\"the input ends in a value or its length: need 9 bytes, 1 left; is it truncated, or not framed?\"}}\n"
    );
    assert_eq!(ran.status, 1);
    assert_eq!(run("decode --keep-going", bytes(PAIR)).status, 0);
}

#[test]
fn text_that_is_no_bytes_says_why() {
    assert_eq!(
        bad("decode --from hex", "\n\n0500000\n"),
        "standard input: line 3: odd number of hex digits (7)"
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
        "standard input: line 1: expected base64, found an impossible number of digits (5)"
    );
    assert_eq!(
        bad("decode --from base64", "AB"),
        "standard input: line 1: expected base64, whose last digit has bits that mean nothing"
    );
}

#[test]
fn inputs_that_cannot_be_read_say_what_to_do() {
    assert_eq!(
        bad("decode no/such.bin", ""),
        "no/such.bin: there is no such file; check the path"
    );
    let folder = env!("CARGO_TARGET_TMPDIR");
    assert_eq!(
        bad(&format!("decode {folder}"), ""),
        format!("{folder}: a directory; give the path of a file in it")
    );
    for (option, expected) in [
        ("", "a value, of 4 bytes at least"),
        ("--framed", "values after their lengths"),
        ("--from hex", "a value a line"),
        ("--from base64", "a value a line"),
    ] {
        assert_eq!(
            bad(&format!("decode {option}"), ""),
            format!("standard input: the input is empty; expected {expected}")
        );
    }
    assert_eq!(
        bad("decode --from hex", "\n \n"),
        "standard input: the input is empty; expected a value a line"
    );
}

#[test]
fn inputs_of_another_form_are_recognised() {
    assert_eq!(
        bad("decode", framed(PAIR)),
        "standard input: 0x0000: unknown type 44, the layout has 0 to 26; a length comes first: try --framed"
    );
    assert!(
        bad("decode", "05000000 0000803f 00000040\n")
            .ends_with("; the input looks like hex digits: try --from hex")
    );
    assert!(
        bad("decode", "AgAAAAcAAAA=\n")
            .ends_with("; the input looks like base64: try --from base64")
    );
    assert!(
        bad("decode", "{\"a\": 1}\n")
            .ends_with("; the input looks like JSON, which `gdvariant encode` reads")
    );
    assert!(bad("decode", "[18, 0, 0, 0]\n").ends_with(
        "; the input looks like JSON, which `gdvariant encode` reads; or like a byte array: try --from hex"
    ));
    assert!(
        bad("decode", "00000000: 0500 0000  ....\n")
            .ends_with("; the input looks like hex digits: try --from hex")
    );
    assert_eq!(
        bad("decode --from hex", "1d000000 00000000"),
        "standard input: line 1: 0x0000: unknown type 29, the layout has 0 to 26; this decodes as Godot 4, Pandemonium, Pandemonium 3 or Pandemonium 5: \
         try --layout godot4, pandemonium, pandemonium3 or pandemonium5"
    );
    assert_eq!(
        bad("decode --framed", bytes("12000000 00000000")),
        "standard input: 0x0004: the input ends in a value or its length: need 18 bytes, 4 left; is it truncated, or not framed?"
    );
    assert_eq!(
        bad("decode --framed", "text, which is no length"),
        "standard input: 0x0000: a length of 1954047348 bytes, the longest allowed is 67108864; leave --framed out if no lengths are there, \
         or try --big-endian or --max-length"
    );
    assert!(
        bad("decode --framed --max-length 3", framed("00000000"))
            .contains("a length of 4 bytes, the longest allowed is 3")
    );
}

/// A Dictionary of Godot 4, `{"a": PackedInt32Array(1, 2)}`, is recognised, with lengths and without.
#[test]
fn another_layout_is_recognised() {
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
    ] {
        let error = bad(args, input);
        let hint = format!("; this decodes as Godot 4: try --layout godot4{options}");
        assert!(error.ends_with(&hint), "{args}: {error}");
    }
    // Values in a row are no input of `decode`, and the hint of a forbidden object is its option.
    assert!(!bad("decode", bare.repeat(2)).contains("this decodes"));
    assert!(
        bad("decode --layout godot4 --from hex", "18000000 00000000").contains("--allow-objects")
    );
}

#[test]
fn long_lines_are_rejected_in_bounded_memory() {
    for (form, digit) in [("hex", "0"), ("base64", "A")] {
        let args = format!("decode --from {form} --max-length 8");
        let long = digit.repeat(305);
        let expected = "standard input: line 1: a line of more than 304 characters, the longest allowed for \
                        a value of 8 bytes; is each line one value? --max-length allows more";
        assert_eq!(bad(&args, &long), expected);
    }
    assert_eq!(
        bad("decode --from hex --max-length 3", "\n00000000\n"),
        "standard input: line 2: a value of 4 bytes, the longest allowed is 3; --max-length allows more"
    );
    // The longest line, with and without a line break, and the next one after one that is too long.
    let longest = format!("{:>280}", "00000000");
    let input = format!("{longest}\n {longest}\n00000000\n{longest}");
    let ran = run("decode --from hex --max-length 4 --keep-going", input);
    assert_eq!(
        ran.out.lines().map(|line| &line[..4]).collect::<Vec<_>>(),
        ["null", "{\"er", "null", "null"]
    );
    assert_eq!(ran.error(), "1 of 4 values bad");
    let ran = run("inspect --from hex --max-length 4", " ".repeat(281));
    assert_eq!(ran.status, 1);
    let error = ran.error();
    assert!(
        error.contains("line 1: a line of more than 280 characters"),
        "{error}"
    );
}

/// The program stops to read a line that never ends.
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

#[test]
fn wrong_usage_has_status_2() {
    for args in [
        "",
        "decode --no-such-option",
        "decode --layout godot5",
        "decode --from xml",
        "decode --strict --engine",
        "decode --big-endian",
        "decode --framed --from hex",
        "decode --framed --from base64",
        "decode --multiline",
        "detect --multiline",
        "decode --max-length 8",
        "inspect --max-length 8",
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
    assert_eq!(
        run("decode --framed --from hex", "").error(),
        "--framed needs raw bytes: with --from hex each line is a value; leave one of the two out, or turn the text into bytes first, as `xxd -r` does"
    );
}

#[test]
fn the_version_is_printed() {
    let expected = concat!("gdvariant ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(good("--version", ""), expected);
}

#[test]
fn a_closed_output_is_a_quiet_end() {
    let lines = "0200000007000000\n".repeat(200_000);
    let mut child = program()
        .args([
            "decode",
            "--from",
            "hex",
            &file("many.hex", lines.as_bytes()),
        ])
        .spawn()
        .expect("the program starts");
    let mut stdout = child.stdout.take().expect("standard output is piped");
    stdout.read_exact(&mut [0; 2]).expect("the first value");
    drop(stdout);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(
        (
            output.status.code(),
            String::from_utf8_lossy(&output.stderr).as_ref()
        ),
        (Some(0), "")
    );
}

#[test]
fn a_pipe_gives_each_value_as_it_comes() {
    let mut child = program()
        .args(["decode", "--from", "hex"])
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("piped");
    let lines = Lines::of(child.stdout.take().expect("piped"));
    for _ in 0..3 {
        stdin
            .write_all(b"0200000007000000\n")
            .expect("the program reads");
        assert_eq!(lines.next(), "7");
    }
    drop(stdin);
    assert!(end(&mut child).success());
}

const NESTED: &str =
    r#"{"name": "Ada", "place": {"Vector2": [1.0, 2.5]}, "items": [{"id": 1, "tags": []}, 7]}"#;

#[test]
fn pretty_values_have_a_line_for_each_entry() {
    let hex = good("encode --to hex", NESTED);
    assert_eq!(
        good("decode --from hex --pretty", &hex),
        r#"{
  "name": "Ada",
  "place": {"Vector2": [1.0, 2.5]},
  "items": [
    {
      "id": 1,
      "tags": []
    },
    7
  ]
}
"#
    );
    assert_eq!(
        good("decode --from hex --pretty --to text", &hex),
        r#"{
  "name": "Ada",
  "place": Vector2(1, 2.5),
  "items": [
    {
      "id": 1,
      "tags": []
    },
    7
  ]
}
"#
    );
    // All digits, where the engine writes six.
    let hex = good("encode --to hex", "0.123456789");
    assert_eq!(good("decode --from hex --to text", &hex), "0.123457\n");
    assert_eq!(
        good("decode --from hex --to text --pretty", &hex),
        "0.123456789\n"
    );
    let hex = good("encode --to hex", NESTED);
    let saved = file("pretty.bin", &bytes(&hex));
    assert_eq!(
        good(&format!("get {saved} items[0] --pretty"), ""),
        "{\n  \"id\": 1,\n  \"tags\": []\n}\n"
    );
}

#[test]
fn values_are_selected_by_path() {
    let values = format!("{NESTED}\n[1]\n{{\"name\":\"Grace\"}}\n");
    let framed = run_bytes("encode --framed", values.as_bytes()).stdout;
    assert_eq!(
        good(
            "decode --framed --select items[0].id --select name",
            &framed
        ),
        "1\n\"Ada\"\n\"Grace\"\n"
    );
    assert_eq!(
        good("decode --framed --to text --select place", &framed),
        "Vector2( 1, 2.5 )\n"
    );
    let ran = run(
        "decode --framed --select name --select items[9].id",
        &framed,
    );
    assert_eq!(
        ran.error(),
        "standard input: no value at items[9].id; items[9] does not exist; items has 2 elements"
    );
    assert_eq!((ran.out.as_str(), ran.status), ("\"Ada\"\n\"Grace\"\n", 1));
    // Bad values are not missing ones.
    let lines = format!("00\n{}", good("encode --to hex", NESTED));
    let ran = run("decode --from hex --keep-going --select name", &lines);
    assert_eq!(ran.out.lines().last(), Some("\"Ada\""));
    assert_eq!(ran.error(), "1 of 2 values bad");
}

#[test]
fn a_hint_does_not_expand_repetitions_without_a_limit() {
    let dump = "00000000  00 00 00 00\n*\nfffffff0\n";
    let error = bad("decode", dump);
    assert!(!error.contains("--from hex"), "{error}");
    let error = bad("decode --from hex", dump);
    assert!(error.contains("--max-length allows more"), "{error}");
}
