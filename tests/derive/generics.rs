//! Generic structs, lifetimes, and recursive types.

use super::{assert_round_trip, encode};
use gdvariant::{
    Decode, DecodeOptions, Encode, EncodeOptions, Engine, Godot3, Variant, VariantRef, generic,
    godot3,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Debug;

#[derive(Debug, Clone, PartialEq, Variant)]
struct Tree<T> {
    value: T,
    children: Vec<Tree<T>>,
}

#[derive(Debug, PartialEq, Variant)]
struct Grid<T, const WIDTH: usize = 2>
where
    T: Clone,
{
    rows: Vec<[T; WIDTH]>,
    #[variant(skip)]
    cached: Option<T>,
    #[variant(default)]
    fallback: T,
}

fn leaf<T>(value: T) -> Tree<T> {
    Tree {
        value,
        children: vec![],
    }
}

#[test]
fn accepts_any_type_argument() {
    let tree = Tree {
        value: 1,
        children: vec![leaf(2)],
    };
    assert_round_trip(
        &tree,
        r#"{ "value": 1, "children": [ { "value": 2, "children": [  ] } ] }"#,
    );
    assert_round_trip(
        &leaf("x".to_owned()),
        r#"{ "value": "x", "children": [  ] }"#,
    );
    let grid = Grid {
        rows: vec![[1, 2]],
        cached: None,
        fallback: 3,
    };
    assert_round_trip(&grid, r#"{ "rows": [ [ 1, 2 ] ], "fallback": 3 }"#);
}

/// Types whose fields differ only in lifetimes.
mod lifetimes {
    use super::{BTreeMap, Cow, Variant, VariantRef};

    #[derive(Debug, PartialEq, Variant)]
    pub(super) struct Card<'a, 'b, 'c> {
        pub(super) name: &'a str,
        pub(super) note: Cow<'c, str>,
        pub(super) nick: Option<Cow<'b, str>>,
        pub(super) links: BTreeMap<&'a str, &'b str>,
        pub(super) back: BTreeMap<&'b str, &'a str>,
        pub(super) all: (VariantRef<'a>, VariantRef<'b>, VariantRef<'c>),
        pub(super) photo: &'c [u8],
    }

    #[derive(Debug, PartialEq, Variant)]
    pub(super) struct Pair<'a, 'b, T> {
        #[variant(flatten)]
        pub(super) one: One<'a, T>,
        pub(super) two: (&'b str, T),
    }

    #[derive(Debug, PartialEq, Variant)]
    pub(super) struct One<'a, T> {
        pub(super) one: (&'a str, T),
    }

    #[derive(Debug, PartialEq, Variant)]
    pub(super) enum Message<'a, 'b, T> {
        Pairs(Pair<'a, 'b, T>, Pair<'b, 'a, T>, Pair<'a, 'a, T>),
        Other {
            one: One<'b, T>,
            more: Vec<Message<'b, 'a, T>>,
        },
    }
}

#[test]
fn borrows_with_any_number_of_lifetimes() {
    use lifetimes::{Card, Message, One, Pair};

    let [name, mail, note] = ["Ada", "ada@", "?"].map(String::from);
    let card = Card {
        name: &name,
        note: note.as_str().into(),
        nick: None,
        links: BTreeMap::from([(&*name, &*mail)]),
        back: BTreeMap::from([(&*mail, &*name)]),
        all: (VariantRef::Int(7), VariantRef::Int(8), VariantRef::Nil),
        photo: &[2, 3],
    };
    assert_eq!(godot3::from_slice(&encode(&card)), Ok(card));

    let pair = |one, two| Pair {
        one: One { one: (one, 1) },
        two: (two, 2),
    };
    let pairs = Message::Pairs(pair("a", "b"), pair("c", "d"), pair("e", "f"));
    let one = One { one: ("g", 8) };
    let more = vec![pairs];
    let message = Message::Other { one, more };
    assert_eq!(godot3::from_slice(&encode(&message)), Ok(message));
}

/// Checks that derived types work in functions that are generic over the layout.
#[test]
fn works_with_a_generic_layout() {
    fn round_trip<E: Engine, T>(value: &T)
    where
        T: Encode<E> + for<'de> Decode<'de, E> + PartialEq + Debug,
    {
        let bytes = generic::to_vec::<E, _>(value, EncodeOptions::new()).unwrap();
        assert_eq!(
            &generic::from_slice::<E, T>(&bytes, DecodeOptions::new()).unwrap(),
            value
        );
    }
    round_trip::<Godot3, _>(&leaf(1));
    round_trip::<gdvariant::Pandemonium, _>(&leaf(1));
}
