//! Generates the decoding of `Variant` and `VariantRef`.

use super::cases::Case;
use super::layout::Context;
use super::names::{ident, snake};
use super::variant::Form;
use crate::model::Role;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates `Decode`.
pub(super) fn decode(context: &Context<'_>, form: Form) -> TokenStream {
    let (variant, lifetime) = (form.name(), form.lifetime());
    let string = context.role(Role::String);
    let of_text = match form {
        Form::Owned => quote!(|text| Self::#string(text.into())),
        Form::Borrowed => quote!(Self::#string),
    };
    let marker = context.marker();
    let [int, nil] = [Role::Int, Role::Nil].map(|role| context.role(role));
    let mut nested: Vec<_> = context.nested().collect();
    // Arms for values with a declared type have a condition, so they precede the others.
    nested.sort_by_key(|case| !case.is_declared);
    let selected = nested.iter().map(|case| {
        let (ty, function) = (ident(&case.ty.key), nested_function(case));
        let flags = case.is_declared.then(|| quote!(if header.flags() != 0));
        quote!(Some(VariantType::#ty) #flags => Self::#function(reader, header, to))
    });
    let nested = nested.iter().map(|case| self::nested(context, case, form));
    let leaf = |case: &Case<'_>| {
        let (variant, held) = (&case.variant, form.held(&case.payload));
        let decoded = &held.decoded;
        let payload = held.ty.as_ref().map(|_| quote!((#decoded)));
        quote!(Some(VariantType::#variant) => Ok(to(Self::#variant #payload)))
    };
    let strings = context.leaves().filter(|case| case.variant == string);
    let strings = strings.map(&leaf);
    let leaves = context.leaves().map(&leaf);
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
                // The place is Nil and owns nothing. Without `forget`, the check whether to drop
                // the old value would take as long as decoding most values.
                Self::decode_to(reader, |value| core::mem::forget(core::mem::replace(place, value)))
            }

            fn decode_elements(
                reader: &mut crate::Reader<'de, #marker>,
                count: usize,
                elements: &mut Vec<Self>,
            ) -> Result<(), DecodeError> {
                reader.elements(count, elements, Self::#int, #of_text)
            }
        }

        // Each arm calls `to` directly, so that values are built in place: in the benchmark
        // "snapshot/decode dynamic", this saves 10% of the time for owned values, and 20% for
        // borrowed ones.
        impl<'de> #variant #lifetime {
            #[inline]
            fn decode_to<R>(reader: &mut crate::Reader<'de, #marker>, to: impl FnOnce(Self) -> R) -> Result<R, DecodeError> {
                let header = reader.header()?;
                // Each container is decoded separately to keep the recursive stack frame small.
                match VariantType::from_number(header.number()) {
                    #(#selected,)*
                    // Most keys are Strings: without a second call for each of them, the benchmark
                    // "snapshot/decode dynamic, borrowed" takes 4% fewer instructions.
                    #(#strings,)*
                    _ => Self::decode_leaf(reader, header, to),
                }
            }

            #(#nested)*

            #[inline(never)]
            #[allow(clippy::too_many_lines, reason = "one arm per type")]
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
fn nested(context: &Context<'_>, case: &Case<'_>, form: Form) -> TokenStream {
    let (marker, variant, function) = (context.marker(), &case.variant, nested_function(case));
    let value = &form.held(&case.payload).decoded;
    let declared = case.typed.filter(|_| case.is_declared);
    let built = declared.map_or_else(
        || quote!(Self::#variant(value)),
        |typed| {
            let (plain, contents) = (ident(&case.ty.key), typed.contents());
            // Lenient decoding accepts a declared type of Nil, and ignores it.
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
            let value = #value;
            Ok(to(#built))
        }
    }
}
