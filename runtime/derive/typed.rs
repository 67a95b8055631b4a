//! The attribute `typed`: containers that declare the type of their elements.

use super::EncodeAs;
use crate::{DeclaredType, Encode, EncodeError, TypedLayout, Writer};
use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet, VecDeque};
use alloc::vec::Vec;
#[cfg(feature = "std")]
use std::collections::{HashMap, HashSet};

/// The form of `#[variant(typed)]`.
#[derive(Debug, Clone, Copy)]
pub struct AsTyped;

/// A container that can be encoded as a typed container.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a container that can declare a type",
    label = "not a container",
    note = "`#[variant(typed)]` takes a Vec, a VecDeque, an array, a boxed slice, a set or a map, or an Option of one; a TypedArray and a TypedDictionary need no attribute"
)]
pub trait TypedField {}

/// Fails to compile for types that are not containers.
pub const fn fits_typed<T: TypedField + ?Sized>() {}

impl<T: TypedField> TypedField for Option<T> {}

macro_rules! containers {
    ($($(#[$gate:meta])? [$($held:ident)*] [$($other:tt)*] $container:ty: $encode:ident;)*) => {$(
        $(#[$gate])?
        impl<$($held,)* $($other)*> TypedField for $container {}

        $(#[$gate])?
        impl<E: TypedLayout, $($held: Encode<E> + DeclaredType<E>,)* $($other)*> EncodeAs<E, AsTyped> for $container {
            #[inline]
            fn encode_as<const LENGTH: usize>(&self, key: [u8; LENGTH], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                writer.bytes(&key);
                writer.$encode(self)
            }
        }
    )*};
}

containers! {
    [T] [] Vec<T>: typed_elements;
    [T] [] Box<[T]>: typed_elements;
    [T] [const N: usize] [T; N]: typed_elements;
    [T] [] VecDeque<T>: typed_list;
    [T] [] BTreeSet<T>: typed_list;
    #[cfg(feature = "std")]
    [T] [S] HashSet<T, S>: typed_list;
    [K V] [] BTreeMap<K, V>: typed_pairs;
    #[cfg(feature = "std")]
    [K V] [S] HashMap<K, V, S>: typed_pairs;
}
