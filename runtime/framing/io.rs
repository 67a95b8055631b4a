//! Reads frames from readers and writes frames to writers.

use super::{FrameDecoder, FrameOptions, PREFIX_LENGTH};
use crate::{Decode, DecodeOwned, Encode, Engine, ReadError, WriteError, codec};
use alloc::vec::Vec;
use core::marker::PhantomData;
use std::io::{BufRead, BufReader, Read, Write};

/// Reads consecutive frames: the bytes of values, each preceded by its length.
///
/// The buffer grows as bytes arrive, never beyond the frame, and shrinks to 64 KiB with the call
/// that follows the frame.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::framing::{FrameOptions, Frames};
///
/// let file = [4, 0, 0, 0, 0, 0, 0, 0]; // what FileAccess.store_var(null) writes
/// let mut frames = Frames::new(file.as_slice(), FrameOptions::new());
/// assert_eq!(frames.next_frame()?, Some([0; 4].as_slice()));
/// assert_eq!(frames.next_frame()?, None);
/// # }
/// # Ok::<(), gdvariant::ReadError>(())
/// ```
#[derive(Debug)]
pub struct Frames<R> {
    reader: R,
    decoder: FrameDecoder,
}

impl<R: Read> Frames<R> {
    /// Creates a reader of frames that starts at the current position of `reader`.
    ///
    /// Pass `&mut reader` to use the reader afterwards: it is then at the end of the last complete
    /// frame, unless the last call failed.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::framing::{FrameOptions, Frames};
    ///
    /// let mut stream = &[4, 0, 0, 0, 0, 0, 0, 0, b'+'][..];
    /// Frames::new(&mut stream, FrameOptions::new()).next_frame()?;
    /// assert_eq!(stream, b"+");
    /// # }
    /// # Ok::<(), gdvariant::ReadError>(())
    /// ```
    pub fn new(reader: R, options: FrameOptions) -> Self {
        Self {
            reader,
            decoder: FrameDecoder::new(options),
        }
    }

    /// Returns the offset of the next length: the end of the last complete frame.
    ///
    /// ```
    /// use gdvariant::framing::{FrameOptions, Frames};
    ///
    /// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0];
    /// let mut frames = Frames::new(file, FrameOptions::new());
    /// frames.next_frame()?;
    /// assert_eq!(frames.position(), 12);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn position(&self) -> u64 {
        self.decoder.position()
    }

    /// Returns the bytes of the next value, or `None` at the end of the input.
    ///
    /// # Errors
    ///
    /// Fails if a length exceeds the limit of the options, or if the input ends within a length or
    /// a value. The start of the next frame is then unknown. If reading fails, or if memory for the
    /// frame cannot be allocated, the bytes read so far are kept: after a timeout, the next call
    /// continues.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, ReadError> {
        let Self { reader, decoder } = self;
        if !decoder.fill_from(|piece, frame| {
            Ok(reader.by_ref().take(piece as u64).read_to_end(frame)?)
        })? {
            decoder.finish()?;
            return Ok(None);
        }
        Ok(Some(decoder.frame()))
    }

    /// Decodes the next value, or returns `None` at the end of the input. The value may borrow from
    /// the frame.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::framing::{FrameOptions, Frames};
    /// use gdvariant::Godot4;
    ///
    /// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0];
    /// let mut frames = Frames::new(file, FrameOptions::new());
    /// assert_eq!(frames.next_value::<Godot4, u8>()?, Some(42));
    /// assert_eq!(frames.next_value::<Godot4, u8>()?, None);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Fails like [`next_frame`](Self::next_frame). Also returns [`ReadError::Decode`] if the bytes
    /// are not such a value; the next call then reads the next frame.
    pub fn next_value<'s, E: Engine, T: Decode<'s, E>>(
        &'s mut self,
    ) -> Result<Option<T>, ReadError> {
        let options = self.decoder.options().decode;
        let start = value_at(self.position());
        let frame = self.next_frame()?;
        let value = frame
            .map(|frame| codec::from_slice(frame, options))
            .transpose();
        Ok(value.map_err(|error| error.with_base_offset(start))?)
    }

    /// Returns an iterator that decodes the remaining values.
    ///
    /// ```
    /// # #[cfg(feature = "godot4")] {
    /// use gdvariant::framing::{FrameOptions, Frames};
    /// use gdvariant::Godot4;
    ///
    /// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0];
    /// let values = Frames::new(file, FrameOptions::new()).values::<Godot4, u8>();
    /// assert_eq!(values.collect::<Result<Vec<_>, _>>()?, [42]);
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn values<E: Engine, T: DecodeOwned<E>>(self) -> FrameValues<R, E, T> {
        FrameValues {
            frames: Some(FramesAhead::from(self)),
            decoded: PhantomData,
        }
    }
}

/// Returns the offset of the value after the length at an offset.
fn value_at(length_at: u64) -> usize {
    usize::try_from(length_at)
        .unwrap_or(usize::MAX)
        .saturating_add(PREFIX_LENGTH)
}

/// The number of bytes that are read in advance: enough for many small values.
const AHEAD: usize = 2 << 10;

/// Reads frames from a reader that nothing else reads from, so that bytes can be read in advance.
#[doc(hidden)]
#[derive(Debug)]
pub struct FramesAhead<R> {
    frames: Frames<BufReader<R>>,
    /// The length of the last frame, if its bytes are still those of the reader.
    lent: usize,
}

impl<R: Read> From<Frames<R>> for FramesAhead<R> {
    fn from(Frames { reader, decoder }: Frames<R>) -> Self {
        let reader = BufReader::with_capacity(AHEAD, reader);
        let frames = Frames { reader, decoder };
        Self { frames, lent: 0 }
    }
}

impl<R: Read> FramesAhead<R> {
    /// Returns the bytes of the next value, as [`Frames::next_frame`] does.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`Frames::next_frame`].
    #[inline]
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, ReadError> {
        let Frames { reader, decoder } = &mut self.frames;
        reader.consume(core::mem::take(&mut self.lent));
        let ahead = reader.buffer();
        let mut rest = ahead;
        if decoder.take_whole(&mut rest).is_some() {
            self.lent = ahead.len() - rest.len();
            return Ok(self.frames.reader.buffer().get(PREFIX_LENGTH..self.lent));
        }
        if decoder.is_complete() {
            decoder.release();
            return self.next_frame();
        }
        self.frames.next_frame()
    }

    /// Returns the offset of the next length: the end of the last complete frame.
    pub fn position(&self) -> u64 {
        self.frames.position()
    }

    fn options(&self) -> FrameOptions {
        self.frames.decoder.options()
    }

    /// Releases the memory of a long frame.
    #[inline]
    fn release(&mut self) {
        if self.lent == 0 {
            self.frames.decoder.release();
        }
    }
}

/// An iterator over framed values, created by `iter_framed` of a layout.
///
/// If a value cannot be decoded, the iterator yields an error and continues with the next value.
/// The iterator ends after any other error. The iterator reads ahead: to use the reader after some
/// of the values, call [`Frames::next_value`].
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::godot4;
///
/// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0];
/// let mut values = godot4::iter_framed::<u8>(file);
/// assert_eq!(values.next().transpose()?, Some(42));
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
#[must_use = "iterators are lazy"]
pub struct FrameValues<R, E, T> {
    frames: Option<FramesAhead<R>>,
    decoded: PhantomData<fn() -> (E, T)>,
}

impl<R: Read, E: Engine, T: DecodeOwned<E>> Iterator for FrameValues<R, E, T> {
    type Item = Result<T, ReadError>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let frames = self.frames.as_mut()?;
        let (options, start) = (frames.options().decode, frames.position());
        let next = match frames.next_frame() {
            Ok(Some(frame)) => {
                let value = codec::from_slice::<E, T>(frame, options);
                frames.release();
                return Some(value.map_err(|error| error.with_base_offset(value_at(start)).into()));
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        };
        self.frames = None;
        next
    }
}

impl<R: Read, E: Engine, T: DecodeOwned<E>> core::iter::FusedIterator for FrameValues<R, E, T> {}

/// Appends the length of a value and the value to an empty buffer.
pub(crate) fn put_frame<E: Engine, T: Encode<E> + ?Sized>(
    value: &T,
    frame: &mut Vec<u8>,
    options: FrameOptions,
) -> Result<(), WriteError> {
    frame.resize(PREFIX_LENGTH, 0);
    codec::encode_into::<E, T>(value, frame, options.encode)?;
    let prefix = options.prefix(frame.len() - PREFIX_LENGTH)?;
    if let Some(start) = frame.first_chunk_mut() {
        *start = prefix;
    }
    Ok(())
}

/// Writes the length of a value and the value in one call of `write_all`.
///
/// [`Frames`](crate::framing::Frames) decodes such values.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::{Godot4, generic};
///
/// let mut file = Vec::new();
/// generic::write_framed::<Godot4, _>(&mut file, &true, FrameOptions::new())?;
/// assert_eq!(file[..4], [8, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in the
/// format, or if it is longer than the options allow; nothing is written then. Returns
/// [`WriteError::Io`](crate::WriteError) if writing fails.
pub fn write_framed<E: Engine, T: Encode<E> + ?Sized>(
    mut writer: impl Write,
    value: &T,
    options: FrameOptions,
) -> Result<(), WriteError> {
    let mut frame = Vec::with_capacity(codec::SMALL);
    put_frame(value, &mut frame, options)?;
    Ok(writer.write_all(&frame)?)
}

/// Reads the next value, preceded by its length.
///
/// ```
/// # #[cfg(feature = "godot4")] {
/// use gdvariant::framing::FrameOptions;
/// use gdvariant::{Godot4, generic};
///
/// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0];
/// assert_eq!(generic::read_framed::<Godot4, u8>(file, FrameOptions::new())?, 42);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`Frames::next_value`], and [`ReadError::UnexpectedEnd`] at the end of the
/// input.
pub fn read_framed<E: Engine, T: DecodeOwned<E>>(
    reader: impl Read,
    options: FrameOptions,
) -> Result<T, ReadError> {
    let value = Frames::new(reader, options).next_value::<E, T>()?;
    value.ok_or(ReadError::UnexpectedEnd {
        offset: 0,
        needed: PREFIX_LENGTH as u64,
        left: 0,
    })
}
