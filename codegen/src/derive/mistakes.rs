//! The mistakes of one derive: all of them are reported at once.

use proc_macro2::{Span, TokenStream};
use std::fmt::Display;

#[derive(Debug, Default)]
pub(super) struct Mistakes {
    all: Option<syn::Error>,
}

impl Mistakes {
    pub(super) fn add(&mut self, mistake: syn::Error) {
        match &mut self.all {
            Some(all) => all.combine(mistake),
            None => self.all = Some(mistake),
        }
    }

    pub(super) fn at(&mut self, span: Span, message: impl Display) {
        self.add(syn::Error::new(span, message));
    }

    /// The value, or nothing and a mistake.
    pub(super) fn also<T>(&mut self, result: syn::Result<T>) -> Option<T> {
        result.map_err(|mistake| self.add(mistake)).ok()
    }

    /// A `compile_error!` for each.
    pub(super) fn into_tokens(self) -> Option<TokenStream> {
        self.all.map(|all| all.to_compile_error())
    }
}
