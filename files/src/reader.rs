//! Reads the values of content whose layout and framing are known.

use crate::detect::Framing;
use gdvariant::any::AnyVariant;
use gdvariant::framing::{FrameOptions, Frames, FramesAhead};
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, ReadError};
use std::fmt;
use std::io::{self, Read};

/// Decodes the values of content without compression and encryption, one at a time.
///
/// [`OpenFile::into_reader`](crate::open::OpenFile::into_reader) creates a reader of any file.
///
/// The reader is an iterator over the values as [`AnyVariant`]; [`next_bytes`](Self::next_bytes)
/// returns their bytes instead. After a decoding error, the iterator continues with the next value;
/// after any other error, the iterator ends.
///
/// ```
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::godot4;
/// use gdvariant_files::open::{OpenOptions, open};
///
/// let mut save = Vec::new();
/// godot4::write_framed(&mut save, &["Ada", "Grace"])?;
/// godot4::write_framed(&mut save, &7)?;
/// let mut values = open(&save[..], &OpenOptions::new())?.into_reader(FrameOptions::new())?;
/// let (offset, bytes) = values.next_bytes()?.unwrap();
/// assert_eq!((offset, bytes.len()), (4, 36));
/// for value in values {
///     println!("{}", value?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "readers are lazy"]
pub struct AnyReader<R> {
    layout: &'static Layout,
    framing: Framing,
    options: FrameOptions,
    source: Source<R>,
}

enum Source<R> {
    Frames(FramesAhead<R>),
    Unframed(Unframed<R>),
}

/// Reads values without length prefixes.
struct Unframed<R> {
    /// `None` once the rest of the input is in the buffer.
    reader: Option<R>,
    buffer: Vec<u8>,
    /// The index of the next value in the buffer.
    next: usize,
    /// The offset of the buffer in the content.
    offset: u64,
}

/// The minimum number of bytes that are read to complete a concatenated value.
const PIECE: usize = 64 << 10;

impl<R: Read> Unframed<R> {
    fn new(reader: Option<R>) -> Self {
        Self {
            reader,
            buffer: Vec::new(),
            next: 0,
            offset: 0,
        }
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.next..).unwrap_or_default()
    }

    /// Appends at most `limit` bytes to the buffer.
    fn read(&mut self, limit: usize) -> io::Result<()> {
        if let Some(reader) = &mut self.reader {
            let read = reader.take(limit as u64).read_to_end(&mut self.buffer)?;
            if read < limit {
                self.reader = None;
            }
        }
        Ok(())
    }

    /// Buffers the next of the concatenated values, and returns its length.
    ///
    /// After an invalid value, the start of the next one is unknown: at most `max_invalid` of the
    /// remaining bytes are buffered, and the input ends.
    fn complete(
        &mut self,
        max_invalid: usize,
        value_length: impl Fn(&[u8]) -> Result<usize, DecodeError>,
    ) -> io::Result<usize> {
        loop {
            let rest = self.rest();
            let is_at_end = self.reader.is_none();
            match value_length(rest) {
                // A value at the end of the buffer can lack padding that has not been read.
                Ok(length) if is_at_end || length < rest.len() => return Ok(length),
                Err(error) if is_at_end || !error.is_eof() => {
                    self.read(max_invalid.saturating_sub(rest.len()))?;
                    self.reader = None;
                    return Ok(self.rest().len());
                }
                Ok(_) | Err(_) => {}
            }
            self.buffer.drain(..self.next);
            self.offset += self.next as u64;
            self.next = 0;
            // Doubling the buffer keeps the total time linear, although each attempt starts again.
            self.read(self.buffer.len().max(PIECE))?;
        }
    }

    /// Returns the next `length` bytes with their offset, or `None` at the end.
    fn advance(&mut self, length: usize) -> Option<(u64, &[u8])> {
        let start = self.next;
        self.next += length;
        let value = self.buffer.get(start..self.next)?;
        (!value.is_empty()).then_some((self.offset + start as u64, value))
    }
}

impl<R> fmt::Debug for AnyReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("AnyReader");
        shown.field("layout", &self.layout.name);
        shown
            .field("framing", &self.framing)
            .finish_non_exhaustive()
    }
}

impl<R: Read> AnyReader<R> {
    /// Creates a reader of content in a known layout and framing, which determines the byte order of
    /// lengths.
    ///
    /// ```
    /// use gdvariant_files::AnyReader;
    /// use gdvariant_files::detect::Framing;
    /// use gdvariant::schema::LAYOUTS;
    /// use gdvariant::framing::FrameOptions;
    /// use gdvariant::godot4;
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let two = [godot4::to_vec("Ada")?, godot4::to_vec(&7)?].concat();
    /// let mut values = AnyReader::with_layout(two.as_slice(), layout, Framing::Concatenated, FrameOptions::new());
    /// assert_eq!(values.next_bytes()?, Some((0, &two[..12])));
    /// assert_eq!(values.next_bytes()?, Some((12, &two[12..])));
    /// assert_eq!(values.next_bytes()?, None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_layout(
        reader: R,
        layout: &'static Layout,
        framing: Framing,
        options: FrameOptions,
    ) -> Self {
        let source = if framing.options().is_none() {
            Source::Unframed(Unframed::new(Some(reader)))
        } else {
            let options = options.big_endian(framing == Framing::BigEndian);
            Source::Frames(Frames::new(reader, options).into())
        };
        Self {
            layout,
            framing,
            options,
            source,
        }
    }

    pub(crate) fn framing(&self) -> Framing {
        self.framing
    }

    /// Returns the bytes of the next value with their offset in the content, or `None` at the end.
    ///
    /// Framed values, and concatenated values, are buffered one at a time; a bare value is the whole
    /// content. An invalid concatenated value ends the input, because the start of the next value is
    /// unknown: its bytes are the remaining ones, up to [`FrameOptions::max_length`].
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Frames::next_frame`].
    pub fn next_bytes(&mut self) -> Result<Option<(u64, &[u8])>, ReadError> {
        match &mut self.source {
            Source::Frames(frames) => {
                let start = frames.position() + size_of::<u32>() as u64;
                Ok(frames.next_frame()?.map(|frame| (start, frame)))
            }
            Source::Unframed(values) => {
                let length = if self.framing == Framing::Concatenated {
                    let (layout, options) = (self.layout, self.options.decode);
                    let max_invalid = usize::try_from(self.options.limit());
                    values.complete(max_invalid.unwrap_or(usize::MAX), |bytes| {
                        layout.skip(bytes, options)
                    })?
                } else {
                    values.read(usize::MAX)?;
                    values.rest().len()
                };
                Ok(values.advance(length))
            }
        }
    }
}

impl<R: Read> Iterator for AnyReader<R> {
    type Item = Result<AnyVariant, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let (layout, options) = (self.layout, self.options.decode);
        match self.next_bytes() {
            Ok(next) => {
                let (start, bytes) = next?;
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let decoded = layout.decode(bytes, options);
                Some(decoded.map_err(|error| error.with_base_offset(start).into()))
            }
            Err(error) => {
                // Ends the iterator.
                self.source = Source::Unframed(Unframed::new(None));
                Some(Err(error))
            }
        }
    }
}
