//! Containers with a declared type.

use super::names::ident;
use proc_macro2::Ident;

/// A container with a declared type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Typed {
    Array,
    Dictionary,
}

impl Typed {
    /// Returns the name of the Rust type.
    pub(super) fn name(self) -> Ident {
        ident(match self {
            Self::Array => "TypedArray",
            Self::Dictionary => "TypedDictionary",
        })
    }

    /// Returns the field of the Rust type that is the container without the declared type.
    pub(super) fn contents(self) -> Ident {
        ident(match self {
            Self::Array => "values",
            Self::Dictionary => "entries",
        })
    }

    /// Returns the functions of readers and writers that decode and encode the container.
    pub(super) fn codec(self) -> Ident {
        ident(match self {
            Self::Array => "declared_array",
            Self::Dictionary => "declared_dictionary",
        })
    }

    /// Returns the declared types, as the parameters of an encoder.
    pub(super) fn declared(self) -> Vec<Ident> {
        let names: &[&str] = match self {
            Self::Array => &["element"],
            Self::Dictionary => &["key", "value"],
        };
        names.iter().map(|name| ident(name)).collect()
    }
}
