use super::{check_error, encoded, memory};
use gdvariant::{DecodeErrorKind, DecodeOptions, Layout, generic};

/// Checks that a decoded `VariantRef` is equal to the decoded `Variant`.
pub fn borrowed(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<L: Layout>(input: &[u8], options: DecodeOptions) {
    let borrowed = memory::within_limit(input, || {
        generic::from_slice::<L, L::VariantRef<'_>>(input, options)
    });
    let owned = generic::from_slice::<L, L::Variant>(input, options);
    match (borrowed, owned) {
        (Ok(borrowed), Ok(owned)) => {
            let bytes = encoded::<L, _>(&owned);
            assert_eq!(encoded::<L, _>(&borrowed), bytes);
            assert_eq!(borrowed.to_string(), owned.to_string());
            let converted: L::Variant = borrowed.into();
            assert_eq!(encoded::<L, _>(&converted), bytes);
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
