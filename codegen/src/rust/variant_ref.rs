//! Generates the enum of any value of a layout that borrows from the input.

use super::layout::Context;
use super::variant::{type_and_accessors, variants, viewed};
use super::{accessors, typed_array, variant};
use crate::model::Role;
use proc_macro2::TokenStream;
use quote::quote;

pub(super) fn variant_ref(context: &Context<'_>) -> TokenStream {
    let definition = definition(context);
    let clone = variant::clone(context, &quote!(VariantRef<'_>));
    let inherent = inherent(context);
    let view = view(context);
    let encode = encode(context);
    let decode = decode(context);
    let owned = owned(context);
    let module = context.edition.module();
    let marker = context.marker();
    quote! {
        #definition
        #clone
        #inherent
        #view
        #encode
        #decode
        #owned

        crate::access::borrowed_access_methods!(#module VariantRef #marker);

        crate::text::display::display_form!(VariantRef<'_>, #marker);
    }
}

fn definition(context: &Context<'_>) -> TokenStream {
    let variants = variants(context, |case| {
        let held = case.payload.borrowed.ty.as_ref();
        held.map_or_else(|| quote!(), |held| quote!((#held)))
    });
    let doc = context.doc(include_str!("../../templates/rust/variant_ref.md"));
    let typed = typed_array::aliases(context, &quote!(<'de>), &quote!(VariantRef<'de>));
    quote! {
        #typed

        /// A Dictionary of this layout, borrowed from the input.
        pub type DictionaryRef<'de> = crate::Dictionary<VariantRef<'de>>;

        /// An Object of this layout, borrowed from the input.
        pub type ObjectRef<'de> = crate::Object<VariantRef<'de>>;

        #doc
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum VariantRef<'de> { #variants }
    }
}

fn inherent(context: &Context<'_>) -> TokenStream {
    let accessors = context.types().filter(|case| case.payload.ty.is_some());
    let accessors = accessors
        .map(|case| accessors::by_reference(context, case, &case.payload.borrowed.accessed));
    type_and_accessors(context, &quote!(impl<'de> VariantRef<'de>), accessors)
}

fn view(context: &Context<'_>) -> TokenStream {
    let types = quote! {
        type Text = &'de str;
        type Path = crate::NodePathRef<'de>;
    };
    let coerce = quote!(crate::codec::coerce::borrowed(self, declared));
    let viewed = viewed(context, &types, &coerce, |payload| &payload.borrowed.viewed);
    quote!(impl<'de> crate::value::view::AsView for VariantRef<'de> { #viewed })
}

fn encode(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let arms = context.cases.iter().map(|case| {
        let (pattern, encoded) = (case.pattern(&quote!(Self)), &case.payload.borrowed.encoded);
        quote!(#pattern => #encoded)
    });
    quote! {
        impl Encode<#marker> for VariantRef<'_> {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                match self { #(#arms),* }
            }

            crate::codec::array::encode_batch!(#marker);
        }
    }
}

fn decode(context: &Context<'_>) -> TokenStream {
    let string = context.role(Role::String);
    super::decode::decode(
        context,
        &quote!(VariantRef),
        &quote!(<'de>),
        &quote!(Self::#string),
        |payload| &payload.borrowed.decoded,
    )
}

fn owned(context: &Context<'_>) -> TokenStream {
    let nested = || context.cases.iter().filter(|case| case.is_nested());
    let containers = nested().map(|case| {
        let (variant, pattern) = (&case.variant, case.pattern(&quote!(VariantRef)));
        let owned = &case.payload.borrowed.owned;
        quote!(#pattern => Self::#variant(#owned))
    });
    let leaves = context.types().filter(|case| !case.is_nested());
    let leaves = leaves.map(|case| {
        let (variant, pattern) = (&case.variant, case.pattern(&quote!(Self)));
        let owned = &case.payload.borrowed.owned;
        let owned = case.payload.ty.as_ref().map(|_| quote!((#owned)));
        quote!(#pattern => Variant::#variant #owned)
    });
    let patterns = nested().map(|case| &case.variant);
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
