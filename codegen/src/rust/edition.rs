//! The layouts in each precision: the modules of the library.

use super::names::ident;
use crate::model::{Layout, Schema, find};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// A layout in one precision.
#[derive(Clone, Copy)]
pub(super) struct Edition<'s> {
    pub(super) layout: &'s Layout,
    pub(super) is_double: bool,
}

/// Returns each layout in each of its precisions.
pub(super) fn editions(schema: &Schema) -> impl Iterator<Item = Edition<'_>> {
    schema.layouts.iter().flat_map(|layout| {
        let edition = move |is_double| Edition { layout, is_double };
        layout.precisions().map(edition)
    })
}

impl Edition<'_> {
    /// Returns the name of the module.
    pub(super) fn module(self) -> String {
        self.layout.module_in(self.is_double)
    }

    /// Returns the name of the marker type.
    pub(super) fn marker(self) -> Ident {
        ident(&self.named(&self.layout.marker(), "Double"))
    }

    /// Returns the module of the library with the values of the layout.
    pub(super) fn values(self) -> Ident {
        ident(if self.is_double { "double" } else { "single" })
    }

    pub(super) fn title(self) -> String {
        self.named(&self.layout.title, " in double precision")
    }

    fn named(self, name: &str, double: &str) -> String {
        let end = if self.is_double { double } else { "" };
        format!("{name}{end}")
    }

    /// Returns whether the real numbers of the type with a key have double precision.
    pub(super) fn has_doubles(self, key: &str) -> bool {
        let listed = find(&self.layout.types, key);
        self.is_double && !listed.is_some_and(|listed| listed.has_single_reals)
    }

    /// Returns the Cargo features that enable the module.
    pub(super) fn features(&self) -> Vec<&str> {
        let double = self.is_double.then_some("double");
        let layout = self.layout.module.as_str();
        [layout].into_iter().chain(double).collect()
    }

    /// Returns the `cfg` attributes of the module, one for each feature.
    pub(super) fn gate(&self) -> TokenStream {
        let features = self.features();
        quote!(#(#[cfg(feature = #features)])*)
    }

    pub(super) fn is_enabled(&self, is_enabled: &dyn Fn(&str) -> bool) -> bool {
        self.features().into_iter().all(is_enabled)
    }
}
