//! Generates the enum of any value of a layout.

use super::accessors::{self, accessor_name};
use super::clone;
use super::layout_context::Context;
use super::lists;
use super::names::{Payload, doc, held, ident, module, payload};
use super::typed_accessors::typed_accessors;
use super::typed_array::{Declaring, declaring, declaring_of};
use super::variant_docs;
use crate::model::{Body, KeyEquality, LayoutType, Role, Type};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn variant(context: &Context<'_>) -> TokenStream {
    let definition = definition(context);
    let clone = clone::clone(context, &quote!(Variant));
    let inherent = inherent(context);
    let view = view(context);
    let encode = encode(context);
    let conversions = context
        .types()
        .map(|(listed, ty)| conversions(context, listed, ty));
    let contents = contents(context);
    let lists = lists::elements(context);
    let module = module(context.layout, context.precision);
    let marker = context.marker();
    quote! {
        #definition

        crate::access::access_methods!(#module Variant #marker);
        crate::access::query_methods!(#module "Variant" Variant);

        #inherent
        #clone
        #view
        #encode
        #(#conversions)*

        /// Formats the value like the engine's `var2str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Strings keep their control characters: print values
        /// of a peer to a terminal or a log through [`Escaped`](crate::Escaped).
        impl core::fmt::Display for Variant {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::display::variant::<#marker, Self>(f, self)
            }
        }

        #contents
        #lists

        #[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/parse/from_str.md"))]
        impl core::str::FromStr for Variant {
            type Err = crate::ParseError;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                crate::parse::parse::<#marker>(text)
            }
        }

        crate::conversions::more_conversions!(Variant);

        #[cfg(feature = "serde")]
        crate::json::json_form!(#marker, Variant, VariantRef);
    }
}

fn definition(context: &Context<'_>) -> TokenStream {
    let enum_doc = variant_docs::owned();
    let variants = context.types().map(|(listed, ty)| {
        let variant = context.variant(ty);
        let doc = variant_docs::variant(listed, ty);
        let held = held(&payload(context.schema, ty, context.precision_of(ty)));
        let default = held.is_empty().then(|| quote!(#[default]));
        quote! {
            #doc
            #default
            #variant #held
        }
    });
    let typed_array = super::typed_array::alias(context);
    let declaring = declaring(context)
        .into_iter()
        .map(|Declaring { ty, variant, .. }| {
            let doc = doc(&format!("`{}` with a declared type.", ty.name));
            quote!(#doc #variant(alloc::boxed::Box<#variant>))
        });
    quote! {
        /// A Dictionary of this layout.
        pub type Dictionary = crate::Dictionary<Variant>;

        /// An Object of this layout.
        pub type Object = crate::Object<Variant>;

        #typed_array

        #enum_doc
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum Variant {
            #(#variants,)*
            #(#declaring,)*
        }
    }
}

fn inherent(context: &Context<'_>) -> TokenStream {
    let holds = |ty: &Type| {
        payload(context.schema, ty, context.precision_of(ty))
            .ty
            .is_some()
    };
    let accessors = context
        .types()
        .filter_map(|(listed, ty)| accessors::of_type(context, listed, ty))
        .chain([typed_accessors(context)]);
    type_and_accessors(context, &quote!(impl Variant), holds, accessors)
}

/// Generates the functions for the type and the accessors of `Variant` and `VariantRef`.
pub(super) fn type_and_accessors(
    context: &Context<'_>,
    implement: &TokenStream,
    holds: impl Fn(&Type) -> bool,
    accessors: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let arms = context.types().map(|(_, ty)| {
        let variant = context.variant(ty);
        let pattern = if holds(ty) {
            quote!(Self::#variant(_))
        } else {
            quote!(Self::#variant)
        };
        let typed =
            declaring_of(context, ty).map(|Declaring { variant, .. }| quote!(| Self::#variant(_)));
        quote!(#pattern #typed => VariantType::#variant)
    });
    let nil = context.role(Role::Nil);
    quote! {
        #implement {
            /// Returns the type.
            ///
            /// ```
            /// use gdvariant::LAYOUT::{Variant, VariantType};
            ///
            /// assert_eq!(Variant::from(7).variant_type(), VariantType::INT);
            /// ```
            #[inline]
            #[must_use]
            pub const fn variant_type(&self) -> VariantType {
                match self { #(#arms),* }
            }

            /// Returns whether this is Nil.
            ///
            /// ```
            /// use gdvariant::LAYOUT::Variant;
            ///
            /// assert!(Variant::default().is_nil());
            /// assert!(!Variant::from(7).is_nil());
            /// ```
            #[must_use]
            pub const fn is_nil(&self) -> bool {
                matches!(self, Self::#nil)
            }

            #(#accessors)*
        }
    }
}

/// Generates the mutable access to the values that a Variant contains.
fn contents(context: &Context<'_>) -> TokenStream {
    let arms = context.types().filter_map(|(_, ty)| {
        let variant = context.variant(ty);
        Some(match ty.body {
            Body::Empty => quote!(Self::#variant => ContentsMut::Nil),
            Body::Array => quote!(Self::#variant(elements) => ContentsMut::Elements(elements)),
            Body::Dictionary => quote!(Self::#variant(entries) => ContentsMut::Entries(entries)),
            Body::Object => quote! {
                Self::#variant(crate::Object::Whole(object)) => ContentsMut::Properties(&mut object.properties)
            },
            _ => return None,
        })
    });
    let declaring = declaring(context).into_iter().map(|declaring| {
        let Declaring {
            ty,
            variant,
            contents,
            ..
        } = declaring;
        let case = ident(if ty.body == Body::Array {
            "Elements"
        } else {
            "Entries"
        });
        quote!(Self::#variant(typed) => ContentsMut::#case(&mut typed.#contents))
    });
    let typed = context
        .types()
        .filter(|(_, ty)| ty.body == Body::TypedArray);
    let typed: Vec<_> = typed.map(|(_, ty)| context.variant(ty)).collect();
    let typed = (!typed.is_empty())
        .then(|| quote!(#(Self::#typed(array))|* => ContentsMut::Elements(&mut array.values),));
    quote! {
        impl crate::access::Editable for Variant {
            fn contents_mut(&mut self) -> crate::access::ContentsMut<'_, Self> {
                use crate::access::ContentsMut;
                match self {
                    #(#arms,)*
                    #(#declaring,)*
                    #typed
                    _ => ContentsMut::None,
                }
            }
        }
    }
}

fn view(context: &Context<'_>) -> TokenStream {
    let arms = view_arms(context, |ty| {
        if payload(context.schema, ty, context.precision_of(ty)).is_boxed {
            quote!(&**value)
        } else {
            quote!(value)
        }
    });
    let string = context.role(Role::String);
    let marker = context.marker();
    let rules = view_rules(
        context,
        &quote!(crate::conform::convert::<#marker>(self, declared)),
    );
    quote! {
        impl crate::view::Viewed for Variant {
            type Text = alloc::string::String;
            type Path = crate::NodePath;

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

/// Generates the rules of the layout in the view of a Variant; `conform` converts it to a declared
/// type.
pub(super) fn view_rules(context: &Context<'_>, conform: &TokenStream) -> TokenStream {
    let by_value = (context.layout.keys == KeyEquality::Value).then(|| {
        quote!(
            const KEYS_BY_VALUE: bool = true;
        )
    });
    let conform = (!declaring(context).is_empty()).then(|| {
        quote! {
            fn conform(&self, declared: crate::Kind) -> crate::declared::Conformed<Self> {
                #conform
            }
        }
    });
    quote! {
        #by_value

        #[inline]
        fn kind(&self) -> crate::Kind {
            self.variant_type().kind()
        }

        #conform
    }
}

/// Generates the arms that convert a value to a view; `fields` generates the view of components.
pub(super) fn view_arms<'a>(
    context: &'a Context<'_>,
    fields: impl Fn(&Type) -> TokenStream + 'a,
) -> impl Iterator<Item = TokenStream> + 'a {
    let declaring = declaring(context).into_iter().map(|declaring| {
        let Declaring { variant, kind, .. } = declaring;
        quote!(Self::#variant(value) => View::#variant(#kind value))
    });
    let own = context.types().map(move |(_, ty)| {
        let (variant, key) = (context.variant(ty), ident(&ty.key));
        let view = match ty.body {
            Body::Empty => return quote!(Self::#variant => View::Nil),
            Body::Callable => return quote!(Self::#variant(_) => View::Callable),
            Body::Id => quote!(Id(crate::Kind::#key, value.id())),
            Body::Signal => quote!(Signal(value.borrowed())),
            Body::Bool | Body::Number => quote!(#key(*value)),
            Body::Text => quote!(Text(crate::Kind::#key, value)),
            Body::Fields => {
                let value = fields(ty);
                quote!(Fields(crate::Kind::#key, #value))
            }
            Body::Pool(_) => quote!(Pool(crate::Kind::#key, value)),
            Body::PoolText => quote!(PoolText(value)),
            Body::NodePath => quote!(NodePath(value)),
            Body::Object => quote!(Object(value)),
            Body::Dictionary => quote!(Dictionary(value)),
            Body::Array => quote!(Array(value)),
            Body::TypedArray => quote!(TypedArray(crate::Kind::#key, value)),
        };
        quote!(Self::#variant(value) => View::#view)
    });
    own.chain(declaring)
}

fn encode(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let arm = |ty: &Type| {
        let (variant, key) = (context.variant(ty), ident(&ty.key));
        match ty.body {
            Body::Empty => quote!(Self::#variant => ().encode(writer)),
            Body::Pool(_) | Body::PoolText => {
                quote!(Self::#variant(elements) => crate::PoolElement::encode_pool(elements, writer))
            }
            Body::TypedArray => {
                quote!(Self::#variant(value) => writer.typed_array(crate::Kind::#key, value))
            }
            _ => quote!(Self::#variant(value) => value.encode(writer)),
        }
    };
    let is_common = |ty: &Type| matches!(ty.body, Body::Bool | Body::Number | Body::Text);
    let arms = |common| {
        let types = context.types().map(|(_, ty)| ty);
        types.filter(move |ty| is_common(ty) == common).map(arm)
    };
    let declaring = declaring(context)
        .into_iter()
        .map(|Declaring { variant, .. }| quote!(Self::#variant(value) => value.encode(writer)));
    let (common, others) = (arms(true), arms(false).chain(declaring));
    let together = encode_batch(context);
    quote! {
        impl Encode<#marker> for Variant {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                // The types that containers are full of are encoded in the containers' loops: 8 % fewer
                // instructions in keys/encode dynamic.
                match self {
                    #(#common,)*
                    other => other.encode_other(writer),
                }
            }

            #together
        }

        impl Variant {
            #[inline(never)]
            fn encode_other(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                match self {
                    #(#others,)*
                    common => common.encode(writer),
                }
            }
        }
    }
}

/// Generates the batch encoding of consecutive elements of one type.
pub(super) fn encode_batch(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let [int, string] = [Role::Int, Role::String].map(|role| context.role(role));
    let [as_int, as_string] = [&int, &string].map(|variant| accessor_name(&variant.to_string()));
    quote! {
        #[inline]
        fn encode_batch(elements: &[Self], writer: &mut crate::Writer<'_, #marker>) -> usize {
            match elements {
                [Self::#int(_), Self::#int(_), ..] => writer.short_ints_of_variants(elements.iter().map_while(Self::#as_int)),
                [Self::#string(_), Self::#string(_), ..] => writer.short_strings(elements.iter().map_while(Self::#as_string)),
                _ => 0,
            }
        }
    }
}

/// Generates the conversions from and to the payload.
fn conversions(context: &Context<'_>, listed: &LayoutType, ty: &Type) -> TokenStream {
    let payload = payload(context.schema, ty, context.precision_of(ty));
    let Some(held) = &payload.ty else {
        return quote!();
    };
    if !super::typed_array::has_own_type(&context.schema.types, ty) {
        return quote!();
    }
    let borrowed = borrowed(context, listed, ty, held);
    let equal = (ty.body == Body::Fields).then(|| equal(listed, held));
    // The runtime implements the conversions of lists.
    let from = (!is_list(ty)).then(|| from(context, ty, &payload));
    // The runtime implements the conversions to numbers, together with those of other widths.
    let owned =
        (!is_list(ty) && ty.body != Body::Number).then(|| owned(context, listed, ty, &payload));
    quote! {
        #equal
        #from
        #owned
        #borrowed
    }
}

fn is_list(ty: &Type) -> bool {
    matches!(ty.body, Body::Pool(_) | Body::PoolText | Body::Array)
}

/// Generates the comparison with a payload.
fn equal(listed: &LayoutType, held: &TokenStream) -> TokenStream {
    let accessor = accessor_name(&listed.rust);
    quote! {
        impl PartialEq<#held> for Variant {
            fn eq(&self, other: &#held) -> bool {
                self.#accessor() == Some(other)
            }
        }

        impl PartialEq<Variant> for #held {
            fn eq(&self, other: &Variant) -> bool {
                other == self
            }
        }
    }
}

fn from(context: &Context<'_>, ty: &Type, payload: &Payload) -> TokenStream {
    let (variant, held) = (context.variant(ty), &payload.ty);
    let value = if payload.is_boxed {
        quote!(alloc::boxed::Box::new(value))
    } else {
        quote!(value)
    };
    quote! {
        impl From<#held> for Variant {
            fn from(value: #held) -> Self {
                Self::#variant(#value)
            }
        }
    }
}

/// Generates the conversions of a Variant and of a reference to it to the payload.
fn owned(context: &Context<'_>, listed: &LayoutType, ty: &Type, payload: &Payload) -> TokenStream {
    let (variant, name, held) = (context.variant(ty), &listed.name, &payload.ty);
    let unboxed = payload.is_boxed.then(|| quote!(*));
    let typed = declaring_of(context, ty).map(|declaring| {
        let Declaring {
            variant, contents, ..
        } = declaring;
        quote!(Variant::#variant(typed) => Ok(typed.#contents),)
    });
    let (other, copied) = if ty.is(Role::String) {
        // Strings of other types, as in `as_str`.
        let string = quote!(map(alloc::string::String::from));
        (
            quote!(<&str>::try_from(&other).#string),
            quote!(<&str>::try_from(variant).#string),
        )
    } else {
        (
            quote!(Err(other.wrong_type(#name))),
            quote!(<&Self>::try_from(variant).cloned()),
        )
    };
    quote! {
        impl TryFrom<Variant> for #held {
            type Error = crate::FromVariantError;

            fn try_from(variant: Variant) -> Result<Self, Self::Error> {
                match variant {
                    Variant::#variant(value) => Ok(#unboxed value),
                    #typed
                    other => #other,
                }
            }
        }

        impl TryFrom<&Variant> for #held {
            type Error = crate::FromVariantError;

            fn try_from(variant: &Variant) -> Result<Self, Self::Error> {
                #copied
            }
        }
    }
}

/// Generates the conversion of a reference to a Variant to one to the payload.
fn borrowed(
    context: &Context<'_>,
    listed: &LayoutType,
    ty: &Type,
    held: &TokenStream,
) -> TokenStream {
    let (variant, name) = (context.variant(ty), &listed.name);
    let typed = declaring_of(context, ty).map(|declaring| {
        let Declaring {
            variant, contents, ..
        } = declaring;
        quote!(Variant::#variant(typed) => Ok(&typed.#contents),)
    });
    quote! {
        impl<'a> TryFrom<&'a Variant> for &'a #held {
            type Error = crate::FromVariantError;

            fn try_from(variant: &'a Variant) -> Result<Self, Self::Error> {
                match variant {
                    Variant::#variant(value) => Ok(value),
                    #typed
                    other => Err(other.wrong_type(#name)),
                }
            }
        }
    }
}
