//! The cursor that decodes headers and fields from the front of a byte slice.

use crate::error::Result;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::rule::{InvalidNumber, Number};
use crate::table::{HEADER, Row};
use crate::wire::options::short;
use crate::{DecodeError, DecodeErrorKind, DecodeOptions, Kind, format};
use core::marker::PhantomData;
use core::ops::Range;

/// Decodes values of the engine `E` from the front of a byte slice.
///
/// Implementations of [`Decode`](crate::Decode) call the reader. Offsets count bytes from the start
/// of the slice.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{Decode, DecodeOptions, Godot4, Kind, Reader, godot4};
///
/// let bytes = godot4::to_vec(&("Ada", 7))?;
/// let mut reader = Reader::<Godot4>::new(&bytes, DecodeOptions::new());
/// let header = reader.peek().expect("a header");
/// assert!(header.is(Kind::Array));
/// assert_eq!((header.number(), header.flags()), (28, 0));
///
/// let pair = <(String, u8)>::decode(&mut reader)?;
/// assert_eq!(pair, ("Ada".into(), 7));
/// assert_eq!((reader.position(), reader.rest()), (bytes.len(), &[][..]));
/// assert_eq!(reader.options(), DecodeOptions::new());
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Reader<'de, E> {
    state: State<'de>,
    engine: PhantomData<E>,
}

/// The position and the limits of a reader.
#[derive(Debug, Clone)]
struct State<'de> {
    rest: &'de [u8],
    length: usize,
    depth: u32,
    /// The number of pointers, such as `Box`, that were decoded in a row without consuming a byte.
    pointers: u32,
    /// The number of remaining bytes when the last pointer was decoded.
    left_at_pointer: usize,
    /// The number of bytes of memory that were reserved for elements before decoding them. Without
    /// a limit, the reservations for false counts of nested containers would add up.
    reserved: usize,
    /// The number of bytes of memory for elements of the caller's own types.
    memory: usize,
    /// The number of bytes that were decoded again. Without a limit, the time for nested untagged
    /// enums would double with each level.
    reread: usize,
    /// The offsets of the values whose declared types were checked ahead. Without them, the time
    /// for nested containers with declared types would grow with the square of the depth.
    checked: Range<usize>,
    options: DecodeOptions,
    layout: &'static Layout,
}

impl State<'_> {
    #[cold]
    #[inline(never)]
    fn unexpected_end(&self, needed: usize, field: &'static str) -> DecodeError {
        let left = self.rest.len();
        let kind = DecodeErrorKind::UnexpectedEnd { needed, left };
        let error = DecodeError::new(self.length - left, kind);
        if field.is_empty() {
            error
        } else {
            error.in_field(field)
        }
    }
}

impl<'de, E: HasLayout> Reader<'de, E> {
    /// Creates a reader. An engine has one layout; [`AnyEngine`] accepts all.
    #[inline]
    pub(crate) fn for_layout(
        layout: &'static Layout,
        input: &'de [u8],
        options: DecodeOptions,
    ) -> Self {
        let state = State {
            rest: input,
            length: input.len(),
            depth: 0,
            pointers: 0,
            left_at_pointer: 0,
            reserved: 0,
            memory: 0,
            reread: 0,
            checked: 0..0,
            options,
            layout,
        };
        Self {
            state,
            engine: PhantomData,
        }
    }

    #[inline]
    pub(crate) fn layout(&self) -> &'static Layout {
        E::layout(self.state.layout)
    }

    /// Returns the layout for uses that the compiler folds; see [`HasLayout::const_layout`].
    #[inline]
    pub(crate) fn const_layout(&self) -> &'static Layout {
        E::const_layout(self.state.layout)
    }

    /// Decodes with the code that all engines share.
    #[inline]
    pub(crate) fn shared<R>(&mut self, read: impl FnOnce(&mut Reader<'de, AnyEngine>) -> R) -> R {
        let mut shared = Reader {
            state: self.state.clone(),
            engine: PhantomData,
        };
        let result = read(&mut shared);
        self.state = shared.state;
        result
    }

    /// Returns the number of bytes that have been consumed.
    pub fn position(&self) -> usize {
        self.state.length - self.state.rest.len()
    }

    /// Returns the bytes that have not been consumed.
    pub fn rest(&self) -> &'de [u8] {
        self.state.rest
    }

    /// Advances or rewinds to a suffix of the input.
    #[inline]
    pub(crate) fn set_rest(&mut self, rest: &'de [u8]) {
        self.state.rest = rest;
    }

    /// Returns the options of decoding.
    pub fn options(&self) -> DecodeOptions {
        self.state.options
    }

    /// Returns an error at the position of the reader.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeErrorKind, DecodeOptions, Godot4, Reader};
    ///
    /// let reader = Reader::<Godot4>::new(&[0; 4], DecodeOptions::new());
    /// let error = reader.error(DecodeErrorKind::Custom("not a name".into()));
    /// assert_eq!(error.to_string(), "0x0000: not a name");
    /// # }
    /// ```
    #[cold]
    pub fn error(&self, kind: DecodeErrorKind) -> DecodeError {
        DecodeError::new(self.position(), kind)
    }

    /// Returns the error of a value of an unexpected kind, whose header was just consumed.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Kind, Reader};
    ///
    /// let mut reader = Reader::<Godot4>::new(&[0; 4], DecodeOptions::new());
    /// let header = reader.header()?;
    /// let error = reader.wrong_type(header, &[Kind::Bool, Kind::Int]);
    /// assert_eq!(error.to_string(), "0x0000: expected bool or int, found Nil");
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[cold]
    pub fn wrong_type(&self, header: Header, expected: &'static [Kind]) -> DecodeError {
        let kind = DecodeErrorKind::wrong_type(expected, header.kind, self.layout().name);
        self.error_before(HEADER, kind)
    }

    /// Returns an error at the start of the row of fixed length that was just consumed.
    #[cold]
    pub(crate) fn error_before(&self, row: &Row, kind: DecodeErrorKind) -> DecodeError {
        let offset = self.position().saturating_sub(row.fixed_length());
        DecodeError::new(offset, kind)
    }

    /// Consumes the header of the next value.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Kind, Reader};
    ///
    /// let mut reader = Reader::<Godot4>::new(&[0; 4], DecodeOptions::new());
    /// assert!(reader.header()?.is(Kind::Nil));
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if fewer than 4 bytes are left or if the layout has no such type. In strict
    /// decoding, also returns an error if a flag is set that the type does not have, or if a flag
    /// states a precision other than the layout's.
    #[inline]
    pub fn header(&mut self) -> Result<Header, DecodeError> {
        if let Some(header) = self.take_plain_header() {
            return Ok(header);
        }
        let header = self.other_header()?;
        self.take(HEADER.fixed_length());
        Ok(header)
    }

    /// Consumes a header without flags, or nothing.
    #[inline]
    pub(crate) fn take_plain_header(&mut self) -> Option<Header> {
        let (word, rest) = self.state.rest.split_first_chunk()?;
        let header = self.plain(*word)?;
        self.state.rest = rest;
        Some(header)
    }

    /// Peeks at the header of the next value.
    #[inline]
    pub(crate) fn next_header(&self) -> Result<Header, DecodeError> {
        match self.state.rest.first_chunk() {
            Some(word) => self.plain(*word).map_or_else(|| self.other_header(), Ok),
            None => self.other_header(),
        }
    }

    /// Decodes a header without flags, or returns `None`.
    #[inline]
    fn plain(&self, word: [u8; 4]) -> Option<Header> {
        let word = u32::from_le_bytes(word);
        let kind = self.layout().plain_kind(word)?;
        Some(Header { word, kind })
    }

    #[inline(never)]
    fn other_header(&self) -> Result<Header, DecodeError> {
        let Some(word) = self.state.rest.first_chunk() else {
            // The path does not name the header, because the whole value is missing.
            return Err(self.unexpected_end(HEADER.fixed_length()));
        };
        let word = u32::from_le_bytes(*word);
        let [number, ..] = word.to_le_bytes();
        let Some(kind) = self.layout().kind_of(number) else {
            return Err(self.unknown_type(number));
        };
        let mut known = self.layout().flags_of(number);
        if self.layout().states_precision(number) {
            known |= format::FLAG_WIDE;
            if word & format::FLAG_WIDE != self.const_layout().flag_of_reals
                && !self.state.options.lenient
            {
                return Err(self.error(DecodeErrorKind::OtherPrecision {
                    is_double: self.const_layout().flag_of_reals == 0,
                    layout: self.layout().other_precision,
                }));
            }
        }
        let unknown = word & !format::TYPE_MASK & !known;
        if unknown != 0 && !self.state.options.lenient {
            return Err(self.error(DecodeErrorKind::UnknownFlags { flags: unknown }));
        }
        Ok(Header {
            word: word & !unknown,
            kind,
        })
    }

    /// Returns the error of a type number that the layout lacks.
    #[cold]
    pub(crate) fn unknown_type(&self, number: u8) -> DecodeError {
        let types = self.layout().type_count();
        self.error(DecodeErrorKind::UnknownType { number, types })
    }

    /// Returns whether the next value is of a kind and has no flags.
    #[inline]
    pub(crate) fn is_next(&self, kind: Kind) -> bool {
        self.state.rest.first_chunk().is_some_and(|header| {
            u32::from_le_bytes(*header) == self.const_layout().header_of(kind)
        })
    }

    /// Fast path: consumes a header with these flags and the following `N` bytes, or nothing.
    #[inline]
    pub(crate) fn take_flagged<const N: usize>(
        &mut self,
        kind: Kind,
        flags: u32,
    ) -> Option<[u8; N]> {
        let (header, rest) = self.state.rest.split_first_chunk()?;
        if u32::from_le_bytes(*header) != self.const_layout().header_of(kind) | flags {
            return None;
        }
        let (bytes, rest) = rest.split_first_chunk()?;
        self.state.rest = rest;
        Some(*bytes)
    }

    /// Peeks at the header of the next value, or returns `None` if the header cannot be decoded.
    #[inline]
    pub fn peek(&self) -> Option<Header> {
        self.next_header().ok()
    }

    /// Consumes the header of a value, or returns an error if the value is not of this kind.
    #[inline]
    pub(crate) fn expect_header(&mut self, kind: Kind) -> Result<Header, DecodeError> {
        let header = self.header()?;
        if header.is(kind) {
            Ok(header)
        } else {
            Err(self.wrong_type(header, kind.alone()))
        }
    }

    /// Returns the error of input that ends before the next `needed` bytes.
    pub(crate) fn unexpected_end(&self, needed: usize) -> DecodeError {
        self.state.unexpected_end(needed, "")
    }

    /// Returns the error of input that ends before the next `needed` bytes, which a row describes.
    pub(crate) fn truncated(&self, row: &'static Row, needed: usize) -> DecodeError {
        self.state.unexpected_end(needed, row.name)
    }

    /// Consumes the bytes of a row of fixed length.
    #[inline]
    pub(crate) fn bytes<const N: usize>(
        &mut self,
        row: &'static Row,
    ) -> Result<[u8; N], DecodeError> {
        match self.state.rest.split_first_chunk() {
            Some((bytes, rest)) => {
                self.state.rest = rest;
                Ok(*bytes)
            }
            None => Err(self.truncated(row, N)),
        }
    }

    /// Consumes `length` bytes, or nothing if fewer bytes are left.
    #[inline]
    pub(crate) fn take(&mut self, length: usize) -> Option<&'de [u8]> {
        let (bytes, rest) = self.state.rest.split_at_checked(length)?;
        self.state.rest = rest;
        Some(bytes)
    }

    /// Returns the bytes that were consumed since `before` was the rest.
    pub(crate) fn consumed(&self, before: &'de [u8]) -> &'de [u8] {
        let length = before.len().saturating_sub(self.state.rest.len());
        before.get(..length).unwrap_or_default()
    }

    /// Consumes `length` bytes of a row, or returns an error that names the row.
    pub(crate) fn raw(
        &mut self,
        row: &'static Row,
        length: usize,
    ) -> Result<&'de [u8], DecodeError> {
        self.take(length).ok_or_else(|| self.truncated(row, length))
    }

    /// Checks that no bytes follow the value, unless decoding is lenient.
    #[inline]
    pub(crate) fn finish(&self) -> Result<(), DecodeError> {
        match self.state.rest.len() {
            0 => Ok(()),
            _ if self.state.options.lenient => Ok(()),
            left => Err(self.error(DecodeErrorKind::TrailingBytes { left })),
        }
    }
}

/// The header of a value: its type and its flags.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::{DecodeOptions, Godot4, Kind, Reader, godot4};
///
/// let bytes = godot4::to_vec(&5_000_000_000_i64)?;
/// let header = Reader::<Godot4>::new(&bytes, DecodeOptions::new()).header()?;
/// assert!(header.is(Kind::Int));
/// assert_eq!((header.number(), header.flags()), (2, 1 << 16)); // a 64-bit int
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Header {
    /// The flags, and in the low 8 bits the number of the type.
    word: u32,
    kind: Kind,
}

impl Header {
    /// The header of Nil.
    pub(crate) const NIL: Self = Self {
        word: 0,
        kind: Kind::Nil,
    };

    /// Returns the number of the type. The layout has a type with this number.
    #[inline]
    pub fn number(self) -> u8 {
        let [number, ..] = self.word.to_le_bytes();
        number
    }

    /// Returns the flags at their positions in the header, the bits above the low 8.
    ///
    /// Flags that the type does not have are 0.
    #[inline]
    pub fn flags(self) -> u32 {
        self.word & !format::TYPE_MASK
    }

    /// Returns the kind of the type.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::{DecodeOptions, Godot4, Kind, Reader};
    ///
    /// let mut reader = Reader::<Godot4>::new(&[0, 0, 0, 0], DecodeOptions::new());
    /// assert_eq!(reader.header()?.kind(), Kind::Nil);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[inline]
    pub fn kind(self) -> Kind {
        self.kind
    }

    /// Returns the header without its flags.
    pub(crate) fn without_flags(self) -> Self {
        Self {
            word: self.word & format::TYPE_MASK,
            ..self
        }
    }

    /// Returns whether the value is of this kind.
    #[inline]
    pub fn is(self, kind: Kind) -> bool {
        self.kind == kind
    }
}

impl<E: HasLayout> Reader<'_, E> {
    /// Returns whether the header states that components have 64 bits.
    #[inline]
    pub(crate) fn states_double(&self, header: Header) -> bool {
        header.word & format::FLAG_WIDE != 0 && self.layout().states_precision(header.number())
    }

    /// Returns whether the precision of the components is not that of the layout.
    ///
    /// Only lenient decoding accepts such components.
    #[inline]
    pub(crate) fn is_other_precision(&self, header: Header) -> bool {
        header.word & format::FLAG_WIDE != self.const_layout().flag_of_reals
            && self.layout().states_precision(header.number())
    }

    /// Returns the encoded length of components that take `length` bytes in the layout's precision.
    #[inline]
    pub(crate) fn encoded_length(&self, header: Header, length: usize) -> usize {
        match self.is_other_precision(header) {
            false => length,
            true if self.const_layout().flag_of_reals == 0 => length * 2,
            true => length / 2,
        }
    }
}

/// The maximum number of bytes of memory to reserve per byte of input. A Variant takes 32 bytes in
/// memory and at least 4 in the input, so an Array with a correct count needs only one allocation.
const RESERVED_FOR_A_BYTE: usize = 8;

/// The maximum number of bytes to decode again per byte of input. Untagged enums and flattened
/// structs decode bytes again.
const REREAD_FOR_A_BYTE: usize = 64;

/// The maximum number of nested pointers that consume no byte. Only types that recurse endlessly
/// exceed this limit.
pub(crate) const MAX_POINTERS: u32 = 64;

/// A count of elements or entries for which the remaining input has enough bytes.
///
/// Only [`Reader::repetitions`] creates one, so no memory is reserved for an unchecked number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CheckedCount(usize);

impl CheckedCount {
    pub(crate) const ZERO: Self = Self(0);

    #[inline]
    pub(crate) fn get(self) -> usize {
        self.0
    }
}

/// The number of containers that enclose a value. Only readers, which check the limit, create one.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Depth(u32);

impl Depth {
    #[inline]
    pub(crate) fn get(self) -> u32 {
        self.0
    }
}

impl<E: HasLayout> Reader<'_, E> {
    /// Returns the sum of the counts, if the input has at least `each` bytes for each repetition.
    ///
    /// `offset` and `row` are those of the first count.
    #[inline]
    pub(crate) fn repetitions<const N: usize>(
        &self,
        offset: usize,
        row: &'static Row,
        counts: [u32; N],
        each: usize,
    ) -> Result<CheckedCount> {
        // Engines add in 32 bits and ignore overflow.
        let count = if self.state.options.lenient {
            counts.into_iter().fold(0, u32::wrapping_add).into()
        } else {
            counts.into_iter().map(u64::from).sum::<u64>()
        };
        let left = self.state.rest.len();
        match usize::try_from(count) {
            Ok(fitting) if count.saturating_mul(each as u64) <= left as u64 => {
                Ok(CheckedCount(fitting))
            }
            _ => Err(self.too_many(offset, row, count, each)),
        }
    }

    /// Consumes a count of repetitions; each repetition has at least `each` bytes.
    #[inline]
    pub(crate) fn count(&mut self, rule: &'static Number, each: usize) -> Result<CheckedCount> {
        if let Some((number, rest)) = self.state.rest.split_first_chunk()
            && let Some(count) = rule.checked(*number)
            && count as u64 * each as u64 <= rest.len() as u64
        {
            self.state.rest = rest;
            return Ok(CheckedCount(count));
        }
        self.other_count(rule, each)
    }

    /// Consumes a count that only lenient decoding accepts, or returns an error.
    #[inline(never)]
    fn other_count(&mut self, rule: &'static Number, each: usize) -> Result<CheckedCount> {
        let offset = self.position();
        let count = rule.value(self.number(rule)?);
        self.repetitions(offset, rule.row, [count], each)
    }

    /// Fast path: consumes the header and the count of a container whose repetitions have at least
    /// `each` bytes, or nothing.
    #[inline]
    pub(crate) fn take_count(
        &mut self,
        kind: Kind,
        rule: &Number,
        each: usize,
    ) -> Option<CheckedCount> {
        let (start, rest) = self.state.rest.split_first_chunk::<8>()?;
        let [a, b, c, d, count @ ..] = *start;
        let count = rule.checked(count)?;
        if u32::from_le_bytes([a, b, c, d]) != self.const_layout().header_of(kind)
            || count > rest.len() / each
        {
            return None;
        }
        self.state.rest = rest;
        Some(CheckedCount(count))
    }

    /// Returns the error of a count that is too large for the remaining input.
    #[cold]
    fn too_many(&self, offset: usize, row: &'static Row, count: u64, each: usize) -> DecodeError {
        let left = self.state.rest.len();
        DecodeError::new(offset, DecodeErrorKind::CountTooLarge { count, each, left })
            .in_field(row.name)
    }

    /// Returns an error, at the header that was just consumed, unless full objects are allowed.
    pub(crate) fn check_objects(&self) -> Result<()> {
        if self.state.options.allow_objects {
            return Ok(());
        }
        Err(self.error_before(HEADER, DecodeErrorKind::ObjectsNotAllowed))
    }

    /// Returns the number of elements, at most `count`, for which memory may be reserved.
    pub(crate) fn reserve<T>(&mut self, count: CheckedCount) -> usize {
        let each = size_of::<T>().max(1);
        let left = self
            .state
            .length
            .saturating_mul(RESERVED_FOR_A_BYTE)
            .saturating_sub(self.state.reserved);
        let reserved = count.get().min(left / each);
        self.state.reserved += reserved * each;
        reserved
    }

    /// Counts the memory of `count` values of the caller's own types, which the caller allocates
    /// next.
    ///
    /// # Errors
    ///
    /// Returns an error if the memory exceeds the limit of the options.
    #[inline]
    pub(crate) fn charge<T>(&mut self, count: usize) -> Result<()> {
        // Small values need at most 8 times their bytes, or 32 times in a tree of one element. Not
        // counting them saves 8% of the instructions in the benchmark `rpc/decode serde, borrowed`.
        if size_of::<T>() <= 32 {
            return Ok(());
        }
        let more = count.saturating_mul(size_of::<T>());
        let needed = self.state.memory.saturating_add(more);
        let limit = self.state.options.memory_limit(self.state.length);
        if needed > limit {
            return Err(self.error(DecodeErrorKind::MemoryLimitExceeded { needed, limit }));
        }
        self.state.memory = needed;
        Ok(())
    }

    /// Frees the memory that was counted after `place`, because the values were dropped.
    pub(crate) fn release(&mut self, place: &Self) {
        self.state.memory = place.state.memory;
    }

    /// Decodes `count` elements or entries one level deeper.
    #[inline]
    pub(crate) fn nested<R>(
        &mut self,
        count: CheckedCount,
        read: impl FnOnce(&mut Self) -> Result<R>,
    ) -> Result<R> {
        let outer = self.enter(count)?;
        let result = read(self);
        self.set_depth(outer);
        result
    }

    /// Returns the nesting depth of the next value.
    #[inline]
    pub(crate) fn depth(&self) -> Depth {
        Depth(self.state.depth)
    }

    /// Returns the options with the maximum nesting depth that is left for the next value.
    pub(crate) fn options_within(&self) -> DecodeOptions {
        let left = |limit: u16| limit.saturating_sub(short(self.state.depth));
        DecodeOptions {
            max_depth: left(self.state.options.max_depth),
            serde_depth: left(self.state.options.serde_depth),
            ..self.state.options
        }
    }

    /// Restores the depth after a call of `Decode`, because the implementation may replace the
    /// reader.
    #[inline]
    pub(crate) fn set_depth(&mut self, Depth(depth): Depth) {
        self.state.depth = depth;
    }

    /// Rejects a long chain of pointers such as `Box` that consumes no byte.
    ///
    /// Decoding types such as `struct A(Box<B>)` and `struct B(Box<A>)` would never end.
    #[inline]
    pub(crate) fn enter_pointer(&mut self) -> Result<()> {
        let left = self.state.rest.len();
        self.state.pointers = if left == self.state.left_at_pointer {
            self.state.pointers + 1
        } else {
            1
        };
        self.state.left_at_pointer = left;
        if self.state.pointers > MAX_POINTERS {
            return Err(self.too_deep());
        }
        Ok(())
    }

    /// Returns the error of a nesting depth that exceeds the limit of the options.
    #[cold]
    pub(crate) fn too_deep(&self) -> DecodeError {
        self.error(DecodeErrorKind::TooDeep {
            limit: self.state.options.max_depth.into(),
        })
    }

    /// Enters a container of `count` elements or entries, and returns the depth to restore at its
    /// end. An empty container never exceeds the limit of the nesting depth.
    #[inline]
    pub(crate) fn enter(&mut self, count: CheckedCount) -> Result<Depth> {
        if count.get() > 0 && self.state.depth >= u32::from(self.state.options.max_depth) {
            return Err(self.too_deep());
        }
        let outer = self.depth();
        self.state.depth += 1;
        Ok(outer)
    }

    /// Rewinds to an earlier position, unless the input has been decoded too often.
    pub(crate) fn rewind(&mut self, place: &Self) -> Result<()> {
        let again = place
            .state
            .rest
            .len()
            .saturating_sub(self.state.rest.len())
            .max(format::HEADER_LENGTH as usize);
        let limit = place.state.length.saturating_mul(REREAD_FOR_A_BYTE);
        // An implementation of `Decode` may have replaced the reader by one with an unused budget.
        match self.state.reread.max(place.state.reread).checked_add(again) {
            Some(all) if all <= limit => self.state.reread = all,
            _ => return Err(self.error(DecodeErrorKind::RedecodeLimitExceeded)),
        }
        self.go_to(place);
        Ok(())
    }

    /// Moves to a position that was reached before, without resetting the budgets.
    pub(crate) fn go_to(&mut self, place: &Self) {
        self.state = State {
            reserved: self.state.reserved.max(place.state.reserved),
            memory: self.state.memory.max(place.state.memory),
            reread: self.state.reread.max(place.state.reread),
            ..place.state.clone()
        };
    }

    /// Checks the next values in strict decoding, unless an enclosing value was checked.
    pub(crate) fn check_ahead(
        &mut self,
        check: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let start = self.position();
        if self.state.options.lenient || self.state.checked.contains(&start) {
            return Ok(());
        }
        let mut ahead = self.clone();
        check(&mut ahead)?;
        self.state.checked = start..ahead.position();
        Ok(())
    }
}

/// The maximum number of values that are encoded in one batch.
pub(crate) const BATCH: usize = 16;

impl<E: HasLayout> Reader<'_, E> {
    /// Consumes a count, a length or flags.
    #[inline]
    pub(crate) fn number(&mut self, rule: &'static Number) -> Result<u32> {
        let number = self.bytes(rule.row).map(u32::from_le_bytes)?;
        if number & !rule.known == 0 && number <= rule.max {
            Ok(number)
        } else {
            self.invalid(rule, number)
        }
    }

    /// Returns the error of an invalid number, or the number that lenient decoding uses instead.
    #[cold]
    fn invalid(&self, rule: &'static Number, number: u32) -> Result<u32> {
        let kind = match (rule.invalid, self.options().lenient) {
            (InvalidNumber::Bits | InvalidNumber::Bool, true) => return Ok(number),
            (InvalidNumber::Zero, true) => return Ok(0),
            (InvalidNumber::Bits, false) => DecodeErrorKind::UnknownFlags {
                flags: number & !rule.known,
            },
            (InvalidNumber::Bool, false) => DecodeErrorKind::InvalidBool { value: number },
            (InvalidNumber::Negative, _) | (InvalidNumber::Zero, false) => {
                DecodeErrorKind::NegativeLength {
                    length: number.cast_signed(),
                }
            }
        };
        Err(self.error_before(rule.row, kind).in_field(rule.row.name))
    }
}
