//! The documented limit of allocations, and its check.

use crate::common::TestLayout;
use gdvariant::{DecodeOptions, generic};

/// Returns the documented limit of allocated bytes for an input of this length, including errors.
pub(crate) fn allowed(input: usize) -> u64 {
    64 * input as u64 + 4096
}

/// Decodes with every combination of options, and returns the largest number of allocated bytes.
fn allocated<L: TestLayout>(input: &[u8]) -> u64 {
    let (strict, engine) = (DecodeOptions::new(), DecodeOptions::engine());
    let all = [
        strict,
        strict.allow_objects(true),
        engine,
        engine.allow_objects(true),
    ];
    let counts = all.map(|options| {
        let info = allocation_counter::measure(|| {
            let _ = std::hint::black_box(generic::from_slice::<L, L::Variant>(input, options));
        });
        let borrowed = allocation_counter::measure(|| {
            let _ =
                std::hint::black_box(generic::from_slice::<L, L::VariantRef<'_>>(input, options));
        });
        assert_eq!(
            (info.bytes_current, borrowed.bytes_current),
            (0, 0),
            "everything is freed"
        );
        info.bytes_total.max(borrowed.bytes_total)
    });
    counts.into_iter().max().unwrap_or(0)
}

/// Checks that decoding the input stays within the limit.
pub(crate) fn check<L: TestLayout>(what: &str, input: &[u8]) {
    let (total, limit) = (allocated::<L>(input), allowed(input.len()));
    assert!(
        total <= limit,
        "{what}: {} bytes of input, {total} allocated, {limit} allowed",
        input.len()
    );
}

#[test]
fn the_allocator_counts() {
    let info = allocation_counter::measure(|| drop(std::hint::black_box(vec![0_u8; 1000])));
    assert_eq!((info.bytes_total, info.bytes_current), (1000, 0));
}
