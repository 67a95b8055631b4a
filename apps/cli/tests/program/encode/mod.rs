//! Tests `gdvariant encode`: its options and its errors.

mod numbers;
mod warnings;

use crate::common::{bad, console, file, good, run_bytes, vectors};
use gdvariant::schema::layout_named;
use gdvariant_files::json::{JsonError, of_input};

#[test]
fn values_are_encoded() {
    file("empty", b"");
    file("invalid", b"1\n\"\xc3\xa9\xff\"");
    file("nul", b"\"\0\"");
    insta::assert_snapshot!(console(SESSION));
}

const SESSION: &str = r#"
'{"Vector2": [1.0, 2]}' | encode --to hex
= 050000000000803f00000040
'null 7' | encode --to base64
= AAAAAA==
= AgAAAAcAAAA=
'7' | encode --bare
= 0200000007000000
'7' | encode --bare --from json --to raw --layout godot3 -
= 0200000007000000
'null⏎7' | encode --framed
= 0400000000000000080000000200000007000000
'null' | encode --framed --big-endian
= 0000000400000000
'{"Vector4i": [1, 2, 3, 4]}' | encode --to hex --layout pandemonium
= 0c00000001000000020000000300000004000000
'{"TypedArray": {"element": "int", "values": [7]}}' | encode --to hex --layout pandemonium5
= 1b00000002000000010000000200000007000000
'[⏎  1,⏎  2⏎]⏎⏎{}' | encode --to hex
= 130000000200000002000000010000000200000002000000
= 1200000000000000

# Errors of JSON.
'[1,⏎ {"Vector2": [1]}]' | encode --to hex
~ line 2, column 17
[1]
'{"Vector4": [1, 2, 3, 4]}' | encode --to hex
~ line 1, column 25
[1]
'null⏎7⏎{"Vector2": 1}⏎null' | encode --to hex
= 00000000
= 0200000007000000
~ line 3, column 14
[1]
'{"a": ["x\u0000"]}' | encode --to hex
~ a[0]
[1]
'null' | encode --framed --max-length 3
[1]
'9223372036854775808' | encode --to hex
[1]
'1 2' | encode
= 0200000001000000
[1]
encode empty
[1]
'⏎' | encode
[1]
encode no.json
[1]
'1' | encode --framed --to hex
[2]

# Targets and fallbacks.
layout godot4
'[{"TypedArray": {"element": "int", "values": [7]}}]' > typed
encode --target 4.2 --to hex typed
~ [0]
[1]
encode --target 4.2 --framed typed
[1]
encode --target 4.3 --to hex typed
= 1c000000010000001c00010002000000010000000200000007000000
encode --target 4.2 --fallback --to hex typed
= 1c000000010000001c000000010000000200000007000000
'{"PackedVector4Array": [[1.0, 2.0, 3.0, 4.0]]}' | encode --target 4.2 --fallback --bare -o array
decode array
= [{"Vector4":[1.0,2.0,3.0,4.0]}]
'7' | encode --target 4.x
[2]
'7' | encode --target 4.99
~ 4.2 to 4.6
[2]
'7' | encode --layout godot3 --target 4.2
~ 3.0 to 3.6
[2]
'7' | encode --layout godot3 --target 3.0 --to hex
= 0200000007000000
'7' | encode --fallback
~ --target
[2]

# Text.
'{ ; a save⏎"gold": 30, ; coins⏎"a": IntArray(1, 2), "q": Quat(0, 0, 0, 1)⏎}' | encode --from text --bare -o text
decode text
= {"gold":30,"a":{"PackedInt32Array":[1,2]},"q":{"Quaternion":[0.0,0.0,0.0,1.0]}}
'Object(RefCounted,"script":Resource("res://save.gd"),"hp":3)' | encode --from text --to hex
~ line 1, column 28
[1]
layout godot3
'1⏎[⏎ Vector2(1)]' | encode --from text --to hex
= 0200000001000000
~ line 3, column 11
[1]
'1⏎2 3' | encode --from text --to hex
= 0200000001000000
= 0200000002000000
~ line 2, column 3
[1]
'[1]]' | encode --from text --to hex
= 13000000010000000200000001000000
~ line 1, column 4
[1]
'oops' | encode --from text --to hex
~ line 1, column 1
[1]
encode --from text --to hex invalid
~ line 2, column 3
[1]
encode --from text empty
[1]
hex efbbbf 31 0a | encode --from text --to hex
= 0200000001000000
'# a comment⏎[1, # another⏎ 0x10,]⏎⏎  # the second⏎  "a" # and its comment' | encode --from text --to hex
= 130000000200000002000000010000000200000010000000
= 040000000100000061000000
'⏎# nothing' | encode --from text
[1]
encode --from text --to hex nul
[1]
'12345' | encode --from text --max-text 4
[1]
'123' | encode --from text --max-text 4 --to hex
= 020000007b000000
'1' | encode --max-text 4
[2]
"#;

/// Checks the position of errors at the end of a line and of the input, after other values.
#[test]
fn errors_of_json_are_at_the_last_character() {
    // The column of the error in a text without line breaks.
    let of_values = [
        ("-1e999", 6),
        ("[1e400 ,2]", 6),
        ("{\"é\":1e400}", 10),
        ("{\"Vector2\":[1]\t}", 16),
        ("{\"Vector2\":[1e400\t,1]}", 17),
        ("{\"a\":1,\"a\":[] }", 13),
        ("{\"a\":1,\"a\":2 ,\"b\":3}", 12),
        ("[{\"Vector2\":[1]}]", 16),
        ("[1 2]", 4),
        ("1 é", 3),
        ("[1,]", 4),
        ("{\"a\" 1}", 6),
        ("7x", 2),
        // The input ends before the value does.
        ("[1,", 3),
        ("{\"é\"", 4),
        ("{\"a\":", 5),
        ("[[1]", 4),
    ];
    // A line break is the unexpected character.
    let of_breaks = [("tru", 4), ("-", 2), ("1e", 3), ("\"é", 3)];
    let mut cases = Vec::new();
    for ending in ["\n", "\r\n", "", " ", "\t\n\n", "\n\r\n"] {
        let breaks = ending.starts_with(['\n', '\r']);
        let of_breaks = of_breaks.iter().filter(|_| breaks);
        for (value, column) in of_values.iter().chain(of_breaks) {
            cases.push((format!("{value}{ending}"), *column));
        }
    }
    let long = format!("{}\"{}\"\n", "[1]\n".repeat(5000), "é".repeat(20_000));
    let before = ["", "null\r\n7\n\n", "\"é\" ", "[1,\n \"é\"]  ", &long];
    for ((value, column), before) in cases.iter().zip(before.into_iter().cycle()) {
        let input = format!("{before}{value}");
        let start = before.rfind('\n').map_or(0, |at| at + 1);
        let line = before.matches('\n').count() + 1;
        let expected = (line, before[start..].chars().count() + column);
        let layout = layout_named("godot3").expect("a layout");
        match of_input(layout, input.as_bytes()).find_map(Result::err) {
            Some(JsonError::Data(error) | JsonError::Syntax(error)) => {
                let (line, column) = (error.line(), error.column());
                assert_eq!((line, column), expected, "{value:?}: {error}");
            }
            other => panic!("{value:?}: {other:?}"),
        }
    }
}

#[test]
fn deeply_nested_values_round_trip() {
    let nested = |depth| format!("{}null{}\n", "[".repeat(depth), "]".repeat(depth));
    let hex = good("encode --to hex", nested(1024));
    assert_eq!(good("decode --from hex", hex), nested(1024));
    let deep = "1300000001000000".repeat(1 << 16);
    for error in [
        bad("encode --to hex", nested(1025)),
        bad("decode --from hex", deep),
    ] {
        assert!(error.contains("nesting exceeds 1024 levels"), "{error}");
    }
}

/// Checks every vector of an engine, and strings with line breaks and other characters of text.
#[test]
fn values_round_trip_as_json_and_text() {
    let layout = "--layout godot4";
    let strings = "\"two\\nlines\\n\\n\"\n\"\\n\"\n\"\"\n\"#no comment\"\n";
    let strings = good(&format!("encode --to hex {layout}"), strings);
    let lines = vectors("godot4").join("\n") + "\n" + &strings;
    let decode = format!("decode {layout} --from hex --allow-objects");
    let json = good(&decode, &lines);
    let pretty = good(&format!("{decode} --pretty"), &lines);
    assert!(pretty.lines().count() > json.lines().count());
    for json in [&json, &pretty] {
        let encoded = good(&format!("encode {layout} --to hex"), json);
        assert!(encoded == lines, "{encoded}");
    }
    let framed = run_bytes(&format!("encode {layout} --framed"), json.as_bytes()).stdout;
    let decoded = good(&format!("decode {layout} --framed --allow-objects"), framed);
    assert!(decoded == json, "{decoded}");
    // A Signal loses its object.
    for (options, lines, differing) in [
        ("--to text", &strings, 0),
        ("--to text --pretty", &lines, 1),
    ] {
        let text = good(&format!("{decode} {options}"), lines);
        let encoded = good(&format!("encode {layout} --from text --to hex"), &text);
        assert_eq!(encoded.lines().count(), lines.lines().count());
        let pairs = encoded.lines().zip(lines.lines());
        let count = pairs.filter(|(encoded, line)| encoded != line).count();
        assert_eq!(count, differing, "{options}");
        // The text of the parsed values is the same.
        let again = good(&format!("{decode} {options}"), &encoded);
        assert!(again == text, "{again}");
    }
}
