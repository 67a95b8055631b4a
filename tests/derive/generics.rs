//! Generic structs, lifetimes, and recursive types.

use super::{assert_round_trip, encode};
use gdvariant::{
    Decode, DecodeOptions, Encode, Godot3, Layout, Variant, VariantRef, generic, godot3,
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

#[test]
fn borrows_with_two_lifetimes() {
    #[derive(Debug, PartialEq, Variant)]
    struct Two<'a, 'b: 'a, T: ?Sized + 'a>
    where
        &'a T: PartialEq + Debug,
    {
        one: &'a T,
        two: Option<&'b str>,
    }
    let value: Two<'_, '_, str> = Two {
        one: "x",
        two: Some("y"),
    };
    assert_eq!(godot3::from_slice(&encode(&value)), Ok(value));
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

#[test]
fn decodes_recursive_types() {
    #[derive(Debug, PartialEq, Variant)]
    struct Node {
        links: BTreeMap<String, (gdvariant::Vector2, Box<Node>)>,
        parent: Option<Box<Self>>,
    }
    let node = Node {
        links: BTreeMap::new(),
        parent: None,
    };
    assert_round_trip(&node, r#"{ "links": {  }, "parent": null }"#);
    #[derive(Debug, PartialEq, Variant)]
    enum Expression {
        Number(f64),
        Sum(Box<Expression>, Box<Expression>),
    }
    let number = |value| Box::new(Expression::Number(value));
    assert_round_trip(
        &Expression::Sum(number(1.5), number(2.5)),
        r#"{ "Sum": [ { "Number": 1.5 }, { "Number": 2.5 } ] }"#,
    );
}

/// Checks that derived types work in functions that are generic over the layout.
#[test]
fn works_with_a_generic_layout() {
    fn round_trip<L: Layout, T>(value: &T)
    where
        T: Encode<L> + for<'de> Decode<'de, L> + PartialEq + Debug,
    {
        let bytes = generic::to_vec::<L, _>(value).unwrap();
        assert_eq!(
            &generic::from_slice::<L, T>(&bytes, DecodeOptions::new()).unwrap(),
            value
        );
    }
    round_trip::<Godot3, _>(&leaf(1));
    #[cfg(feature = "pandemonium")]
    round_trip::<gdvariant::Pandemonium, _>(&leaf(1));
}

#[test]
fn uses_explicit_bounds() {
    #[derive(Debug, PartialEq, Variant)]
    #[variant(bound(
        encode = "L: gdvariant::Layout, T: Encode<L>",
        decode = "T: Decode<'de, L>"
    ))]
    struct Given<T> {
        values: Vec<T>,
    }
    assert_round_trip(&Given { values: vec![1, 2] }, r#"{ "values": [ 1, 2 ] }"#);
}
