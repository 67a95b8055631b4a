use super::cipher::{BLOCK, Sealed, digest};
use super::{Encryption, FileKey};
use alloc::vec::Vec;
use core::fmt;
use std::io::{self, Write};

/// Writes an encrypted file, which engines read with `open_encrypted`.
///
/// The header holds the digest of the content: everything is kept in memory until
/// [`finish`](Self::finish) writes the file. Nothing is written before.
///
/// ```
/// use gdvariant::files::{EncryptedWriter, Encryption, FileKey};
/// use std::io::Write;
///
/// let key = FileKey::from([7; 32]);
/// let mut writer = EncryptedWriter::new(Vec::new(), Encryption::Godot3, key)?;
/// writer.write_all(b"any bytes")?;
/// let file = writer.finish()?;
/// assert_eq!(file[..8], *b"GDEC\x01\0\0\0");
/// assert_eq!(file.len(), 32 + 16);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "the file is written by `finish`"]
pub struct EncryptedWriter<W> {
    writer: W,
    encryption: Encryption,
    key: FileKey,
    /// Random; for files of Godot 4.
    start: [u8; BLOCK],
    content: Vec<u8>,
}

impl<W: Write> EncryptedWriter<W> {
    /// Creates a writer for the form of an engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the system has no random numbers, which files of Godot 4 start with.
    pub fn new(writer: W, encryption: Encryption, key: FileKey) -> io::Result<Self> {
        let mut start = [0; BLOCK];
        if encryption == Encryption::Godot4 {
            getrandom::fill(&mut start).map_err(|error| io::Error::other(error.to_string()))?;
        }
        Ok(Self {
            writer,
            encryption,
            key,
            start,
            content: Vec::new(),
        })
    }

    /// Writes the file, and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        let sealed = Sealed {
            encryption: self.encryption,
            md5: digest(&self.content),
            length: self.content.len() as u64,
            start: self.start,
        };
        sealed.close(&self.key, &mut self.content);
        self.writer.write_all(&sealed.header())?;
        self.writer.write_all(&self.content)?;
        Ok(self.writer)
    }
}

impl<W: fmt::Debug> fmt::Debug for EncryptedWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptedWriter")
            .field("writer", &self.writer)
            .field("encryption", &self.encryption)
            .finish_non_exhaustive()
    }
}

impl<W> Write for EncryptedWriter<W> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        self.content.write(content)
    }

    /// Does nothing: [`finish`](Self::finish) writes the file.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
