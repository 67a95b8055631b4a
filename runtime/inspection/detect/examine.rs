//! The enabled layouts, and the decoding of one value in each.

use super::bits::Description;
use crate::inspection::inspect::inspect_prefix;
use crate::{DecodeError, DecodeOptions, Layout, codec};

/// Decodes the value at the front of the bytes, and describes its rows.
pub(super) type Examine = fn(&[u8], &mut Description) -> Result<Examined, DecodeError>;

/// A value that was decoded.
pub(super) struct Examined {
    /// Its length in bytes.
    pub(super) length: usize,
    /// Whether encoding it takes as many bytes.
    pub(super) is_canonical: bool,
}

macro_rules! examiners {
    ({} $({ $module:ident $marker:ident $types:tt })*) => {
        &[$((crate::$marker::NAME, examine::<crate::$marker>)),*]
    };
}

/// The names of the enabled layouts, in the order of the schema, and the functions that decode a
/// value.
pub(super) const LAYOUTS: &[(&str, Examine)] = each_layout!(examiners {});

/// Full objects are data here, so they need no permission.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

fn examine<L: Layout>(
    input: &[u8],
    description: &mut Description,
) -> Result<Examined, DecodeError> {
    let length = inspect_prefix::<L>(input, OPTIONS, |row| description.add(row))?;
    let value = input.get(..length).unwrap_or(input);
    let decoded = codec::from_slice::<L, L::VariantRef<'_>>(value, OPTIONS)?;
    let is_canonical = codec::encoded_len::<L, _>(&decoded).is_ok_and(|encoded| encoded == length);
    Ok(Examined {
        length,
        is_canonical,
    })
}
