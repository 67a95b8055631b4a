//! A limit of content.

use std::io::{self, Read};

/// A reader that fails at content beyond a limit.
pub(super) struct Limited<R> {
    reader: R,
    left: u64,
    limit: u64,
}

impl<R> Limited<R> {
    pub(super) fn new(reader: R, limit: u64) -> Self {
        Self {
            reader,
            left: limit,
            limit,
        }
    }
}

impl<R: Read> Read for Limited<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(buffer)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| {
            let limit = self.limit;
            io::Error::other(format!(
                "more than {limit} bytes of content; --max-content allows more"
            ))
        })?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests;
