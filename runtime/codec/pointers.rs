//! `Encode` and `Decode` for `Option`, pointers and `Wrapping`. Pointers and `Wrapping` are encoded as
//! the value within.

use crate::table::layout::HasLayout;
use crate::{Decode, DecodeError, Encode, EncodeError, Engine, Kind, Reader, Writer};
use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
#[cfg(target_has_atomic = "ptr")]
use alloc::sync::Arc;
use core::num::Wrapping;

macro_rules! encode_through {
    ($([$($bounds:tt)*] $outer:ty: |$this:ident| $inner:expr $(, $enter:ident)?;)*) => {$(
        impl<E: HasLayout, T: Encode<E> + $($bounds)*> Encode<E> for $outer {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                $(writer.$enter()?;)?
                let $this = self;
                $inner.encode(writer)
            }
        }
    )*};
}

encode_through! {
    [?Sized] &T: |this| (**this);
    [?Sized] &mut T: |this| (**this);
    [ToOwned + ?Sized] Cow<'_, T>: |this| (**this);
    [?Sized] Box<T>: |this| (**this), enter_pointer;
    [?Sized] Rc<T>: |this| (**this), enter_pointer;
    [] Wrapping<T>: |this| this.0;
}
#[cfg(target_has_atomic = "ptr")]
encode_through!([?Sized] Arc<T>: |this| (**this), enter_pointer;);

macro_rules! decode_into {
    ($($outer:ident: $new:expr $(, $enter:ident)?;)*) => {$(
        impl<'de, E: Engine, T: Decode<'de, E>> Decode<'de, E> for $outer<T> {
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                $(
                    reader.$enter()?;
                    // A pointer to a shared value also allocates two counts.
                    reader.charge::<(T, [usize; 2])>(1)?;
                )?
                T::decode(reader).map($new)
            }

            fn absent() -> Option<Self> {
                T::absent().map($new)
            }
        }
    )*};
}

decode_into! {
    Box: Self::new, enter_pointer;
    Rc: Self::new, enter_pointer;
    Wrapping: Self;
}
#[cfg(target_has_atomic = "ptr")]
decode_into!(Arc: Self::new, enter_pointer;);

impl<E: HasLayout> Writer<'_, E> {
    /// Encodes a value with `write`, or Nil for `None`.
    #[inline]
    pub(crate) fn optional<T>(
        &mut self,
        value: Option<&T>,
        write: impl FnOnce(&T, &mut Self) -> Result<(), EncodeError>,
    ) -> Result<(), EncodeError> {
        let Some(value) = value else {
            self.header_with(Kind::Nil, 0);
            return Ok(());
        };
        write(value, self)
    }
}

impl<E: HasLayout> Reader<'_, E> {
    /// Decodes a value with `read`, or Nil as `None`.
    #[inline]
    pub(crate) fn optional<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T, DecodeError>,
    ) -> Result<Option<T>, DecodeError> {
        if self.peek().is_some_and(|header| header.is(Kind::Nil)) {
            self.header()?;
            return Ok(None);
        }
        read(self).map(Some)
    }
}

/// Encodes `None` as Nil, and `Some` as its value. `Some(None)`, `Some(())` and
/// `Some(Variant::Nil)` are Nil too, so they are decoded as `None`.
impl<E: Engine, T: Encode<E>> Encode<E> for Option<T> {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.optional(self.as_ref(), T::encode)
    }

    #[inline]
    fn encode_field<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, E>,
    ) -> Result<(), EncodeError> {
        match self {
            Some(value) => value.encode_field(key, writer),
            None => ().encode_field(key, writer),
        }
    }
}

/// Decodes Nil as `None`, even if a `T` can be Nil; any other value has to be a `T`.
impl<'de, E: Engine, T: Decode<'de, E>> Decode<'de, E> for Option<T> {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.optional(T::decode)
    }

    fn absent() -> Option<Self> {
        Some(None)
    }
}
