//! The fields of types that consist of components, and of packed arrays of these types.

use crate::common::{self, AnyVariant, TestLayout, encode, in_each_layout};
use crate::fields::rows::{Place, layout_of, places, schema};
use gdvariant::Kind;
use gdvariant::table::{self, TypeTable};
#[cfg(feature = "double")]
use gdvariant_codegen::model::DoubleBuilds;
use gdvariant_codegen::model::{Body, Length, Offset, Schema, Type};
use std::collections::BTreeMap;

/// Returns the kind that has this number in `L`.
fn kind_of<L: TestLayout>(number: u32) -> Kind {
    let number = u8::try_from(number).expect("the schema is checked");
    Kind::ALL
        .iter()
        .copied()
        .find(|kind| L::number_of(*kind) == Some(number))
        .expect("the library has the number")
}

/// Checks that each component, given a distinct number, is encoded at the offset of its row.
fn components_match_their_rows<L: TestLayout>() {
    let schema = schema();
    let mut checked = 0_usize;
    for listed in &layout_of::<L>(&schema).types {
        let ty = schema.type_of(&listed.key);
        let mut numbers: BTreeMap<(usize, &str), f64> = BTreeMap::new();
        let value = L::Variant::numbered_of(kind_of::<L>(listed.number), &mut |index, name| {
            // Numbers start at 3, and differ from the type number, counts and each other.
            let number = f64::from(u8::try_from(numbers.len() + 3).expect("few components"));
            assert!(
                numbers.insert((index, name), number).is_none(),
                "{} has two fields {name}",
                ty.key
            );
            number
        });
        assert_eq!(
            value.is_some(),
            matches!(ty.body, Body::Fields | Body::Packed(_)),
            "{}",
            ty.key
        );
        let Some(value) = value else { continue };
        check_components::<L>(&schema, ty, &encode::<L>(&value), &numbers);
        checked += 1;
    }
    let is_of_components =
        |table: &&TypeTable| matches!(table.body, table::Body::Fields | table::Body::Packed);
    let expected = L::TYPES.iter().filter(is_of_components).count();
    assert_eq!(checked, expected, "types of components in {}", L::NAME);
}

/// Checks that each number is at the offset of its row, and that no other rows or bytes exist.
fn check_components<L: TestLayout>(
    schema: &Schema,
    ty: &Type,
    bytes: &[u8],
    numbers: &BTreeMap<(usize, &str), f64>,
) {
    let [table] = &ty.tables[..] else {
        panic!("{} has one table", ty.key)
    };
    let mut places = places::<L>(schema, ty, table);
    let mut end = 4;
    if matches!(ty.body, Body::Packed(_)) {
        let length = places.remove(0);
        assert_eq!(
            (length.name, length.wire, length.offset, length.length),
            ("length", "u32", Offset::At(4), Length::Fixed(4))
        );
        assert_eq!(bytes[4..8], 3_u32.to_le_bytes(), "{}", ty.key);
        end = 8;
        // Elements that do not follow the count directly are preceded by unused bytes, which are
        // zeros.
        if let Some(Offset::Element { first, .. }) = places.first().map(|place| place.offset) {
            assert!(bytes[8..first as usize].iter().all(|byte| *byte == 0));
        }
    }
    let mut found = 0;
    for ((index, name), number) in numbers {
        let place = places
            .iter()
            .find(|place| place.name == *name)
            .unwrap_or_else(|| panic!("{} has no row {name}", ty.key));
        let start = match place.offset {
            Offset::At(start) if *index == 0 => start,
            Offset::Element { first, stride } => {
                first + u32::try_from(*index).expect("few elements") * stride
            }
            other => panic!("{}.{name} of element {index} is at {other}", ty.key),
        };
        #[expect(clippy::float_cmp, reason = "small whole numbers")]
        let is_there = number_at(bytes, place, start) == *number;
        assert!(
            is_there,
            "{}.{name} of element {index} is not at {start}: {}",
            ty.key,
            common::hex(bytes)
        );
        let Length::Fixed(length) = place.length else {
            unreachable!()
        };
        end = end.max(start + length);
        found += 1;
    }
    let elements = numbers
        .keys()
        .map(|(index, _)| index + 1)
        .max()
        .unwrap_or(0);
    assert_eq!(
        found,
        places.len() * elements,
        "{} has a row without a field",
        ty.key
    );
    assert_eq!(
        bytes.len(),
        end.next_multiple_of(4) as usize,
        "{} is longer than its rows",
        ty.key
    );
}

/// Decodes the number at an offset by the wire type of its row.
fn number_at(bytes: &[u8], place: &Place<'_>, start: u32) -> f64 {
    let Length::Fixed(length) = place.length else {
        panic!("{} has no fixed length", place.name)
    };
    let field = bytes
        .get(start as usize..(start + length) as usize)
        .unwrap_or_else(|| panic!("{} exceeds the value", place.name));
    let is_double = field.len() == 8;
    match place.wire {
        "byte" => u8::from_le_bytes(exactly(field)).into(),
        "i32" => i32::from_le_bytes(exactly(field)).into(),
        "i64" => i32::try_from(i64::from_le_bytes(exactly(field)))
            .expect("a small number")
            .into(),
        "f64" => f64::from_le_bytes(exactly(field)),
        "real" if is_double => f64::from_le_bytes(exactly(field)),
        "real" => f32::from_le_bytes(exactly(field)).into(),
        wire => panic!("{} is no number but {wire}", place.name),
    }
}

/// Converts a field to an array of its length.
fn exactly<const N: usize>(field: &[u8]) -> [u8; N] {
    field
        .try_into()
        .expect("the row has the length of its wire type")
}

/// Checks the documented rule of double precision: components have 8 bytes at `(offset - 4) * 2 +
/// 4`.
#[cfg(feature = "double")]
#[test]
fn double_precision_follows_the_rule() {
    let schema = schema();
    let mut rows = 0;
    for ty in schema.types.iter().filter(|ty| ty.body == Body::Fields) {
        for placed in ty.tables[0].placed(&schema, DoubleBuilds::Plain, true) {
            let row = placed.row;
            let Offset::At(single) = row.offset else {
                panic!("{}.{}", ty.key, row.name)
            };
            let is_real = row.wire == "real";
            assert_eq!(
                placed.length,
                if is_real {
                    Length::Fixed(8)
                } else {
                    row.length
                }
            );
            assert_eq!(
                placed.offset,
                if is_real {
                    Offset::At((single - 4) * 2 + 4)
                } else {
                    row.offset
                }
            );
            rows += 1;
        }
    }
    // 74 rows are real components; Vector2i, Vector3i, Vector4i and Rect2i have 13 integers.
    assert_eq!(rows, 74 + 13);
}

in_each_layout!(components_match_their_rows);
