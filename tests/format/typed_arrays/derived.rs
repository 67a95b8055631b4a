//! Typed arrays in derived types.

use super::*;

#[derive(Debug, PartialEq, gdvariant::Variant)]
struct Level {
    scores: Vec<u32>,
    size: Pair,
    nodes: Option<Vec<Variant>>,
}

#[derive(Debug, PartialEq, gdvariant::Variant)]
#[variant(array)]
struct Pair {
    x: i8,
    y: i8,
}

#[test]
fn fields_decode_typed_arrays() {
    let value = Dictionary::from([
        ("scores", packed(TypedArray::new(Kind::Int, [7, 12]))),
        ("size", typed(TypedArray::new(class("A"), [1, 2]))),
        ("nodes", typed(TypedArray::from(vec![Variant::Nil]))),
    ]);
    let level: Level = pandemonium5::from_slice(&bytes_of(&value.into())).expect("a level");
    let expected = Level {
        scores: vec![7, 12],
        size: Pair { x: 1, y: 2 },
        nodes: Some(vec![Variant::Nil]),
    };
    assert_eq!(level, expected);
}
