//! Files of `open_encrypted` and `open_encrypted_with_pass`: AES-256 with the MD5 of the content.

use super::input::{Fields, Input};
use super::{FileError, FileOptions};
use crate::format::{FileRow, encrypted_cfb, encrypted_ecb};
pub use crate::table::encryption::Encryption;
use aes::Aes256;
use aes::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit};
use alloc::vec::Vec;
use core::{fmt, mem};
use md5::{Digest, Md5};
use std::io::{self, BufRead, Cursor, Read, Write};

/// The 32-byte key of an encrypted file, which can be derived from a password.
///
/// The `Debug` output does not show the key.
///
/// ```
/// use gdvariant::files::FileKey;
///
/// let key = FileKey::from_password("correct horse");
/// assert_eq!(format!("{key:?}"), "FileKey(..)");
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct FileKey([u8; 32]);

impl FileKey {
    /// Derives the key from a password, like `open_encrypted_with_pass`.
    ///
    /// The key is the MD5 of the password, as 32 hexadecimal digits.
    #[must_use]
    pub fn from_password(password: &str) -> Self {
        let digest = Md5::digest(password.as_bytes());
        let digits = alloc::format!("{:032x}", u128::from_be_bytes(digest.into()));
        let mut key = [0; 32];
        key.copy_from_slice(digits.as_bytes());
        Self(key)
    }

    fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Creates the key from the 32 bytes that `open_encrypted` takes.
impl From<[u8; 32]> for FileKey {
    fn from(key: [u8; 32]) -> Self {
        Self(key)
    }
}

impl fmt::Debug for FileKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("FileKey(..)")
    }
}

/// The length of an initialization vector in bytes, which is that of an AES block.
const BLOCK: usize = 16;

/// The rows of a form.
struct Rows {
    /// The rows before the content.
    header: &'static [&'static FileRow],
    md5: &'static FileRow,
    length: &'static FileRow,
    iv: Option<&'static FileRow>,
    content: &'static FileRow,
}

impl Encryption {
    fn rows(self) -> Rows {
        match self {
            Self::Godot3 => Rows {
                header: encrypted_ecb::HEADER,
                md5: encrypted_ecb::row::MD5,
                length: encrypted_ecb::row::LENGTH,
                iv: None,
                content: encrypted_ecb::row::CONTENT,
            },
            Self::Godot4 => Rows {
                header: encrypted_cfb::HEADER,
                md5: encrypted_cfb::row::MD5,
                length: encrypted_cfb::row::LENGTH,
                iv: Some(encrypted_cfb::row::IV),
                content: encrypted_cfb::row::CONTENT,
            },
        }
    }

    /// Decrypts content in place; returns `None` if the vector has another length than a block.
    fn decrypt(self, key: &FileKey, iv: &[u8], content: &mut [u8]) -> Option<()> {
        match self {
            Self::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(content);
                Aes256::new(&(*key.bytes()).into()).decrypt_blocks(blocks);
            }
            Self::Godot4 => {
                let cipher = cfb_mode::Decryptor::<Aes256>::new_from_slices(key.bytes(), iv);
                cipher.ok()?.decrypt(content);
            }
        }
        Some(())
    }

    /// Encrypts whole blocks in place.
    fn encrypt(self, key: &FileKey, iv: &[u8; BLOCK], content: &mut [u8]) {
        match self {
            Self::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(content);
                Aes256::new(&(*key.bytes()).into()).encrypt_blocks(blocks);
            }
            Self::Godot4 => {
                let (key, iv) = (&(*key.bytes()).into(), &(*iv).into());
                cfb_mode::Encryptor::<Aes256>::new(key, iv).encrypt(content);
            }
        }
    }
}

/// Returns the MD5 of content.
fn digest(content: &[u8]) -> Vec<u8> {
    Md5::digest(content).to_vec()
}

/// Reads the content of an encrypted file.
///
/// The whole content is decrypted and checked against its digest before any byte is returned.
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
    /// Returns an error if the file does not start with `GDEC`, announces more content than the
    /// options allow, or ends early. Returns [`FileError::Key`] if the decrypted content does not
    /// have the digest in the file.
    pub fn new(
        mut reader: impl Read,
        key: &FileKey,
        options: FileOptions,
    ) -> Result<Self, FileError> {
        // Files of Godot 4 have the digest where files of Godot 3 have the mode. A digest equals the
        // mode by chance in one of 2^32 files.
        let signature = Fields::new(encrypted_ecb::HEADER).through(encrypted_ecb::row::MODE);
        let mut start = Vec::new();
        reader
            .by_ref()
            .take(signature.len() as u64)
            .read_to_end(&mut start)?;
        let encryption = if start == signature {
            Encryption::Godot3
        } else {
            Encryption::Godot4
        };
        let mut input = Input::new(start.as_slice().chain(reader));
        let rows = encryption.rows();
        let mut header = input.fields(rows.header, options)?;
        let (length, pad) = (header.length(rows.length, options)?, rows.content.pad);
        let padded = length.checked_next_multiple_of(pad.into());
        let padded = padded.ok_or(FileError::TooLong {
            offset: header.offset(rows.length),
            field: rows.length.name,
            length,
            limit: u64::MAX - u64::from(pad - 1),
        })?;
        let mut content = input.field(rows.content, padded)?;
        let iv = rows.iv.map(|row| header.bytes(row)).unwrap_or_default();
        let decrypted = encryption.decrypt(key, &iv, &mut content);
        content.truncate(usize::try_from(length).unwrap_or(usize::MAX));
        if decrypted.is_none() || digest(&content) != header.bytes(rows.md5) {
            return Err(FileError::Key);
        }
        Ok(Self {
            encryption,
            content: Cursor::new(content),
        })
    }

    /// Returns the engine whose form the file has.
    #[must_use]
    pub fn encryption(&self) -> Encryption {
        self.encryption
    }
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

/// Writes an encrypted file that engines read with `open_encrypted`.
///
/// The header holds the digest of the content, so the content is kept in memory until
/// [`finish`](Self::finish) writes the whole file. Dropping the writer writes the file as well, but
/// ignores errors; during a panic, it writes nothing.
///
/// ```
/// use gdvariant::files::{EncryptedWriter, Encryption, FileKey};
/// use std::io::Write;
///
/// let key = FileKey::from([7; 32]);
/// let mut writer = EncryptedWriter::new(Vec::new(), Encryption::Godot4, key)?;
/// writer.write_all(b"any bytes")?;
/// let file = writer.finish()?;
/// assert_eq!(file[..4], *b"GDEC");
/// assert_eq!(file.len(), 44 + 16);
/// # Ok::<(), std::io::Error>(())
/// ```
#[must_use = "`finish` writes the file and returns errors, which dropping the writer ignores"]
pub struct EncryptedWriter<W: Write> {
    /// `None` after the file was written.
    writer: Option<W>,
    encryption: Encryption,
    key: FileKey,
    /// The initialization vector: random for Godot 4, unused for Godot 3.
    iv: [u8; BLOCK],
    content: Vec<u8>,
}

impl<W: Write> EncryptedWriter<W> {
    /// Creates a writer for the form of an engine.
    ///
    /// # Errors
    ///
    /// Returns an error if the system provides no random numbers, which files of Godot 4 need.
    pub fn new(writer: W, encryption: Encryption, key: FileKey) -> io::Result<Self> {
        let mut iv = [0; BLOCK];
        if encryption == Encryption::Godot4 {
            getrandom::fill(&mut iv).map_err(|error| io::Error::other(error.to_string()))?;
        }
        Ok(Self {
            writer: Some(writer),
            encryption,
            key,
            iv,
            content: Vec::new(),
        })
    }

    /// Writes the file, and returns the writer.
    ///
    /// # Errors
    ///
    /// Returns an error if writing fails.
    pub fn finish(mut self) -> io::Result<W> {
        self.write_file()
    }

    /// Writes the file, at most once.
    fn write_file(&mut self) -> io::Result<W> {
        let mut writer = self.writer.take().ok_or_else(super::incomplete)?;
        let (mut content, rows) = (mem::take(&mut self.content), self.encryption.rows());
        let mut header = Fields::new(rows.header);
        header.set(rows.md5, digest(&content))?;
        header.set_number(rows.length, content.len() as u64)?;
        if let Some(row) = rows.iv {
            header.set(row, self.iv.to_vec())?;
        }
        content.resize(content.len().next_multiple_of(rows.content.pad as usize), 0);
        self.encryption.encrypt(&self.key, &self.iv, &mut content);
        writer.write_all(&header.concat())?;
        writer.write_all(&content)?;
        Ok(writer)
    }
}

impl<W: Write + fmt::Debug> fmt::Debug for EncryptedWriter<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("EncryptedWriter")
            .field("writer", &self.writer)
            .field("encryption", &self.encryption)
            .finish_non_exhaustive()
    }
}

impl<W: Write> Write for EncryptedWriter<W> {
    fn write(&mut self, content: &[u8]) -> io::Result<usize> {
        self.content.write(content)
    }

    /// Does nothing: [`finish`](Self::finish) writes the file.
    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Writes the file, unless [`finish`](Self::finish) was called or the thread panics. Ignores errors.
impl<W: Write> Drop for EncryptedWriter<W> {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = self.write_file();
        }
    }
}
