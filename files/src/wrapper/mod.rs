//! Compression, encryption and headers around the values of a file.
//!
//! | wrapper | what writes it |
//! | --- | --- |
//! | [`Compressed`](Wrapper::Compressed) | `open_compressed`, in each mode |
//! | [`Encrypted`](Wrapper::Encrypted) | `open_encrypted`, `open_encrypted_with_pass` |
//! | [`FastLz`](Wrapper::FastLz), [`Zlib`](Wrapper::Zlib), [`Zstd`](Wrapper::Zstd), [`Gzip`](Wrapper::Gzip) | `PackedByteArray.compress` (`PoolByteArray.compress` in Godot 3) in the modes 0 to 3; programs |
//! | [`Sized`](Wrapper::Sized) | the same after `store_32` or `store_64` of sizes |
//! | [`Settings`](Wrapper::Settings) | the export of a game: `project.binary` |
//! | [`Header`](Wrapper::Header) | a game, before its values or before another wrapper |
//!
//! `PackedByteArray.compress` does not support Brotli, mode 4 of Godot 4: engines only decompress it.
//! Nothing here does.
//!
//! [`open`](crate::open::open) removes the [`Wrapper`]s of a file, at most [`MAX_WRAPPERS`]. To write
//! a changed file in its form, [`wrap`](Wrapper::wrap) the content in reverse order.

mod compressed;
mod magic;
mod names;
mod sizes;
mod unwrap;
mod wrapped;
mod zlib;
mod zstd;

pub(crate) use magic::{EDIT, OTHERS};
#[doc(hidden)]
pub use magic::{Format, MAGIC_LENGTH};
pub use sizes::{Size, SizeOf};
pub(crate) use unwrap::{read_settings, settings, unwrapped};
pub use wrapped::{MAX_WRAPPERS, Wrapper};
pub(crate) use zstd::LongWindow;
#[doc(hidden)]
pub use zstd::{MAX_WINDOW, Zstd};

use crate::error::Error;
use crate::input::{of, read_start};
use crate::open::{OpenEvents, OpenOptions};
use std::io::{self, Read};

/// Returns `compressed` or `encrypted` for the first bytes of such a file.
#[doc(hidden)]
#[must_use]
pub fn effect_of(start: &[u8]) -> Option<&'static str> {
    Format::of(start.get(..MAGIC_LENGTH)?)?.effect()
}

/// Removes the wrappers of a file, and returns its content with the wrappers, outermost first.
///
/// The content can be anything, such as text or an image: unlike [`open`](crate::open::open), the
/// function does not look for values. A file without wrappers is its own content. The options
/// contribute the key, the limit of the content and the length of a header to skip.
///
/// ```
/// use gdvariant::files::{Encryption, FileKey};
/// use gdvariant_files::open::OpenOptions;
/// use gdvariant_files::wrapper::{Wrapper, unpack, wrapped};
///
/// let key = FileKey::from_password("correct horse");
/// let wrappers = [Wrapper::Encrypted(Encryption::Godot4, key.clone())];
/// let save = wrapped(br#"{"gold": 30}"#.to_vec(), &wrappers)?;
///
/// let (content, wrappers) = unpack(&save[..], &OpenOptions::new().key(key), &mut ())?;
/// assert_eq!(content, br#"{"gold": 30}"#);
/// let changed = wrapped(br#"{"gold": 31}"#.to_vec(), &wrappers)?;
/// # assert_eq!(changed[..4], *b"GDEC");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns an error if reading fails, if a compressed or encrypted file is invalid or its content
/// is too long, if the key of an encrypted file is missing, or if the file is shorter than its
/// header.
pub fn unpack(
    reader: impl Read,
    options: &OpenOptions,
    events: &mut dyn OpenEvents,
) -> Result<(Vec<u8>, Vec<Wrapper>), Error> {
    let mut unwrapped = unwrapped(of(reader), options, events)?;
    let content = read_start(&mut unwrapped.input, u64::MAX)?;
    Ok((content, unwrapped.wrappers))
}

/// Adds wrappers, which are outermost first, to a content.
///
/// ```
/// use gdvariant_files::open::{OpenOptions, open};
/// use gdvariant_files::wrapper::{Wrapper, wrapped};
///
/// let wrappers = [Wrapper::Gzip, Wrapper::Header(b"v1".to_vec())];
/// let file = wrapped(vec![1, 0, 0, 0, 1, 0, 0, 0], &wrappers)?; // true in Godot 4
/// let document = open(&file[..], &OpenOptions::new().skip(2))?.document()?;
/// assert_eq!(document.value(0)?.to_string(), "true");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`Wrapper::wrap`].
pub fn wrapped(content: Vec<u8>, wrappers: &[Wrapper]) -> io::Result<Vec<u8>> {
    let mut wrappers = wrappers.iter().rev();
    wrappers.try_fold(content, |file, wrapper| wrapper.wrap(&file))
}
