use alloc::format;
use core::fmt;
use md5::{Digest, Md5};

/// The key of an encrypted file: 32 bytes, or made from a password.
///
/// Its `Debug` output does not show the key.
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
    /// Creates the key that `open_encrypted_with_pass` makes from a password: the 32 hexadecimal
    /// digits of its MD5.
    #[must_use]
    pub fn from_password(password: &str) -> Self {
        let digest = Md5::digest(password.as_bytes());
        let digits = format!("{:032x}", u128::from_be_bytes(digest.into()));
        let mut key = [0; 32];
        key.copy_from_slice(digits.as_bytes());
        Self(key)
    }

    pub(super) fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// The key of `open_encrypted`.
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
