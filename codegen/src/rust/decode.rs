//! Generates the decoding of a layout's `Variant`, and of the value types.

use super::cases::Case;
use super::layout::Context;
use super::names::{ident, snake};
use super::records;
use crate::model::{Body, Role};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

pub(super) fn values(context: &Context<'_>) -> TokenStream {
    let (marker, string) = (context.marker(), context.role(Role::String));
    let variant = decode(
        context,
        &quote!(Variant),
        &quote!(),
        &quote!(|text| Self::#string(text.into())),
        |case| leaf(context, case),
    );
    let types = context.types().filter_map(|case| match case.ty.body {
        Body::Text if !case.ty.is(Role::String) => Some(text(context, case)),
        Body::Record if case.ty.role.is_none() => {
            Some(records::traits(context.schema, &marker, case))
        }
        Body::Fields => Some(fields(context, case)),
        Body::Pool(_) => Some(pool(context, case)),
        _ => None,
    });
    let typed_array = super::typed_array::codec(context);
    quote! {
        #variant
        #(#types)*
        #typed_array
    }
}

/// Generates `Decode` for a Variant, borrowed or not: `leaf` generates the payload of a value that
/// is not a container, `string` converts a string.
pub(super) fn decode(
    context: &Context<'_>,
    variant: &TokenStream,
    lifetime: &TokenStream,
    string: &TokenStream,
    leaf: impl Fn(&Case<'_>) -> TokenStream,
) -> TokenStream {
    let marker = context.marker();
    let [int, nil] = [Role::Int, Role::Nil].map(|role| context.role(role));
    let mut nested: Vec<_> = context
        .cases
        .iter()
        .filter(|case| case.is_nested())
        .collect();
    // The arms of values with a declared type have a condition.
    nested.sort_by_key(|case| !case.is_declared);
    let selected = nested.iter().map(|case| {
        let (ty, function) = (context.variant(case.ty), nested_function(case));
        let flags = case.is_declared.then(|| quote!(if header.flags() != 0));
        quote!(Some(VariantType::#ty) #flags => Self::#function(reader, header, to))
    });
    let nested = nested.iter().map(|case| self::nested(context, case));
    let leaves = context.types().filter(|case| !case.is_nested());
    let leaves = leaves.map(|case| {
        let variant = &case.variant;
        let payload = case.payload.ty.as_ref().map(|_| leaf(case));
        let payload = payload.map(|payload| quote!((#payload)));
        quote!(Some(VariantType::#variant) => Ok(to(Self::#variant #payload)))
    });
    quote! {
        impl<'de> Decode<'de, #marker> for #variant #lifetime {
            #[inline]
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                Self::decode_to(reader, |value| value)
            }

            #[inline]
            fn decode_into(reader: &mut crate::Reader<'de, #marker>, place: &mut Self) -> Result<(), DecodeError> {
                if !matches!(place, Self::#nil) {
                    *place = Self::#nil;
                }
                // The place owns nothing, so nothing is dropped: to check that would cost as much
                // as most values.
                Self::decode_to(reader, |value| core::mem::forget(core::mem::replace(place, value)))
            }

            fn decode_elements(
                reader: &mut crate::Reader<'de, #marker>,
                count: usize,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                reader.elements(count, elements, Self::#int, #string)
            }
        }

        // Each arm calls `to` directly so that values are built in place: a tenth less time in
        // snapshot/decode dynamic, owned, and a fifth less borrowed, although the instructions are
        // the same.
        impl<'de> #variant #lifetime {
            #[inline]
            fn decode_to<R>(reader: &mut crate::Reader<'de, #marker>, to: impl FnOnce(Self) -> R) -> Result<R, DecodeError> {
                let header = reader.header()?;
                // Each container is decoded separately to keep the recursive stack frame small.
                match VariantType::from_number(header.number()) {
                    #(#selected,)*
                    _ => Self::decode_leaf(reader, header, to),
                }
            }

            #(#nested)*

            #[inline(never)]
            #[allow(clippy::too_many_lines, reason = "an arm a type")]
            fn decode_leaf<R>(
                reader: &mut crate::Reader<'de, #marker>,
                header: crate::Header,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                match VariantType::from_number(header.number()) {
                    #(#leaves,)*
                    _ => Err(reader.unknown_type(header.number())),
                }
            }
        }
    }
}

/// Returns the name of the function that decodes a container.
fn nested_function(case: &Case<'_>) -> Ident {
    match case.typed {
        Some(typed) if case.is_declared => ident(&format!("decode_{}", typed.codec())),
        _ => ident(&format!("decode_{}", snake(&case.ty.key))),
    }
}

/// Generates the function that decodes a container.
fn nested(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, variant, function) = (context.marker(), &case.variant, nested_function(case));
    let value = match (case.typed, &case.ty.body) {
        (Some(typed), _) if case.is_declared => {
            let codec = typed.codec();
            quote!(#codec(header))
        }
        (_, Body::Object) => quote!(object_body(header)),
        (_, Body::Dictionary) => quote!(dictionary_body()),
        (_, Body::TypedArray) => quote!(typed_array_body(header)),
        _ => quote!(array_body()),
    };
    let declared = case.typed.filter(|_| case.is_declared);
    let built = declared.map_or_else(
        || quote!(Self::#variant(value)),
        |typed| {
            let (plain, contents) = (context.variant(case.ty), typed.contents());
            // Lenient decoding accepts the number of Nil, which declares nothing.
            quote! {
                if value.is_untyped() {
                    Self::#plain(value.#contents)
                } else {
                    Self::#variant(value)
                }
            }
        },
    );
    quote! {
        #[inline(never)]
        #[allow(unused_variables, reason = "only some bodies depend on the header")]
        fn #function<R>(
            reader: &mut crate::Reader<'de, #marker>,
            header: crate::Header,
            to: impl FnOnce(Self) -> R,
        ) -> Result<R, DecodeError> {
            let value = reader.#value?;
            Ok(to(#built))
        }
    }
}

/// Generates the payload of a value that is not a container.
pub(super) fn leaf(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let Case { kind, module, .. } = case;
    let value = match case.ty.body {
        Body::Record => records::owned(context.schema, case, &quote!(#module::decode(reader)?)),
        Body::Bool => quote!(#module::decode(reader)?),
        Body::Number => quote!(#module::decode(reader, header)?),
        Body::Text => {
            let text = quote!(reader.string_body(crate::codec::bodies::counted_text(#kind))?);
            if case.ty.is(Role::String) {
                text
            } else {
                quote!(#text.into())
            }
        }
        Body::Fields => quote!(reader.fields_body(header)?),
        Body::NodePath => quote!(reader.node_path_body()?),
        Body::PoolText => elements_of(&quote!(pool_text(&mut elements))),
        _ => elements_of(&quote!(pool_body(header, #kind, &mut elements))),
    };
    case.payload.holding(&value)
}

fn elements_of(body: &TokenStream) -> TokenStream {
    quote! {{
        let mut elements = Vec::new();
        reader.#body?;
        elements
    }}
}

/// Generates the traits of a type that is a string with another name.
fn text(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, kind, own) = (context.marker(), &case.kind, &case.payload.ty);
    quote! {
        impl Encode<#marker> for #own {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.text([], #kind, self)
            }
        }

        impl<'de> Decode<'de, #marker> for #own {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.text().map(|text| text.into_owned().into())
            }
        }
    }
}

fn fields(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, kind, own) = (context.marker(), &case.kind, &case.payload.ty);
    let held = Body::Pool(case.ty.key.clone());
    let pool = context.types().find(|pool| pool.ty.body == held);
    let decode_pool = pool.map(|pool| {
        let pool = &pool.kind;
        quote! {
            fn decode_pool(
                reader: &mut crate::Reader<'de, #marker>,
                header: crate::Header,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                crate::codec::impls::decode_fields_pool(reader, header, elements, &[crate::Kind::Array, #pool])
            }
        }
    });
    quote! {
        impl Encode<#marker> for #own {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                self.encode_with_key([], writer)
            }

            #[inline]
            fn encode_with_key<const N: usize>(
                &self,
                key: [u8; N],
                writer: &mut crate::Writer<'_, #marker>,
            ) -> Result<(), EncodeError> {
                writer.fields(key, #kind, self);
                Ok(())
            }
        }

        impl<'de> Decode<'de, #marker> for #own {
            #[inline]
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.fields(#kind)
            }

            #decode_pool
        }
    }
}

fn pool(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, kind, element) = (context.marker(), &case.kind, &case.element);
    quote! {
        impl crate::PoolElement<#marker> for #element {
            const KIND: crate::Kind = #kind;

            fn encode_pool(elements: &[Self], writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.pool(#kind, elements)
            }
        }
    }
}
