//! Edits update the index of a document: afterwards it is that of the changed file.

#![allow(missing_docs, reason = "a test")]

use gdvariant::any::AnyRef;
use gdvariant::schema::layout_named;
use gdvariant::{DecodeOptions, EncodeOptions};
use gdvariant_editor::Document;
use gdvariant_files::change;
use serde_json::Value;

/// Random numbers (xorshift), the same in each run.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % end as u64).expect("a small number")
    }

    fn of<'t, T>(&mut self, items: &'t [T]) -> &'t T {
        &items[self.below(items.len())]
    }
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

fn number(value: &Value) -> usize {
    usize::try_from(value.as_u64().expect("a number")).expect("a small number")
}

fn visible(document: &Document) -> usize {
    number(&parsed(&document.state())["visible"])
}

/// Returns everything that a document shows, with all rows unfolded.
fn shown(document: &mut Document, length: usize) -> Vec<String> {
    document.fold_all(false);
    let lines = document.lines(0, visible(document));
    let rows = parsed(&lines);
    let rows = rows.as_array().expect("an array").iter();
    let rows: Vec<_> = rows.map(|line| number(&line["row"])).collect();
    let details = rows.iter().map(|row| document.details(*row));
    let mut all: Vec<String> = details.collect();
    all.push(lines);
    all.push(document.fields(0, length));
    let at = (0..length).map(|offset| document.row_at(offset));
    all.push(format!("{:?}", at.collect::<Vec<_>>()));
    let state = parsed(&document.state());
    for key in ["rows", "file_values", "length", "faults"] {
        all.push(state[key].to_string());
    }
    all
}

fn encoded(layout: &str, text: &str) -> Vec<u8> {
    let layout = layout_named(layout).expect("a layout");
    let value = layout.parse(text).expect("a value");
    value.to_vec(EncodeOptions::new()).expect("bytes")
}

const TEXTS: [&str; 4] = [
    r#"{"name": "Ada", "items": [{"id": 3, "tags": ["a", "b"]}, {"id": 9}, []], "cell": {}, 7: true, [1, [2]]: "list", "raw": PoolByteArray(1, 2, 3)}"#,
    r#"[1, [2, [3, [4, {}]]], {"a": {"b": {"c": []}}}, Vector2(1, 2), null]"#,
    r#"{"node": Object(Node,"name":"x","child":Object(Node,"a":1,"b":[2])), "last": [[], {}]}"#,
    r#""text""#,
];

const TYPED: &str = r#"{"scores": Array[int]([1, 2, 3]), "names": Dictionary[String, int]({"a": 1}), "colors": PackedColorArray(1, 0, 0, 1), "name": &"x"}"#;

/// Returns the texts of values that a layout has.
fn texts(layout: &str) -> impl Iterator<Item = &'static str> {
    let typed = (layout == "godot4").then_some(TYPED);
    TEXTS.into_iter().chain(typed)
}

const VALUES: [&str; 10] = [
    "5",
    "5000000000",
    "\"a longer text\"",
    "[]",
    "{}",
    "[[1, 2], {\"k\": [3]}]",
    "{\"deep\": {\"er\": [1, {}]}}",
    "null",
    "1.5",
    "PoolByteArray(1, 2, 3, 4, 5)",
];

/// What a random action did to a document.
#[derive(PartialEq)]
enum Action {
    Edited,
    /// Undid or repeated edits.
    Moved,
    /// Folded a row, or was rejected.
    Nothing,
}

/// Edits a document at random.
fn act(document: &mut Document, random: &mut Random, values: &[&str]) -> Action {
    let edited = |result: Result<usize, String>| match result {
        Ok(_) => Action::Edited,
        Err(_) => Action::Nothing,
    };
    let line = random.below(visible(document));
    let line = parsed(&document.lines(line, line + 1))[0].clone();
    let row = number(&line["row"]);
    let value = random.of(values);
    match random.below(8) {
        0 => {
            document.fold(row, random.below(2) == 0);
            return Action::Nothing;
        }
        1 => {
            let steps = parsed(&document.state())["steps"]
                .as_array()
                .map_or(0, Vec::len);
            document.go_to(random.below(steps + 1));
            return Action::Moved;
        }
        2 => return edited(document.remove_row(row)),
        3 | 4 => return edited(document.set_form(row, &input(value))),
        _ => {}
    }
    let key = format!(
        r#"{{"text":"\"{}\""}}"#,
        random.of(&["new", "name", "a", "id"])
    );
    match random.below(6) {
        0 => edited(document.rename_row(row, &key)),
        1 => edited(document.move_row(row, random.below(3))),
        2 => edited(document.duplicate_row(row)),
        number => edited(document.add(row, (number > 3).then_some(key), &input(value))),
    }
}

/// Returns what the page sends for the text of a value.
fn input(text: &str) -> String {
    serde_json::json!({"text": text}).to_string()
}

fn check(file: Vec<u8>, options: &str, values: &[&str], random: &mut Random) -> usize {
    let mut document = Document::open(file, options).expect("a file");
    let mut states = vec![document.bytes(0, usize::MAX)];
    let mut count = 0;
    for _ in 0..45 {
        let action = act(&mut document, random, values);
        if action == Action::Nothing {
            continue;
        }
        count += 1;
        let lines = parsed(&document.lines(0, visible(&document)));
        assert_eq!(lines.as_array().map(Vec::len), Some(visible(&document)));
        let saved = document.save().expect("a file");
        let mut again = Document::open(saved, options).expect("a changed file");
        let bytes = document.bytes(0, usize::MAX);
        assert_eq!(again.bytes(0, usize::MAX), bytes);
        // The rows do not depend on which rows are unfolded.
        let lines = shown(&mut document, bytes.len());
        assert_eq!(lines, shown(&mut again, bytes.len()), "{options}");
        document.fold_all(random.below(2) == 0);
        let done = number(&parsed(&document.state())["done"]);
        if action == Action::Edited {
            states.truncate(done);
            states.push(bytes);
        } else {
            assert_eq!(states[done], bytes);
        }
    }
    count
}

#[test]
fn the_index_after_an_edit_is_that_of_the_changed_file() {
    let mut random = Random(49);
    let mut count = 0;
    for layout in ["godot3", "godot4", "pandemonium5"] {
        for text in texts(layout) {
            let value = encoded(layout, text);
            let other = encoded(layout, "[7, {\"x\": [8]}]");
            let framed = |value: &[u8]| {
                let length = u32::try_from(value.len()).expect("a short value");
                [&length.to_le_bytes()[..], value].concat()
            };
            let files = [
                ("bare", value.clone()),
                ("framed", [framed(&value), framed(&other)].concat()),
                ("concatenated", [other, value].concat()),
            ];
            for (framing, file) in files {
                let options = format!(r#"{{"layout":"{layout}","framing":"{framing}"}}"#);
                count += check(file, &options, &VALUES, &mut random);
            }
        }
    }
    assert!(count > 600, "{count}");
}

/// Fails if the message of the editor is not that of the program. Errors of keys have only the end of
/// the path.
fn assert_same_error(failure: &str, error: &str, path: &str, is_of_key: bool) {
    let message = parsed(failure)["message"].clone();
    let message = message.as_str().expect("a message");
    let is_same = if is_of_key {
        error.split(path).all(|part| message.contains(part))
    } else {
        message.starts_with(error)
    };
    assert!(is_same, "{path}: {message}, not {error}");
}

#[test]
fn edits_have_the_result_of_the_program() {
    let mut random = Random(50);
    let mut count = 0;
    for layout in ["godot3", "godot4", "pandemonium5"] {
        let info = layout_named(layout).expect("a layout");
        let options = DecodeOptions::new().allow_objects(true);
        let decoded = |bytes: &[u8]| info.decode(bytes, options).expect("a valid value");
        for text in texts(layout) {
            let options = format!(r#"{{"layout":"{layout}","framing":"bare"}}"#);
            let file = encoded(layout, text);
            let mut document = Document::open(file, &options).expect("a file");
            for _ in 0..120 {
                document.fold_all(false);
                let mut expected = decoded(&document.bytes(0, usize::MAX));
                let line = random.below(visible(&document));
                let row = number(&parsed(&document.lines(line, line + 1))[0]["row"]);
                let details = parsed(&document.details(row));
                let path = details["path"].as_str().expect("a path");
                let (action, value) = (random.below(9), random.of(&VALUES));
                let key = *random.of(&["a", "name", "new", "id"]);
                let path = match action {
                    3 => format!("{path}[+]"),
                    4 | 5 => format!("{path}[\"{key}\"]"),
                    _ => path.to_owned(),
                };
                // A value of the file has no siblings.
                if action > 5 && details["is_member"] == false {
                    continue;
                }
                let Ok(parsed_path) = path.parse() else {
                    continue;
                };
                // A new key is not an old one.
                let old = AnyRef::from(&expected).component_at_path(&parsed_path);
                if (4..6).contains(&action) && old.is_some() {
                    continue;
                }
                let (result, expected_result) = if action == 0 {
                    let removed = change::remove(&mut expected, &parsed_path);
                    (document.remove_row(row), removed.map(|_| None))
                } else if action > 5 {
                    let key = format!("\"{key}\"");
                    let (result, arranged) = match action {
                        6 => {
                            let new = info.parse(&key).expect("a key");
                            let renamed = change::rename(&mut expected, &parsed_path, new);
                            (document.rename_row(row, &input(&key)), renamed)
                        }
                        7 => {
                            let to = random.below(4);
                            let moved = change::reorder(&mut expected, &parsed_path, to);
                            (document.move_row(row, to), moved)
                        }
                        _ => {
                            let copied = change::duplicate(&mut expected, &parsed_path);
                            (document.duplicate_row(row), copied)
                        }
                    };
                    (result, arranged.map(|()| None))
                } else {
                    let new = info.parse(value).expect("a value");
                    let changed = change::set(&mut expected, &parsed_path, new);
                    let quoted = (action > 3).then(|| input(&format!("\"{key}\"")));
                    let result = match action {
                        1 | 2 => document.set_form(row, &input(value)),
                        _ => document.add(row, quoted, &input(value)),
                    };
                    let is_set = action < 3;
                    (result, changed.map(|it| it.note.filter(|_| is_set)))
                };
                let expected_result = expected_result.map_err(|error| error.to_string());
                let is_valid = expected.to_vec(EncodeOptions::new()).is_ok();
                match (result, expected_result) {
                    (Ok(_), Ok(note)) => {
                        let changed = decoded(&document.bytes(0, usize::MAX));
                        assert_eq!(changed, expected, "{layout} {path} {value}");
                        // Equal Dictionaries can have another order.
                        assert_eq!(changed.to_string(), expected.to_string(), "{path}");
                        let state = parsed(&document.state());
                        let step = state["steps"].as_array().and_then(|it| it.last().cloned());
                        let step = step.expect("a step");
                        assert_eq!(
                            step["note"].as_str(),
                            note.map(|it| it.to_string()).as_deref()
                        );
                        count += 1;
                    }
                    (Err(failure), Err(error)) => {
                        assert_same_error(&failure, &error, &path, action > 5);
                    }
                    // Declared types are checked when a value is encoded.
                    (Err(_), Ok(_)) if !is_valid => {}
                    (result, expected) => {
                        panic!("{layout} {path} {value}: {result:?} {expected:?}")
                    }
                }
                if document.bytes(0, usize::MAX).len() > 2000 {
                    document.go_to(0);
                }
            }
        }
    }
    assert!(count > 300, "{count}");
}

/// Returns the names and values of the lines below the first one.
fn named(document: &mut Document) -> Vec<String> {
    document.fold_all(false);
    let lines = parsed(&document.lines(1, visible(document)));
    let lines = lines.as_array().expect("an array").iter();
    let text = |line: &Value, key: &str| line[key].as_str().expect("a string").to_owned();
    let lines = lines.map(|line| format!("{}: {}", text(line, "name"), text(line, "value")));
    lines.collect()
}

#[test]
fn entries_with_equal_keys_are_edited_one_by_one() {
    for layout in ["godot3", "godot4", "pandemonium5"] {
        let mut file = encoded(layout, r#"{"a": 1, "b": 2, "c": 3}"#);
        for byte in &mut file {
            if *byte == b'b' {
                *byte = b'a';
            }
        }
        let options = format!(r#"{{"layout":"{layout}","framing":"bare"}}"#);
        let mut document = Document::open(file.clone(), &options).expect("a file");
        assert_eq!(named(&mut document), ["a: 1", "a: 2", "c: 3"]);
        let second = number(&parsed(&document.lines(2, 3))[0]["row"]);
        for (edit, expected) in [
            (0, ["c: 3", "a: 1", "a: 2"].as_slice()),
            (1, &["a: 1", "a: 2", "a2: 2", "c: 3"]),
            (2, &["a: 1", "new: 2", "c: 3"]),
            (3, &["a: 1", "a: 2", "c: 3"]),
        ] {
            let third = number(&parsed(&document.lines(3, 4))[0]["row"]);
            let edited = match edit {
                0 => document.move_row(third, 0),
                1 => document.duplicate_row(second),
                2 => document.rename_row(second, &input("\"new\"")),
                _ => document.rename_row(second, &input("\"a\"")),
            };
            edited.expect("an edit");
            assert_eq!(named(&mut document), expected, "{layout}");
            document.go_to(0);
            assert_eq!(document.bytes(0, usize::MAX), file);
            document.fold_all(false);
        }
        let error = document.rename_row(second, &input("\"c\"")).unwrap_err();
        assert!(error.contains("exists already"), "{error}");
    }
}
