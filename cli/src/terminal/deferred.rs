//! Output that is kept until a command succeeds.

use std::fs::File;
use std::io::{self, Seek, Write};
use std::mem;

/// The maximum length of output that is kept in memory if it can be in a file, in bytes.
const MAX_MEMORY: usize = 16 << 20;

/// Bytes that are kept in memory or, if there are many, in a temporary file.
#[derive(Default)]
pub(crate) struct Deferred {
    memory: Vec<u8>,
    file: Option<File>,
    /// Whether the bytes stay in memory, whatever their number.
    is_in_memory: bool,
}

impl Deferred {
    /// Keeps all bytes in memory, because they are secret.
    pub(crate) fn stay_in_memory(&mut self) {
        self.is_in_memory = true;
    }

    /// Writes all bytes to `out`.
    pub(crate) fn copy_to(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(file) = &mut self.file {
            file.rewind()?;
            io::copy(file, out)?;
        }
        out.write_all(&self.memory)?;
        out.flush()
    }
}

impl Write for Deferred {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.memory.len() + bytes.len();
        if length > MAX_MEMORY && self.file.is_none() && !self.is_in_memory {
            match tempfile::tempfile() {
                Ok(file) => self
                    .file
                    .insert(file)
                    .write_all(&mem::take(&mut self.memory))?,
                // Without a folder for temporary files, the bytes stay in memory.
                Err(_) => self.is_in_memory = true,
            }
        }
        match &mut self.file {
            Some(file) => file.write(bytes),
            None => self.memory.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
