//! Pointers are encoded as the value that they point to; an `Option` is its value or Nil.

use crate::{Decode, DecodeError, Encode, EncodeError, Kind, Layout, Reader, Writer};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::sync::Arc;

macro_rules! encode_through {
    ($($pointer:ty $(: $enter:ident)?),*) => {$(
        impl<L: Layout, T: Encode<L> + ?Sized> Encode<L> for $pointer {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                $(writer.$enter()?;)?
                (**self).encode(writer)
            }
        }
    )*};
}

encode_through!(&T, &mut T, Box<T>: enter_pointer, Rc<T>: enter_pointer, Arc<T>: enter_pointer);

impl<L: Layout, T: Encode<L> + ToOwned + ?Sized> Encode<L> for Cow<'_, T> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        (**self).encode(writer)
    }
}

macro_rules! decode_into {
    ($($pointer:ident),*) => {$(
        impl<'de, L: Layout, T: Decode<'de, L>> Decode<'de, L> for $pointer<T> {
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                reader.enter_pointer()?;
                T::decode(reader).map($pointer::new)
            }

            fn absent() -> Option<Self> {
                T::absent().map($pointer::new)
            }
        }
    )*};
}

decode_into!(Box, Rc, Arc);

/// None is Nil.
impl<L: Layout, T: Encode<L>> Encode<L> for Option<T> {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.encode(writer),
            None => ().encode(writer),
        }
    }
}

/// Nil is None, anything else has to be a `T`.
impl<'de, L: Layout, T: Decode<'de, L>> Decode<'de, L> for Option<T> {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        if reader
            .peek()
            .is_some_and(|header| header.is::<L>(Kind::Nil))
        {
            reader.header()?;
            return Ok(None);
        }
        T::decode(reader).map(Some)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}
