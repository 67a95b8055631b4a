//! Generates the enums for any value of any engine: `Variant` and the borrowed `VariantRef`.

use super::cases::{Case, TypedContainer};
use super::edition::{Edition, Precision};
use super::layout::Context;
use super::names::{aliases, doc, ident};
use super::payload::{Payload, PayloadCode};
use super::{accessors, conversions, decode, typed_array};
use crate::model::{Body, Layout, LayoutType, Schema, Var2str, find, has};
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

/// Generates the file with the enums, which the library includes once for each precision.
///
/// The module that includes the file defines `Real`, `Large` and `LargeRef`, and
/// imports the value types.
pub(super) fn variant(schema: &Schema) -> TokenStream {
    let layout = all_types(schema);
    let precision = Precision::OfModule;
    let edition = Edition {
        layout: &layout,
        precision,
    };
    let context = &Context::new(schema, edition);
    let [owned, borrowed] = [Form::Owned, Form::Borrowed].map(|form| items(context, form));
    let conversions = context.types().map(conversions::conversions);
    let (view_mut, build) = (view_mut(context), build(context));
    let typed = typed_array::conversions(context);
    let lists = conversions::lists(context);
    let to_owned = conversions::owned(context);
    quote! {
        #owned
        #borrowed
        #(#conversions)*
        #view_mut
        #build
        #typed
        #lists
        #to_owned
    }
}

/// Returns a layout with the types of all layouts, for the enums that hold any value.
///
/// A type is that of Godot 4 if it has the type, so containers can have declared types.
pub(super) fn all_types(schema: &Schema) -> Layout {
    let mut layouts: Vec<_> = schema.layouts.iter().collect();
    layouts.sort_by_key(|layout| layout.var2str != Var2str::Godot4);
    let types = schema.types.iter().zip(0..).map(|(ty, number)| {
        let listed = layouts
            .iter()
            .find_map(|layout| find(&layout.types, &ty.key));
        let listed = listed.expect("in a checked schema, layouts have every type");
        LayoutType {
            number,
            name: ty.name.clone(),
            has_single_reals: !schema.is_doubled(&ty.key),
            ..listed.clone()
        }
    });
    let types = types.collect();
    Layout {
        types,
        ..(*layouts.first().expect("a checked schema has layouts")).clone()
    }
}

/// Generates the items that both enums have.
fn items(context: &Context<'_>, form: Form) -> TokenStream {
    let emitters = [definition, inherent, clone, view, encode, decode::decode];
    let items = emitters.iter().map(|emit| emit(context, form));
    quote!(#(#items)*)
}

fn definition(context: &Context<'_>, form: Form) -> TokenStream {
    let mut cases: Vec<_> = context.cases.iter().collect();
    if form == Form::Borrowed {
        // The other payloads borrow. One comparison instead of a jump table tells that they need no
        // drop, which saves 11% of the instructions in the benchmark "ints/decode dynamic, borrowed".
        cases.sort_by_key(|case| case.payload.is_container || case.ty.body == Body::PackedText);
    }
    let variants = cases.into_iter().map(|case| {
        let Case { ty, variant, .. } = case;
        let doc = doc(&if case.is_declared {
            format!(
                "[`Kind::{}`](crate::Kind::{0}) with a declared type.",
                ty.key
            )
        } else {
            ty.description.clone()
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

/// Generates the methods: `kind` and the accessors.
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
        let kind = &case.kind;
        quote!(#(#patterns)|* => #kind)
    });
    let cases = context.cases.iter();
    let accessors = cases.filter_map(|case| accessors::accessors(context, case, form));
    let (name, lifetime) = (form.name(), form.lifetime());
    quote! {
        impl #lifetime #name #lifetime {
            /// Returns the kind of the value ([example](Self#accessors)).
            #[inline]
            #[must_use]
            pub const fn kind(&self) -> crate::Kind {
                match self { #(#arms),* }
            }

            #(#accessors)*
        }
    }
}

/// Generates the mutable view of a Variant.
fn view_mut(context: &Context<'_>) -> TokenStream {
    let arms = context.nested().map(|case| {
        let view = &case.payload.owned.viewed;
        case.arm(&quote!(ViewMut::#view))
    });
    quote! {
        impl crate::value::editable::Editable for Variant {
            #[inline]
            fn view_mut(&mut self) -> crate::value::editable::ViewMut<'_, Self> {
                use crate::value::editable::ViewMut;
                match self {
                    #(#arms,)*
                    _ => ViewMut::Leaf,
                }
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
    let typed = typed_array::constructors(context);
    quote! {
        impl crate::value::build::Build for Variant {
            fn build(kind: crate::Kind, content: crate::value::build::Content<'_>) -> Option<Self> {
                use crate::value::build::Payload;
                match kind {
                    #(#arms,)*
                    _ => None,
                }
            }

            #typed
        }
    }
}

fn view(context: &Context<'_>, form: Form) -> TokenStream {
    let (text, path, coerce) = match form {
        Form::Owned => (
            quote!(alloc::string::String),
            quote!(crate::NodePath),
            quote!(convert),
        ),
        Form::Borrowed => (
            quote!(&'de str),
            quote!(crate::NodePathRef<'de>),
            quote!(borrowed),
        ),
    };
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

            #[inline]
            fn kind(&self) -> crate::Kind {
                self.kind()
            }

            const IS_DOUBLE: bool = size_of::<Real>() == size_of::<f64>();

            fn coerce(
                &self,
                declared: crate::Kind,
                layout: &'static str,
            ) -> Result<Option<Self>, crate::DecodeErrorKind> {
                crate::codec::coerce::#coerce(self, declared, layout)
            }

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
    let value = form.elided();
    let is_common =
        |case: &&Case<'_>| matches!(case.ty.body, Body::Bool | Body::Number | Body::Text);
    let (common, others): (Vec<_>, Vec<_>) = context.cases.iter().partition(is_common);
    let containers = context.nested().map(|case| &case.variant);
    let (nested, leaves): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|case| case.payload.is_container);
    let is_in_all = |case: &Case<'_>| {
        let mut layouts = context.schema.layouts.iter();
        layouts.all(|layout| has(&layout.types, &case.ty.key))
    };
    let [common, nested, leaves] = [common, nested, leaves].map(|cases| {
        let arms = cases.into_iter().map(|case| {
            let (encoded, kind) = (&form.held(&case.payload).encoded, &case.kind);
            if is_in_all(case) {
                return case.arm(encoded);
            }
            case.arm(&quote! {
                if writer.has(#kind) { #encoded } else { Err(writer.missing_type(#kind)) }
            })
        });
        arms.collect::<Vec<_>>()
    });
    quote! {
        impl #value {
            /// Encodes the value, or returns an error if the layout lacks its type.
            #[inline]
            pub(crate) fn encode_in(
                &self,
                writer: &mut crate::Writer<'_, AnyEngine>,
            ) -> Result<(), EncodeError> {
                // Encoding the most common types inline in the loops of containers saves 8% of the
                // instructions in the benchmark "keys/encode dynamic".
                match self {
                    #(#common,)*
                    #(Self::#containers(_))|* => self.encode_nested(writer),
                    leaf => leaf.encode_leaf(writer),
                }
            }

            /// Encodes a container. Other values are encoded separately to keep the recursive stack
            /// frame small.
            #[inline(never)]
            fn encode_nested(&self, writer: &mut crate::Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
                match self {
                    #(#nested,)*
                    other => other.encode(writer),
                }
            }

            #[inline(never)]
            fn encode_leaf(&self, writer: &mut crate::Writer<'_, AnyEngine>) -> Result<(), EncodeError> {
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
