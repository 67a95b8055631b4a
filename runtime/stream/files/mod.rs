//! Files that engines compress or encrypt, and the settings of exported games.
//!
//! Files of `open_compressed` and `open_encrypted` contain the bytes of a plain file. These are
//! usually values of `store_var`, which `read_framed` and `iter_framed` of a layout decode:
//!
//! ```
//! # #[cfg(all(feature = "compressed", feature = "godot4"))] {
//! use gdvariant::files::{CompressedReader, Compression, FileOptions, compress_file};
//! use gdvariant::godot4;
//!
//! let mut content = Vec::new();
//! godot4::write_framed(&mut content, "Ada")?;
//! let file = compress_file(&content, Compression::Zstd, 4096)?;
//! assert_eq!(&file[..4], b"GCPF");
//!
//! let mut reader = CompressedReader::new(file.as_slice(), FileOptions::new())?;
//! assert_eq!(reader.compression(), Compression::Zstd);
//! let name: String = godot4::read_framed(&mut reader)?;
//! assert_eq!(name, "Ada");
//! # }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Source: `core/io/file_access_compressed.cpp` and `core/io/file_access_encrypted.cpp` of Godot
//! 3.6 and 4.6; measured in Godot 3.2.3, 3.6.2 and 4.6.3.

#[cfg(feature = "compressed")]
mod compressed;
mod compression;
#[cfg(feature = "encrypted")]
mod encrypted;
mod error;
mod input;
mod settings;

#[cfg(feature = "compressed")]
#[doc(hidden)]
pub use compressed::fastlz_length;
#[cfg(feature = "compressed")]
pub use compressed::{CompressedReader, compress_file};
pub use compression::Compression;
#[cfg(feature = "encrypted")]
pub use encrypted::{Encryption, FileKey, decrypt_file, encrypt_file};
pub use error::FileError;
pub use input::FileOptions;
pub use settings::{Setting, list_settings, read_settings, write_settings};
