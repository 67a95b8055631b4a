//! The enabled layouts, and the decoding of one value in each.

use super::bits::Description;
use crate::inspect::inspect_prefix;
use crate::schema::{self, LayoutInfo};
use crate::{DecodeError, DecodeOptions, Layout, generic};

/// A layout to try.
pub(super) struct Examiner {
    /// The name of the layout's module.
    pub(super) name: &'static str,
    /// The function that decodes a value in the layout.
    pub(super) examine: Examine,
}

impl Examiner {
    /// Returns the description of the layout.
    pub(super) fn info(&self) -> Option<&'static LayoutInfo> {
        schema::LAYOUTS
            .iter()
            .find(|layout| layout.name == self.name)
    }
}

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
        &[$(Examiner { name: crate::$marker::NAME, examine: examine::<crate::$marker> }),*]
    };
}

/// The enabled layouts, in the order of the schema.
pub(super) const LAYOUTS: &[Examiner] = each_layout!(examiners {});

/// Whole objects are data here, so they need no permission.
const OPTIONS: DecodeOptions = DecodeOptions::new().allow_objects(true);

fn examine<L: Layout>(
    input: &[u8],
    description: &mut Description,
) -> Result<Examined, DecodeError> {
    let length = inspect_prefix::<L>(input, OPTIONS, |row| description.add(row))?;
    let value = input.get(..length).unwrap_or(input);
    let decoded = generic::from_slice::<L, L::VariantRef<'_>>(value, OPTIONS)?;
    let is_canonical =
        generic::encoded_len::<L, _>(&decoded).is_ok_and(|encoded| encoded == length);
    Ok(Examined {
        length,
        is_canonical,
    })
}
