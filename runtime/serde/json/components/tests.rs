use super::*;
use crate::wire::fields::{Fields, put_all};

// Only Godot 4 has arrays of 64-bit integers; these tests do not need its feature.
const LARGE: [i64; 3] = [i64::MAX, i64::MAX - 1, i64::MIN];

#[test]
fn large_integers_keep_all_digits() {
    let numbers = LARGE.to_vec();
    assert_eq!(
        serde_json::to_string(&PackedContent {
            kind: Kind::PackedInt32Array,
            numbers: &numbers,
            is_plain: false,
        })
        .expect("JSON can represent integers"),
        "[9223372036854775807,9223372036854775806,-9223372036854775808]"
    );
}

#[test]
fn large_integers_are_parsed_exactly() {
    let content = LARGE.map(|value| Untyped::<()>::Number(Number::Int(value)));
    let rows = i64::ROWS;
    let of = ContentPath::Type("PoolIntArray");
    let bytes = packed(
        Kind::PackedInt32Array,
        &of,
        rows,
        Untyped::List(content.into()),
    );
    let mut expected = Vec::new();
    put_all(&LARGE, &mut expected);
    assert_eq!(bytes, Ok(expected));
}
