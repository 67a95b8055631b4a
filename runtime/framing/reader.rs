use super::{FrameDecoder, FrameOptions, PREFIX_LENGTH, ReadError};
use crate::{Decode, DecodeOwned, Layout, generic};
use core::marker::PhantomData;
use std::io::Read;

/// Reads frames one after the other: the bytes of values, each preceded by its length.
///
/// The buffer grows as bytes arrive, never beyond the frame, and shrinks to 64 KiB with the call
/// that follows the frame.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{FrameOptions, Frames};
///
/// let file = [4, 0, 0, 0, 0, 0, 0, 0]; // what File.store_var(null) writes
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
    /// Reads from here on.
    pub fn new(reader: R, options: FrameOptions) -> Self {
        Self {
            reader,
            decoder: FrameDecoder::new(options),
        }
    }

    /// How many bytes the frames until here had: where the next length stands.
    #[must_use]
    pub fn position(&self) -> u64 {
        self.decoder.position()
    }

    /// The bytes of the next value, or none at the end of the input.
    ///
    /// # Errors
    ///
    /// When a length is too long or the input ends within a length or a value: what comes then cannot be told apart any more, and frames
    /// have to be read from a new place. When reading fails, what was read is kept: after a timeout, the next call goes on.
    pub fn next_frame(&mut self) -> Result<Option<&[u8]>, ReadError> {
        let Self { reader, decoder } = self;
        if !decoder.fill_from(|piece, frame| Ok(reader.take(piece as u64).read_to_end(frame)?))? {
            decoder.finish()?;
            return Ok(None);
        }
        Ok(Some(decoder.frame()))
    }

    /// Decodes the next value, or none at the end of the input. The value may borrow from the frame.
    ///
    /// # Errors
    ///
    /// As [`next_frame`](Self::next_frame); and [`ReadError::Decode`] when the bytes are not such a value, then the next call reads the next
    /// frame.
    pub fn next_value<'s, L: Layout, T: Decode<'s, L>>(
        &'s mut self,
    ) -> Result<Option<T>, ReadError> {
        let (options, start) = (self.decoder.options().decode, self.next_value_at());
        let Some(frame) = self.next_frame()? else {
            return Ok(None);
        };
        Ok(Some(
            generic::from_slice(frame, options).map_err(|error| error.after(start))?,
        ))
    }

    /// Where the next value stands.
    fn next_value_at(&self) -> usize {
        usize::try_from(self.position())
            .unwrap_or(usize::MAX)
            .saturating_add(PREFIX_LENGTH)
    }

    /// Decodes values until the end.
    pub fn values<L: Layout, T: DecodeOwned<L>>(self) -> Values<R, L, T> {
        Values {
            frames: Some(self),
            decoded: PhantomData,
        }
    }
}

/// Values read one after the other; `read_framed` of a layout makes one.
///
/// A value that cannot be decoded is an error, and the next one follows. After any other error the iterator ends.
#[derive(Debug)]
pub struct Values<R, L, T> {
    frames: Option<Frames<R>>,
    decoded: PhantomData<fn() -> (L, T)>,
}

impl<R: Read, L: Layout, T: DecodeOwned<L>> Iterator for Values<R, L, T> {
    type Item = Result<T, ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        let frames = self.frames.as_mut()?;
        let (options, start) = (frames.decoder.options().decode, frames.next_value_at());
        let result = match frames.next_frame() {
            Ok(Some(frame)) => {
                let value = generic::from_slice(frame, options);
                frames.decoder.release();
                return Some(value.map_err(|error| error.after(start).into()));
            }
            Ok(None) => None,
            Err(error) => Some(Err(error)),
        };
        self.frames = None;
        result
    }
}
