//! Generates the decoding of `Variant` and `VariantRef`.

use super::cases::Case;
use super::layout::Context;
use super::names::{ident, snake};
use super::variant::Form;
use crate::model::{Body, Role};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the decoding of one of the enums.
pub(super) fn decode(context: &Context<'_>, form: Form) -> TokenStream {
    let (variant, lifetime) = (form.name(), form.lifetime());
    let mut nested: Vec<_> = context.nested().collect();
    // Arms for values with a declared type have a condition, so they precede the others.
    nested.sort_by_key(|case| !case.is_declared);
    let is_common = |case: &&Case<'_>| case.ty.body == Body::Text || case.ty.is(Role::Int);
    let (common, leaves): (Vec<_>, Vec<_>) = context.leaves().partition(is_common);
    let first = common.iter().map(|case| {
        let (kind, function) = (&case.kind, function(case));
        quote! {
            if header.is(#kind) {
                return Self::#function(reader, header, to);
            }
        }
    });
    let selected = nested.iter().map(|case| {
        let (kind, function) = (&case.kind, function(case));
        let flags = case.is_declared.then(|| quote!(if header.flags() != 0));
        quote!(#kind #flags => Self::#function(reader, header, to))
    });
    let nested = nested
        .iter()
        .map(|case| of_type(case, form, &quote!(#[inline(never)])));
    let inline = quote! {
        // Without optimization, inlining would only enlarge the recursive stack frame.
        #[cfg_attr(debug_assertions, inline(never))]
        #[cfg_attr(not(debug_assertions), inline(always))]
        #[allow(clippy::inline_always, reason = "measured")]
    };
    let common = common.iter().map(|case| of_type(case, form, &inline));
    let leaves = leaves.iter().map(|case| {
        let (variant, kind, held) = (&case.variant, &case.kind, form.held(&case.payload));
        let decoded = &held.decoded;
        let payload = held.ty.as_ref().map(|_| quote!((#decoded)));
        quote!(#kind => Ok(to(Self::#variant #payload)))
    });
    quote! {
        // Each arm calls `to` directly, so that values are built in place: in the benchmark
        // "snapshot/decode dynamic", this saves 10% of the time for owned values, and 20% for
        // borrowed ones.
        impl<'de> #variant #lifetime {
            #inline
            pub(crate) fn decode_to<R>(
                reader: &mut crate::Reader<'de, AnyEngine>,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                let header = reader.header()?;
                // Most keys are text or ints. With a call or a jump table for them, "names/decode dynamic,
                // owned" would take 14% more time.
                #(#first)*
                // Each container is decoded separately to keep the recursive stack frame small.
                match header.kind() {
                    #(#selected,)*
                    _ => Self::decode_leaf(reader, header, to),
                }
            }

            #(#nested)*

            #(#common)*

            #[inline(never)]
            #[allow(clippy::too_many_lines, reason = "one arm per type")]
            fn decode_leaf<R>(
                reader: &mut crate::Reader<'de, AnyEngine>,
                header: crate::Header,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                match header.kind() {
                    #(#leaves,)*
                    _ => Err(reader.unknown_type(header.number())),
                }
            }
        }
    }
}

fn function(case: &Case<'_>) -> Ident {
    match case.typed {
        Some(typed) if case.is_declared => ident(&format!("decode_{}", typed.codec())),
        _ => ident(&format!("decode_{}", snake(&case.ty.key))),
    }
}

/// Generates the function that decodes a value of one type.
fn of_type(case: &Case<'_>, form: Form, inline: &TokenStream) -> TokenStream {
    let (variant, function) = (&case.variant, function(case));
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
        #inline
        #[allow(unused_variables, reason = "only some bodies depend on the header")]
        fn #function<R>(
            reader: &mut crate::Reader<'de, AnyEngine>,
            header: crate::Header,
            to: impl FnOnce(Self) -> R,
        ) -> Result<R, DecodeError> {
            let value = #value;
            Ok(to(#built))
        }
    }
}
