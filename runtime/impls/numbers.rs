//! bool, int and float. Whole numbers of any width are an int; `f32` and `f64` are a float, and take an int as well.

use crate::reader::Header;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Kind, Layout,
    Reader, Writer, format,
};
use alloc::vec::Vec;
use core::any::Any;

impl<L: Layout> Encode<L> for bool {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.encode_behind([], writer)
    }

    #[inline]
    fn encode_behind<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        writer.bool(key, *self);
        Ok(())
    }
}

impl<'de, L: Layout> Decode<'de, L> for bool {
    #[expect(
        clippy::inline_always,
        reason = "a call costs a tenth of decoding a short remote call"
    )]
    #[inline(always)]
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.bool()
    }
}

/// Nil.
impl<L: Layout> Encode<L> for () {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.empty(Kind::Nil);
        Ok(())
    }
}

impl<'de, L: Layout> Decode<'de, L> for () {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Nil).map(drop)
    }
}

impl<L: Layout> Reader<'_, L> {
    /// Takes an int, and gives it with the offset of its body.
    #[inline]
    pub(crate) fn int(&mut self) -> Result<(i64, usize), DecodeError> {
        if let Some(value) = self.take_narrow(Kind::Int) {
            return Ok((
                value.cast_signed().into(),
                self.position() - size_of::<i32>(),
            ));
        }
        self.any_int()
    }

    #[inline(never)]
    fn any_int(&mut self) -> Result<(i64, usize), DecodeError> {
        let header = self.header()?;
        if !header.is::<L>(Kind::Int) {
            return Err(self.wrong_type(header, L::name_of(Kind::Int)));
        }
        let offset = self.position();
        Ok((self.int_body(header)?, offset))
    }

    /// Takes the body of a pool array of numbers: in one go where they are of the type that is asked for, else each as `element` makes it of
    /// a number and its offset.
    fn pool_of_numbers<N: crate::fields::Fields + 'static, T: 'static>(
        &mut self,
        elements: &mut Vec<T>,
        element: impl Fn(N, usize) -> Result<T, DecodeError>,
    ) -> Result<(), DecodeError> {
        if let Some(same) = (elements as &mut dyn Any).downcast_mut::<Vec<N>>() {
            return self.pool_body(same);
        }
        self.pool_numbers(|number, offset| {
            elements.push(element(number, offset)?);
            Ok(())
        })
    }

    /// Takes the body of a pool array of numbers, and hands them out with their offsets.
    fn pool_numbers<N: crate::fields::Fields>(
        &mut self,
        mut number: impl FnMut(N, usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let bytes = self.pool_bytes(N::LENGTH)?;
        let padding = crate::reader::padding(bytes.len()).min(self.position());
        let start = self.position() - padding - bytes.len();
        for (index, bytes) in bytes.chunks_exact(N::LENGTH).enumerate() {
            let value = N::take(&mut crate::fields::FieldReader::new(bytes));
            number(value, start + index * N::LENGTH)
                .map_err(|error| error.within(crate::Segment::Index(index)))?;
        }
        Ok(())
    }
}

/// A whole number of a narrower type, from the body at this offset.
#[inline]
pub(crate) fn in_range<T: TryFrom<i64>>(
    value: i64,
    offset: usize,
    expected: &'static str,
) -> Result<T, DecodeError> {
    T::try_from(value)
        .map_err(|_| DecodeError::new(offset, DecodeErrorKind::OutOfRange { value, expected }))
}

macro_rules! whole_numbers {
    ($($number:ty),*) => {$(
        impl<'de, L: Layout> Decode<'de, L> for $number {
            #[inline]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                let (value, offset) = reader.int()?;
                in_range(value, offset, stringify!($number))
            }

            fn decode_elements(reader: &mut Reader<'de, L>, count: usize, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                reader.ints(count, elements, stringify!($number))
            }

            fn decode_pool(reader: &mut Reader<'de, L>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                if header.is::<L>(Kind::PoolByteArray) {
                    reader.pool_of_numbers(elements, |value: u8, offset| in_range(value.into(), offset, stringify!($number)))
                } else if header.is::<L>(Kind::PoolIntArray) {
                    reader.pool_of_numbers(elements, |value: i32, offset| in_range(value.into(), offset, stringify!($number)))
                } else {
                    Err(reader.wrong_type(header, "Array, PoolByteArray or PoolIntArray"))
                }
            }
        }
    )*};
}

whole_numbers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! within_int {
    ($($number:ty),*) => {$(
        impl<L: Layout> Encode<L> for $number {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                self.encode_behind([], writer)
            }

            #[inline]
            fn encode_behind<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                writer.int(key, (*self).into());
                Ok(())
            }

            #[inline]
            fn encode_together(elements: &[Self], writer: &mut Writer<'_, L>) -> usize {
                writer.narrow_ints(elements.iter().map(|element| (*element).into()))
            }
        }
    )*};
}

within_int!(i8, i16, i32, i64, u8, u16, u32);

macro_rules! beyond_int {
    ($($number:ty),*) => {$(
        impl<L: Layout> Encode<L> for $number {
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                match i64::try_from(*self) {
                    Ok(value) => writer.int([], value),
                    Err(_) => return Err(EncodeError::new(EncodeErrorKind::OutOfRange { value: *self as u64 })),
                }
                Ok(())
            }
        }
    )*};
}

beyond_int!(u64, usize);

impl<L: Layout> Encode<L> for isize {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.int([], *self as i64);
        Ok(())
    }
}

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl<L: Layout> Encode<L> for $float {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                self.encode_behind([], writer)
            }

            #[inline]
            fn encode_behind<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                writer.float(key, (*self).into());
                Ok(())
            }
        }

        impl<'de, L: Layout> Decode<'de, L> for $float {
            #[inline]
            #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a script's numbers are rounded as needed")]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                if let Some(bits) = reader.take_narrow(Kind::Float) {
                    return Ok(f32::from_bits(bits).into());
                }
                let header = reader.header()?;
                if header.is::<L>(Kind::Float) {
                    reader.float_body(header).map(|value| value as Self)
                } else if header.is::<L>(Kind::Int) {
                    reader.int_body(header).map(|value| value as Self)
                } else {
                    Err(reader.wrong_type(header, L::name_of(Kind::Float)))
                }
            }

            #[allow(
                clippy::cast_precision_loss,
                clippy::cast_possible_truncation,
                clippy::cast_lossless,
                reason = "a script's numbers are rounded as needed"
            )]
            fn decode_pool(reader: &mut Reader<'de, L>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                if header.is::<L>(Kind::PoolRealArray) {
                    if L::DOUBLE {
                        reader.pool_of_numbers(elements, |value: f64, _| Ok(value as Self))
                    } else {
                        reader.pool_of_numbers(elements, |value: f32, _| Ok(value as Self))
                    }
                } else if header.is::<L>(Kind::PoolIntArray) {
                    reader.pool_of_numbers(elements, |value: i32, _| Ok(value as Self))
                } else {
                    Err(reader.wrong_type(header, "Array, PoolRealArray or PoolIntArray"))
                }
            }
        }
    )*};
}

floats!(f32, f64);

/// A count never exceeds what a `usize` holds on the smallest machine that has an allocator for it.
const _: () = assert!(format::MAX_LENGTH as u64 <= usize::MAX as u64);
