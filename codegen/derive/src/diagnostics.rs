//! Collects errors in the input, to report all of them at once.

use proc_macro2::{Span, TokenStream};
use std::fmt::Display;

#[derive(Debug, Default)]
pub(crate) struct Diagnostics {
    all: Option<syn::Error>,
}

impl Diagnostics {
    pub(crate) fn add(&mut self, error: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(error),
            None => self.all = Some(error),
        }
    }

    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// Returns a `compile_error!` for each error, if there is any.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        self.all.map(|all| all.to_compile_error())
    }
}
