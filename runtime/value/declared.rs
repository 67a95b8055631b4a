//! The encoded form of the type that a container declares for its values.

use crate::wire::element::type_of_number;
use crate::{Kind, LayoutRules};
use alloc::borrow::Cow;

/// A declared type as it is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Declared<'de> {
    /// None: the values are of any type.
    Any,
    /// The number of a type.
    Type(u32),
    /// The name of a native class.
    Class(Cow<'de, str>),
    /// The path of a script.
    Script(Cow<'de, str>),
}

impl Declared<'_> {
    /// Returns the kind of the values that the declared type allows; `None` for any.
    pub(crate) fn kind<L: LayoutRules>(&self) -> Option<Kind> {
        match self {
            Self::Any => None,
            Self::Type(number) => type_of_number::<L>(*number).filter(|kind| *kind != Kind::Nil),
            Self::Class(_) | Self::Script(_) => Some(Kind::Object),
        }
    }
}

/// Returns whether a container of this declared type can hold values of a kind, by the rule of
/// Godot 4: those of the type, and Nil for Objects.
#[inline]
pub(crate) fn allows(declared: Kind, found: Kind) -> bool {
    declared == found || (declared == Kind::Object && found == Kind::Nil)
}

/// Returns the index and the kind of the first value that a container of this declared type cannot
/// hold, after the declared type.
pub(crate) fn first_other(
    declared: Option<Kind>,
    kinds: impl Iterator<Item = Kind>,
) -> Option<(Kind, usize, Kind)> {
    let declared = declared?;
    let mut kinds = kinds.enumerate();
    let (index, found) = kinds.find(|(_, kind)| !allows(declared, *kind))?;
    Some((declared, index, found))
}
