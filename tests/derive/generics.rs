//! Generic structs, lifetimes, and recursive types.

use super::assert_round_trip;
use gdvariant::{Decode, DecodeOptions, Encode, Godot3, Layout, Variant, generic, godot3};
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

#[test]
fn accepts_any_type_argument() {
    fn leaf<T>(value: T) -> Tree<T> {
        Tree {
            value,
            children: vec![],
        }
    }
    assert_round_trip(
        &Tree {
            value: 1,
            children: vec![leaf(2)],
        },
        r#"{ "value": 1, "children": [ { "value": 2, "children": [  ] } ] }"#,
    );
    assert_round_trip(
        &leaf("x".to_owned()),
        r#"{ "value": "x", "children": [  ] }"#,
    );
    assert_round_trip(
        &Grid {
            rows: vec![[1, 2]],
            cached: None,
            fallback: 3,
        },
        r#"{ "rows": [ [ 1, 2 ] ], "fallback": 3 }"#,
    );
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
    let value = Two {
        one: "x",
        two: Some("y"),
    };
    let bytes = godot3::to_vec(&value).unwrap();
    assert_eq!(
        godot3::from_slice::<Two<'_, '_, str>>(&bytes).unwrap(),
        value
    );
}

#[test]
fn decodes_recursive_types() {
    #[derive(Debug, PartialEq, Variant)]
    struct Node {
        links: BTreeMap<String, (gdvariant::Vector2, Box<Node>)>,
        parent: Option<Box<Self>>,
    }
    assert_round_trip(
        &Node {
            links: BTreeMap::new(),
            parent: None,
        },
        r#"{ "links": {  }, "parent": null }"#,
    );
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
    round_trip::<Godot3, _>(&Tree {
        value: 1,
        children: vec![],
    });
    #[cfg(feature = "pandemonium")]
    round_trip::<gdvariant::Pandemonium, _>(&Tree {
        value: 1,
        children: vec![],
    });
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
