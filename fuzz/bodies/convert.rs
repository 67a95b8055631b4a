use super::encoded;
use gdvariant::{Converter, DecodeOptions, EncodeErrorKind, Engine, generic};

/// Checks that a decoded value converts to every layout.
///
/// The converted value can be encoded, and a lossless conversion can be reversed.
pub fn convert(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions) {
    let Ok(value) = generic::from_slice::<E, E::Variant>(input, options) else {
        return;
    };
    macro_rules! to_each {
        ({} $({ $module:ident $marker:ident $types:tt })*) => {
            $(to::<E, gdvariant::$marker>(&value);)*
        };
    }
    gdvariant::each_layout!(to_each {});
}

fn to<A: Engine, B: Engine>(value: &A::Variant) {
    let lossy = Converter::new().lossy();
    let (converted, report) = lossy
        .convert::<A, B>(value)
        .expect("lossy conversions do not fail");
    assert_eq!(report.is_lossless(), report.losses().is_empty());
    match generic::to_vec::<B, _>(&converted) {
        Ok(bytes) => {
            let strict = DecodeOptions::new().allow_objects(true);
            let again = generic::from_slice::<B, B::Variant>(&bytes, strict)
                .expect("an encoded value can be decoded");
            assert_eq!(
                generic::to_vec::<B, _>(&again).expect("a decoded value can be encoded"),
                bytes
            );
        }
        Err(error) => match error.kind() {
            // The replacement of a value may be nested more deeply than the value.
            EncodeErrorKind::TooDeep { .. } => assert!(!report.is_lossless(), "{error}"),
            // A value that is not of the declared type cannot be encoded in any layout.
            _ => assert_eq!(encoded::<A, _>(value), None, "{error}"),
        },
    }
    if report.is_lossless() {
        let (back, report) = Converter::new()
            .convert::<B, A>(&converted)
            .expect("a lossless conversion can be reversed");
        assert!(report.is_lossless(), "{report}");
        let [before, after] = [value, &back].map(|value| generic::to_vec::<A, _>(value).ok());
        assert_eq!(before, after);
    }
}
