//! One rule for numbers: ints are converted to floats exactly, and finite floats stay finite.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the tests compare with Rust's casts"
)]

use crate::common::{TestLayout, cases};
use gdvariant::godot4::{self, Variant};
use gdvariant::{
    DecodeError, DecodeErrorKind, DecodeOptions, DecodeOwned, EncodeOptions, Godot4, Packed,
    generic,
};
use proptest::prelude::*;
use std::fmt::Debug;

/// Integers beyond these bounds may be inexact in single and in double precision.
const SINGLE: i64 = 1 << f32::MANTISSA_DIGITS;
const DOUBLE: i64 = 1 << f64::MANTISSA_DIGITS;

type Decoded<T> = Result<T, DecodeErrorKind>;

fn decode<E: TestLayout, T: gdvariant::DecodeOwned<E>>(
    value: &impl gdvariant::Encode<E>,
    options: DecodeOptions,
) -> Decoded<T> {
    let bytes =
        generic::to_vec::<E, _>(value, EncodeOptions::new()).expect("a value of the format");
    generic::from_slice::<E, T>(&bytes, options).map_err(|error| error.kind().clone())
}

fn decode_strictly<E: TestLayout, T: gdvariant::DecodeOwned<E>>(
    value: &impl gdvariant::Encode<E>,
) -> Decoded<T> {
    decode(value, DecodeOptions::new())
}

fn decode_leniently<E: TestLayout, T: gdvariant::DecodeOwned<E>>(
    value: &impl gdvariant::Encode<E>,
) -> Decoded<T> {
    decode(value, DecodeOptions::engine())
}

#[track_caller]
fn assert_inexact<T: Debug>(result: Decoded<T>, number: i64, ty: &str) {
    match result {
        Err(DecodeErrorKind::Inexact {
            value, expected, ..
        }) => assert_eq!((value, expected), (number, ty)),
        other => panic!("{other:?}"),
    }
}

#[track_caller]
fn assert_too_large<T: Debug>(result: Decoded<T>, number: f64) {
    match result {
        Err(DecodeErrorKind::FloatOutOfRange {
            value,
            expected: "f32",
            ..
        }) => assert_eq!(value.to_bits(), number.to_bits()),
        other => panic!("{other:?}"),
    }
}

fn numbers_keep_their_value<E: TestLayout>()
where
    i32: gdvariant::PackedElement<E>,
{
    for exact in [0, -7, SINGLE, -SINGLE, SINGLE + 2, i64::MIN] {
        let decoded = decode_strictly::<E, f32>(&exact).map(|float| float as i128);
        assert_eq!(decoded, Ok(exact.into()));
    }
    for exact in [SINGLE + 1, DOUBLE, -DOUBLE, DOUBLE + 2, i64::MIN] {
        let decoded = decode_strictly::<E, f64>(&exact).map(|float| float as i128);
        assert_eq!(decoded, Ok(exact.into()));
    }
    assert_inexact(decode_strictly::<E, f32>(&(SINGLE + 1)), SINGLE + 1, "f32");
    assert_inexact(decode_strictly::<E, f64>(&(DOUBLE + 1)), DOUBLE + 1, "f64");
    assert_inexact(decode_strictly::<E, f64>(&i64::MAX), i64::MAX, "f64");
    let packed = Packed([0, i32::try_from(SINGLE + 1).expect("an i32")]);
    assert_inexact(decode_strictly::<E, Vec<f32>>(&packed), SINGLE + 1, "f32");
    assert_eq!(
        decode_strictly::<E, Vec<f64>>(&packed),
        Ok(vec![0.0, 16_777_217.0])
    );
    assert_eq!(decode_strictly::<E, f32>(&1e-300), Ok(0.0));
    assert_eq!(
        decode_strictly::<E, f32>(&f64::NEG_INFINITY),
        Ok(f32::NEG_INFINITY)
    );
    assert!(decode_strictly::<E, f32>(&f64::NAN).is_ok_and(f32::is_nan));
    for large in [1e300, -3.5e38, f64::MAX] {
        assert_too_large(decode_strictly::<E, f32>(&large), large);
        assert_too_large(decode_leniently::<E, f32>(&large), large);
        assert_eq!(decode_strictly::<E, f64>(&large), Ok(large));
    }
    for decoded in [
        decode_strictly::<E, i64>(&7.0),
        decode_leniently::<E, i64>(&7.0),
    ] {
        assert!(matches!(decoded, Err(DecodeErrorKind::WrongType { .. })));
    }
}

fn lenient_decoding_rounds_ints<E: TestLayout>()
where
    i32: gdvariant::PackedElement<E>,
{
    assert_eq!(decode_leniently::<E, f32>(&(SINGLE + 1)), Ok(16_777_216.0));
    assert_eq!(
        decode_leniently::<E, f64>(&(DOUBLE + 1)),
        Ok(9_007_199_254_740_992.0)
    );
    assert_eq!(
        decode_leniently::<E, Vec<f32>>(&Packed([0, 16_777_217])),
        Ok(vec![0.0, 16_777_216.0])
    );
    // Rounding to 64 bits first would result in 2^61.
    let once = decode_leniently::<E, f32>(&0x2000_0020_0000_0001_i64);
    assert_eq!(once.map(f32::to_bits), Ok(0x5e00_0001));
}

/// The tests of each layout are named after the layout, so they need a module of their own.
mod decoding {
    use super::{lenient_decoding_rounds_ints, numbers_keep_their_value};

    crate::common::in_each_layout!(numbers_keep_their_value, lenient_decoding_rounds_ints);
}

#[test]
fn converts_elements_of_godot_4_packed_arrays() {
    assert_too_large(
        decode_strictly::<Godot4, Vec<f32>>(&Packed([0.5, 1e300])),
        1e300,
    );
    let ints = Packed([DOUBLE + 1]);
    assert_inexact(
        decode_strictly::<Godot4, Vec<f64>>(&ints),
        DOUBLE + 1,
        "f64",
    );
    assert_eq!(
        decode_leniently::<Godot4, Vec<f64>>(&ints),
        Ok(vec![9_007_199_254_740_992.0])
    );
}

fn converted<T: TryFrom<Variant, Error = DecodeError>>(value: impl Into<Variant>) -> Decoded<T> {
    T::try_from(value.into()).map_err(|error| error.kind().clone())
}

fn from_variant<T: DecodeOwned<Godot4>>(value: impl Into<Variant>) -> Decoded<T> {
    godot4::from_variant(&value.into()).map_err(|error| error.kind().clone())
}

#[test]
fn converts_from_a_variant() {
    assert_inexact(converted::<f32>(SINGLE + 1), SINGLE + 1, "f32");
    let doubles = from_variant::<Vec<f64>>([0, DOUBLE + 1]);
    assert_inexact(doubles, DOUBLE + 1, "f64");
    assert_inexact(
        from_variant::<Vec<f32>>(Packed([16_777_217])),
        SINGLE + 1,
        "f32",
    );
    assert_too_large(converted::<f32>(1e300), 1e300);
    assert_eq!(converted::<f32>(f64::INFINITY), Ok(f32::INFINITY));
    assert_eq!(from_variant::<Vec<f32>>(Packed([7])), Ok(vec![7.0]));
    assert_eq!(
        Variant::from(DOUBLE + 1).as_f64(),
        Some(9_007_199_254_740_992.0)
    );
}

/// Checks numbers that are set at a path of a Variant of single or double precision.
macro_rules! set_at_path {
    ($variant:ty, $is_double:literal) => {
        let mut ints = <$variant>::from(Packed([1, 2]));
        let path = "[0]".parse().expect("a path");
        assert!(ints.set_at_path(&path, 7.0).is_err());
        assert!(ints.set_at_path(&path, 1_i64 << 40).is_err());
        assert_eq!(ints.set_at_path(&path, 7), Ok(Some(1.into())));
        let mut origin = <$variant>::Vector2(Default::default());
        let path = "x".parse().expect("a path");
        assert!(origin.set_at_path(&path, DOUBLE + 1).is_err());
        assert_eq!(origin.set_at_path(&path, SINGLE), Ok(Some(0.0.into())));
        assert!(origin.set_at_path(&path, f64::INFINITY).is_ok());
        assert_eq!(origin.set_at_path(&path, 1e300).is_ok(), $is_double);
        assert_eq!(origin.set_at_path(&path, SINGLE + 1).is_ok(), $is_double);
    };
}

#[test]
fn converts_numbers_set_at_a_path() {
    set_at_path!(Variant, false);
    set_at_path!(gdvariant::double::Variant, true);
}

#[test]
fn serde() {
    fn through_serde<T: serde::de::DeserializeOwned>(value: impl Into<Variant>) -> Decoded<T> {
        let bytes = godot4::to_vec(&value.into()).expect("a value");
        godot4::serde::from_slice(&bytes).map_err(|error| error.kind().clone())
    }

    assert_inexact(through_serde::<f32>(SINGLE + 1), SINGLE + 1, "f32");
    assert_inexact(through_serde::<(f64,)>([DOUBLE + 1]), DOUBLE + 1, "f64");
    assert_too_large(through_serde::<f32>(1e300), 1e300);
    let packed = Packed([16_777_217]);
    assert_inexact(through_serde::<Vec<f32>>(packed), SINGLE + 1, "f32");
    assert_eq!(through_serde::<Vec<f32>>(Packed([7])), Ok(vec![7.0]));
    let rounded = decode_leniently::<Godot4, gdvariant::serde::Serde<Vec<f32>>>(&packed);
    assert_eq!(rounded.map(|list| list.0), Ok(vec![16_777_216.0]));
}

/// Checks that a conversion succeeds if and only if the number stays the same.
#[test]
fn converts_any_int_exactly_or_fails() {
    let near = (0..63_u32, -2..=2_i64);
    let near = near.prop_map(|(bit, near)| (1_i64 << bit).wrapping_add(near));
    proptest!(cases(256), |(value in prop_oneof![any::<i64>(), near])| {
        let expected = value as f64 as i128 == i128::from(value);
        prop_assert_eq!(converted::<f64>(value).is_ok(), expected);
        prop_assert_eq!(decode_strictly::<Godot4, f64>(&value).is_ok(), expected);
        let expected = value as f32 as i128 == i128::from(value);
        prop_assert_eq!(converted::<f32>(value).is_ok(), expected);
        prop_assert_eq!(decode_strictly::<Godot4, f32>(&value).is_ok(), expected);
    });
}
