//! Every vector of every layout, converted to every layout.

use crate::common::{Tagged, TestLayout, decode, encode, in_each_layout, vector_values};
use gdvariant::convert::{ConvertError, ConvertErrorKind, Report};
use gdvariant::{Converter, EncodeOptions, Kind, generic};
use serde_json::Value as Json;

/// Sets the quiet bit of each NaN in a tagged form, because casts of components in the tests may set
/// it.
fn with_quiet_nans(tag: Json) -> Json {
    match tag {
        Json::Object(fields) => {
            let fields = fields.into_iter();
            fields
                .map(|(key, value)| (key, with_quiet_nans(value)))
                .collect()
        }
        Json::Array(elements) => elements.into_iter().map(with_quiet_nans).collect(),
        Json::String(digits) => with_quiet_nan(digits).into(),
        other => other,
    }
}

fn with_quiet_nan(digits: String) -> String {
    match u64::from_str_radix(&digits, 16) {
        Ok(bits) if digits.len() == 16 && f64::from_bits(bits).is_nan() => {
            format!("{:016x}", bits | 1 << 51)
        }
        _ => digits,
    }
}

/// Checks the strict and the lossy conversion of a value to another layout, and the conversion
/// back.
pub(super) fn check<A: TestLayout, B: TestLayout>(id: &str, value: &A::Variant) {
    let what = format!("{}: {id} to {}", A::LAYOUT.name, B::LAYOUT.name);
    let lossy = Converter::new().lossy().convert::<A, B>(value);
    let (converted, report) = lossy.unwrap_or_else(|error| panic!("{what}: {error}"));
    match Converter::new().convert::<A, B>(value) {
        Ok((strict, strict_report)) => {
            // Compares texts, because a NaN in a report does not equal itself.
            let [strict_report, report] =
                [&strict_report, &report].map(|report| format!("{report:?}"));
            assert_eq!(strict_report, report, "{what}");
            assert_eq!(encoded::<B>(&strict), encoded::<B>(&converted), "{what}");
        }
        Err(error) => assert_listed(&what, &error, &report),
    }
    if report.is_lossless() {
        assert_lossless::<A, B>(&what, value, &converted);
    }
    // Some converted values cannot be encoded.
    if let Ok(bytes) = encoded::<B>(&converted) {
        let again = decode::<B>(&bytes).unwrap_or_else(|error| panic!("{what}: {error}"));
        assert_eq!(encode::<B>(&again), bytes, "{what}");
    }
}

fn encoded<E: TestLayout>(value: &E::Variant) -> Result<Vec<u8>, gdvariant::EncodeError> {
    generic::to_vec::<E, _>(value, EncodeOptions::new())
}

/// Checks that a type without a counterpart is a strict error and a loss with the same path.
fn assert_listed(what: &str, error: &ConvertError, report: &Report) {
    assert!(!report.is_lossless(), "{what}: {error}");
    let mut losses = report.losses().iter();
    assert!(
        losses.any(|loss| loss.path() == error.path()),
        "{what}: {error}\n{report}"
    );
}

/// Checks that a lossless conversion keeps the value, and that the reverse returns the bytes.
fn assert_lossless<A: TestLayout, B: TestLayout>(
    what: &str,
    value: &A::Variant,
    converted: &B::Variant,
) {
    let back = Converter::new().convert::<B, A>(converted);
    let (back, report) = match back {
        Ok(back) => back,
        // The value contains an element that does not match its declared type.
        Err(error) if matches!(error.kind(), ConvertErrorKind::NotDeclared { .. }) => return,
        Err(error) => panic!("{what}, and back: {error}"),
    };
    assert!(report.is_lossless(), "{what}, and back: {report}");
    assert_eq!(encoded::<A>(&back), encoded::<A>(value), "{what}, and back");
    if A::LAYOUT.number_of(Kind::PandemoniumTypedArray)
        == B::LAYOUT.number_of(Kind::PandemoniumTypedArray)
    {
        let [from, to] = [value.to_tag(), converted.to_tag()].map(with_quiet_nans);
        assert_eq!(from, to, "{what}");
    }
}

fn vectors_are_equal_errors_or_listed<A: TestLayout>() {
    let values = vector_values::<A>();
    assert!(values.len() > 400);
    macro_rules! to_each {
        ({} $({ $module:ident $marker:ident })*) => {
            $(for (id, value) in &values {
                check::<A, gdvariant::$marker>(id, value);
            })*
        };
    }
    crate::common::layouts::each_layout!(to_each {});
}

in_each_layout!(vectors_are_equal_errors_or_listed);

/// Checks that all vectors survive, because Godot 4 has every type of Godot 3.
#[test]
fn godot3_vectors_are_kept_by_godot4() {
    use gdvariant::{Godot3, Godot4};
    for (id, value) in vector_values::<Godot3>() {
        let converted = Converter::new().convert::<Godot3, Godot4>(&value);
        let (_, report) = converted.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert!(report.is_lossless(), "{id}: {report}");
    }
}
