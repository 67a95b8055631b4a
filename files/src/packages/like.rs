//! The originals of values, of which encoded values keep the floats and the types.

use crate::error::Error;
use crate::open::{OpenOptions, open};
use crate::packages::output::Encoding;
use crate::type_changes::TypeChanges;
use crate::{LENIENT, STRICT};
use gdvariant::any::AnyVariant;
use gdvariant::framing::FrameOptions;
use gdvariant::schema::Layout;
use gdvariant::{EncodeError, Path};
use std::io::Read;

/// Opens a file in any form and decodes at most `count` of its first values. Tries other engines if
/// `options.layout` does not fit.
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
            .decode_options(LENIENT);
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
/// other types that changed. If `keeps_floats` is not set, floats are also types that changed.
///
/// # Errors
///
/// Returns an error if the value with floats cannot be encoded.
pub fn restore(
    encoded: &[u8],
    original: &AnyVariant,
    layout: &'static Layout,
    encoding: &Encoding,
    keeps_floats: bool,
) -> Result<(Option<Vec<u8>>, TypeChanges), EncodeError> {
    let bytes = encoded.get(encoding.start()..).unwrap_or_default();
    // Strict decoding changes nothing. All bytes that were just encoded are valid.
    let Ok(mut value) = layout.decode(bytes, STRICT) else {
        return Ok(Default::default());
    };
    if !keeps_floats {
        let changes = TypeChanges::at(&Path::default(), original.into(), (&value).into());
        return Ok((None, changes));
    }
    let changes = TypeChanges::restore(&mut value, original.into(), false);
    if changes.floats == 0 {
        return Ok((None, changes));
    }
    Ok((Some(encoding.encode_again(&value)?), changes))
}
