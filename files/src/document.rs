//! The bytes of a file in memory, in which values are replaced and all other bytes are kept.
//!
//! ```
//! use gdvariant::EncodeOptions;
//! use gdvariant_files::detect::Framing;
//! use gdvariant::schema::layout_named;
//! use gdvariant_files::change;
//! use gdvariant_files::document::Document;
//!
//! let layout = layout_named("godot4").unwrap();
//! let bytes = layout.parse("{\"gold\": 7}")?.to_vec(EncodeOptions::new())?;
//! let mut document = Document::new(bytes, Vec::new(), layout, Framing::Bare);
//! let mut save = document.value(0)?;
//! change::set(&mut save, &"gold".parse()?, layout.parse("100")?)?;
//! document.replace(0, &save)?;
//! assert_eq!(document.value(0)?, layout.parse("{\"gold\": 100}")?);
//! let file = document.to_file()?;
//! # assert_eq!(file, document.bytes());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(test)]
mod tests;

use crate::AnyReader;
use crate::change::EditError;
use crate::detect::Framing;
use crate::error::Error;
use crate::open::Opened;
use crate::text::TextDocument;
use crate::values::PREFIX_LENGTH;
use crate::wrapper::{self, Wrapper};
use crate::{LENIENT, STRICT};
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use gdvariant::{DecodeOptions, ReadError};
use std::fmt::{self, Debug, Formatter};
use std::io;
use std::iter::zip;
use std::ops::Range;
use std::sync::OnceLock;

/// The bytes of a file in memory, without compression and encryption.
///
/// The [module](self) has an example.
pub struct Document {
    bytes: Vec<u8>,
    wrappers: Vec<Wrapper>,
    layout: &'static Layout,
    framing: Framing,
    options: DecodeOptions,
    max_length: u32,
    found: OnceLock<FoundValues>,
    /// The text, if the values are written as text.
    pub(crate) text: Option<Box<TextDocument>>,
}

impl Opened<'_> {
    /// Reads the whole content, to change values in it.
    ///
    /// The values can be written as text:
    ///
    /// ```
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = "[player]\n\nname=\"Ada\" ; of Godot\n";
    /// let mut document = open(file.as_bytes(), &OpenOptions::new())?.document()?;
    /// let new = document.layout().parse(r#"{"player": {"name": "Grace"}}"#)?;
    /// document.replace(0, &new)?;
    /// assert_eq!(document.to_file()?, b"[player]\n\nname=\"Grace\" ; of Godot\n");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// ```
    /// use gdvariant_files::open::{OpenOptions, open};
    ///
    /// let file = b"\x08\0\0\0\x02\0\0\0\x07\0\0\0";
    /// let document = open(&file[..], &OpenOptions::new())?.document()?;
    /// assert_eq!(document.values(), [4..12]);
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the file is text in a form.
    pub fn document(self) -> Result<Document, Error> {
        let (layout, framing) = (self.layout, self.framing);
        if let Some(text) = self.text {
            return Ok(Document {
                text: Some(text),
                ..Document::new(Vec::new(), self.wrappers, layout, framing)
            });
        }
        let (bytes, wrappers) = self.into_content()?;
        Ok(Document::new(bytes, wrappers, layout, framing))
    }
}

impl Debug for Document {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.debug_struct("Document")
            .field("length", &self.bytes.len())
            .field("wrappers", &self.wrappers)
            .field("layout", &self.layout.name)
            .field("framing", &self.framing)
            .finish_non_exhaustive()
    }
}

/// The values of a document.
struct FoundValues {
    /// The ranges of the values, without length prefixes.
    ranges: Vec<Range<usize>>,
    /// The reason why the bytes after the last value are not values.
    fault: Option<ReadError>,
}

impl Document {
    /// Creates a document of the bytes inside `wrappers`, which are outermost first.
    #[must_use]
    pub fn new(
        bytes: Vec<u8>,
        wrappers: Vec<Wrapper>,
        layout: &'static Layout,
        framing: Framing,
    ) -> Self {
        Self {
            bytes,
            wrappers,
            layout,
            framing,
            options: STRICT,
            max_length: u32::MAX,
            found: OnceLock::new(),
            text: None,
        }
    }

    /// Sets the options that decode values. By default, objects are allowed.
    #[must_use]
    pub fn decode_options(self, options: DecodeOptions) -> Self {
        Self { options, ..self }
    }

    /// Sets the maximum length of a changed value in a framed file, in bytes.
    #[must_use]
    pub fn max_length(self, max_length: u32) -> Self {
        Self { max_length, ..self }
    }

    /// Returns the bytes inside all wrappers.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        if let Some(text) = &self.text {
            return text.text().as_bytes();
        }
        &self.bytes
    }

    /// Returns the wrappers around the bytes, outermost first.
    #[must_use]
    pub fn wrappers(&self) -> &[Wrapper] {
        &self.wrappers
    }

    /// Returns the layout of the values.
    #[must_use]
    pub fn layout(&self) -> &'static Layout {
        self.layout
    }

    /// Returns the framing of the values.
    #[must_use]
    pub fn framing(&self) -> Framing {
        self.framing
    }

    /// Returns the ranges of the values in the [`bytes`](Self::bytes), without length prefixes.
    ///
    /// A text has no ranges: [`count`](Self::count) is the number of its values.
    #[must_use]
    pub fn values(&self) -> &[Range<usize>] {
        &self.found().ranges
    }

    /// Returns the reason why the bytes after the last value are not values, if there are any.
    #[must_use]
    pub fn fault(&self) -> Option<&ReadError> {
        self.found().fault.as_ref()
    }

    /// Returns the number of values.
    #[must_use]
    pub fn count(&self) -> usize {
        if let Some(text) = &self.text {
            return text.count();
        }
        self.values().len()
    }

    /// Decodes the value at `index`.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is invalid, or if there are fewer values.
    pub fn value(&self, index: usize) -> Result<AnyVariant, EditError> {
        if let Some(text) = &self.text {
            self.check_index(index)?;
            return Ok(text.value(index)?);
        }
        let range = self.range(index)?;
        let decoded = self.layout.decode(&self.bytes[range.clone()], self.options);
        decoded.map_err(|error| EditError::Decode(error.with_base_offset(range.start)))
    }

    /// Returns the file: the bytes inside their wrappers.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`wrapped`](wrapper::wrapped).
    pub fn to_file(&self) -> io::Result<Vec<u8>> {
        wrapper::wrapped(self.bytes().into(), &self.wrappers)
    }

    /// Returns the range of the value at `index`, without its length prefix.
    pub(crate) fn range(&self, index: usize) -> Result<Range<usize>, EditError> {
        let (ranges, count) = (self.values(), self.count());
        let range = ranges.get(index).cloned();
        range.ok_or(EditError::NoValue { index, count })
    }

    /// Returns an error if no value has this `index`.
    pub(crate) fn check_index(&self, index: usize) -> Result<(), EditError> {
        let count = self.count();
        if index < count {
            return Ok(());
        }
        Err(EditError::NoValue { index, count })
    }

    /// Returns the options that decode values.
    #[doc(hidden)]
    pub fn options(&self) -> DecodeOptions {
        self.options
    }

    /// Returns whether a length precedes each value.
    #[doc(hidden)]
    pub fn is_framed(&self) -> bool {
        self.framing.options().is_some()
    }

    fn found(&self) -> &FoundValues {
        self.found.get_or_init(|| {
            let options = FrameOptions::new()
                .max_length(u32::MAX)
                .decode_options(LENIENT);
            let mut reader =
                AnyReader::with_layout(&*self.bytes, self.layout, self.framing, options);
            let mut ranges = Vec::new();
            let fault = loop {
                match reader.next_bytes() {
                    Ok(None) => break None,
                    Ok(Some((start, bytes))) => {
                        // The content is in memory, so that offsets fit.
                        let start = usize::try_from(start).unwrap_or(usize::MAX);
                        ranges.push(start..start + bytes.len());
                    }
                    Err(error) => break Some(error),
                }
            };
            FoundValues { ranges, fault }
        })
    }

    /// Replaces the values in `range`, which includes their length prefixes, by encoded values.
    ///
    /// `trailer` is the number of bytes at the end of a single value that are not a part of it.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is too long, or if a number before the values is the length of
    /// bytes whose length changes.
    #[doc(hidden)]
    pub fn put(
        &mut self,
        range: Range<usize>,
        values: &[&[u8]],
        trailer: usize,
    ) -> Result<(), EditError> {
        let before = &self.bytes[..range.start];
        let new = self
            .place()
            .replacement(range.clone(), values, trailer, before)?;
        self.bytes.splice(range, new);
        self.found = OnceLock::new();
        Ok(())
    }

    /// Replaces all bytes inside the wrappers.
    #[doc(hidden)]
    pub fn set_bytes(&mut self, bytes: Vec<u8>) {
        self.bytes = bytes;
        self.found = OnceLock::new();
    }

    /// Replaces bytes of the value at `index`, updates its length prefix, and moves the values after
    /// it. [`check_length`](Self::check_length) checks the new length.
    #[doc(hidden)]
    pub fn splice(&mut self, index: usize, range: Range<usize>, new: &[u8]) {
        // The values are found in the bytes before the change, whose length prefixes are valid.
        self.found();
        let moved = |offset: usize| offset - range.len() + new.len();
        self.bytes.splice(range.clone(), new.iter().copied());
        if range.len() == new.len() {
            return;
        }
        let found = self.found.get_mut();
        let Some([value, later @ ..]) = found.and_then(|found| found.ranges.get_mut(index..))
        else {
            return;
        };
        value.end = moved(value.end);
        for later in later {
            *later = moved(later.start)..moved(later.end);
        }
        let value = value.clone();
        if self.is_framed()
            && let Ok(prefix) = self.place().prefix(value.len())
        {
            self.bytes[value.start - PREFIX_LENGTH..value.start].copy_from_slice(&prefix);
        }
    }

    /// Returns an error if the value at `index` cannot have another length.
    ///
    /// # Errors
    ///
    /// Returns an error if the value would be too long, or if a number before it is the length of
    /// bytes whose length changes.
    #[doc(hidden)]
    pub fn check_length(&self, index: usize, length: usize) -> Result<(), EditError> {
        let mut value = self.range(index)?;
        let mut framed = length;
        if self.is_framed() {
            self.place().prefix(length)?;
            value.start -= PREFIX_LENGTH;
            framed += PREFIX_LENGTH;
        }
        self.check_counts(value, framed)
    }

    /// Returns the bytes of a value, with a length prefix if the file is framed.
    ///
    /// # Errors
    ///
    /// Returns an error if the value is too long.
    #[doc(hidden)]
    pub fn framed(&self, value: &[u8]) -> Result<Vec<u8>, EditError> {
        self.place().framed(value)
    }

    /// Returns an error if a number before the value is the length of bytes whose length changes.
    ///
    /// `value` is the position of the old value with its length prefix, and `length` the new length
    /// of both.
    fn check_counts(&self, value: Range<usize>, length: usize) -> Result<(), EditError> {
        let before = &self.bytes[..value.start];
        self.place().check_counts(value, length, before)
    }

    fn place(&self) -> Place<'_> {
        Place {
            header: header(&self.wrappers),
            length: self.bytes.len(),
            framing: self.framing,
            max_length: self.max_length,
        }
    }
}

/// Returns the header directly before the content of a file with these wrappers.
#[doc(hidden)]
#[must_use]
pub fn header(wrappers: &[Wrapper]) -> &[u8] {
    match wrappers.last() {
        Some(Wrapper::Header(header)) => header,
        _ => &[],
    }
}

/// The content in which a value is replaced.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Place<'h> {
    /// The bytes before the content.
    pub header: &'h [u8],
    /// The length of the content, in bytes.
    pub length: usize,
    /// The framing of the values.
    pub framing: Framing,
    /// The maximum length of a changed value, in bytes.
    pub max_length: u32,
}

impl Place<'_> {
    /// The number of bytes before a value that can be the length of the value.
    pub const COUNT_LENGTH: usize = size_of::<u64>();

    /// Returns the bytes that replace those in `range`, which includes the length prefixes of the old
    /// values: the encoded `values` with their length prefixes.
    ///
    /// `trailer` is the number of bytes at the end of a single value that are not a part of it, and
    /// `before` ends with the bytes before the range, at least the last
    /// [`COUNT_LENGTH`](Self::COUNT_LENGTH) of them.
    ///
    /// # Errors
    ///
    /// Returns an error if a value is too long, or if a number before the values is the length of
    /// bytes whose length changes.
    pub fn replacement(
        &self,
        range: Range<usize>,
        values: &[&[u8]],
        trailer: usize,
        before: &[u8],
    ) -> Result<Vec<u8>, EditError> {
        let framed = values.iter().map(|value| self.framed(value));
        let framed = framed.collect::<Result<Vec<_>, _>>()?.concat();
        // Bytes after a value with a length are a part of it.
        let trailer = if self.is_framed() { 0 } else { trailer };
        let range = range.start..range.end - trailer;
        self.check_counts(range, framed.len() - trailer, before)?;
        Ok(framed)
    }

    fn is_framed(&self) -> bool {
        self.framing.options().is_some()
    }

    /// Returns the bytes of a value, with a length prefix if the file is framed.
    fn framed(&self, value: &[u8]) -> Result<Vec<u8>, EditError> {
        if !self.is_framed() {
            return Ok(value.to_vec());
        }
        Ok([&self.prefix(value.len())?, value].concat())
    }

    /// Returns the length prefix of a value, or an error if the value is too long.
    fn prefix(&self, length: usize) -> Result<[u8; PREFIX_LENGTH], EditError> {
        let limit = self.max_length;
        let prefix = u32::try_from(length).ok().filter(|it| *it <= limit);
        let prefix = prefix.ok_or(EditError::TooLong { length, limit })?;
        Ok(match self.framing {
            Framing::BigEndian => prefix.to_be_bytes(),
            _ => prefix.to_le_bytes(),
        })
    }

    /// Returns an error if a number before the value is the length of bytes whose length changes,
    /// because a change updates only the length prefix of a framed value.
    ///
    /// `value` is the position of the old value with its length prefix, and `length` the new length
    /// of both. The error has the number and its offset.
    fn check_counts(
        &self,
        value: Range<usize>,
        length: usize,
        before: &[u8],
    ) -> Result<(), EditError> {
        if length == value.len() {
            return Ok(());
        }
        let start = self.header.len();
        let before = &before[before.len().saturating_sub(Self::COUNT_LENGTH)..];
        let content = Numbers {
            header: self.header,
            before: &[self.header, before].concat(),
            end: start + self.length,
            value: start + value.start..start + value.end,
            prefix: if self.is_framed() { PREFIX_LENGTH } else { 0 },
        };
        let Some(found) = content.find() else {
            return Ok(());
        };
        Err(EditError::Count {
            count: found.number,
            offset: found.offset,
            is_prefix: !self.is_framed()
                && found.offset + found.bytes.len() == content.value.start
                && *found.bytes == content.value.len().to_le_bytes()[..PREFIX_LENGTH],
        })
    }
}

/// The number of elements that are compared at a time.
const BLOCK: usize = 64;

/// Returns the length of the common start of two slices.
#[doc(hidden)]
pub fn common_prefix<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let blocks = zip(a.chunks_exact(BLOCK), b.chunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let rest = zip(&a[equal..], &b[equal..]);
    equal + rest.take_while(|(a, b)| a == b).count()
}

/// Returns the length of the common end of two slices.
#[doc(hidden)]
pub fn common_suffix<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let blocks = zip(a.rchunks_exact(BLOCK), b.rchunks_exact(BLOCK));
    let equal = BLOCK * blocks.take_while(|(a, b)| a == b).count();
    let (a, b) = (&a[..a.len() - equal], &b[..b.len() - equal]);
    let rest = zip(a.iter().rev(), b.iter().rev());
    equal + rest.take_while(|(a, b)| a == b).count()
}

/// The numbers before a value, in a header or in values.
struct Numbers<'c> {
    header: &'c [u8],
    /// The last bytes before the value, which can include the header.
    before: &'c [u8],
    /// The length of the header and all bytes after it.
    end: usize,
    /// The position of the value, with its length prefix.
    value: Range<usize>,
    /// The length of the length prefix in bytes; 0 without framing.
    prefix: usize,
}

/// A number that is the length of what follows.
struct Count<'c> {
    number: usize,
    /// The offset of the number.
    offset: usize,
    bytes: &'c [u8],
}

impl<'c> Numbers<'c> {
    /// Returns a number that is the length of what follows.
    fn find(&self) -> Option<Count<'c>> {
        let start = self.value.start;
        let widths = [8, 4].into_iter();
        let in_header = widths.flat_map(|width| self.header.windows(width).enumerate());
        // A value of a row can be the length of the next value; frames have lengths of their own.
        // Numbers of one and two bytes are too often equal to a length by chance, except directly
        // before a value without a length.
        let is_bare = self.prefix == 0;
        let is_adjacent = is_bare || start == self.header.len();
        let widths = [4, 8, 2, 1].into_iter();
        let adjacent = widths.filter(|width| is_adjacent && (is_bare || *width >= 4));
        let adjacent = adjacent.filter_map(|width| {
            let offset = start.checked_sub(width)?;
            let bytes = self.before.get(self.before.len().checked_sub(width)?..)?;
            Some((offset, bytes))
        });
        let mut numbers = adjacent.chain(in_header);
        numbers.find_map(|(offset, bytes)| {
            let number = self.length_at(offset, bytes)?;
            Some(Count {
                number,
                offset,
                bytes,
            })
        })
    }

    /// Returns a number in either byte order, if it is the length of what follows.
    fn length_at(&self, offset: usize, bytes: &[u8]) -> Option<usize> {
        let (value, end) = (&self.value, self.end);
        let after = offset + bytes.len();
        let lengths = [
            value.end - after,
            end - after,
            value.len(),
            end - self.header.len(),
            end,
        ];
        let join = |number: usize, byte: &u8| number << 8 | usize::from(*byte);
        let little_endian = bytes.iter().rev().fold(0, join);
        let numbers = [little_endian, bytes.iter().fold(0, join)];
        numbers.into_iter().find(|number| lengths.contains(number))
    }
}
