//! Tests `gdvariant encode`: its options and its errors.
#![cfg(all(
    feature = "godot3",
    feature = "pandemonium",
    feature = "pandemonium5",
    feature = "double"
))]

mod numbers;
mod vectors;
mod warnings;

use crate::common::{bad, bytes, good, run, run_bytes};

#[test]
fn json_becomes_bytes() {
    assert_eq!(
        good("encode --to hex", "{\"Vector2\": [1.0, 2]}"),
        "050000000000803f00000040\n"
    );
    assert_eq!(
        good("encode --to base64", "null 7"),
        "AAAAAA==\nAgAAAAcAAAA=\n"
    );
    assert_eq!(run_bytes("encode", b"7").stdout, bytes("02000000 07000000"));
    assert_eq!(
        run_bytes("encode --from json --to raw --layout godot3 -", b"7\n").stdout,
        bytes("02000000 07000000")
    );
    assert_eq!(
        run_bytes("encode --framed", b"null\n7\n").stdout,
        bytes("04000000 00000000 08000000 02000000 07000000")
    );
    assert_eq!(
        run_bytes("encode --framed --big-endian", b"null").stdout,
        bytes("00000004 00000000")
    );
    assert_eq!(
        good(
            "encode --to hex --layout pandemonium",
            "{\"Vector4i\": [1, 2, 3, 4]}"
        ),
        "0c00000001000000020000000300000004000000\n"
    );
    assert_eq!(
        good(
            "encode --to hex --layout pandemonium5",
            r#"{"TypedArray": {"element": "int", "values": [7]}}"#
        ),
        "1b00000002000000010000000200000007000000\n"
    );
}

#[test]
fn a_value_may_span_lines() {
    let (list, empty) = (
        "13000000 02000000 02000000 01000000 02000000 02000000",
        "12000000 00000000",
    );
    let lines = [list, empty]
        .map(|digits| digits.replace(' ', "") + "\n")
        .concat();
    assert_eq!(good("encode --to hex", "[\n  1,\n  2\n]\n\n{}\n"), lines);
}

#[test]
fn errors_of_json_have_their_position() {
    let form = "; `gdvariant encode --help` describes the form";
    let json = "; the input is not JSON; --from text parses the text of var2str";
    for (input, error) in [
        (
            "[1,\n {\"Vector2\": [1]}]",
            format!(
                "line 2, column 17: expected a list of 2 numbers for Vector2, found a list of 1 element{form}"
            ),
        ),
        (
            "{\"Vector4\": [1, 2, 3, 4]}",
            format!(
                "line 1, column 25: the layout godot3 has no Vector4, unlike godot4, pandemonium, pandemonium5{form}"
            ),
        ),
        (
            "{\"a\": 1,\n \"a\": 2}",
            format!("line 2, column 7: duplicate key \"a\"{form}"),
        ),
        (
            "[1 2]",
            format!("line 1, column 4: expected `,` or `]`, found `2`{json}"),
        ),
        (
            "[1,\n2",
            format!("line 2, column 1: expected `,` or `]`, found the end of the text{json}"),
        ),
        (
            "nul",
            format!("line 1, column 3: expected null, found the end of the text{json}"),
        ),
        (
            "[x]",
            format!("line 1, column 2: expected a value, found `x`{json}"),
        ),
    ] {
        assert_eq!(
            bad("encode --to hex", input),
            format!("standard input: {error}"),
            "{input}"
        );
    }
}

/// Checks the position of errors at the end of a line and of the input, after other values.
#[test]
fn errors_of_json_are_at_the_last_character() {
    // The column of the error in a text without line breaks.
    let of_values = [
        ("1e400", 5),
        ("-1e999", 6),
        ("[1e400]", 6),
        ("[1e400 ,2]", 6),
        ("{\"é\":1e400}", 10),
        ("{\"Vector2\":[1]}", 15),
        ("{\"Vector2\":[1]\t}", 16),
        ("{\"Vector2\":1e400}", 16),
        ("{\"Vector2\":[1e400\t,1]}", 17),
        ("{\"a\":1,\"a\":2}", 12),
        ("{\"a\":1,\"a\":[] }", 13),
        ("{\"a\":1,\"a\":2 ,\"b\":3}", 12),
        ("[{\"Vector2\":[1]}]", 16),
        ("[1 2]", 4),
        ("[é]", 2),
        ("1 é", 3),
        ("[1,]", 4),
        ("{\"a\" 1}", 6),
        ("7x", 2),
    ];
    // The input ends before the value does.
    let of_ends = [
        ("[", 1),
        ("[1,", 3),
        ("{\"é\"", 4),
        ("{\"a\":", 5),
        ("[[1]", 4),
    ];
    // A line break is the unexpected character.
    let of_breaks = [("tru", 4), ("-", 2), ("1e", 3), ("\"é", 3)];
    let endings = ["\n", "\r\n"];
    let all_endings = ["", " ", "\n", "\r\n", "\t\n\n", "\n\r\n"];
    let cases = of_values
        .iter()
        .chain(&of_ends)
        .flat_map(|case| all_endings.map(|ending| (case, ending)))
        .chain(
            of_breaks
                .iter()
                .flat_map(|case| endings.map(|ending| (case, ending))),
        );
    let before = ["", "null\r\n7\n\n", "\"é\" ", "[1,\n \"é\"]  ", "7 "];
    for ((&(value, column), ending), before) in cases.zip(before.into_iter().cycle()) {
        let input = format!("{before}{value}{ending}");
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        let column = before[start..].chars().count() + column;
        let error = run("encode --to hex", &input).error();
        let place = format!("standard input: line {line}, column {column}: ");
        assert!(error.starts_with(&place), "{input:?}: {place}: {error}");
    }
    // The input is read in pieces.
    let long = format!(
        "{}\"{}\"\n[1,1e400\n]",
        "[1]\n".repeat(5000),
        "é".repeat(20_000)
    );
    let error = run("encode --to hex", &long).error();
    assert!(
        error.starts_with("standard input: line 5002, column 8: 1e400"),
        "{error}"
    );
}

#[test]
fn values_before_an_error_are_written() {
    let ran = run("encode --to hex", "null\n7\n{\"Vector2\": 1}\nnull\n");
    assert_eq!(
        (ran.out.as_str(), ran.status),
        ("00000000\n0200000007000000\n", 1)
    );
    assert!(
        ran.error().starts_with(
            "standard input: line 3, column 14: expected a list of 2 numbers for Vector2, found 1"
        ),
        "{}",
        ran.err
    );
}

#[test]
fn rejects_values_that_have_no_encoding() {
    assert_eq!(
        bad("encode --to hex", "{\"a\": [\"x\\u0000\"]}"),
        "standard input: value 1: a[0]: a NUL at byte 1 of a string, where engines would truncate it"
    );
    assert_eq!(
        bad("encode --framed --max-length 3", "null"),
        "standard input: value 1: a value of 4 bytes, expected at most 3; raise --max-length"
    );
    assert!(
        bad("encode --to hex", "9223372036854775808")
            .contains("9223372036854775808 is out of the range of int")
    );
}

#[test]
fn raw_output_holds_one_value() {
    let output = run_bytes("encode", b"1 2");
    assert_eq!(output.stdout, bytes("02000000 01000000"));
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: standard input: found a second value, but raw output holds only one; use --framed, --values or --to hex\n"
    );
}

#[test]
fn inputs_that_cannot_be_read_have_advice() {
    assert_eq!(
        bad("encode", ""),
        "standard input: the input is empty; expected a JSON value"
    );
    assert_eq!(
        bad("encode", " \n"),
        "standard input: the input is empty; expected a JSON value"
    );
    assert_eq!(
        bad("encode no.json", ""),
        "no.json: the file does not exist; check the path"
    );
    let ran = run("encode --framed --to hex", "1");
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.error(),
        "--framed requires raw bytes: with --to hex each line is a value; omit one of the two"
    );
}

/// An Array that contains an `Array[int]`.
#[cfg(feature = "godot4")]
const TYPED: &str = r#"[{"TypedArray": {"element": "int", "values": [7]}}]"#;

#[cfg(feature = "godot4")]
#[test]
fn types_that_the_target_lacks_are_rejected() {
    let advice = "name a later target, or allow the fallback to an untyped Array";
    let lacks = format!(
        "standard input: value 1: [0]: the target 4.2 has no declared types of Array, which are new in 4.3; {advice}"
    );
    let old = "encode --layout godot4 --target 4.2";
    assert_eq!(bad(&format!("{old} --to hex"), TYPED), lacks);
    assert_eq!(bad(&format!("{old} --framed"), TYPED), lacks);
    assert_eq!(
        good("encode --layout godot4 --target 4.3 --to hex", TYPED),
        good("encode --layout godot4 --to hex", TYPED)
    );
    // All versions of Godot 3 have the same types.
    assert_eq!(
        good("encode --target 3.0 --to hex", "7"),
        good("encode --to hex", "7")
    );
}

#[cfg(feature = "godot4")]
#[test]
fn a_target_has_a_fallback() {
    let old = "encode --layout godot4 --target 4.2 --fallback";
    let untyped = good("encode --layout godot4 --to hex", "[[7]]");
    assert_eq!(good(&format!("{old} --to hex"), TYPED), untyped);
    let json = r#"{"PackedVector4Array": [[1.0, 2.0, 3.0, 4.0]]}"#;
    let array = r#"[{"Vector4": [1.0, 2.0, 3.0, 4.0]}]"#;
    assert_eq!(
        good(&format!("{old} --to hex"), json),
        good("encode --layout godot4 --to hex", array)
    );
    let framed = run_bytes(&format!("{old} --framed"), json.as_bytes()).stdout;
    let decoded = good("decode --layout godot4 --framed", framed);
    assert_eq!(decoded.trim_end().replace(' ', ""), array.replace(' ', ""));
}

#[test]
fn a_target_is_a_version() {
    let ran = run("encode --target 4.x", "7");
    assert_eq!(ran.status, 2);
    assert!(
        ran.err.contains(
            "'4.x' for '--target <VERSION>': expected two numbers and a dot, such as 4.2"
        ),
        "{}",
        ran.err
    );
    let ran = run("encode --layout godot4 --target 4.99", "7");
    assert_eq!(ran.status, 2);
    assert_eq!(
        ran.err,
        "error: --target 4.99 is not a known version of the layout godot4, expected 4.2 to 4.6; omit --target for the newest\n"
    );
    let ran = run("encode --target 4.2", "7");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("expected 3.0 to 3.6"), "{}", ran.err);
    let ran = run("encode --fallback", "7");
    assert_eq!(ran.status, 2);
    assert!(ran.err.contains("--target <VERSION>"), "{}", ran.err);
}

#[test]
fn texts_with_line_breaks_in_strings_are_parsed() {
    let json =
        "{\"a\":\"two\\nlines\\n\\n\",\"b\":[1,{}]}\n\"\\n\"\n7\n\"\"\n\"#no comment\"\n{}\n";
    let framed = run_bytes("encode --framed", json.as_bytes()).stdout;
    for form in ["--to text", "--to text --pretty"] {
        let text = good(&format!("decode --framed {form}"), &framed);
        assert!(text.lines().count() > json.lines().count(), "{text}");
        let again = run_bytes("encode --framed --from text", text.as_bytes()).stdout;
        assert_eq!(again, framed, "{text}");
    }
    let commented = "\u{feff}# a comment\n[1, # another\n 0x10,]\n\n  # the second\n  \"a\" # and its comment\n";
    let json = good(
        "decode --from hex",
        good("encode --from text --to hex", commented),
    );
    assert_eq!(json, "[1,16]\n\"a\"\n");
}

#[test]
fn texts_of_older_engines_become_modern_types() {
    let text =
        "{ ; a save\n\"gold\": 30, ; coins\n\"a\": IntArray(1, 2), \"q\": Quat(0, 0, 0, 1)\n}";
    let bytes = good("encode --from text --layout godot4 --to hex", text);
    assert_eq!(
        good("decode --from hex --layout godot4", bytes),
        "{\"gold\":30,\"a\":{\"PackedInt32Array\":[1,2]},\"q\":{\"Quaternion\":[0.0,0.0,0.0,1.0]}}\n"
    );
}

#[test]
fn a_reference_to_a_resource_is_named() {
    let text = "Object(RefCounted,\"script\":Resource(\"res://save.gd\"),\"hp\":3)";
    let error = bad("encode --from text --layout godot4 --to hex", text);
    assert!(
        error.contains("line 1, column 28: Resource refers to a resource"),
        "{error}"
    );
}

#[test]
fn errors_of_texts_have_their_position() {
    let advice = "; `gdvariant encode --help` describes the form";
    for (input, error) in [
        (
            "1\n[\n Vector2(1)]",
            "line 3, column 11: expected 2 numbers for Vector2, found 1",
        ),
        (
            "1\n2 3",
            "line 2, column 3: expected a line break after the value, found 3",
        ),
        (
            "[1]]",
            "line 1, column 4: expected a line break after the value, found `]`",
        ),
        ("\u{feff}oops", "line 1, column 1: Godot 3 has no type oops"),
    ] {
        let ran = run("encode --from text --to hex", input);
        assert_eq!(ran.error(), format!("standard input: {error}{advice}"));
        assert_eq!(ran.status, 1);
    }
    let output = run_bytes("encode --from text --to hex", b"1\n\"\xc3\xa9\xff\"");
    assert_eq!(
        String::from_utf8_lossy(&output.stderr),
        "error: standard input: line 2, column 3: not valid UTF-8; to decode bytes, use `gdvariant decode`\n"
    );
    for input in ["", " \n# nothing\n"] {
        assert_eq!(
            bad("encode --from text", input),
            "standard input: the input is empty; expected a value as in the output of var2str or in a script"
        );
    }
    assert_eq!(
        bad("encode --from text --to hex", "\"\0\""),
        "standard input: value 1: a NUL at byte 0 of a string, where engines would truncate it"
    );
}

#[test]
fn long_texts_are_rejected_with_advice() {
    assert_eq!(
        bad("encode --from text --max-text 4", "12345"),
        "standard input: the text exceeds the limit of 4 bytes; raise --max-text, or split the text into several files"
    );
    assert_eq!(
        good("encode --from text --max-text 4 --to hex", "1234"),
        "02000000d2040000\n"
    );
    assert_eq!(
        run("encode --max-text 4", "1").error(),
        "--max-text requires --from text: JSON is parsed value by value, without a limit"
    );
}

#[test]
fn deeply_nested_values_round_trip() {
    for (open, close) in [
        ("[", "]"),
        ("{\"a\":", "}"),
        ("{\"Dictionary\":[[1,", "]]}"),
        (
            "{\"Object\":{\"class\":\"A\",\"properties\":[[\"a\",",
            "]]}}",
        ),
    ] {
        let json = format!("{}null{}\n", open.repeat(1024), close.repeat(1024));
        let hex = good("encode --to hex", &json);
        assert_eq!(good("decode --from hex --allow-objects", hex), json);
        let deeper = format!("{open}{json}{close}");
        assert!(bad("encode --to hex", deeper).contains("nesting exceeds 1024 levels"));
    }
    assert!(bad("encode --to hex", "[".repeat(1 << 20)).contains("nesting exceeds 1024 levels"));
    let deep = "1300000001000000".repeat(1 << 16);
    assert!(bad("decode --from hex", deep).contains("nesting exceeds 1024 levels"));
}

#[cfg(target_os = "linux")]
#[test]
fn the_output_can_be_a_pipe_by_its_path() {
    let ran = run_bytes("encode --bare -o /dev/stdout", b"7");
    assert_eq!(ran.stdout, [2, 0, 0, 0, 7, 0, 0, 0]);
}
