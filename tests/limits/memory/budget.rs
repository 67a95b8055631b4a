//! The documented limit of allocations, and its check.

use crate::common::TestLayout;
use allocation_counter::measure;
use gdvariant::{DecodeOptions, generic};
use std::hint::black_box;

/// Returns the documented limit of allocated bytes for an input of this length, including errors.
pub(crate) fn allowed(input: usize) -> u64 {
    64 * input as u64 + 4096
}

/// Checks that decoding the input stays within the limit.
pub(crate) fn check<E: TestLayout>(what: &str, input: &[u8]) {
    for options in [DecodeOptions::new(), DecodeOptions::engine()] {
        let options = options.allow_objects(true);
        let decode = || {
            let value = generic::from_slice::<E, E::Variant>(input, options);
            drop(black_box(value));
        };
        let borrow = || {
            let value = generic::from_slice::<E, E::VariantRef<'_>>(input, options);
            drop(black_box(value));
        };
        for info in [measure(decode), measure(borrow)] {
            assert_eq!(info.bytes_current, 0, "{what}: everything is freed");
            let (total, limit) = (info.bytes_total, allowed(input.len()));
            assert!(
                total <= limit,
                "{what}: {} bytes of input, {total} allocated, {limit} allowed",
                input.len()
            );
        }
    }
}
