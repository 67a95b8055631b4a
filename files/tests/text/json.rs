//! JSON as documents.

use crate::common::{Random, rounds};
use crate::{assert_value, moved, removed, try_set};
use gdvariant::{Path, Segment};
use gdvariant_files::text::{TextDocument, TextKind};

fn json(text: &str) -> TextDocument {
    let document = TextDocument::parse_json(text, None);
    document.unwrap_or_else(|error| panic!("{text}\n{error}"))
}

/// Sets a value, for which an int can become a float.
fn set(text: &str, path: &str, new: &str) -> String {
    let mut document = json(text);
    let mut value = document.value(0).expect("a value");
    let new = value.layout().parse(new).expect(new);
    value
        .set_at_path(&path.parse().expect(path), new)
        .expect(path);
    document.replace(0, &value).expect(path);
    document.text().to_owned()
}

#[test]
fn recognizes_json() {
    let kind = |text| TextDocument::parse(text, None).map(|it| it.kind()).ok();
    for text in [
        "{}",
        "[]",
        "{\"a\":1}",
        "{\n  \"a\": 1\n}",
        "[1,2]",
        "\u{feff}[true,null]\r\n",
        "\u{feff}\u{feff}[true,null]",
        "{\"a\":1}\n{\"a\":2}\n",
        r#"{"a":"\/"}"#,
        // An engine could also have written these.
        "{\n\"a\": 1\n}",
        "[1, 2]",
    ] {
        assert_eq!(kind(text), Some(TextKind::Json), "{text}");
    }
    for text in ["{\n\"a\": &\"b\"\n}", "[1, nan]", "{1: 2}", "[inf]"] {
        assert_eq!(kind(text), Some(TextKind::Values), "{text}");
    }
    assert_eq!(kind("[a]\n"), Some(TextKind::Config));
    for text in ["{\"a\": 1,\n}", "[1,]"] {
        assert_eq!(kind(text), Some(TextKind::Values), "engines accept {text}");
    }
}

#[test]
fn values_are_plain_json() {
    let nested = ["[".repeat(1000), "]".repeat(1000)].concat();
    assert_value(&nested, &nested);
    for (text, value) in [
        (r#"{"at":"(93, 87)"}"#, r#"{"at": "(93, 87)"}"#),
        (r#"{"Vector2":[1,2]}"#, r#"{"Vector2": [1, 2]}"#),
        (
            "[1,-0,1.0,1e2,1E+2,-0.0]",
            "[1, 0, 1.0, 100.0, 100.0, -0.0]",
        ),
        // Beyond the ints, numbers are the nearest floats.
        (
            "[9223372036854775807,9223372036854775808]",
            "[9223372036854775807, 9223372036854775808.0]",
        ),
        (r#"["\u00e9\ud834\udd1e\/\b"]"#, "[\"é𝄞/\u{8}\"]"),
        (r#"{"a":1,"b":2,"a":3}"#, r#"{"a": 3, "b": 2}"#),
        (r#"{"":null}"#, r#"{"": null}"#),
        ("\u{feff}\u{feff}[1]", "[1]"),
    ] {
        assert_value(text, value);
    }
}

#[test]
fn changes_have_the_formatting_of_the_text() {
    let text = "{\r\n    \"a\": 1.50,\r\n    \"b\": [1, 2],\r\n    \"c\": {}\r\n}\r\n";
    assert_eq!(set(text, "a", "2"), text.replace("1.50", "2.0"));
    assert_eq!(set(text, "a", "2.25"), text.replace("1.50", "2.25"));
    assert_eq!(set(text, "b[0]", "2.0"), text.replace("[1,", "[2.0,"));
    assert_eq!(
        set(text, "b[2]", "\"é\\n\""),
        text.replace("2]", "2, \"é\\n\"]")
    );
    assert_eq!(
        set(text, "c.x", "[1, []]"),
        text.replace(
            "{}",
            "{\r\n        \"x\": [\r\n            1,\r\n            []\r\n        ]\r\n    }"
        )
    );
    assert_eq!(
        set(text, "d", "null"),
        text.replace("{}", "{},\r\n    \"d\": null")
    );
    assert_eq!(
        removed(text, &["c"]),
        text.replace(",\r\n    \"c\": {}", "")
    );
    assert_eq!(removed(text, &["b[0]", "b[1]"]), text.replace("1, 2", ""));
    assert_eq!(removed(text, &["a", "b", "c"]), "{}\r\n");
    assert_eq!(moved(text, "b", "e"), text.replace("\"b\"", "\"e\""));
    // Compact text.
    let text = r#"{"a":1e3,"b":[],"c":{"a":1,"a":[2]}}"#;
    assert_eq!(set(text, "a", "1000"), text);
    assert_eq!(set(text, "a", "5"), text.replace("1e3", "5.0"));
    assert_eq!(
        set(text, "a", "9007199254740993"),
        text.replace("1e3", "9007199254740993")
    );
    assert_eq!(
        set(text, "b[0]", r#"{"x": [1, 2]}"#),
        text.replace("[]", r#"[{"x":[1,2]}]"#)
    );
    assert_eq!(set(text, "c.a[1]", "3"), text.replace("[2]", "[2,3]"));
    assert_eq!(
        removed(text, &["c.a"]),
        text.replace(r#""a":1,"a":[2]"#, "")
    );
    assert_eq!(removed(text, &["a"]), text.replace(r#""a":1e3,"#, ""));
    // An int beyond the ints has no point.
    assert_eq!(set("[18446744073709551616]", "[0]", "7"), "[7]");
    assert_eq!(set(r#"{ "a" : 1 }"#, "b", "2"), r#"{ "a" : 1, "b" : 2 }"#);
    // Items are in a line like the one beside them.
    let text = "[\n  { \"id\": 1, \"n\": [1, 2] },\n  { \"id\": 2, \"n\": [] }\n]\n";
    assert_eq!(
        set(text, "[2]", r#"{"id": 3, "n": [{"a": 1}]}"#),
        text.replace("\n]\n", ",\n  { \"id\": 3, \"n\": [{ \"a\": 1 }] }\n]\n")
    );
    let text = "{\n  \"a\": {\"x\": 1},\n  \"b\": {\"x\": 2}\n}\n";
    assert_eq!(
        set(text, "c", r#"{"x": [3, 4]}"#),
        text.replace("2}\n", "2},\n  \"c\": {\"x\": [3, 4]}\n")
    );
    // Strings can have a NUL.
    let nul = "{\"a\":\"x\\u0000\",\"b\":1}";
    assert_eq!(crate::set(nul, "b", "2"), nul.replace('1', "2"));
    assert_eq!(crate::set(nul, "a", "\"\0\""), nul.replace('x', ""));
    assert_eq!(
        TextDocument::parse("{\"a\":1,\"b\":{\"a\":1,\n\"a\":[2]}}", None)
            .expect("JSON")
            .equal_keys(),
        Some("equal keys, of which the last one counts: \"a\" in the lines 1 and 2".into())
    );
}

#[test]
fn values_that_json_cannot_contain_are_errors() {
    for (path, new, expected) in [
        (
            "a",
            "Vector2(1, 2)",
            "JSON has no Vector2; write null, numbers",
        ),
        ("a", "inf", "JSON has no inf; write null, numbers"),
        (
            "a",
            "&\"x\"",
            "JSON has no StringName; write null, numbers, Strings",
        ),
        ("a", "{1: 2}", "JSON has only Strings as keys, found int 1"),
        ("a", "[[NodePath(\"x\")]]", "JSON has no NodePath"),
        (
            "a",
            "Array[int]([1])",
            "JSON has no Array with declared types",
        ),
        ("[1]", "2", "JSON has only Strings as keys, found int 1"),
    ] {
        let error = try_set("{\"b\":0,\n\"a\":1}", path, new).expect_err(new);
        assert!(error.message().starts_with(expected), "{error}");
    }
    let nested = ["[".repeat(1000), "]".repeat(1000)].concat();
    let text = set("{\"a\":1}", "a", &nested);
    assert_eq!(text, format!("{{\"a\":{nested}}}"));
    let error = try_set("{\"b\":0,\n\"a\":1}", "a", "nan").expect_err("NaN");
    assert_eq!((error.line(), error.column()), (2, 5));
}

#[test]
fn text_that_an_engine_could_have_written_stays_json() {
    let keys = "{\n\"a\": 1\n}";
    for (text, path, new, expected) in [
        (r#"["a", "b"]"#, "[0]", "\"x\ny\"", r#"["x\ny", "b"]"#),
        ("[1, 2]", "[2]", "\"\t\"", r#"[1, 2, "\t"]"#),
        (keys, "b", "\"\n\"", "{\n\"a\": 1,\n\"b\": \"\\n\"\n}"),
        // Values that JSON cannot contain are written if the text can be that of an engine.
        ("[1, 2]", "[2]", "Vector2(1, 2)", "[1, 2, Vector2(1, 2)]"),
        (keys, "a", "inf", "{\n\"a\": inf\n}"),
        (
            "[ 1, 2 ]",
            "[0]",
            "Vector2( 1, 2 )",
            "[ Vector2( 1, 2 ), 2 ]",
        ),
    ] {
        assert_eq!(crate::set(text, path, new), expected);
    }
    for (old, new, is_valid) in [
        ("[1, 2]", "[1, inf]", true),
        ("[1, inf]", "[1,2]", true),
        ("[1, 2]", "[1, 2,]", false),
        ("[1,2]", "[1, inf]", false),
    ] {
        let kind = TextDocument::parse(old, None).expect(old).kind();
        assert_eq!(kind.fault(old, new).is_none(), is_valid, "{old} {new}");
    }
    for text in ["[1,2]", "[1,  2]", "{\"a\": [1, 2]}", "[\n  1\n]"] {
        let path = if text.starts_with('{') { "a" } else { "[0]" };
        let error = try_set(text, path, "Vector2(1, 2)").expect_err(text);
        assert!(
            error.message().starts_with("JSON has no Vector2"),
            "{error}"
        );
    }
}

/// A value with the text of its parts.
#[derive(Clone)]
enum Tree {
    Leaf(String),
    Array(Vec<Tree>),
    Object(Vec<(String, Tree)>),
}

const LEAVES: [&str; 18] = [
    "null",
    "true",
    "false",
    "7",
    "-0",
    "-12",
    "1.50",
    "1E+2",
    "9007199254740993",
    "18446744073709551616",
    "1e400",
    "0.1000000000000000055511151231257827",
    r#""""#,
    r#""Ada""#,
    r#""(93, 87)""#,
    r#""\u00e9\ud834\udd1e""#,
    r#""\/\"\\ ],}: ;""#,
    r#""é𝄞 2""#,
];

const KEYS: [&str; 8] = ["a", "b", "c d", "Vector2", "text", "0", "é", "x;y"];

impl Tree {
    fn random(random: &mut Random, depth: usize) -> Self {
        let length = random.below(5);
        match random.below(if depth == 0 { 1 } else { 4 }) {
            0 => Self::Leaf(random.one(&LEAVES).to_owned()),
            1 => Self::Array(
                (0..length)
                    .map(|_| Self::random(random, depth - 1))
                    .collect(),
            ),
            _ => {
                let entry = |_| {
                    (
                        random.one(&KEYS).to_owned(),
                        Self::random(random, depth - 1),
                    )
                };
                Self::Object((0..length).map(entry).collect())
            }
        }
    }

    fn write(&self, out: &mut String, style: Style, level: usize) {
        let line = |out: &mut String, level| {
            if let Some(indentation) = style.indentation {
                *out += style.line_ending;
                *out += &indentation.repeat(level);
            }
        };
        let items: Vec<(Option<&String>, &Self)> = match self {
            Self::Leaf(text) => return *out += text,
            Self::Array(elements) => elements.iter().map(|it| (None, it)).collect(),
            Self::Object(entries) => entries.iter().map(|(key, it)| (Some(key), it)).collect(),
        };
        let [open, close] = if let Self::Array(_) = self {
            ["[", "]"]
        } else {
            ["{", "}"]
        };
        *out += open;
        for (index, (key, item)) in items.iter().enumerate() {
            if index > 0 {
                out.push(',');
                *out += if style.indentation.is_none() {
                    style.space
                } else {
                    ""
                };
            }
            line(out, level + 1);
            if let Some(key) = key {
                *out += &["\"", key, "\":", style.space].concat();
            }
            item.write(out, style, level + 1);
        }
        if !items.is_empty() {
            line(out, level);
        }
        *out += close;
    }

    /// Returns whether text shows the white space between tokens.
    fn has_style(&self, style: Style) -> bool {
        match self {
            Self::Leaf(_) => false,
            Self::Array(items) => {
                let least = usize::from(style.indentation.is_none());
                items.len() > least || items.iter().any(|it| it.has_style(style))
            }
            Self::Object(entries) => !entries.is_empty(),
        }
    }

    /// Returns the paths of the values; of equal keys only the last one has a path.
    fn places(&self) -> Vec<Vec<Segment>> {
        let mut places = vec![Vec::new()];
        let mut add = |segment: &Segment, item: &Self| {
            let inner = item.places().into_iter();
            places.extend(inner.map(|it| [std::slice::from_ref(segment), &it[..]].concat()));
        };
        match self {
            Self::Leaf(_) => {}
            Self::Array(items) => {
                for (index, item) in items.iter().enumerate() {
                    add(&Segment::Index(index), item);
                }
            }
            Self::Object(entries) => {
                for (index, (key, item)) in entries.iter().enumerate() {
                    if entries[index + 1..].iter().all(|(other, _)| other != key) {
                        add(&Segment::name(key), item);
                    }
                }
            }
        }
        places
    }

    fn at(&mut self, path: &[Segment]) -> &mut Self {
        let Some((first, rest)) = path.split_first() else {
            return self;
        };
        let item = match (self, first) {
            (Self::Array(items), Segment::Index(index)) => &mut items[*index],
            (Self::Object(entries), Segment::Name(name)) => {
                let last = entries.iter().rposition(|(key, _)| **key == **name);
                &mut entries[last.expect("the key")].1
            }
            _ => panic!("a path"),
        };
        item.at(rest)
    }

    fn remove(&mut self, segment: &Segment) {
        match (self, segment) {
            (Self::Array(items), Segment::Index(index)) => drop(items.remove(*index)),
            (Self::Object(entries), Segment::Name(name)) => {
                entries.retain(|(key, _)| **key != **name);
            }
            _ => panic!("a path"),
        }
    }
}

#[derive(Clone, Copy)]
struct Style {
    indentation: Option<&'static str>,
    space: &'static str,
    line_ending: &'static str,
    mark: &'static str,
    is_lines: bool,
}

impl Style {
    fn random(random: &mut Random) -> Self {
        let is_lines = random.below(5) == 0;
        let indentation = random.one(&[None, Some("\t"), Some("  "), Some("    "), Some("")]);
        Self {
            indentation: indentation.filter(|_| !is_lines),
            space: if indentation.is_some() && !is_lines {
                " "
            } else {
                random.one(&["", " "])
            },
            line_ending: random.one(&["\n", "\n", "\r\n"]),
            mark: random.one(&["", "", "\u{feff}"]),
            is_lines,
        }
    }

    fn text(self, values: &[Tree]) -> String {
        let mut text = self.mark.to_owned();
        for (index, value) in values.iter().enumerate() {
            value.write(&mut text, self, 0);
            let is_last = index + 1 == values.len();
            text += if self.is_lines || !is_last {
                self.line_ending
            } else {
                ""
            };
        }
        text
    }
}

/// What a random change writes, as a value and as the engine's text.
fn new_value(random: &mut Random) -> (Tree, &'static str) {
    let leaf = |text: &str| Tree::Leaf(text.to_owned());
    match random.below(6) {
        0 => (leaf("null"), "null"),
        1 => (leaf("918273"), "918273"),
        2 => (leaf("-918273.25"), "-918273.25"),
        3 => (leaf(r#""é \"\\\n\u0001""#), "\"é \\\"\\\\\n\u{1}\""),
        4 => (
            Tree::Array(vec![leaf("918273"), Tree::Object(Vec::new())]),
            "[918273, {}]",
        ),
        _ => {
            let inner = Tree::Object(vec![("k".into(), leaf("true"))]);
            (
                Tree::Object(vec![("new 2".into(), inner)]),
                r#"{"new 2": {"k": true}}"#,
            )
        }
    }
}

/// Changes a tree and its document in the same way, unless the change has several results.
fn change(random: &mut Random, tree: &mut Tree, value: &mut gdvariant::any::AnyVariant) -> bool {
    let places = tree.places();
    let mut path = places[random.below(places.len())].clone();
    let (new_tree, new) = new_value(random);
    let new = value.layout().parse(new).expect(new);
    match random.below(3) {
        0 => {
            let Some((last, parent)) = path.split_last() else {
                return false;
            };
            tree.at(parent).remove(last);
            let removed = value.remove_at_path(&path.into_iter().collect());
            removed.expect("a value");
            return true;
        }
        1 => {
            let old = tree.at(&path);
            match (&*old, new_tree) {
                (Tree::Leaf(_), Tree::Leaf(int)) if int == "918273" => {
                    let is_float =
                        |old: &str| old.contains(['.', 'e', 'E']) && !old.starts_with('"');
                    let is_float = matches!(&*old, Tree::Leaf(old) if is_float(old) && old != "true" && old != "false");
                    *old = Tree::Leaf(if is_float { int + ".0" } else { int });
                }
                (Tree::Leaf(_), new) | (_, new @ Tree::Leaf(_)) => *old = new,
                _ => return false,
            }
        }
        _ => match tree.at(&path) {
            Tree::Leaf(_) => return false,
            Tree::Array(items) => {
                path.push(Segment::Index(items.len()));
                items.push(new_tree);
            }
            Tree::Object(entries) => {
                let key = format!("new {}", random.below(1 << 40));
                path.push(Segment::name(&key));
                entries.push((key, new_tree));
            }
        },
    }
    let path: Path = path.into_iter().collect();
    value.set_at_path(&path, new).expect("a place");
    true
}

#[test]
fn random_changes_keep_other_bytes() {
    let random = &mut Random(7);
    let mut changed = 0;
    for _ in 0..rounds(300) {
        let style = Style::random(random);
        let count = if style.is_lines {
            1 + random.below(3)
        } else {
            1
        };
        let mut values: Vec<_> = (0..count).map(|_| Tree::random(random, 5)).collect();
        let text = style.text(&values);
        let mut document = json(&text);
        assert_eq!(document.count(), count);
        for index in 0..count {
            let value = document.value(index).expect("a value");
            document.replace(index, &value).expect("the same value");
            assert_eq!(document.text(), text);
        }
        for _ in 0..4 {
            let index = random.below(count);
            let mut value = document.value(index).expect("a value");
            if !values.iter().any(|it| it.has_style(style))
                || !change(random, &mut values[index], &mut value)
            {
                continue;
            }
            let before = document.text().to_owned();
            let replaced = document.replace(index, &value);
            replaced.unwrap_or_else(|error| panic!("{before}\n{error}"));
            assert_eq!(document.text(), style.text(&values), "{before}");
            changed += 1;
        }
    }
    assert!(changed > 400, "{changed} changes");
}
