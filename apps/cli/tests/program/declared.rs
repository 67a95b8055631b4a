//! Values that engines accept although they contradict declared types: decoding with `--engine`,
//! and encoding what was decoded.

use crate::common::{bad, bytes, file, good, run};
use gdvariant::godot4::Variant;
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
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../conformance/verdicts");
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
    generic::to_vec::<Godot4, _>(value, EncodeOptions::engine()).expect("a value of the engine")
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
        let decode = format!("decode --engine --layout godot4 --from hex --to {form}");
        let printed = good(&decode, &input);
        let encode = format!("encode --layout godot4 --from {form} --to hex");
        let ran = run(&encode, &printed);
        assert_eq!(ran.status, 0, "{}", ran.err);
        assert_eq!(ran.out.lines().count(), accepted.len());
        let pairs = ran.out.lines().zip(expected.lines());
        let same = pairs.filter(|(one, other)| one == other).count();
        // The text form has no NaN payloads, for example, but it keeps declared types. It converts
        // elements, as engines do when they parse text.
        let least = if form == "text" { 2500 } else { accepted.len() };
        assert!(same >= least, "{form}: {same}");
        let least = if form == "text" { 1 } else { 8 };
        let warnings = ran.err.matches("the declared type").count();
        assert!(warnings >= least, "{}", ran.err);
    }
}

#[test]
fn a_contradiction_needs_the_option_of_the_engine() {
    let input = bytes(CONTRADICTION);
    let save = file("contradiction.dat", &input);
    let arguments = format!("--bare --layout godot4 {save}");
    let declared = "b: expected int, the declared type, found float";
    let error = bad(&format!("set {arguments} a 2"), "");
    assert!(error.contains(declared), "{error}");
    good(&format!("set --engine {arguments} a 2"), "");
    assert_eq!(good(&format!("get --engine {arguments} a"), ""), "2\n");
    assert_eq!(good(&format!("get --engine {arguments} b"), ""), "1.5\n");
    // An edit without the option does not introduce a contradiction.
    // A note says that the type of the value changed.
    assert_eq!(run(&format!("set --engine {arguments} b 3"), "").status, 0);
    let error = bad(&format!("set {arguments} b 1.5"), "");
    assert!(error.contains(declared), "{error}");
    assert_eq!(good(&format!("get {arguments} b"), ""), "3\n");

    // Encoding it is a warning. Engines do not accept a key of another type.
    let json = good("decode --engine --bare --layout godot4", &input);
    let encode = "encode --layout godot4 --to hex";
    let ran = run(encode, &json);
    assert_eq!((ran.out, ran.status), (format!("{}\n", hex(&input)), 0));
    assert!(ran.err.contains(declared), "{}", ran.err);
    bad(encode, json.replacen("\"b\"", "7", 1));
}
