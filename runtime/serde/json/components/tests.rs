use super::*;
use crate::wire::fields::{Fields, put_all};

// Only Godot 4 has an array of 64-bit integers; the test needs no layout.
#[test]
fn large_integers_are_parsed_exactly() {
    let values = [i64::MAX, i64::MAX - 1, i64::MIN];
    let content = values.map(|value| Draft::<()>::Number(Number::Int(value)));
    let rows = i64::TABLE.rows.iter().copied();
    let of = Place::Type("PoolIntArray");
    let bytes = pool(Kind::PoolIntArray, &of, rows, Draft::List(content.into()));
    let mut expected = Vec::new();
    put_all(&values, &mut expected);
    assert_eq!(bytes, Ok(expected));
}
