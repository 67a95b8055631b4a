//! One rule for numbers: ints are converted to floats exactly, and finite floats stay finite.
#![allow(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    reason = "the tests compare with Rust's casts"
)]
#![cfg(feature = "std")]

use crate::common::{TestLayout, in_each_layout};
use gdvariant::{DecodeErrorKind, DecodeOptions, Packed, generic};
use proptest::prelude::*;
use proptest::test_runner::Config;
use std::fmt::Debug;

/// Integers beyond these bounds may be inexact in single and in double precision.
const SINGLE: i64 = 1 << f32::MANTISSA_DIGITS;
const DOUBLE: i64 = 1 << f64::MANTISSA_DIGITS;

type Decoded<T> = Result<T, DecodeErrorKind>;

fn decode<L: TestLayout, T: gdvariant::DecodeOwned<L>>(
    value: &impl gdvariant::Encode<L>,
    options: DecodeOptions,
) -> Decoded<T> {
    let bytes = generic::to_vec::<L, _>(value).expect("a value of the format");
    generic::from_slice::<L, T>(&bytes, options).map_err(|error| error.kind().clone())
}

fn decode_strictly<L: TestLayout, T: gdvariant::DecodeOwned<L>>(
    value: &impl gdvariant::Encode<L>,
) -> Decoded<T> {
    decode(value, DecodeOptions::new())
}

fn decode_leniently<L: TestLayout, T: gdvariant::DecodeOwned<L>>(
    value: &impl gdvariant::Encode<L>,
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

fn converts_ints_to_floats_exactly<L: TestLayout>() {
    for exact in [0, -7, SINGLE, -SINGLE, SINGLE + 2, i64::MIN] {
        assert_eq!(
            decode_strictly::<L, f32>(&exact).map(|float| float as i128),
            Ok(exact.into())
        );
    }
    for exact in [SINGLE + 1, DOUBLE, -DOUBLE, DOUBLE + 2, i64::MIN] {
        assert_eq!(
            decode_strictly::<L, f64>(&exact).map(|float| float as i128),
            Ok(exact.into())
        );
    }
    assert_inexact(decode_strictly::<L, f32>(&(SINGLE + 1)), SINGLE + 1, "f32");
    assert_inexact(decode_strictly::<L, f64>(&(DOUBLE + 1)), DOUBLE + 1, "f64");
    assert_inexact(decode_strictly::<L, f64>(&i64::MAX), i64::MAX, "f64");
    assert_inexact(
        decode_strictly::<L, Vec<f32>>(&[0, SINGLE + 1]),
        SINGLE + 1,
        "f32",
    );
    assert_inexact(
        decode_strictly::<L, Option<(f64,)>>(&(DOUBLE + 1,)),
        DOUBLE + 1,
        "f64",
    );
}

fn lenient_decoding_rounds_ints<L: TestLayout>() {
    assert_eq!(decode_leniently::<L, f32>(&(SINGLE + 1)), Ok(16_777_216.0));
    assert_eq!(
        decode_leniently::<L, f64>(&(DOUBLE + 1)),
        Ok(9_007_199_254_740_992.0)
    );
    assert_eq!(
        decode_leniently::<L, Vec<f64>>(&[i64::MAX]),
        Ok(vec![9_223_372_036_854_775_808.0])
    );
    // Rounding to 64 bits first would result in 2^61.
    let once = decode_leniently::<L, f32>(&0x2000_0020_0000_0001_i64);
    assert_eq!(once.map(f32::to_bits), Ok(0x5e00_0001));
}

fn finite_floats_stay_finite<L: TestLayout>() {
    assert_eq!(decode_strictly::<L, f32>(&0.1), Ok(0.1));
    assert_eq!(decode_strictly::<L, f32>(&1e-300), Ok(0.0));
    assert_eq!(
        decode_strictly::<L, f32>(&f64::NEG_INFINITY),
        Ok(f32::NEG_INFINITY)
    );
    assert!(decode_strictly::<L, f32>(&f64::NAN).is_ok_and(f32::is_nan));
    for large in [1e300, -3.5e38, f64::MAX] {
        assert_too_large(decode_strictly::<L, f32>(&large), large);
        assert_too_large(decode_leniently::<L, f32>(&large), large);
        assert_too_large(decode_strictly::<L, Vec<Option<f32>>>(&[0.0, large]), large);
        assert_eq!(decode_strictly::<L, f64>(&large), Ok(large));
    }
}

fn floats_never_become_ints<L: TestLayout>() {
    assert!(matches!(
        decode_strictly::<L, i64>(&7.0),
        Err(DecodeErrorKind::WrongType { .. })
    ));
    assert!(matches!(
        decode_leniently::<L, i64>(&7.0),
        Err(DecodeErrorKind::WrongType { .. })
    ));
}

fn converts_elements_of_packed_arrays<L: TestLayout>()
where
    i32: gdvariant::PackedElement<L>,
{
    let inexact = i32::try_from(SINGLE + 1).expect("an i32");
    let packed = Packed([0, inexact]);
    assert_inexact(
        decode_strictly::<L, Vec<f32>>(&packed),
        inexact.into(),
        "f32",
    );
    assert_eq!(
        decode_strictly::<L, Vec<f64>>(&packed),
        Ok(vec![0.0, inexact.into()])
    );
    assert_eq!(
        decode_leniently::<L, Vec<f32>>(&packed),
        Ok(vec![0.0, 16_777_216.0])
    );
    let bytes = generic::to_vec::<L, _>(&packed).expect("a value of the format");
    let error = generic::from_slice::<L, Vec<f32>>(&bytes, DecodeOptions::new()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "0x000c: [1]: 16777217 cannot be represented exactly as f32"
    );
}

mod decoding {
    use super::*;

    in_each_layout!(
        converts_ints_to_floats_exactly,
        lenient_decoding_rounds_ints,
        finite_floats_stay_finite,
        floats_never_become_ints,
        converts_elements_of_packed_arrays,
    );
}

#[cfg(feature = "godot4")]
#[test]
fn converts_elements_of_godot_4_packed_arrays() {
    use gdvariant::Godot4 as L;

    assert_too_large(decode_strictly::<L, Vec<f32>>(&Packed([0.5, 1e300])), 1e300);
    assert_eq!(
        decode_strictly::<L, Vec<f32>>(&Packed([0.1, f64::INFINITY])),
        Ok(vec![0.1, f32::INFINITY])
    );
    assert_inexact(
        decode_strictly::<L, Vec<f64>>(&Packed([DOUBLE + 1])),
        DOUBLE + 1,
        "f64",
    );
    assert_eq!(
        decode_leniently::<L, Vec<f64>>(&Packed([DOUBLE + 1])),
        Ok(vec![9_007_199_254_740_992.0])
    );
    assert_eq!(
        decode_strictly::<L, Vec<f64>>(&Packed([0.1_f32])),
        Ok(vec![f64::from(0.1_f32)])
    );
}

/// Tests one layout, in a module that has its name.
macro_rules! of_layout {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {$(
        mod $module {
            use super::*;
            use gdvariant::$module::{self, Variant, variant};

            fn converted<T: TryFrom<Variant, Error = gdvariant::FromVariantError>>(value: impl Into<Variant>) -> Decoded<T> {
                T::try_from(value.into()).map_err(|error| match error.kind() {
                    gdvariant::FromVariantErrorKind::Decode(kind) => kind.clone(),
                    other => panic!("{other}"),
                })
            }

            #[test]
            fn converts_from_a_variant() {
                assert_inexact(converted::<f32>(SINGLE + 1), SINGLE + 1, "f32");
                assert_inexact(converted::<f64>(DOUBLE + 1), DOUBLE + 1, "f64");
                assert_inexact(converted::<Vec<f64>>([0, DOUBLE + 1]), DOUBLE + 1, "f64");
                assert_inexact(converted::<Vec<f32>>(Packed([16_777_217])), SINGLE + 1, "f32");
                assert_too_large(converted::<f32>(1e300), 1e300);
                assert_eq!(converted::<f32>(f64::INFINITY), Ok(f32::INFINITY));
                assert_eq!(converted::<Vec<f32>>(Packed([7])), Ok(vec![7.0]));
                assert_eq!(Variant::from(DOUBLE + 1).as_f64(), Some(9_007_199_254_740_992.0));
                let error = $module::from_variant::<f32>(&1e300.into()).unwrap_err();
                assert_eq!(error.to_string(), "1e300 is out of the range of f32");
            }

            #[test]
            fn converts_numbers_set_at_a_path() {
                let mut ints = variant!({"list": Packed([1, 2])});
                let path = "list[0]".parse().unwrap();
                assert!(ints.set_at_path(&path, 7.0).is_err(), "no int is made of a float");
                assert!(ints.set_at_path(&path, 1_i64 << 40).is_err());
                assert_eq!(ints.set_at_path(&path, 7), Ok(Some(1.into())));
                let mut origin = Variant::Vector2(Default::default());
                let path = "x".parse().unwrap();
                assert!(origin.set_at_path(&path, DOUBLE + 1).is_err());
                assert_eq!(origin.set_at_path(&path, SINGLE), Ok(Some(0.0.into())));
                assert_eq!(origin.set_at_path(&path, f64::INFINITY), Ok(Some(16_777_216.0.into())));
                let is_double = stringify!($module).ends_with("double");
                assert_eq!(origin.set_at_path(&path, 1e300).is_ok(), is_double, "a large float");
                assert_eq!(origin.set_at_path(&path, SINGLE + 1).is_ok(), is_double, "an int");
            }

            #[cfg(feature = "serde")]
            #[test]
            fn serde() {
                fn through_serde<T: serde::de::DeserializeOwned>(value: impl Into<Variant>) -> Decoded<T> {
                    let bytes = $module::to_vec(&value.into()).unwrap();
                    $module::serde::from_slice(&bytes).map_err(|error| error.kind().clone())
                }

                assert_inexact(through_serde::<f32>(SINGLE + 1), SINGLE + 1, "f32");
                assert_inexact(through_serde::<(f64,)>([DOUBLE + 1]), DOUBLE + 1, "f64");
                assert_inexact(through_serde::<Vec<f32>>(Packed([16_777_217])), SINGLE + 1, "f32");
                assert_too_large(through_serde::<f32>(1e300), 1e300);
                assert_eq!(through_serde::<Vec<f32>>(Packed([7])), Ok(vec![7.0]));
                let packed = $module::to_vec(&Packed([16_777_217])).unwrap();
                let rounded = $module::from_slice_with::<gdvariant::serde::Serde<Vec<f32>>>(&packed, DecodeOptions::engine());
                assert_eq!(rounded.unwrap().0, [16_777_216.0]);
            }

            /// Checks that a conversion succeeds if and only if the number stays the same.
            #[test]
            fn converts_any_int_exactly_or_fails() {
                let config = Config { failure_persistence: None, ..Config::default() };
                let near = (0..63_u32, -2..=2_i64).prop_map(|(bit, near)| (1_i64 << bit).wrapping_add(near));
                proptest!(config, |(value in prop_oneof![any::<i64>(), near])| {
                    let expected = value as f64 as i128 == i128::from(value);
                    prop_assert_eq!(converted::<f64>(value).is_ok(), expected);
                    prop_assert_eq!(decode_strictly::<gdvariant::$marker, f64>(&value).is_ok(), expected);
                    let expected = value as f32 as i128 == i128::from(value);
                    prop_assert_eq!(converted::<f32>(value).is_ok(), expected);
                    prop_assert_eq!(decode_strictly::<gdvariant::$marker, f32>(&value).is_ok(), expected);
                });
            }
        }
    )*};
}

gdvariant::each_layout!(of_layout {});
