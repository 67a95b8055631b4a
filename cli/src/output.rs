//! Standard output: in large pieces from a file, value by value from a pipe.

use crate::args::FileArgs;
use crate::failure::Failure;
use anstream::AutoStream;
use std::io::{self, BufWriter, StdoutLock, Write};

/// Bytes that are written in one call.
const PIECE: usize = 1 << 16;

/// Standard output.
pub(crate) struct Output<W: Write = StdoutLock<'static>> {
    writer: BufWriter<W>,
    /// Whether somebody may wait for each value: the input is not a file.
    is_live: bool,
}

impl Output {
    /// For the values of this input, as they are.
    pub(crate) fn new(input: &FileArgs) -> Self {
        Self {
            writer: BufWriter::with_capacity(PIECE, io::stdout().lock()),
            is_live: input.path().is_none(),
        }
    }

    /// For text that is no value.
    pub(crate) fn plain() -> Self {
        Self {
            writer: BufWriter::with_capacity(PIECE, io::stdout().lock()),
            is_live: false,
        }
    }
}

impl Output<AutoStream<StdoutLock<'static>>> {
    /// For text whose colours are omitted unless a terminal shows them.
    pub(crate) fn coloured(is_live: bool) -> Self {
        Self {
            writer: BufWriter::with_capacity(PIECE, AutoStream::auto(io::stdout().lock())),
            is_live,
        }
    }
}

impl<W: Write> Output<W> {
    /// Writes one value, with whatever ends it.
    pub(crate) fn value<T>(
        &mut self,
        write: impl FnOnce(&mut BufWriter<W>) -> io::Result<T>,
    ) -> Result<T, Failure> {
        let written = write(&mut self.writer).map_err(|error| Failure::output(&error))?;
        if self.is_live {
            self.flush()?;
        }
        Ok(written)
    }

    /// Writes out what is kept.
    pub(crate) fn flush(&mut self) -> Result<(), Failure> {
        self.writer.flush().map_err(|error| Failure::output(&error))
    }
}
