//! Tests each rule about text with a text that it reports, and with a similar text that it does not.

use super::payloads::alternative;
use gdvariant::schema::layout_named;
use gdvariant_files::audit::{Severity, audit_text};
use std::fs;

/// A case of `texts.txt`. A line that starts with `===` has the rule, and the line and path of the
/// finding. The text follows, with alternatives like those in `payloads.txt`.
pub(super) struct Case {
    pub(super) rule: &'static str,
    place: &'static str,
    text: &'static str,
}

pub(super) fn cases() -> impl Iterator<Item = Case> {
    let cases = include_str!("texts.txt").split("=== ").skip(1);
    cases.map(|case| {
        let (head, text) = case.split_once('\n').expect("a text");
        let mut fields = head.split(" | ");
        let mut field = || fields.next().expect(head);
        Case {
            rule: field(),
            place: field(),
            text,
        }
    })
}

/// Returns the rules of all findings in a text, with their lines and paths.
fn findings(text: &str) -> Vec<(&'static str, String)> {
    let mut found = Vec::new();
    audit_text(text, None, &mut |finding| {
        let line = text[..finding.offset].matches('\n').count() + 1;
        let place = format!("{line} {}", finding.path);
        found.push((finding.rule.id, place.trim_end().to_owned()));
    });
    found
}

#[test]
fn each_rule_about_text_reports_only_its_own() {
    for Case { rule, place, text } in cases() {
        let found = findings(&alternative(text, false));
        let wanted = (rule, place.to_owned());
        assert!(found.contains(&wanted), "{text}: {found:?}");
        let none = findings(&alternative(text, true));
        assert!(none.iter().all(|it| it.0 != rule), "{text}: {none:?}");
    }
}

/// Engines act on what precedes an error. What follows it is searched for constructors.
#[test]
fn text_around_an_error_is_examined() {
    let before = "[a]\nb=[Object(GDScript,\"script/source\":\"x\")";
    for error in ["", " }]", "]\nc='", "]\nc=\"", "]\nc=1.5.5\nd=%", "]\n[e"] {
        let found = findings(&format!("{before}{error}\n"));
        assert!(found.iter().any(|it| it.0 == "script-source"), "{error:?}");
        let is_reported = found.iter().any(|it| it.0 == "not-examined");
        assert!(is_reported, "{error:?}: {found:?}");
    }
    let found = findings("[a]\nb=%\nc=Object ;\n(Node)\n");
    let wanted = [
        ("not-examined", "2 a.b".into()),
        ("object-text", "3 a.b".into()),
    ];
    assert_eq!(found, wanted);
    // Constructors with ids are what engines write in resources.
    let found = findings("[gd_scene]\n[node name=\"A\"]\na=%\nb=SubResource(\"1\")\n");
    assert_eq!(
        found.iter().map(|it| it.0).collect::<Vec<_>>(),
        ["not-examined"]
    );
}

#[test]
fn malformed_texts_are_errors() {
    for text in [
        "Object(Node:1)",
        "Object(1)",
        "Object(",
        "[\u{e9}(1)]",
        "x.y(1)",
        "[Object(A,b)]",
    ] {
        let found = findings(text);
        assert!(
            found.iter().any(|it| it.0 == "not-examined"),
            "{text}: {found:?}"
        );
    }
}

/// Bytes within a text are values of either engine, unless the layout is known.
#[test]
fn encoded_values_in_text_are_examined() {
    // An Object of Godot 3.
    let object = "EQAAAAQAAABOb2RlAAAAAA==";
    for text in [
        format!("[a]\nb=\"{object}\"\n"),
        format!("[a]\nb=\"[\\\"{object}\\\"]\"\n"),
        format!("{{\"b\": PackedByteArray(\"{object}\")}}"),
        "PoolByteArray(17,0,0,0, 4,0,0,0, 78,111,100,101, 0,0,0,0)".to_owned(),
    ] {
        for (layout, is_found) in [
            (None, true),
            (layout_named("godot3"), true),
            (layout_named("godot4"), false),
        ] {
            let mut count = 0;
            audit_text(&text, layout, &mut |finding| {
                count += usize::from(finding.rule.id == "object");
            });
            assert_eq!(count, usize::from(is_found), "{text}: {layout:?}");
        }
    }
}

/// Nothing that an engine writes into files of projects is an error.
#[test]
fn text_of_engines_has_no_errors() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../files/tests/text/data");
    for file in fs::read_dir(folder).expect("the folder") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("text");
        audit_text(&text, None, &mut |finding| {
            let (path, message) = (&finding.path, &finding.message);
            let is_error = finding.rule.severity == Severity::Error;
            assert!(!is_error, "{path}: {message}\n{text}");
        });
    }
}
