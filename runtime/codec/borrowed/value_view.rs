//! Borrowed values of components.

use super::check_borrowed;
use crate::table::layout::HasLayout;
use crate::value::view::{Numbers, Shape, visit_element};
use crate::wire::fields::{Fields, value_of};
use crate::wire::number::Number;
use crate::wire::reader::Header;
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Reader, Writer};
use alloc::boxed::Box;
use alloc::vec::Vec;
use core::borrow::Borrow;
use core::fmt;
use core::marker::PhantomData;

/// A borrowed value of components, such as a matrix, that is too large to store in a `VariantRef`.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Basis, EncodedValue, godot4};
///
/// let bytes = godot4::to_vec(&Basis::default())?;
/// let view: EncodedValue<'_, Basis> = godot4::from_slice(&bytes)?;
/// assert_eq!(view.get(), Basis::default());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy)]
pub struct EncodedValue<'de, T> {
    /// The encoded components; the length is `T::LENGTH`.
    body: &'de [u8],
    value: PhantomData<fn() -> T>,
}

impl<T: Fields> EncodedValue<'_, T> {
    /// Decodes the value.
    #[must_use]
    pub fn get(&self) -> T {
        value_of(self.body)
    }
}

impl<T: Fields + PartialEq> PartialEq for EncodedValue<'_, T> {
    fn eq(&self, other: &Self) -> bool {
        self.get() == other.get()
    }
}

impl<T: Fields + fmt::Debug> fmt::Debug for EncodedValue<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.get().fmt(f)
    }
}

impl<T: Fields> Numbers for EncodedValue<'_, T> {
    fn shape(&self) -> Shape<'_> {
        Shape {
            elements: 1,
            borrowed: Some(self.body),
            rows: T::ROWS,
        }
    }

    fn element(&self, _index: usize, visit: &mut dyn FnMut(Number)) {
        visit_element(Some(self.get()), visit);
    }

    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self.body);
    }
}

impl<E: Engine, T: Fields + Encode<E>> Encode<E> for EncodedValue<'_, T> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        self.get().encode(writer)
    }
}

impl<'de, E: Engine, T: Fields + Decode<'de, E>> Decode<'de, E> for EncodedValue<'de, T> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let mut body = reader.clone();
        // Decoding the value checks the header and advances the reader.
        T::decode(reader)?;
        let header = body.header()?;
        body.value_view(header)
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Decodes a body of components without copying it.
    pub(crate) fn value_view<T: Fields>(
        &mut self,
        header: Header,
    ) -> Result<EncodedValue<'de, T>, DecodeError> {
        check_borrowed(self, header)?;
        let body = self.components(header, T::ROWS, T::LENGTH)?;
        Ok(EncodedValue {
            body,
            value: PhantomData,
        })
    }
}

/// How a Variant or a `VariantRef` holds the components `T`: as the value, in a box, or in the input.
pub(crate) trait HeldFields<'de, T>: Sized {
    /// Decodes or borrows the body, and passes the payload to `to`.
    fn decode_to<E: HasLayout, R>(
        reader: &mut Reader<'de, E>,
        header: Header,
        to: impl FnOnce(Self) -> R,
    ) -> Result<R, DecodeError>;

    /// Returns the decoded value.
    fn get(&self) -> T;

    /// Returns the components.
    fn numbers(&self) -> &dyn Numbers;
}

macro_rules! held {
    ($($held:ty),*) => {$(
        impl<'de, T: Fields> HeldFields<'de, T> for $held {
            #[inline]
            fn decode_to<E: HasLayout, R>(
                reader: &mut Reader<'de, E>,
                header: Header,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                let body = reader.fields_body::<T>(header)?;
                Ok(to(value_of::<T>(&body).into()))
            }

            #[inline]
            fn get(&self) -> T {
                *Borrow::<T>::borrow(self)
            }

            fn numbers(&self) -> &dyn Numbers {
                Borrow::<T>::borrow(self)
            }
        }
    )*};
}

held!(T, Box<T>);

impl<'de, T: Fields> HeldFields<'de, T> for EncodedValue<'de, T> {
    #[inline]
    fn decode_to<E: HasLayout, R>(
        reader: &mut Reader<'de, E>,
        header: Header,
        to: impl FnOnce(Self) -> R,
    ) -> Result<R, DecodeError> {
        let value = reader.value_view(header)?;
        Ok(to(value))
    }

    #[inline]
    fn get(&self) -> T {
        EncodedValue::get(self)
    }

    fn numbers(&self) -> &dyn Numbers {
        self
    }
}
