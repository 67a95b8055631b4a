//! Generates the enum of any value of a layout that borrows from the input.

use super::cases::{Case, Typed};
use super::layout::Context;
use super::names::value_type;
use super::variant::{display, encode_batch, encoded, type_and_accessors, variants, viewed};
use super::{accessors, records, typed_array, variant};
use crate::model::{Body, Role};
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
    let display = display(context, &quote!(VariantRef<'_>));
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

        #display
    }
}

/// Returns whether the value is decoded lazily, because it is larger than the others.
fn is_view(case: &Case<'_>) -> bool {
    case.ty.body == Body::Fields && case.payload.is_boxed
}

/// Returns the payload of a variant of the enum; none for Nil.
fn held(context: &Context<'_>, case: &Case<'_>) -> Option<TokenStream> {
    let element = &case.element;
    Some(match (case.typed, &case.ty.body) {
        (Some(Typed::Array), _) => quote!(alloc::boxed::Box<TypedArrayRef<'de>>),
        (Some(Typed::Dictionary), _) => quote!(alloc::boxed::Box<TypedDictionaryRef<'de>>),
        (None, Body::Text) => quote!(&'de str),
        (None, Body::Record) => match records::borrowed(context.schema, case) {
            (record, true) => quote!(alloc::boxed::Box<#record>),
            (record, false) => record,
        },
        (None, Body::Fields) if is_view(case) => {
            let own = value_type(context.schema, case.ty, case.precision);
            quote!(crate::EncodedValue<'de, #own>)
        }
        (None, Body::Pool(_)) => quote!(crate::PoolView<'de, #element>),
        (None, Body::PoolText) => quote!(Vec<&'de str>),
        (None, Body::NodePath) => quote!(crate::NodePathRef<'de>),
        (None, Body::Object) => quote!(ObjectRef<'de>),
        (None, Body::Dictionary) => quote!(DictionaryRef<'de>),
        (None, Body::Array) => quote!(Vec<VariantRef<'de>>),
        _ => return case.payload.ty.clone(),
    })
}

fn definition(context: &Context<'_>) -> TokenStream {
    let variants = variants(context, |case| {
        let held = held(context, case).map(|held| quote!((#held)));
        quote!(#held)
    });
    let typed = typed_array::aliases(context, &quote!(<'de>), &quote!(VariantRef<'de>));
    quote! {
        #typed

        /// A Dictionary of this layout, borrowed from the input.
        pub type DictionaryRef<'de> = crate::Dictionary<VariantRef<'de>>;

        /// An Object of this layout, borrowed from the input.
        pub type ObjectRef<'de> = crate::Object<VariantRef<'de>>;

        /// Any value of TITLE, borrowed from the input.
        ///
        /// Strings are slices of the input, and pool arrays and large values are views of it. Only
        /// containers allocate when decoded.
        ///
        /// The variants are those of [`Variant`], and `Variant::from` converts to it. The page of
        /// [`VariantType`] has the bytes of each type.
        ///
        /// # Accessors
        ///
        /// Each type with a payload has a method that is named after its variant:
        ///
        /// ```
        /// use gdvariant::LAYOUT::{self, Variant, VariantRef};
        ///
        /// let bytes = LAYOUT::to_vec(&["Ada", "Grace"])?;
        /// let names: VariantRef = LAYOUT::from_slice(&bytes)?;
        /// let first: Option<&str> = names.as_array().and_then(|names| names[0].as_string());
        /// assert_eq!(first, Some("Ada"));
        /// assert_eq!(Variant::from(names)[1], "Grace");
        /// # Ok::<(), Box<dyn std::error::Error>>(())
        /// ```
        #[derive(Debug, PartialEq, Default)]
        #[non_exhaustive]
        pub enum VariantRef<'de> { #variants }
    }
}

fn inherent(context: &Context<'_>) -> TokenStream {
    let accessors = context.types().filter_map(|case| accessor(context, case));
    type_and_accessors(context, &quote!(impl<'de> VariantRef<'de>), accessors)
}

/// Generates accessors such as `as_vector2`: containers by reference, other values by value.
fn accessor(context: &Context<'_>, case: &Case<'_>) -> Option<TokenStream> {
    let held = held(context, case)?;
    let (result, value) = match case.ty.body {
        Body::PoolText => (quote!(&[&'de str]), quote!(value)),
        Body::Array => (quote!(&[VariantRef<'de>]), quote!(value)),
        Body::TypedArray => (quote!(&TypedArrayRef<'de>), quote!(value)),
        _ if case.is_nested() => (quote!(&#held), quote!(value)),
        Body::Record => match records::borrowed(context.schema, case) {
            (record, true) => (record, quote!(**value)),
            (record, false) => (record, quote!(*value)),
        },
        _ => (held, quote!(*value)),
    };
    Some(accessors::by_reference(context, case, &result, &value))
}

fn view(context: &Context<'_>) -> TokenStream {
    let types = quote! {
        type Text = &'de str;
        type Path = crate::NodePathRef<'de>;
    };
    let coerce = quote!(crate::codec::coerce::borrowed(self, declared));
    let viewed = viewed(context, &types, &coerce, |case| match case.ty.body {
        Body::Record if records::borrowed(context.schema, case).1 => quote!(&**value),
        _ => quote!(value),
    });
    quote!(impl<'de> crate::value::view::AsView for VariantRef<'de> { #viewed })
}

fn encode(context: &Context<'_>) -> TokenStream {
    let marker = context.marker();
    let arms = context.cases.iter().map(|case| {
        let (pattern, kind) = (case.pattern(&quote!(Self)), &case.kind);
        let encoded = match case.ty.body {
            Body::Text => quote!(writer.text([], #kind, value)),
            Body::PoolText => quote!(writer.pool_texts(value)),
            _ => encoded(case),
        };
        quote!(#pattern => #encoded)
    });
    let batch = encode_batch(context);
    quote! {
        impl Encode<#marker> for VariantRef<'_> {
            fn encode(&self, writer: &mut crate::Writer<'_, #marker>) -> Result<(), EncodeError> {
                match self { #(#arms),* }
            }

            #batch
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
        |case| leaf(context, case),
    )
}

fn leaf(context: &Context<'_>, case: &Case<'_>) -> TokenStream {
    let kind = &case.kind;
    match case.ty.body {
        Body::Record => records::borrow(context.schema, case),
        Body::Text => quote!(reader.borrowed_body(crate::codec::bodies::counted_text(#kind))?),
        Body::Fields if is_view(case) => quote!(reader.value_view(header)?),
        Body::NodePath => quote!(reader.node_path_ref()?),
        Body::Pool(_) => quote!(reader.pool_view(header, #kind)?),
        Body::PoolText => quote!(reader.pool_borrowed_texts()?),
        _ => super::decode::leaf(context, case),
    }
}

fn owned(context: &Context<'_>) -> TokenStream {
    let nested = || context.cases.iter().filter(|case| case.is_nested());
    let containers = nested().map(|case| {
        let (variant, pattern) = (&case.variant, case.pattern(&quote!(VariantRef)));
        let own = match (case.typed, &case.ty.body) {
            (Some(Typed::Array), _) => quote!(own_typed_array),
            (Some(Typed::Dictionary), _) => quote!(own_typed_dictionary),
            (None, Body::Object) => quote!(own_object),
            (None, Body::Dictionary) => quote!(own_dictionary),
            _ => quote!(own_array),
        };
        quote!(#pattern => Self::#variant(crate::codec::#own(value)))
    });
    let leaves = context.types().filter(|case| !case.is_nested());
    let leaves = leaves.map(|case| {
        let (variant, pattern) = (&case.variant, case.pattern(&quote!(Self)));
        let value = match case.ty.body {
            Body::Empty => return quote!(#pattern => Variant::#variant),
            Body::Text | Body::NodePath => quote!(value.into()),
            Body::Fields if is_view(case) => quote!(alloc::boxed::Box::new(value.get())),
            Body::Record => {
                let (_, is_boxed) = records::borrowed(context.schema, case);
                let value = if is_boxed {
                    quote!((*value))
                } else {
                    quote!(value)
                };
                case.payload
                    .holding(&records::owned(context.schema, case, &value))
            }
            Body::Pool(_) => quote!(value.to_vec()),
            Body::PoolText => quote!(value.into_iter().map(Into::into).collect()),
            _ => quote!(value),
        };
        quote!(#pattern => Variant::#variant(#value))
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
