//! Files of `open_encrypted` and `open_encrypted_with_pass`: AES-256 with the MD5 of the content.

use super::input::{Fields, Input};
use crate::error::{Error, ErrorKind};
use aes::Aes256;
use aes::cipher::{Block, BlockCipherDecrypt, BlockCipherEncrypt, KeyInit, KeyIvInit};
use gdvariant::format::encrypted_cfb::{self, row};
use gdvariant::format::{FileRow, encrypted_ecb};
use gdvariant::schema::Layout;
use md5::{Digest, Md5};
use std::fmt;
use std::io::{self, Read};

/// The form of an encrypted file.
///
/// Both forms encrypt with AES-256, and pad the content with zeros to a multiple of 16 bytes. The
/// MD5 does not authenticate the file: everyone who knows the key can change the content. In the
/// form of Godot 3, equal blocks of the content are encrypted to equal blocks.
///
/// [`format::encrypted_ecb`](gdvariant::format::encrypted_ecb) and
/// [`format::encrypted_cfb`](gdvariant::format::encrypted_cfb) have the offset tables.
///
/// ```
/// use gdvariant_files::{Encryption, FileKey, decrypt_file, encrypt_file};
///
/// let key = FileKey::from([7; 32]);
/// let file = encrypt_file(b"any bytes", Encryption::Godot4, &key)?;
/// let (encryption, _) = decrypt_file(file.as_slice(), &key, 256 << 20)?;
/// assert_eq!(encryption, Encryption::Godot4);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Encryption {
    /// Electronic codebook mode (ECB), as in Godot 3.
    Godot3,
    /// Cipher feedback mode (CFB) with segments of 128 bits, as in Godot 4.
    Godot4,
}

/// The 32-byte key of an encrypted file, which can be derived from a password.
///
/// The `Debug` output does not show the key.
///
/// ```
/// use gdvariant_files::FileKey;
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
    pub fn from_password(password: &str) -> Self {
        let digest = Md5::digest(password.as_bytes());
        let digits = format!("{:032x}", u128::from_be_bytes(digest.into()));
        let mut key = [0; 32];
        key.copy_from_slice(digits.as_bytes());
        Self(key)
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

impl Encryption {
    /// Returns the form of the files that the engine of a layout encrypts.
    ///
    /// ```
    /// use gdvariant::schema::layout_named;
    /// use gdvariant_files::Encryption;
    ///
    /// let layout = layout_named("godot4").unwrap();
    /// assert_eq!(Encryption::for_layout(layout), Encryption::Godot4);
    /// ```
    ///
    /// Source: `core/io/file_access_encrypted.cpp` of Godot 3.6 and 4.6, and of Pandemonium 4.9.
    pub fn for_layout(layout: &'static Layout) -> Self {
        if encrypted_cfb::LAYOUTS.contains(&layout.base) {
            Self::Godot4
        } else {
            Self::Godot3
        }
    }

    /// Returns the rows before the content. Rows with one name have one meaning in both forms.
    fn header(self) -> &'static [&'static FileRow] {
        match self {
            Self::Godot3 => encrypted_ecb::HEADER,
            Self::Godot4 => encrypted_cfb::HEADER,
        }
    }

    /// Decrypts content in place.
    fn decrypt(self, key: &FileKey, iv: &[u8; BLOCK], content: &mut [u8]) {
        match self {
            Self::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(content);
                Aes256::new(&key.0.into()).decrypt_blocks(blocks);
            }
            Self::Godot4 => {
                let (key, iv) = (&key.0.into(), &(*iv).into());
                cfb_mode::Decryptor::<Aes256>::new(key, iv).decrypt(content);
            }
        }
    }

    /// Encrypts whole blocks in place.
    fn encrypt(self, key: &FileKey, iv: &[u8; BLOCK], content: &mut [u8]) {
        match self {
            Self::Godot3 => {
                let (blocks, _) = Block::<Aes256>::slice_as_chunks_mut(content);
                Aes256::new(&key.0.into()).encrypt_blocks(blocks);
            }
            Self::Godot4 => {
                let (key, iv) = (&key.0.into(), &(*iv).into());
                cfb_mode::Encryptor::<Aes256>::new(key, iv).encrypt(content);
            }
        }
    }
}

/// Returns the MD5 of content.
fn digest(content: &[u8]) -> Vec<u8> {
    Md5::digest(content).to_vec()
}

/// Decrypts a Godot 3 or Godot 4 file and returns its encryption and its content.
///
/// ```
/// use gdvariant_files::{Encryption, FileKey, decrypt_file, encrypt_file};
///
/// let key = FileKey::from_password("correct horse");
/// let file = encrypt_file(b"any bytes", Encryption::Godot4, &key)?;
/// let (encryption, content) = decrypt_file(file.as_slice(), &key, 256 << 20)?;
/// assert_eq!((encryption, content.as_slice()), (Encryption::Godot4, &b"any bytes"[..]));
///
/// let wrong = FileKey::from_password("battery staple");
/// let error = decrypt_file(file.as_slice(), &wrong, 256 << 20).unwrap_err();
/// assert!(error.to_string().contains("wrong password or key"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if the file does not start with `GDEC`, announces more content than
/// `max_length` bytes, or ends early. Returns [`ErrorKind::WrongKey`] if the decrypted content does not have
/// the digest in the file.
pub fn decrypt_file(
    reader: impl Read,
    key: &FileKey,
    max_length: u64,
) -> Result<(Encryption, Vec<u8>), Error> {
    decrypt_with(reader, &mut key.clone(), max_length, &mut || None)
}

/// Decrypts a file as [`decrypt_file`] does. If the key is wrong, `other_key` returns the next one.
pub(crate) fn decrypt_with(
    mut reader: impl Read,
    key: &mut FileKey,
    max_length: u64,
    other_key: &mut dyn FnMut() -> Option<FileKey>,
) -> Result<(Encryption, Vec<u8>), Error> {
    // Godot 4 files have the digest where Godot 3 files have the mode. A digest equals the
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
    let mut header = input.fields(encryption.header(), max_length)?;
    let length = header.length(row::LENGTH, max_length)?;
    let pad = row::CONTENT.pad;
    let padded = length.checked_next_multiple_of(pad.into());
    let padded = padded.ok_or(ErrorKind::LongField {
        offset: header.offset(row::LENGTH),
        field: row::LENGTH.name,
        length,
        limit: u64::MAX - u64::from(pad - 1),
    })?;
    let mut content = input.field(row::CONTENT, padded)?;
    let mut iv = [0; BLOCK];
    if encryption == Encryption::Godot4 {
        iv.copy_from_slice(&header.bytes(row::IV));
    }
    let length = usize::try_from(length).unwrap_or(usize::MAX);
    let expected = header.bytes(row::MD5);
    loop {
        encryption.decrypt(key, &iv, &mut content);
        let decrypted = content.get(..length).unwrap_or(&content);
        if digest(decrypted) == expected {
            content.truncate(length);
            return Ok((encryption, content));
        }
        // The same key restores the encrypted content.
        encryption.encrypt(key, &iv, &mut content);
        *key = other_key().ok_or(ErrorKind::WrongKey)?;
    }
}

/// Returns the encrypted file with this content, which engines read with `open_encrypted`.
///
/// ```
/// use gdvariant_files::{Encryption, FileKey, encrypt_file};
///
/// let file = encrypt_file(b"any bytes", Encryption::Godot4, &FileKey::from([7; 32]))?;
/// assert_eq!(file[..4], *b"GDEC");
/// assert_eq!(file.len(), 44 + 16);
/// # Ok::<(), std::io::Error>(())
/// ```
///
/// # Errors
///
/// Returns an error if the system provides no random numbers, which Godot 4 files need.
pub fn encrypt_file(content: &[u8], encryption: Encryption, key: &FileKey) -> io::Result<Vec<u8>> {
    let mut header = Fields::new(encryption.header());
    header.set(row::MD5, digest(content))?;
    header.set_number(row::LENGTH, content.len() as u64)?;
    let mut iv = [0; BLOCK];
    if encryption == Encryption::Godot4 {
        getrandom::fill(&mut iv).map_err(|error| io::Error::other(error.to_string()))?;
        header.set(row::IV, iv.to_vec())?;
    }
    let mut file = header.concat();
    let start = file.len();
    file.extend(content);
    let padded = content.len().next_multiple_of(row::CONTENT.pad as usize);
    file.resize(start + padded, 0);
    encryption.encrypt(key, &iv, &mut file[start..]);
    Ok(file)
}
