//! Values that engines do not decode as they encoded them, for the programs of this repository.

use crate::Kind;

include!(concat!(env!("OUT_DIR"), "/defects.rs"));

/// A defect of an engine whose affected values can be recognized by their bytes.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Defect {
    /// The name in the schema and in `conformance/defects/`.
    pub id: &'static str,
    /// The affected type.
    pub kind: Kind,
    /// The affected values of the type.
    pub affected: Affected,
    /// The effect on the value, in one sentence.
    pub effect: &'static str,
    /// The single-precision forms of the layouts whose engine has the defect, with the versions
    /// that have it and how this is known.
    pub layouts: &'static [(&'static str, &'static str)],
}

/// The values of a type that a defect affects.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Affected {
    /// All values.
    Every,
    /// Values inside a container.
    Nested,
    /// Absolute NodePaths without names.
    Root,
    /// Strings with a character above U+FFFF.
    Supplementary,
}
