//! Files that engines compress or encrypt, and the settings of exported games.

#[cfg(feature = "compressed")]
mod compressed;
mod compression;
#[cfg(feature = "encrypted")]
mod encrypted;
mod input;
mod settings;

#[cfg(feature = "compressed")]
pub(crate) use compressed::fastlz_length;
#[cfg(feature = "compressed")]
pub use compressed::{CompressedReader, compress_file};
pub use compression::Compression;
#[cfg(feature = "encrypted")]
pub(crate) use encrypted::decrypt_with;
#[cfg(feature = "encrypted")]
pub use encrypted::{Encryption, FileKey, decrypt_file, encrypt_file};
pub use input::FileOptions;
pub use settings::{Setting, list_settings, read_settings, write_settings};
