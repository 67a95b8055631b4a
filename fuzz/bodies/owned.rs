use super::{check_error, is_unconverted, memory};
use gdvariant::{DecodeOptions, EncodeOptions, Engine, IgnoredAny, RawValueRef, generic};

/// Checks that decoding a `Variant`, skipping the value and keeping its bytes have the same result.
pub fn owned(input: &[u8]) {
    in_chosen_layout!(check, input);
}

pub(super) fn check<E: Engine>(input: &[u8], options: DecodeOptions) {
    let decoded = memory::within_limit(input, || {
        generic::from_slice::<E, E::Variant>(input, options)
    });
    let skipped = memory::within_limit(input, || {
        generic::from_slice::<E, IgnoredAny>(input, options)
    });
    let raw = generic::from_slice::<E, RawValueRef<'_, E>>(input, options);
    assert_eq!(raw.as_ref().map(|_| ()), skipped.as_ref().map(|_| ()));
    if let Ok(raw) = raw {
        let forwarded = generic::to_vec::<E, _>(&raw, EncodeOptions::new())
            .expect("a value is nested no deeper");
        assert_eq!(forwarded, raw.as_bytes());
        assert!(input.starts_with(&forwarded));
    }
    match decoded {
        Ok(value) => {
            skipped.expect("a value that can be decoded can be skipped");
            assert_eq!(format!("{:?}", value.clone()), format!("{value:?}"));
            let _ = value.to_string();
        }
        Err(error) => {
            check_error(&error, input);
            // Skipping does not convert elements to the declared type.
            if !is_unconverted(&error) {
                let expected = "what cannot be decoded cannot be skipped";
                assert_eq!(skipped.expect_err(expected), error);
            }
        }
    }
    // The bytes after a value do not affect the value.
    if let Ok((value, length)) = generic::from_slice_prefix::<E, E::Variant>(input, options) {
        let alone = generic::from_slice::<E, E::Variant>(&input[..length], options)
            .expect("the same bytes can be decoded alone");
        assert_eq!(format!("{alone:?}"), format!("{value:?}"));
    }
}
