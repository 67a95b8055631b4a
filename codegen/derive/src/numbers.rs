//! The numbers of an enum's variants.

use crate::input::Enum;
use proc_macro2::TokenStream;
use quote::quote;

/// Returns the type whose variants are cast to their numbers, and its declaration unless it is the
/// enum itself: the compiler casts only enums without fields.
pub(crate) fn numbers(data: &Enum) -> (TokenStream, TokenStream) {
    if data.unknown_name().is_none() {
        return (quote!(), quote!(Self));
    }
    let reprs = &data.reprs;
    let variants = data.variants.iter().map(|variant| {
        let ident = &variant.ident;
        let discriminant = variant.discriminant.iter();
        quote!(#ident #(= #discriminant)*)
    });
    let declaration = quote! {
        #[allow(dead_code)]
        #(#reprs)*
        enum __Numbers { #(#variants),* }
    };
    (declaration, quote!(__Numbers))
}
