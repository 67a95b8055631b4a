//! Edits update the index of a document: afterwards it equals the index of the changed file.

use super::changes::edited;
use super::common::{Random, rounds};
use super::{
    Edits as _, LAYOUTS, all_bytes, all_lines, encoded, input, list, number, open, parsed, string,
    visible,
};
use gdvariant::DecodeOptions;
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::layout_named;
use gdvariant_editor::Document;
use gdvariant_files::change::EditError;
use serde_json::Value;

/// Returns everything that a document shows, with all rows unfolded.
fn shown(document: &mut Document, length: usize) -> Vec<String> {
    let lines = all_lines(document);
    let rows = list(&lines).iter().map(|line| number(&line["row"]));
    let mut all: Vec<String> = rows.map(|row| document.details(row)).collect();
    all.push(lines.to_string());
    all.push(document.fields(0, length));
    let at = (0..length).map(|offset| document.row_at(offset));
    all.push(format!("{:?}", at.collect::<Vec<_>>()));
    let state = parsed(&document.state());
    let state = ["rows", "file_values", "length", "faults"].map(|key| state[key].to_string());
    all.extend(state);
    all
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

/// An edit, which the editor applies to a document and the library to its value.
enum Edit {
    Remove,
    Set(&'static str),
    Append(&'static str),
    Insert(&'static str, &'static str),
    Rename(&'static str),
    Move(usize),
    Duplicate,
}

impl Edit {
    fn random(random: &mut Random) -> Self {
        let value = random.one(&VALUES);
        let key = random.one(&["\"new\"", "\"name\"", "\"a\"", "\"id\""]);
        match random.below(9) {
            0 => Self::Remove,
            1..3 => Self::Set(value),
            3 => Self::Append(value),
            4 | 5 => Self::Insert(key, value),
            6 => Self::Rename(key),
            7 => Self::Move(random.below(4)),
            _ => Self::Duplicate,
        }
    }

    fn apply(&self, document: &mut Document, row: usize) -> Result<usize, String> {
        match *self {
            Self::Remove => document.remove_row(row),
            Self::Set(value) => document.set_form(row, &input(value)),
            Self::Append(value) => document.add(row, None, &input(value)),
            Self::Insert(key, value) => document.add(row, Some(input(key)), &input(value)),
            Self::Rename(key) => document.rename_row(row, &input(key)),
            Self::Move(to) => document.move_row(row, to),
            Self::Duplicate => document.duplicate_row(row),
        }
    }

    /// Changes the value at `path`. Returns a note of the change, or `None` if the page does not
    /// offer this edit there.
    fn change(&self, value: &mut AnyVariant, path: &str) -> Option<Result<String, EditError>> {
        let layout = value.layout();
        let parse = |text| layout.parse(text).expect("a value");
        let path = match *self {
            Self::Append(_) => format!("{path}[+]"),
            Self::Insert(key, _) => format!("{path}[{key}]"),
            _ => path.to_owned(),
        };
        let path = path.parse().ok()?;
        let is_set = AnyRef::from(&*value).component_at_path(&path).is_some();
        // A new key is not an old one.
        if is_set && matches!(self, Self::Insert(..)) {
            return None;
        }
        let changed = edited(value, |file| match *self {
            Self::Remove => file.remove(0, &[path]),
            Self::Set(new) | Self::Append(new) | Self::Insert(_, new) => {
                file.set(0, &path, parse(new))
            }
            Self::Rename(key) => file.rename(0, &path, parse(key)),
            Self::Move(to) => file.reorder(0, &path, to),
            Self::Duplicate => file.duplicate(0, &path),
        });
        let notes = changed.map(|it| it.notes.iter().map(ToString::to_string).collect());
        let is_noted = matches!(self, Self::Set(_));
        Some(notes.map(|notes: String| if is_noted { notes } else { String::new() }))
    }

    /// Whether values of a file, which have no siblings, can be edited in this way.
    fn is_of_members(&self) -> bool {
        matches!(self, Self::Rename(_) | Self::Move(_) | Self::Duplicate)
    }
}

/// Fails if an edit did not have the result that the library returns.
fn check_result(
    document: &Document,
    edit: &Edit,
    result: &Result<usize, String>,
    details: &Value,
    mut expected: AnyVariant,
) {
    // A value of the file has no siblings.
    if edit.is_of_members() && details["is_member"] == false {
        return;
    }
    let path = string(&details["path"]);
    let Some(changed) = edit.change(&mut expected, path) else {
        return;
    };
    match (result, changed) {
        (Ok(_), Ok(note)) => {
            let options = DecodeOptions::new().allow_objects(true);
            let changed = expected.layout().decode(&all_bytes(document), options);
            let changed = changed.expect("a valid value");
            assert_eq!(changed, expected, "{path}");
            // Equal Dictionaries can have another order.
            assert_eq!(changed.to_string(), expected.to_string(), "{path}");
            let state = parsed(&document.state());
            let step = list(&state["steps"]).last().expect("a step");
            assert_eq!(step["note"].as_str().unwrap_or_default(), note);
        }
        (Err(failure), Err(error)) => {
            let failure = parsed(failure);
            let message = string(&failure["message"]);
            // Errors of keys have only the end of the path.
            let error = error.to_string();
            let mut parts = error.split(path).filter(|_| !path.is_empty());
            assert!(
                parts.all(|part| message.contains(part)),
                "{message}, not {error}"
            );
        }
        (result, changed) => panic!("{path}: {result:?} {changed:?}"),
    }
}

/// Edits a document at random, and compares it with the document that is opened from its file.
/// Returns the number of edits.
fn check(file: Vec<u8>, layout: &str, framing: &str, random: &mut Random) -> usize {
    let options = format!(r#"{{"layout":"{layout}","framing":"{framing}"}}"#);
    let layout = layout_named(layout).expect("a layout");
    let mut document = Document::open(file, &options).expect("a file");
    let mut states = vec![all_bytes(&document)];
    let mut count = 0;
    for _ in 0..rounds(40) {
        let line = random.below(visible(&document));
        let row = number(&parsed(&document.lines(line, line + 1))[0]["row"]);
        let action = random.below(8);
        let is_edit = action > 1;
        if action == 0 {
            document.fold(row, random.below(2) == 0);
            continue;
        } else if is_edit {
            let edit = Edit::random(random);
            let details = parsed(&document.details(row));
            let before = all_bytes(&document);
            let result = edit.apply(&mut document, row);
            if framing == "bare" {
                let options = DecodeOptions::new().allow_objects(true);
                let value = layout.decode(&before, options).expect("a valid value");
                check_result(&document, &edit, &result, &details, value);
            }
            if result.is_err() {
                continue;
            }
        } else {
            let steps = list(&parsed(&document.state())["steps"]).len();
            document.go_to(random.below(steps + 1));
        }
        count += usize::from(is_edit);
        let lines = parsed(&document.lines(0, visible(&document)));
        assert_eq!(list(&lines).len(), visible(&document));
        let saved = document.save().expect("a file");
        let mut again = Document::open(saved, &options).expect("a changed file");
        let bytes = all_bytes(&document);
        assert_eq!(all_bytes(&again), bytes);
        // The rows do not depend on which rows are unfolded.
        let lines = shown(&mut document, bytes.len());
        assert_eq!(lines, shown(&mut again, bytes.len()), "{options}");
        document.fold_all(random.below(2) == 0);
        let done = number(&parsed(&document.state())["done"]);
        if is_edit {
            states.truncate(done);
            states.push(bytes);
        } else {
            assert_eq!(states[done], bytes);
        }
    }
    count
}

#[test]
fn random_edits_have_the_result_of_the_library() {
    let mut random = Random(49);
    let mut count = 0;
    for layout in LAYOUTS {
        for text in texts(layout) {
            let value = encoded(layout, text);
            let other = encoded(layout, "[7, {\"x\": [8]}]");
            let framed = [&value, &other].map(|value| {
                let length = u32::try_from(value.len()).expect("a short value");
                [&length.to_le_bytes()[..], value].concat()
            });
            let concatenated = [&other[..], &value].concat();
            for (framing, file) in [
                ("bare", value),
                ("framed", framed.concat()),
                ("concatenated", concatenated),
            ] {
                count += check(file, layout, framing, &mut random);
            }
        }
    }
    assert!(count > 400, "{count}");
}

/// Returns the names and values of the lines below the first one.
fn named(document: &mut Document) -> Vec<String> {
    let lines = all_lines(document);
    let lines = list(&lines)[1..].iter();
    let lines = lines.map(|line| format!("{}: {}", string(&line["name"]), string(&line["value"])));
    lines.collect()
}

#[test]
fn entries_with_equal_keys_are_edited_one_by_one() {
    for layout in LAYOUTS {
        let mut file = encoded(layout, r#"{"a": 1, "b": 2, "c": 3}"#);
        for byte in file.iter_mut().filter(|it| **it == b'b') {
            *byte = b'a';
        }
        let mut document = open(&file, layout);
        assert_eq!(named(&mut document), ["a: 1", "a: 2", "c: 3"]);
        let second = number(&parsed(&document.lines(2, 3))[0]["row"]);
        for (edit, expected) in [
            (0, ["c: 3", "a: 1", "a: 2"].as_slice()),
            (1, &["a: 1", "a: 2", "a2: 2", "c: 3"]),
            (2, &["a: 1", "new: 2", "c: 3"]),
        ] {
            let third = number(&parsed(&document.lines(3, 4))[0]["row"]);
            let edited = match edit {
                0 => document.move_row(third, 0),
                1 => document.duplicate_row(second),
                _ => document.rename_row(second, &input("\"new\"")),
            };
            edited.expect("an edit");
            assert_eq!(named(&mut document), expected, "{layout}");
            document.go_to(0);
            assert_eq!(all_bytes(&document), file);
            document.fold_all(false);
        }
        let error = document.rename_row(second, &input("\"c\"")).unwrap_err();
        assert!(error.contains("exists already"), "{error}");
    }
}
