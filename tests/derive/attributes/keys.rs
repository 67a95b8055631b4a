//! Attributes for the keys of fields, and for missing, unknown and omitted keys.

use crate::{assert_decoded, assert_encoded, assert_rejected, assert_round_trip, decode};
use gdvariant::Variant;
use gdvariant::godot3::variant;

#[derive(Debug, PartialEq, Variant)]
#[variant(rename_all = "camelCase")]
struct Renamed {
    max_health: i32,
    #[variant(rename = "class", alias = "kind", alias = "type")]
    class_name: String,
}

#[test]
fn renames_keys_and_accepts_aliases() {
    let renamed = || Renamed {
        max_health: 1,
        class_name: "a".into(),
    };
    assert_round_trip(&renamed(), r#"{ "maxHealth": 1, "class": "a" }"#);
    assert_decoded(&[
        (variant!({"kind": "a", "maxHealth": 1}), renamed()),
        (variant!({"type": "a", "maxHealth": 1}), renamed()),
    ]);
    assert_rejected::<Renamed>(&[(variant!({"maxHealth": 1}), "0x0000: MissingKey")]);
}

#[derive(Debug, PartialEq, Variant)]
struct Defaults {
    #[variant(default)]
    level: i32,
    #[variant(default = "full")]
    volume: f32,
    #[variant(skip)]
    cached: u8,
    #[variant(skip, default = "nine")]
    nine: u8,
}

fn full() -> f32 {
    1.0
}

fn nine() -> u8 {
    9
}

#[test]
fn fills_missing_fields_with_defaults() {
    let defaults = Defaults {
        level: 0,
        volume: 1.0,
        cached: 0,
        nine: 9,
    };
    assert_eq!(decode::<Defaults>(variant!({"cached": 7})), defaults);
    assert_encoded(&defaults, r#"{ "level": 0, "volume": 1.0 }"#);
}

#[derive(Debug, PartialEq, Variant)]
#[variant(default = "Window::small", deny_unknown_fields)]
struct Window {
    width: u32,
    height: u32,
    #[variant(skip)]
    scale: u32,
}

impl Window {
    fn small() -> Self {
        Self {
            width: 320,
            height: 240,
            scale: 2,
        }
    }
}

#[test]
fn fills_missing_fields_from_the_default_struct() {
    let window = Window {
        width: 320,
        height: 200,
        scale: 2,
    };
    assert_decoded(&[(variant!({"height": 200}), window)]);
    assert_rejected::<Window>(&[
        (
            variant!({"width": 1, "depth": 2}),
            "0x0020: depth: UnknownKey",
        ),
        (variant!({7: null}), "0x0008: [7]: UnknownKey"),
    ]);
}

#[test]
fn omits_fields_by_condition() {
    #[derive(Debug, PartialEq, Variant)]
    struct Mail {
        #[variant(skip_encoding_if = "Option::is_none")]
        subject: Option<String>,
        #[variant(default, skip_encoding_if = "Vec::is_empty")]
        tags: Vec<String>,
    }
    let mut mail = Mail {
        subject: None,
        tags: vec![],
    };
    assert_round_trip(&mail, "{  }");
    mail.subject = Some("x".into());
    mail.tags.push("y".into());
    assert_round_trip(&mail, r#"{ "subject": "x", "tags": [ "y" ] }"#);
}
