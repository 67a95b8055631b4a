//! Files that engines compress or encrypt, and the settings of exported games.
//!
//! Files of `open_compressed` and `open_encrypted` contain the bytes of a plain file. These are
//! usually values of `store_var`, which `read_framed` and `iter_framed` of a layout decode:
//!
//! ```
//! # #[cfg(all(feature = "compressed", feature = "godot4"))] {
//! use gdvariant::files::{CompressedReader, CompressedWriter, Compression, FileOptions};
//! use gdvariant::godot4;
//!
//! let mut writer = CompressedWriter::new(Vec::new(), Compression::Zstd);
//! godot4::write_framed(&mut writer, "Ada")?;
//! let file = writer.finish()?;
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
pub use compressed::{CompressedReader, CompressedWriter};
pub use compression::Compression;
#[cfg(feature = "encrypted")]
pub use encrypted::{EncryptedReader, EncryptedWriter, Encryption, FileKey};
pub use error::FileError;
pub use input::FileOptions;
pub use settings::{Settings, SettingsReader, write_settings};

/// Returns the error of writing to a file after a previous write failed.
#[cfg(any(feature = "compressed", feature = "encrypted"))]
fn incomplete() -> std::io::Error {
    std::io::Error::other("the file is incomplete: a previous write failed")
}
