//! Generates the functions that encode the start of a body.

use super::body::Context;
use super::declared;
use super::fields::{local, word};
use super::hex::hex;
use super::names::{ident, snake};
use super::select;
use super::steps::text_rule;
use crate::steps::{Arm, Step};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// The code that encodes a header and the fields after it.
#[derive(Default)]
pub(super) struct Put {
    pub(super) parameters: Vec<TokenStream>,
    /// The statements before the header.
    pub(super) before: TokenStream,
    /// The flags of the header.
    pub(super) flags: Vec<TokenStream>,
    /// The statements after the header.
    pub(super) statements: TokenStream,
}

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
    put.add(context, &context.steps);
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
    put.add(context, &arm.steps);
    let table = &arm.table.name;
    let doc = format!(" Encodes the header and the fields of the table `{table}`.");
    put.function(&format!("put_{}", snake(table)), &doc)
}

impl Put {
    fn add(&mut self, context: &Context<'_>, steps: &[Step<'_>]) {
        for step in steps {
            match step {
                Step::Number(field) => {
                    let word = word(context, *field, &mut self.parameters);
                    self.put(quote!(writer.bytes(&(#word).to_le_bytes());));
                }
                Step::Text(text) => {
                    let (local, rule) = (local(text.text), text_rule(text));
                    self.parameters.push(quote!(#local: &str));
                    self.put(quote!(writer.text_body(&#rule, #local)?;));
                }
                Step::Present(text, steps) => {
                    let text = local(*text);
                    let preceding = std::mem::take(&mut self.statements);
                    self.add(context, steps);
                    let inner = std::mem::replace(&mut self.statements, preceding);
                    self.put(quote!(if !#text.is_empty() { #inner }));
                }
                Step::Select(select) => select::put(context, select, self),
                Step::Branch(arms) => declared::put(arms, self),
                Step::Components(_)
                | Step::Value
                | Step::Reject(_)
                | Step::Objects
                | Step::Repeat(_) => {}
            }
        }
    }

    pub(super) fn put(&mut self, statement: TokenStream) {
        self.statements.extend(statement);
    }

    fn function(mut self, name: &str, doc: &str) -> TokenStream {
        sort(&mut self.parameters);
        let name = ident(name);
        let Self {
            parameters,
            before,
            flags,
            statements,
        } = self;
        quote! {
            #[doc = #doc]
            pub(crate) fn #name<L: Layout>(
                writer: &mut Writer<'_, L>,
                kind: Kind,
                #(#parameters),*
            ) -> Result<(), EncodeError> {
                #before
                writer.header_with(kind, #(#flags)|*);
                #statements
                Ok(())
            }
        }
    }
}

/// Sorts parameters by name, so that callers do not depend on the order of rows.
fn sort(parameters: &mut [TokenStream]) {
    parameters.sort_by_key(ToString::to_string);
}
