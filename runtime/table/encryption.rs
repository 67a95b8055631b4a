//! The forms of encrypted files.

/// The form of an encrypted file.
///
/// Both forms encrypt with AES-256, and pad the content with zeros to a multiple of 16 bytes. The
/// MD5 does not authenticate the file: everyone who knows the key can change the content. In the
/// form of Godot 3, equal blocks of the content are encrypted to equal blocks.
///
/// [`format::encrypted_ecb`](crate::format::encrypted_ecb) and
/// [`format::encrypted_cfb`](crate::format::encrypted_cfb) have the offset tables.
///
/// ```
/// use gdvariant::files::{Encryption, FileKey, FileOptions, decrypt_file, encrypt_file};
///
/// let key = FileKey::from([7; 32]);
/// let file = encrypt_file(b"any bytes", Encryption::Godot4, &key)?;
/// let (encryption, _) = decrypt_file(file.as_slice(), &key, FileOptions::new())?;
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
