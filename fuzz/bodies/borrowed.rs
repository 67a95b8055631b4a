use super::{check_error, encoded, memory};
use gdvariant::{DecodeErrorKind, DecodeOptions, Engine, generic};

/// Checks that a decoded `VariantRef` is equal to the decoded `Variant`.
pub fn borrowed(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions) {
    let borrowed = memory::within_limit(input, || {
        generic::from_slice::<E, E::VariantRef<'_>>(input, options)
    });
    let owned = generic::from_slice::<E, E::Variant>(input, options);
    match (borrowed, owned) {
        (Ok(borrowed), Ok(owned)) => {
            let bytes = encoded::<E, _>(&owned);
            assert_eq!(encoded::<E, _>(&borrowed), bytes);
            assert_eq!(borrowed.to_string(), owned.to_string());
            let converted: E::Variant = borrowed.into();
            assert_eq!(encoded::<E, _>(&converted), bytes);
        }
        // A string that lenient decoding alters cannot be borrowed. The error may hide another.
        (Err(error), _) if *error.kind() == DecodeErrorKind::CannotBorrow => {
            check_error(&error, input);
        }
        (Err(borrowed), Err(owned)) => {
            check_error(&borrowed, input);
            assert_eq!(borrowed, owned);
        }
        (borrowed, owned) => panic!("{borrowed:?}, but {owned:?}"),
    }
}
