//! The layouts in each precision: the modules of the library.

use super::names::ident;
use crate::model::{DoubleBuilds, Layout, Schema, find};
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
        ident(match (self.precision, self.is_implemented()) {
            (Precision::Double, true) => "double",
            (Precision::Double, false) => "published_double",
            _ => "single",
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
        let title = self.title();
        match (self.precision, self.is_implemented()) {
            (Precision::Double, true) => format!("{title}."),
            (Precision::Double, false) => {
                format!("{title}, which no build of the engine reads or writes.")
            }
            _ => format!("{title}: {contents}."),
        }
    }

    /// Returns whether any build of the engine uses the layout in this precision.
    pub(super) fn is_implemented(self) -> bool {
        !self.precision.is_double() || self.layout.double == DoubleBuilds::Flag
    }

    /// Returns a warning in Markdown if no build of the engine uses these bytes, else an empty
    /// string.
    pub(super) fn caution(self, schema: &Schema) -> String {
        if self.is_implemented() {
            return String::new();
        }
        let marked = editions(schema).filter(|other| {
            let is_double = other.precision.is_double();
            is_double && other.is_implemented()
        });
        let marked: Vec<_> = marked
            .map(|other| format!("`{}`", other.module()))
            .collect();
        let instead = if marked.is_empty() {
            String::new()
        } else {
            format!(
                " For double-precision builds, see {}.",
                marked.join(" and ")
            )
        };
        let (engine, why) = (&self.layout.title, &schema.double_erratum().actual);
        format!("\n\n**No build of {engine} reads or writes these bytes.** {why}{instead}")
    }

    /// Returns the precision of the real numbers of the type with a key.
    pub(super) fn precision_of(self, key: &str) -> Precision {
        match find(&self.layout.types, key) {
            Some(listed) if listed.has_single_reals => self.precision.single(),
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
    /// The precision of the module that includes the generated file. The module defines `Real`,
    /// and imports the value types.
    OfModule,
    /// The precision of types that are single even in double-precision builds of engines.
    OfModuleSingle,
}

impl Precision {
    /// Returns the precisions that a layout has.
    pub(super) fn of(layout: &Layout) -> impl Iterator<Item = Self> + use<> {
        let double = layout.double != DoubleBuilds::None;
        [Self::Single]
            .into_iter()
            .chain(double.then_some(Self::Double))
    }

    pub(super) fn is_double(self) -> bool {
        self == Self::Double
    }

    /// Returns the precision of types whose real numbers always have 32 bits.
    fn single(self) -> Self {
        match self {
            Self::Single | Self::Double => Self::Single,
            Self::OfModule | Self::OfModuleSingle => Self::OfModuleSingle,
        }
    }

    /// Returns whether the module that includes the file determines the precision.
    pub(super) fn is_of_module(self) -> bool {
        matches!(self, Self::OfModule | Self::OfModuleSingle)
    }
}
