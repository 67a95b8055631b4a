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

        #view_mut
        #build
        #lists

        crate::text::display::display_form!(Variant, #marker);
        crate::text::parse::parsed_form!(Variant, #marker);
        crate::access::conversions::more_conversions!(Variant of #marker);

        #[cfg(feature = "serde")]
        crate::serde::json::json_form!(#marker, Variant, VariantRef);
    }
}

fn definition(context: &Context<'_>) -> TokenStream {
    let variants = variants(context, |case| case.payload.fields());
    let doc = context.doc(include_str!("../../templates/rust/variant.md"));
    let typed = typed_array::aliases(context, &quote!(), &quote!(Variant));
    quote! {
        /// A Dictionary of this layout.
        pub type Dictionary = crate::Dictionary<Variant>;

        /// An Object of this layout.
        pub type Object = crate::Object<Variant>;

        #typed

        #doc
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
    quote! {
        #implement {
            /// Returns the type ([example](Self#accessors)).
            #[inline]
            #[must_use]
            pub const fn variant_type(&self) -> VariantType {
                match self { #(#arms),* }
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

            crate::codec::array::encode_batch!(#marker);
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
