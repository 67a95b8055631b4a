use super::cipher::{BLOCK, Sealed};
use super::{Encryption, FileKey};
use crate::format;
use crate::stream::files::input::Input;
use crate::stream::files::{FileError, FileOptions};
use alloc::vec::Vec;
use std::io::{self, BufRead, Cursor, Read};

/// Reads the content of an encrypted file.
///
/// The whole content is decrypted and compared with its digest before any of it is returned.
///
/// ```
/// use gdvariant::files::{EncryptedReader, EncryptedWriter, Encryption, FileKey, FileOptions};
/// use std::io::{Read, Write};
///
/// let key = FileKey::from_password("correct horse");
/// let mut writer = EncryptedWriter::new(Vec::new(), Encryption::Godot4, key.clone())?;
/// writer.write_all(b"any bytes")?;
/// let file = writer.finish()?;
///
/// let mut content = String::new();
/// let mut reader = EncryptedReader::new(file.as_slice(), &key, FileOptions::new())?;
/// reader.read_to_string(&mut content)?;
/// assert_eq!((reader.encryption(), content.as_str()), (Encryption::Godot4, "any bytes"));
///
/// let wrong = FileKey::from_password("battery staple");
/// let error = EncryptedReader::new(file.as_slice(), &wrong, FileOptions::new()).unwrap_err();
/// assert!(error.to_string().contains("wrong password or key"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct EncryptedReader {
    encryption: Encryption,
    content: Cursor<Vec<u8>>,
}

impl EncryptedReader {
    /// Reads and decrypts a file of Godot 3 or Godot 4.
    ///
    /// # Errors
    ///
    /// Returns an error if the file does not start with `GDEC`, if it announces more content than
    /// the options allow, if it ends early, and [`FileError::Key`] if the content is not what was
    /// encrypted.
    pub fn new(reader: impl Read, key: &FileKey, options: FileOptions) -> Result<Self, FileError> {
        let mut input = Input::new(reader);
        input.magic(format::ENCRYPTED_MAGIC.to_le_bytes())?;
        let sealed = fields(&mut input, options)?;
        let encrypted = input.take(sealed.length.next_multiple_of(BLOCK as u64))?;
        let content = sealed.open(key, encrypted).ok_or(FileError::Key)?;
        Ok(Self {
            encryption: sealed.encryption,
            content: Cursor::new(content),
        })
    }

    /// Returns the form of the file.
    #[must_use]
    pub fn encryption(&self) -> Encryption {
        self.encryption
    }
}

/// The largest length of content that can be padded to whole blocks.
const MAX_LENGTH: u64 = u64::MAX - (BLOCK as u64 - 1);

/// Reads the fields after the magic.
fn fields(input: &mut Input<impl Read>, options: FileOptions) -> Result<Sealed, FileError> {
    let mut md5: [u8; BLOCK] = [0; BLOCK];
    let mode: [u8; 4] = input.array()?;
    // The digest of a file of Godot 4 is at the place of the mode. One of 2^32 starts like the
    // mode.
    let encryption = if mode == format::ENCRYPTED_MODE.to_le_bytes() {
        md5 = input.array()?;
        Encryption::Godot3
    } else {
        md5[..mode.len()].copy_from_slice(&mode);
        md5[mode.len()..].copy_from_slice(&input.array::<{ BLOCK - 4 }>()?);
        Encryption::Godot4
    };
    let offset = input.offset();
    let length = options.check(u64::from_le_bytes(input.array()?), offset)?;
    if length.checked_next_multiple_of(BLOCK as u64).is_none() {
        return Err(FileError::TooLong {
            offset,
            length,
            limit: MAX_LENGTH,
        });
    }
    let start = match encryption {
        Encryption::Godot3 => [0; BLOCK],
        Encryption::Godot4 => input.array()?,
    };
    Ok(Sealed {
        encryption,
        md5,
        length,
        start,
    })
}

impl Read for EncryptedReader {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.content.read(buffer)
    }
}

impl BufRead for EncryptedReader {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.content.fill_buf()
    }

    fn consume(&mut self, amount: usize) {
        self.content.consume(amount);
    }
}
