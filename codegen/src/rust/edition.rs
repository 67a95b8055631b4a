//! The layouts in each precision: the modules of the library.

use super::names::ident;
use crate::model::{Layout, Schema, find};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A layout in one precision.
#[derive(Clone, Copy)]
pub(super) struct Edition<'s> {
    pub(super) layout: &'s Layout,
    pub(super) precision: Precision,
}

/// Returns each layout in each of its precisions.
pub(super) fn editions(schema: &Schema) -> impl Iterator<Item = Edition<'_>> {
    schema.layouts.iter().flat_map(|layout| {
        let edition = move |precision| Edition { layout, precision };
        Precision::of(layout).map(edition)
    })
}

impl Edition<'_> {
    /// Returns the name of the module.
    pub(super) fn module(self) -> String {
        self.named(&self.layout.module, "_double")
    }

    /// Returns the name of the marker type.
    pub(super) fn marker(self) -> Ident {
        ident(&self.named(&self.layout.marker(), "Double"))
    }

    /// Returns the module of the library with the values of the layout.
    pub(super) fn values(self) -> Ident {
        ident(if self.precision.is_double() {
            "double"
        } else {
            "single"
        })
    }

    pub(super) fn title(self) -> String {
        self.named(&self.layout.title, " in double precision")
    }

    fn named(self, name: &str, double: &str) -> String {
        let end = if self.precision.is_double() {
            double
        } else {
            ""
        };
        format!("{name}{end}")
    }

    /// Returns the first line of the module's documentation.
    pub(super) fn summary(self, contents: &str) -> String {
        format!("{}: {contents}.", self.title())
    }

    /// Returns the precision of the real numbers of the type with a key.
    pub(super) fn precision_of(self, key: &str) -> Precision {
        match find(&self.layout.types, key) {
            Some(listed) if listed.has_single_reals => Precision::Single,
            _ => self.precision,
        }
    }

    /// Returns the Cargo features that enable the module.
    pub(super) fn features(&self) -> Vec<&str> {
        let double = self.precision.is_double().then_some("double");
        let layout = self.layout.module.as_str();
        [layout].into_iter().chain(double).collect()
    }

    /// Returns the `cfg` condition under which the module is enabled.
    pub(super) fn gate(&self) -> TokenStream {
        let features = self.features();
        quote!(all(#(feature = #features),*))
    }

    pub(super) fn is_enabled(&self, is_enabled: &dyn Fn(&str) -> bool) -> bool {
        self.features().into_iter().all(is_enabled)
    }
}

/// Single or double precision: the width of a component of the wire type `real`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    Single,
    Double,
}

impl Precision {
    /// Returns the precisions that a layout has.
    pub(super) fn of(layout: &Layout) -> impl Iterator<Item = Self> + use<> {
        let double = layout.has_double_builds().then_some(Self::Double);
        [Self::Single].into_iter().chain(double)
    }

    pub(super) fn is_double(self) -> bool {
        self == Self::Double
    }
}
