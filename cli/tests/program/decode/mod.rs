//! Tests `gdvariant decode`: its options and its output.
#![cfg(all(
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium3",
    feature = "pandemonium5",
    feature = "double"
))]

mod errors;
mod plain;

use crate::common::child::{Lines, end};
use crate::common::{bad, bytes, file, good, program, run, run_bytes};
use std::io::{Read, Write};

/// `{"a": [1, 2.5]}`.
const PAIR: &str = "12000000 01000000 04000000 01000000 61000000 13000000 02000000 02000000 01000000 03000000 00002040";
/// A full object of the class `A` without properties.
const OBJECT: &str = "11000000 01000000 41000000 00000000";
/// A Vector2 without its second component.
const CUT: &str = "05000000 0000803f 0000";

/// Returns a length-prefixed value.
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
fn text_is_the_same_as_that_of_var2str() {
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
fn framed_values_are_printed_one_by_one() {
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
        bad("decode", &odd[..8]),
        "standard input: 0x0004: value: expected a bool of 0 or 1, found 2; --engine treats it as true"
    );
    assert_eq!(good("decode --engine", &odd), "true\n");
    assert_eq!(
        bad("decode --from hex", OBJECT),
        "standard input: line 1: 0x0000: a full object is not accepted; --allow-objects decodes it as data"
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
        bad("decode --from hex", format!("{PAIR} ff")),
        "standard input: line 1: 0x002c: 1 byte follows the value; --engine ignores it"
    );
    assert_eq!(
        bad(
            "decode --from hex",
            PAIR.replace("03000000 00002040", "03000004 00002040")
        ),
        "standard input: line 1: 0x0024: a[1]: unknown flags 0x04000000; --engine ignores them"
    );
    assert_eq!(
        bad("decode --from hex", "04000000 03000000 61006200"),
        "standard input: line 1: 0x0009: text: a NUL in a string; --engine truncates the string there"
    );
}

/// Checks that a value that only engines accept does not end the values.
#[test]
fn values_follow_one_that_only_engines_accept() {
    let values = [
        "00000000",
        "01000000 02000000",
        "00000000",
        "02000000 07000000",
    ];
    assert_eq!(
        good("decode --engine --framed", values.map(framed).concat()),
        "null\ntrue\nnull\n7\n"
    );
}

#[test]
fn the_version_is_printed() {
    let expected = concat!("gdvariant ", env!("CARGO_PKG_VERSION"), "\n");
    assert_eq!(good("--version", ""), expected);
}

#[test]
fn a_closed_output_is_not_an_error() {
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
fn values_from_a_pipe_are_printed_immediately() {
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
    // Pretty text has all digits, while the engine prints six.
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
        "standard input: no value at items[9].id: items[9] does not exist; items has 2 elements"
    );
    assert_eq!((ran.out.as_str(), ran.status), ("\"Ada\"\n\"Grace\"\n", 1));
    // An invalid value is not a missing path.
    let lines = format!("00\n{}", good("encode --to hex", NESTED));
    let ran = run("decode --from hex --keep-going --select name", &lines);
    assert_eq!(ran.out.lines().last(), Some("\"Ada\""));
    assert_eq!(ran.error(), "1 of 2 values are invalid");
}
