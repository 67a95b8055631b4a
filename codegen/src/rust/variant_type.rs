//! Generates `VariantType`, the enum of a layout's types.

use super::cases::Case;
use super::layout::Context;
use super::names::{aliases, doc, since_doc, table_doc};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn variant_type(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let variants: Vec<_> = context.types().map(|case| &case.variant).collect();
    let kinds = context.types().map(|case| &case.kind);
    let numbers: Vec<_> = context.types().map(Case::number).collect();
    let docs = context.types().map(|case| {
        let builds = context.edition.layout.double;
        let table = table_doc(context.schema, case.ty, case.precision, builds);
        let doc = doc(&format!(
            "`{}`{}: {}\n{table}",
            case.listed.name,
            since_doc(case.listed.since),
            case.ty.description
        ));
        let aliases = aliases(context.schema, case.ty);
        quote!(#doc #aliases)
    });
    let doc = context.doc(include_str!("../../templates/rust/variant_type.md"));
    quote! {
        #doc
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum VariantType {
            #(#docs #variants = #numbers),*
        }

        impl VariantType {
            /// All types, by number.
            pub const ALL: &'static [Self] = &[#(Self::#variants),*];

            /// Returns the type of a number in the header's low 8 bits, if the layout has one.
            #[must_use]
            pub const fn from_number(number: u8) -> Option<Self> {
                match number {
                    #(#numbers => Some(Self::#variants),)*
                    _ => None,
                }
            }

            /// Returns the number in the header.
            #[must_use]
            pub const fn number(self) -> u8 {
                self as u8
            }

            /// Returns the name in the engine.
            #[must_use]
            pub fn name(self) -> &'static str {
                <#marker as crate::Layout>::name_of(self.kind())
            }

            /// Returns the kind, which is the same in all layouts.
            #[inline]
            #[must_use]
            pub const fn kind(self) -> crate::Kind {
                match self { #(Self::#variants => #kinds),* }
            }

            /// Returns the type of a kind, if the layout has it.
            #[must_use]
            pub fn from_kind(kind: crate::Kind) -> Option<Self> {
                <#marker as crate::Layout>::number_of(kind).and_then(Self::from_number)
            }

            /// Returns the offset tables.
            #[must_use]
            pub fn table(self) -> &'static crate::table::TypeTable {
                &<#marker as crate::Layout>::TYPES[self as usize]
            }
        }

        /// Formats the name in the engine.
        impl core::fmt::Display for VariantType {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                f.pad(self.name())
            }
        }
    }
}
