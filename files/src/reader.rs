//! Reads values of any engine: options, detection, decoding and errors.

use crate::detect::{Choice, DetectOptions, Framing, detect_reader};
use crate::error::{Error, ErrorKind};
use gdvariant::any::AnyVariant;
use gdvariant::framing::{FrameOptions, Frames, FramesAhead};
use gdvariant::schema::Layout;
use gdvariant::{DecodeError, DecodeOptions, DecodeOwned, Engine, ReadError, generic};
use std::fmt;
use std::io::{self, BufReader, Cursor, Read};

impl<'r> AnyReader<Box<dyn Read + 'r>> {
    /// Opens a file or a buffer, and detects the layout and the framing.
    ///
    /// ```
    /// use gdvariant_files::AnyReader;
    /// use gdvariant::godot4;
    ///
    /// let file = godot4::to_vec(&["Ada", "Grace"])?;
    /// let mut values = AnyReader::open(file.as_slice())?;
    /// assert!(values.choice().to_string().starts_with("godot4, bare"));
    /// assert_eq!(values.next().unwrap()?.to_string(), r#"["Ada", "Grace"]"#);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if reading fails, or if the layout is ambiguous: see
    /// [`Detection::choice`](crate::detect::Detection::choice).
    pub fn open(reader: impl Read + 'r) -> Result<Self, Error> {
        Self::open_with(reader, DetectOptions::new(), FrameOptions::new())
    }

    /// Opens a file or a buffer like [`open`](Self::open), with known facts about the content, and
    /// with limits.
    ///
    /// The byte order of `frames` is ignored: the framing determines the byte order of lengths.
    ///
    /// ```
    /// use gdvariant::DecodeOptions;
    /// use gdvariant_files::AnyReader;
    /// use gdvariant_files::detect::{DetectOptions, Framing};
    /// use gdvariant::framing::FrameOptions;
    ///
    /// let detect = DetectOptions::new().framing(Framing::Concatenated);
    /// let frames = FrameOptions::new().decode_options(DecodeOptions::engine());
    /// let file = b"\x01\0\0\0\x01\0\0\0\0\0\0\0"; // true and Nil
    /// let values = AnyReader::open_with(&file[..], detect, frames)?;
    /// assert_eq!(values.count(), 2);
    /// # Ok::<(), gdvariant_files::error::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the errors of [`open`](Self::open).
    pub fn open_with(
        reader: impl Read + 'r,
        detect: DetectOptions,
        frames: FrameOptions,
    ) -> Result<Self, Error> {
        let mut content = BufReader::new(reader);
        let (start, choice) = if let Some((layout, framing)) = detect.stated() {
            (Vec::new(), Choice::stated(layout, framing))
        } else {
            let (start, detection) = detect_reader(&mut content, detect)?;
            (start.bytes, detection.choice()?)
        };
        let content: Box<dyn Read + 'r> = Box::new(Cursor::new(start).chain(content));
        Ok(Self::new(content, choice, frames))
    }
}

/// Reads the values of a file or a buffer of any engine.
///
/// The bytes of a compressed or encrypted file are not values, and decoding them is an error. For
/// such a file, use the crate gdvariant-files, which recognizes its form.
///
/// The reader is an iterator over the values as [`AnyVariant`]; [`decode_as`](Self::decode_as)
/// decodes them into another type. After a decoding error, the iterator continues with the next value;
/// after any other error, the iterator ends.
///
/// ```
/// use gdvariant_files::AnyReader;
/// use gdvariant::godot4;
///
/// let mut save = Vec::new();
/// godot4::write_framed(&mut save, &["Ada", "Grace"])?;
/// godot4::write_framed(&mut save, &7)?;
/// let mut values = AnyReader::open(save.as_slice())?;
/// println!("{}", values.choice());
/// let (offset, bytes) = values.next_bytes()?.unwrap();
/// assert_eq!((offset, bytes.len()), (4, 36));
/// for value in values {
///     println!("{}", value?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "readers are lazy"]
pub struct AnyReader<R> {
    choice: Choice,
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
        shown.field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl<R: Read> AnyReader<R> {
    fn new(reader: R, choice: Choice, options: FrameOptions) -> Self {
        let source = match choice.framing {
            Framing::Bare | Framing::Concatenated => Source::Unframed(Unframed::new(Some(reader))),
            Framing::LittleEndian | Framing::BigEndian => {
                let options = options.big_endian(choice.framing == Framing::BigEndian);
                Source::Frames(Frames::new(reader, options).into())
            }
        };
        Self {
            choice,
            options,
            source,
        }
    }

    /// Creates a reader of content whose layout and framing are known.
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
        Self::new(reader, Choice::stated(layout, framing), options)
    }

    /// Returns the layout and the framing of the values.
    pub fn choice(&self) -> &Choice {
        &self.choice
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
                let length = if self.choice.framing == Framing::Concatenated {
                    let (layout, options) = (self.choice.layout, self.options.decode);
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

    /// Returns an iterator that decodes the remaining values into a type of the engine `E`.
    ///
    /// To decode a file of any engine into a type, [convert](AnyVariant::convert) each value to one
    /// layout, and decode the result with `from_variant` of the layout's module.
    ///
    /// ```
    /// use gdvariant_files::AnyReader;
    /// use gdvariant::{Godot3, Godot4, godot4};
    ///
    /// let save = godot4::to_vec(&["Ada", "Grace"])?;
    /// let reader = AnyReader::open(save.as_slice())?;
    /// let names: Vec<String> = reader.decode_as::<Godot4, _>()?.next().unwrap()?;
    /// assert_eq!(names, ["Ada", "Grace"]);
    ///
    /// let reader = AnyReader::open(save.as_slice())?;
    /// let error = reader.decode_as::<Godot3, Vec<String>>().err().unwrap();
    /// assert_eq!(error.to_string(), "expected values of the layout godot3, found godot4");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`ErrorKind::OtherLayout`] if the values are of another layout.
    pub fn decode_as<E: Engine, T: DecodeOwned<E>>(
        mut self,
    ) -> Result<impl Iterator<Item = Result<T, ReadError>>, Error> {
        let found = self.choice.layout.name;
        if found != E::LAYOUT.name {
            return Err(ErrorKind::OtherLayout {
                expected: E::LAYOUT.name,
                found,
            }
            .into());
        }
        Ok(std::iter::from_fn(move || {
            self.next_decoded(|_, bytes, options| generic::from_slice::<E, T>(bytes, options))
        }))
    }

    /// Decodes the next value. An error other than a decoding error ends the iterator.
    fn next_decoded<T>(
        &mut self,
        decode: impl FnOnce(&'static Layout, &[u8], DecodeOptions) -> Result<T, DecodeError>,
    ) -> Option<Result<T, ReadError>> {
        let (layout, options) = (self.choice.layout, self.options.decode);
        match self.next_bytes() {
            Ok(next) => {
                let (start, bytes) = next?;
                let start = usize::try_from(start).unwrap_or(usize::MAX);
                let decoded = decode(layout, bytes, options);
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

impl<R: Read> Iterator for AnyReader<R> {
    type Item = Result<AnyVariant, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_decoded(Layout::decode)
    }
}
