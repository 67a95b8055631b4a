//! The equal starts and ends of two slices.

use std::iter::zip;

/// The number of elements that are compared at a time.
const BLOCK: usize = 64;

/// Returns the length of the common start of two slices.
pub(crate) fn common_prefix<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let blocks = zip(a.chunks_exact(BLOCK), b.chunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = zip(&a[equal..], &b[equal..]);
    equal + rest.take_while(|(a, b)| a == b).count()
}

/// Returns the length of the common end of two slices.
pub(crate) fn common_suffix<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let blocks = zip(a.rchunks_exact(BLOCK), b.rchunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - equal], &b[..b.len() - equal]);
    let rest = zip(a.iter().rev(), b.iter().rev());
    equal + rest.take_while(|(a, b)| a == b).count()
}
