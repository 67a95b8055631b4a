//! The declared types of the user's types, and values of other types.

use super::*;
use crate::common::Fault;
use gdvariant::{DeclaredType, EncodeError, Engine, Kind, Writer};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Typed<T>(#[variant(typed)] Vec<T>);

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Id(u32);

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(transparent)]
struct Named {
    name: Box<str>,
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Action(#[variant(string_name)] String);

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Target(#[variant(node_path)] String);

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Point {
    x: i32,
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Pair(i32, String);

#[derive(Debug, PartialEq, gdvariant::Variant)]
enum Unit {
    On,
    Off,
    #[variant(skip)]
    #[allow(dead_code, reason = "no value of it is encoded")]
    Other(i32),
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
enum Event {
    Hit { by: u32 },
    Chat(String),
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(tag = "t", content = "c")]
enum Adjacent {
    Ping,
    Say(String),
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(tag = "t")]
enum Internal {
    Ping,
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(repr = "int")]
enum Team {
    Red = 1,
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(array, repr = "int")]
enum Row {
    Ping,
    Chat(String),
}

#[test]
fn derived_types_have_declared_types() {
    is_written(&Typed(vec![Id(7)]), "Array[int]([7])");
    is_written(
        &Typed(vec![Named { name: "a".into() }]),
        r#"Array[String](["a"])"#,
    );
    is_written(
        &Typed(vec![Action("run".into())]),
        r#"Array[StringName]([&"run"])"#,
    );
    is_written(
        &Typed(vec![Target("/root".into())]),
        r#"Array[NodePath]([NodePath("/root")])"#,
    );
    is_written(
        &Typed(vec![Point { x: 1 }]),
        r#"Array[Dictionary]([{"x": 1}])"#,
    );
    is_written(
        &Typed(vec![Pair(1, "a".into())]),
        r#"Array[Array]([[1, "a"]])"#,
    );
    is_written(
        &Typed(vec![Unit::On, Unit::Off]),
        r#"Array[String](["On", "Off"])"#,
    );
    is_written(
        &Typed(vec![Event::Hit { by: 1 }, Event::Chat("a".into())]),
        r#"Array[Dictionary]([{"Hit": {"by": 1}}, {"Chat": "a"}])"#,
    );
    is_written(
        &Typed(vec![Adjacent::Ping, Adjacent::Say("a".into())]),
        r#"Array[Dictionary]([{"t": "Ping"}, {"t": "Say","c": "a"}])"#,
    );
    is_written(
        &Typed(vec![Internal::Ping]),
        r#"Array[Dictionary]([{"t": "Ping"}])"#,
    );
    is_written(&Typed(vec![Team::Red]), "Array[int]([1])");
    is_written(
        &Typed(vec![Row::Ping, Row::Chat("a".into())]),
        r#"Array[Array]([[0], [1, "a"]])"#,
    );
}

#[test]
fn pointers_have_the_declared_type_of_their_value() {
    is_written(&Typed(vec![Box::new(1_i8)]), "Array[int]([1])");
    is_written(&Typed(vec![Rc::new(0.5_f32)]), "Array[float]([0.5])");
    is_written(&Typed(vec![Arc::new(true)]), "Array[bool]([true])");
    is_written(&Typed(vec!['a']), r#"Array[String](["a"])"#);
    assert_eq!(
        text_of(&Typed(vec![Cow::Borrowed("a")])),
        r#"Array[String](["a"])"#
    );
}

/// A type that declares String, but encodes an Array instead of `None`.
#[derive(Debug)]
struct OptionalString(Option<&'static str>);

impl<E: Engine> Encode<E> for OptionalString {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        match self.0 {
            Some(text) => text.encode(writer),
            None => vec![0; 2000].encode(writer),
        }
    }
}

impl<'de, E: Engine> gdvariant::Decode<'de, E> for OptionalString {
    fn decode(reader: &mut gdvariant::Reader<'de, E>) -> Result<Self, gdvariant::DecodeError> {
        reader.skip().map(|()| Self(None))
    }
}

impl<E: Engine> DeclaredType<E> for OptionalString {
    const DECLARED: Kind = Kind::String;
}

#[derive(gdvariant::Variant)]
struct Holder {
    #[variant(typed)]
    list: Vec<OptionalString>,
    #[variant(typed)]
    map: BTreeMap<u8, OptionalString>,
}

#[test]
fn rejects_values_of_other_types_with_a_path() {
    let list = || vec![OptionalString(Some("a")), OptionalString(None)];
    let map = BTreeMap::from([(7, OptionalString(None))]);
    for (list, map, fault) in [
        (list(), BTreeMap::new(), "list[1]: NotDeclared"),
        (vec![], map, "map[7]: NotDeclared"),
    ] {
        let error = godot4::to_vec(&Holder { list, map }).unwrap_err();
        assert_eq!(error.fault(), fault);
    }
    let list = Typed(list());
    assert_eq!(godot4::encoded_len(&list), godot4::to_vec(&list).map(|_| 0));
    let huge = godot4::to_vec(&Typed(vec![1, u64::MAX])).unwrap_err();
    assert_eq!(huge.fault(), "[1]: OutOfRange");
}

/// Checks lists whose bytes are discarded because only their length is counted.
#[test]
fn counts_the_length_of_long_elements() {
    #[derive(gdvariant::Variant)]
    struct Level {
        #[variant(typed)]
        parts: Vec<Part>,
    }

    #[derive(gdvariant::Variant)]
    struct Part {
        name: String,
        #[variant(typed)]
        names: Vec<String>,
        tiles: Vec<u16>,
        #[variant(typed)]
        inner: Vec<Part>,
    }

    let part = |inner| Part {
        name: "a".repeat(5000),
        names: vec!["b".repeat(3000), "c".repeat(6000)],
        tiles: (0..3000).collect(),
        inner,
    };
    let level = Level {
        parts: vec![part(vec![part(vec![]), part(vec![])]), part(vec![])],
    };
    let length = godot4::to_vec(&level).map(|bytes| bytes.len());
    assert_eq!(godot4::encoded_len(&level), length);
}

/// Checks that decoding does not require typed containers, unlike encoding.
#[test]
fn layouts_without_typed_containers_decode_fields() {
    use gdvariant::godot3;

    let bytes = godot3::to_vec(&vec![1, 2]).unwrap();
    let typed: Typed<i32> = godot3::from_slice(&bytes).unwrap();
    assert_eq!(typed, Typed(vec![1, 2]));
}

/// A recursive type with a list of typed fields, nested as deeply as engines allow.
#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Chain {
    #[variant(typed)]
    next: Vec<Chain>,
}

#[test]
fn deep_values_fit_a_small_stack() {
    let run = || {
        let mut chain = Chain { next: vec![] };
        for _ in 0..511 {
            chain = Chain { next: vec![chain] };
        }
        let bytes = godot4::to_vec(&chain).unwrap();
        assert_eq!(godot4::from_slice::<Chain>(&bytes).unwrap(), chain);
        let deeper = Chain {
            next: vec![Chain { next: vec![chain] }],
        };
        let error = godot4::to_vec(&deeper).unwrap_err();
        assert!(error.fault().ends_with("TooDeep"), "{error}");
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20);
    thread.spawn(run).unwrap().join().unwrap();
}
