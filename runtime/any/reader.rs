use super::decode::value_length;
use super::{AnyVariant, DecodeAny};
use crate::inspection::detect::{Choice, Framing};
use crate::table::layout_info::LayoutInfo;
use crate::{DecodeError, DecodeOptions, FrameOptions, Frames, ReadError};
use alloc::vec::Vec;
use core::fmt;
use std::io::Read;

/// Reads the values of a file or a buffer of any engine.
///
/// It is an iterator over the values as [`AnyVariant`]; [`decode`](Self::decode) yields them as
/// values of another type. If a value cannot be decoded, the next one follows; after any other
/// error, the iterator ends.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::any::{AnyOptions, AnyReader};
/// use gdvariant::godot4;
///
/// let mut save = Vec::new();
/// godot4::write_framed(&mut save, &["Ada", "Grace"])?;
/// godot4::write_framed(&mut save, &7)?;
/// let mut values = AnyReader::open(save.as_slice(), &AnyOptions::new())?;
/// println!("{}", values.choice());
/// let (offset, bytes) = values.next_bytes()?.unwrap();
/// assert_eq!((offset, bytes.len()), (4, 36));
/// for value in values {
///     println!("{}", value?);
/// }
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use = "values are read when they are asked for"]
pub struct AnyReader<R> {
    choice: Choice,
    options: FrameOptions,
    source: Source<R>,
    /// The bytes of a value without a length, or of all values in a row.
    buffer: Vec<u8>,
}

enum Source<R> {
    Frames(Frames<R>),
    /// Values without lengths, which are read at once; the next one starts at this offset.
    Bare(Option<R>, usize),
}

impl<R> fmt::Debug for AnyReader<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("AnyReader");
        shown.field("choice", &self.choice).finish_non_exhaustive()
    }
}

impl<R: Read> AnyReader<R> {
    pub(super) fn new(reader: R, choice: Choice, options: FrameOptions) -> Self {
        let source = match choice.framing {
            Framing::Bare | Framing::InARow => Source::Bare(Some(reader), 0),
            Framing::LittleEndian => Source::Frames(Frames::new(reader, options.big_endian(false))),
            Framing::BigEndian => Source::Frames(Frames::new(reader, options.big_endian(true))),
        };
        Self {
            choice,
            options,
            source,
            buffer: Vec::new(),
        }
    }

    /// Creates a reader of values whose layout and framing are known, in unpacked content.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::AnyReader;
    /// use gdvariant::detect::Framing;
    /// use gdvariant::schema::LAYOUTS;
    /// use gdvariant::{FrameOptions, godot4};
    ///
    /// let layout = LAYOUTS.iter().find(|layout| layout.name == "godot4").unwrap();
    /// let two = [godot4::to_vec("Ada")?, godot4::to_vec(&7)?].concat();
    /// let mut values = AnyReader::of(two.as_slice(), layout, Framing::InARow, FrameOptions::new());
    /// assert_eq!(values.next_bytes()?, Some((0, &two[..12])));
    /// assert_eq!(values.next_bytes()?, Some((12, &two[12..])));
    /// assert_eq!(values.next_bytes()?, None);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(
        reader: R,
        layout: &'static LayoutInfo,
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
    /// # Errors
    ///
    /// Returns the errors of [`Frames::next_frame`].
    pub fn next_bytes(&mut self) -> Result<Option<(u64, &[u8])>, ReadError> {
        let Self { source, buffer, .. } = self;
        match source {
            Source::Frames(frames) => {
                let start = frames.position() + size_of::<u32>() as u64;
                Ok(frames.next_frame()?.map(|frame| (start, frame)))
            }
            Source::Bare(reader, next) => {
                if let Some(unread) = reader {
                    unread.read_to_end(buffer)?;
                    *reader = None;
                }
                let rest = buffer.get(*next..).unwrap_or_default();
                if rest.is_empty() {
                    return Ok(None);
                }
                let start = *next as u64;
                let length = match self.choice.framing {
                    Framing::InARow => {
                        value_length(self.choice.layout.name, rest, self.options.decode).ok()
                    }
                    _ => None,
                };
                // Where the next value starts is unknown after a fault.
                let length = length.unwrap_or(rest.len());
                *next += length;
                Ok(rest.get(..length).map(|value| (start, value)))
            }
        }
    }

    /// Returns an iterator that decodes the remaining values into a type.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::any::{AnyOptions, AnyReader};
    /// use gdvariant::godot4;
    ///
    /// let mut save = Vec::new();
    /// godot4::write_framed(&mut save, &["Ada", "Grace"])?;
    /// let mut values = AnyReader::open(save.as_slice(), &AnyOptions::new())?.decode();
    /// let names: Vec<String> = values.next().unwrap()?;
    /// assert_eq!(names, ["Ada", "Grace"]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn decode<T: DecodeAny>(mut self) -> impl Iterator<Item = Result<T, ReadError>> {
        core::iter::from_fn(move || {
            self.next_decoded(|layout, bytes, options| T::decode_any(layout.name, bytes, options))
        })
    }

    /// Decodes the next value; the iterator ends after an error that is not one of decoding.
    fn next_decoded<T>(
        &mut self,
        decode: impl FnOnce(&LayoutInfo, &[u8], DecodeOptions) -> Result<T, DecodeError>,
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
                // Nothing is left.
                self.source = Source::Bare(None, usize::MAX);
                Some(Err(error))
            }
        }
    }
}

impl<R: Read> Iterator for AnyReader<R> {
    type Item = Result<AnyVariant, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_decoded(AnyVariant::from_slice)
    }
}
