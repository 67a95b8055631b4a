//! Generates the conversions between a layout's `Variant` and its payloads, and between layouts.

use super::cases::Case;
use super::edition::Edition;
use super::layout::Context;
use super::names::ident;
use crate::model::{Body, Role, find};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the conversions from and to the payload of a type.
pub(super) fn conversions(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let held = case.payload.owned.ty.as_ref();
    let Some(held) = held.filter(|_| case.has_own_type(context.schema)) else {
        return quote!();
    };
    let (variant, kind) = (&case.variant, &case.kind);
    let [accessor, into] = ["as_NAME", "into_NAME"].map(|name| case.method(name));
    // The runtime implements the conversions of lists and strings, and those to numbers of all
    // widths.
    let is_list = case.payload.element.is_some();
    let equal = (case.ty.body == Body::Fields)
        .then(|| quote!(crate::access::conversions::payload_equality!(#held, #accessor);));
    let from = (!is_list).then(|| {
        let value = case.payload.owned.holding(&quote!(value));
        quote!(crate::access::conversions::from_payload!(#held, value => Variant::#variant(#value));)
    });
    let is_owned = !is_list && case.ty.body != Body::Number && !case.ty.is(Role::String);
    let owned =
        is_owned.then(|| quote!(crate::access::conversions::to_payload!(#held, #into, #kind);));
    let contents = context.declared_contents(case);
    quote! {
        #equal
        #from
        #owned
        crate::access::conversions::to_payload_ref!(#held, #variant #contents, #kind);
    }
}

/// Generates the conversions of lists of Rust values, and of [`Pool`](crate::Pool).
pub(super) fn lists(context: &Context<'_>) -> TokenStream {
    let packed = || {
        let lists = context.types().filter(|case| case.ty.body != Body::Array);
        lists.filter_map(|case| Some((case, case.payload.element.as_ref()?)))
    };
    let variants = packed().map(|(case, _)| &case.variant);
    let pools = packed().map(|(case, element)| {
        let (variant, is_text) = (&case.variant, case.ty.body == Body::PoolText);
        let others =
            is_text.then(|| quote!(, &str, alloc::boxed::Box<str>, alloc::borrow::Cow<'_, str>));
        quote!(crate::access::conversions::pool_conversions!(Variant: #variant from #element #others);)
    });
    quote! {
        crate::access::conversions::list_conversions!(Variant: #(#variants),*);
        #(#pools)*
    }
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

/// Generates the list of conversions between the `Variant` types of layouts.
pub(super) fn between_layouts(editions: &[Edition<'_>]) -> TokenStream {
    let conversions = pairs(editions).map(|pair| {
        let [from, to] = pair.map(|edition| ident(&edition.module()));
        let [from_marker, to_marker] = pair.map(Edition::marker);
        quote!(conversion!(#from #from_marker => #to #to_marker);)
    });
    quote!(#(#conversions)*)
}

/// Returns the pairs of layouts between which conversions keep every number.
///
/// To narrow a value, users call `to_single` on it.
fn pairs<'s>(editions: &[Edition<'s>]) -> impl Iterator<Item = [Edition<'s>; 2]> {
    let pairs = editions
        .iter()
        .flat_map(|from| editions.iter().map(|to| [*from, *to]));
    pairs.filter(|[from, to]| from.module() != to.module() && !is_narrowing(*from, *to))
}

/// Returns whether a type that both layouts have is narrower in the second one.
fn is_narrowing(from: Edition<'_>, to: Edition<'_>) -> bool {
    let mut keys = to.layout.types.iter().map(|listed| &listed.key);
    keys.any(|key| {
        let is_shared = find(&from.layout.types, key).is_some();
        is_shared && from.precision_of(key).is_double() && !to.precision_of(key).is_double()
    })
}
