//! The items of a layout that has typed arrays.
//!
//! All types of the body `typed_array` share the Rust type `TypedArray`. It is converted and encoded
//! as the first of them; the others are cases of the Variant only.

use super::layout_context::{Context, body_module};
use super::names::ident;
use crate::model::{Body, Role, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns whether no earlier type has the same Rust type.
pub(super) fn has_own_type(types: &[Type], ty: &Type) -> bool {
    let first = types.iter().find(|other| other.body == Body::TypedArray);
    ty.body != Body::TypedArray || first.is_some_and(|first| first.key == ty.key)
}

/// Returns the kinds of the layout's typed arrays, and their names in its enums.
fn names(context: &Context<'_>) -> Vec<(Ident, Ident)> {
    context
        .types()
        .filter(|(_, ty)| ty.body == Body::TypedArray)
        .map(|(_, ty)| (ident(&ty.key), context.variant(ty)))
        .collect()
}

/// A variant for containers with a declared type.
pub(super) struct Declaring<'s> {
    /// The type of the container.
    pub(super) ty: &'s Type,
    /// The name of the variant, and of its payload.
    pub(super) variant: Ident,
    /// The field of the payload that is the container without the declared type.
    pub(super) contents: Ident,
    /// The function that decodes and the one that encodes the payload.
    pub(super) codec: Ident,
    /// The function that copies what a borrowed payload borrows.
    pub(super) owned: Ident,
    /// The kind in views, whose typed arrays can be of several kinds.
    pub(super) kind: Option<TokenStream>,
}

/// Returns the variants for containers with a declared type; none unless the layout declares types.
pub(super) fn declaring<'s>(context: &Context<'s>) -> Vec<Declaring<'s>> {
    let types = context.types();
    types
        .filter_map(|(_, ty)| declaring_of(context, ty))
        .collect()
}

/// Returns the variant for containers of this type with a declared type.
pub(super) fn declaring_of<'s>(context: &Context<'s>, ty: &Type) -> Option<Declaring<'s>> {
    let (_, ty) = context.types().find(|(_, other)| other.key == ty.key)?;
    let mut tables = ty.tables.iter();
    tables.find(|table| table.declares.is_some())?;
    let is_array = ty.body == Body::Array;
    let [variant, contents, codec, owned] = if is_array {
        ["TypedArray", "values", "declared_array", "own_typed_array"]
    } else {
        [
            "TypedDictionary",
            "entries",
            "declared_dictionary",
            "own_typed_dictionary",
        ]
    }
    .map(ident);
    let kind = ident(&ty.key);
    Some(Declaring {
        ty,
        variant,
        contents,
        codec,
        owned,
        kind: is_array.then(|| quote!(crate::Kind::#kind,)),
    })
}

/// Returns whether the layout has typed arrays: as a type of their own, or as Arrays.
fn has_typed_arrays(context: &Context<'_>) -> bool {
    !names(context).is_empty() || !declaring(context).is_empty()
}

/// Generates the alias for the typed array of a Variant.
pub(super) fn alias(context: &Context<'_>) -> Option<TokenStream> {
    let dictionary = (!declaring(context).is_empty()).then(|| {
        quote! {
            /// A Dictionary with declared types of this layout.
            pub type TypedDictionary = crate::TypedDictionary<Variant>;
        }
    });
    has_typed_arrays(context).then(|| {
        quote! {
            /// A typed array of this layout.
            pub type TypedArray = crate::TypedArray<Variant>;

            #dictionary
        }
    })
}

/// Generates the alias for the typed array of a borrowed Variant.
pub(super) fn borrowed_alias(context: &Context<'_>) -> Option<TokenStream> {
    let dictionary = (!declaring(context).is_empty()).then(|| {
        quote! {
            /// A Dictionary with declared types of this layout, borrowed from the input.
            pub type TypedDictionaryRef<'de> = crate::TypedDictionary<VariantRef<'de>>;
        }
    });
    has_typed_arrays(context).then(|| {
        quote! {
            /// A typed array of this layout, borrowed from the input.
            pub type TypedArrayRef<'de> = crate::TypedArray<VariantRef<'de>>;

            #dictionary
        }
    })
}

/// Generates the constructor of the Variant for a kind that is known at run time.
pub(super) fn constructor(context: &Context<'_>) -> Option<TokenStream> {
    let declaring = declaring(context);
    if !declaring.is_empty() {
        let array = ident(&context.schema.role(Role::Array).key);
        return Some(quote! {
            fn typed_array(kind: crate::Kind, array: crate::TypedArray<Variant>) -> Option<Variant> {
                (kind == crate::Kind::#array).then(|| array.into())
            }

            fn typed_dictionary(dictionary: crate::TypedDictionary<Variant>) -> Option<Variant> {
                Some(dictionary.into())
            }
        });
    }
    let names = names(context);
    let arms = names.iter().map(|(kind, variant)| {
        quote!(crate::Kind::#kind => Some(Variant::#variant(alloc::boxed::Box::new(array))))
    });
    (!names.is_empty()).then(|| {
        quote! {
            fn typed_array(kind: crate::Kind, array: crate::TypedArray<Variant>) -> Option<Variant> {
                match kind {
                    #(#arms,)*
                    _ => None,
                }
            }
        }
    })
}

/// Generates `Encode` and `Decode`: only for layouts that have the type, as the bytes would be
/// invalid in the others.
pub(super) fn codec(context: &Context<'_>) -> Option<TokenStream> {
    let marker = context.marker();
    if !declaring(context).is_empty() {
        let declaring = declaring(context);
        let codecs = declaring
            .iter()
            .map(|declaring| declared(context, declaring));
        let starts = declaring.iter().map(|declaring| start(context, declaring));
        let [nil, array] =
            [Role::Nil, Role::Array].map(|role| ident(&context.schema.role(role).key));
        let any = [quote!(Variant), quote!(VariantRef<'_>)];
        return Some(quote! {
            #(#codecs)*

            impl crate::TypedLayout for #marker {
                #(#starts)*
            }

            #(
                impl crate::DeclaredType<#marker> for #any {
                    const DECLARED: crate::Kind = crate::Kind::#nil;
                }

                impl crate::DeclaredType<#marker> for Vec<#any> {
                    const DECLARED: crate::Kind = crate::Kind::#array;
                }
            )*
        });
    }
    let is_own = |ty: &Type| ty.body == Body::TypedArray && has_own_type(&context.schema.types, ty);
    let (_, own) = context.types().find(|(_, ty)| is_own(ty))?;
    let own = ident(&own.key);
    Some(quote! {
        impl<V: Encode<#marker>> Encode<#marker> for crate::TypedArray<V> {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.typed_array(crate::Kind::#own, self)
            }
        }

        impl<'de, V: Decode<'de, #marker>> Decode<'de, #marker> for crate::TypedArray<V> {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                reader.typed_array(crate::Kind::#own)
            }
        }
    })
}

/// Generates the function that encodes what precedes the members of a container.
fn start(context: &Context<'_>, declaring: &Declaring<'_>) -> TokenStream {
    let ty = declaring.ty;
    let (kind, module) = (ident(&ty.key), body_module(context, ty));
    let (name, arguments) = if ty.body == Body::Array {
        ("put_array_start", quote!(element))
    } else {
        ("put_dictionary_start", quote!(key, value))
    };
    let (name, count) = (ident(name), if ty.body == Body::Array { 1 } else { 2 });
    let count = proc_macro2::Literal::usize_unsuffixed(count);
    quote! {
        fn #name(
            writer: &mut crate::Writer<'_, Self>,
            count: u32,
            [#arguments]: [&crate::declared::Declared<'_>; #count],
        ) -> Result<(), EncodeError> {
            #module::put_start(writer, crate::Kind::#kind, count, #arguments)
        }
    }
}

/// Generates `Encode`, `Decode` and the conversions of a container with a declared type.
fn declared(context: &Context<'_>, declaring: &Declaring<'_>) -> TokenStream {
    let Declaring {
        ty,
        variant,
        contents,
        codec,
        ..
    } = declaring;
    let undeclared = context.variant(ty);
    let (marker, kind, module) = (context.marker(), ident(&ty.key), body_module(context, ty));
    let (arguments, bounds) = if ty.body == Body::Array {
        (quote!(element), quote!())
    } else {
        (quote!(key, value), quote!(+ core::fmt::Display))
    };
    quote! {
        impl<V: Encode<#marker> + crate::view::Viewed #bounds> Encode<#marker> for crate::#variant<V> {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                writer.#codec(self, |writer, count, [#arguments]| {
                    #module::put_start(writer, crate::Kind::#kind, count, #arguments)
                })
            }
        }

        impl<'de, V: Decode<'de, #marker> + crate::view::Viewed + Default> Decode<'de, #marker> for crate::#variant<V> {
            fn decode(reader: &mut crate::Reader<'de, #marker>) -> Result<Self, DecodeError> {
                let header = reader.header_of(crate::Kind::#kind)?;
                reader.#codec(header).map(|value| *value)
            }
        }

        /// Converts to the variant without a declared type if none is declared.
        impl From<#variant> for Variant {
            fn from(value: #variant) -> Self {
                if value.is_untyped() {
                    Self::#undeclared(value.#contents)
                } else {
                    Self::#variant(alloc::boxed::Box::new(value))
                }
            }
        }
    }
}
