//! Maps bodies to the payloads of `Variant` and `VariantRef`.
//!
//! A payload has a Rust type with its traits, and code that decodes, encodes, views and converts
//! it. Each kind of body has an arm in [`Payload::new`].

use super::cases::{Case, TypedContainer};
use super::edition::Precision;
use super::layout::Context;
use super::names::{body_length, capitalised, element, ident, snake, value_type};
use super::records;
use crate::model::{Body, Role, Schema, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The payload of a variant of `Variant` and of `VariantRef`.
pub(super) struct Payload {
    /// Whether the payload can contain values of any type.
    pub(super) is_container: bool,
    /// The type of an element of an Array or a packed array.
    pub(super) element: Option<TokenStream>,
    /// The payload of `Variant`.
    pub(super) owned: PayloadCode,
    /// The payload of `VariantRef`.
    pub(super) borrowed: PayloadCode,
    /// The conversion of the borrowed payload `value` to an owned payload.
    pub(super) to_owned: TokenStream,
}

/// The payload in one of the enums; the code calls the payload `value`.
#[derive(Clone)]
pub(super) struct PayloadCode {
    /// The type; `None` for Nil, which has no payload.
    pub(super) ty: Option<TokenStream>,
    /// How the variant holds the payload.
    holder: Holder,
    /// The type and the value that `as_NAME` returns.
    pub(super) accessed: [TokenStream; 2],
    pub(super) decoded: TokenStream,
    pub(super) encoded: TokenStream,
    pub(super) viewed: TokenStream,
}

/// How a variant holds its payload.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Holder {
    Inline,
    Boxed,
    /// Inline or boxed, as the module that includes the file defines: `Large`.
    OfModule,
}

/// The size of the largest payload that a Variant of 32 bytes holds inline: a `String` or a `Vec`.
pub(super) const LARGEST_INLINE: u32 = 24;

impl Payload {
    /// Returns the payload of a type, given the paths of its kind and of the module of its body.
    #[allow(clippy::too_many_lines, reason = "one arm per body")]
    pub(super) fn new(
        schema: &Schema,
        ty: &Type,
        precision: Precision,
        [kind, module]: [&TokenStream; 2],
    ) -> Self {
        let own = value_type(schema, ty, precision);
        let body = body_ident(&ty.body);
        let number = ty.role.map(|role| ident(&capitalised(role.name())));
        match &ty.body {
            Body::Empty => {
                let mut payload = Self::leaf(&own, &quote!(), &quote!(Nil));
                payload.owned.ty = None;
                payload.owned.encoded = quote!({ writer.header_with(#kind, 0); Ok(()) });
                Self {
                    borrowed: payload.owned.clone(),
                    ..payload
                }
            }
            Body::Bool | Body::Number => {
                let (held, decoded) = match ty.role {
                    Some(Role::Int) => (quote!(i64), quote!(reader.int_body(header)?)),
                    Some(Role::Float) => (quote!(f64), quote!(reader.float_body(header)?)),
                    _ => (quote!(bool), quote!(reader.bool_body()?)),
                };
                let mut payload = Self::leaf(&held, &decoded, &quote!(#number(*value)));
                let put = ident(&snake(&ty.key));
                payload.borrowed.encoded = quote!({ writer.#put([], *value); Ok(()) });
                Self {
                    owned: payload.borrowed.clone(),
                    ..payload
                }
            }
            Body::Text => {
                let is_string = ty.is(Role::String);
                let rule = quote!(crate::codec::bodies::counted_text(#kind));
                let text = if is_string {
                    quote!(alloc::string::String)
                } else {
                    own
                };
                let into = (!is_string).then(|| quote!(.into()));
                let decoded = quote!(reader.text_body::<alloc::string::String>(#rule)? #into);
                let mut payload = Self::leaf(&text, &decoded, &quote!(Text(#kind, value)));
                payload.owned.accessed = [quote!(&str), quote!(value)];
                let decoded = quote!(reader.text_body(#rule)?);
                payload.borrow(quote!(&'de str), decoded, quote!(value.into()));
                payload.owned.encoded = quote!(writer.text([], #kind, value));
                payload.borrowed.encoded = quote!(writer.text([], #kind, value));
                payload
            }
            Body::Fields => {
                let decoded = quote!(crate::wire::fields::value_of::<#own>(&reader.fields_body::<#own>(header)?));
                let mut payload = Self::leaf(&own, &decoded, &quote!(Fields(#kind, value)));
                let is_large = |precision| body_length(schema, ty, precision) > LARGEST_INLINE;
                if is_large(Precision::Single) {
                    payload.borrow(
                        quote!(crate::EncodedValue<'de, #own>),
                        quote!(reader.value_view(header)?),
                        quote!(Box::new(value.get())),
                    );
                    payload.owned.put_in_box(&quote!(Fields), kind);
                } else if precision.is_of_module() && is_large(Precision::Double) {
                    payload.borrow(
                        quote!(LargeRef<'de, #own>),
                        quote!(crate::codec::BorrowedFields::borrow(reader, header)?),
                        quote!(From::from(crate::codec::BorrowedFields::get(&value))),
                    );
                    payload.owned.hold_as_module(&own, kind);
                }
                let encoded =
                    |value: TokenStream| quote!({ writer.fields([], #kind, #value); Ok(()) });
                payload.owned.encoded = encoded(quote!(Borrow::<#own>::borrow(value)));
                payload.borrowed.encoded = encoded(if payload.owned.holder == Holder::Inline {
                    quote!(value)
                } else {
                    quote!(&crate::codec::BorrowedFields::get(value))
                });
                payload
            }
            Body::Record => records::payload(schema, ty, [kind, module]),
            Body::NodePath => {
                let decoded = quote!(reader.node_path_body()?);
                let mut payload = Self::leaf(&own, &decoded, &quote!(#body(value)));
                payload.borrow(
                    quote!(crate::NodePathRef<'de>),
                    quote!(reader.node_path_ref()?),
                    quote!(value.into()),
                );
                payload.owned.encoded = quote!(writer.node_path([], value));
                payload.borrowed.encoded = quote!(writer.borrowed_node_path(*value));
                payload
            }
            Body::Packed(held) => {
                let element = element(schema, held, precision);
                let decoded = elements_of(&quote!(packed_elements(header, #kind, &mut elements)));
                let mut payload =
                    Self::packed(kind, &element, &decoded, &quote!(#body(#kind, value)));
                let borrowed = quote!(crate::PackedView<'de, #element>);
                let decoded = quote!(reader.packed_view(header, #kind)?);
                payload.borrow(borrowed, decoded, quote!(value.to_vec()));
                payload.borrowed.encoded =
                    quote!(writer.packed_of(#kind, value.len(), value.as_bytes()));
                payload
            }
            Body::PackedText => {
                let element = quote!(alloc::string::String);
                let decoded = elements_of(&quote!(packed_texts(&mut elements)));
                let mut payload = Self::packed(kind, &element, &decoded, &quote!(#body(value)));
                payload.borrow(
                    quote!(Vec<&'de str>),
                    decoded.clone(),
                    quote!(value.into_iter().map(Into::into).collect()),
                );
                payload.borrowed.accessed = [quote!(&[&'de str]), quote!(value)];
                payload.owned.encoded = quote!(writer.packed_texts(value));
                payload.borrowed.encoded = quote!(writer.packed_texts(value));
                payload
            }
            Body::Object => Self::container(
                [quote!(Object), quote!(ObjectRef<'de>)],
                [
                    quote!(reader.object_body(header)?),
                    quote!(writer.object(value)),
                ],
                &quote!(#body(value)),
                quote!(crate::codec::map_object(value, Variant::from)),
            ),
            Body::Dictionary => Self::container(
                [quote!(Dictionary), quote!(DictionaryRef<'de>)],
                [
                    quote!(reader.dictionary_body()?),
                    quote!(writer.any_dictionary(value)),
                ],
                &quote!(#body(value)),
                quote!(crate::codec::map_dictionary(value, Variant::from)),
            ),
            Body::Array => {
                let mut payload = Self::container(
                    [
                        quote!(alloc::vec::Vec<Variant>),
                        quote!(Vec<VariantRef<'de>>),
                    ],
                    [quote!(reader.array_body()?), quote!(writer.elements(value))],
                    &quote!(#body(value)),
                    quote!(crate::codec::map_array(value, Variant::from)),
                );
                payload.owned.accessed = [quote!(&[Variant]), quote!(value)];
                payload.borrowed.accessed = [quote!(&[VariantRef<'de>]), quote!(value)];
                payload.element = Some(quote!(Variant));
                payload
            }
            Body::TypedArray => {
                let decoded = quote!(reader.typed_array_body(header)?);
                let encoded = quote!(writer.typed_array(#kind, value));
                Self::typed(TypedContainer::Array, kind, [decoded, encoded])
            }
        }
    }

    /// Returns the payload of a container with a declared type.
    pub(super) fn declared(typed: TypedContainer, kind: &TokenStream) -> Self {
        let codec = typed.codec();
        let codec = [quote!(reader.#codec(header)?), quote!(writer.#codec(value))];
        Self::typed(typed, kind, codec)
    }

    /// Returns a payload of the same type in both enums; only accessors of `Variant` return
    /// references.
    pub(super) fn leaf(ty: &TokenStream, decoded: &TokenStream, viewed: &TokenStream) -> Self {
        let borrowed = PayloadCode {
            ty: Some(ty.clone()),
            holder: Holder::Inline,
            accessed: [ty.clone(), quote!(*value)],
            decoded: decoded.clone(),
            encoded: quote!(value.encode(writer)),
            viewed: viewed.clone(),
        };
        let owned = PayloadCode {
            accessed: [quote!(&#ty), quote!(value)],
            ..borrowed.clone()
        };
        Self {
            is_container: false,
            element: None,
            owned,
            borrowed,
            to_owned: quote!(value),
        }
    }

    fn packed(
        kind: &TokenStream,
        element: &TokenStream,
        decoded: &TokenStream,
        viewed: &TokenStream,
    ) -> Self {
        let list = quote!(alloc::vec::Vec<#element>);
        let mut payload = Self::leaf(&list, decoded, viewed);
        payload.owned.accessed = [quote!(&[#element]), quote!(value)];
        payload.owned.encoded = quote!(writer.packed_array([], #kind, value));
        payload.element = Some(element.clone());
        payload
    }

    fn container(
        [ty, borrowed]: [TokenStream; 2],
        [decoded, encoded]: [TokenStream; 2],
        viewed: &TokenStream,
        to_owned: TokenStream,
    ) -> Self {
        let mut payload = Self::leaf(&ty, &decoded, viewed);
        payload.owned.encoded = encoded.clone();
        payload.borrowed.encoded = encoded;
        payload.borrowed.accessed = [quote!(&#borrowed), quote!(value)];
        payload.borrowed.ty = Some(borrowed);
        Self {
            is_container: true,
            to_owned,
            ..payload
        }
    }

    fn typed(typed: TypedContainer, kind: &TokenStream, codec: [TokenStream; 2]) -> Self {
        let name = typed.name();
        let borrowed = ident(&format!("{name}Ref"));
        let (viewed, owned) = match typed {
            TypedContainer::Array => (quote!(#name(#kind, value)), ident("map_typed_array")),
            TypedContainer::Dictionary => (quote!(#name(value)), ident("map_typed_dictionary")),
        };
        let mut payload = Self::container(
            [quote!(#name), quote!(#borrowed<'de>)],
            codec,
            &viewed,
            quote!(crate::codec::#owned(value, Variant::from)),
        );
        payload.owned.holder = Holder::Boxed;
        payload.borrowed.holder = Holder::Boxed;
        payload
    }

    /// Sets the payload of `VariantRef`, which borrows from the input.
    pub(super) fn borrow(&mut self, ty: TokenStream, decoded: TokenStream, to_owned: TokenStream) {
        self.borrowed.accessed = [ty.clone(), quote!(*value)];
        self.borrowed.ty = Some(ty);
        self.borrowed.decoded = decoded;
        self.to_owned = to_owned;
    }
}

impl PayloadCode {
    /// Boxes the payload; views show its value as the variant `view`, with this kind.
    pub(super) fn put_in_box(&mut self, view: &TokenStream, kind: &TokenStream) {
        self.holder = Holder::Boxed;
        self.decoded = self.holding(&self.decoded);
        self.viewed = quote!(#view(#kind, &**value));
    }

    /// Holds a value of components as the module that includes the file defines.
    fn hold_as_module(&mut self, own: &TokenStream, kind: &TokenStream) {
        self.holder = Holder::OfModule;
        self.decoded = self.holding(&self.decoded);
        self.viewed = quote!(Fields(#kind, Borrow::<#own>::borrow(value)));
    }

    /// Generates the parenthesized type of the variant's payload.
    pub(super) fn fields(&self) -> Option<TokenStream> {
        let ty = self.ty.as_ref()?;
        Some(match self.holder {
            Holder::Inline => quote!((#ty)),
            Holder::Boxed => quote!((Box<#ty>)),
            Holder::OfModule => quote!((Large<#ty>)),
        })
    }

    /// Generates the payload for a value: the value itself, or the boxed value.
    pub(super) fn holding(&self, value: &TokenStream) -> TokenStream {
        match self.holder {
            Holder::Inline => value.clone(),
            Holder::Boxed => quote!(Box::new(#value)),
            Holder::OfModule => quote!(From::from(#value)),
        }
    }

    /// Generates the payload `value` without its box.
    pub(super) fn unboxed(&self) -> TokenStream {
        match self.holder {
            Holder::Inline => quote!(value),
            Holder::Boxed => quote!(*value),
            Holder::OfModule => {
                let ty = &self.ty;
                quote!(*Borrow::<#ty>::borrow(&value))
            }
        }
    }
}

fn elements_of(body: &TokenStream) -> TokenStream {
    quote! {{
        let mut elements = Vec::new();
        reader.#body?;
        elements
    }}
}

/// Generates the trait implementations for the payload types of a layout.
pub(super) fn types(context: &Context<'_>) -> TokenStream {
    let types = context.types().map(|case| traits(context, case));
    let typed_array = super::typed_array::codec(context);
    quote!(#(#types)* #typed_array)
}

/// Generates the trait implementations for the type of a payload.
fn traits(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    match case.ty.body {
        Body::Text if !case.ty.is(Role::String) => text(context, case),
        Body::Fields => fields(context, case),
        Body::Record => records::traits(context, case),
        Body::Packed(_) => packed(context, case),
        // The traits of these payloads are in `runtime/codec/`; the traits of typed arrays are in
        // `typed_array.rs`.
        Body::Empty
        | Body::Bool
        | Body::Number
        | Body::Text
        | Body::PackedText
        | Body::NodePath
        | Body::Object
        | Body::Dictionary
        | Body::Array
        | Body::TypedArray => quote!(),
    }
}

/// Generates the trait implementations for a type that is a string with another name.
fn text(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, kind, own) = (context.marker(), &case.kind, &case.payload.owned.ty);
    quote! {
        impl Encode<#marker> for #own {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.text([], #kind, self)
            }

            #[inline]
            fn encode_field<const N: usize>(
                &self,
                key: [u8; N],
                writer: &mut crate::Writer<'_, #marker>,
            ) -> Result<(), EncodeError> {
                writer.text(key, #kind, self)
            }
        }

        impl<'de> Decode<'de, #marker> for #own {
            const FAST: crate::wire::cursor::FastPath<'de, Self> = crate::wire::cursor::FastPath::LEAF;

            #[allow(clippy::inline_always, reason = "see `Cursor`")]
            #[inline(always)]
            fn take_field<const N: usize>(
                cursor: &mut crate::wire::cursor::Cursor<'de>,
                key: [u8; N],
            ) -> Option<Self> {
                cursor.text::<#marker, N>(key, #kind).map(Into::into)
            }

            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.text::<alloc::string::String>().map(Into::into)
            }
        }
    }
}

fn fields(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, key, own) = (
        context.marker(),
        ident(&case.ty.key),
        &case.payload.owned.ty,
    );
    let held = Body::Packed(case.ty.key.clone());
    let packed = context.types().find(|packed| packed.ty.body == held);
    let packed = packed.map(|_| quote!(packed));
    quote!(crate::codec::impls::fields_codec!(#marker #own, #key #packed);)
}

fn packed(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let (marker, key, element) = (context.marker(), ident(&case.ty.key), &case.payload.element);
    quote!(crate::codec::impls::packed_codec!(#marker #element, #key);)
}

/// Returns the name of the body in the library's tables and views: `PackedText` for `packed_text`.
pub(super) fn body_ident(body: &Body) -> Ident {
    ident(&body.name().split('_').map(capitalised).collect::<String>())
}
