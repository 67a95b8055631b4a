//! Compression, encryption and headers around the values of a file.
//!
//! | layer | what writes it |
//! | --- | --- |
//! | [`Compressed`](Layer::Compressed) | `open_compressed`, in each mode |
//! | [`Encrypted`](Layer::Encrypted) | `open_encrypted`, `open_encrypted_with_pass` |
//! | [`Stream`](Layer::Stream) without sizes | `PackedByteArray.compress` (`PoolByteArray.compress` in Godot 3) in the modes 0 to 3; programs |
//! | [`Stream`](Layer::Stream) with sizes | the same after `store_32` or `store_64` of sizes |
//! | [`Settings`](Layer::Settings) | the export of a game: `project.binary` |
//! | [`Header`](Layer::Header) | a game, before its values or before another layer |
//!
//! `PackedByteArray.compress` does not support Brotli, mode 4 of Godot 4: engines only decompress it.
//! Nothing here does.
//!
//! [`open`](crate::open::open) removes the [`Layer`]s of a file, at most [`MAX_LAYERS`]. To write
//! a changed file in its form, [`wrap`](Layer::wrap) the content in reverse order.

mod compressed;
mod decompressing;
mod kinds;
mod magic;
mod names;
mod sizes;
mod unwrap;
mod zlib;
mod zstd;

pub(crate) use decompressing::{decompressing, limited};
pub use kinds::{Layer, MAX_LAYERS};
pub(crate) use magic::{EDIT, Format, LOAD, MAGIC_LENGTH, OTHERS};
pub use sizes::{Size, SizeOf};
pub use unwrap::unpack;
pub(crate) use unwrap::{read_settings, remove_layers, settings};
pub(crate) use zlib::has_header as has_zlib_header;

use gdvariant::schema::Layout;
use std::io;

/// Returns `compressed` or `encrypted` if `start` begins a file of the engine, gzip or zstd.
///
/// ```
/// use gdvariant_files::layer::effect_of;
///
/// assert_eq!(effect_of(b"GDEC\x01\0\0\0"), Some("encrypted"));
/// assert_eq!(effect_of(b"text"), None);
/// ```
pub fn effect_of(start: &[u8]) -> Option<&'static str> {
    Format::detect(start.get(..MAGIC_LENGTH)?)?.effect()
}

/// Adds layers, which are outermost first, to a content.
///
/// ```
/// use gdvariant_files::open::{OpenOptions, open};
/// use gdvariant_files::Compression;
/// use gdvariant_files::layer::{Layer, add_layers};
///
/// let layers = [Layer::from_mode(Compression::Gzip), Layer::Header(b"v1".to_vec())];
/// let file = add_layers(vec![1, 0, 0, 0, 1, 0, 0, 0], &layers)?; // true in Godot 4
/// let document = open(&file[..], &OpenOptions::new().skip(2))?.document()?;
/// assert_eq!(document.value(0)?.to_string(), "true");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// Returns the errors of [`Layer::wrap`].
pub fn add_layers(content: Vec<u8>, layers: &[Layer]) -> io::Result<Vec<u8>> {
    let mut layers = layers.iter().rev();
    layers.try_fold(content, |file, layer| layer.wrap(&file))
}

/// Returns layers in the form of `layout`; without a layout, as they are.
///
/// ```
/// use gdvariant::schema::layout_named;
/// use gdvariant_files::{Encryption, FileKey};
/// use gdvariant_files::layer::{Layer, for_layout};
///
/// let encrypted = Layer::Encrypted(Encryption::Godot3, FileKey::from([0; 32]));
/// let converted = for_layout(vec![encrypted], layout_named("godot4"));
/// assert!(matches!(converted[..], [Layer::Encrypted(Encryption::Godot4, _)]));
/// ```
pub fn for_layout(layers: Vec<Layer>, layout: impl Into<Option<&'static Layout>>) -> Vec<Layer> {
    let Some(layout) = layout.into() else {
        return layers;
    };
    let converted = layers.into_iter().map(|it| it.for_layout(layout));
    converted.collect()
}
