use super::framing::{PREFIX_LENGTH, put_frame};
use crate::{DecodeOwned, Encode, FrameOptions, Frames, Layout, ReadError, WriteError};
use alloc::vec::Vec;
use std::io::{Read, Write};

/// Writes the length of a value and the value in one call of `write_all`.
///
/// [`Frames`](crate::Frames) decodes such values.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{FrameOptions, Godot3, generic};
///
/// let mut file = Vec::new();
/// generic::write_framed::<Godot3, _>(&mut file, &true, FrameOptions::new())?;
/// assert_eq!(file[..4], [8, 0, 0, 0]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in the
/// format, and [`WriteError::TooLong`](crate::WriteError) if it is longer than the options allow;
/// then it writes nothing. Returns [`WriteError::Io`](crate::WriteError) if writing fails.
pub fn write_framed<L: Layout, T: Encode<L> + ?Sized>(
    mut writer: impl Write,
    value: &T,
    options: FrameOptions,
) -> Result<(), WriteError> {
    let mut frame = Vec::new();
    put_frame(value, &mut frame, options)?;
    Ok(writer.write_all(&frame)?)
}

/// Reads the next value, preceded by its length.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::{FrameOptions, Godot3, generic};
///
/// let file: &[u8] = &[8, 0, 0, 0, 2, 0, 0, 0, 42, 0, 0, 0];
/// assert_eq!(generic::read_framed::<Godot3, u8>(file, FrameOptions::new())?, 42);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`Frames::next_value`], and [`ReadError::UnexpectedEnd`] at the end of the
/// input.
pub fn read_framed<L: Layout, T: DecodeOwned<L>>(
    reader: impl Read,
    options: FrameOptions,
) -> Result<T, ReadError> {
    let value = Frames::new(reader, options).next_value::<L, T>()?;
    value.ok_or(ReadError::UnexpectedEnd {
        offset: 0,
        needed: PREFIX_LENGTH as u64,
        left: 0,
    })
}
