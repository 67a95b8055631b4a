//! `bool`, ints and floats: their bodies, and `Encode` and `Decode` for Rust's numbers.
//!
//! Integers of up to 64 bits are encoded as an int, and `f32`, `f64` and the seconds of a `Duration`
//! as a float. Floats are also decoded from an int: [`Float`] defines which ints are accepted.

use crate::codec::coerce::to_i64;
use crate::error::Result;
use crate::table::bodies::bool::BODY as BOOL;
pub(crate) use crate::table::bodies::float::BODY as FLOAT;
pub(crate) use crate::table::bodies::int::BODY as INT;
use crate::table::layout::{HasLayout, Layout};
use crate::wire::cursor::{Cursor, WireNumber};
use crate::wire::fields::{Component, Fields, Float, Number, value_of};
use crate::wire::reader::{BATCH, Header};
use crate::{
    DeclaredType, Decode, DecodeError, DecodeErrorKind, Encode, EncodeError, EncodeErrorKind,
    Engine, Kind, Reader, Segment, Writer, format,
};
use alloc::vec::Vec;
use core::any::Any;
use core::num::NonZero;
use core::time::Duration;

/// The Rust type of an int in the narrow form.
pub(crate) type NarrowInt = i32;

/// The flags in the header of a narrow int.
pub(crate) const NARROW_INT: u32 = INT.narrow;

/// The flags in the header of an int of 64 bits.
pub(crate) const WIDE_INT: u32 = INT.wide();

/// The flags in the header of a float of 32 bits.
pub(crate) const NARROW_FLOAT: u32 = FLOAT.narrow;

/// The flags in the header of a float of 64 bits.
pub(crate) const WIDE_FLOAT: u32 = FLOAT.wide();

impl<E: HasLayout> Reader<'_, E> {
    /// Decodes the body of a bool.
    pub(crate) fn bool_body(&mut self) -> Result<bool> {
        Ok(self.number(BOOL)? != 0)
    }

    /// Decodes the body of an int.
    #[inline]
    pub(crate) fn int_body(&mut self, header: Header) -> Result<i64> {
        if header.flags() & INT.flag == INT.narrow {
            Ok(NarrowInt::from_le_bytes(self.bytes(INT.narrow_row)?).into())
        } else {
            Ok(i64::from_le_bytes(self.bytes(INT.wide_row)?))
        }
    }

    /// Decodes the body of a float.
    #[inline]
    pub(crate) fn float_body(&mut self, header: Header) -> Result<f64> {
        if header.flags() & FLOAT.flag == FLOAT.narrow {
            Ok(f32::from_le_bytes(self.bytes(FLOAT.narrow_row)?).into())
        } else {
            Ok(f64::from_le_bytes(self.bytes(FLOAT.wide_row)?))
        }
    }
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes a key and a bool.
    #[inline]
    pub(crate) fn bool<const N: usize>(&mut self, key: [u8; N], value: bool) {
        self.words(key, Kind::Bool, 0, [u32::from(value).to_le_bytes()]);
    }

    /// Writes a key and an int, in 32 bits if they suffice.
    #[inline]
    pub(crate) fn int<const N: usize>(&mut self, key: [u8; N], value: i64) {
        match NarrowInt::try_from(value) {
            Ok(narrow) => self.words(key, Kind::Int, NARROW_INT, [narrow.to_le_bytes()]),
            Err(_) => self.words(key, Kind::Int, WIDE_INT, [value.to_le_bytes()]),
        }
    }

    /// Writes a key and a float, in 32 bits if the value stays the same.
    #[inline]
    pub(crate) fn float<const N: usize>(&mut self, key: [u8; N], value: f64) {
        match single(value) {
            Some(narrow) => self.words(key, Kind::Float, NARROW_FLOAT, [narrow.to_le_bytes()]),
            None => self.words(key, Kind::Float, WIDE_FLOAT, [value.to_le_bytes()]),
        }
    }
}

/// Converts a float to single precision, or returns `None` if the value changes, like engines.
///
/// A NaN is not equal to itself, so it keeps 64 bits.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    clippy::float_cmp,
    reason = "the engine's own test of whether 32 bits are enough"
)]
pub(crate) fn single(value: f64) -> Option<f32> {
    let single = value as f32;
    (f64::from(single) == value).then_some(single)
}

/// Implements `Encode` with a method of the writer that writes a key and a converted value.
macro_rules! encode {
    ([$($ty:ty),*] $parts:tt) => {
        $(encode!(@each $ty, $parts);)*
    };
    (@each $ty:ty, { $method:ident |$value:ident| $converted:expr $(; $($encode_batch:tt)*)? }) => {
        #[allow(clippy::useless_conversion, reason = "not all types are the same")]
        impl<E: HasLayout> Encode<E> for $ty {
            #[inline]
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                self.encode_field([], writer)
            }

            #[inline]
            fn encode_field<const N: usize>(&self, key: [u8; N], writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                let $value = *self;
                writer.$method(key, $converted);
                Ok(())
            }

            $($($encode_batch)*)?
        }
    };
}

encode!([bool] { bool |value| value });

impl<'de, E: Engine> Decode<'de, E> for bool {
    const CURSOR_LEVELS: Option<u32> = Some(0);

    #[inline(always)]
    fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
        match u32::from_le_bytes(
            cursor.field(key, E::const_layout(E::LAYOUT).header_of(Kind::Bool))?,
        ) {
            0 => Some(false),
            1 => Some(true),
            _ => None,
        }
    }

    /// The fast path is for elements of Arrays; fields of structs are consumed with a cursor.
    // A call costs half of what the fast path saves.
    #[inline(always)]
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        if let Some(value) = reader.take_value() {
            return Ok(value);
        }
        reader.expect_header(Kind::Bool)?;
        reader.bool_body()
    }
}

/// Encodes `()` as Nil.
impl<E: HasLayout> Encode<E> for () {
    fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
        writer.header_with(Kind::Nil, 0);
        Ok(())
    }
}

impl<'de, E: Engine> Decode<'de, E> for () {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        reader.expect_header(Kind::Nil).map(drop)
    }
}

impl<E: HasLayout> Reader<'_, E> {
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
        let header = self.expect_header(Kind::Int)?;
        let offset = self.position();
        Ok((self.int_body(header)?, offset))
    }

    /// Decodes a float, or an int that [`Float::from_int`] accepts.
    #[inline(never)]
    pub(crate) fn float<F: Float>(&mut self) -> Result<F, DecodeError> {
        let header = self.header()?;
        let offset = self.position();
        let converted = if header.is(Kind::Float) {
            F::from_f64(self.float_body(header)?)
        } else if header.is(Kind::Int) {
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
        match kinds.find(|kind| header.is(*kind)) {
            Some(kind @ Kind::PackedByteArray) => {
                self.packed_of::<u8, _>(header, kind, elements, element)
            }
            Some(kind @ Kind::PackedInt32Array) => {
                self.packed_of::<i32, _>(header, kind, elements, element)
            }
            Some(kind @ Kind::PackedInt64Array) => {
                self.packed_of::<i64, _>(header, kind, elements, element)
            }
            Some(kind) if self.layout().length_of(header.number()) == f64::LENGTH => {
                self.packed_of::<f64, _>(header, kind, elements, element)
            }
            Some(kind) => self.packed_of::<f32, _>(header, kind, elements, element),
            None => Err(self.wrong_type(header, expected)),
        }
    }

    /// Decodes a packed array of `kind` with elements of type `N`.
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
        let start = self.position() + size_of::<u32>();
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

/// Converts `value` to a narrower type; the body of the int is at `offset`.
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
        impl<'de, E: Engine> Decode<'de, E> for $number {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[inline(always)]
            fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
                let header = E::const_layout(E::LAYOUT).header_of(Kind::Int);
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

            #[inline]
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                let (value, offset) = reader.int()?;
                in_range(value, offset, stringify!($number))
            }

            #[inline]
            fn decode_elements(reader: &mut Reader<'de, E>, count: usize, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                reader.ints(count, elements)
            }

            fn decode_packed(reader: &mut Reader<'de, E>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                let element = |number, offset| in_range(to_i64(number), offset, stringify!($number));
                reader.numbers(header, E::const_layout(E::LAYOUT).lists_of_ints, elements, element)
            }
        }

        impl<E: HasLayout> Encode<E> for NonZero<$number> {
            fn encode(&self, writer: &mut Writer<'_, E>) -> Result<(), EncodeError> {
                self.get().encode(writer)
            }
        }

        impl<'de, E: Engine> Decode<'de, E> for NonZero<$number> {
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                let (value, offset) = reader.int()?;
                let expected = concat!("NonZero<", stringify!($number), ">");
                let number = <$number>::try_from(value).ok().and_then(Self::new);
                number.ok_or_else(|| DecodeError::new(offset, DecodeErrorKind::OutOfRange { value, expected }))
            }
        }

        impl<E: Engine> DeclaredType<E> for NonZero<$number> {
            const DECLARED: Kind = Kind::Int;
        }
    )*};
}

integers!(i8, i16, i32, i64, isize, u8, u16, u32, u64, usize);

encode!([i8, i16, i32, i64, u8, u16, u32] {
    int |value| value.into();
    #[inline]
    fn encode_batch(elements: &[Self], writer: &mut Writer<'_, E>) -> Result<usize, EncodeError> {
        Ok(writer.short_ints_of(elements))
    }
});

encode!([u64, usize, isize] {
    int |number| i64::try_from(number).map_err(|_| {
        let value = u64::try_from(number).unwrap_or(u64::MAX);
        EncodeError::new(EncodeErrorKind::OutOfRange { value })
    })?
});

macro_rules! floats {
    ($($float:ty),*) => {$(
        /// Decodes a float or an int. A float is rounded, but not to infinity. An int has to be
        /// represented exactly, unless [`DecodeOptions::engine`](crate::DecodeOptions::engine)
        /// allows rounding.
        impl<'de, E: Engine> Decode<'de, E> for $float {
            const CURSOR_LEVELS: Option<u32> = Some(0);

            #[inline(always)]
            fn take_field<const N: usize>(cursor: &mut Cursor<'de>, key: [u8; N]) -> Option<Self> {
                let header = E::const_layout(E::LAYOUT).header_of(Kind::Float);
                let value = match cursor.number(key, [header | NARROW_FLOAT, header | WIDE_FLOAT])? {
                    WireNumber::Narrow(bits) => f32::from_bits(bits).into(),
                    WireNumber::Wide(bits) => f64::from_bits(bits),
                };
                Self::rounded(value)
            }

            /// The fast path is for elements of Arrays; fields of structs are consumed with a cursor.
            #[inline]
            fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
                match reader.take_value() {
                    Some(value) => Ok(value),
                    None => reader.shared(Reader::float),
                }
            }

            fn decode_packed(reader: &mut Reader<'de, E>, header: Header, elements: &mut Vec<Self>) -> Result<(), DecodeError> {
                let may_round = reader.options().lenient;
                let element = |number, offset| {
                    Self::from_number(number, may_round).map_err(|kind| DecodeError::new(offset, kind))
                };
                reader.numbers(header, E::const_layout(E::LAYOUT).lists_of_numbers, elements, element)
            }
        }
    )*};
}

floats!(f32, f64);
encode!([f32, f64] { float |value| value.into() });

// The seconds, like the timers and the `delta` of engines.
encode!([Duration] { float |duration| duration.as_secs_f64() });

/// Decodes seconds, and rounds them to nanoseconds. Negative, infinite and too large numbers are
/// errors.
impl<'de, E: Engine> Decode<'de, E> for Duration {
    fn decode(reader: &mut Reader<'de, E>) -> Result<Self, DecodeError> {
        let offset = reader.position() + format::HEADER_LENGTH as usize;
        let value = f64::decode(reader)?;
        let expected = "Duration";
        Self::try_from_secs_f64(value).map_err(|_| {
            DecodeError::new(offset, DecodeErrorKind::FloatOutOfRange { value, expected })
        })
    }
}

/// Lengths and counts fit in a `usize`, so casts from `u32` do not truncate them.
const _: () = assert!(format::MAX_LENGTH as u64 <= usize::MAX as u64);

/// The encoded length of a narrow int, in bytes.
const LENGTH: usize = format::HEADER_LENGTH as usize + size_of::<NarrowInt>();

/// The number of ints in a short batch.
const FEW: usize = 4;

/// An encoded narrow int: the header and the body.
pub(crate) type EncodedInt = [u8; LENGTH];

/// Decodes a narrow int, without checking its header.
#[inline]
pub(crate) fn int_of(int: EncodedInt) -> i64 {
    let [_, _, _, _, value @ ..] = int;
    NarrowInt::from_le_bytes(value).into()
}

/// Returns the header of a narrow int.
#[inline]
fn header(layout: &Layout) -> u32 {
    layout.header_of(Kind::Int) | NARROW_INT
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Returns the narrow ints that follow, at most `most`, without consuming them.
    #[inline]
    fn ints_ahead(&self, most: usize) -> &'de [EncodedInt] {
        let header = header(self.const_layout()).to_le_bytes();
        let (ints, _) = self.rest().as_chunks();
        let ints = ints.get(..most).unwrap_or(ints);
        let is_int = |int: &&EncodedInt| int.first_chunk() == Some(&header);
        let count = ints.iter().take_while(is_int).count();
        ints.get(..count).unwrap_or_default()
    }

    /// Fast path: consumes up to `most` narrow ints, at a fraction of the cost of decoding each
    /// int.
    #[inline]
    pub(crate) fn take_ints(&mut self, most: usize) -> &'de [EncodedInt] {
        match self.rest().first_chunk() {
            Some(first) if u32::from_le_bytes(*first) == header(self.const_layout()) => {
                self.run_of_ints(most)
            }
            _ => &[],
        }
    }

    #[inline(never)]
    fn run_of_ints(&mut self, most: usize) -> &'de [EncodedInt] {
        let ints = self.ints_ahead(most);
        self.take(ints.len() * LENGTH);
        ints
    }

    /// Decodes `count` ints and appends them.
    #[inline]
    pub(crate) fn ints<T: Decode<'de, E> + TryFrom<i64> + 'static>(
        &mut self,
        count: usize,
        elements: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        let mut index = 0;
        while index < count {
            let fitting = append_ints(self.ints_ahead(count - index), elements);
            self.take(fitting * LENGTH);
            index += fitting;
            if index < count {
                elements.push(self.element(index)?);
                index += 1;
            }
        }
        Ok(())
    }
}

/// Appends the leading ints that fit in the type, and returns their number.
#[inline]
fn append_ints<T: TryFrom<i64> + 'static>(ints: &[EncodedInt], elements: &mut Vec<T>) -> usize {
    if let Some(same) = (&mut *elements as &mut dyn Any).downcast_mut::<Vec<i64>>() {
        // Every narrow int fits in an `i64`.
        same.extend(ints.iter().map(|int| int_of(*int)));
        return ints.len();
    }
    let before = elements.len();
    elements.extend(ints.iter().map_while(|int| T::try_from(int_of(*int)).ok()));
    elements.len() - before
}

impl<E: HasLayout> Writer<'_, E> {
    /// Writes batches of leading ints that fit in 32 bits, and returns the number of ints.
    #[inline]
    pub(crate) fn short_ints_of<T: Copy + Into<i64>>(&mut self, ints: &[T]) -> usize {
        let mut left = ints;
        while let Some((batch, after)) = left.split_first_chunk::<BATCH>()
            && self.batch_of_ints(batch)
        {
            left = after;
        }
        // Many lists are shorter than a long batch.
        while let Some((batch, after)) = left.split_first_chunk::<FEW>()
            && self.batch_of_ints(batch)
        {
            left = after;
        }
        ints.len() - left.len()
    }

    /// Writes ints if all fit in 32 bits, and returns whether they do.
    #[inline]
    fn batch_of_ints<T: Copy + Into<i64>, const N: usize>(&mut self, ints: &[T; N]) -> bool {
        let header = u64::from(header(self.const_layout()));
        let mut block = [[0; LENGTH]; N];
        let mut high = 0;
        for (slot, int) in block.iter_mut().zip(ints) {
            let int = (*int).into().cast_unsigned();
            // 0 in the high half if the int fits in 32 bits.
            high |= int.wrapping_add(NarrowInt::MIN.unsigned_abs().into()) >> u32::BITS;
            *slot = (header | int << u32::BITS).to_le_bytes();
        }
        if high == 0 {
            self.bytes(block.as_flattened());
        }
        high == 0
    }

    /// Writes the leading ints that fit in 32 bits, at most [`BATCH`], and returns their number.
    #[inline]
    pub(crate) fn short_ints(&mut self, ints: impl Iterator<Item = i64>) -> usize {
        let header = u64::from(header(self.const_layout()));
        let mut block = [[0; LENGTH]; BATCH];
        let mut count = 0;
        let ints = ints.map_while(|int| NarrowInt::try_from(int).ok());
        for (slot, int) in block.iter_mut().zip(ints) {
            *slot = (header | u64::from(int.cast_unsigned()) << u32::BITS).to_le_bytes();
            count += 1;
        }
        self.bytes(block.get(..count).unwrap_or_default().as_flattened());
        count
    }
}
