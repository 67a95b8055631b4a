//! Generates the enums for any value of a layout: `Variant` and the borrowed `VariantRef`.

use super::cases::{Case, TypedContainer};
use super::layout::Context;
use super::names::{aliases, doc, ident, since_doc};
use super::payload::{Payload, PayloadCode};
use super::{accessors, conversions, decode};
use crate::model::{Body, KeyEquality};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// The enum for values of every type: `Variant` or `VariantRef`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    Owned,
    Borrowed,
}

impl Form {
    pub(super) fn name(self) -> Ident {
        self.named("Variant")
    }

    /// Returns the name of a type that the enum contains, or of the enum itself.
    fn named(self, name: &str) -> Ident {
        ident(&match self {
            Self::Owned => name.to_owned(),
            Self::Borrowed => format!("{name}Ref"),
        })
    }

    /// Generates the named parameter for the lifetime of the input.
    pub(super) fn lifetime(self) -> Option<TokenStream> {
        (self == Self::Borrowed).then(|| quote!(<'de>))
    }

    /// Generates the enum with an elided lifetime.
    fn elided(self) -> TokenStream {
        let (name, lifetime) = (self.name(), self.lifetime().map(|_| quote!(<'_>)));
        quote!(#name #lifetime)
    }

    /// Returns the payload in this enum.
    pub(super) fn held(self, payload: &Payload) -> &PayloadCode {
        match self {
            Self::Owned => &payload.owned,
            Self::Borrowed => &payload.borrowed,
        }
    }
}

pub(super) fn variant(context: &Context<'_>) -> TokenStream {
    let items = items(context, Form::Owned);
    let conversions = context
        .types()
        .map(|case| conversions::conversions(context, case));
    let (view_mut, build) = (view_mut(context), build(context));
    let lists = conversions::lists(context);
    let module = context.edition.module();
    let marker = context.marker();
    quote! {
        #items

        crate::access::access_methods!(#module Variant #marker);
        crate::access::plain_value_methods!(#module "Variant" Variant);

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

pub(super) fn variant_ref(context: &Context<'_>) -> TokenStream {
    let items = items(context, Form::Borrowed);
    let owned = conversions::owned(context);
    let module = context.edition.module();
    let marker = context.marker();
    quote! {
        #items
        #owned

        crate::access::borrowed_access_methods!(#module VariantRef #marker);

        crate::text::display::display_form!(VariantRef<'_>, #marker);
    }
}

/// Generates the items that both enums have.
fn items(context: &Context<'_>, form: Form) -> TokenStream {
    let emitters = [definition, inherent, clone, view, encode, decode::decode];
    let items = emitters.iter().map(|emit| emit(context, form));
    quote!(#(#items)*)
}

fn definition(context: &Context<'_>, form: Form) -> TokenStream {
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
            // The documentation of `VariantType` has the offset tables.
            format!(
                "`{}`, [number {}](VariantType::{}){}: {}",
                listed.name,
                listed.number,
                listed.key,
                since_doc(listed.since),
                ty.description
            )
        });
        let aliases = aliases(context.schema, ty);
        let fields = form.held(&case.payload).fields();
        let default = fields.is_none().then(|| quote!(#[default]));
        quote!(#doc #aliases #default #variant #fields)
    });
    let doc = context.doc(match form {
        Form::Owned => include_str!("../../templates/rust/variant.md"),
        Form::Borrowed => include_str!("../../templates/rust/variant_ref.md"),
    });
    let (name, lifetime) = (form.name(), form.lifetime());
    let containers = containers(context, form);
    quote! {
        #containers

        #doc
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum #name #lifetime { #(#variants),* }
    }
}

/// Generates the aliases of the containers that hold values of the enum.
fn containers(context: &Context<'_>, form: Form) -> TokenStream {
    let is_typed =
        |typed: &TypedContainer| context.cases.iter().any(|case| case.typed == Some(*typed));
    let typed = [TypedContainer::Array, TypedContainer::Dictionary]
        .into_iter()
        .filter(is_typed);
    let names = ["Dictionary", "Object"].map(ident).into_iter();
    let containers = names.chain(typed.map(TypedContainer::name)).map(|name| {
        let alias = form.named(&name.to_string());
        let borrowed = form.lifetime().map_or("", |_| ", borrowed from the input");
        let doc = doc(&format!("`{name}` with values of this layout{borrowed}."));
        let (value, lifetime) = (form.name(), form.lifetime());
        quote!(#doc pub type #alias #lifetime = crate::#name<#value #lifetime>;)
    });
    containers.collect()
}

/// Generates the methods: `variant_type` and the accessors.
fn inherent(context: &Context<'_>, form: Form) -> TokenStream {
    let arms = context.types().map(|case| {
        let declared = context.declared_of(case).into_iter();
        let patterns = [case]
            .into_iter()
            .chain(declared.map(|(declared, _)| declared));
        let patterns = patterns.map(|case| {
            let (variant, held) = (&case.variant, case.payload.owned.ty.as_ref());
            let held = held.map(|_| quote!((_)));
            quote!(Self::#variant #held)
        });
        let ty = &case.variant;
        quote!(#(#patterns)|* => VariantType::#ty)
    });
    let cases = context.cases.iter();
    let accessors = cases.filter_map(|case| accessors::accessors(context, case, form));
    let (name, lifetime) = (form.name(), form.lifetime());
    quote! {
        impl #lifetime #name #lifetime {
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
    let arms = context.arms(|payload| {
        let view = &payload.viewed_mut;
        quote!(ViewMut::#view)
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

/// Generates the function that builds a Variant from the content of a body.
fn build(context: &Context<'_>) -> TokenStream {
    let arms = context.leaves().map(|case| {
        let (variant, kind) = (&case.variant, &case.kind);
        let built = if case.payload.owned.ty.is_some() {
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

fn view(context: &Context<'_>, form: Form) -> TokenStream {
    let marker = context.marker();
    let (text, path, coerce) = match form {
        Form::Owned => (
            quote!(alloc::string::String),
            quote!(crate::NodePath),
            quote!(convert::<#marker>),
        ),
        Form::Borrowed => (
            quote!(&'de str),
            quote!(crate::NodePathRef<'de>),
            quote!(borrowed),
        ),
    };
    let by_value = (context.edition.layout.keys == KeyEquality::Value).then(|| {
        quote!(
            const KEYS_BY_VALUE: bool = true;
        )
    });
    let coerce = context.declared().next().map(|_| {
        quote! {
            fn coerce(&self, declared: crate::Kind) -> Result<Option<Self>, crate::DecodeErrorKind> {
                crate::codec::coerce::#coerce(self, declared)
            }
        }
    });
    let arms = context.arms(|payload| {
        let view = &form.held(payload).viewed;
        quote!(View::#view)
    });
    let texts = context
        .cases
        .iter()
        .filter(|case| case.ty.body == Body::Text);
    let texts = texts.map(|case| &case.variant);
    let (name, lifetime) = (form.name(), form.lifetime());
    quote! {
        impl #lifetime crate::value::view::AsView for #name #lifetime {
            type Text = #text;
            type Path = #path;
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
            fn text(&self) -> Option<&str> {
                #(if let Self::#texts(text) = self { return Some(text); })*
                None
            }
        }
    }
}

fn encode(context: &Context<'_>, form: Form) -> TokenStream {
    let (marker, value) = (context.marker(), form.elided());
    let is_common =
        |case: &&Case<'_>| matches!(case.ty.body, Body::Bool | Body::Number | Body::Text);
    let (common, others): (Vec<_>, Vec<_>) = context.cases.iter().partition(is_common);
    let containers = context.nested().map(|case| &case.variant);
    let (nested, leaves) = others
        .into_iter()
        .partition(|case| case.payload.is_container);
    let [common, nested, leaves]: [Vec<_>; 3] =
        [common, nested, leaves].map(|cases: Vec<&Case<'_>>| {
            let arms = cases.into_iter().map(|case| {
                let encoded = &form.held(&case.payload).encoded;
                case.arm(encoded)
            });
            arms.collect::<Vec<_>>()
        });
    quote! {
        impl Encode<#marker> for #value {
            #[inline]
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                // Encoding the most common types inline in the loops of containers saves 8% of the
                // instructions in the benchmark "keys/encode dynamic".
                match self {
                    #(#common,)*
                    #(Self::#containers(_))|* => self.encode_nested(writer),
                    leaf => leaf.encode_leaf(writer),
                }
            }

            crate::codec::array::encode_batch!(#marker);
        }

        impl #value {
            /// Encodes a container. Other values are encoded separately to keep the recursive stack
            /// frame small.
            #[inline(never)]
            fn encode_nested(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                match self {
                    #(#nested,)*
                    other => other.encode(writer),
                }
            }

            #[inline(never)]
            fn encode_leaf(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                match self {
                    #(#leaves,)*
                    other => other.encode(writer),
                }
            }
        }
    }
}

/// Generates `Clone`.
///
/// Containers are cloned separately to keep the recursive stack frame small.
fn clone(context: &Context<'_>, form: Form) -> TokenStream {
    let value = form.elided();
    let nested: Vec<_> = context.nested().map(|case| &case.variant).collect();
    let leaves = context.leaves().map(|case| {
        let (variant, held) = (&case.variant, case.payload.owned.ty.as_ref());
        let cloned = held.map(|_| quote!((Clone::clone(value))));
        case.arm(&quote!(Self::#variant #cloned))
    });
    quote! {
        impl Clone for #value {
            fn clone(&self) -> Self {
                match self {
                    #(Self::#nested(value) => Self::#nested(value.clone()),)*
                    _ => self.clone_leaf(),
                }
            }
        }

        impl #value {
            #[allow(clippy::clone_on_copy, reason = "one arm per type, whether the type is `Copy` or not")]
            fn clone_leaf(&self) -> Self {
                match self {
                    #(#leaves,)*
                    #(Self::#nested(_))|* => self.clone(),
                }
            }
        }
    }
}
