//! Values that engines accept although they contradict declared types: decoding with `--engine`,
//! and encoding what was decoded.
#![cfg(feature = "godot4")]

use crate::common::{bad, bytes, file, good, run};
use gdvariant::godot4::{self, Variant};
use gdvariant::{DecodeOptions, EncodeOptions, Godot4, generic};
use serde_json::Value;
use std::fmt::Write;
use std::fs;

/// A `Dictionary[String, int]` whose value at `b` is a float.
const CONTRADICTION: &str = "1b000500 04000000 02000000 02000000 \
    04000000 01000000 61000000 02000000 01000000 \
    04000000 01000000 62000000 03000000 0000c03f";

/// Returns the inputs with declared types that lenient decoding accepts, and the decoded values.
fn accepted() -> Vec<(Vec<u8>, Variant)> {
    let lines = ["godot4-typed", "godot4-declared"].map(|name| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/verdicts");
        fs::read_to_string(format!("{folder}/{name}.jsonl")).expect("the verdicts")
    });
    let inputs = lines.iter().flat_map(|text| text.lines()).map(|line| {
        let line: Value = serde_json::from_str(line).expect("a line of JSON");
        bytes(line["hex"].as_str().expect("hex"))
    });
    let decoded = inputs.filter_map(|input| {
        let decoded =
            generic::from_slice_prefix::<Godot4, Variant>(&input, DecodeOptions::engine());
        let (value, _) = decoded.ok()?;
        Some((input, value))
    });
    decoded.collect()
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

fn encoded(value: &Variant) -> Vec<u8> {
    godot4::to_vec_with(value, EncodeOptions::engine()).expect("a value of the engine")
}

#[test]
fn what_the_engine_accepts_is_encoded_again() {
    let accepted = accepted();
    assert!(accepted.len() > 2500, "{}", accepted.len());
    let (mut input, mut expected) = (String::new(), String::new());
    for (bytes, value) in &accepted {
        let _ = writeln!(input, "{}", hex(bytes));
        let _ = writeln!(expected, "{}", hex(&encoded(value)));
    }
    for form in ["json", "text"] {
        let printed = good(
            &format!("decode --engine --layout godot4 --from hex --to {form}"),
            &input,
        );
        let ran = run(
            &format!("encode --layout godot4 --from {form} --to hex"),
            &printed,
        );
        assert_eq!(ran.status, 0, "{}", ran.err);
        // The text form has no NaN payloads, for example, but it keeps declared types.
        let same = ran
            .out
            .lines()
            .zip(expected.lines())
            .filter(|(one, other)| one == other)
            .count();
        assert_eq!(ran.out.lines().count(), accepted.len());
        assert!(
            same == accepted.len() || form == "text" && same > 2500,
            "{form}: {same}"
        );
        let warnings = ran
            .err
            .lines()
            .filter(|line| line.contains("the declared type"));
        // The text form converts elements, as engines do when they parse text.
        let least = if form == "text" { 1 } else { 8 };
        assert!(warnings.count() >= least, "{}", ran.err);
    }
}

#[test]
fn an_edit_keeps_what_the_engine_accepts() {
    let mut values: Vec<Variant> = accepted().into_iter().map(|(_, value)| value).collect();
    let last = values.len();
    values.push(7.into());
    let save = file("declared.dat", &encoded(&values.clone().into()));
    good(
        &format!("set --engine --bare --layout godot4 {save} [{last}] 8"),
        "",
    );
    values[last] = 8.into();
    assert!(fs::read(&save).unwrap() == encoded(&values.clone().into()));
    good(
        &format!("rm --engine --bare --layout godot4 {save} [{last}]"),
        "",
    );
    values.pop();
    assert!(fs::read(&save).unwrap() == encoded(&values.into()));
}

#[test]
fn a_contradiction_needs_the_option_of_the_engine() {
    let save = file("contradiction.dat", &bytes(CONTRADICTION));
    let arguments = format!("--bare --layout godot4 {save}");
    let error = bad(&format!("set {arguments} a 2"), "");
    assert!(
        error.contains("b: expected int, the declared type, found float"),
        "{error}"
    );
    good(&format!("set --engine {arguments} a 2"), "");
    assert_eq!(good(&format!("get --engine {arguments} a"), ""), "2\n");
    assert_eq!(good(&format!("get --engine {arguments} b"), ""), "1.5\n");
    // An edit without the option does not introduce a contradiction.
    // A note says that the type of the value changed.
    assert_eq!(run(&format!("set --engine {arguments} b 3"), "").status, 0);
    let error = bad(&format!("set {arguments} b 1.5"), "");
    assert!(
        error.contains("b: expected int, the declared type, found float"),
        "{error}"
    );
    assert_eq!(good(&format!("get {arguments} b"), ""), "3\n");
}

#[test]
fn encoding_a_contradiction_is_a_warning() {
    let input = bytes(CONTRADICTION);
    let json = good("decode --engine --bare --layout godot4", &input);
    let ran = run("encode --layout godot4 --to hex", &json);
    assert_eq!((ran.out, ran.status), (format!("{}\n", hex(&input)), 0));
    assert_eq!(
        ran.err,
        "warning: standard input: value 1: b: expected int, the declared type, found float; convert the value or declare another type\n"
    );
    // Engines do not accept a key of another type.
    let key = json.replacen("\"b\"", "7", 1);
    let error = bad("encode --layout godot4 --to hex", &key);
    assert!(
        error.contains("expected String, the declared type, found int"),
        "{error}"
    );
}
