//! Generates the decoding of a layout's `Variant`, and of the value types.

use super::groups::is_nested;
use super::layout_context::{Context, body_module};
use super::names::{element, ident, payload, snake, value_type};
use super::typed_array::{Declaring, declaring_of};
use crate::model::{Body, Role, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

pub(super) fn values(context: &Context<'_>) -> TokenStream {
    let variant = variant(context);
    let texts = context
        .types()
        .filter(|(_, ty)| ty.body == Body::Text && !ty.is(Role::String))
        .map(|(_, ty)| text(context, ty));
    let ids = context.types().filter_map(|(_, ty)| id(context, ty));
    let fields = context
        .types()
        .filter(|(_, ty)| ty.body == Body::Fields)
        .map(|(_, ty)| fields(context, ty));
    let pools = context.types().filter_map(|(_, ty)| pool(context, ty));
    let typed_array = super::typed_array::codec(context);
    quote! {
        #variant
        #(#texts)*
        #(#ids)*
        #(#fields)*
        #(#pools)*
        #typed_array
    }
}

fn variant(context: &Context<'_>) -> TokenStream {
    let string = context.role(Role::String);
    decode(
        context,
        &quote!(Variant),
        &quote!(),
        &quote!(|text| Self::#string(text.into())),
        &leaf,
    )
}

/// Generates `Decode` for a Variant, borrowed or not: `leaf` decodes a value that is not a
/// container,
/// `string` converts a string.
pub(super) fn decode(
    context: &Context<'_>,
    variant: &TokenStream,
    lifetime: &TokenStream,
    string: &TokenStream,
    leaf: &dyn Fn(&Context<'_>, &Type) -> TokenStream,
) -> TokenStream {
    let marker = context.marker();
    let [int, nil] = [Role::Int, Role::Nil].map(|role| context.role(role));
    let nested = || context.types().filter(|(_, ty)| is_nested(ty));
    let selected = nested().map(|(_, ty)| {
        let (variant, function) = (context.variant(ty), nested_function(ty));
        let plain = quote!(Some(VariantType::#variant) => Self::#function(reader, header, to));
        let declared = declaring_of(context, ty).map(|declaring| {
            let function = declared_function(&declaring);
            quote!(Some(VariantType::#variant) if header.flags() != 0 => Self::#function(reader, header, to),)
        });
        quote!(#declared #plain)
    });
    let nested = nested().map(|(_, ty)| self::nested(context, ty));
    let declared = super::typed_array::declaring(context);
    let declared = declared
        .iter()
        .map(|declaring| self::declared(context, declaring));
    let leaves = context
        .types()
        .filter(|(_, ty)| !is_nested(ty))
        .map(|(_, ty)| arm(context, ty, &leaf(context, ty)));
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
                // The place owns nothing, so nothing is dropped: to check that would cost as much as most values.
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

        // Each arm calls `to` directly so that values are built in place: a tenth less time in snapshot/decode
        // dynamic, owned, and a fifth less borrowed, although the instructions are the same.
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

            #(#declared)*

            #[inline(never)]
            #[allow(clippy::too_many_lines, reason = "an arm a type")]
            fn decode_leaf<R>(
                reader: &mut crate::Reader<'de, #marker>,
                header: crate::Header,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                match VariantType::from_number(header.number()) {
                    #(#leaves,)*
                    _ => Err(reader.wrong_type(header, "a value that is not a container")),
                }
            }
        }
    }
}

fn arm(context: &Context<'_>, ty: &Type, value: &TokenStream) -> TokenStream {
    let variant = context.variant(ty);
    quote!(Some(VariantType::#variant) => Ok(to(#value)))
}

/// Returns the name of the function that decodes a container.
fn nested_function(ty: &Type) -> Ident {
    ident(&format!("decode_{}", snake(&ty.key)))
}

/// Generates the function that decodes a container.
fn nested(context: &Context<'_>, ty: &Type) -> TokenStream {
    let (marker, variant, function) = (context.marker(), context.variant(ty), nested_function(ty));
    let value = match ty.body {
        Body::Object => quote!(reader.object_body(header)),
        Body::Dictionary => quote!(reader.dictionary_body()),
        Body::TypedArray => quote!(reader.typed_array_body(header)),
        _ => quote!(reader.array_body()),
    };
    quote! {
        #[inline(never)]
        #[allow(unused_variables, reason = "only some bodies depend on the header")]
        fn #function<R>(
            reader: &mut crate::Reader<'de, #marker>,
            header: crate::Header,
            to: impl FnOnce(Self) -> R,
        ) -> Result<R, DecodeError> {
            let value = #value?;
            Ok(to(Self::#variant(value)))
        }
    }
}

/// Returns the name of the function that decodes a container with a declared type.
fn declared_function(declaring: &Declaring<'_>) -> Ident {
    ident(&format!("decode_{}", declaring.codec))
}

/// Generates the function that decodes a container with a declared type.
fn declared(context: &Context<'_>, declaring: &Declaring<'_>) -> TokenStream {
    let Declaring {
        ty,
        variant,
        contents,
        codec,
        ..
    } = declaring;
    let (marker, function, plain) = (
        context.marker(),
        declared_function(declaring),
        context.variant(ty),
    );
    quote! {
        #[inline(never)]
        fn #function<R>(
            reader: &mut crate::Reader<'de, #marker>,
            header: crate::Header,
            to: impl FnOnce(Self) -> R,
        ) -> Result<R, DecodeError> {
            let value = reader.#codec(header)?;
            // Lenient decoding accepts the number of Nil, which declares nothing.
            Ok(to(if value.is_untyped() {
                Self::#plain(value.#contents)
            } else {
                Self::#variant(value)
            }))
        }
    }
}

/// Generates the decoding of a value that is not a container.
pub(super) fn leaf(context: &Context<'_>, ty: &Type) -> TokenStream {
    let (variant, key) = (context.variant(ty), ident(&ty.key));
    let module = body_module(context, ty);
    match ty.body {
        Body::Empty => quote!(Self::#variant),
        Body::Callable => quote!(Self::#variant(crate::#key)),
        Body::Id => quote!(Self::#variant(crate::#key::new(#module::decode(reader)?))),
        Body::Signal => quote!({
            let (name, id) = #module::decode(reader)?;
            let name = name.into_owned();
            Self::#variant(alloc::boxed::Box::new(crate::Signal { name, id }))
        }),
        Body::Bool => quote!(Self::#variant(#module::decode(reader)?)),
        Body::Number => quote!(Self::#variant(#module::decode(reader, header)?)),
        Body::Text => {
            let text = quote!(reader.string_body(crate::bodies::counted_text(crate::Kind::#key))?);
            if ty.is(Role::String) {
                quote!(Self::#variant(#text))
            } else {
                quote!(Self::#variant(#text.into()))
            }
        }
        Body::Fields if payload(context.schema, ty, context.precision_of(ty)).is_boxed => {
            quote!(Self::#variant(alloc::boxed::Box::new(reader.fields_body(header)?)))
        }
        Body::Fields => quote!(Self::#variant(reader.fields_body(header)?)),
        Body::NodePath => quote!(Self::#variant(reader.node_path_body()?)),
        Body::PoolText => elements_of(&variant, &quote!(pool_text(&mut elements))),
        _ => elements_of(
            &variant,
            &quote!(pool_body(header, crate::Kind::#key, &mut elements)),
        ),
    }
}

fn elements_of(variant: &Ident, body: &TokenStream) -> TokenStream {
    quote! {{
        let mut elements = Vec::new();
        reader.#body?;
        Self::#variant(elements)
    }}
}

/// Generates the traits of a type that is a string with another name.
fn text(context: &Context<'_>, ty: &Type) -> TokenStream {
    let marker = context.marker();
    let key = ident(&ty.key);
    quote! {
        impl Encode<#marker> for crate::#key {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.text([], crate::Kind::#key, self)
            }
        }

        impl<'de> Decode<'de, #marker> for crate::#key {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.text().map(|text| text.into_owned().into())
            }
        }
    }
}

/// Generates the traits of a type that is an id, a name with an id, or nothing.
fn id(context: &Context<'_>, ty: &Type) -> Option<TokenStream> {
    let (marker, key) = (context.marker(), ident(&ty.key));
    let module = body_module(context, ty);
    let (own, generics, encoded, decoded) = match ty.body {
        Body::Callable => (
            quote!(crate::#key),
            quote!(),
            quote!(Ok(())),
            quote!(Ok(crate::#key)),
        ),
        Body::Signal => (
            quote!(crate::#key<S>),
            quote!(S: AsRef<str>),
            quote!(#module::encode(self.name.as_ref(), self.id, writer)),
            quote! {
                let (name, id) = #module::decode(reader)?;
                Ok(crate::Signal { name: name.into_owned(), id })
            },
        ),
        _ => return None,
    };
    Some(quote! {
        impl<#generics> Encode<#marker> for #own {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.header_with(crate::Kind::#key, 0);
                #encoded
            }
        }

        impl<'de> Decode<'de, #marker> for crate::#key {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.header_of(crate::Kind::#key)?;
                #decoded
            }
        }
    })
}

fn fields(context: &Context<'_>, ty: &Type) -> TokenStream {
    let marker = context.marker();
    let key = ident(&ty.key);
    let path = value_type(context.schema, ty, context.precision_of(ty));
    let has_pool = context
        .types()
        .find(|(_, pool)| pool.body == Body::Pool(ty.key.clone()));
    let decode_pool = has_pool.map(|(listed, _)| {
        let expected = format!("Array or {}", listed.name);
        quote! {
            fn decode_pool(
                reader: &mut crate::Reader<'de, #marker>,
                header: crate::Header,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                crate::impls::decode_fields_pool(reader, header, elements, #expected)
            }
        }
    });
    quote! {
        impl Encode<#marker> for #path {
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
                writer.fields(key, crate::Kind::#key, self);
                Ok(())
            }
        }

        impl<'de> Decode<'de, #marker> for #path {
            #[inline]
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.fields(crate::Kind::#key)
            }

            #decode_pool
        }
    }
}

fn pool(context: &Context<'_>, ty: &Type) -> Option<TokenStream> {
    let Body::Pool(held) = &ty.body else {
        return None;
    };
    let marker = context.marker();
    let key = ident(&ty.key);
    let held = element(context.schema, held, context.precision_of(ty));
    Some(quote! {
        impl crate::PoolElement<#marker> for #held {
            const KIND: crate::Kind = crate::Kind::#key;

            fn encode_pool(elements: &[Self], writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.pool(crate::Kind::#key, elements)
            }
        }
    })
}
