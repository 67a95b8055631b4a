//! The code that encodes a header and the fields after it.

use super::names::ident;
use proc_macro2::TokenStream;
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

impl Put {
    pub(super) fn put(&mut self, statement: TokenStream) {
        self.statements.extend(statement);
    }

    /// Generates the function.
    pub(super) fn function(mut self, name: &str, doc: &str) -> TokenStream {
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
pub(super) fn sort(parameters: &mut [TokenStream]) {
    parameters.sort_by_key(ToString::to_string);
}
