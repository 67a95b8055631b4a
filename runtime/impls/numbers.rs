//! bool, int and float. Whole numbers of any width are an int; `f32` and `f64` are a float, and take an int as well.

use crate::components::Components;
use crate::fields::Fields;
use crate::reader::Header;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Kind, Layout,
    Reader, Writer, bodies, format,
};
use alloc::vec::Vec;
use core::any::Any;

impl<L: Layout> Encode<L> for bool {
    #[inline]
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.encode_with_key([], writer)
    }

    #[inline]
    fn encode_with_key<const N: usize>(
        &self,
        key: [u8; N],
        writer: &mut Writer<'_, L>,
    ) -> Result<(), EncodeError> {
        bodies::bool::encode(key, *self, writer);
        Ok(())
    }
}

impl<'de, L: Layout> Decode<'de, L> for bool {
    /// Fast path, inlined: a twelfth fewer instructions in rpc/decode derive, borrowed.
    #[expect(
        clippy::inline_always,
        reason = "a call costs half of what the fast path saves"
    )]
    #[inline(always)]
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        let start = reader.rest();
        match reader.take_flagged(Kind::Bool, 0).map(u32::from_le_bytes) {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => {
                reader.set_rest(start);
                reader.header_of(Kind::Bool)?;
                bodies::bool::decode(reader)
            }
        }
    }
}

/// Nil.
impl<L: Layout> Encode<L> for () {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        writer.header_with(Kind::Nil, 0);
        Ok(())
    }
}

impl<'de, L: Layout> Decode<'de, L> for () {
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        reader.header_of(Kind::Nil).map(drop)
    }
}

impl<L: Layout> Reader<'_, L> {
    /// Decodes an int, and returns it with the offset of its body.
    ///
    /// Fast path: half the instructions of ints/decode serde, owned.
    #[inline]
    pub(crate) fn int(&mut self) -> Result<(i64, usize), DecodeError> {
        if let Some(value) = self.take_flagged(Kind::Int, bodies::int::FIRST_FLAGS) {
            let value = bodies::int::First::from_le_bytes(value);
            return Ok((value.into(), self.position() - size_of_val(&value)));
        }
        self.any_int()
    }

    #[inline(never)]
    fn any_int(&mut self) -> Result<(i64, usize), DecodeError> {
        let header = self.header_of(Kind::Int)?;
        let offset = self.position();
        Ok((bodies::int::decode(self, header)?, offset))
    }

    /// Decodes the body of a pool array of numbers; `element` converts a number, whose offset it gets, if the
    /// numbers have another type.
    fn pool_of_numbers<N: Fields + 'static, T: 'static>(
        &mut self,
        header: Header,
        kind: Kind,
        elements: &mut Vec<T>,
        element: impl Fn(N, usize) -> Result<T, DecodeError>,
    ) -> Result<(), DecodeError> {
        if let Some(same) = (elements as &mut dyn Any).downcast_mut::<Vec<N>>() {
            return self.pool_body(header, kind, same);
        }
        self.pool_numbers(kind, |number, offset| {
            elements.push(element(number, offset)?);
            Ok(())
        })
    }

    /// Decodes the body of a pool array of numbers, and calls `number` with each and its offset.
    fn pool_numbers<N: Fields>(
        &mut self,
        kind: Kind,
        mut number: impl FnMut(N, usize) -> Result<(), DecodeError>,
    ) -> Result<(), DecodeError> {
        let start = self.position() + size_of::<u32>();
        let bytes = bodies::packed(self, kind, N::LENGTH)?;
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
                    reader.pool_of_numbers(header, Kind::PoolByteArray, elements, |value: u8, offset| in_range(value.into(), offset, stringify!($number)))
                } else if header.is::<L>(Kind::PoolIntArray) {
                    reader.pool_of_numbers(header, Kind::PoolIntArray, elements, |value: i32, offset| in_range(value.into(), offset, stringify!($number)))
                } else if header.is::<L>(Kind::PackedInt64Array) {
                    reader.pool_of_numbers(header, Kind::PackedInt64Array, elements, |value: i64, offset| in_range(value, offset, stringify!($number)))
                } else {
                    Err(reader.wrong_type(header, L::LISTS_OF_INTS))
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
                self.encode_with_key([], writer)
            }

            #[inline]
            fn encode_with_key<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                bodies::int::encode(key, (*self).into(), writer);
                Ok(())
            }

            #[inline]
            fn encode_batch(elements: &[Self], writer: &mut Writer<'_, L>) -> usize {
                writer.short_ints(elements.iter().map(|element| (*element).into()))
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
                    Ok(value) => bodies::int::encode([], value, writer),
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
        bodies::int::encode([], *self as i64, writer);
        Ok(())
    }
}

macro_rules! floats {
    ($($float:ty),*) => {$(
        impl<L: Layout> Encode<L> for $float {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                self.encode_with_key([], writer)
            }

            #[inline]
            fn encode_with_key<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                bodies::float::encode(key, (*self).into(), writer);
                Ok(())
            }
        }

        impl<'de, L: Layout> Decode<'de, L> for $float {
            #[inline]
            #[allow(clippy::cast_precision_loss, clippy::cast_possible_truncation, reason = "a script's numbers are rounded as needed")]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                let header = reader.header()?;
                if header.is::<L>(Kind::Float) {
                    bodies::float::decode(reader, header).map(|value| value as Self)
                } else if header.is::<L>(Kind::Int) {
                    bodies::int::decode(reader, header).map(|value| value as Self)
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
                    if Components::<L>::length(header.number()) == Some(f64::LENGTH) {
                        reader.pool_of_numbers(header, Kind::PoolRealArray, elements, |value: f64, _| Ok(value as Self))
                    } else {
                        reader.pool_of_numbers(header, Kind::PoolRealArray, elements, |value: f32, _| Ok(value as Self))
                    }
                } else if header.is::<L>(Kind::PoolIntArray) {
                    reader.pool_of_numbers(header, Kind::PoolIntArray, elements, |value: i32, _| Ok(value as Self))
                } else if header.is::<L>(Kind::PackedFloat64Array) {
                    reader.pool_of_numbers(header, Kind::PackedFloat64Array, elements, |value: f64, _| Ok(value as Self))
                } else if header.is::<L>(Kind::PackedInt64Array) {
                    reader.pool_of_numbers(header, Kind::PackedInt64Array, elements, |value: i64, _| Ok(value as Self))
                } else {
                    Err(reader.wrong_type(header, L::LISTS_OF_NUMBERS))
                }
            }
        }
    )*};
}

floats!(f32, f64);

/// A count never exceeds what a `usize` holds on the smallest machine that has an allocator for it.
const _: () = assert!(format::MAX_LENGTH as u64 <= usize::MAX as u64);
