use super::{check_error, encoded, memory};
use gdvariant::{DecodeErrorKind, DecodeOptions, Layout, generic};

/// Decodes into a VariantRef, which has to be what an owned Variant is.
pub fn borrowed(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<L: Layout>(input: &[u8], options: DecodeOptions) {
    let borrowed = memory::within_limit(input, || {
        generic::from_slice::<L, L::VariantRef<'_>>(input, options)
    });
    let owned = generic::from_slice::<L, L::Variant>(input, options);
    match (borrowed, owned) {
        (Ok(borrowed), Ok(owned)) => {
            let bytes = encoded::<L, _>(&owned);
            assert_eq!(encoded::<L, _>(&borrowed), bytes);
            assert_eq!(borrowed.to_string(), owned.to_string());
            let made_owned: L::Variant = borrowed.into();
            assert_eq!(encoded::<L, _>(&made_owned), bytes);
        }
        // Lenient decoding changes strings, which may come before the fault.
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
