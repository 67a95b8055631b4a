//! Expands `#[derive(Variant)]`: parses and checks the input, then generates implementations of
//! `Encode` and `Decode` that only sequence calls to the library's `__private` functions.

use crate::check::Diagnostics;
use crate::generics;
use crate::input::{Field, Form, From, Input, Kind, Marker, Shape, Tagging};
use crate::parse::parse;
use crate::{declared_type, decode, decode_enum, encode, encode_enum};
use proc_macro2::TokenStream;
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

/// Returns the implementations for a struct or an enum, or a `compile_error!` for each error in it.
pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let input = match syn::parse2(input) {
        Ok(input) => input,
        Err(error) => return explained(error).to_compile_error(),
    };
    let mut diagnostics = Diagnostics::default();
    let parsed = parse(&input, &mut diagnostics);
    match (diagnostics.into_tokens(), parsed) {
        (None, Some(parsed)) => expansion(&parsed),
        (diagnostics, _) => diagnostics.unwrap_or_default(),
    }
}

/// Rewords the error of an array length that syn parses only with its feature `full`, which costs
/// every build a second.
fn explained(error: syn::Error) -> syn::Error {
    if error.to_string().starts_with("unsupported expression") {
        syn::Error::new(
            error.span(),
            "`#[derive(Variant)]` cannot parse this array length: move it into a `const`",
        )
    } else {
        error
    }
}

/// Returns the implementations; `generics`, `encode` and `decode` generate their parts.
fn expansion(input: &Input) -> TokenStream {
    let library = input
        .krate
        .as_ref()
        .map_or_else(|| quote!(::gdvariant), |path| quote!(#path));
    let (assertions, with_fields) = (assertions(input), with_fields(input));
    let (encode, decode) = (implement_encode(input), implement_decode(input));
    let declared_type = declared_type::implementation(input);
    // All other names are absolute or start with this alias, so that names in a user's scope
    // cannot shadow them.
    quote! {
        const _: () = {
            use #library::__private as __gdvariant;
            #assertions
            #with_fields
            #encode
            #decode
            #declared_type
        };
    }
}

/// Implements `Encode`, and `WriteFields` for a Dictionary of fields.
fn implement_encode(input: &Input) -> TokenStream {
    let encode = |body: &TokenStream| {
        let items = quote! {
            fn encode(&self, writer: &mut __gdvariant::Writer<'_, __L>) -> __gdvariant::Result<(), __gdvariant::EncodeError> {
                #body
            }
        };
        input.implement_encoding(&quote!(__gdvariant::Encode<__L>), &items)
    };
    if let Some(into) = &input.into {
        return encode(
            &quote_spanned!(into.span()=> __gdvariant::encode_into::<__L, Self, #into>(self, writer)),
        );
    }
    let (body, uses_taken) = match &input.kind {
        Kind::Struct(body) => (
            encode::encode_struct(body),
            body.flattened().next().is_some(),
        ),
        Kind::Enum(data) => (encode_enum::encode_enum(data), !input.bodies().is_empty()),
    };
    if !input.has_fields() {
        return encode(&body);
    }
    // Without flattened fields or a tag, the keys that others have taken do not matter.
    let taken = if uses_taken { quote!(taken) } else { quote!(_) };
    let encode = encode(&quote! {
        __gdvariant::WriteFields::<__L>::write_fields(self, &mut writer.dictionary(), &__gdvariant::ReservedKeys::NONE)
    });
    let write = input.implement_encoding(
        &quote!(__gdvariant::WriteFields<__L>),
        &quote! {
            fn write_fields(
                &self,
                pairs: &mut __gdvariant::DictionaryWriter<'_, '_, __L>,
                #taken: &__gdvariant::ReservedKeys<'_>,
            ) -> __gdvariant::Result<(), __gdvariant::EncodeError> {
                #body
            }
        },
    );
    quote!(#encode #write)
}

/// Implements `Decode`, and `ReadFields` for a Dictionary of fields.
fn implement_decode(input: &Input) -> TokenStream {
    let decode = |body: &TokenStream, absent: Option<TokenStream>| {
        let items = quote! {
            fn decode(reader: &mut __gdvariant::Reader<'__de, __L>) -> __gdvariant::Result<Self, __gdvariant::DecodeError> {
                #body
            }
            #absent
        };
        input.implement_decoding(&quote!(__gdvariant::Decode<'__de, __L>), &items)
    };
    if let Some(From { ty, is_fallible }) = &input.from {
        let conversion = if *is_fallible { "try_from" } else { "from" };
        let from = format_ident!("decode_{conversion}");
        let absent = format_ident!("absent_{conversion}");
        let absent = quote_spanned!(ty.span()=> __gdvariant::#absent::<__L, #ty, Self>());
        // The trait has the method for errors that cannot be kept as a source.
        let failed = is_fallible.then(|| {
            quote_spanned!(ty.span()=> , |error, offset| {
                #[allow(unused_imports)]
                use __gdvariant::FailedWithMessage as _;
                __gdvariant::Failed(error).at(offset)
            })
        });
        return decode(
            &quote_spanned!(ty.span()=> __gdvariant::#from::<__L, #ty, Self>(reader #failed)),
            Some(quote!(fn absent() -> __gdvariant::Option<Self> { #absent })),
        );
    }
    let body = match &input.kind {
        Kind::Struct(body) => decode::decode_struct(body),
        Kind::Enum(data) => decode_enum::decode_enum(data, &input.ident),
    };
    if !input.has_fields() {
        return decode(&body, None);
    }
    let decode = decode(
        &quote!(__gdvariant::ReadFields::read_fields(
            reader,
            &__gdvariant::ReservedKeys::NONE
        )),
        None,
    );
    let read = input.implement_decoding(
        &quote!(__gdvariant::ReadFields<'__de, __L>),
        &quote! {
            fn read_fields(
                reader: &mut __gdvariant::Reader<'__de, __L>,
                taken: &__gdvariant::ReservedKeys<'_>,
            ) -> __gdvariant::Result<Self, __gdvariant::DecodeError> {
                #body
            }
        },
    );
    quote!(#decode #read)
}

/// Implements `WithFields`, which tells the type's own keys and does not depend on a layout, for a
/// type that can be flattened into another one.
fn with_fields(input: &Input) -> Option<TokenStream> {
    let owns = match &input.kind {
        _ if input.from.is_some() || input.into.is_some() => return None,
        Kind::Struct(body) if body.shape == Shape::Dictionary => encode::owns(body, None),
        Kind::Enum(data) => match &data.tagging {
            Tagging::Internal(tag) => decode_enum::owns_internal(data, tag),
            _ => return None,
        },
        Kind::Struct(_) => return None,
    };
    let ident = &input.ident;
    let mut generics = input.generics.clone();
    let clause = generics.make_where_clause();
    clause.predicates.extend(input.with_fields());
    let (parameters, arguments, clause) = generics.split_for_impl();
    Some(quote! {
        #[automatically_derived]
        impl #parameters __gdvariant::WithFields for #ident #arguments #clause {
            fn owns(key: &::core::primitive::str, asked: &__gdvariant::CycleGuard<'_>) -> ::core::primitive::bool {
                #owns
            }
        }
    })
}

/// Asserts what must hold in every layout, so that the compiler reports it at the field.
fn assertions(input: &Input) -> TokenStream {
    let known = input.fields().filter_map(|(_, Field { form, ty, .. })| {
        let fits = match form {
            Form::As(Marker::Pool) => quote!(fits_pool),
            Form::As(Marker::Typed) => quote!(fits_typed),
            _ => return None,
        };
        let ty_tokens = ty.to_token_stream();
        let any_lifetime = generics::with_lifetimes(&input.generics, ty_tokens, "static");
        (!generics::mentions_types(&input.generics, ty))
            .then(|| quote_spanned!(ty.span()=> __gdvariant::#fits::<#any_lifetime>();))
    });
    quote!(#(#known)*)
}

#[cfg(test)]
mod tests;
