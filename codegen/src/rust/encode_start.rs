//! Generates the functions that encode the start of a body.

use super::body::Context;
use super::declared;
use super::fields::{local, word};
use super::hex::hex;
use super::names::snake;
use super::put::{Put, sort};
use super::select;
use super::steps::text_rule;
use crate::steps::{Arm, Step};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the function that encodes numbers.
pub(super) fn numbers(context: &Context<'_>) -> TokenStream {
    let mut parameters = Vec::new();
    let mut words = Vec::new();
    for step in &context.steps {
        if let Step::Number(field) = step {
            words.push(word(context, *field, &mut parameters));
        }
    }
    sort(&mut parameters);
    let count = Literal::usize_unsuffixed(words.len());
    quote! {
        /// Encodes the fields before the repeated part.
        #[inline]
        pub(crate) const fn put_start(#(#parameters),*) -> [[u8; 4]; #count] {
            [#((#words).to_le_bytes()),*]
        }
    }
}

/// Generates the function that encodes a header and the start after it.
pub(super) fn start(context: &Context<'_>) -> TokenStream {
    let mut put = Put::default();
    add(context, &context.steps, &mut put);
    put.function(
        "put_start",
        " Encodes the header and the fields before the repeated part.",
    )
}

/// Generates the function that encodes a header and the start of an arm.
pub(super) fn arm(context: &Context<'_>, arm: &Arm<'_>) -> TokenStream {
    let mut put = Put::default();
    let flags = hex(arm.flag.place(arm.value));
    put.flags.push(quote!(#flags));
    add(context, &arm.steps, &mut put);
    let table = &arm.table.name;
    let doc = format!(" Encodes the header and the fields of the table `{table}`.");
    put.function(&format!("put_{}", snake(table)), &doc)
}

/// Adds the code that encodes steps.
fn add(context: &Context<'_>, steps: &[Step<'_>], put: &mut Put) {
    for step in steps {
        match step {
            Step::Number(field) => {
                let word = word(context, *field, &mut put.parameters);
                put.put(quote!(writer.bytes(&(#word).to_le_bytes());));
            }
            Step::Text(text) => {
                let (local, rule) = (local(text.text), text_rule(text));
                put.parameters.push(quote!(#local: &str));
                put.put(quote!(writer.text_body(&#rule, #local)?;));
            }
            Step::Present(text, steps) => {
                let text = local(*text);
                let preceding = std::mem::take(&mut put.statements);
                add(context, steps, put);
                let inner = std::mem::replace(&mut put.statements, preceding);
                put.put(quote!(if !#text.is_empty() { #inner }));
            }
            Step::Select(select) => select::put(context, select, put),
            Step::Branch(arms) => declared::put(arms, put),
            Step::Components(_)
            | Step::Value
            | Step::Reject(_)
            | Step::Objects
            | Step::Repeat(_) => {}
        }
    }
}
