//! Generates notes on traits, so that compiler errors name the layouts that support a feature.

use super::edition::Precision;
use super::names::{element, grouped, ident, joined};
use crate::model::{Body, Layout, Schema, Type};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn notes(schema: &Schema) -> TokenStream {
    let packed_arrays = notes_macro(&ident("packed_notes"), &packable_elements(schema));
    let layouts = notes_macro(&ident("typed_notes"), &[typed_layouts(schema)]);
    let packable = packable(schema);
    quote! {
        #packed_arrays
        #layouts
        #packable
    }
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
        .filter(|layout| layout.types.iter().any(|listed| listed.key == ty.key));
    having.map(|layout| layout.title.as_str()).collect()
}

/// Returns the note that names the layouts with typed Arrays and Dictionaries.
fn typed_layouts(schema: &Schema) -> String {
    let declares = |layout: &&Layout| {
        let types = layout.types.iter();
        let mut tables = types.flat_map(|listed| &schema.type_in(listed).tables);
        tables.any(|table| table.declares.is_some())
    };
    let having = schema.layouts.iter().filter(declares);
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

/// Groups types by the layouts that have them, in the order of the schema.
fn by_layouts<'s>(
    schema: &'s Schema,
    types: impl Iterator<Item = &'s Type>,
) -> Vec<(Vec<&'s str>, Vec<&'s Type>)> {
    grouped(types.map(|ty| (layouts_with(schema, ty), ty)))
}

/// Returns a note for each group of layouts, with the elements of their packed arrays.
fn packable_elements(schema: &Schema) -> Vec<String> {
    let packed_arrays = schema
        .types
        .iter()
        .filter(|ty| held(ty).is_some() || ty.body == Body::PackedText);
    let line = |(layouts, types): (Vec<&str>, Vec<&Type>)| {
        let elements: Vec<_> = types
            .into_iter()
            .map(|ty| element_name(schema, ty))
            .collect();
        format!(
            "packed arrays of {} hold {}",
            joined(&layouts, "and"),
            elements.join(", ")
        )
    };
    by_layouts(schema, packed_arrays)
        .into_iter()
        .map(line)
        .collect()
}

fn held(ty: &Type) -> Option<&str> {
    if let Body::Packed(held) = &ty.body {
        Some(held)
    } else {
        None
    }
}

/// Returns the Rust name of a packed array's element.
fn element_name(schema: &Schema, packed: &Type) -> String {
    match held(packed) {
        None => "text".to_owned(),
        Some(name) if schema.types.iter().any(|ty| ty.key == name) => name.to_owned(),
        Some(wire) if schema.wire(wire).double.is_some() && schema.is_doubled(&packed.key) => {
            let [single, double] = [Precision::Single, Precision::Double]
                .map(|precision| element(schema, wire, precision));
            format!("{single} ({double} in double precision)")
        }
        Some(wire) => element(schema, wire, Precision::Single).to_string(),
    }
}

/// Implements the marker trait of the elements of all packed arrays.
fn packable(schema: &Schema) -> TokenStream {
    let held: Vec<_> = schema.types.iter().filter_map(held).collect();
    let [single, double] = [Precision::Single, Precision::Double].map(|precision| {
        let elements = held.iter().map(|held| element(schema, held, precision));
        elements.collect::<Vec<_>>()
    });
    // An element in double precision can be an element of some packed array in single precision.
    let names: Vec<_> = single.iter().map(ToString::to_string).collect();
    let double = double
        .iter()
        .filter(|double| !names.contains(&double.to_string()));
    quote! {
        #(impl crate::Packable for #single {})*
        #(
            #[cfg(feature = "double")]
            impl crate::Packable for #double {}
        )*
    }
}
