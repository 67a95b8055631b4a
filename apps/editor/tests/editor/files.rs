//! Opens the values that engines wrote, and values that engines reject, and edits them.

use super::common::{bytes, rounds};
use super::{
    Edits as _, LAYOUTS, all_bytes, all_lines, encoded, godot4, input, list, number, open, parsed,
    string,
};
use gdvariant_editor::Document;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// Returns the bytes of the lines of a file of the conformance suite.
fn vectors(name: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../conformance");
    let text = fs::read_to_string(folder.join(name)).expect("a file");
    let lines = text.lines().map(parsed);
    lines.map(|line| bytes(string(&line["hex"]))).collect()
}

/// Shows all lines, bytes and rows of a document.
fn show(document: &mut Document, length: usize) -> Vec<usize> {
    let lines = all_lines(document);
    let fields = parsed(&document.fields(0, length));
    let mut end = 0;
    for field in list(&fields) {
        assert_eq!(number(&field["start"]), end, "{fields:#}");
        end += number(&field["length"]);
    }
    for offset in 0..length {
        let row = document.row_at(offset).expect("a byte has a row");
        parsed(&document.details(row));
        // A window that starts at any byte has the same field as the whole.
        let window = parsed(&document.fields(offset, offset + 1));
        assert_eq!(
            list(&window).len(),
            usize::from(offset < end),
            "{offset}: {window:#}"
        );
    }
    let rows = list(&lines).iter();
    rows.map(|line| number(&line["row"])).collect()
}

/// Returns a third of the values of the engines that are at most `max_length` bytes long, with their
/// layouts. `GDVARIANT_TEST_ROUNDS=3` returns all.
fn engine_values(max_length: usize) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    LAYOUTS.into_iter().flat_map(move |layout| {
        let values = vectors(&format!("vectors/{layout}.jsonl"));
        let short = values.into_iter().filter(move |it| it.len() <= max_length);
        let short = short.step_by((3 / rounds(1)).max(1));
        short.map(move |bytes| (layout, bytes))
    })
}

/// Checks that a row has the same bytes after it is set to its text or to the exported part, and
/// after it is removed and the removal is undone.
#[test]
fn setting_and_removing_values_keeps_bytes() {
    let (mut texts, mut parts) = (0, 0);
    for (layout, bytes) in engine_values(300) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            let text = document
                .part(row, false)
                .expect("values of engines are valid");
            // Some values have the same text as another value, such as the id of an object.
            if let Ok(changed) = document.set_form(row, &input(&text)) {
                document.reveal(changed);
                document.go_to(0);
                assert_eq!(all_bytes(&document), bytes, "{layout}: {text}");
                texts += 1;
            }
            for is_json in [true, false] {
                let text = document.part(row, is_json).expect("a valid value");
                if document.set_part(row, is_json, &text).is_err() {
                    assert!(!is_json, "{layout}: {text}");
                    continue;
                }
                document.go_to(0);
                assert_eq!(all_bytes(&document), bytes);
                document.go_to(1);
                parts += usize::from(all_bytes(&document) == bytes);
                assert_eq!(document.part(row, is_json), Ok(text));
                document.go_to(0);
            }
            if document.remove_row(row).is_ok() {
                let shorter = all_bytes(&document);
                assert!(shorter.len() < bytes.len());
                document.go_to(0);
                assert_eq!(all_bytes(&document), bytes);
                document.go_to(1);
                assert_eq!(all_bytes(&document), shorter);
                document.go_to(0);
            }
        }
        assert_eq!(document.save().expect("a file"), bytes);
    }
    assert!(texts > 300 && parts > 300, "{texts} {parts}");
}

/// Returns what the page sends if a control is not changed.
fn unchanged(form: &Value) -> String {
    let fields = list(&form["fields"]).iter();
    let fields: Vec<_> = fields.map(|field| field["text"].clone()).collect();
    let input = match string(&form["control"]) {
        "code" => serde_json::json!({"text": form["code"]}),
        _ => serde_json::json!({"type": form["type"], "text": form["text"], "fields": fields}),
    };
    input.to_string()
}

/// Checks that a row has the same bytes after its control is applied, after it is moved there and
/// back, and after a copy is removed.
#[test]
fn applying_controls_and_moving_rows_keeps_bytes() {
    let mut controls = BTreeMap::new();
    let (mut moved, mut copied) = (0, 0);
    for (layout, bytes) in engine_values(300) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            let form = parsed(&document.form(row).expect("values of engines are valid"));
            let control = string(&form["control"]).to_owned();
            let is_code = control == "code";
            *controls.entry(control).or_insert(0) += 1;
            let changed = document.set_form(row, &unchanged(&form));
            // Some values, such as functions, have a text that cannot be parsed.
            assert!(changed.is_ok() || is_code, "{layout}: {form}: {changed:?}");
            assert!(is_code || all_bytes(&document) == bytes, "{layout}: {form}");
            document.go_to(0);
            // The key of an entry is written back in the same way.
            if let Ok(form) = document.key_form(row) {
                let renamed = document.rename_row(row, &unchanged(&parsed(&form)));
                assert!(renamed.is_ok(), "{layout}: {form}: {renamed:?}");
                assert_eq!(all_bytes(&document), bytes, "{layout}: {form}");
                document.go_to(0);
            }
            let details = parsed(&document.details(row));
            let place = number(&details["number"]);
            if details["is_member"] == true && place + 1 < number(&details["siblings"]) {
                let other = document.move_row(row, place + 1);
                let other = other.expect("a member can be moved");
                assert_eq!(
                    document.move_row(other, place),
                    Ok(row),
                    "{layout}: {details}"
                );
                assert_eq!(all_bytes(&document), bytes, "{layout}: {details}");
                document.go_to(0);
                moved += 1;
            }
            if let Ok(copy) = document.duplicate_row(row) {
                assert!(all_bytes(&document).len() > bytes.len());
                document.remove_row(copy).expect("a copy can be removed");
                assert_eq!(all_bytes(&document), bytes, "{layout}: {details}");
                document.go_to(0);
                copied += 1;
            }
        }
    }
    assert!(moved > 30 && copied > 30, "{moved} {copied}");
    let names: Vec<_> = controls.keys().map(String::as_str).collect();
    let all = [
        "check", "code", "color", "fields", "float", "int", "lines", "text",
    ];
    assert_eq!(names, all);
}

#[test]
fn each_type_that_is_offered_can_be_added() {
    for layout in LAYOUTS {
        for container in ["[]", "{}", "{7: 1}"] {
            let mut document = open(&encoded(layout, container), layout);
            let addition = parsed(&document.addition(0).expect("a container"));
            let types = list(&addition["types"]);
            assert!(types.len() > 20, "{layout}: {addition}");
            for ty in types.iter().map(string) {
                let form = parsed(&document.new_form(ty).expect("a type of the layout"));
                assert_eq!(form["type"], ty);
                let key = Some(&addition["key"]).filter(|key| !key.is_null());
                let key = key.map(unchanged);
                let added = document.add(0, key, &unchanged(&form));
                let row = added.unwrap_or_else(|error| panic!("{layout}: {ty}: {error}"));
                let form = parsed(&document.form(row).expect("a value"));
                assert_eq!(form["type"], ty, "{layout}: {container}");
                document.go_to(0);
            }
        }
    }
}

#[test]
fn members_of_declared_types_are_checked() {
    let open = |text: &str| open(&godot4(text), "godot4");
    let text = |text: &str| serde_json::json!({"type": "String", "text": text}).to_string();
    let mut ints = open("Array[int]([1, 2])");
    assert_eq!(
        parsed(&ints.addition(0).expect("an array"))["types"],
        serde_json::json!(["int"])
    );
    assert!(ints.add(0, None, &text("a")).is_err());
    let mut ages = open(r#"Dictionary[String, int]({"Ada": 36})"#);
    let row = ages.row_at(0).expect("a row");
    let key = serde_json::json!({"type": "int", "text": "7"}).to_string();
    assert!(ages.add(row, Some(key.clone()), &key).is_err());
    assert!(ages.add(row, Some(text("Ada")), &key).is_err());
    let member = ages.add(row, Some(text("Grace")), &key).expect("a key");
    assert!(ages.rename_row(member, &key).is_err());
    assert!(ages.rename_row(member, &text("Ada")).is_err());
    assert!(ages.rename_row(member, &text("Alan")).is_ok());
    assert_eq!(
        ages.part(0, false)
            .expect("a value")
            .replace(['\n', ' '], ""),
        r#"Dictionary[String,int]({"Ada":36,"Alan":7})"#
    );
}

#[test]
fn invalid_values_are_shown_and_saved() {
    for name in ["godot3", "godot4-typed", "godot4-declared"] {
        let layout = name.split('-').next().unwrap_or(name);
        let vectors = vectors(&format!("verdicts/{name}.jsonl")).into_iter();
        let vectors = vectors.filter(|bytes| (1..200).contains(&bytes.len()));
        for bytes in vectors.step_by(5) {
            let mut document = open(&bytes, layout);
            for row in show(&mut document, bytes.len()) {
                let _ = document.set_form(row, &input("7"));
                document.go_to(0);
            }
            assert_eq!(document.save().expect("a file"), bytes);
        }
    }
}

#[test]
fn an_edit_does_not_change_a_length_before_the_value() {
    let value = godot4(r#"{"name": "Ada", "age": 7}"#);
    let length = u32::try_from(value.len()).expect("a short value");
    let file = [&length.to_be_bytes()[..], b"head", &value].concat();
    let options = r#"{"layout":"godot4","framing":"bare","skip":8}"#;
    let mut document = Document::open(file, options).expect("a file");
    // Each value follows its key.
    let (name, age) = (2, 4);
    // The header has the length of the value.
    let error = document.set_form(name, &input(r#""Augusta""#)).unwrap_err();
    assert!(error.contains("is the length of the bytes"), "{error}");
    assert!(document.set_form(age, &input("8")).is_ok());
}

#[test]
fn invalid_parts_are_located() {
    let mut document = open(&godot4(r#"{"items": [1, 2]}"#), "godot4");
    let items = document.row_at_path(0, "items");
    for (text, message) in [
        ("[1,\n2", "line 2"),
        ("1 2", "line 1, column 3"),
        ("", "line 1, column 1"),
    ] {
        let failure = parsed(&document.set_part(items, true, text).unwrap_err());
        assert_eq!(failure["path"], "items");
        assert!(string(&failure["message"]).contains(message), "{failure}");
    }
    document.set_part(items, true, "[7]").expect("a value");
    document
        .set_part(items, false, " [8,\n9]\n")
        .expect("a value");
    let expected = godot4(r#"{"items": [8, 9]}"#);
    assert_eq!(all_bytes(&document), expected);
}

#[test]
fn differences_lead_to_rows() {
    let old = r#"{"gold": 30, "name": "Ada", "items": [{"id": 1}, {"id": 2}], "raw": PackedByteArray(1, 2, 3)}"#;
    let new = r#"{"gold": 1250, "items": [{"id": 1}, {"id": 3}, 7], "raw": PackedByteArray(1, 9, 3), "level": 2}"#;
    let document = open(&godot4(old), "godot4");
    let comparison = document.compare(godot4(new), "{}").expect("a comparison");
    let comparison = parsed(&comparison);
    let shown = list(&comparison["differences"]).iter().map(|difference| {
        let text = |key: &str| difference[key].as_str().unwrap_or_default().to_owned();
        let target = document.row_at_path(0, &text("target"));
        let row = parsed(&document.details(target));
        [
            text("sign"),
            text("path"),
            text("old"),
            text("new"),
            string(&row["path"]).to_owned(),
        ]
    });
    assert_eq!(
        shown.collect::<Vec<_>>(),
        [
            ["~", "gold", "30", "1250", "gold"],
            ["-", "name", "\"Ada\"", "", "name"],
            ["~", "items[1].id", "2", "3", "items[1].id"],
            ["+", "items[2]", "", "7", "items"],
            ["~", "raw[1]", "2", "9", "raw"],
            ["+", "level", "", "2", ""],
        ]
    );
    // Values of text are compared as well.
    let json = br#"{"gold": 30, "name": "Ada", "items": [{"id": 1}, {"id": 2}], "raw": [1, 2, 3]}"#;
    let compared = document.compare(json.to_vec(), "{}").expect("a comparison");
    assert_eq!(
        list(&parsed(&compared)["differences"]).len(),
        1,
        "{compared}"
    );
    for (other, message) in [(&b"{\"gold\": 30"[..], "without values"), (b"", "empty")] {
        let failure = document.compare(other.to_vec(), "{}").unwrap_err();
        assert!(failure.contains(message), "{failure}");
    }
}
