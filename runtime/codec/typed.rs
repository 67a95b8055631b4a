//! Typed containers of Rust's types, which state their declared type as a constant.

use crate::codec::declared::{declared, not_declared};
use crate::value::declared::{Other, allows};
use crate::wire::element::type_of_number;
use crate::wire::writer::checked_length;
use crate::{DeclaredType, ElementType, Encode, EncodeError, Kind, TypedLayout, Writer};

impl<L: TypedLayout> Writer<'_, L> {
    /// Encodes an `Array[T]`.
    pub(crate) fn typed_elements<T: Encode<L> + DeclaredType<L>>(
        &mut self,
        elements: &[T],
    ) -> Result<(), EncodeError> {
        let count = self.typed_array_start::<T>(elements.len())?;
        self.elements_with(count, elements, |writer, element| {
            writer.of_declared_type(element)
        })
    }

    /// Encodes an `Array[T]`.
    pub(crate) fn typed_list<'t, T: Encode<L> + DeclaredType<L> + 't>(
        &mut self,
        elements: impl IntoIterator<Item = &'t T, IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let elements = elements.into_iter();
        let count = self.typed_array_start::<T>(elements.len())?;
        self.list_after_count(count, elements.map(OfDeclaredType))
    }

    fn typed_array_start<T: DeclaredType<L>>(&mut self, length: usize) -> Result<u32, EncodeError> {
        let (count, element) = (checked_length(length)?, ElementType::from(T::DECLARED));
        L::put_array_start(self, count, [&declared::<L>(&element)?])
            .map_err(|error| self.fail(error))?;
        Ok(count)
    }

    /// Encodes a `Dictionary[K, V]`.
    pub(crate) fn typed_pairs<
        't,
        K: Encode<L> + DeclaredType<L> + 't,
        V: Encode<L> + DeclaredType<L> + 't,
    >(
        &mut self,
        pairs: impl IntoIterator<Item = (&'t K, &'t V), IntoIter: ExactSizeIterator>,
    ) -> Result<(), EncodeError> {
        let pairs = pairs.into_iter();
        let count = checked_length(pairs.len())?;
        let [key, value] = [K::DECLARED, V::DECLARED].map(ElementType::from);
        let types = [&declared::<L>(&key)?, &declared::<L>(&value)?];
        L::put_dictionary_start(self, count, types).map_err(|error| self.fail(error))?;
        let checked = pairs.map(|(key, value)| (OfDeclaredType(key), OfDeclaredType(value)));
        self.pairs_after_count(count, checked)
    }

    /// Encodes a value, and checks that it is of the declared type of `T`.
    #[inline]
    fn of_declared_type<T: Encode<L> + DeclaredType<L>>(
        &mut self,
        value: &T,
    ) -> Result<(), EncodeError> {
        if T::DECLARED == Kind::Nil {
            return value.encode(self);
        }
        let (start, kept) = (self.out.len(), self.kept);
        // The byte with the number of the type.
        self.kept = start + 1;
        let result = value.encode(self);
        self.kept = kept;
        result?;
        if self.replaces(T::DECLARED)? {
            return Ok(());
        }
        let number = self.out.get(start).copied().unwrap_or_default();
        match type_of_number::<L>(number.into()) {
            Some(found) if allows(T::DECLARED, found) => Ok(()),
            found => Err(not_declared::<L>(Other {
                declared: T::DECLARED,
                found: found.unwrap_or(Kind::Nil),
            })),
        }
    }
}

/// A value that is encoded only if it is of its declared type.
struct OfDeclaredType<'t, T>(&'t T);

impl<L: TypedLayout, T: Encode<L> + DeclaredType<L>> Encode<L> for OfDeclaredType<'_, T> {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.of_declared_type(self.0)
    }
}
