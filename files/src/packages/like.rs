//! The originals of values, of which encoded values keep the floats and the types.

use crate::error::Error;
use crate::open::{OpenOptions, open};
use crate::packages::output::Encoding;
use crate::type_changes::TypeChanges;
use gdvariant::DecodeOptions;
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::LayoutInfo;
use std::io::Read;

/// Opens a file in any form, and decodes its first values, at most `count`. The layout is that of
/// `options`, or of another engine if this layout does not fit.
///
/// # Errors
///
/// Returns an error if the file cannot be opened, or if one of these values is invalid.
pub fn originals(
    mut file: impl Read,
    mut options: OpenOptions,
    count: usize,
) -> Result<Vec<AnyVariant>, Error> {
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes)?;
    let values = |options: &OpenOptions| {
        let frames = FrameOptions::new()
            .max_length(u32::MAX)
            .decode_options(accepted());
        let reader = open(&bytes[..], options)?.into_reader(frames)?;
        reader.take(count).map(|value| Ok(value?)).collect()
    };
    let originals: Result<_, Error> = values(&options);
    originals.or_else(|error| {
        options.layout = None;
        values(&options).map_err(|_| error)
    })
}

/// Returns an encoded value with floats where the original has floats, unless there are none, and the
/// other types that changed. Invalid bytes have no changes.
#[must_use]
pub fn restore(
    encoded: &[u8],
    original: &AnyVariant,
    layout: &'static LayoutInfo,
    encoding: &Encoding,
) -> (Option<Vec<u8>>, TypeChanges) {
    let bytes = encoded.get(encoding.start()..).unwrap_or_default();
    let Ok(mut value) = layout.decode(bytes, accepted()) else {
        return Default::default();
    };
    let changes = TypeChanges::restore(&mut value, original.into());
    let restored = (changes.floats > 0).then(|| encoding.encode_again(&value));
    (restored.and_then(Result::ok), changes)
}

/// Returns the options that accept all values: they are only compared.
fn accepted() -> DecodeOptions {
    DecodeOptions::engine().allow_objects(true)
}
