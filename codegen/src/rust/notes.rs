//! Generates notes on traits, so that compiler errors name the layouts that support a feature.

use super::names::{element, grouped, ident, joined};
use super::variant::declares_types;
use crate::model::{Body, Schema, Type, has};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn notes(schema: &Schema) -> TokenStream {
    let packed_arrays = notes_macro(&ident("packed_notes"), &packable_elements(schema));
    let layouts = notes_macro(&ident("typed_notes"), &[typed_layouts(schema)]);
    quote!(#packed_arrays #layouts)
}

/// Generates a macro that adds the notes to a trait.
fn notes_macro(name: &proc_macro2::Ident, notes: &[String]) -> TokenStream {
    quote! {
        macro_rules! #name {
            ($($trait:tt)*) => {
                #[diagnostic::on_unimplemented(#(note = #notes),*)]
                $($trait)*
            };
        }
    }
}

/// Returns the titles of the layouts that have a type.
fn layouts_with<'s>(schema: &'s Schema, ty: &Type) -> Vec<&'s str> {
    let having = schema
        .layouts
        .iter()
        .filter(|layout| has(&layout.types, &ty.key));
    having.map(|layout| layout.title.as_str()).collect()
}

/// Returns the note that names the layouts with typed Arrays and Dictionaries.
fn typed_layouts(schema: &Schema) -> String {
    let layouts = schema.layouts.iter();
    let having = layouts.filter(|layout| declares_types(schema, layout));
    let titles: Vec<_> = having.map(|layout| layout.title.as_str()).collect();
    only(&titles, "typed containers")
}

/// Returns the note that names the only layouts with a feature.
fn only(layouts: &[&str], what: &str) -> String {
    match layouts {
        [layout] => format!("only the layout of {layout} has {what}"),
        layouts => format!("only the layouts of {} have {what}", joined(layouts, "and")),
    }
}

/// Returns a note for each group of layouts, with the elements of their packed arrays.
fn packable_elements(schema: &Schema) -> Vec<String> {
    let packed_arrays = schema
        .types
        .iter()
        .filter(|ty| matches!(ty.body, Body::Packed(_) | Body::PackedText));
    let elements = packed_arrays.map(|ty| {
        let element = element(schema, ty);
        let name = element.map_or_else(|| "text".to_owned(), |element| element.to_string());
        (layouts_with(schema, ty), name)
    });
    let line = |(layouts, elements): (Vec<&str>, Vec<String>)| {
        format!(
            "packed arrays of {} hold {}",
            joined(&layouts, "and"),
            elements.join(", ")
        )
    };
    grouped(elements).into_iter().map(line).collect()
}
