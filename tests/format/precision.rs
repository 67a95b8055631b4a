//! Godot 4 in double precision, which a header flag distinguishes from single precision.
#![cfg(all(feature = "double", feature = "godot4"))]

use crate::common::{Fault, bytes, hex, lines};
use gdvariant::inspect::inspect;
use gdvariant::{
    Color, Decode, DecodeError, DecodeErrorKind, DecodeOptions, Godot4, Godot4Double, Ignored,
    Layout, Packed, PackedView, double, generic, godot4, godot4_double,
};

/// `Vector2(0.1, 2)` as a double-precision build encodes it.
const WIDE: &str = "05000100 9a9999999999b93f 0000000000000040";

/// A PackedVector2Array with `Vector2(0.1, 2)` as a double-precision build encodes it.
const WIDE_ARRAY: &str = "23000100 01000000 9a9999999999b93f 0000000000000040";

/// Returns options for lenient decoding with full objects allowed.
fn engine() -> DecodeOptions {
    DecodeOptions::engine().allow_objects(true)
}

fn strict() -> DecodeOptions {
    DecodeOptions::new().allow_objects(true)
}

/// The bytes of a value in both precisions.
struct EncodedPair {
    single: Vec<u8>,
    double: Vec<u8>,
}

/// Returns the values of the vectors in both precisions.
fn in_both() -> impl Iterator<Item = EncodedPair> {
    lines("vectors/godot4.jsonl").into_iter().map(|line| {
        let single = bytes(line["hex"].as_str().unwrap());
        let value: godot4::Variant = decode::<Godot4, godot4::Variant>(&single, strict()).unwrap();
        let widened = godot4_double::Variant::from(value.clone());
        let double = godot4_double::to_vec(&widened).unwrap();
        EncodedPair { single, double }
    })
}

/// Decodes a value and encodes it again.
fn again<L: Layout>(bytes: &[u8], options: DecodeOptions) -> Result<Vec<u8>, DecodeError> {
    let value = decode::<L, L::Variant>(bytes, options)?;
    Ok(generic::to_vec::<L, _>(&value).expect("a value that was decoded"))
}

fn decode<'de, L: Layout, T: Decode<'de, L>>(
    bytes: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    generic::from_slice::<L, T>(bytes, options)
}

#[test]
fn types_with_real_components_set_the_flag() {
    let vector = double::Vector2::new(0.1, 2.0);
    assert_eq!(
        hex(&godot4_double::to_vec(&vector).unwrap()),
        hex(&bytes(WIDE))
    );
    let array = Packed(vec![vector]);
    assert_eq!(
        hex(&godot4_double::to_vec(&array).unwrap()),
        hex(&bytes(WIDE_ARRAY))
    );
    let color = Color::new(0.1, 0.2, 0.3, 1.0);
    assert_eq!(
        godot4_double::to_vec(&color).unwrap(),
        godot4::to_vec(&color).unwrap()
    );
    let colors = Packed(vec![color]);
    assert_eq!(
        godot4_double::to_vec(&colors).unwrap(),
        godot4::to_vec(&colors).unwrap()
    );
    let singles = Packed(vec![0.1_f32]);
    assert_eq!(
        godot4_double::to_vec(&singles).unwrap(),
        godot4::to_vec(&singles).unwrap()
    );
}

/// Checks each vector as builds of both precisions encode it.
#[test]
fn keeps_precisions_apart() {
    let mut differing = 0;
    for EncodedPair { single, double } in in_both() {
        assert_eq!(again::<Godot4Double>(&double, strict()).unwrap(), double);
        if single == double {
            assert_eq!(again::<Godot4>(&double, strict()).unwrap(), single);
            continue;
        }
        differing += 1;
        let error = again::<Godot4>(&double, strict()).unwrap_err();
        assert!(matches!(
            error.kind(),
            DecodeErrorKind::OtherPrecision {
                is_double: true,
                layout: "godot4_double",
                ..
            }
        ));
        let error = again::<Godot4Double>(&single, strict()).unwrap_err();
        assert!(matches!(
            error.kind(),
            DecodeErrorKind::OtherPrecision {
                is_double: false,
                layout: "godot4",
                ..
            }
        ));
        assert_eq!(again::<Godot4>(&double, engine()).unwrap(), single);
        assert_eq!(again::<Godot4Double>(&single, engine()).unwrap(), double);
    }
    assert!(differing > 200, "{differing}");
}

#[test]
fn all_decoders_convert_the_precision_or_fail() {
    let mut borrowed = 0;
    for EncodedPair { single, double } in in_both() {
        decode::<Godot4, Ignored>(&double, engine()).unwrap();
        let mut inspected = 0;
        inspect::<Godot4>(&double, engine(), |row| inspected += row.bytes.len()).unwrap();
        assert_eq!(inspected, double.len());
        let value: godot4::Variant = godot4::serde::from_slice_with(&double, engine()).unwrap();
        assert_eq!(godot4::to_vec(&value).unwrap(), single);
        match decode::<Godot4, godot4::VariantRef<'_>>(&double, engine()) {
            Ok(value) => {
                borrowed += 1;
                assert_eq!(godot4::to_vec(&value).unwrap(), single);
            }
            Err(error) => assert_eq!(error.kind(), &DecodeErrorKind::CannotBorrow),
        }
    }
    assert!(borrowed > 500, "{borrowed}");
}

#[test]
fn lenient_decoding_accepts_either_precision() {
    let vector = gdvariant::Vector2::new(0.1, 2.0);
    let wide = bytes(WIDE);
    assert_eq!(
        decode::<Godot4, gdvariant::Vector2>(&wide, engine()).unwrap(),
        vector
    );
    let array = bytes(WIDE_ARRAY);
    let vectors = [vector];
    assert_eq!(
        decode::<Godot4, Vec<gdvariant::Vector2>>(&array, engine()).unwrap(),
        vectors
    );
    let elements: Vec<gdvariant::Vector2> =
        godot4::serde::from_slice_with(&array, engine()).unwrap();
    assert_eq!(elements, vectors);
    let error = decode::<Godot4, PackedView<'_, gdvariant::Vector2>>(&array, engine()).unwrap_err();
    assert_eq!(error.kind(), &DecodeErrorKind::CannotBorrow);
    let own = decode::<Godot4Double, PackedView<'_, double::Vector2>>(&array, strict()).unwrap();
    assert_eq!(own.to_vec(), [double::Vector2::new(0.1, 2.0)]);

    let narrow = godot4::to_vec(&Packed(vec![vector])).unwrap();
    let widened = decode::<Godot4Double, Vec<double::Vector2>>(&narrow, engine()).unwrap();
    assert_eq!(widened, [double::Vector2::from(vector)]);
}

#[test]
fn rejects_truncated_values_of_either_precision() {
    for hex in [WIDE, WIDE_ARRAY] {
        let whole = bytes(hex);
        for length in 0..whole.len() {
            let cut = whole.get(..length).unwrap();
            let error = decode::<Godot4, godot4::Variant>(cut, engine()).unwrap_err();
            let skipped = decode::<Godot4, Ignored>(cut, engine()).unwrap_err();
            assert_eq!(skipped, error, "{length}");
            let inspected = inspect::<Godot4>(cut, engine(), |_| {}).unwrap_err();
            assert_eq!(inspected, error, "{length}");
        }
    }
    let error = decode::<Godot4, godot4::Variant>(&bytes("05000100 9a99999999"), engine());
    assert_eq!(error.unwrap_err().fault(), "0x0004: x: UnexpectedEnd");
}

#[test]
fn the_inspector_shows_the_precision_of_the_header() {
    let mut rows = Vec::new();
    let wide = bytes(WIDE);
    let mut row = |row: &gdvariant::inspect::InspectRow<'_>| {
        rows.push(format!("{} {}: {}", row.offset, row.field.name, row.value));
    };
    inspect::<Godot4>(&wide, engine(), &mut row).unwrap();
    inspect::<Godot4Double>(&wide, strict(), &mut row).unwrap();
    let expected = ["0 header: Vector2, 64-bit", "4 x: 0.1", "12 y: 2.0"];
    assert_eq!(rows, [expected, expected].concat());
}

#[test]
fn errors_name_the_layout_to_use() {
    let error = decode::<Godot4, godot4::Variant>(&bytes(WIDE), strict()).unwrap_err();
    assert_eq!(error.fault(), "0x0000: OtherPrecision");
    let advice = "use the layout godot4_double, or lenient decoding to narrow them";
    assert_eq!(error.advice().as_deref(), Some(advice));
}
