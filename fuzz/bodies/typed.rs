use super::{check_error, encoded, is_unconverted, memory};
use gdvariant::{
    Decode, DecodeOptions, Encode, EncodeOptions, Engine, IgnoredAny, NodePath, Rid, Variant,
    generic,
};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A type with every attribute of the derive. `V` is the `Variant` of the layout.
#[derive(Debug, Variant)]
struct Everything<'a, V> {
    #[variant(default)]
    number: i64,
    name: Option<Cow<'a, str>>,
    #[variant(default, packed)]
    bytes: Vec<u8>,
    tiles: Option<&'a [u8]>,
    #[variant(default, rename = "id", alias = "rid")]
    rid: Rid,
    path: Option<NodePath>,
    event: Option<Event>,
    message: Option<Message<'a>>,
    deed: Option<Action>,
    team: Option<Team>,
    rule: Option<Rule>,
    pair: Option<Pair>,
    any: Option<Untagged>,
    value: Option<V>,
    #[variant(skip_encoding_if = "Option::is_none")]
    maximum: Option<Id>,
    #[variant(default)]
    list: Vec<Everything<'a, V>>,
    #[variant(flatten)]
    place: Place,
    #[variant(flatten)]
    others: BTreeMap<String, Option<IgnoredAny>>,
}

#[derive(Debug, Variant)]
struct Place {
    #[variant(default, node_path)]
    node: String,
    #[variant(default)]
    cell: (u8, Option<f32>),
}

#[derive(Debug, Variant)]
#[variant(array)]
struct Pair {
    x: [i8; 2],
    y: Option<String>,
}

#[derive(Debug, Variant)]
enum Event {
    Over,
    Chat(String),
    Move(i32, i32),
    Hit { by: u32 },
}

#[derive(Debug, Variant)]
#[variant(tag = "t")]
enum Message<'a> {
    Ping,
    Say { text: &'a str },
}

#[derive(Debug, Variant)]
#[variant(tag = "k", content = "c")]
enum Action {
    Wait,
    Go(i32, u64),
    Take { what: Box<str> },
}

#[derive(Debug, Variant)]
struct Id(u32);

#[derive(Debug, Variant)]
#[variant(deny_unknown_fields, rename_all = "camelCase")]
struct Rule {
    is_hard: bool,
    #[variant(default)]
    points: [i8; 2],
}

#[derive(Debug, Variant)]
#[variant(repr = "int")]
enum Team {
    Red = 1,
    Blue,
}

#[derive(Debug, Variant)]
#[variant(untagged)]
enum Untagged {
    Number(f64),
    List(Vec<Untagged>),
    Map(BTreeMap<String, Untagged>),
    Rest(IgnoredAny),
}

/// Checks that a type accepts only bytes of a valid `Variant`, and that its values round-trip.
pub fn typed(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<E: Engine>(input: &[u8], options: DecodeOptions)
where
    for<'de> Everything<'de, E::Variant>: Decode<'de, E> + Encode<E>,
{
    let typed = memory::within_limit(input, || {
        generic::from_slice::<E, Everything<'_, E::Variant>>(input, options)
    });
    match typed {
        Ok(value) => {
            // A `Variant` can hold every value that engines convert to a declared type.
            if let Err(error) = generic::from_slice::<E, E::Variant>(input, options) {
                assert!(is_unconverted(&error), "{error}");
            }
            let Some(bytes) = encoded::<E, _>(&value) else {
                return;
            };
            let strict = DecodeOptions::new().allow_objects(true);
            let again = generic::from_slice::<E, Everything<'_, E::Variant>>(&bytes, strict)
                .expect("an encoded value can be decoded");
            assert_eq!(
                generic::to_vec::<E, _>(&again, EncodeOptions::new())
                    .expect("a decoded value can be encoded"),
                bytes
            );
        }
        Err(error) => check_error(&error, input),
    }
}
