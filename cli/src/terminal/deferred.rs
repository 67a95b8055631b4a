//! Output that is kept until a command succeeds.

use super::interrupt::Interruption;
use gdvariant_files::save::{Guard, create_private, free_name};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::PathBuf;
use std::{env, mem, process};

/// The maximum length of output that is kept in memory if it can be in a file, in bytes.
const MAX_MEMORY: usize = 16 << 20;

/// Bytes that are kept in memory or, if there are many, in a temporary file.
#[derive(Default)]
pub(crate) struct Deferred {
    memory: Vec<u8>,
    file: Option<TemporaryFile>,
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
            io::copy(&mut file.reader, out)?;
        }
        out.write_all(&self.memory)?;
        out.flush()
    }
}

impl Write for Deferred {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let length = self.memory.len() + bytes.len();
        if length > MAX_MEMORY && self.file.is_none() && !self.is_in_memory {
            match TemporaryFile::create() {
                Ok(file) => {
                    let file = self.file.insert(file);
                    file.writer.write_all(&mem::take(&mut self.memory))?;
                }
                // There is no folder for temporary files.
                Err(_) => self.is_in_memory = true,
            }
        }
        match &mut self.file {
            Some(file) => file.writer.write(bytes),
            None => self.memory.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A file that only this process can open, and that is deleted at its end.
struct TemporaryFile {
    path: PathBuf,
    writer: File,
    reader: File,
}

impl TemporaryFile {
    fn create() -> io::Result<Self> {
        let (path, writer) = Interruption.create(&mut || {
            free_name(|attempt| {
                let name = format!("gdvariant-{}-{attempt}.tmp", process::id());
                let path = env::temp_dir().join(name);
                let file = create_private(&path)?;
                Ok((path, file))
            })
        })?;
        let reader = File::open(&path);
        // A process that is killed deletes no files.
        if cfg!(unix) || reader.is_err() {
            remove(&path);
        }
        let reader = reader?;
        Ok(Self {
            path,
            writer,
            reader,
        })
    }
}

/// Deletes the file where an open file cannot be deleted.
impl Drop for TemporaryFile {
    fn drop(&mut self) {
        if cfg!(not(unix)) {
            remove(&self.path);
        }
    }
}

fn remove(path: &PathBuf) {
    let _ = fs::remove_file(path);
    Interruption.release(path);
}
