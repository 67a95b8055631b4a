//! Opens the values that engines wrote, and values that engines reject, and edits them.

#![allow(missing_docs, reason = "a test")]

use gdvariant::EncodeOptions;
use gdvariant::files::{Compression, Encryption, FileKey};
use gdvariant::schema::layout_named;
use gdvariant_editor::{Document, content};
use gdvariant_files::wrapper::{Wrapper, wrapped};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

fn conformance(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../conformance")
        .join(name)
}

/// Returns the bytes of each line of a file of vectors.
fn vectors(path: &Path) -> Vec<Vec<u8>> {
    let text = fs::read_to_string(path).expect("the file is there");
    let bytes = |line: &str| {
        let vector: Value = serde_json::from_str(line).expect("a line is JSON");
        let hex = vector["hex"]
            .as_str()
            .expect("a vector has bytes")
            .to_owned();
        let pairs = hex.as_bytes().chunks(2);
        let pairs = pairs.map(|pair| str::from_utf8(pair).expect("hex digits are ASCII"));
        let bytes = pairs.map(|pair| u8::from_str_radix(pair, 16).expect("hex digits"));
        bytes.collect()
    };
    text.lines().map(bytes).collect()
}

fn open(bytes: &[u8], layout: &str) -> Document {
    let options = format!(r#"{{"layout":"{layout}","framing":"bare"}}"#);
    Document::open(bytes.to_vec(), &options).expect("a stated layout opens any bytes")
}

fn encoded(layout: &str, text: &str) -> Vec<u8> {
    let layout = layout_named(layout).expect("a layout");
    let value = layout.parse(text).expect("text");
    value.to_vec(EncodeOptions::new()).expect("a value")
}

fn godot4(text: &str) -> Vec<u8> {
    encoded("godot4", text)
}

fn parsed(json: &str) -> Value {
    serde_json::from_str(json).expect("JSON")
}

/// Returns what the page sends for the text of a value.
fn input(text: &str) -> String {
    serde_json::json!({"text": text}).to_string()
}

fn visible(document: &Document) -> usize {
    let visible = parsed(&document.state())["visible"].as_u64();
    usize::try_from(visible.expect("a number")).expect("a small number")
}

/// Shows all lines, bytes and rows of a document.
fn show(document: &mut Document, length: usize) -> Vec<usize> {
    document.fold_all(false);
    let lines = parsed(&document.lines(0, visible(document)));
    let fields = parsed(&document.fields(0, length));
    let mut end = 0;
    for field in fields.as_array().expect("an array") {
        assert_eq!(field["start"].as_u64(), Some(end), "{fields:#}");
        end += field["length"].as_u64().expect("a number");
    }
    for offset in 0..length {
        let row = document.row_at(offset).expect("a byte has a row");
        parsed(&document.details(row));
        // A window that starts at any byte has the same field as the whole.
        let window = parsed(&document.fields(offset, offset + 1));
        let is_read = (offset as u64) < end;
        assert_eq!(
            window.as_array().map(Vec::len),
            Some(is_read.into()),
            "{offset}: {window:#}"
        );
    }
    let rows = lines.as_array().expect("an array").iter();
    let rows = rows.map(|line| line["row"].as_u64().expect("a number"));
    rows.map(|row| usize::try_from(row).expect("a small number"))
        .collect()
}

fn layouts() -> [&'static str; 4] {
    ["godot3", "godot4", "pandemonium", "pandemonium5"]
}

/// Returns the values of the engines that are at most `max_length` bytes long, with their layouts.
fn engine_values(max_length: usize) -> impl Iterator<Item = (&'static str, Vec<u8>)> {
    layouts().into_iter().flat_map(move |layout| {
        let values = vectors(&conformance(&format!("vectors/{layout}.jsonl")));
        let short = values.into_iter().filter(move |it| it.len() <= max_length);
        short.map(move |bytes| (layout, bytes))
    })
}

#[test]
fn setting_values_to_their_texts_keeps_bytes() {
    let mut count = 0;
    for (layout, bytes) in engine_values(2000) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            let text = document.text(row).expect("values of engines are valid");
            // The text of some values is that of another value, such as the id of an object.
            let Ok(changed) = document.set_form(row, &input(&text)) else {
                continue;
            };
            document.reveal(changed);
            document.go_to(0);
            assert_eq!(document.bytes(0, usize::MAX), bytes, "{layout}: {text}");
            count += 1;
        }
        assert_eq!(document.save().expect("a file"), bytes);
    }
    assert!(count > 3000, "{count}");
}

/// Returns what the page sends if a control is not changed.
fn unchanged(form: &Value) -> String {
    let fields = form["fields"].as_array().expect("an array").iter();
    let fields: Vec<_> = fields.map(|field| field["text"].clone()).collect();
    let input = match form["control"].as_str().expect("a name") {
        "code" => serde_json::json!({"text": form["code"]}),
        _ => serde_json::json!({"type": form["type"], "text": form["text"], "fields": fields}),
    };
    input.to_string()
}

#[test]
fn applying_unchanged_controls_keeps_bytes() {
    let mut controls = BTreeMap::new();
    for (layout, bytes) in engine_values(300) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            let form = parsed(&document.form(row).expect("values of engines are valid"));
            let control = form["control"].as_str().expect("a name").to_owned();
            let is_code = control == "code";
            *controls.entry(control).or_insert(0) += 1;
            let changed = document.set_form(row, &unchanged(&form));
            // Some values, such as functions, have a text that cannot be parsed.
            assert!(changed.is_ok() || is_code, "{layout}: {form}: {changed:?}");
            if !is_code {
                assert_eq!(document.bytes(0, usize::MAX), bytes, "{layout}: {form}");
            }
            document.go_to(0);
            // The key of an entry is written back in the same way.
            if let Ok(form) = document.key_form(row) {
                let form = parsed(&form);
                let renamed = document.rename_row(row, &unchanged(&form));
                assert!(renamed.is_ok(), "{layout}: {form}: {renamed:?}");
                assert_eq!(document.bytes(0, usize::MAX), bytes, "{layout}: {form}");
                document.go_to(0);
            }
        }
    }
    let names: Vec<_> = controls.keys().map(String::as_str).collect();
    let all = [
        "check", "code", "color", "fields", "float", "int", "lines", "text",
    ];
    assert_eq!(names, all);
}

#[test]
fn moving_back_and_removing_a_copy_keep_bytes() {
    let (mut moved, mut copied) = (0, 0);
    for (layout, bytes) in engine_values(300) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            let details = parsed(&document.details(row));
            let number = |name: &str| {
                let number = details[name].as_u64().expect("a number");
                usize::try_from(number).expect("a small number")
            };
            if details["is_member"] == true && number("number") + 1 < number("siblings") {
                let other = document.move_row(row, number("number") + 1);
                let other = other.expect("a member can be moved");
                let back = document.move_row(other, number("number"));
                assert_eq!(back, Ok(row), "{layout}: {details}");
                assert_eq!(document.bytes(0, usize::MAX), bytes, "{layout}: {details}");
                document.go_to(0);
                moved += 1;
            }
            if let Ok(copy) = document.duplicate_row(row) {
                assert!(document.bytes(0, usize::MAX).len() > bytes.len());
                document.remove_row(copy).expect("a copy can be removed");
                assert_eq!(document.bytes(0, usize::MAX), bytes, "{layout}: {details}");
                document.go_to(0);
                copied += 1;
            }
        }
    }
    assert!(moved > 100 && copied > 100, "{moved} {copied}");
}

#[test]
fn each_type_that_is_offered_can_be_added() {
    for layout in layouts() {
        for container in ["[]", "{}", "{7: 1}"] {
            let mut document = open(&encoded(layout, container), layout);
            let addition = parsed(&document.addition(0).expect("a container"));
            let types = addition["types"].as_array().expect("an array");
            assert!(types.len() > 20, "{layout}: {addition}");
            for ty in types {
                let ty = ty.as_str().expect("a name");
                let form = parsed(&document.new_form(ty).expect("a type of the layout"));
                assert_eq!(form["type"], ty);
                let key = match &addition["key"] {
                    Value::Null => None,
                    key => Some(unchanged(key)),
                };
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
        ages.text(0).expect("a value").replace(['\n', ' '], ""),
        r#"Dictionary[String,int]({"Ada":36,"Alan":7})"#
    );
}

#[test]
fn removing_and_undoing_keeps_bytes() {
    for (layout, bytes) in engine_values(2000) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            if document.remove_row(row).is_ok() {
                let shorter = document.bytes(0, usize::MAX);
                assert!(shorter.len() < bytes.len());
                document.go_to(0);
                assert_eq!(document.bytes(0, usize::MAX), bytes);
                document.go_to(1);
                assert_eq!(document.bytes(0, usize::MAX), shorter);
                document.go_to(0);
            }
        }
    }
}

#[test]
fn invalid_values_are_shown_and_saved() {
    for (name, layout) in [
        ("godot3", "godot3"),
        ("godot4-typed", "godot4"),
        ("godot4-declared", "godot4"),
    ] {
        for bytes in vectors(&conformance(&format!("verdicts/{name}.jsonl"))) {
            if bytes.is_empty() || bytes.len() > 1000 {
                continue;
            }
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
fn other_contents_are_named_instead_of_opened() {
    for (file, name) in [
        (&b"\x89PNG\r\n\x1a\n"[..], "a PNG image"),
        (b"\xff\xff\xff\xff\0\xff\0\xff", "no values"),
    ] {
        let failure = Document::open(file.to_vec(), "{}").err().expect("no value");
        assert!(failure.contains(name), "{failure}");
    }
}

const PASSWORD: &str = r#"{"password":"hunter2"}"#;

/// Returns files with a content in different wrappers, outermost first.
fn files(content: &[u8]) -> Vec<(Vec<u8>, Vec<Wrapper>)> {
    let encrypted = |form| Wrapper::Encrypted(form, FileKey::from_password("hunter2"));
    let wrappers = [
        vec![],
        vec![encrypted(Encryption::Godot3)],
        vec![encrypted(Encryption::Godot4)],
        vec![Wrapper::Gzip, encrypted(Encryption::Godot4)],
        vec![Wrapper::Compressed(Compression::Zstd, 64)],
        vec![Wrapper::Compressed(Compression::FastLz, 4096)],
        vec![Wrapper::Zlib],
    ];
    let files = wrappers.map(|wrappers| {
        let file = wrapped(content.to_vec(), &wrappers);
        (file.expect("a file"), wrappers)
    });
    files.into()
}

#[test]
fn text_is_edited_in_its_wrappers() {
    let texts = [
        ("{\"gold\": 30, \"at\": [1, null]}", "JSON text"),
        ("{\"gold\": 30}\n{\"gold\": 31}\n", "JSON text"),
        ("[player]\r\n\r\ngold=30\r\n", "ConfigFile"),
        (
            "{\n\"gold\": 30,\n\"at\": Vector2(1, 2)\n}\n",
            "text of var_to_str",
        ),
        ("\u{feff}gold 30 pi\u{e8}ces\r\nend", "text"),
    ];
    for (text, kind) in texts {
        for (file, wrappers) in files(text.as_bytes()) {
            let document = Document::open(file.clone(), PASSWORD).expect("text");
            let state = parsed(&document.state());
            let name = state["text"]
                .as_str()
                .unwrap_or_else(|| panic!("{text:?} {state}"));
            assert!(name.contains(kind), "{name}");
            assert_eq!(state["is_json"], kind == "JSON text");
            let notes: Vec<_> = wrappers.iter().map(ToString::to_string).collect();
            assert_eq!(state["notes"], serde_json::json!(notes));

            let shown = document.content_text();
            assert_eq!(document.save_text(&shown).expect("a file"), file);
            let saved = document.save_text(&shown.replace("30", "310\n"));
            let saved = saved.expect("a file");
            let line_end = if text.contains('\r') {
                "310\r\n"
            } else {
                "310\n"
            };
            let expected = text.replace("30", line_end);
            let content = content(saved.clone(), PASSWORD).expect("the content");
            assert_eq!(String::from_utf8(content).expect("text"), expected);
            let reopened = Document::open(saved.clone(), PASSWORD).expect("text");
            assert_eq!(parsed(&reopened.state())["notes"], state["notes"]);
            // Godot 4 stores a random initialization vector.
            let is_random = wrappers
                .iter()
                .any(|it| matches!(it, Wrapper::Encrypted(Encryption::Godot4, _)));
            let again = document.save_text("31").expect("a file");
            let once_more = document.save_text("31").expect("a file");
            assert_eq!(again != once_more, is_random, "{notes:?}");
        }
    }
}

#[test]
fn edits_of_text_keep_line_ends() {
    let strings = |letters: &[char], length| {
        let mut all = vec![String::new()];
        for start in 0.. {
            let Some(text) = all.get(start).filter(|it| it.len() < length).cloned() else {
                break;
            };
            all.extend(letters.iter().map(|letter| format!("{text}{letter}")));
        }
        all
    };
    let edits = strings(&['a', '\n'], 4);
    for text in strings(&['a', '\r', '\n'], 5) {
        for mark in ["", "\u{feff}"] {
            let file = format!("{mark}some text {text}!").into_bytes();
            let document = Document::open(file.clone(), "{}").expect("text");
            assert_eq!(document.save_text(&document.content_text()), Ok(file));
            for edit in &edits {
                let edit = format!("some text {edit}!");
                let saved = document.save_text(&edit).expect("a file");
                let saved = String::from_utf8(saved).expect("text");
                assert!(saved.starts_with(mark));
                let lines = saved.trim_start_matches(mark).replace("\r\n", "\n");
                assert_eq!(lines.replace('\r', "\n"), edit, "{text:?}");
            }
        }
    }
    let document = Document::open(b"one\r\ntwo\rthree\nfour\r\n".to_vec(), "{}");
    let document = document.expect("text");
    for (edit, saved) in [
        ("one\ntwo\nthree\nfive\n", "one\r\ntwo\rthree\nfive\r\n"),
        (
            "one\nand\ntwo\nthree\nfour\n",
            "one\r\nand\r\ntwo\rthree\nfour\r\n",
        ),
    ] {
        assert_eq!(document.save_text(edit), Ok(saved.into()));
    }
}

#[test]
fn encrypted_text_needs_its_password() {
    for (file, _) in &files(b"{\"gold\": 30}")[1..4] {
        for options in ["{}", r#"{"password":"wrong"}"#] {
            let failure = Document::open(file.clone(), options).err();
            let failure = parsed(&failure.expect("no password"));
            assert_eq!(failure["kind"], "password");
            assert!(content(file.clone(), options).is_err());
        }
    }
}

#[test]
fn other_contents_are_offered_as_they_are() {
    let image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    for (file, wrappers) in files(image) {
        let failure = Document::open(file.clone(), PASSWORD).err();
        let failure = parsed(&failure.expect("no value"));
        let is_offered = failure["kind"] == "content";
        assert_eq!(is_offered, !wrappers.is_empty(), "{failure}");
        assert_eq!(content(file, PASSWORD).expect("the content"), image);
    }
}

#[test]
fn invalid_and_long_text_is_not_edited() {
    let text = |end: &[u8], length: usize| {
        let mut text = b"[player]\ngold=30\n".repeat(length / 16);
        text.extend(end);
        text
    };
    for content in [text(b"\xff", 1 << 17), text(b"", 5 << 20)] {
        let options = [None, Some(Wrapper::Gzip)];
        for wrappers in options.map(|it| it.into_iter().collect::<Vec<_>>()) {
            let file = wrapped(content.clone(), &wrappers).expect("a file");
            let failure = Document::open(file, "{}").err().expect("no text");
            let is_offered = parsed(&failure)["kind"] == "content";
            assert_eq!(is_offered, !wrappers.is_empty(), "{failure}");
        }
    }
}

#[test]
fn changed_text_is_checked_if_it_was_valid() {
    let scene = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = ";
    let [whole, cut] = ["Vector2(1, 2)\n", "Vector2(1, \n"].map(|end| format!("{scene}{end}"));
    let cases = [
        ("[a]\n\nb=1\n", "[a]\n\nb=Vector2(1, 2)\n", true),
        ("[a]\n\nb=1\n", "[a]\n\nb=PoolIntArray( 1 )\n", true),
        ("[a]\n\nb=1\n", "[a]\n\nb=\n", false),
        ("[a]\n\nb=1\n", "[1]", false),
        ("[a]\n\nb=1\n", "", false),
        ("\u{feff}[a]\r\nb=1\r\n", "[a\nb=1\n", false),
        ("[a]\n\nb=\n", "[a", true),
        (&whole, &whole.replace('2', "-2"), true),
        (&whole, &cut, false),
        (&cut, scene, true),
        ("{\n\"a\": Vector2(1, 2)\n}", "{\n\"a\": [1]\n}", true),
        (
            "{\n\"a\": Vector2(1, 2)\n}",
            "{\n\"a\": Vector2(1, 2)\n",
            false,
        ),
        ("The gold is in the cave.\n", "[1", true),
    ];
    for (old, new, is_accepted) in cases {
        let document = Document::open(old.as_bytes().to_vec(), "{}").expect("text");
        let fault = document.text_fault(new);
        assert_eq!(fault.is_none(), is_accepted, "{old:?} {new:?} {fault:?}");
    }
}

#[test]
fn a_stated_layout_opens_text_as_values() {
    let document = open(b"[player]\ngold=30\n", "godot4");
    assert_eq!(parsed(&document.state())["text"], Value::Null);
}

/// Returns the row at a path in the first value of the file.
fn row(document: &Document, path: &str) -> usize {
    document.row_at_path(0, path)
}

#[test]
fn parts_are_exported_and_imported_without_losses() {
    let mut count = 0;
    for (layout, bytes) in engine_values(500) {
        let mut document = open(&bytes, layout);
        for row in show(&mut document, bytes.len()) {
            for is_json in [true, false] {
                let text = document.part(row, is_json).expect("a valid value");
                // The text of some values is that of another value, such as the id of an object.
                let Ok(_) = document.set_part(row, is_json, &text) else {
                    assert!(!is_json, "{layout}: {text}");
                    continue;
                };
                document.go_to(0);
                assert_eq!(document.bytes(0, usize::MAX), bytes);
                document.go_to(1);
                count += usize::from(document.bytes(0, usize::MAX) == bytes);
                assert_eq!(document.part(row, is_json), Ok(text));
                document.go_to(0);
            }
        }
    }
    assert!(count > 3000, "{count}");
}

#[test]
fn invalid_parts_are_located() {
    let mut document = open(&godot4(r#"{"items": [1, 2]}"#), "godot4");
    let items = row(&document, "items");
    for (text, message) in [
        ("[1,\n2", "line 2"),
        ("1 2", "line 1, column 3"),
        ("", "line 1, column 1"),
    ] {
        let failure = parsed(&document.set_part(items, true, text).unwrap_err());
        assert_eq!(failure["path"], "items");
        let found = failure["message"].as_str().expect("a message");
        assert!(found.contains(message), "{found}");
    }
    document.set_part(items, true, "[7]").expect("a value");
    document
        .set_part(items, false, " [8,\n9]\n")
        .expect("a value");
    let expected = godot4(r#"{"items": [8, 9]}"#);
    assert_eq!(document.bytes(0, usize::MAX), expected);
}

/// Checks a Dictionary that looks like a number of serde_json's feature `arbitrary_precision`.
#[test]
fn the_key_of_serde_json_is_data() {
    let number = r#"{"$serde_json::private::Number": "5"}"#;
    let mut document = open(&godot4(&format!(r#"{{"a": {number}, "b": 1}}"#)), "godot4");
    let (a, b) = (row(&document, "a"), row(&document, "b"));
    let part = document.part(a, true).expect("JSON");
    for text in [number, &part] {
        document.set_part(b, true, text).expect("a value");
        let expected = godot4(&format!(r#"{{"a": {number}, "b": {number}}}"#));
        assert_eq!(document.bytes(0, usize::MAX), expected, "{text}");
        document.set_part(b, true, "1").expect("a value");
    }
}

#[test]
fn differences_lead_to_rows() {
    let old = r#"{"gold": 30, "name": "Ada", "items": [{"id": 1}, {"id": 2}], "raw": PackedByteArray(1, 2, 3)}"#;
    let new = r#"{"gold": 1250, "items": [{"id": 1}, {"id": 3}, 7], "raw": PackedByteArray(1, 9, 3), "level": 2}"#;
    let document = open(&godot4(old), "godot4");
    let comparison = document.compare(godot4(new), "{}").expect("a comparison");
    let comparison = parsed(&comparison);
    let differences = comparison["differences"].as_array().expect("an array");
    let targets = differences.iter().map(|difference| {
        let text = |key: &str| difference[key].as_str().unwrap_or_default().to_owned();
        let target = row(&document, &text("target"));
        let found = parsed(&document.details(target))["path"].clone();
        let found = found.as_str().expect("a path").to_owned();
        [text("sign"), text("path"), text("old"), text("new"), found]
    });
    let targets: Vec<_> = targets.collect();
    let targets: Vec<_> = targets
        .iter()
        .map(|it| it.each_ref().map(String::as_str))
        .collect();
    assert_eq!(
        targets,
        [
            ["~", "gold", "30", "1250", "gold"],
            ["-", "name", "\"Ada\"", "", "name"],
            ["~", "items[1].id", "2", "3", "items[1].id"],
            ["+", "items[2]", "", "7", "items"],
            ["~", "raw[1]", "2", "9", "raw"],
            ["+", "level", "", "2", ""],
        ]
    );
    // A file of another layout is compared by its values.
    let same = encoded("godot3", r#"{"gold": 30}"#);
    let document = open(&godot4(r#"{"gold": 30}"#), "godot4");
    let options = r#"{"layout":"godot3","framing":"bare"}"#;
    let comparison = parsed(&document.compare(same, options).expect("a comparison"));
    assert_eq!(comparison["differences"], serde_json::json!([]));
    for (other, message) in [(&b"{\"gold\": 30}"[..], "JSON"), (b"", "empty")] {
        let failure = document.compare(other.to_vec(), "{}").unwrap_err();
        assert!(failure.contains(message), "{failure}");
    }
}
