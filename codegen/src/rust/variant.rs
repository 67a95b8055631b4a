//! Generates the enum of any value of a layout.

use super::cases::Case;
use super::conversions::conversions;
use super::layout::Context;
use super::names::{doc, since_doc};
use super::payload::Payload;
use super::{accessors, conversions, typed_array};
use crate::model::{Body, KeyEquality, Role};
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn variant(context: &Context<'_>) -> TokenStream {
    let definition = definition(context);
    let clone = clone(context, &quote!(Variant));
    let inherent = inherent(context);
    let view = view(context);
    let encode = encode(context);
    let conversions = context.types().map(|case| conversions(context, case));
    let (view_mut, build) = (view_mut(context), build(context));
    let display = display(context, &quote!(Variant));
    let lists = conversions::lists(context);
    let module = context.edition.module();
    let marker = context.marker();
    quote! {
        #definition

        crate::access::access_methods!(#module Variant #marker);
        crate::access::plain_value_methods!(#module "Variant" Variant);

        #inherent
        #clone
        #view
        #encode
        #(#conversions)*

        #display
        #view_mut
        #build
        #lists

        #[doc = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/runtime/text/parse/from_str.md"))]
        impl core::str::FromStr for Variant {
            type Err = crate::ParseError;

            #[inline]
            fn from_str(text: &str) -> Result<Self, Self::Err> {
                crate::text::parse::parse::<#marker>(text)
            }
        }

        crate::access::conversions::more_conversions!(Variant of #marker);

        #[cfg(feature = "serde")]
        crate::serde::json::json_form!(#marker, Variant, VariantRef);
    }
}

/// Generates the formatting of `Variant` or `VariantRef`.
pub(super) fn display(context: &Context<'_>, variant: &TokenStream) -> TokenStream {
    let marker = context.marker();
    quote! {
        /// Formats the value like the engine's `var2str`, but keeps the order of keys.
        ///
        /// `{:#}` writes every digit of a float. Strings keep their control characters: print
        /// values of a peer to a terminal or a log through [`Escaped`](crate::Escaped).
        impl core::fmt::Display for #variant {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                crate::text::display::variant::<#marker, Self>(f, self)
            }
        }
    }
}

fn definition(context: &Context<'_>) -> TokenStream {
    let variants = variants(context, |case| case.payload.fields());
    let typed = typed_array::aliases(context, &quote!(), &quote!(Variant));
    quote! {
        /// A Dictionary of this layout.
        pub type Dictionary = crate::Dictionary<Variant>;

        /// An Object of this layout.
        pub type Object = crate::Object<Variant>;

        #typed

        /// Any value of TITLE.
        ///
        /// ```
        /// use gdvariant::LAYOUT::{self, Variant};
        ///
        /// let mut player = LAYOUT::variant!({"name": "Ada", "scores": [7, 12]});
        /// player["health"] = 100.into();
        /// assert_eq!(player["name"], "Ada");
        /// assert_eq!(player["scores"][1].as_int(), Some(12));
        ///
        /// let bytes = LAYOUT::to_vec(&player)?;
        /// assert_eq!(LAYOUT::from_slice::<Variant>(&bytes)?, player);
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        ///
        /// | task | items |
        /// | --- | --- |
        /// | create a value | [`variant!`], `Variant::from`, [`array`](Self::array), `str::parse` |
        /// | access its contents | `player["name"]`, [`get`](Self::get), [`get_mut`](Self::get_mut), [`pointer`](Self::pointer), [`take`](Self::take) |
        /// | find out its type | [`variant_type`](Self::variant_type), [`kind`](Self::kind), [`is_nil`](Self::is_nil), `is_*` of each type |
        /// | get its payload | `as_*`, `as_*_mut` and `into_*` of each type, [`as_i64`](Self::as_i64), [`as_f64`](Self::as_f64), [`as_str`](Self::as_str) |
        /// | convert it from and to your types | `From` and `TryFrom`, [`to_variant`], [`from_variant`] |
        /// | encode and decode it | [`to_vec`], [`from_slice`] |
        /// | print it | `Display`, as the engine's `var2str` |
        ///
        /// A Variant takes at most 32 bytes: larger payloads are boxed. The page of [`VariantType`]
        /// has the bytes of each type, and the guide [`values`](crate::guide::values) more
        /// examples.
        ///
        /// # Accessors
        ///
        /// Each type with a payload has four methods, which are named after its variant:
        ///
        /// ```
        /// use gdvariant::LAYOUT::Variant;
        ///
        /// let mut health = Variant::from(7);
        /// assert!(health.is_int());
        /// assert_eq!(health.as_int(), Some(7));
        /// assert_eq!(health.as_string(), None);
        /// if let Some(payload) = health.as_int_mut() {
        ///     *payload += 1;
        /// }
        /// assert_eq!(health.into_int(), Ok(8));
        ///
        /// let name = Variant::from("Ada");
        /// assert_eq!(name.as_string(), Some("Ada"));
        /// assert_eq!(name.into_int(), Err(Variant::from("Ada")));
        /// ```
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum Variant { #variants }
    }
}

/// Generates the variants of `Variant` or `VariantRef`; `fields` generates the fields of one.
pub(super) fn variants(
    context: &Context<'_>,
    fields: impl Fn(&Case<'_>) -> TokenStream,
) -> TokenStream {
    let variants = context.cases.iter().map(|case| {
        let Case {
            listed,
            ty,
            variant,
            ..
        } = case;
        let doc = doc(&if case.is_declared {
            format!("`{}` with a declared type.", ty.name)
        } else {
            // The page of the type has the bytes.
            format!(
                "`{}`, [number {}](VariantType::{}){}: {}",
                listed.name,
                listed.number,
                listed.rust,
                since_doc(listed.since),
                ty.description
            )
        });
        let default = case.payload.ty.is_none().then(|| quote!(#[default]));
        let fields = fields(case);
        quote!(#doc #default #variant #fields)
    });
    quote!(#(#variants),*)
}

fn inherent(context: &Context<'_>) -> TokenStream {
    let cases = context.cases.iter();
    let accessors = cases.filter_map(|case| accessors::owned(context, case));
    type_and_accessors(context, &quote!(impl Variant), accessors)
}

/// Generates the functions for the type and the accessors of `Variant` and `VariantRef`.
pub(super) fn type_and_accessors(
    context: &Context<'_>,
    implement: &TokenStream,
    accessors: impl Iterator<Item = TokenStream>,
) -> TokenStream {
    let arms = context.types().map(|case| {
        let declared = context.declared_of(case).into_iter();
        let patterns = [case]
            .into_iter()
            .chain(declared.map(|(declared, _)| declared));
        let patterns = patterns.map(|case| {
            let (variant, held) = (&case.variant, case.payload.ty.as_ref().map(|_| quote!((_))));
            quote!(Self::#variant #held)
        });
        let ty = &case.variant;
        quote!(#(#patterns)|* => VariantType::#ty)
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

/// Generates the mutable view of a Variant.
fn view_mut(context: &Context<'_>) -> TokenStream {
    let arms = context.cases.iter().map(|case| {
        let pattern = case.pattern(&quote!(Self));
        let view = &case.payload.viewed_mut;
        quote!(#pattern => ViewMut::#view)
    });
    quote! {
        impl crate::value::editable::Editable for Variant {
            #[inline]
            fn view_mut(&mut self) -> crate::value::editable::ViewMut<'_, Self> {
                use crate::value::editable::ViewMut;
                match self { #(#arms),* }
            }
        }
    }
}

/// Generates the building of a Variant from the content of a body.
fn build(context: &Context<'_>) -> TokenStream {
    let leaves = context.types().filter(|case| !case.is_nested());
    let arms = leaves.map(|case| {
        let (variant, kind) = (&case.variant, &case.kind);
        let built = if case.payload.ty.is_some() {
            quote!(Self::#variant)
        } else {
            quote!(|()| Self::#variant)
        };
        quote!(#kind => Payload::from_content(content).map(#built))
    });
    quote! {
        impl crate::value::build::Build for Variant {
            fn build(kind: crate::Kind, content: crate::value::build::Content<'_>) -> Option<Self> {
                use crate::value::build::Payload;
                match kind {
                    #(#arms,)*
                    _ => None,
                }
            }
        }
    }
}

fn view(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let types = quote! {
        type Text = alloc::string::String;
        type Path = crate::NodePath;
    };
    let coerce = quote!(crate::codec::coerce::convert::<#marker>(self, declared));
    let viewed = viewed(context, &types, &coerce, |payload| &payload.viewed);
    quote!(impl crate::value::view::AsView for Variant { #viewed })
}

/// Generates the items of `AsView`: `coerce` converts a value to a declared type, and `view` is the
/// view of a payload.
pub(super) fn viewed(
    context: &Context<'_>,
    types: &TokenStream,
    coerce: &TokenStream,
    view: impl Fn(&Payload) -> &TokenStream,
) -> TokenStream {
    let by_value = (context.edition.layout.keys == KeyEquality::Value).then(|| {
        quote!(
            const KEYS_BY_VALUE: bool = true;
        )
    });
    let coerce = context.declared().next().map(|_| {
        quote! {
            fn coerce(&self, declared: crate::Kind) -> crate::value::declared::Coerced<Self> {
                #coerce
            }
        }
    });
    let arms = context.cases.iter().map(|case| {
        let view = view(&case.payload);
        let pattern = case.pattern(&quote!(Self));
        quote!(#pattern => View::#view)
    });
    let string = context.role(Role::String);
    quote! {
        #types
        #by_value

        #[inline]
        fn kind(&self) -> crate::Kind {
            self.variant_type().kind()
        }

        #coerce

        fn view(&self) -> crate::value::view::View<'_, Self> {
            use crate::value::view::View;
            match self { #(#arms),* }
        }

        #[inline]
        fn string(&self) -> Option<&str> {
            if let Self::#string(text) = self { Some(text) } else { None }
        }
    }
}

fn encode(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let is_common =
        |case: &Case<'_>| matches!(case.ty.body, Body::Bool | Body::Number | Body::Text);
    let arms = |common| {
        let cases = context
            .cases
            .iter()
            .filter(move |case| is_common(case) == common);
        cases.map(|case| {
            let pattern = case.pattern(&quote!(Self));
            let encoded = &case.payload.encoded;
            quote!(#pattern => #encoded)
        })
    };
    let (common, others) = (arms(true), arms(false));
    let batch = encode_batch(context);
    quote! {
        impl Encode<#marker> for Variant {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                // The types that containers are full of are encoded in the containers' loops: 8 %
                // fewer instructions in keys/encode dynamic.
                match self {
                    #(#common,)*
                    other => other.encode_other(writer),
                }
            }

            #batch
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
    let of_role = |role| context.types().find(move |case| case.ty.is(role));
    let [int, string] = [Role::Int, Role::String].map(|role| {
        let case = of_role(role);
        case.map(|case| (&case.variant, case.method("as_NAME")))
    });
    let (Some((int, as_int)), Some((string, as_string))) = (int, string) else {
        return quote!();
    };
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

/// Generates `Clone`.
///
/// Containers are cloned separately to keep the recursive stack frame small.
pub(super) fn clone(context: &Context<'_>, variant: &TokenStream) -> TokenStream {
    let nested = context.cases.iter().filter(|case| case.is_nested());
    let nested: Vec<_> = nested.map(|case| &case.variant).collect();
    let leaves = context.types().filter(|case| !case.is_nested());
    let leaves = leaves.map(|case| {
        let (variant, pattern) = (&case.variant, case.pattern(&quote!(Self)));
        let cloned = case
            .payload
            .ty
            .as_ref()
            .map(|_| quote!((Clone::clone(value))));
        quote!(#pattern => Self::#variant #cloned)
    });
    quote! {
        impl Clone for #variant {
            fn clone(&self) -> Self {
                match self {
                    #(Self::#nested(value) => Self::#nested(value.clone()),)*
                    _ => self.clone_leaf(),
                }
            }
        }

        impl #variant {
            #[allow(clippy::clone_on_copy, reason = "an arm a type, whether it can be copied or not")]
            fn clone_leaf(&self) -> Self {
                match self {
                    #(#leaves,)*
                    #(Self::#nested(_))|* => self.clone(),
                }
            }
        }
    }
}
