//! The encoded form of the type that a container declares for its values.

use alloc::borrow::Cow;

/// A declared type as it is encoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Declared<'de> {
    /// None: the values are of any type.
    Any,
    /// The number of a type.
    Type(u32),
    /// The name of a native class.
    Class(Cow<'de, str>),
    /// The path of a script.
    Script(Cow<'de, str>),
}
