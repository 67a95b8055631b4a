use super::{Dialect, EventKind, FILES, Grammar, Parser};
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// Returns the events of a text, and the fault with its offset.
fn events(text: &str, grammar: Grammar, dialect: Dialect) -> (String, String) {
    let mut parser = Parser::new(text, grammar, dialect);
    let mut events = Vec::new();
    while let Some(event) = parser.next() {
        let source = &text[event.range];
        events.push(match event.kind {
            EventKind::Section | EventKind::Name => format!("{:?} {}", event.kind, parser.name()),
            EventKind::String { .. } => format!("String {source}"),
            kind => format!("{kind:?} {source}"),
        });
    }
    let fault = parser.fault();
    let fault = fault.map(|(offset, error)| format!("{offset}: {}", error.kind()));
    (events.join(" | "), fault.unwrap_or_default())
}

fn for_files(text: &str, grammar: Grammar) -> (String, String) {
    let layout = crate::schema::layout_named("godot4").unwrap();
    events(text, grammar, Dialect::for_files(layout))
}

#[test]
fn yields_containers_keys_and_atoms() {
    let (found, fault) = for_files(
        "{\"a\": [1, -2.5e3,], &\"b\": Array[int]([#ff0000]), null: Vector2( 1, inf )} ; end",
        Grammar::Values,
    );
    assert_eq!(
        found,
        "Dictionary { | String \"a\" | Colon : | Array [ | Int 1 | Float -2.5e3 | Close ] | \
         String &\"b\" | Colon : | Declared Array | Word int | Close ] | Call Array | Array [ | \
         Color #ff0000 | Close ] | Close ) | Word null | Colon : | Call Vector2 | Int 1 | Word inf | \
         Close ) | Close }"
    );
    assert_eq!(fault, "");
}

#[test]
fn goes_on_after_faults() {
    for (text, found, fault) in [
        (
            "[1 2]",
            "Array [ | Int 1 | Int 2 | Close ]",
            "3: expected `,` or `]`, found 2",
        ),
        (
            "[1,,2]",
            "Array [ | Int 1 | Int 2 | Close ]",
            "3: expected a value, found `,`",
        ),
        (
            "{1}",
            "Dictionary { | Int 1 | Close }",
            "2: expected `:` after the key, found `}`",
        ),
        (
            "{1:}",
            "Dictionary { | Int 1 | Colon : | Close }",
            "3: expected a value, found `}`",
        ),
        (
            "0x10",
            "Int 0 | Word x10",
            "0: expected a decimal number, found 0x10",
        ),
        (
            "[\"a",
            "Array [",
            "1: expected the closing quote of this string, found the end of the text",
        ),
        (
            "[1",
            "Array [ | Int 1",
            "2: expected `,` or `]`, found the end of the text",
        ),
        (
            "[1)",
            "Array [ | Int 1",
            "2: expected `,` or `]`, found `)`",
        ),
        (
            "1 2",
            "Int 1 | Int 2",
            "2: expected a line break after the value, found 2",
        ),
        (
            "Object(A, \"b\": c)",
            "Call Object | Word A | String \"b\" | Colon : | Word c | Close )",
            "15: expected a value, found c",
        ),
        (
            "\u{e9}(1)",
            "Call \u{e9} | Int 1 | Close )",
            "0: expected a value, found \u{e9}",
        ),
        (
            "A(b)",
            "Call A | Word b | Close )",
            "2: expected a value, found b",
        ),
        (
            "Array[int]",
            "Declared Array | Word int | Close ]",
            "10: expected `(` after the declared types, found the end of the text",
        ),
    ] {
        assert_eq!(
            for_files(text, Grammar::Values),
            (found.to_string(), fault.to_string()),
            "{text}"
        );
    }
}

#[test]
fn yields_sections_keys_and_tags() {
    let (found, fault) = for_files("a b=1\n[c\\]d]\n; note\n\"e f\"=2\nrest", Grammar::Config);
    assert_eq!(found, "Name ab | Int 1 | Section c]d | Name e f | Int 2");
    assert_eq!(fault, "");
    let text = "[gd_scene format=3]\n[node name=\"A\"]\np/q = 1\nx y = 2\n";
    let (found, fault) = for_files(text, Grammar::Resource);
    assert_eq!(
        found,
        "Tag gd_scene | Name format | Int 3 | Close ] | Tag node | Name name | String \"A\" | \
         Close ] | Name p/q | Int 1 | Name xy | Int 2"
    );
    assert_eq!(
        fault,
        "44: expected a tag, or a property name as one word or in quotes, found x"
    );
}

#[test]
fn checks_names_of_properties() {
    for (text, fault) in [
        ("x ; note\n= 1", ""),
        ("x ; note\n", ""),
        ("x ; note\ny = 1", "x"),
        ("\"\" [node]", "a string"),
        ("x \"", "x"),
    ] {
        let text = format!("[gd_scene]\n[node]\n{text}");
        let (_, found) = for_files(&text, Grammar::Resource);
        assert!(
            found.ends_with(fault) && found.is_empty() == fault.is_empty(),
            "{text}: {found}"
        );
    }
}

#[test]
fn accepts_notations_of_scripts() {
    let text = "{a = 0x1F, 'b': ^\"c\", \"\"\"d\"e\"\"\": +.5} # note";
    let (found, fault) = events(text, Grammar::Values, Dialect::Scripts);
    assert_eq!(
        found,
        "Dictionary { | Name a | Int 0x1F | String 'b' | Colon : | String ^\"c\" | \
         String \"\"\"d\"e\"\"\" | Colon : | Float +.5 | Close }"
    );
    assert_eq!(fault, "");
}

#[test]
fn replaces_escapes() {
    for (content, text, invalid) in [
        (r"a\n\u00e9\\", "a\né\\", None),
        (r"\ud83d\ude00\q", "😀q", None),
        (r"\ud83dx", "\u{fffd}d83dx", Some(0..6)),
        (r"x\u12", "x\u{fffd}12", Some(1..5)),
        (r"\uObject(", "\u{fffd}Object(", Some(0..3)),
        (r"\U01f600", "😀", None),
        ("\\", "\u{fffd}", Some(0..1)),
    ] {
        assert_eq!(
            Dialect::Scripts.unescape(content),
            (text.into(), invalid),
            "{content}"
        );
    }
}

#[test]
fn files_have_fewer_escapes_than_scripts() {
    assert_eq!(
        Dialect::Scripts.unescape(r"\a\v"),
        ("\x07\x0b".into(), None)
    );
    assert_eq!(FILES.unescape(r"\a\v\n"), ("av\n".into(), None));
}

#[test]
fn many_separators_are_skipped_without_recursion() {
    let text = ["[", &",:".repeat(200_000), "1]"].concat();
    let mut parser = Parser::new(&text, Grammar::Values, FILES);
    let kinds: Vec<_> = core::iter::from_fn(|| parser.next())
        .map(|it| it.kind)
        .collect();
    assert_eq!(kinds, [EventKind::Array, EventKind::Int, EventKind::Close]);
}
