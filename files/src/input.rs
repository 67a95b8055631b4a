//! Sources of bytes.

use std::io::{self, BufReader, Cursor, Read};

/// The source of bytes. All sources have one type, so that code which reads them is compiled once.
pub type Input<'r> = BufReader<Box<dyn Read + 'r>>;

/// Creates an input from a reader.
pub fn of<'r>(reader: impl Read + 'r) -> Input<'r> {
    BufReader::new(Box::new(reader))
}

/// Creates an input from bytes in memory.
pub fn of_bytes<'r>(bytes: impl AsRef<[u8]> + 'r) -> Input<'r> {
    of(Cursor::new(bytes))
}

/// Puts bytes back at the start of an input.
pub(crate) fn put_back(start: Vec<u8>, input: Input<'_>) -> Input<'_> {
    of(Cursor::new(start).chain(input))
}

/// Reads `length` bytes, or fewer at the end of the input.
///
/// # Errors
///
/// Returns an error if reading fails.
pub fn read_start(input: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut start = Vec::new();
    input.take(length).read_to_end(&mut start)?;
    Ok(start)
}
