//! Expands `#[derive(Variant)]`: parses and checks the input, then generates implementations of
//! `Encode` and `Decode` that only sequence calls to the library's `__private` functions.

use crate::diagnostics::Diagnostics;
use crate::generics::{self, Bounded};
use crate::input::{Body, Form, From, Input, Kind, Shape, Tagging};
use crate::parse::parse;
use crate::{declared_type, decode, decode_enum, encode, encode_enum, keys};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
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
        (None, Some(parsed)) => Expansion { input: &parsed }.tokens(),
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

/// The expansion of one input; `generics`, `encode` and `decode` generate its parts.
struct Expansion<'i> {
    input: &'i Input,
}

impl Expansion<'_> {
    fn tokens(&self) -> TokenStream {
        let library = self
            .input
            .krate
            .as_ref()
            .map_or_else(|| quote!(::gdvariant), |path| quote!(#path));
        let assertions = self.assertions();
        let implementations = if self.has_fields() {
            self.fields_implementations()
        } else {
            self.value_implementations()
        };
        // All other names are absolute or start with this alias, so that names in a user's scope
        // cannot shadow them.
        let declared_type = declared_type::implementation(self.input);
        quote! {
            const _: () = {
                use #library::__private as __gdvariant;
                #assertions
                #implementations
                #declared_type
            };
        }
    }

    /// Whether the value is a Dictionary of its fields, so that it can be flattened into another
    /// one.
    fn has_fields(&self) -> bool {
        if self.input.from.is_some() || self.input.into.is_some() {
            return false;
        }
        match &self.input.kind {
            Kind::Struct(body) => body.shape == Shape::Dictionary,
            Kind::Enum(data) => matches!(data.tagging, Tagging::Internal(_)),
        }
    }

    fn value_implementations(&self) -> TokenStream {
        let (encode, decode) = match &self.input.kind {
            Kind::Struct(body) => (
                encode::encode_struct(body),
                decode::decode_body(body, &quote!(Self)),
            ),
            Kind::Enum(data) => (
                encode_enum::encode_enum(data),
                decode_enum::decode_enum(data, &self.input.ident),
            ),
        };
        let encode = match &self.input.into {
            Some(into) => {
                quote_spanned!(into.span()=> __gdvariant::encode_into::<__L, Self, #into>(self, writer))
            }
            None => encode,
        };
        let (encode, decode) = (
            self.encode(&encode),
            match &self.input.from {
                Some(from) => self.decode_from(from),
                None => self.decode(&decode),
            },
        );
        quote! {
            #encode
            #decode
        }
    }

    /// Implements `Decode` by a conversion.
    fn decode_from(&self, from: &From) -> TokenStream {
        let ty = &from.ty;
        let (decode, absent) = if from.is_fallible {
            (quote!(decode_try_from), quote!(absent_try_from))
        } else {
            (quote!(decode_from), quote!(absent_from))
        };
        let decode = quote_spanned!(ty.span()=> __gdvariant::#decode::<__L, #ty, Self>(reader));
        let absent = quote_spanned!(ty.span()=> __gdvariant::#absent::<__L, #ty, Self>());
        self.decode_and(
            &decode,
            &quote! {
                fn absent() -> __gdvariant::Option<Self> {
                    #absent
                }
            },
        )
    }

    fn fields_implementations(&self) -> TokenStream {
        let (write, read, owns) = match &self.input.kind {
            Kind::Struct(body) => (
                encode::write_struct(body),
                decode::read_pairs(body, &quote!(Self)),
                keys::owns(body),
            ),
            Kind::Enum(data) => (
                encode_enum::write_internal(data),
                decode_enum::read_internal(data),
                decode_enum::owns_internal(data),
            ),
        };
        let with_fields = self.with_fields(&owns);
        // Without flattened fields or a tag, the keys that others have taken do not matter.
        let is_used = match &self.input.kind {
            Kind::Struct(body) => keys::flattened(body).next().is_some(),
            Kind::Enum(_) => !self.input.bodies().is_empty(),
        };
        let taken = if is_used { quote!(taken) } else { quote!(_) };
        let encode = self.encode(&quote! {
            __gdvariant::WriteFields::<__L>::write_fields(self, &mut writer.dictionary(), &__gdvariant::Taken::NONE)
        });
        let write = Bounded::encode(self.input).implementation(
            &quote!(__gdvariant::WriteFields<__L>),
            &quote! {
                fn write_fields(
                    &self,
                    pairs: &mut __gdvariant::DictionaryWriter<'_, '_, __L>,
                    #taken: &__gdvariant::Taken<'_>,
                ) -> __gdvariant::Result<(), __gdvariant::EncodeError> {
                    #write
                }
            },
        );
        let decode = self.decode(&quote!(__gdvariant::ReadFields::read_fields(
            reader,
            &__gdvariant::Taken::NONE
        )));
        let read = Bounded::decode(self.input).implementation(
            &quote!(__gdvariant::ReadFields<'__de, __L>),
            &quote! {
                fn read_fields(
                    reader: &mut __gdvariant::Reader<'__de, __L>,
                    taken: &__gdvariant::Taken<'_>,
                ) -> __gdvariant::Result<Self, __gdvariant::DecodeError> {
                    #read
                }
            },
        );
        quote! {
            #with_fields
            #encode
            #write
            #decode
            #read
        }
    }

    /// Implements `WithFields`, which tells the type's own keys and does not depend on a layout.
    fn with_fields(&self, owns: &TokenStream) -> TokenStream {
        let ident = &self.input.ident;
        let mut generics = self.input.generics.clone();
        let unknown = self
            .input
            .types_within()
            .filter(|ty| generics::mentions_parameters(&self.input.generics, ty));
        generics
            .make_where_clause()
            .predicates
            .extend(unknown.map(generics::with_fields));
        let (parameters, arguments, clause) = generics.split_for_impl();
        quote! {
            #[automatically_derived]
            impl #parameters __gdvariant::WithFields for #ident #arguments #clause {
                fn owns(key: &::core::primitive::str, asked: &__gdvariant::Asked<'_>) -> ::core::primitive::bool {
                    #owns
                }
            }
        }
    }

    /// Implements `Encode`.
    fn encode(&self, body: &TokenStream) -> TokenStream {
        Bounded::encode(self.input).implementation(
            &quote!(__gdvariant::Encode<__L>),
            &quote! {
                fn encode(&self, writer: &mut __gdvariant::Writer<'_, __L>) -> __gdvariant::Result<(), __gdvariant::EncodeError> {
                    #body
                }
            },
        )
    }

    /// Implements `Decode`.
    fn decode(&self, body: &TokenStream) -> TokenStream {
        self.decode_and(body, &quote!())
    }

    /// Implements `Decode` with further items.
    fn decode_and(&self, body: &TokenStream, items: &TokenStream) -> TokenStream {
        Bounded::decode(self.input).implementation(
            &quote!(__gdvariant::Decode<'__de, __L>),
            &quote! {
                fn decode(reader: &mut __gdvariant::Reader<'__de, __L>) -> __gdvariant::Result<Self, __gdvariant::DecodeError> {
                    #body
                }
                #items
            },
        )
    }

    /// Asserts what must hold in every layout, so that the compiler reports it at the field.
    fn assertions(&self) -> TokenStream {
        let fields = self.input.bodies().into_iter().flat_map(Body::wire_fields);
        let formed = fields.filter_map(|field| match field.form {
            Form::Pool => Some((quote!(fits_pool), &field.ty)),
            Form::Typed => Some((quote!(fits_typed), &field.ty)),
            _ => None,
        });
        let known = formed
            .filter(|(_, ty)| !generics::mentions_types(&self.input.generics, ty))
            .map(|(fits, ty)| {
                let any_lifetime = generics::with_static_lifetimes(&self.input.generics, ty);
                quote_spanned!(ty.span()=> __gdvariant::#fits::<#any_lifetime>();)
            });
        quote!(#(#known)*)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proc_macro2::Span;

    #[test]
    fn a_long_array_length_is_to_be_moved() {
        let of_syn = "unsupported expression; enable syn's features=[\"full\"]";
        let error = explained(syn::Error::new(Span::call_site(), of_syn));
        assert!(error.to_string().ends_with("move it into a `const`"));
    }
}
