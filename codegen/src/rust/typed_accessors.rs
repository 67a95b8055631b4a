//! Generates the accessors of containers with a declared type, where they are not a type of their own:
//! `is_typed_array`, `as_typed_array`, `as_typed_array_mut` and `into_typed_array` of Godot 4.

use super::example::example;
use super::layout_context::Context;
use super::names::{doc, ident, snake};
use super::typed_array::{Declaring, declaring};
use crate::model::Body;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the accessors of all containers with a declared type.
pub(super) fn typed_accessors(context: &Context<'_>) -> TokenStream {
    let accessors = declaring(context)
        .into_iter()
        .map(|declaring| accessors(context, &declaring));
    quote!(#(#accessors)*)
}

fn accessors(context: &Context<'_>, declaring: &Declaring<'_>) -> TokenStream {
    let Declaring { ty, variant, .. } = declaring;
    let name = snake(&variant.to_string());
    let [is, by_reference, mutable, into] = [
        format!("is_{name}"),
        format!("as_{name}"),
        format!("as_{name}_mut"),
        format!("into_{name}"),
    ]
    .map(|name| ident(&name));
    let example = accessor_example(context, ty.body == Body::Array, &name);
    let docs = ["Returns whether this is", "Returns the value if this is"].map(|what| {
        doc(&format!(
            "{what} of the type {} with a declared type.",
            ty.name
        ))
    });
    let [is_doc, by_reference_doc] = docs;
    quote! {
        #is_doc
        #(#[doc = #example])*
        #[must_use]
        pub const fn #is(&self) -> bool {
            matches!(self, Self::#variant(_))
        }

        #by_reference_doc
        #(#[doc = #example])*
        #[must_use]
        pub fn #by_reference(&self) -> Option<&#variant> {
            match self {
                Self::#variant(typed) => Some(typed),
                _ => None,
            }
        }

        /// Returns a mutable reference to the value if it has a declared type.
        #(#[doc = #example])*
        #[must_use]
        pub fn #mutable(&mut self) -> Option<&mut #variant> {
            match self {
                Self::#variant(typed) => Some(typed),
                _ => None,
            }
        }

        /// Converts the Variant to its value if it has a declared type.
        #(#[doc = #example])*
        ///
        /// # Errors
        ///
        /// Returns the Variant itself if it has no declared type.
        pub fn #into(self) -> Result<#variant, Self> {
            match self {
                Self::#variant(typed) => Ok(*typed),
                other => Err(other),
            }
        }
    }
}

/// Returns an example that shows all accessors of a container.
fn accessor_example(context: &Context<'_>, is_array: bool, name: &str) -> Vec<String> {
    let (typed, new, contents) = if is_array {
        ("TypedArray", "TypedArray::new(Kind::Int, [7])", "values")
    } else {
        (
            "TypedDictionary",
            "TypedDictionary::new(Kind::String, Kind::Int, [(\"Ada\", 7)])",
            "entries",
        )
    };
    let lines = [
        format!("use gdvariant::LAYOUT::{{{typed}, Variant}};"),
        "use gdvariant::Kind;".into(),
        String::new(),
        format!("let typed = {new};"),
        "let mut value = Variant::from(typed.clone());".into(),
        format!("assert!(value.is_{name}());"),
        format!("assert_eq!(value.as_{name}(), Some(&typed));"),
        format!("assert_eq!(value.as_{name}_mut().map(|typed| typed.{contents}.len()), Some(1));"),
        format!("assert_eq!(value.into_{name}(), Ok(typed));"),
    ];
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    // An empty line separates the example from the summary.
    let mut example = example(context, &lines);
    example.insert(0, String::new());
    example
}
