//! Readers and writers that fail at each byte, that are interrupted, and that take one byte at a
//! time. The tests of gdvariant-files use them, too.
#![allow(dead_code, reason = "every binary uses a part of this")]

use std::error::Error;
use std::io::{self, ErrorKind, Read, Write};

/// Moves one byte at a time with an interruption before each, and fails after a number of bytes.
pub(crate) struct Failing<T> {
    inner: T,
    left: usize,
    is_interrupted: bool,
    has_failed: bool,
}

impl<T> Failing<T> {
    fn new(inner: T, left: usize) -> Self {
        Self {
            inner,
            left,
            is_interrupted: false,
            has_failed: false,
        }
    }

    /// Returns an interruption before each byte, and an error after the last.
    fn next(&mut self, error: ErrorKind) -> io::Result<()> {
        self.is_interrupted = !self.is_interrupted;
        if self.is_interrupted {
            return Err(ErrorKind::Interrupted.into());
        }
        let left = self.left.checked_sub(1);
        self.has_failed |= left.is_none();
        self.left = left.ok_or(error)?;
        Ok(())
    }
}

impl Read for Failing<&[u8]> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        self.next(ErrorKind::ConnectionReset)?;
        self.inner.read(&mut buffer[..1])
    }
}

impl Write for Failing<Vec<u8>> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let Some(byte) = bytes.first() else {
            return Ok(0);
        };
        self.next(ErrorKind::StorageFull)?;
        self.inner.push(*byte);
        Ok(1)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

pub(crate) type Failure = Box<dyn Error + Send + Sync>;

/// Returns the kind of the error of reading or writing that an error is, or that caused it.
pub(crate) fn io_kind(error: &(dyn Error + 'static)) -> Option<ErrorKind> {
    let of_source = error.source().and_then(io_kind);
    of_source.or_else(|| Some(error.downcast_ref::<io::Error>()?.kind()))
}

/// Reads the input in pieces, and fails at each of its bytes. `read` returns what it has read.
#[track_caller]
pub(crate) fn check_read(
    name: &str,
    input: &[u8],
    read: impl Fn(&mut Failing<&[u8]>) -> Result<String, Failure>,
) {
    let expected = read(&mut Failing::new(input, usize::MAX)).expect(name);
    let mut failures = 0;
    for length in 0..input.len() {
        let mut reader = Failing::new(input, length);
        match read(&mut reader) {
            Err(error) => {
                let expected = Some(ErrorKind::ConnectionReset);
                assert_eq!(io_kind(&*error), expected, "{name}, {length}: {error}");
                failures += 1;
            }
            // The reader did not need the remaining bytes.
            Ok(found) => {
                assert!(!reader.has_failed, "{name}: ignores an error at {length}");
                assert_eq!(found, expected, "{name}, {length}");
            }
        }
    }
    assert!(failures * 2 > input.len(), "{name}: {failures} failures");
}

/// Writes in pieces, and fails at each byte. Returns what is written if nothing fails.
#[track_caller]
pub(crate) fn check_write(
    name: &str,
    write: impl Fn(&mut Failing<Vec<u8>>) -> Result<(), Failure>,
) -> Vec<u8> {
    let mut writer = Failing::new(Vec::new(), usize::MAX);
    write(&mut writer).expect(name);
    let expected = writer.inner;
    assert!(!expected.is_empty(), "{name}");
    for length in 0..expected.len() {
        let mut writer = Failing::new(Vec::new(), length);
        let error = write(&mut writer).expect_err(name);
        let kind = Some(ErrorKind::StorageFull);
        assert_eq!(io_kind(&*error), kind, "{name}, {length}: {error}");
        assert_eq!(writer.inner.len(), length, "{name}");
    }
    expected
}
