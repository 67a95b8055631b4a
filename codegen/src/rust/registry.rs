//! Generates the registry of layouts, which is the only list of all layouts.

use super::edition::{Edition, editions};
use super::names::{doc, ident};
use crate::model::{Role, Schema};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the modules and markers of the layouts, and macros that list the layouts.
///
/// `is_enabled` returns whether a Cargo feature is enabled.
pub(super) fn registry(schema: &Schema, is_enabled: &dyn Fn(&str) -> bool) -> TokenStream {
    let editions: Vec<_> = editions(schema).collect();
    let modules = editions.iter().map(layout_module);
    let missing = missing_layout(schema);
    let any = any_layout(&editions, is_enabled);
    let each_kind = each_kind(schema);
    let has_layout = has_layout(&editions, is_enabled);
    quote! {
        #(#modules)*
        #missing
        #any
        #each_kind
        #has_layout
    }
}

fn layout_module(edition: &Edition<'_>) -> TokenStream {
    let (gate, name, marker) = (edition.gate(), edition.module(), edition.marker());
    let (module, file) = (ident(&name), format!("/{name}.rs"));
    let features = edition.features().join("` and the feature `");
    let doc = doc(&format!(
        "The layout of {}: the functions that encode, decode and format its values. Requires the \
         feature `{features}`.",
        edition.title()
    ));
    quote! {
        #doc
        #gate
        pub mod #module {
            include!(concat!(env!("OUT_DIR"), #file));
        }

        #gate
        pub use #module::#marker;
    }
}

/// Generates the compile error of a build without layouts.
fn missing_layout(schema: &Schema) -> TokenStream {
    let features: Vec<_> = schema.layouts.iter().map(|layout| &layout.module).collect();
    let names: Vec<_> = features
        .iter()
        .map(|feature| format!("`{feature}`"))
        .collect();
    let message = format!(
        "gdvariant needs a layout: enable at least one of the features {}",
        names.join(", ")
    );
    quote! {
        #[cfg(not(any(#(feature = #features),*)))]
        compile_error!(#message);
    }
}

/// Generates an alias for the first enabled layout.
fn any_layout(editions: &[Edition<'_>], is_enabled: &dyn Fn(&str) -> bool) -> Option<TokenStream> {
    let mut editions = editions.iter();
    let marker = editions
        .find(|edition| edition.is_enabled(is_enabled))?
        .marker();
    Some(quote! {
        #[cfg(feature = "serde")]
        pub(crate) type FirstLayout = #marker;
    })
}

/// Generates the lists of the enabled layouts, and of their types.
pub(super) fn layout_list(schema: &Schema, is_enabled: &dyn Fn(&str) -> bool) -> TokenStream {
    let enabled = editions(schema).filter(|edition| edition.is_enabled(is_enabled));
    let (markers, modules): (Vec<_>, Vec<_>) = enabled
        .map(|edition| (edition.marker(), ident(&edition.module())))
        .unzip();
    quote! {
        pub(crate) static LAYOUTS: &[Layout] = &[#(*<crate::#markers as crate::Engine>::LAYOUT),*];

        /// The types of each layout, which [`Layout`] does not refer to: programs that only encode
        /// and decode do not contain the tables.
        static TYPES: &[&[TypeInfo]] = &[#(crate::#modules::TYPES),*];
    }
}

/// Generates the defects of engines whose affected values can be recognized.
pub(super) fn defects(schema: &Schema) -> TokenStream {
    let rows = schema.defects.iter().filter_map(|defect| {
        let affected = ident(&format!("{:?}", defect.affects?));
        let (id, kind, effect) = (&defect.id, ident(&defect.key), &defect.happens);
        let layouts = defect.layouts.iter().map(|it| {
            let (module, versions) = (&it.module, it.versions(|word| word));
            quote!((#module, #versions))
        });
        Some(quote! {
            Defect {
                id: #id,
                kind: Kind::#kind,
                affected: Affected::#affected,
                effect: #effect,
                layouts: &[#(#layouts),*],
            }
        })
    });
    quote! {
        /// The defects of all engines, in the order of the schema.
        #[doc(hidden)]
        pub const DEFECTS: &[Defect] = &[#(#rows),*];
    }
}

/// Generates the macro that calls another macro with the kinds of all engines.
fn each_kind(schema: &Schema) -> TokenStream {
    let kinds = schema.types.iter().filter(|ty| !ty.is(Role::Nil));
    let kinds = kinds.map(|ty| ident(&ty.key));
    quote! {
        /// Calls a macro with its arguments and every kind with a payload, which is also the name of
        /// a variant.
        ///
        /// For the tests of this repository.
        #[doc(hidden)]
        #[macro_export]
        macro_rules! each_kind {
            ($($callback:tt)::+ { $($arguments:tt)* }) => {
                $($callback)::+! { { $($arguments)* } #(#kinds)* }
            };
        }
    }
}

/// Generates the macro that returns whether an enabled layout encodes or decodes a type.
///
/// Derived code calls the macro with a type without parameters, see `runtime/derive/checks.rs`.
fn has_layout(editions: &[Edition<'_>], is_enabled: &dyn Fn(&str) -> bool) -> TokenStream {
    let enabled = editions
        .iter()
        .filter(|edition| edition.is_enabled(is_enabled));
    let markers: Vec<_> = enabled.map(|edition| edition.marker()).collect();
    quote! {
        /// Returns whether an enabled layout encodes or decodes a type; for derived code.
        #[cfg(feature = "derive")]
        #[doc(hidden)]
        #[macro_export]
        macro_rules! __has_layout {
            ($ty:ty) => {{
                #[allow(unused_imports)]
                use $crate::__private::NotInLayout as _;
                <$crate::__private::InLayout<$crate::__private::DerivedCheck, $ty>>::IS_DERIVED
                #(
                    || <$crate::__private::InLayout<$crate::#markers, $ty>>::ENCODES
                    || <$crate::__private::InLayout<$crate::#markers, $ty>>::DECODES
                )*
            }};
        }
    }
}
