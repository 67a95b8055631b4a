//! Files of `open_encrypted` and `open_encrypted_with_pass`: AES-256 with the MD5 of the content.

use super::input::Input;
use super::{FileError, FileOptions};
use crate::format;
pub use crate::table::encryption::Encryption;
use aes::Aes256;
use aes::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit};
use alloc::vec::Vec;
use core::fmt;
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

/// The length in bytes of an AES block, of an MD5 and of an initialization vector.
const BLOCK: usize = 16;

/// The fields before the content of an encrypted file.
#[derive(Debug)]
struct EncryptedHeader {
    encryption: Encryption,
    md5: [u8; BLOCK],
    length: u64,
    /// The initialization vector; zeros for Godot 3, whose files contain no vector.
    iv: [u8; BLOCK],
}

impl EncryptedHeader {
    /// Decrypts content in place and checks its digest; returns `None` if the digest differs.
    fn decrypt(&self, key: &FileKey, mut content: Vec<u8>) -> Option<Vec<u8>> {
        match self.encryption {
            Encryption::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(&mut content);
                Aes256::new(&(*key.bytes()).into()).decrypt_blocks(blocks);
            }
            Encryption::Godot4 => {
                let (key, iv) = (&(*key.bytes()).into(), &self.iv.into());
                cfb_mode::Decryptor::<Aes256>::new(key, iv).decrypt(&mut content);
            }
        }
        content.truncate(usize::try_from(self.length).ok()?);
        (digest(&content) == self.md5).then_some(content)
    }

    /// Pads content to whole blocks and encrypts it in place.
    fn encrypt(&self, key: &FileKey, content: &mut Vec<u8>) {
        content.resize(content.len().next_multiple_of(BLOCK), 0);
        match self.encryption {
            Encryption::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(content);
                Aes256::new(&(*key.bytes()).into()).encrypt_blocks(blocks);
            }
            Encryption::Godot4 => {
                let (key, iv) = (&(*key.bytes()).into(), &self.iv.into());
                cfb_mode::Encryptor::<Aes256>::new(key, iv).encrypt(content);
            }
        }
    }

    /// Returns the encoding of the fields, with the magic.
    fn to_bytes(&self) -> Vec<u8> {
        let mut header = format::ENCRYPTED_MAGIC.to_le_bytes().to_vec();
        if self.encryption == Encryption::Godot3 {
            header.extend(format::ENCRYPTED_MODE.to_le_bytes());
        }
        header.extend(self.md5);
        header.extend(self.length.to_le_bytes());
        if self.encryption == Encryption::Godot4 {
            header.extend(self.iv);
        }
        header
    }
}

/// Returns the MD5 of content.
fn digest(content: &[u8]) -> [u8; BLOCK] {
    Md5::digest(content).into()
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
    pub fn new(reader: impl Read, key: &FileKey, options: FileOptions) -> Result<Self, FileError> {
        let mut input = Input::new(reader);
        input.magic(format::ENCRYPTED_MAGIC.to_le_bytes())?;
        let header = fields(&mut input, options)?;
        let encrypted = input.take(header.length.next_multiple_of(BLOCK as u64))?;
        let content = header.decrypt(key, encrypted).ok_or(FileError::Key)?;
        Ok(Self {
            encryption: header.encryption,
            content: Cursor::new(content),
        })
    }

    /// Returns the engine whose form the file has.
    #[must_use]
    pub fn encryption(&self) -> Encryption {
        self.encryption
    }
}

/// The largest length of content that can be padded to whole blocks.
const MAX_LENGTH: u64 = u64::MAX - (BLOCK as u64 - 1);

/// Reads the fields after the magic.
fn fields(
    input: &mut Input<impl Read>,
    options: FileOptions,
) -> Result<EncryptedHeader, FileError> {
    let mut md5: [u8; BLOCK] = [0; BLOCK];
    let mode: [u8; 4] = input.array()?;
    // Files of Godot 4 have the digest where files of Godot 3 have the mode. A digest equals the
    // mode by chance in one of 2^32 files.
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
    let iv = match encryption {
        Encryption::Godot3 => [0; BLOCK],
        Encryption::Godot4 => input.array()?,
    };
    Ok(EncryptedHeader {
        encryption,
        md5,
        length,
        iv,
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
/// let mut writer = EncryptedWriter::new(Vec::new(), Encryption::Godot3, key)?;
/// writer.write_all(b"any bytes")?;
/// let file = writer.finish()?;
/// assert_eq!(file[..8], *b"GDEC\x01\0\0\0");
/// assert_eq!(file.len(), 32 + 16);
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
        let header = EncryptedHeader {
            encryption: self.encryption,
            md5: digest(&self.content),
            length: self.content.len() as u64,
            iv: self.iv,
        };
        header.encrypt(&self.key, &mut self.content);
        writer.write_all(&header.to_bytes())?;
        writer.write_all(&self.content)?;
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
