use super::{FrameOptions, PREFIX_LENGTH};
use crate::{Encode, Layout, WriteError, codec};
use alloc::vec::Vec;

/// Appends the length of a value and the value to an empty buffer.
pub(crate) fn put_frame<L: Layout, T: Encode<L> + ?Sized>(
    value: &T,
    frame: &mut Vec<u8>,
    options: FrameOptions,
) -> Result<(), WriteError> {
    frame.resize(PREFIX_LENGTH, 0);
    codec::encode_into_with::<L, T>(value, frame, options.encode)?;
    let (length, limit) = (frame.len() - PREFIX_LENGTH, options.limit());
    let too_long = WriteError::TooLong { length, limit };
    let short = u32::try_from(length)
        .ok()
        .filter(|&short| short <= limit)
        .ok_or(too_long)?;
    if let Some(prefix) = frame.first_chunk_mut() {
        *prefix = options.prefix(short);
    }
    Ok(())
}
