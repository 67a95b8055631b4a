//! The encoded type that a container declares for its values.

use crate::Kind;
use crate::table::layout::Layout;
use crate::wire::element::type_of_number;
use alloc::borrow::Cow;

/// A declared type as it is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Declared<'de> {
    /// No type: the container holds values of any type.
    Any,
    /// The type number of the values.
    Type(u32),
    /// The name of the native class of the values.
    Class(Cow<'de, str>),
    /// The path of the script of the values.
    Script(Cow<'de, str>),
}

impl Declared<'_> {
    /// Returns the kind of the values that the declared type allows, or `None` for any kind.
    pub(crate) fn kind(&self, layout: &Layout) -> Option<Kind> {
        match self {
            Self::Any => None,
            Self::Type(number) => type_of_number(layout, *number).filter(|kind| *kind != Kind::Nil),
            Self::Class(_) | Self::Script(_) => Some(Kind::Object),
        }
    }
}

/// Returns whether a container of this declared type can hold values of a kind.
///
/// As in Godot 4, these are values of the declared kind and, for Object, Nil.
#[inline]
pub(crate) fn allows(declared: Kind, found: Kind) -> bool {
    declared == found || (declared == Kind::Object && found == Kind::Nil)
}

/// Finds the first value that a container of this declared type cannot hold.
///
/// Returns the declared type, and the index and the kind of the value.
pub(crate) fn first_other(
    declared: Option<Kind>,
    kinds: impl Iterator<Item = Kind>,
) -> Option<(Kind, usize, Kind)> {
    let declared = declared?;
    let mut kinds = kinds.enumerate();
    let (index, found) = kinds.find(|(_, kind)| !allows(declared, *kind))?;
    Some((declared, index, found))
}
