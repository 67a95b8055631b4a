use super::{check_error, memory};
use gdvariant::{DecodeOptions, Ignored, Layout, generic};

/// Decodes into a Variant, which skipping the value has to agree with.
pub fn owned(input: &[u8]) {
    in_chosen_layout!(check, input);
}

fn check<L: Layout>(input: &[u8], options: DecodeOptions) {
    let decoded = memory::within_limit(input, || {
        generic::from_slice::<L, L::Variant>(input, options)
    });
    let skipped = memory::within_limit(input, || generic::from_slice::<L, Ignored>(input, options));
    match decoded {
        Ok(value) => {
            skipped.expect("what can be decoded can be skipped");
            assert_eq!(format!("{:?}", value.clone()), format!("{value:?}"));
            let _ = value.to_string();
        }
        Err(error) => {
            check_error(&error, input);
            assert_eq!(
                skipped.expect_err("what cannot be decoded cannot be skipped"),
                error
            );
        }
    }
    // A value is the same, whatever follows it.
    if let Ok((value, length)) = generic::from_slice_prefix::<L, L::Variant>(input, options) {
        let alone = generic::from_slice::<L, L::Variant>(&input[..length], options)
            .expect("the same value");
        assert_eq!(format!("{alone:?}"), format!("{value:?}"));
    }
}
