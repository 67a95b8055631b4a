//! Reads JSON.

#[path = "../../../fuzz/bodies/tokens.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod tokens;

use crate::common::{Random, bytes, layout, rounds};
use gdvariant::schema::Layout;
use gdvariant_files::json::{JsonError, of_input, of_value};
use std::{io, thread};

fn godot4() -> &'static Layout {
    layout("godot4")
}

const PIECES: [&str; 14] = [
    "a",
    "é",
    "𝄞",
    r"\n",
    r#"\""#,
    r"\\",
    r"\/",
    r"\u00e9",
    r"\ud834\udd1e",
    r"\ud834",
    r"\udd1e",
    r"\u12",
    "\u{7f}",
    "\t",
];

const CONSTANTS: [&str; 25] = [
    "null",
    "true",
    "nul",
    "True",
    "0",
    "-0",
    "7",
    "-12",
    "1.5",
    "-0.0",
    "1e3",
    "2E-3",
    "0.1e+2",
    "01",
    "1.",
    ".5",
    "-",
    "1e",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551616",
    "1e400",
    "7.038531e-26",
    "1.00000005960464477540",
    "123456789012345680.0",
];

fn string(random: &mut Random) -> String {
    let name = random.one(&[
        "x",
        "y",
        "Vector2",
        "float",
        "StringName",
        "PackedByteArray",
    ]);
    let mut text = format!("\"{name}");
    while random.below(8) == 0 {
        text += random.one(&PIECES);
    }
    text + "\""
}

fn json(random: &mut Random, depth: usize) -> String {
    let space = random.one(&["", "", "", " ", "\r\n", "\t"]);
    let text = match random.below(if depth > 3 { 4 } else { 7 }) {
        0..=2 => random.one(&CONSTANTS).to_owned(),
        3 => string(random),
        4 | 5 => {
            let elements = (0..random.below(4)).map(|_| json(random, depth + 1));
            format!("[{}]", elements.collect::<Vec<_>>().join(","))
        }
        _ => {
            let entries = 0..random.below(3);
            let entries =
                entries.map(|_| format!("{}:{}", string(random), json(random, depth + 1)));
            format!("{{{}}}", entries.collect::<Vec<_>>().join(","))
        }
    };
    format!("{space}{text}{space}")
}

fn mutated(random: &mut Random, text: String) -> Vec<u8> {
    let mut text = text.into_bytes();
    let at = random.below(text.len() + 1);
    let byte = random.one(b"[]{},:\"\\ 0-.ex\xff\xc3\n");
    match random.below(6) {
        0 => text.insert(at, byte),
        1 => text.truncate(at),
        2 if at < text.len() => text[at] = byte,
        _ => {}
    }
    text
}

#[test]
fn json_is_parsed_as_by_serde_json() {
    let random = &mut Random(1);
    let mut sums = [0; 3];
    for _ in 0..rounds(4000) {
        let count = random.below(3) + 1;
        let text = (0..count).map(|_| json(random, 0) + random.one(&["", " "]));
        let text = text.collect();
        let counts = tokens::tokens(&mutated(random, text));
        sums = [0, 1, 2].map(|index| sums[index] + counts[index]);
    }
    for line in include_str!("../../../tests/corpus/json.hex").lines() {
        if !line.starts_with('#') {
            tokens::tokens(&bytes(line)[1..]);
        }
    }
    assert!(sums.iter().all(|count| *count > 200), "{sums:?}");
}

#[test]
fn numbers_are_rounded_once() {
    let float = |text: &str| {
        let value = of_value(godot4(), &format!("{{\"Vector2\": [{text}, 0]}}"));
        value.expect(text).to_string()
    };
    // Rounding to double precision first would yield a float halfway between two others.
    assert_eq!(float("7.038531e-26"), "Vector2(7.038531e-26, 0)");
    for text in ["1.0000000596046447753906249", "1.0000000596046447753906251"] {
        let nearest: f32 = text.parse().expect("a number");
        assert_eq!(float(text), float(&nearest.to_string()), "{text}");
    }
    let text = |text| of_value(godot4(), text).expect(text).to_string();
    assert_eq!(text("9007199254740993"), "9007199254740993");
    assert_eq!(text("0.1000000000000000055511151231257827"), "0.1");
}

#[test]
fn the_key_of_serde_json_is_data() {
    const KEY: &str = "$serde_json::private::Number";
    for value in [r#""5""#, r#""abc""#, "[1.5]"] {
        let text = format!("{{\"{KEY}\": {value}}}");
        let dictionary = format!("{{\"Dictionary\": [[\"{KEY}\", {value}]]}}");
        for wrapped in [
            ["", ""],
            ["[", "]"],
            ["{\"a\": ", "}"],
            ["{\"Dictionary\": [[", ", 1]]}"],
        ] {
            let parsed = |text: &str| {
                let text = wrapped.join(text);
                let value = of_value(godot4(), &text);
                value.map_err(|error| format!("{text}: {error}"))
            };
            assert_eq!(parsed(&text), parsed(&dictionary));
        }
    }
    let vector = format!("{{\"Vector2\": [{{\"{KEY}\": \"1\"}}, 2]}}");
    assert!(matches!(
        of_value(godot4(), &vector),
        Err(JsonError::Data(_))
    ));
}

#[test]
fn deep_json_is_parsed_on_a_small_stack() {
    let check = || {
        for (start, end) in [
            ("[", "]"),
            (r#"{"a":"#, "}"),
            (r#"{"Dictionary":[[1,"#, "]]}"),
            (r#"{"Object":{"class":"A","properties":[["p","#, "]]}}"),
        ] {
            let nested = |levels| [start.repeat(levels), end.repeat(levels)].join("1");
            assert!(of_value(godot4(), &nested(1024)).is_ok(), "{start}");
            for text in [nested(1025), nested(100_000), start.repeat(100_000)] {
                let error = of_value(godot4(), &text).expect_err(start).to_string();
                assert!(error.contains("nesting exceeds 1024 levels"), "{error}");
            }
        }
        // The input has no end.
        let error = of_input(godot4(), io::repeat(b'['))
            .next()
            .expect("an error");
        assert!(error.is_err());
    };
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(check);
    thread.expect("a thread").join().expect("no panic");
}
