use super::*;
use gdvariant::godot3::{Dictionary, Variant};

fn json(value: &Variant, is_terminal: bool) -> String {
    let mut out = Vec::new();
    write_json(&mut out, value, is_terminal).expect("writing to memory succeeds");
    String::from_utf8(out).expect("text")
}

fn text(value: &Variant, is_terminal: bool) -> String {
    let mut out = Vec::new();
    write_text(&mut out, value, is_terminal).expect("writing to memory succeeds");
    String::from_utf8(out).expect("text")
}

/// Returns every character that a terminal acts on, after a quote and a backslash.
fn hostile() -> Variant {
    let controls: String = ('\0'..=char::MAX)
        .filter(|&c| is_terminal_control(c))
        .collect();
    let string = format!("\"\\{controls}é\\");
    Dictionary::from([
        (string.clone(), Variant::from(string.clone())),
        ("packed".into(), Variant::PackedStringArray(vec![string])),
        (
            "path".into(),
            Variant::from(gdvariant::NodePath::from("a\n\x1b")),
        ),
    ])
    .into()
}

#[test]
fn terminal_controls_are_escaped() {
    let value = hostile();
    let shown = json(&value, true);
    assert!(!shown.contains(is_terminal_control), "{shown}");
    for escapes in [r"\u001b\u001c", r"\u007f\u0080", r"\u2028\u2029\u202a"] {
        assert!(shown.contains(escapes), "{shown}");
    }
    let meaning: Variant = serde_json::from_str(&shown).expect("JSON");
    assert_eq!(meaning, value);
    // Text keeps its line breaks: one for each of the three pairs, and two for the braces.
    let shown = text(&value, true);
    assert!(
        !shown.replace('\n', "").contains(is_terminal_control),
        "{shown}"
    );
    assert_eq!(shown.lines().count(), 5, "{shown}");
    for escapes in [r"\u0008\t\n\u000b", r"\u001b\u001c", r"\u202e\u2066"] {
        assert!(shown.contains(escapes), "{shown}");
    }
}

#[test]
fn other_outputs_are_not_changed() {
    let value = hostile();
    let expected = serde_json::to_string(&value).expect("JSON");
    assert_eq!(json(&value, false), expected);
    assert_eq!(text(&value, false), value.to_string());
    let harmless = Variant::from(vec![Variant::from("é\u{200d}\\\""), Variant::from(1.5)]);
    assert_eq!(json(&harmless, true), json(&harmless, false));
    assert_eq!(text(&harmless, true), text(&harmless, false));
}
