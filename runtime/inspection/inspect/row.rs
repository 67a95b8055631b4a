use super::{RowPath, Value};
use crate::table::{Row, TypeTable};

/// Some bytes of an input, and what they are.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::inspect::{InspectRow, inspect};
/// use gdvariant::{DecodeOptions, Godot3};
///
/// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
/// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row: &InspectRow<'_>| {
///     println!("{:04x} {:?} {} {}", row.offset, row.bytes, row.field.name, row.value);
/// })?;
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy)]
#[non_exhaustive]
pub struct InspectRow<'r> {
    /// Where the bytes start in the input.
    pub offset: usize,
    /// The bytes; at least one.
    pub bytes: &'r [u8],
    /// Whether they are a header, a field or padding.
    pub kind: RowKind,
    /// The type of the value that they belong to.
    pub ty: &'static TypeTable,
    /// The field in the type's tables. Headers and padding, which no table contains, have fields of
    /// their own.
    pub field: &'static Row,
    /// The path of the value. For an element of a pool array, a name in a NodePath or the class of
    /// a typed array, it is the path of that part. It does not include the field.
    pub path: RowPath<'r>,
    /// What the bytes mean.
    pub value: Value<'r>,
}

impl InspectRow<'_> {
    /// Returns whether the bytes are padding in which some engines leave earlier contents of memory.
    ///
    /// ```
    /// # #[cfg(feature = "godot3")] {
    /// use gdvariant::inspect::inspect;
    /// use gdvariant::{DecodeOptions, Godot3};
    ///
    /// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
    /// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| assert!(!row.is_unset_padding()))?;
    /// # }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_unset_padding(&self) -> bool {
        self.kind == RowKind::Padding && self.ty.kind.info().has_unset_padding
    }
}

/// What the bytes of a row are for.
///
/// ```
/// # #[cfg(feature = "godot3")] {
/// use gdvariant::inspect::{RowKind, inspect};
/// use gdvariant::{DecodeOptions, Godot3};
///
/// let bytes = [2, 0, 0, 0, 7, 0, 0, 0];
/// let mut kinds = Vec::new();
/// inspect::<Godot3>(&bytes, DecodeOptions::new(), |row| kinds.push(row.kind))?;
/// assert_eq!(kinds, [RowKind::Header, RowKind::Field]);
/// # }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RowKind {
    /// The type of a value, and its flag.
    Header,
    /// A field of the type's tables. The bytes of a PoolByteArray come in rows of up to 16.
    Field,
    /// What brings text or bytes up to the alignment. Whatever it holds is ignored.
    Padding,
}
