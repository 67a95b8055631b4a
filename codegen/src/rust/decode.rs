//! Generates the decoding of `Variant` and `VariantRef`.

use super::cases::Case;
use super::layout::Context;
use super::names::{ident, snake};
use super::variant::Form;
use crate::model::Role;
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the decoding of one of the enums.
pub(super) fn decode(context: &Context<'_>, form: Form) -> TokenStream {
    let (variant, lifetime) = (form.name(), form.lifetime());
    let string = context.role(Role::String);
    let mut nested: Vec<_> = context.nested().collect();
    // Arms for values with a declared type have a condition, so they precede the others.
    nested.sort_by_key(|case| !case.is_declared);
    let selected = nested.iter().map(|case| {
        let (kind, function) = (&case.kind, nested_function(case));
        let flags = case
            .is_declared
            .then(|| quote!(if L::HAS_DECLARED_TYPES && header.flags() != 0));
        quote!(Some(#kind) #flags => Self::#function(reader, header, to))
    });
    let nested = nested.iter().map(|case| self::nested(case, form));
    let leaf = |case: &Case<'_>| {
        let (variant, kind, held) = (&case.variant, &case.kind, form.held(&case.payload));
        let decoded = &held.decoded;
        let payload = held.ty.as_ref().map(|_| quote!((#decoded)));
        quote!(Some(#kind) => Ok(to(Self::#variant #payload)))
    };
    let (strings, leaves): (Vec<_>, Vec<_>) =
        context.leaves().partition(|case| case.variant == string);
    let [strings, leaves] = [strings, leaves].map(|cases| cases.into_iter().map(&leaf));
    quote! {
        // Each arm calls `to` directly, so that values are built in place: in the benchmark
        // "snapshot/decode dynamic", this saves 10% of the time for owned values, and 20% for
        // borrowed ones.
        impl<'de> #variant #lifetime {
            #[inline]
            pub(crate) fn decode_to<L: Layout, R>(reader: &mut crate::Reader<'de, L>, to: impl FnOnce(Self) -> R) -> Result<R, DecodeError>
            where
                Self: Decode<'de, L>,
            {
                let header = reader.header()?;
                // Each container is decoded separately to keep the recursive stack frame small.
                match header.kind::<L>() {
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
            fn decode_leaf<L: Layout, R>(
                reader: &mut crate::Reader<'de, L>,
                header: crate::Header,
                to: impl FnOnce(Self) -> R,
            ) -> Result<R, DecodeError> {
                match header.kind::<L>() {
                    #(#leaves,)*
                    _ => Err(reader.unknown_type(header.number())),
                }
            }
        }
    }
}

fn nested_function(case: &Case<'_>) -> Ident {
    match case.typed {
        Some(typed) if case.is_declared => ident(&format!("decode_{}", typed.codec())),
        _ => ident(&format!("decode_{}", snake(&case.ty.key))),
    }
}

/// Generates the function that decodes a container.
fn nested(case: &Case<'_>, form: Form) -> TokenStream {
    let (variant, function) = (&case.variant, nested_function(case));
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
        fn #function<L: Layout, R>(
            reader: &mut crate::Reader<'de, L>,
            header: crate::Header,
            to: impl FnOnce(Self) -> R,
        ) -> Result<R, DecodeError>
        where
            Self: Decode<'de, L>,
        {
            let value = #value;
            Ok(to(#built))
        }
    }
}
