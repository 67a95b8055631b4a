use super::encoded;
use gdvariant::{Converter, DecodeOptions, EncodeErrorKind, EncodeOptions, Engine, generic};

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
    to::<E, gdvariant::Godot3>(&value);
    to::<E, gdvariant::Godot4>(&value);
    to::<E, gdvariant::Godot4Double>(&value);
    to::<E, gdvariant::Pandemonium>(&value);
    to::<E, gdvariant::Pandemonium3>(&value);
    to::<E, gdvariant::Pandemonium5>(&value);
}

fn to<A: Engine, B: Engine>(value: &A::Variant) {
    let lossy = Converter::new().lossy();
    let (converted, report) = lossy
        .convert::<A, B>(value)
        .expect("lossy conversions do not fail");
    assert_eq!(report.is_lossless(), report.losses().is_empty());
    match generic::to_vec::<B, _>(&converted, EncodeOptions::new()) {
        Ok(bytes) => {
            let strict = DecodeOptions::new().allow_objects(true);
            let again = generic::from_slice::<B, B::Variant>(&bytes, strict)
                .expect("an encoded value can be decoded");
            assert_eq!(
                generic::to_vec::<B, _>(&again, EncodeOptions::new())
                    .expect("a decoded value can be encoded"),
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
        let [before, after] =
            [value, &back].map(|value| generic::to_vec::<A, _>(value, EncodeOptions::new()).ok());
        assert_eq!(before, after);
    }
}
