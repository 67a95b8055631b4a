//! Iterators that map the items of another iterator.

/// Implements the iterator traits for a type that maps the items of the iterator in a field.
macro_rules! mapped_iterator {
    (<$($lifetime:lifetime,)? $parameter:ident $(: $bound:path)?> $iterator:ty, $field:ident: |$from:pat_param| -> $item:ty = $map:expr) => {
        impl<$($lifetime,)? $parameter $(: $bound)?> Iterator for $iterator {
            type Item = $item;

            fn next(&mut self) -> Option<$item> {
                self.$field.next().map(|$from| -> $item { $map })
            }

            fn size_hint(&self) -> (usize, Option<usize>) {
                self.$field.size_hint()
            }
        }

        impl<$($lifetime,)? $parameter $(: $bound)?> DoubleEndedIterator for $iterator {
            fn next_back(&mut self) -> Option<$item> {
                self.$field.next_back().map(|$from| -> $item { $map })
            }
        }

        impl<$($lifetime,)? $parameter $(: $bound)?> ExactSizeIterator for $iterator {}

        impl<$($lifetime,)? $parameter $(: $bound)?> core::iter::FusedIterator for $iterator {}
    };
}

pub(crate) use mapped_iterator;
