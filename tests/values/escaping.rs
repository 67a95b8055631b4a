//! Text of the input in errors and paths, and values displayed through `Escaped`.

use gdvariant::godot3::{self, Dictionary, Variant};
use gdvariant::{DecodeOptions, Engine, Escaped, Godot3, is_terminal_control};
use serde::Deserialize;

/// Control characters of each kind: C0, DEL, C1, bidirectional, line separator.
const HOSTILE: &str = "a\x1b]0;b\x07\r\n\x7f\u{9b}\u{61c}\u{202e}\u{2066}\u{2028}";

#[track_caller]
fn assert_printable(text: &str) {
    assert!(!text.contains(is_terminal_control), "{text:?}");
}

#[test]
fn a_value_is_displayed_on_one_line() {
    let value = Variant::from(Dictionary::from([
        ("plain", Variant::from(0.1)),
        (HOSTILE, Variant::from(HOSTILE)),
    ]));
    let text = Escaped(&value).to_string();
    assert_printable(&text);
    assert!(text.starts_with(r#"{\n"plain": 0.1,\n"a\u{1b}]0;b\u{7}\r\n\u{7f}\u{9b}"#));
    assert!(text.contains(r"\u{61c}\u{202e}\u{2066}\u{2028}"));

    let exact = format!("{:#}", Escaped(&Variant::from(0.123_456_789)));
    assert_eq!(exact, "0.123456789");
}

#[test]
fn paths_of_the_inspector_are_printable() {
    let mut value = Dictionary::default();
    value.insert(HOSTILE, 1);
    value.insert(Variant::Array(vec![HOSTILE.into()]), HOSTILE);
    let bytes = godot3::to_vec(&value).expect("a value");
    Godot3::LAYOUT
        .inspect(&bytes, DecodeOptions::new(), |row| {
            assert_printable(&row.path.to_string());
            assert_printable(&row.value.to_string());
        })
        .expect("a value");
}

#[test]
fn errors_of_serde_are_printable() {
    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    struct Struct {
        #[expect(dead_code, reason = "only decoded")]
        name: Choice,
    }
    #[derive(Debug, Deserialize)]
    enum Choice {
        Plain,
    }

    let unknown_field = Dictionary::from([(HOSTILE, Variant::Nil)]);
    let unknown_variant = Dictionary::from([("name", Variant::from(HOSTILE))]);
    for value in [unknown_field, unknown_variant] {
        let bytes = godot3::to_vec(&value).expect("a value");
        let error = godot3::serde::from_slice::<Struct>(&bytes).expect_err("an unknown name");
        assert_printable(&error.to_string());
        assert_printable(&error.kind().to_string());
        assert_printable(&format!("{error:?}"));
    }
    let _ = Choice::Plain;
}
