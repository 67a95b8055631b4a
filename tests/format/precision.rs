//! Godot 4 in double precision, which a header flag distinguishes from single precision.

use crate::agreement::decoded;
use crate::common::{Fault, bytes, lines};
use gdvariant::serde::Serde;
use gdvariant::{
    Color, Decode, DecodeError, DecodeErrorKind, DecodeOptions, EncodeOptions, Engine, Godot4,
    Godot4Double, Packed, PackedView, double, generic, godot4, godot4_double,
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
fn again<E: Engine>(bytes: &[u8], options: DecodeOptions) -> Result<Vec<u8>, DecodeError> {
    let value = decode::<E, E::Variant>(bytes, options)?;
    Ok(generic::to_vec::<E, _>(&value, EncodeOptions::new()).expect("a value that was decoded"))
}

fn decode<'de, E: Engine, T: Decode<'de, E>>(
    bytes: &'de [u8],
    options: DecodeOptions,
) -> Result<T, DecodeError> {
    generic::from_slice::<E, T>(bytes, options)
}

#[test]
fn types_with_real_components_set_the_flag() {
    let vector = double::Vector2::new(0.1, 2.0);
    assert_eq!(godot4_double::to_vec(&vector), Ok(bytes(WIDE)));
    let array = Packed(vec![vector]);
    assert_eq!(godot4_double::to_vec(&array), Ok(bytes(WIDE_ARRAY)));
    let color = Color::new(0.1, 0.2, 0.3, 1.0);
    assert_eq!(godot4_double::to_vec(&color), godot4::to_vec(&color));
    let colors = Packed(vec![color]);
    assert_eq!(godot4_double::to_vec(&colors), godot4::to_vec(&colors));
    let singles = Packed(vec![0.1_f32]);
    assert_eq!(godot4_double::to_vec(&singles), godot4::to_vec(&singles));
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
        for (error, is_double, layout) in [
            (again::<Godot4>(&double, strict()), true, "godot4_double"),
            (again::<Godot4Double>(&single, strict()), false, "godot4"),
        ] {
            let kind = format!("{:?}", error.unwrap_err().kind());
            let expected = format!("is_double: {is_double}, layout: {layout:?}");
            assert!(kind.contains(&expected), "{kind}");
        }
        assert_eq!(again::<Godot4>(&double, engine()).unwrap(), single);
        assert_eq!(again::<Godot4Double>(&single, engine()).unwrap(), double);
    }
    assert!(differing > 200, "{differing}");
}

#[test]
fn all_decoders_convert_the_precision_or_fail() {
    for EncodedPair { single, double } in in_both() {
        decoded::<Godot4>(&double, engine()).unwrap();
        let value = generic::from_slice::<Godot4, Serde<godot4::Variant>>(&double, engine());
        assert_eq!(godot4::to_vec(&value.unwrap().0).unwrap(), single);
    }
}

#[test]
fn lenient_decoding_accepts_either_precision() {
    let vector = gdvariant::Vector2::new(0.1, 2.0);
    assert_eq!(decode::<Godot4, _>(&bytes(WIDE), engine()), Ok(vector));
    let array = bytes(WIDE_ARRAY);
    assert_eq!(decode::<Godot4, _>(&array, engine()), Ok(vec![vector]));
    let elements = generic::from_slice::<Godot4, Serde<_>>(&array, engine());
    assert_eq!(elements, Ok(Serde(vec![vector])));
    let error = decode::<Godot4, PackedView<'_, gdvariant::Vector2>>(&array, engine()).unwrap_err();
    assert_eq!(error.kind(), &DecodeErrorKind::CannotBorrow);
    let own = decode::<Godot4Double, PackedView<'_, double::Vector2>>(&array, strict()).unwrap();
    assert_eq!(own.to_vec(), [double::Vector2::new(0.1, 2.0)]);

    let narrow = godot4::to_vec(&Packed(vec![vector])).unwrap();
    let widened = decode::<Godot4Double, _>(&narrow, engine());
    assert_eq!(widened, Ok(vec![double::Vector2::from(vector)]));
}

#[test]
fn rejects_truncated_values_of_either_precision() {
    for whole in [WIDE, WIDE_ARRAY].map(bytes) {
        for length in 0..whole.len() {
            decoded::<Godot4>(&whole[..length], engine()).unwrap_err();
        }
    }
    let error = decoded::<Godot4>(&bytes("05000100 9a99999999"), engine()).unwrap_err();
    assert_eq!(error.fault(), "0x0004: x: UnexpectedEnd");
}

#[test]
fn the_inspector_shows_the_precision_of_the_header() {
    let mut rows = Vec::new();
    let wide = bytes(WIDE);
    let mut row = |row: &gdvariant::inspect::InspectRow<'_>| {
        rows.push(format!("{} {}: {}", row.offset, row.field.name, row.value));
    };
    Godot4::LAYOUT.inspect(&wide, engine(), &mut row).unwrap();
    Godot4Double::LAYOUT
        .inspect(&wide, strict(), &mut row)
        .unwrap();
    let expected = ["0 header: Vector2, 64-bit", "4 x: 0.1", "12 y: 2.0"];
    assert_eq!(rows, [expected, expected].concat());
}

#[test]
fn errors_name_the_layout_to_use() {
    let error = decode::<Godot4, godot4::Variant>(&bytes(WIDE), strict()).unwrap_err();
    assert_eq!(error.fault(), "0x0000: OtherPrecision");
    let advice = error.advice().unwrap().to_string();
    assert!(advice.contains("the layout godot4_double"), "{advice}");
}

/// Checks that a container of `double::Variant` has no encoding in single precision, and the other way
/// round: its header would announce components of the wrong width.
#[test]
fn containers_hold_values_of_the_precision_of_their_layout() {
    use gdvariant::__private::{InLayout, NotInLayout as _};
    use gdvariant::{Dictionary, TypedArray, TypedDictionary, Variant};

    macro_rules! assert_only {
        ($layout:ty, $has:expr, $value:ty) => {
            let both = (
                <InLayout<$layout, $value>>::ENCODES,
                <InLayout<$layout, $value>>::DECODES,
            );
            assert_eq!(both, ($has, $has));
        };
        ($container:ident) => {
            assert_only!(Godot4, true, $container<Variant>);
            assert_only!(Godot4, false, $container<double::Variant>);
            assert_only!(Godot4Double, false, $container<Variant>);
            assert_only!(Godot4Double, true, $container<double::Variant>);
        };
    }
    assert_only!(Vec);
    assert_only!(Dictionary);
    assert_only!(TypedArray);
    assert_only!(TypedDictionary);
}
