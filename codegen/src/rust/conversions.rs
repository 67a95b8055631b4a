//! Generates the conversions between `Variant` and its payloads.

use super::cases::Case;
use super::layout::Context;
use crate::model::{Body, Role};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the conversions from and to the payload of a type.
pub(super) fn conversions(case: &Case<'_>) -> TokenStream {
    let held = case.payload.owned.ty.as_ref();
    let Some(held) = held.filter(|_| case.typed.is_none()) else {
        return quote!();
    };
    let (variant, kind) = (&case.variant, &case.kind);
    let [accessor, into] = ["as_NAME", "into_NAME"].map(|name| case.method(name));
    // The runtime implements the conversions of lists and strings, and those to numbers of all
    // widths.
    let is_list = case.payload.element.is_some();
    let equal = (case.ty.body == Body::Fields)
        .then(|| quote!(payloads::payload_equality!(#held, #accessor);));
    let from = (!is_list && !case.is_declared).then(|| {
        let value = case.payload.owned.holding(&quote!(value));
        quote!(payloads::from_payload!(#held, value => Variant::#variant(#value));)
    });
    let is_owned = !is_list && case.ty.body != Body::Number && !case.ty.is(Role::String);
    let owned = is_owned.then(|| quote!(payloads::to_payload!(#held, #into, #kind);));
    quote!(#equal #from #owned)
}

/// Generates the conversions of [`Packed`](crate::Packed).
pub(super) fn lists(context: &Context<'_>) -> TokenStream {
    let lists = context.types().filter(|case| case.ty.body != Body::Array);
    let packed_arrays = lists.filter_map(|case| {
        let (variant, element) = (&case.variant, case.payload.element.as_ref()?);
        let is_text = case.ty.body == Body::PackedText;
        let others = is_text.then(|| quote!(, &str, Box<str>, alloc::borrow::Cow<'_, str>));
        Some(quote!(payloads::packed_conversions!(Variant: #variant from #element #others);))
    });
    quote!(#(#packed_arrays)*)
}

/// Generates the conversion of a `VariantRef` to an owned value.
pub(super) fn owned(context: &Context<'_>) -> TokenStream {
    let containers = context.nested().map(|case| {
        let (variant, owned) = (&case.variant, &case.payload.to_owned);
        quote!(VariantRef::#variant(value) => Self::#variant(#owned))
    });
    let leaves = context.leaves().map(|case| {
        let (variant, owned) = (&case.variant, &case.payload.to_owned);
        let owned = case.payload.owned.ty.as_ref().map(|_| quote!((#owned)));
        case.arm(&quote!(Variant::#variant #owned))
    });
    let patterns = context.nested().map(|case| &case.variant);
    quote! {
        /// Converts to an owned value.
        impl From<VariantRef<'_>> for Variant {
            #[inline]
            fn from(value: VariantRef<'_>) -> Self {
                match value {
                    #(#containers,)*
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
