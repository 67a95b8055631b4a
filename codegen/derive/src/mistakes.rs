//! The mistakes of one derive: all of them are reported at once.

use proc_macro2::{Span, TokenStream};
use std::fmt::Display;

#[derive(Debug, Default)]
pub(crate) struct Mistakes {
    all: Option<syn::Error>,
}

impl Mistakes {
    pub(crate) fn add(&mut self, mistake: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(mistake),
            None => self.all = Some(mistake),
        }
    }

    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// The value, or nothing and a mistake.
    pub(crate) fn also<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|mistake| self.add(mistake)).ok()
    }

    /// A `compile_error!` for each.
    pub(crate) fn into_tokens(self) -> Option<TokenStream> {
        self.all.map(|all| all.to_compile_error())
    }
}
