//! Godot 3 and Pandemonium in double precision, which only the published pages describe.
//!
//! The expected bytes follow from those of single precision by the rule of the pages.
#![cfg(all(
    feature = "double",
    feature = "godot3",
    feature = "godot4",
    feature = "pandemonium",
    feature = "pandemonium5"
))]

use crate::agreement::{self, decoded};
use crate::common::{Fault, bytes, hex, lines};
use gdvariant::inspect::{RowKind, inspect};
use gdvariant::table::Wire;
use gdvariant::{
    DecodeError, DecodeOptions, Godot3, Godot3Double, Kind, Layout, Packed, PackedView,
    Pandemonium, PandemoniumDouble, double, generic, godot3_double,
};
use std::collections::BTreeSet;
use std::fs;

/// A PoolVector2Array with `Vector2(0.1, 2)`: header, count, unused bytes, x, y.
const ARRAY: &str = "18000000 01000000 00000000 9a9999999999b93f 0000000000000040";

fn strict() -> DecodeOptions {
    DecodeOptions::new().allow_objects(true)
}

/// Returns the keys of the types with fields that a published page calls Float, without the type
/// float itself.
fn types_with_floats(page: &str) -> BTreeSet<String> {
    let text = fs::read_to_string(format!("tests/published/{page}.facts.csv"));
    let text = text.expect("the facts of the page");
    // A row of a table is a fact such as `166,Vector2.x,4: 4 Float`.
    let rows = text.lines().filter(|line| line.ends_with(" Float"));
    let types = rows.map(|row| row.split([',', '.']).nth(1).expect("a name").to_owned());
    types.filter(|ty| ty != "Float").collect()
}

/// A field of an encoded value.
struct Field {
    starts_value: bool,
    kind: Kind,
    offset: usize,
    is_float: bool,
    bytes: Vec<u8>,
}

/// Returns the offset in double precision by the rule of the pages.
fn moved(offset: usize) -> usize {
    (offset - 4) * 2 + 4
}

/// Converts a value to double precision: Float fields have 8 bytes at the offset of the rule.
///
/// The end of a value that can have Float fields moves by the same rule.
fn by_the_rule<L: Layout>(single: &[u8], types_with_floats: &BTreeSet<String>) -> Vec<u8> {
    let mut fields = Vec::new();
    inspect::<L>(single, strict(), |row| {
        fields.push(Field {
            starts_value: row.kind == RowKind::Header,
            kind: row.ty.kind,
            offset: row.offset,
            is_float: row.field.wire == Wire::F32,
            bytes: row.bytes.to_vec(),
        });
    })
    .expect("a vector");
    let mut double = Vec::new();
    for value in fields.chunk_by(|last, next| !next.starts_value && next.kind == last.kind) {
        if !types_with_floats.contains(&format!("{:?}", value[0].kind)) {
            double.extend(value.iter().flat_map(|field| &field.bytes));
            continue;
        }
        let start = value[0].offset;
        let length: usize = value.iter().map(|field| field.bytes.len()).sum();
        let mut bytes = vec![0; moved(length)];
        for field in value {
            let offset = field.offset - start;
            if field.is_float {
                let number = f32::from_le_bytes(field.bytes[..].try_into().expect("4 bytes"));
                bytes[moved(offset)..][..8].copy_from_slice(&f64::from(number).to_le_bytes());
            } else {
                bytes[offset..][..field.bytes.len()].copy_from_slice(&field.bytes);
            }
        }
        double.extend(bytes);
    }
    double
}

/// Checks the vectors of a layout, and counts those that differ in double precision.
fn check<S: Layout, D: Layout>(module: &str) -> usize
where
    D::Variant: TryFrom<S::Variant, Error: std::fmt::Debug> + PartialEq,
{
    let types = types_with_floats(module);
    let mut changed = 0;
    for line in lines(&format!("vectors/{module}.jsonl")) {
        let single = bytes(line["hex"].as_str().expect("hex"));
        let expected = by_the_rule::<S>(&single, &types);
        let value = generic::from_slice::<S, S::Variant>(&single, strict()).expect("a vector");
        let value = D::Variant::try_from(value).expect("both layouts have all types");
        let encoded = generic::to_vec::<D, _>(&value).expect("a value");
        assert_eq!(hex(&encoded), hex(&expected), "{}", line["id"]);
        let length = generic::encoded_len::<D, _>(&value);
        assert_eq!(length, Ok(expected.len()), "{}", line["id"]);
        for options in [strict(), DecodeOptions::engine().allow_objects(true)] {
            let (again, _) = decoded::<D>(&expected, options).expect("a value");
            let again = generic::to_vec::<D, _>(&again);
            assert_eq!(again.as_ref(), Ok(&expected), "{}", line["id"]);
        }
        changed += usize::from(expected != single);
    }
    changed
}

#[test]
fn vectors_follow_the_rule_of_the_pages() {
    assert_eq!(check::<Godot3, Godot3Double>("godot3"), 358);
    assert_eq!(check::<Pandemonium, PandemoniumDouble>("pandemonium"), 311);
}

/// Decodes a packed array as owned and as borrowed values, and returns the elements or the error.
fn points(bytes: &[u8], options: DecodeOptions) -> Result<Vec<double::Vector2>, DecodeError> {
    let decoded = generic::from_slice::<Godot3Double, Vec<double::Vector2>>(bytes, options);
    let viewed =
        generic::from_slice::<Godot3Double, PackedView<'_, double::Vector2>>(bytes, options);
    assert_eq!(viewed.map(|view| view.to_vec()), decoded);
    let value = agreement::decoded::<Godot3Double>(bytes, options);
    let expected = decoded
        .clone()
        .map(godot3_double::Variant::PackedVector2Array);
    assert_eq!(value.map(|(value, _)| value), expected);
    decoded
}

#[test]
fn unused_bytes_may_contain_anything() {
    let vector = double::Vector2::new(0.1, 2.0);
    let canonical = bytes(ARRAY);
    assert_eq!(
        godot3_double::to_vec(&Packed(vec![vector])),
        Ok(canonical.clone())
    );
    let mut other = canonical.clone();
    other[8..12].fill(0xa5);
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        assert_eq!(points(&canonical, options), Ok(vec![vector]));
        assert_eq!(points(&other, options), Ok(vec![vector]));
    }
}

#[test]
fn unused_bytes_must_be_present() {
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let error = |digits: &str| points(&bytes(digits), options).unwrap_err().fault();
        assert_eq!(error("18000000 00000000"), "0x0008: padding: UnexpectedEnd");
        assert_eq!(
            error("18000000 00000000 0000"),
            "0x0008: padding: UnexpectedEnd"
        );
        // The elements follow the count directly, as in layouts with a flag for double precision.
        assert_eq!(
            error("18000000 01000000 9a9999999999b93f 0000000000000040"),
            "0x000c: UnexpectedEnd"
        );
        let empty = bytes("18000000 00000000 00000000");
        assert_eq!(points(&empty, options), Ok(Vec::new()));
    }
    let empty = godot3_double::to_vec(&Packed(Vec::<double::Vector2>::new())).unwrap();
    assert_eq!(hex(&empty), "180000000000000000000000");
}

#[test]
fn the_inspector_names_the_unused_bytes() {
    let mut rows = Vec::new();
    inspect::<Godot3Double>(&bytes(ARRAY), strict(), |row| {
        rows.push(format!("{} {:?} {}", row.offset, row.kind, row.field.name));
    })
    .unwrap();
    assert_eq!(
        rows,
        [
            "0 Header header",
            "4 Field length",
            "8 Padding padding",
            "12 Field x",
            "20 Field y"
        ]
    );
}
