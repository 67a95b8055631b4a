//! Errors name the element and the field, the type that was found, and the types that were
//! expected.

use super::{decode_error, dictionary, encode, list};
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
        "0x0138: players[3].position.y: expected float, found String"
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
        r#"0x0080: players[1].position: the key "y" is missing"#
    );
    assert_eq!(
        decode_error::<Game>(dictionary! {}),
        r#"0x0000: the key "players" is missing"#
    );
}

#[test]
fn misspelled_keys_are_named() {
    let misspelled = |key: &str| {
        let position = godot3::Dictionary::from([(key, 1.5), ("x", 1.0)]);
        decode_error::<Player>(dictionary! { "position": position })
    };
    // The names of single letters are too short to be recognized.
    assert_eq!(
        misspelled("z"),
        r#"0x0018: position: the key "y" is missing"#
    );
    for (found, shown) in [
        ("Position", r#""Position""#),
        ("positoin", r#""positoin""#),
        ("posi\ntion", r#""posi\ntion""#),
    ] {
        let error = decode_error::<Player>(godot3::Dictionary::from([(found, list![1])]));
        assert_eq!(
            error,
            format!(
                r#"0x0000: the key "position" is missing, found {shown} (did you mean "position"?)"#
            )
        );
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
    let error = decode_error::<Known>(dictionary! { "levels": 1, "levelx": 2 });
    assert!(error.contains(r#"found "levelx""#), "{error}");
    let error = decode_error::<Known>(dictionary! { "levels": 1, "leveled": true });
    assert_eq!(error, r#"0x0000: the key "level" is missing"#);
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

#[test]
fn errors_name_the_variant() {
    assert_eq!(
        decode_error::<Message>(dictionary! { "type": "hello" }),
        r#"0x0000: hello: the key "name" is missing"#
    );
    assert_eq!(
        decode_error::<Message>(dictionary! { "type": "hello", "nmae": "Ada" }),
        r#"0x0000: hello: the key "name" is missing, found "nmae" (did you mean "name"?)"#
    );
    assert_eq!(
        decode_error::<Message>(dictionary! { "typ": "hello", "name": "Ada" }),
        r#"0x0000: the key "type" is missing, found "typ" (did you mean "type"?)"#
    );
    let place = dictionary! { "x": 1, "y": "north" };
    let said = dictionary! { "op": "Place", "d": dictionary! { "place": place } };
    let said = dictionary! { "type": "said", "said": said };
    let error = decode_error::<Message>(dictionary! { "type": "all", "messages": list![said] });
    let message = ": all: messages[0]: said: said.d: Place: place.y: expected float, found String";
    assert!(error.ends_with(message), "{error}");

    // The path has no names of variants, so that it leads to the value.
    let bytes = encode(dictionary! { "type": "hello", "name": 7 });
    let error = godot3::from_slice::<Message>(&bytes).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x0030: hello: name: expected String, found int"
    );
    let seen: godot3::Variant = godot3::from_slice(&bytes).unwrap();
    assert_eq!(seen.at_path(error.path()), Some(&7.into()));
}

#[test]
fn rejects_other_types_than_a_dictionary() {
    assert_eq!(
        decode_error::<Game>(7),
        "0x0000: expected Dictionary, found int"
    );
    assert_eq!(
        decode_error::<Game>(dictionary! { "players": list![7] }),
        "0x0020: players[0]: expected Dictionary, found int"
    );
    let player = dictionary! { "position": dictionary! { "x": 1, "y": 2 }, "tags": list!["a", 7] };
    assert_eq!(
        decode_error::<Player>(player),
        "0x0068: tags[1]: expected String, found int"
    );
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
    assert_eq!(
        error.to_string(),
        "all[1].value: 18446744073709551615 is out of the range of int, -9223372036854775808 to 9223372036854775807"
    );
}
