//! Reads JSON.

#[path = "../../../fuzz/bodies/tokens.rs"]
#[allow(unreachable_pub, reason = "the fuzz targets are another crate")]
mod tokens;

use crate::common::bytes;
use gdvariant::schema::{LayoutInfo, layout_named};
use gdvariant_files::json::{JsonError, count, of_input, of_value};
use std::{io, thread};

fn layout() -> &'static LayoutInfo {
    layout_named("godot4").expect("a layout")
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit
    }

    fn one<'t>(&mut self, texts: &[&'t str]) -> &'t str {
        texts[self.below(texts.len())]
    }

    fn string(&mut self) -> String {
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
        let count = self.below(3);
        let count = if self.below(8) == 0 { count } else { 0 };
        let name = self.one(&[
            "x",
            "y",
            "Vector2",
            "float",
            "StringName",
            "PackedByteArray",
        ]);
        (0..count).fold(name.to_owned(), |text, _| text + self.one(&PIECES))
    }

    fn json(&mut self, depth: usize) -> String {
        const NUMBERS: [&str; 21] = [
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
        let space = self.one(&["", "", "", " ", "\n", "\r\n", "\t"]);
        let text = match self.below(if depth > 3 { 4 } else { 7 }) {
            0 => self
                .one(&["null", "true", "false", "nul", "True"])
                .to_owned(),
            1 | 2 => self.one(&NUMBERS[..]).to_owned(),
            3 => format!("\"{}\"", self.string()),
            4 | 5 => {
                let members: Vec<_> = (0..self.below(4)).map(|_| self.json(depth + 1)).collect();
                format!("[{}]", members.join(","))
            }
            _ => {
                let members: Vec<_> = (0..self.below(3))
                    .map(|_| format!("\"{}\":{}", self.string(), self.json(depth + 1)))
                    .collect();
                format!("{{{}}}", members.join(","))
            }
        };
        format!("{space}{text}{space}")
    }

    fn mutated(&mut self, text: String) -> Vec<u8> {
        let mut text = text.into_bytes();
        if self.below(2) == 0 {
            let at = self.below(text.len() + 1);
            let byte = b"[]{},:\"\\ 0-.ex\xff\xc3\n"[self.below(17)];
            match self.below(3) {
                0 => text.insert(at, byte),
                1 => text.truncate(at),
                _ if at < text.len() => text[at] = byte,
                _ => {}
            }
        }
        text
    }
}

#[test]
fn json_is_parsed_as_by_serde_json() {
    let mut random = Random(1);
    let mut sums = [0; 3];
    for _ in 0..20_000 {
        let several = random.below(3) + 1;
        let text: String = (0..several)
            .map(|_| random.json(0) + random.one(&["", " "]))
            .collect();
        let counts = tokens::tokens(&random.mutated(text));
        sums = [0, 1, 2].map(|index| sums[index] + counts[index]);
    }
    for line in include_str!("../../../tests/corpus/json.hex").lines() {
        if !line.starts_with('#') {
            tokens::tokens(&bytes(line)[1..]);
        }
    }
    assert!(sums.iter().all(|count| *count > 1000), "{sums:?}");
}

#[test]
fn numbers_are_rounded_once() {
    let float = |text: &str| {
        let value = of_value(layout(), &format!("{{\"Vector2\": [{text}, 0]}}"));
        value.expect(text).to_string()
    };
    // Rounding to double precision first would yield a float halfway between two others.
    assert_eq!(float("7.038531e-26"), "Vector2(7.038531e-26, 0)");
    for text in ["1.0000000596046447753906249", "1.0000000596046447753906251"] {
        let nearest: f32 = text.parse().expect("a number");
        assert_eq!(float(text), float(&nearest.to_string()), "{text}");
    }
    let text = |text| of_value(layout(), text).expect(text).to_string();
    assert_eq!(text("9007199254740993"), "9007199254740993");
    assert_eq!(text("0.1000000000000000055511151231257827"), "0.1");
}

#[test]
fn the_key_of_serde_json_is_data() {
    const KEY: &str = "$serde_json::private::Number";
    for value in [r#""5""#, r#""abc""#, "5", "[1.5]", "{}"] {
        let text = format!("{{\"{KEY}\": {value}}}");
        let dictionary = format!("{{\"Dictionary\": [[\"{KEY}\", {value}]]}}");
        for wrapped in [
            ["", ""],
            ["[", "]"],
            ["{\"a\": ", "}"],
            ["{\"Dictionary\": [[", ", 1]]}"],
            [
                "{\"Object\": {\"class\": \"A\", \"properties\": [[\"b\", ",
                "]]}}",
            ],
        ] {
            let parsed = |text: &str| {
                let text = wrapped.join(text);
                let value = of_value(layout(), &text);
                value.map_err(|error| format!("{text}: {error}"))
            };
            assert_eq!(parsed(&text), parsed(&dictionary));
        }
    }
    let vector = format!("{{\"Vector2\": [{{\"{KEY}\": \"1\"}}, 2]}}");
    assert!(matches!(
        of_value(layout(), &vector),
        Err(JsonError::Data(_))
    ));
}

#[test]
fn deep_json_is_parsed_on_a_small_stack() {
    let check = || {
        for (start, end, limit) in [
            ("[", "]", 1024),
            (r#"{"a":"#, "}", 1024),
            (r#"{"Dictionary":[[1,"#, "]]}", 1024),
            (
                r#"{"Object":{"class":"A","properties":[["p","#,
                "]]}}",
                1024,
            ),
        ] {
            let nested = |levels| [start.repeat(levels), end.repeat(levels)].join("1");
            let text = nested(limit);
            for parsed in [
                of_value(layout(), &text),
                of_input(layout(), text.as_bytes()).next().expect("a value"),
            ] {
                assert!(parsed.is_ok(), "{start}");
            }
            for text in [nested(limit + 1), nested(100_000), start.repeat(100_000)] {
                let error = of_value(layout(), &text).expect_err(start).to_string();
                assert!(error.contains("nesting exceeds 1024 levels"), "{error}");
            }
            assert_eq!(count(&nested(100_000)).expect("JSON"), 1);
        }
        // The input has no end.
        let error = of_input(layout(), io::repeat(b'['))
            .next()
            .expect("an error");
        assert!(error.is_err());
        let several = format!("7 {} [x", ["[".repeat(500), "]".repeat(500)].concat());
        let values: Vec<_> = of_input(layout(), several.as_bytes()).collect();
        assert_eq!(values.len(), 3);
        let error = values[2].as_ref().expect_err("x").to_string();
        assert!(error.starts_with("line 1, column 1005: "), "{error}");
    };
    let thread = thread::Builder::new().stack_size(2 << 20).spawn(check);
    thread.expect("a thread").join().expect("no panic");
}
