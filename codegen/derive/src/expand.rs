//! Expands `#[derive(Variant)]`: parses and checks the input, then generates implementations of
//! `Encode` and `Decode` that only sequence calls to the library's `__private` functions.

use crate::check::Diagnostics;
use crate::declared_type;
use crate::decode_enum::decode;
use crate::encode::{encode, owns, variable};
use crate::input::{Field, FieldEncoding, From, Input, Marker, Shape, Tagging, Variant};
use crate::parse::parse;
use proc_macro2::TokenStream;
use quote::{ToTokens, quote_spanned};
use syn::spanned::Spanned;

/// Returns the implementations for a struct or an enum, or a `compile_error!` for each error.
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

/// Rewords syn's error about an array length that only its feature `full` can parse.
///
/// Enabling that feature would add a second to every build.
fn explained(error: syn::Error) -> syn::Error {
    if error.to_string().starts_with("unsupported expression") {
        syn::Error::new(
            error.span(),
            "`#[derive(Variant)]` cannot parse this array length; move the length into a `const`",
        )
    } else {
        error
    }
}

/// Generates the implementations for the parsed input.
fn expansion(input: &Input) -> TokenStream {
    let krate = input.krate.as_ref();
    let library = krate.map_or_else(|| quote!(::gdvariant), ToTokens::to_token_stream);
    let (numbers, with_fields) = (numbers(input), with_fields(input));
    let (encode, decode) = (implement_encode(input), implement_decode(input));
    let declared_type = declared_type::implementation(input);
    let fields = input.check_of_fields(&library);
    // All other names are absolute or start with this alias, so that names in a user's scope cannot
    // shadow them. Some shapes leave variables unused or unmodified.
    quote! {
        #[allow(unused_mut, unused_variables)]
        const _: () = {
            use #library::__private as __gdvariant;
            #fields
            #numbers
            #with_fields
            #encode
            #decode
            #declared_type
        };
    }
}

/// Generates the numbers that name variants, each with the identifier of its variant.
fn numbers(input: &Input) -> Option<TokenStream> {
    let ty = input.numbers.as_ref()?;
    let computed = input.variants.iter().flat_map(|own| &own.discriminant);
    let computed = computed.map(|(constant, discriminant)| {
        quote! {
            #[allow(dead_code, non_upper_case_globals)]
            const #constant: ::core::primitive::i64 = __gdvariant::number({
                let discriminant: ::core::primitive::#ty = #discriminant;
                discriminant as ::core::primitive::i128
            });
        }
    });
    let known = input.named_variants().flat_map(|variant| {
        let ident = variant.ident.to_string();
        variant.names.all().map(move |name| quote!((#name, #ident)))
    });
    Some(quote! {
        #(#computed)*
        #[allow(dead_code)]
        const __NUMBERS: &[(::core::primitive::i64, &::core::primitive::str)] = __gdvariant::distinct(&[#(#known),*]);
    })
}

/// Implements `Encode`, and `WriteFields` for a Dictionary of fields.
fn implement_encode(input: &Input) -> TokenStream {
    let implement = |body: &TokenStream| {
        input.implement_encoding(
            &quote!(__gdvariant::Encode<__E>),
            &quote! {
                fn encode(&self, writer: &mut __gdvariant::Writer<'_, __E>) -> __gdvariant::Result<(), __gdvariant::EncodeError> {
                    #body
                }
            },
        )
    };
    if let Some(into) = &input.into {
        let (this, writer) = (variable("self"), variable("writer"));
        return implement(
            &quote_spanned!(into.span()=> __gdvariant::encode_into::<__E, Self, #into>(#this, #writer)),
        );
    }
    let (assertions, body) = (assertions(input), encode(input));
    let body = quote!(#assertions #body);
    if !input.has_fields() {
        return implement(&body);
    }
    let has_fields = |variant: &Variant| variant.wire_fields().next().is_some();
    let is_checked =
        matches!(input.tagging, Tagging::Internal(_)) || input.variants.iter().any(has_fields);
    let check = is_checked.then(|| quote!(writer.check_fields()?;));
    let encode = implement(&quote! {
        #check
        __gdvariant::WriteFields::<__E>::write_fields(self, &mut writer.dictionary(), &__gdvariant::ReservedKeys::None)
    });
    let write = input.implement_encoding(
        &quote!(__gdvariant::WriteFields<__E>),
        &quote! {
            fn write_fields(
                &self,
                pairs: &mut __gdvariant::DictionaryWriter<'_, '_, __E>,
                reserved: &__gdvariant::ReservedKeys<'_>,
            ) -> __gdvariant::Result<(), __gdvariant::EncodeError> {
                #body
            }
        },
    );
    quote!(#encode #write)
}

/// Generates assertions about field types, so that the compiler reports errors at the field.
fn assertions(input: &Input) -> TokenStream {
    let assertions = input.fields().filter_map(|Field { encoding, ty, .. }| {
        let fits = match encoding {
            _ if input.mentions_types(ty) => return None,
            FieldEncoding::As(Marker::Packed) => quote!(fits_packed),
            FieldEncoding::As(Marker::Typed) => quote!(fits_typed),
            _ => return None,
        };
        Some(quote_spanned!(ty.span()=> __gdvariant::#fits::<#ty>();))
    });
    assertions.collect()
}

/// Implements `Decode`, and `ReadFields` for a Dictionary of fields.
fn implement_decode(input: &Input) -> TokenStream {
    let implement = |items: &TokenStream| {
        input.implement_decoding(&quote!(__gdvariant::Decode<'__de, __E>), items)
    };
    let decode = quote! {
        fn decode(reader: &mut __gdvariant::Reader<'__de, __E>) -> __gdvariant::Result<Self, __gdvariant::DecodeError>
    };
    if let Some(From { ty, .. }) = &input.from {
        let reader = variable("reader");
        // `TryFromErrorMessage` provides `at` for errors that cannot be kept as a source.
        let body = quote_spanned! {ty.span()=>
            __gdvariant::decode_from::<__E, #ty, Self>(#reader, |error, offset| {
                #[allow(unused_imports)]
                use __gdvariant::TryFromErrorMessage as _;
                __gdvariant::TryFromError(error).at(offset)
            })
        };
        let absent = quote_spanned!(ty.span()=> __gdvariant::absent::<__E, #ty, Self>());
        return implement(&quote! {
            #decode { #body }
            fn absent() -> __gdvariant::Option<Self> { #absent }
        });
    }
    let body = self::decode(input);
    if !input.has_fields() {
        return implement(&quote!(#decode { #body }));
    }
    let decode = implement(&quote! {
        #decode {
            __gdvariant::ReadFields::read_fields(reader, &__gdvariant::ReservedKeys::None)
        }
    });
    let read = input.implement_decoding(
        &quote!(__gdvariant::ReadFields<'__de, __E>),
        &quote! {
            fn read_fields(
                reader: &mut __gdvariant::Reader<'__de, __E>,
                reserved: &__gdvariant::ReservedKeys<'_>,
            ) -> __gdvariant::Result<Self, __gdvariant::DecodeError> {
                #body
            }
        },
    );
    quote!(#decode #read)
}

/// Implements `OwnsKeys` for a type that can be flattened: the trait lists the type's keys.
///
/// The trait does not depend on a layout.
fn with_fields(input: &Input) -> Option<TokenStream> {
    if !input.has_fields() || input.from.is_some() || input.into.is_some() {
        return None;
    }
    let tag = match &input.tagging {
        Tagging::Internal(tag) => Some(quote!(key == #tag)),
        _ => None,
    };
    let variants = input.wire_variants();
    let with_keys = variants.filter(|variant| variant.shape != Shape::Nil);
    let owns = tag
        .into_iter()
        .chain(with_keys.map(|variant| owns(variant, None)));
    Some(input.implement(
        input.generics.clone(),
        input.with_fields(),
        &quote!(__gdvariant::OwnsKeys),
        &quote! {
            fn owns(key: &::core::primitive::str, asked: __gdvariant::Option<&__gdvariant::CycleGuard<'_>>) -> ::core::primitive::bool {
                #(#owns)||*
            }
        },
    ))
}

#[cfg(test)]
mod tests;
