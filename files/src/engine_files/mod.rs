//! Files that engines compress or encrypt, and the settings of exported games.

mod compressed;
mod compression;
mod encrypted;
mod input;
mod settings;

pub(crate) use compressed::fastlz_length;
pub use compressed::{CompressedReader, compress_file};
pub use compression::Compression;
pub(crate) use encrypted::decrypt_with;
pub use encrypted::{Encryption, FileKey, decrypt_file, encrypt_file};
pub use settings::{Setting, list_settings, read_settings, write_settings};
