//! Files of `open_encrypted` and `open_encrypted_with_pass`: AES-256 with the MD5 of the content.

mod cipher;
mod key;
mod reader;
mod writer;

pub use crate::table::encryption::Encryption;
pub use key::FileKey;
pub use reader::EncryptedReader;
pub use writer::EncryptedWriter;
