//! Decodes headers, bodies and counts from the front of a byte slice.

mod header;
mod limits;

use crate::fields::{FieldReader, Fields, take_all};
use crate::format;
use crate::rows;
use crate::table::{Body, Length, Offset, Row, Wire};
use crate::view::segment_of;
use crate::{Decode, DecodeError, DecodeErrorKind, DecodeOptions, Kind, Layout, Segment};
use alloc::vec::Vec;
use core::marker::PhantomData;
pub use header::Header;
pub(crate) use limits::MAX_POINTERS;

/// Decodes values of the layout `L` from the front of a byte slice.
///
/// Implementations of [`Decode`] call it. Offsets are bytes from the start of the slice.
#[derive(Debug, Clone)]
pub struct Reader<'de, L> {
    rest: &'de [u8],
    length: usize,
    depth: u32,
    /// How many pointers such as `Box` have been decoded in a row without consuming a byte.
    pointers: u32,
    /// How many bytes were left when the last of them was decoded.
    left_at_pointer: usize,
    /// Bytes of memory that have been reserved for elements before they were decoded. The limit
    /// keeps false counts of nested containers, or of large elements, from adding up.
    reserved: usize,
    /// Bytes that have been decoded again. Without a limit, nested untagged enums would take time
    /// that doubles with each level.
    #[cfg(feature = "derive")]
    reread: usize,
    options: DecodeOptions,
    layout: PhantomData<L>,
}

/// The header is the same in front of every type, so it stands in no type's table.
pub(crate) const HEADER: &Row = &Row {
    offset: Offset::At(0),
    length: Length::Fixed(format::HEADER_LENGTH),
    wire: Wire::U32,
    name: "header",
    description: "The type's number, and the flag of a 64-bit body or an object's id.",
};

/// The bytes that bring a length up to the alignment: 0 to 3.
pub(crate) const fn padding(length: usize) -> usize {
    length.wrapping_neg() % format::ALIGNMENT as usize
}

/// How the key at the front of these bytes stands in a path.
#[cold]
pub(crate) fn key_segment<L: Layout>(bytes: &[u8]) -> Option<Segment> {
    let mut reader = Reader::<L>::new(bytes, DecodeOptions::engine().allow_objects(true));
    L::Variant::decode(&mut reader)
        .ok()
        .map(|key| segment_of(&key))
}

impl<'de, L: Layout> Reader<'de, L> {
    /// Starts at the front of the input.
    #[inline]
    #[must_use]
    pub fn new(input: &'de [u8], options: DecodeOptions) -> Self {
        Self {
            rest: input,
            length: input.len(),
            depth: 0,
            pointers: 0,
            left_at_pointer: 0,
            reserved: 0,
            #[cfg(feature = "derive")]
            reread: 0,
            options,
            layout: PhantomData,
        }
    }

    /// How many bytes have been taken.
    #[must_use]
    pub fn position(&self) -> usize {
        self.length - self.rest.len()
    }

    /// The bytes that have not been taken.
    #[must_use]
    pub fn rest(&self) -> &'de [u8] {
        self.rest
    }

    /// Leaves out what is in front of the rest.
    #[inline]
    pub(crate) fn go_on_at(&mut self, rest: &'de [u8]) {
        self.rest = rest;
    }

    /// What decoding accepts.
    #[must_use]
    pub fn options(&self) -> DecodeOptions {
        self.options
    }

    /// An error at the reader's place.
    #[cold]
    #[must_use]
    pub fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError::new(self.position(), kind)
    }

    /// The error that a value, whose header has just been taken, is not what was expected.
    #[cold]
    #[must_use]
    pub fn wrong_type(&self, header: Header, expected: &'static str) -> DecodeError {
        let found = L::TYPES
            .get(usize::from(header.number))
            .map_or("", |table| table.name);
        let offset = self
            .position()
            .saturating_sub(format::HEADER_LENGTH as usize);
        DecodeError::new(offset, DecodeErrorKind::WrongType { expected, found })
    }

    /// Takes the header of the next value.
    ///
    /// # Errors
    ///
    /// When fewer than 4 bytes are left, the layout has no such type, or, unless lenient, a flag is set that means nothing.
    #[inline]
    pub fn header(&mut self) -> Result<Header, DecodeError> {
        let header = self.next_header()?;
        self.rest = self.rest.get(HEADER.fixed_length()..).unwrap_or_default();
        Ok(header)
    }

    /// The header of the next value, which stays.
    #[inline]
    pub(crate) fn next_header(&self) -> Result<Header, DecodeError> {
        let Some(word) = self.rest.first_chunk() else {
            // A header has no name in a path: the value itself is what is missing.
            return Err(self.unexpected_end(HEADER.fixed_length()));
        };
        let word = u32::from_le_bytes(*word);
        match u8::try_from(word) {
            Ok(number) if usize::from(number) < L::TYPES.len() => Ok(Header {
                number,
                wide: false,
            }),
            _ => self.flagged_header(word),
        }
    }

    #[inline(never)]
    fn flagged_header(&self, word: u32) -> Result<Header, DecodeError> {
        let [number, ..] = (word & format::TYPE_MASK).to_le_bytes();
        let Some(table) = L::TYPES.get(usize::from(number)) else {
            let types = u8::try_from(L::TYPES.len()).unwrap_or(u8::MAX);
            return Err(self.error(DecodeErrorKind::UnknownType { number, types }));
        };
        let known = match table.body {
            Body::Number | Body::Object => format::FLAG_WIDE,
            _ => 0,
        };
        let flags = word & !format::TYPE_MASK;
        if flags & !known != 0 && !self.options.lenient {
            return Err(self.error(DecodeErrorKind::UnknownFlags {
                flags: flags & !known,
            }));
        }
        Ok(Header {
            number,
            wide: flags & known != 0,
        })
    }

    /// Whether the next value is of this kind, without a flag.
    #[inline]
    pub(crate) fn is_next(&self, kind: Kind) -> bool {
        self.rest.first_chunk().is_some_and(|header| {
            u32::from_le_bytes(*header) == u32::from(L::NUMBERS[kind as usize])
        })
    }

    /// Takes the header of a value of one kind that has no flags and the number behind it, or leaves what is next where it is: what is
    /// most common, and what the compiler makes a few instructions of.
    #[inline]
    pub(crate) fn take_narrow(&mut self, kind: Kind) -> Option<u32> {
        let (both, rest) = self.rest.split_first_chunk()?;
        let both = u64::from_le_bytes(*both);
        if both & u64::from(u32::MAX) != u64::from(L::NUMBERS[kind as usize]) {
            return None;
        }
        self.rest = rest;
        u32::try_from(both >> u32::BITS).ok()
    }

    /// Takes exactly these bytes, or leaves what is next where it is.
    #[cfg(feature = "derive")]
    #[inline]
    pub(crate) fn take_bytes<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        match self.rest.split_first_chunk() {
            Some((found, rest)) if *found == bytes => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// The header of the next value, which stays; none where it would be an error.
    #[must_use]
    #[inline]
    pub fn peek(&self) -> Option<Header> {
        self.next_header().ok()
    }

    /// Takes the header of a value that has to be of one kind.
    #[inline]
    pub(crate) fn header_of(&mut self, kind: Kind) -> Result<Header, DecodeError> {
        let header = self.header()?;
        if header.is::<L>(kind) {
            Ok(header)
        } else {
            Err(self.wrong_type(header, L::name_of(kind)))
        }
    }

    #[cold]
    fn unexpected_end(&self, needed: usize) -> DecodeError {
        self.error(DecodeErrorKind::UnexpectedEnd {
            needed,
            left: self.rest.len(),
        })
    }

    /// Takes the bytes of a row of fixed length.
    #[inline]
    pub(crate) fn bytes<const N: usize>(
        &mut self,
        row: &'static Row,
    ) -> Result<[u8; N], DecodeError> {
        match self.rest.split_first_chunk() {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.unexpected_end(N).in_field(row.name)),
        }
    }

    /// Takes the bytes of a row of fixed length, as they are.
    pub(crate) fn raw(&mut self, row: &'static Row) -> Result<&'de [u8], DecodeError> {
        match self.rest.split_at_checked(row.fixed_length()) {
            Some((bytes, rest)) => {
                self.rest = rest;
                Ok(bytes)
            }
            None => Err(self.unexpected_end(row.fixed_length()).in_field(row.name)),
        }
    }

    #[inline]
    pub(crate) fn u32(&mut self, row: &'static Row) -> Result<u32, DecodeError> {
        self.bytes(row).map(u32::from_le_bytes)
    }

    /// Takes a bool.
    #[expect(
        clippy::inline_always,
        reason = "a call costs a tenth of decoding a short remote call"
    )]
    #[inline(always)]
    pub(crate) fn bool(&mut self) -> Result<bool, DecodeError> {
        let before = self.rest;
        match self.take_narrow(Kind::Bool) {
            Some(0) => Ok(false),
            Some(1) => Ok(true),
            _ => {
                self.rest = before;
                self.header_of(Kind::Bool)?;
                self.bool_body()
            }
        }
    }

    /// Takes the body of a bool.
    pub(crate) fn bool_body(&mut self) -> Result<bool, DecodeError> {
        let before = self.position();
        match self.u32(rows::bool::VALUE)? {
            0 => Ok(false),
            value if value == 1 || self.options.lenient => Ok(true),
            value => Err(
                DecodeError::new(before, DecodeErrorKind::InvalidBool { value })
                    .in_field(rows::bool::VALUE.name),
            ),
        }
    }

    /// Takes the body of an int, of 32 or 64 bits.
    #[inline]
    pub(crate) fn int_body(&mut self, header: Header) -> Result<i64, DecodeError> {
        if header.wide {
            self.bytes(rows::int::VALUE_64_BIT).map(i64::from_le_bytes)
        } else {
            self.bytes(rows::int::VALUE)
                .map(|bytes| i32::from_le_bytes(bytes).into())
        }
    }

    /// Takes the body of a float, of 32 or 64 bits. A NaN keeps its payload.
    #[inline]
    pub(crate) fn float_body(&mut self, header: Header) -> Result<f64, DecodeError> {
        if header.wide {
            self.bytes(rows::float::VALUE_64_BIT)
                .map(f64::from_le_bytes)
        } else {
            self.bytes(rows::float::VALUE)
                .map(|bytes| f32::from_le_bytes(bytes).into())
        }
    }

    /// Takes a body of components.
    #[inline]
    pub(crate) fn fields_body<T: Fields>(&mut self) -> Result<T, DecodeError> {
        match self.rest.split_at_checked(T::LENGTH) {
            Some((body, rest)) => {
                self.rest = rest;
                Ok(T::take(&mut FieldReader::new(body)))
            }
            None => Err(self.short_fields(T::TABLE.rows)),
        }
    }

    /// The error of a body that the input ends in: names the first component that is not whole.
    #[cold]
    fn short_fields(&mut self, rows: &[&'static Row]) -> DecodeError {
        for row in rows {
            match self.rest.split_at_checked(row.fixed_length()) {
                Some((_, rest)) => self.rest = rest,
                None => return self.unexpected_end(row.fixed_length()).in_field(row.name),
            }
        }
        self.unexpected_end(0)
    }

    /// Takes a value of one kind whose body is components.
    #[inline]
    pub(crate) fn fields<T: Fields>(&mut self, kind: Kind) -> Result<T, DecodeError> {
        if let Some((header, rest)) = self.rest.split_first_chunk()
            && u32::from_le_bytes(*header) == u32::from(L::NUMBERS[kind as usize])
            && let Some((body, rest)) = rest.split_at_checked(T::LENGTH)
        {
            self.rest = rest;
            return Ok(T::take(&mut FieldReader::new(body)));
        }
        self.fields_step_by_step(kind)
    }

    #[inline(never)]
    fn fields_step_by_step<T: Fields>(&mut self, kind: Kind) -> Result<T, DecodeError> {
        self.header_of(kind)?;
        self.fields_body()
    }

    /// Takes a length and the bytes of the text that it counts, with its padding.
    #[inline]
    pub(crate) fn text_bytes(
        &mut self,
        length: &'static Row,
        text: &'static Row,
    ) -> Result<&'de [u8], DecodeError> {
        let length = self.length(length)?;
        let Some((padded, rest)) = self.rest.split_at_checked(length + padding(length)) else {
            return Err(self
                .unexpected_end(length + padding(length))
                .in_field(text.name));
        };
        self.rest = rest;
        Ok(padded.get(..length).unwrap_or(padded))
    }

    /// Takes a length, which engines read as a signed number.
    #[inline]
    fn length(&mut self, row: &'static Row) -> Result<usize, DecodeError> {
        let before = self.position();
        let length = i32::from_le_bytes(self.bytes(row)?);
        usize::try_from(length).map_err(|_| {
            DecodeError::new(before, DecodeErrorKind::NegativeLength { length }).in_field(row.name)
        })
    }

    /// Takes a count that an engine takes as 0 when its sign bit is set.
    pub(crate) fn lenient_count(
        &mut self,
        row: &'static Row,
        each: usize,
    ) -> Result<usize, DecodeError> {
        let mut ahead = self.clone();
        if self.options.lenient && i32::from_le_bytes(ahead.bytes(row)?) < 0 {
            *self = ahead;
            return Ok(0);
        }
        self.signed_count(row, each)
    }

    /// Takes a count that may not have its sign bit set.
    pub(crate) fn signed_count(
        &mut self,
        row: &'static Row,
        each: usize,
    ) -> Result<usize, DecodeError> {
        let before = self.position();
        let count = self.length(row)?;
        self.check_count(before, row, count as u64, each)?;
        Ok(count)
    }

    /// Takes the count of an Array or a Dictionary.
    #[expect(
        clippy::inline_always,
        reason = "a call costs a tenth of decoding a short remote call"
    )]
    #[inline(always)]
    pub(crate) fn masked_count(
        &mut self,
        row: &'static Row,
        each: usize,
    ) -> Result<usize, DecodeError> {
        let before = self.position();
        let word = self.u32(row)?;
        if word & format::COUNT_SHARED != 0 && !self.options.lenient {
            let flags = word & format::COUNT_SHARED;
            return Err(
                DecodeError::new(before, DecodeErrorKind::UnknownFlags { flags })
                    .in_field(row.name),
            );
        }
        let count = word & format::COUNT_MASK;
        self.check_count(before, row, count.into(), each)?;
        Ok(count as usize)
    }

    /// Refuses a count of elements that cannot all be there.
    #[inline]
    pub(crate) fn check_count(
        &self,
        offset: usize,
        row: &'static Row,
        count: u64,
        each: usize,
    ) -> Result<(), DecodeError> {
        let left = self.rest.len();
        if count.saturating_mul(each as u64) > left as u64 {
            return Err(DecodeError::new(
                offset,
                DecodeErrorKind::CountTooLarge { count, each, left },
            )
            .in_field(row.name));
        }
        Ok(())
    }

    /// Takes the body of a pool array of fixed elements, and gives their bytes without the padding.
    pub(crate) fn pool_bytes(&mut self, each: usize) -> Result<&'de [u8], DecodeError> {
        // The count of every pool array is the same row.
        let count = self.signed_count(rows::pool_byte_array::LENGTH, each)?;
        let length = count * each;
        let Some((bytes, rest)) = self.rest.split_at_checked(length) else {
            return Err(self.unexpected_end(length));
        };
        self.rest = rest;
        match rest.split_at_checked(padding(length)) {
            Some((_, rest)) => self.rest = rest,
            None if self.options.lenient => self.rest = &[],
            None => return Err(self.unexpected_end(padding(length)).in_field("padding")),
        }
        Ok(bytes)
    }

    /// Takes the body of a pool array of fixed elements, and appends them.
    pub(crate) fn pool_body<T: Fields>(
        &mut self,
        elements: &mut Vec<T>,
    ) -> Result<(), DecodeError> {
        take_all(self.pool_bytes(T::LENGTH)?, elements);
        Ok(())
    }

    /// Refuses bytes behind the value, unless lenient.
    #[inline]
    pub(crate) fn finish(&self) -> Result<(), DecodeError> {
        match self.rest.len() {
            0 => Ok(()),
            _ if self.options.lenient => Ok(()),
            left => Err(self.error(DecodeErrorKind::TrailingBytes { left })),
        }
    }
}
