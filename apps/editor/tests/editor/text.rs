//! Edits text in files, and rejects other contents.

use super::common::{Random, rounds};
use super::{Edits as _, all_lines, input, list, open, parsed, string};
use gdvariant::{Path, Segment};
use gdvariant_editor::{Document, content};
use gdvariant_files::document::Document as File;
use gdvariant_files::layer::{Layer, add_layers};
use gdvariant_files::open::OpenOptions;
use gdvariant_files::{Compression, Encryption, FileKey};
use serde_json::Value;

const PASSWORD: &str = r#"{"password":"hunter2"}"#;

/// Returns files with a content in different layers, outermost first.
fn files(content: &[u8]) -> [(Vec<u8>, Vec<Layer>); 4] {
    let encrypted = |form| Layer::Encrypted(form, FileKey::from_password("hunter2"));
    let layers = [
        vec![],
        vec![encrypted(Encryption::Godot3)],
        vec![
            Layer::from_mode(Compression::Gzip),
            encrypted(Encryption::Godot4),
        ],
        vec![Layer::Compressed(Compression::FastLz, 4096)],
    ];
    layers.map(|layers| {
        let file = add_layers(content.to_vec(), &layers);
        (file.expect("a file"), layers)
    })
}

#[test]
fn text_is_edited_in_its_layers() {
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
        for (file, layers) in files(text.as_bytes()) {
            let mut document = Document::open(file.clone(), PASSWORD).expect("text");
            let state = parsed(&document.state());
            assert!(string(&state["text"]).contains(kind), "{state}");
            let notes: Vec<_> = layers.iter().map(ToString::to_string).collect();
            assert_eq!(state["notes"], serde_json::json!(notes));

            let shown = document.content_text();
            document.set_text(&shown);
            assert_eq!(document.save().expect("a file"), file);
            document.set_text(&shown.replace("30", "310\n"));
            let saved = document.save().expect("a file");
            document.go_to(0);
            assert_eq!(document.content_text(), shown);
            document.go_to(1);
            assert_eq!(document.content_text(), shown.replace("30", "310\n"));
            let line_end = if text.contains('\r') { "\r\n" } else { "\n" };
            let expected = text.replace("30", &format!("310{line_end}"));
            let content = content(saved.clone(), PASSWORD).expect("the content");
            assert_eq!(String::from_utf8(content).expect("text"), expected);
            let reopened = Document::open(saved.clone(), PASSWORD).expect("text");
            assert_eq!(parsed(&reopened.state())["notes"], state["notes"]);
        }
    }
}

/// Returns the file after its text is replaced in the field.
fn edited(file: &str, text: &str) -> Vec<u8> {
    let mut document = Document::open(file.into(), "{}").expect("text");
    document.set_text(&document.content_text());
    assert_eq!(document.save(), Ok(file.into()));
    document.set_text(text);
    document.save().expect("a file")
}

#[test]
fn edits_of_text_keep_line_ends() {
    let random = &mut Random(3);
    let mut part = |parts: &[&str]| {
        (0..3)
            .map(|_| random.one(parts).to_owned())
            .collect::<String>()
    };
    for _ in 0..rounds(500) {
        let mark = part(&["", "\u{feff}"]);
        let mark = mark.get(..3).unwrap_or_default();
        let text = format!("{mark}some text {}!", part(&["", "a", "\n", "\r\n"]));
        let edit = format!("some text {}!", part(&["", "a", "\n"]));
        let saved = String::from_utf8(edited(&text, &edit)).expect("text");
        let lines = saved
            .strip_prefix(mark)
            .expect("the mark")
            .replace("\r\n", "\n");
        assert_eq!(lines.replace('\r', "\n"), edit, "{text:?}");
    }
    // Lines of strings keep their ends between edits.
    let text = "[a]\nx=1\nbio=\"one\r\ntwo\rthree\n\rfour\"\ny=1\n";
    let edit = "[a]\nx=2\n\nbio=\"one\ntwo\nthree\n\nfour\"\ny=2\n";
    let saved = "[a]\nx=2\n\nbio=\"one\r\ntwo\rthree\n\rfour\"\ny=2\n";
    assert_eq!(edited(text, edit), saved.as_bytes());
    let text = "one\r\ntwo\nthree\r\nfour\r\n";
    for (edit, saved) in [
        ("one\ntwo\nthree\nfive\n", "one\r\ntwo\nthree\r\nfive\r\n"),
        (
            "one\nand\ntwo\nthree\nfour\n",
            "one\r\nand\r\ntwo\nthree\r\nfour\r\n",
        ),
    ] {
        assert_eq!(edited(text, edit), saved.as_bytes());
    }
}

#[test]
fn other_contents_are_offered_as_they_are() {
    let image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let long = b"[player]\ngold=\n".repeat(5 << 16);
    let invalid = [&long[..1 << 17], b"\xff"].concat();
    for (other, name) in [
        (&image[..], "a PNG image"),
        (b"\xff\xff\xff\xff\0\xff\0\xff", "no values"),
        (&long, ""),
        (&invalid, ""),
    ] {
        for (file, layers) in files(other) {
            let failure = Document::open(file.clone(), PASSWORD)
                .err()
                .expect("no text");
            let is_offered = parsed(&failure)["kind"] == "content";
            assert_eq!(is_offered, !layers.is_empty(), "{failure}");
            assert!(is_offered || failure.contains(name), "{failure}");
            assert!(content(file, PASSWORD).expect("the content") == other);
        }
    }
    for (file, _) in &files(b"{\"gold\": 30}")[1..3] {
        for options in ["{}", r#"{"password":"wrong"}"#] {
            let failure = Document::open(file.clone(), options).err();
            assert_eq!(parsed(&failure.expect("no password"))["kind"], "password");
            assert!(content(file.clone(), options).is_err());
        }
    }
    let document = open(b"[player]\ngold=30\n", "godot4");
    assert_eq!(parsed(&document.state())["text"], Value::Null);
}

#[test]
fn broken_json_has_a_fault() {
    for (text, fault) in [
        ("{\"a\": 1 \"b\": 2}", "line 1, column 9"),
        ("\u{feff} {\"a\":\n[1,, 2]}", "line 2, column 4"),
        ("[[1, 2]", "line 1, column 7"),
        ("{a: 1}", "line 1, column 2"),
        ("[Note] The gold is gone.", ""),
        ("The gold is gone.", ""),
    ] {
        let mut document = Document::open(text.into(), "{}").expect("text");
        let state = parsed(&document.state());
        let found = string(&state["text_fault"]);
        assert_eq!(found.is_empty(), fault.is_empty(), "{text}: {found}");
        assert!(found.starts_with(fault), "{text}: {found}");
        document.set_text("{\"a\": 1}");
        let state = parsed(&document.state());
        assert_eq!(state["text_fault"].is_null(), !fault.is_empty());
    }
}

#[test]
fn an_edit_removes_a_mark_that_engines_do_not_skip() {
    for (text, mark) in [("[a]\nb=1\n", ""), ("{\"b\":1}", "\u{feff}")] {
        let marked = format!("\u{feff}{text}");
        let mut document = Document::open(marked.into(), "{}").expect("text");
        let has_fault = |document: &Document| !parsed(&document.state())["text_fault"].is_null();
        assert_eq!(has_fault(&document), mark.is_empty());
        let edited = text.replace('1', "2");
        document.set_text(&edited);
        assert!(!has_fault(&document));
        assert_eq!(document.save(), Ok(format!("{mark}{edited}").into()));
        document.go_to(0);
        assert_eq!(has_fault(&document), mark.is_empty());
    }
}

#[test]
fn renamed_and_removed_values_of_text_are_listed() {
    let mut document = Document::open(br#"{"n":{"a":1,"c":2}}"#.into(), "{}").expect("text");
    let row = document.row_at_path(0, "n.a");
    assert_eq!(document.rename_row(row, &input("\"b\"")), Ok(row));
    assert_eq!(parsed(&document.details(row))["path"], "n.b");
    for done in [0, 1] {
        assert_eq!(document.go_to(done), row);
    }
    document.remove_row(row).expect("a removal");
    let state = parsed(&document.state());
    let step = &state["steps"][1];
    assert_eq!([string(&step["path"]), string(&step["old"])], ["n.b", "1"]);
    assert!(step["new"].is_null());
}

#[test]
fn changed_text_is_checked_if_it_was_valid() {
    let scene = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = ";
    let [whole, cut] = ["Vector2(1, 2)\n", "Vector2(1, \n"].map(|end| format!("{scene}{end}"));
    let cases = [
        ("[a]\n\nb=1\n", "[a]\n\nb=Vector2(1, 2)\n", true),
        ("[a]\n\nb=1\n", "[a]\n\nb=\n", false),
        ("[a]\n\nb=1\n", "", false),
        ("\u{feff}[a]\r\nb=1\r\n", "[a\nb=1\n", true),
        ("[a]\n\nb=\n", "[a", true),
        (&whole, &whole.replace(", 2", ", -2"), true),
        (&whole, &cut, false),
        (&cut, scene, true),
        (
            "{\n\"a\": Vector2(1, 2)\n}",
            "{\n\"a\": Vector2(1, 2)\n",
            false,
        ),
        ("{\"a\":1}\n{}\n", "[1, 2]\n", true),
        ("{\"a\":1}", "{\"a\":1", false),
        ("{\"a\":1}", "{\"a\":Vector2(1, 2)}", false),
        ("The gold is in the cave.\n", "[1", true),
    ];
    for (old, new, is_accepted) in cases {
        let mut document = Document::open(old.as_bytes().to_vec(), "{}").expect("text");
        let fault = |document: &Document| parsed(&document.state())["text_fault"].clone();
        let was_valid = fault(&document).is_null();
        document.set_text(new);
        let fault = fault(&document);
        let is_asked = was_valid && !fault.is_null();
        assert_eq!(!is_asked, is_accepted, "{old:?} {new:?} {fault:?}");
    }
}

/// Returns all lines of a document without the numbers of rows.
fn shown(document: &mut Document) -> Vec<[String; 3]> {
    let lines = all_lines(document);
    let lines = list(&lines).iter();
    let shown = lines.map(|it| ["name", "type", "value"].map(|key| string(&it[key]).to_owned()));
    shown.collect()
}

enum Edit {
    Set(&'static str),
    Add(&'static str, &'static str),
    Rename(&'static str),
    Duplicate,
    Remove,
}

const JSON: &str = "{\r\n  \"gold\": 30.0,\r\n  \"list\": [1, 2e1, {\"n\": null}],\r\n  \"at\": \"(93, 87)\"\r\n}\r\n";
const CONFIG: &str =
    "; my save\n[player]\n\nname=\"Ada\" ; never change\nitems=[ 1,2 ]\n\n[audio]\nvolume=0.5\n";
const SCENE: &str = "[gd_scene load_steps=2 format=3]\n\n[ext_resource type=\"Texture2D\" path=\"res://icon.png\" id=\"1_a\"]\n[ext_resource type=\"Texture2D\" path=\"res://b.png\" id=\"2_b\"]\n\n[node name=\"World\" type=\"Node2D\"]\n\n[node name=\"Gold\" type=\"Sprite2D\" parent=\"Player\"]\nposition = Vector2(77, 1)\ntexture = ExtResource(\"1_a\")\n";

use Edit::{Add, Duplicate, Remove, Rename, Set};

const EDITS: &[(&str, &[(&str, Edit)])] = &[
    (
        JSON,
        &[
            ("gold", Set("31")),
            ("list[2].n", Set("true")),
            ("list[1]", Duplicate),
            ("list", Add("", "7")),
            ("", Add("\"new\"", "{\"a\": [1]}")),
            ("gold", Rename("\"coins\"")),
            ("coins", Duplicate),
            ("at", Remove),
            ("list[0]", Remove),
            ("list", Set("{}")),
            ("new", Set("Vector2(1, 2)")),
        ],
    ),
    (
        CONFIG,
        &[
            ("player.items[0]", Set("7")),
            ("player", Add("\"hp\"", "87.5")),
            ("player.name", Rename("\"title\"")),
            ("player.items", Duplicate),
            ("", Add("\"video\"", "{\"full\": true}")),
            ("audio", Remove),
            ("player.items2[1]", Remove),
        ],
    ),
    (
        SCENE,
        &[
            ("node.Player/Gold.position", Set("Vector2(78, 1)")),
            ("node.Player/Gold.position", Duplicate),
            ("node.Player/Gold.texture", Set("ExtResource(\"2_b\")")),
            ("node.Player/Gold.texture", Set("ExtResource(\"9\")")),
            ("node.Player/Gold", Add("\"visible\"", "false")),
            ("ext_resource[\"1_a\"]", Remove),
            ("ext_resource[\"2_b\"]", Remove),
        ],
    ),
    (
        "{\n\"a\": Vector2(1, 2),\n\"b\": [&\"x\", Resource(\"res://a.tres\")]\n}",
        &[
            ("a", Set("Vector2(1, 3)")),
            ("b[1]", Set("Resource(\"res://b.tres\")")),
            ("b", Add("", "Color(1, 0, 0, 1)")),
            ("b[0]", Duplicate),
        ],
    ),
    ("{\"gold\": 30}\n{\"gold\": 31}\n", &[("gold", Set("5"))]),
];

#[test]
fn values_of_text_are_edited_as_the_library_edits_them() {
    for (text, edits) in EDITS {
        let mut document = Document::open((*text).into(), "{}").expect("text");
        let options = OpenOptions::new();
        let mut expected = File::open(text.as_bytes(), &options).expect("text");
        let mut states = vec![(text.as_bytes().to_vec(), shown(&mut document))];
        for (path, edit) in *edits {
            let row = document.row_at_path(0, path);
            assert_eq!(parsed(&document.details(row))["path"], *path);
            let layout = expected.layout();
            let value = |text: &str| {
                let value = layout.parse_part(text, 0..text.len());
                value.expect("a value")
            };
            let at: Path = path.parse().expect("a path");
            let (edited, changed) = match edit {
                Set(new) => (
                    document.set_form(row, &input(new)),
                    expected.set(0, &at, value(new)),
                ),
                Add("", new) => (
                    document.add(row, None, &input(new)),
                    expected.set(0, &at.join(&Segment::Append.into()), value(new)),
                ),
                Add(key, new) => (
                    document.add(row, Some(input(key)), &input(new)),
                    expected.set(
                        0,
                        &format!("{path}[{key}]").parse().expect("a path"),
                        value(new),
                    ),
                ),
                Rename(key) => (
                    document.rename_row(row, &input(key)),
                    expected.rename(0, &at, value(key)),
                ),
                Duplicate => (document.duplicate_row(row), expected.duplicate(0, &at)),
                Remove => (
                    document.remove_row(row),
                    expected.remove(0, std::slice::from_ref(&at)),
                ),
            };
            if let (Err(failure), Err(error)) = (&edited, &changed) {
                let message = format!("{error:#}");
                assert_eq!(string(&parsed(failure)["message"]), message, "{path}");
                continue;
            }
            let row = edited.unwrap_or_else(|error| panic!("{path}: {error}"));
            changed.unwrap_or_else(|error| panic!("{path}: {error}"));
            let saved = document.save().expect("a file");
            let whole = expected.to_file().expect("a file");
            assert_eq!(
                String::from_utf8_lossy(&saved),
                String::from_utf8_lossy(&whole)
            );
            let mut again = Document::open(saved.clone(), "{}").expect("text");
            assert_eq!(shown(&mut document), shown(&mut again), "{path}");
            let details = parsed(&document.details(row));
            let selected = string(&details["path"]);
            match edit {
                Set(_) => assert_eq!(selected, *path),
                Remove => assert!(path.starts_with(selected), "{path}: {selected}"),
                Duplicate | Add(..) | Rename(_) => assert!(selected != *path, "{path}"),
            }
            states.push((saved, shown(&mut document)));
        }
        let mut random = Random(7);
        for _ in 0..20 {
            let done = random.below(states.len());
            document.go_to(done);
            let (saved, lines) = &states[done];
            assert_eq!(&document.save().expect("a file"), saved);
            assert_eq!(&shown(&mut document), lines);
        }
    }
}
