//! Generates the enum of any value of a layout that borrows from the input.

use super::accessor_examples::AccessorExamples;
use super::accessors::{as_type, lenient};
use super::clone;
use super::groups::is_nested;
use super::layout_context::{Context, body_module};
use super::names::{doc, element, ident, module, payload, value_type};
use super::typed_array::{Declaring, declaring, declaring_of};
use super::variant::{type_and_accessors, view_arms, view_rules};
use super::variant_docs;
use crate::model::{Body, LayoutType, Role, Type};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn variant_ref(context: &Context<'_>) -> TokenStream {
    let definition = definition(context);
    let clone = clone::clone(context, &quote!(VariantRef<'_>));
    let inherent = inherent(context);
    let view = view(context);
    let encode = encode(context);
    let decode = decode(context);
    let owned = owned(context);
    let (module, marker) = (module(context.layout, context.precision), context.marker());
    quote! {
        #definition
        #clone
        #inherent
        #view
        #encode
        #decode
        #owned

        crate::access::borrowed_access_methods!(#module VariantRef);

        /// Formats the value like the engine's `var2str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Strings keep their control characters: print values
        /// of a peer to a terminal or a log through [`Escaped`](crate::Escaped).
        impl core::fmt::Display for VariantRef<'_> {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::display::variant::<#marker, Self>(f, self)
            }
        }
    }
}

/// Returns whether the value is decoded lazily, because it is larger than the others.
fn is_view(context: &Context<'_>, ty: &Type) -> bool {
    payload(context.schema, ty, context.precision_of(ty)).is_boxed
}

/// Returns the payload of a variant of the enum; none for Nil.
fn held(context: &Context<'_>, ty: &Type) -> Option<TokenStream> {
    let own = value_type(context.schema, ty, context.precision_of(ty));
    Some(match &ty.body {
        Body::Text => quote!(&'de str),
        Body::Signal => quote!(crate::Signal<&'de str>),
        Body::Fields if is_view(context, ty) => quote!(crate::ValueView<'de, #own>),
        Body::Fields => own,
        Body::Pool(held) => {
            let held = element(context.schema, held, context.precision_of(ty));
            quote!(crate::PoolView<'de, #held>)
        }
        Body::PoolText => quote!(Vec<&'de str>),
        Body::NodePath => quote!(crate::NodePathRef<'de>),
        Body::Object => quote!(ObjectRef<'de>),
        Body::Dictionary => quote!(DictionaryRef<'de>),
        Body::Array => quote!(Vec<VariantRef<'de>>),
        Body::TypedArray => quote!(alloc::boxed::Box<TypedArrayRef<'de>>),
        Body::Empty | Body::Id | Body::Callable | Body::Bool | Body::Number => {
            return payload(context.schema, ty, context.precision_of(ty)).ty;
        }
    })
}

fn definition(context: &Context<'_>) -> TokenStream {
    let enum_doc = variant_docs::borrowed();
    let variants = context.types().map(|(listed, ty)| {
        let variant = context.variant(ty);
        let doc = variant_docs::variant(listed, ty);
        let held = held(context, ty).map(|held| quote!((#held)));
        let default = held.is_none().then(|| quote!(#[default]));
        quote! {
            #doc
            #default
            #variant #held
        }
    });
    let typed_array = super::typed_array::borrowed_alias(context);
    let declaring = declaring(context)
        .into_iter()
        .map(|Declaring { ty, variant, .. }| {
            let doc = doc(&format!("`{}` with a declared type.", ty.name));
            let own = ident(&format!("{variant}Ref"));
            quote!(#doc #variant(alloc::boxed::Box<#own<'de>>))
        });
    quote! {
        #typed_array

        /// A Dictionary of this layout, borrowed from the input.
        pub type DictionaryRef<'de> = crate::Dictionary<VariantRef<'de>>;

        /// An Object of this layout, borrowed from the input.
        pub type ObjectRef<'de> = crate::Object<VariantRef<'de>>;

        #enum_doc
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum VariantRef<'de> {
            #(#variants,)*
            #(#declaring,)*
        }
    }
}

fn inherent(context: &Context<'_>) -> TokenStream {
    let holds = |ty: &Type| held(context, ty).is_some();
    let accessors = context
        .types()
        .filter_map(|(listed, ty)| accessor(context, listed, ty));
    type_and_accessors(
        context,
        &quote!(impl<'de> VariantRef<'de>),
        holds,
        accessors,
    )
}

/// Generates accessors such as `as_vector2`: containers by reference, other values by value.
fn accessor(context: &Context<'_>, listed: &LayoutType, ty: &Type) -> Option<TokenStream> {
    let held = held(context, ty)?;
    let (result, value) = match ty.body {
        Body::PoolText => (quote!(&[&'de str]), quote!(value)),
        Body::Array => (quote!(&[VariantRef<'de>]), quote!(value)),
        Body::TypedArray => (quote!(&TypedArrayRef<'de>), quote!(value)),
        _ if is_nested(ty) => (quote!(&#held), quote!(value)),
        _ => (held, quote!(*value)),
    };
    let typed = declaring_of(context, ty).map(|declaring| {
        let Declaring {
            variant, contents, ..
        } = declaring;
        quote!(Self::#variant(typed) => Some(&typed.#contents),)
    });
    let example = AccessorExamples::new(context, listed, ty).borrowed();
    Some(as_type(
        listed,
        &result,
        &value,
        typed.as_ref(),
        &example,
        lenient(ty),
    ))
}

fn view(context: &Context<'_>) -> TokenStream {
    let arms = view_arms(context, |_| quote!(value));
    let string = context.role(Role::String);
    let rules = view_rules(context, &quote!(crate::conform::borrowed(self, declared)));
    quote! {
        impl<'de> crate::view::Viewed for VariantRef<'de> {
            type Text = &'de str;
            type Path = crate::NodePathRef<'de>;

            #rules

            fn view(&self) -> crate::view::View<'_, Self> {
                use crate::view::View;
                match self { #(#arms),* }
            }

            #[inline]
            fn string(&self) -> Option<&str> {
                if let Self::#string(text) = self { Some(text) } else { None }
            }
        }
    }
}

fn encode(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let arms = context.types().map(|(_, ty)| {
        let (variant, key) = (context.variant(ty), ident(&ty.key));
        match ty.body {
            Body::Empty => quote!(Self::#variant => ().encode(writer)),
            Body::Text => {
                quote!(Self::#variant(value) => writer.text([], crate::Kind::#key, value))
            }
            Body::PoolText => quote!(Self::#variant(value) => writer.pool_texts(value)),
            Body::TypedArray => {
                quote!(Self::#variant(value) => writer.typed_array(crate::Kind::#key, value))
            }
            _ => quote!(Self::#variant(value) => value.encode(writer)),
        }
    });
    let declaring = declaring(context)
        .into_iter()
        .map(|Declaring { variant, .. }| quote!(Self::#variant(value) => value.encode(writer)));
    let arms = arms.chain(declaring);
    let together = super::variant::encode_batch(context);
    quote! {
        impl Encode<#marker> for VariantRef<'_> {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                match self { #(#arms),* }
            }

            #together
        }
    }
}

fn decode(context: &Context<'_>) -> TokenStream {
    let string = context.role(Role::String);
    super::decode::decode(
        context,
        &quote!(VariantRef),
        &quote!(<'de>),
        &quote!(Self::#string),
        &leaf,
    )
}

fn leaf(context: &Context<'_>, ty: &Type) -> TokenStream {
    let (variant, key) = (context.variant(ty), ident(&ty.key));
    let module = body_module(context, ty);
    let read = match ty.body {
        Body::Signal => quote!({
            let (name, id) = #module::borrow(reader)?;
            crate::Signal { name, id }
        }),
        Body::Text => quote!(reader.borrowed_body(crate::bodies::counted_text(crate::Kind::#key))?),
        Body::Fields if is_view(context, ty) => quote!(reader.value_view(header)?),
        Body::NodePath => quote!(reader.node_path_ref()?),
        Body::Pool(_) => quote!(reader.pool_view(header, crate::Kind::#key)?),
        Body::PoolText => quote!(reader.pool_borrowed_texts()?),
        _ => return super::decode::leaf(context, ty),
    };
    quote!(Self::#variant(#read))
}

fn owned(context: &Context<'_>) -> TokenStream {
    let nested = context
        .types()
        .filter(|(_, ty)| is_nested(ty))
        .map(|(_, ty)| {
            let variant = context.variant(ty);
            let own = match ty.body {
                Body::Object => quote!(own_object),
                Body::Dictionary => quote!(own_dictionary),
                Body::TypedArray => quote!(own_typed_array),
                _ => quote!(own_array),
            };
            quote!(VariantRef::#variant(value) => Self::#variant(crate::borrowed::#own(value)))
        });
    let declared = declaring(context).into_iter().map(|declaring| {
        let Declaring { variant, owned, .. } = declaring;
        quote!(VariantRef::#variant(value) => Self::#variant(crate::borrowed::#owned(value)))
    });
    let nested = nested.chain(declared);
    let leaves = context
        .types()
        .filter(|(_, ty)| !is_nested(ty))
        .map(|(_, ty)| owned_leaf(context, ty));
    let patterns = context
        .types()
        .filter(|(_, ty)| is_nested(ty))
        .map(|(_, ty)| context.variant(ty))
        .chain(
            declaring(context)
                .into_iter()
                .map(|declaring| declaring.variant),
        );
    quote! {
        /// Converts to an owned value.
        impl From<VariantRef<'_>> for Variant {
            fn from(value: VariantRef<'_>) -> Self {
                match value {
                    #(#nested,)*
                    leaf => leaf.into_owned_leaf(),
                }
            }
        }

        impl VariantRef<'_> {
            fn into_owned_leaf(self) -> Variant {
                match self {
                    #(#leaves,)*
                    nested @ (#(Self::#patterns(_))|*) => nested.into(),
                }
            }
        }
    }
}

fn owned_leaf(context: &Context<'_>, ty: &Type) -> TokenStream {
    let variant = context.variant(ty);
    let value = match ty.body {
        Body::Empty => return quote!(Self::#variant => Variant::#variant),
        Body::Text | Body::NodePath => quote!(value.into()),
        Body::Fields if is_view(context, ty) => quote!(alloc::boxed::Box::new(value.get())),
        Body::Signal => quote!(alloc::boxed::Box::new(value.into())),
        Body::Pool(_) => quote!(value.to_vec()),
        Body::PoolText => quote!(value.into_iter().map(Into::into).collect()),
        _ => quote!(value),
    };
    quote!(Self::#variant(value) => Variant::#variant(#value))
}
