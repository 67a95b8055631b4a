//! Edits text in files, and rejects other contents.

use super::common::{Random, rounds};
use super::{open, parsed, string};
use gdvariant_editor::{Document, content};
use gdvariant_files::layer::{Layer, add_layers};
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
            let document = Document::open(file.clone(), PASSWORD).expect("text");
            let state = parsed(&document.state());
            assert!(string(&state["text"]).contains(kind), "{state}");
            let notes: Vec<_> = layers.iter().map(ToString::to_string).collect();
            assert_eq!(state["notes"], serde_json::json!(notes));

            let shown = document.content_text();
            assert_eq!(document.save_text(&shown).expect("a file"), file);
            let saved = document.save_text(&shown.replace("30", "310\n"));
            let saved = saved.expect("a file");
            let line_end = if text.contains('\r') { "\r\n" } else { "\n" };
            let expected = text.replace("30", &format!("310{line_end}"));
            let content = content(saved.clone(), PASSWORD).expect("the content");
            assert_eq!(String::from_utf8(content).expect("text"), expected);
            let reopened = Document::open(saved.clone(), PASSWORD).expect("text");
            assert_eq!(parsed(&reopened.state())["notes"], state["notes"]);
        }
    }
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
        let text = format!("{mark}some text {}!", part(&["", "a", "\r", "\n", "\r\n"]));
        let document = Document::open(text.clone().into(), "{}").expect("text");
        assert_eq!(
            document.save_text(&document.content_text()),
            Ok(text.clone().into())
        );
        let edit = format!("some text {}!", part(&["", "a", "\n"]));
        let saved = document.save_text(&edit).expect("a file");
        let saved = String::from_utf8(saved).expect("text");
        let lines = saved
            .strip_prefix(mark)
            .expect("the mark")
            .replace("\r\n", "\n");
        assert_eq!(lines.replace('\r', "\n"), edit, "{text:?}");
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
fn other_contents_are_offered_as_they_are() {
    let image = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR";
    let long = b"[player]\ngold=30\n".repeat(5 << 16);
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
fn changed_text_is_checked_if_it_was_valid() {
    let scene = "[gd_scene format=3]\n\n[node name=\"A\" type=\"Node2D\"]\nposition = ";
    let [whole, cut] = ["Vector2(1, 2)\n", "Vector2(1, \n"].map(|end| format!("{scene}{end}"));
    let cases = [
        ("[a]\n\nb=1\n", "[a]\n\nb=Vector2(1, 2)\n", true),
        ("[a]\n\nb=1\n", "[a]\n\nb=\n", false),
        ("[a]\n\nb=1\n", "", false),
        ("\u{feff}[a]\r\nb=1\r\n", "[a\nb=1\n", false),
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
        let document = Document::open(old.as_bytes().to_vec(), "{}").expect("text");
        let fault = document.text_fault(new);
        assert_eq!(fault.is_none(), is_accepted, "{old:?} {new:?} {fault:?}");
    }
}
