//! Errors name the element and the field, the type that was found, and the types that were
//! expected.

use super::{decode_error, dictionary, encode, list};
use crate::common::Fault;
use gdvariant::{DecodeErrorKind, Kind, Segment, Variant, godot3};

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

fn player(y: godot3::Variant) -> godot3::Variant {
    dictionary! { "position": dictionary! { "x": 1.0, "y": y } }.into()
}

#[test]
fn errors_have_the_path_of_the_field() {
    let players = vec![
        player(1.0.into()),
        player(1.0.into()),
        player(1.0.into()),
        player("north".into()),
    ];
    let game = dictionary! { "players": players };
    assert_eq!(
        decode_error::<Game>(game.clone()),
        "0x0138: players[3].position.y: WrongType"
    );
    let error = godot3::from_slice::<Game>(&godot3::to_vec(&game).unwrap()).unwrap_err();
    assert!(matches!(
        error.kind(),
        DecodeErrorKind::WrongType {
            expected: [Kind::Float],
            found: Kind::String,
            ..
        }
    ));
    let names = ["players", "position", "y"].map(|name| Segment::Name(name.into()));
    let segments: Vec<_> = error
        .path()
        .segments()
        .filter(|segment| matches!(segment, Segment::Name(_)))
        .cloned()
        .collect();
    assert_eq!(segments, names);
}

#[test]
fn names_a_missing_field_at_its_struct() {
    let players = vec![
        player(1.0.into()),
        dictionary! { "position": dictionary! { "x": 1.0 } }.into(),
    ];
    assert_eq!(
        decode_error::<Game>(dictionary! { "players": players }),
        "0x0080: players[1].position: MissingKey"
    );
    assert_eq!(decode_error::<Game>(dictionary! {}), "0x0000: MissingKey");
}

#[test]
fn misspelled_keys_are_named() {
    let misspelled = |key: &str| {
        let position = godot3::Dictionary::from([(key, 1.5), ("x", 1.0)]);
        decode_error::<Player>(dictionary! { "position": position })
    };
    // The names of single letters are too short to be recognized.
    assert_eq!(misspelled("z"), "0x0018: position: MissingKey");
    for found in ["Position", "positoin", "posi\ntion"] {
        let bytes = encode(godot3::Dictionary::from([(found, list![1])]));
        assert_eq!(similar::<Player>(&bytes).as_deref(), Some(found));
    }
    // The keys of other fields, of flattened fields and of the tag are known.
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
    let similar = |dictionary| similar::<Known>(&encode(dictionary));
    let found = similar(dictionary! { "levels": 1, "levelx": 2 });
    assert_eq!(found.as_deref(), Some("levelx"));
    assert_eq!(similar(dictionary! { "levels": 1, "leveled": true }), None);
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
fn similar<T: gdvariant::DecodeOwned<gdvariant::Godot3> + std::fmt::Debug>(
    bytes: &[u8],
) -> Option<String> {
    let error = godot3::from_slice::<T>(bytes).expect_err("a key is missing");
    match error.kind() {
        DecodeErrorKind::MissingKey { similar, .. } => similar.as_deref().map(str::to_owned),
        other => panic!("{other}"),
    }
}

#[test]
fn errors_name_the_variant() {
    let place = dictionary! { "x": 1, "y": "north" };
    let said = dictionary! { "op": "Place", "d": dictionary! { "place": place } };
    let said = dictionary! { "type": "said", "said": said };
    let all = encode(dictionary! { "type": "all", "messages": list![said] });
    let error = godot3::from_slice::<Message>(&all).unwrap_err().to_string();
    let place = ": all: messages[0]: said: said.d: Place: place.y: ";
    assert!(error.contains(place), "{error}");

    // The path has no names of variants, so that it leads to the value.
    let bytes = encode(dictionary! { "type": "hello", "name": 7 });
    let error = godot3::from_slice::<Message>(&bytes).unwrap_err();
    assert_eq!(error.fault(), "0x0030: name: WrongType");
    let seen: godot3::Variant = godot3::from_slice(&bytes).unwrap();
    assert_eq!(seen.at_path(error.path()), Some(&7.into()));
}

#[test]
fn rejects_other_types_than_a_dictionary() {
    assert_eq!(decode_error::<Game>(7), "0x0000: WrongType");
    assert_eq!(
        decode_error::<Game>(dictionary! { "players": list![7] }),
        "0x0020: players[0]: WrongType"
    );
    let player = dictionary! { "position": dictionary! { "x": 1, "y": 2 }, "tags": list!["a", 7] };
    assert_eq!(decode_error::<Player>(player), "0x0068: tags[1]: WrongType");
}

#[test]
fn encoding_errors_have_the_path_of_the_field() {
    #[derive(Variant)]
    struct Numbers {
        all: Vec<Number>,
    }
    #[derive(Variant)]
    struct Number {
        value: u64,
    }
    let error = godot3::to_vec(&Numbers {
        all: vec![Number { value: 1 }, Number { value: u64::MAX }],
    })
    .unwrap_err();
    assert_eq!(error.fault(), "all[1].value: OutOfRange");
}
