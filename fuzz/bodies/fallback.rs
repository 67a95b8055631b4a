use gdvariant::inspect::{RowKind, RowValue};
use gdvariant::{DecodeOptions, EncodeErrorKind, EncodeOptions, Engine, Kind, generic};

/// Checks that a decoded value can be encoded with fallbacks for the oldest version of the engine.
pub fn fallback(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions) {
    let Ok(value) = generic::from_slice::<E, E::Variant>(input, options) else {
        return;
    };
    let oldest = EncodeOptions::new().target(E::LAYOUT.oldest);
    let with_fallback = oldest.fallback(true);
    let length = generic::encoded_len::<E, _>(&value, with_fallback);
    let bytes = match generic::to_vec::<E, _>(&value, with_fallback) {
        Ok(bytes) => bytes,
        Err(error) => {
            // Elements of a packed array become nested values, and may exceed the depth limit.
            // For the other error, see `encoded`.
            assert!(
                matches!(
                    error.kind(),
                    EncodeErrorKind::TooDeep { .. } | EncodeErrorKind::NotDeclared { .. }
                ),
                "{error}"
            );
            return assert!(length.is_err());
        }
    };
    assert_eq!(length.expect("the value was encoded"), bytes.len());
    match generic::to_vec::<E, _>(&value, oldest) {
        Ok(same) => assert_eq!(same, bytes),
        Err(error) => assert!(
            matches!(error.kind(), EncodeErrorKind::NotInTarget { .. }),
            "{error}"
        ),
    }

    let strict = DecodeOptions::new().allow_objects(true);
    E::LAYOUT
        .inspect(&bytes, strict, |row| {
            assert!(row.ty.since.is_none(), "a {}", row.ty.name);
            let declares = matches!(row.value, RowValue::Type { form, .. } if !form.is_empty());
            let is_container = matches!(row.ty.kind, Kind::Array | Kind::Dictionary);
            assert!(row.kind != RowKind::Header || !is_container || !declares);
        })
        .expect("canonical bytes can be decoded");
    let old = generic::from_slice::<E, E::Variant>(&bytes, strict)
        .expect("canonical bytes can be decoded");
    for options in [EncodeOptions::new(), oldest, with_fallback] {
        let again = generic::to_vec::<E, _>(&old, options).expect("a decoded value can be encoded");
        assert_eq!(again, bytes);
    }
}
