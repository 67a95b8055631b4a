//! `Encode` and `Decode` for `bool`, integers and floats. Integers of any width are encoded as an
//! int, and `f32` and `f64` as a float. Floats are also decoded from an int: [`Float`] defines
//! which ints are accepted.

use crate::codec::block::{MOST_OF_INT as MOST, Sink, ints_length};
use crate::codec::coerce::to_i64;
use crate::codec::numbers::{NARROW_FLOAT, NARROW_INT, NarrowInt, WIDE_FLOAT, WIDE_INT};
use crate::wire::components::Components;
use crate::wire::cursor::{Cursor, WireNumber};
use crate::wire::fields::{Component, Fields, value_of};
use crate::wire::number::{Float, Number};
use crate::wire::reader::Header;
use crate::{
    Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind, Kind, Layout,
    Reader, Segment, Writer, format,
};
use alloc::vec::Vec;
use core::any::Any;

/// The length of a header in bytes.
const HEADER: usize = format::HEADER_LENGTH as usize;

/// Implements `Encode` with a method of the sink that writes an optional key and a value.
macro_rules! encode {
    ($value:ty: $body:ident $($encode_batch:tt)*) => {
        impl<L: Layout> Encode<L> for $value {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                self.encode_to([], writer)
            }

            #[inline(always)]
            fn block_length(&self) -> usize {
                MOST
            }

            #[inline(always)]
            fn encode_to<const N: usize>(&self, key: [u8; N], to: &mut impl Sink<L>) -> Result<(), EncodeError> {
                to.$body(key, (*self).into())
            }

            $($encode_batch)*
        }
    };
}

encode!(bool: put_bool);

impl<'de, L: Layout> Decode<'de, L> for bool {
    const LEVELS: Option<u32> = Some(0);

    #[allow(clippy::inline_always, reason = "see `Cursor`")]
    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        match u32::from_le_bytes(cursor.field(key, L::header_of(Kind::Bool))?) {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// The fast path is for elements of Arrays; fields of structs are consumed with a cursor.
    #[expect(
        clippy::inline_always,
        reason = "a call costs half of what the fast path saves"
    )]
    #[inline(always)]
    fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
        if let Some(value) = reader.take_value() {
            return Ok(value);
        }
        reader.header_of(Kind::Bool)?;
        reader.bool_body()
    }
}

/// Encodes `()` as Nil.
impl<L: Layout> Encode<L> for () {
    fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
        self.encode_to([], writer)
    }

    #[inline(always)]
    fn block_length(&self) -> usize {
        HEADER
    }

    #[inline(always)]
    fn encode_to<const N: usize>(
        &self,
        key: [u8; N],
        to: &mut impl Sink<L>,
    ) -> Result<(), EncodeError> {
        to.value(key, Kind::Nil, 0, 0, |_| ())
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
    /// The fast path saves half of the instructions in the benchmark `ints/decode serde, owned`.
    #[inline]
    pub(crate) fn int(&mut self) -> Result<(i64, usize), DecodeError> {
        if let Some(value) = self.take_flagged(Kind::Int, NARROW_INT) {
            let value = NarrowInt::from_le_bytes(value);
            return Ok((value.into(), self.position() - size_of_val(&value)));
        }
        self.any_int()
    }

    #[inline(never)]
    fn any_int(&mut self) -> Result<(i64, usize), DecodeError> {
        let header = self.header_of(Kind::Int)?;
        let offset = self.position();
        Ok((self.int_body(header)?, offset))
    }

    /// Decodes a float or an int.
    #[inline(never)]
    fn any_float<F: Float>(&mut self) -> Result<F, DecodeError> {
        let header = self.header()?;
        let offset = self.position();
        let converted = if header.is::<L>(Kind::Float) {
            F::from_f64(self.float_body(header)?)
        } else if header.is::<L>(Kind::Int) {
            let may_round = self.options().lenient;
            F::from_int(self.int_body(header)?, may_round)
        } else {
            return Err(self.wrong_type(header, &[Kind::Float]));
        };
        converted.map_err(|kind| DecodeError::new(offset, kind))
    }

    /// Decodes a packed array of numbers if it is of an expected kind.
    ///
    /// `element` converts a number, given its offset; numbers that already have the type `T` are
    /// copied.
    fn numbers<T: 'static>(
        &mut self,
        header: Header,
        expected: &'static [Kind],
        elements: &mut Vec<T>,
        element: impl Fn(Number, usize) -> Result<T, DecodeError>,
    ) -> Result<(), DecodeError> {
        let mut kinds = expected.iter().copied();
        match kinds.find(|kind| header.is::<L>(*kind)) {
            Some(kind @ Kind::PackedByteArray) => {
                self.packed_of::<u8, _>(header, kind, elements, element)
            }
            Some(kind @ Kind::PackedInt32Array) => {
                self.packed_of::<i32, _>(header, kind, elements, element)
            }
            Some(kind @ Kind::PackedInt64Array) => {
                self.packed_of::<i64, _>(header, kind, elements, element)
            }
            Some(kind) if Components::<L>::length(header.number()) == Some(f64::LENGTH) => {
                self.packed_of::<f64, _>(header, kind, elements, element)
            }
            Some(kind) => self.packed_of::<f32, _>(header, kind, elements, element),
            None => Err(self.wrong_type(header, expected)),
        }
    }

    /// Decodes a packed array of this kind, whose elements are of type `N`.
    fn packed_of<N: Fields + Component + 'static, T: 'static>(
        &mut self,
        header: Header,
        kind: Kind,
        elements: &mut Vec<T>,
        element: impl Fn(Number, usize) -> Result<T, DecodeError>,
    ) -> Result<(), DecodeError> {
        if let Some(same) = (elements as &mut dyn Any).downcast_mut::<Vec<N>>() {
            return self.packed_elements(header, kind, same);
        }
        let start = self.position() + size_of::<u32>() + L::gap_of(kind);
        let bytes = self.packed_bytes(kind, N::LENGTH)?;
        for (index, bytes) in bytes.chunks_exact(N::LENGTH).enumerate() {
            let number = value_of::<N>(bytes).to_number();
            let element = element(number, start + index * N::LENGTH)
                .map_err(|error| error.within(Segment::Index(index)))?;
            elements.push(element);
        }
        Ok(())
    }
}

/// Converts an int, whose body is at this offset, to a narrower type.
#[inline]
pub(crate) fn in_range<T: TryFrom<i64>>(
    value: i64,
    offset: usize,
    expected: &'static str,
) -> Result<T, DecodeError> {
    T::try_from(value)
        .map_err(|_| DecodeError::new(offset, DecodeErrorKind::OutOfRange { value, expected }))
}

macro_rules! integers {
    ($($number:ty),*) => {$(
        impl<'de, L: Layout> Decode<'de, L> for $number {
            const ONLY: Option<Kind> = Some(Kind::Int);
            const LEVELS: Option<u32> = Some(0);

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
                let header = L::header_of(Kind::Int);
                // Encoders use the wide form only for values that exceed 32 bits.
                if <$number>::BITS < i32::BITS || <$number>::BITS == i32::BITS && <$number>::MIN != 0 {
                    let bits = u32::from_le_bytes(cursor.field(key, header | NARROW_INT)?);
                    return bits.cast_signed().try_into().ok();
                }
                match cursor.number(key, [header | NARROW_INT, header | WIDE_INT])? {
                    WireNumber::Narrow(bits) => bits.cast_signed().try_into().ok(),
                    WireNumber::Wide(bits) => bits.cast_signed().try_into().ok(),
                }
            }
            const HAS_LISTS: bool = true;

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_list<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Vec<Self>> {
                let (header, count) = cursor.start(key)?;
                if header == L::header_of(Kind::Array) {
                    // Only the copy is in memory.
                    let mut after = *cursor;
                    let list = after.ints_after::<L, Self>(count)?;
                    *cursor = after;
                    return Some(list);
                }
                let mut bytes = Vec::new();
                let same = (&mut bytes as &mut dyn Any).downcast_mut::<Vec<u8>>()?;
                let kind = Kind::PackedByteArray;
                if header != L::header_of(kind) {
                    return None;
                }
                same.extend_from_slice(cursor.bytes_after::<L>(count, kind, size_of::<u8>())?);
                Some(bytes)
            }

            #[inline]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                let (value, offset) = reader.int()?;
                in_range(value, offset, stringify!($number))
            }

            fn decode_elements(reader: &mut Reader<'de, L>, count: usize, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                reader.ints(count, elements)
            }

            fn decode_packed(reader: &mut Reader<'de, L>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                let element = |number, offset| in_range(to_i64(number), offset, stringify!($number));
                reader.numbers(header, L::LISTS_OF_INTS, elements, element)
            }
        }
    )*};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

macro_rules! within_int {
    ($($number:ty),*) => {$(
        encode! {
            $number: put_int
            #[inline]
            fn encode_batch(elements: &[Self], writer: &mut Writer<'_, L>) -> usize {
                writer.short_ints_of(elements)
            }

            #[inline(always)]
            fn list_block_length(elements: &[Self]) -> usize {
                ints_length(elements.len())
            }

            #[inline(always)]
            fn encode_list_to<const N: usize>(elements: &[Self], key: [u8; N], to: &mut impl Sink<L>) -> Result<(), EncodeError> {
                to.ints(key, elements)
            }
        }
    )*};
}

within_int!(i8, i16, i32, i64, u8, u16, u32);

macro_rules! beyond_int {
    ($($number:ty),*) => {$(
        impl<L: Layout> Encode<L> for $number {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, L>) -> Result<(), EncodeError> {
                self.encode_to([], writer)
            }

            #[inline(always)]
            fn block_length(&self) -> usize {
                MOST
            }

            #[inline(always)]
            fn encode_to<const N: usize>(&self, key: [u8; N], to: &mut impl Sink<L>) -> Result<(), EncodeError> {
                match i64::try_from(*self) {
                    Ok(value) => to.put_int(key, value),
                    Err(_) => Err(EncodeError::new(EncodeErrorKind::OutOfRange { value: u64::try_from(*self).unwrap_or(u64::MAX) })),
                }
            }
        }
    )*};
}

beyond_int!(u64, usize, isize);

macro_rules! floats {
    ($($float:ty),*) => {$(
        encode!($float: put_float);

        /// Decodes a float or an int. A float is rounded, but not to infinity. An int has to be
        /// represented exactly, unless [`DecodeOptions::engine`](crate::DecodeOptions::engine)
        /// allows rounding.
        impl<'de, L: Layout> Decode<'de, L> for $float {
            const LEVELS: Option<u32> = Some(0);

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
                let header = L::header_of(Kind::Float);
                let value = match cursor.number(key, [header | NARROW_FLOAT, header | WIDE_FLOAT])? {
                    WireNumber::Narrow(bits) => f32::from_bits(bits).into(),
                    WireNumber::Wide(bits) => f64::from_bits(bits),
                };
                Self::rounded(value)
            }

            /// The fast path is for elements of Arrays; fields of structs are consumed with a cursor.
            #[inline]
            fn decode(reader: &mut Reader<'de, L>) -> Result<Self, DecodeError> {
                match reader.take_value() {
                    Some(value) => Ok(value),
                    None => reader.any_float(),
                }
            }

            fn decode_packed(reader: &mut Reader<'de, L>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                let may_round = reader.options().lenient;
                let element = |number, offset| {
                    Self::from_number(number, may_round).map_err(|kind| DecodeError::new(offset, kind))
                };
                reader.numbers(header, L::LISTS_OF_NUMBERS, elements, element)
            }
        }
    )*};
}

floats!(f32, f64);

/// Lengths and counts fit in a `usize`, so casts from `u32` do not truncate them.
const _: () = assert!(format::MAX_LENGTH as u64 <= usize::MAX as u64);
