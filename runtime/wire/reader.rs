//! The cursor that decodes headers and fields from the front of a byte slice.

mod header;
mod limits;

use crate::format;
use crate::table::layout::{AnyEngine, HasLayout, Layout};
use crate::table::{HEADER, Row};
use crate::{DecodeError, DecodeErrorKind, DecodeOptions, Kind};
use core::marker::PhantomData;
use core::ops::Range;
pub use header::Header;
pub(crate) use limits::{CheckedCount, Depth, MAX_POINTERS};

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
    pub(crate) fn of_layout(
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

    /// Returns the layout for uses that the compiler folds; see [`HasLayout::constant`].
    #[inline]
    pub(crate) fn constant(&self) -> &'static Layout {
        E::constant(self.state.layout)
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
            if word & format::FLAG_WIDE != self.constant().flag_of_reals
                && !self.state.options.lenient
            {
                return Err(self.error(DecodeErrorKind::OtherPrecision {
                    is_double: self.constant().flag_of_reals == 0,
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
        self.state
            .rest
            .first_chunk()
            .is_some_and(|header| u32::from_le_bytes(*header) == self.constant().header_of(kind))
    }

    /// Fast path: consumes a header with these flags and the following `N` bytes, or nothing.
    #[inline]
    pub(crate) fn take_flagged<const N: usize>(
        &mut self,
        kind: Kind,
        flags: u32,
    ) -> Option<[u8; N]> {
        let (header, rest) = self.state.rest.split_first_chunk()?;
        if u32::from_le_bytes(*header) != self.constant().header_of(kind) | flags {
            return None;
        }
        let (bytes, rest) = rest.split_first_chunk()?;
        self.state.rest = rest;
        Some(*bytes)
    }

    /// Fast path: consumes exactly these bytes, or nothing.
    #[inline]
    pub(crate) fn take_bytes<const N: usize>(&mut self, bytes: [u8; N]) -> bool {
        match self.state.rest.split_first_chunk() {
            Some((found, rest)) if *found == bytes => {
                self.state.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// Peeks at the header of the next value, or returns `None` if the header cannot be decoded.
    #[inline]
    pub fn peek(&self) -> Option<Header> {
        self.next_header().ok()
    }

    /// Consumes the header of a value, or returns an error if the value is not of this kind.
    #[inline]
    pub(crate) fn header_of(&mut self, kind: Kind) -> Result<Header, DecodeError> {
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
