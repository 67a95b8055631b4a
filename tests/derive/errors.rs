//! Errors name the element and the field, the type that was found, and the types that were
//! expected.

use super::{assert_rejected, encode};
use crate::common::Fault;
use gdvariant::godot3::{self, variant};
use gdvariant::{DecodeErrorKind, DecodeOwned, Godot3, Kind, Variant};
use std::fmt::Debug;

#[derive(Debug, Variant)]
struct Game {
    players: Vec<Player>,
}

#[derive(Debug, Variant)]
struct Player {
    position: Position,
    #[variant(default)]
    tags: Vec<String>,
}

#[derive(Debug, Variant)]
struct Position {
    x: f32,
    y: f32,
}

#[test]
fn errors_have_the_path_of_the_field() {
    let place = variant!({"position": {"x": 1.0, "y": 1.0}});
    let wrong = variant!({"players": [(place.clone()), {"position": {"x": 1.0, "y": "north"}}]});
    assert_rejected::<Game>(&[
        (wrong.clone(), "0x00a8: players[1].position.y: WrongType"),
        (
            variant!({"players": [(place), {"position": {"x": 1.0}}]}),
            "0x0080: players[1].position: MissingKey",
        ),
        (variant!({}), "0x0000: MissingKey"),
        (7.into(), "0x0000: WrongType"),
        (variant!({"players": [7]}), "0x0020: players[0]: WrongType"),
        (
            variant!({"players": [{"position": {"x": 1, "y": 2}, "tags": ["a", 7]}]}),
            "0x0088: players[0].tags[1]: WrongType",
        ),
    ]);
    let error = godot3::from_slice::<Game>(&encode(wrong)).unwrap_err();
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::WrongType {
            expected: [Kind::Float],
            found: Kind::String,
            ..
        }
    ));

    #[derive(Variant)]
    struct Number {
        value: u64,
    }
    let numbers = [Number { value: 1 }, Number { value: u64::MAX }];
    let error = godot3::to_vec(&numbers).unwrap_err();
    assert_eq!(error.fault(), "[1].value: OutOfRange");
}

#[test]
fn misspelled_keys_are_named() {
    // The keys of other fields and of flattened fields are known.
    #[derive(Debug, Variant)]
    struct Known {
        levels: i32,
        level: i32,
        #[variant(flatten)]
        rest: Rest,
    }
    #[derive(Debug, Variant)]
    struct Rest {
        leveled: bool,
    }
    for found in ["Position", "positoin", "posi\ntion"] {
        let dictionary = godot3::Dictionary::from([(found, 1)]);
        assert_eq!(similar::<Player>(dictionary.into()).as_deref(), Some(found));
    }
    // The names of single letters are too short to be recognized.
    assert_eq!(similar::<Position>(variant!({"z": 1.5, "x": 1.0})), None);
    // The key of a tag.
    let found = similar::<Said>(variant!({"opp": "Text", "d": "hi"}));
    assert_eq!(found.as_deref(), Some("opp"));
    let found = similar::<Known>(variant!({"levels": 1, "levelx": 2}));
    assert_eq!(found.as_deref(), Some("levelx"));
    assert_eq!(
        similar::<Known>(variant!({"levels": 1, "leveled": true})),
        None
    );
}

#[derive(Debug, Variant)]
#[variant(tag = "type", rename_all = "snake_case")]
enum Message {
    Hello { name: String },
    Said { said: Said },
    All { messages: Vec<Self> },
}

#[derive(Debug, Variant)]
#[variant(tag = "op", content = "d")]
enum Said {
    Text(String),
    Place { place: Position },
}

/// Returns the key that resembles the missing one.
fn similar<T: DecodeOwned<Godot3> + Debug>(value: godot3::Variant) -> Option<String> {
    let error = godot3::from_slice::<T>(&encode(value)).expect_err("a key is missing");
    match error.kind() {
        DecodeErrorKind::MissingKey { similar, .. } => similar.as_deref().map(str::to_owned),
        other => panic!("{other}"),
    }
}

#[test]
fn errors_name_the_variant() {
    let place = variant!({"place": {"x": 1, "y": "north"}});
    let said = variant!({"type": "said", "said": {"op": "Place", "d": (place)}});
    let all = encode(variant!({"type": "all", "messages": [(said)]}));
    let error = godot3::from_slice::<Message>(&all).unwrap_err().to_string();
    let place = ": all: messages[0]: said: said.d: Place: place.y: ";
    assert!(error.contains(place), "{error}");

    // The path has no names of variants, so that it leads to the value.
    let hello = variant!({"type": "hello", "name": 7});
    let error = godot3::from_slice::<Message>(&encode(&hello)).unwrap_err();
    assert_eq!(error.fault(), "0x0030: name: WrongType");
    assert_eq!(hello.at_path(error.path()), Some(&7.into()));
}
