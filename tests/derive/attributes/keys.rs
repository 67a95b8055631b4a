//! Attributes for the keys of fields, and for missing, unknown and omitted keys.

use crate::{assert_encoded, assert_round_trip, decode_error, dictionary, encode};
use gdvariant::{Variant, godot3};

#[derive(Debug, PartialEq, Variant)]
#[variant(rename_all = "camelCase")]
struct Renamed {
    max_health: i32,
    #[variant(rename = "class", alias = "kind", alias = "type")]
    class_name: String,
}

#[test]
fn renames_keys_and_accepts_aliases() {
    assert_round_trip(
        &Renamed {
            max_health: 1,
            class_name: "a".into(),
        },
        r#"{ "maxHealth": 1, "class": "a" }"#,
    );
    for key in ["class", "kind", "type"] {
        let bytes = encode(godot3::Dictionary::from([
            (key, godot3::Variant::from("a")),
            ("maxHealth", 1.into()),
        ]));
        assert_eq!(
            godot3::from_slice::<Renamed>(&bytes).unwrap(),
            Renamed {
                max_health: 1,
                class_name: "a".into()
            }
        );
    }
    assert_eq!(
        decode_error::<Renamed>(dictionary! { "maxHealth": 1 }),
        "0x0000: MissingKey"
    );
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
    assert_eq!(
        godot3::from_slice::<Defaults>(&encode(dictionary! { "cached": 7 })).unwrap(),
        defaults
    );
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
    let bytes = encode(dictionary! { "height": 200 });
    assert_eq!(
        godot3::from_slice::<Window>(&bytes).unwrap(),
        Window {
            width: 320,
            height: 200,
            scale: 2
        }
    );
}

#[test]
fn rejects_unknown_fields() {
    let error = decode_error::<Vec<Window>>(vec![dictionary! { "width": 1, "depth": 2 }]);
    assert_eq!(error, "0x0028: [0].depth: UnknownKey");
    let keys = godot3::Dictionary::from([(godot3::Variant::Int(7), godot3::Variant::Nil)]);
    assert_eq!(decode_error::<Window>(keys), "0x0008: [7]: UnknownKey");
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
    assert_round_trip(
        &Mail {
            subject: None,
            tags: vec![],
        },
        "{  }",
    );
    assert_round_trip(
        &Mail {
            subject: Some("x".into()),
            tags: vec!["y".into()],
        },
        r#"{ "subject": "x", "tags": [ "y" ] }"#,
    );
}
