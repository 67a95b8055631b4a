//! Compression, encryption and headers around the values of a file.
//!
//! | wrapper | what writes it |
//! | --- | --- |
//! | [`Compressed`](Wrapper::Compressed) | `open_compressed`, in each mode |
//! | [`Encrypted`](Wrapper::Encrypted) | `open_encrypted`, `open_encrypted_with_pass` |
//! | [`Stream`](Wrapper::Stream) without sizes | `PackedByteArray.compress` (`PoolByteArray.compress` in Godot 3) in the modes 0 to 3; programs |
//! | [`Stream`](Wrapper::Stream) with sizes | the same after `store_32` or `store_64` of sizes |
//! | [`Settings`](Wrapper::Settings) | the export of a game: `project.binary` |
//! | [`Header`](Wrapper::Header) | a game, before its values or before another wrapper |
//!
//! `PackedByteArray.compress` does not support Brotli, mode 4 of Godot 4: engines only decompress it.
//! Nothing here does.
//!
//! [`open`](crate::open::open) removes the [`Wrapper`]s of a file, at most [`MAX_WRAPPERS`]. To write
//! a changed file in its form, [`wrap`](Wrapper::wrap) the content in reverse order.

mod compressed;
mod decompressing;
mod magic;
mod names;
mod sizes;
mod unwrap;
mod wrapped;
mod zlib;
mod zstd;

pub(crate) use decompressing::decompressing;
pub(crate) use magic::{EDIT, OTHERS};
pub(crate) use magic::{Format, MAGIC_LENGTH};
pub use sizes::{Size, SizeOf};
pub use unwrap::unpack;
pub(crate) use unwrap::{read_settings, settings, unwrapped};
pub use wrapped::{MAX_WRAPPERS, Wrapper};
pub(crate) use zlib::has_header as has_zlib_header;
pub(crate) use {decompressing::limited, magic::LOAD};

use gdvariant::schema::Layout;
use std::io;

/// Returns `compressed` or `encrypted` for the first bytes of a file of the engine, gzip or zstd.
///
/// ```
/// use gdvariant_files::wrapper::effect_of;
///
/// assert_eq!(effect_of(b"GDEC\x01\0\0\0"), Some("encrypted"));
/// assert_eq!(effect_of(b"text"), None);
/// ```
pub fn effect_of(start: &[u8]) -> Option<&'static str> {
    Format::of(start.get(..MAGIC_LENGTH)?)?.effect()
}

/// Adds wrappers, which are outermost first, to a content.
///
/// ```
/// use gdvariant_files::open::{OpenOptions, open};
/// use gdvariant_files::Compression;
/// use gdvariant_files::wrapper::{Wrapper, wrapped};
///
/// let wrappers = [Wrapper::of_mode(Compression::Gzip), Wrapper::Header(b"v1".to_vec())];
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

/// Returns wrappers in the form of `layout`; without a layout, as they are.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::{Encryption, FileKey};
/// use gdvariant_files::wrapper::{Wrapper, for_layout};
///
/// let encrypted = Wrapper::Encrypted(Encryption::Godot3, FileKey::from([0; 32]));
/// let converted = for_layout(vec![encrypted], layout_named("godot4"));
/// assert!(matches!(converted[..], [Wrapper::Encrypted(Encryption::Godot4, _)]));
/// ```
pub fn for_layout(
    wrappers: Vec<Wrapper>,
    layout: impl Into<Option<&'static Layout>>,
) -> Vec<Wrapper> {
    let Some(layout) = layout.into() else {
        return wrappers;
    };
    let converted = wrappers.into_iter().map(|it| it.for_layout(layout));
    converted.collect()
}
