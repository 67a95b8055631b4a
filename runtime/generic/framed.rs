use crate::{Encode, Layout};

/// Writes the length of a value and the value in one call of `write_all`.
///
/// [`Frames`](crate::Frames) decodes such values.
///
/// # Errors
///
/// Returns [`WriteError::Encode`](crate::WriteError) if the value cannot be represented in the format,
/// and [`WriteError::TooLong`](crate::WriteError) if it is longer than the options allow; then it writes
/// nothing. Returns [`WriteError::Io`](crate::WriteError) if writing fails.
pub fn write_framed<L: Layout, T: Encode<L> + ?Sized>(
    writer: impl std::io::Write,
    value: &T,
    options: crate::FrameOptions,
) -> Result<(), crate::WriteError> {
    crate::framing::write_framed(writer, value, options)
}
