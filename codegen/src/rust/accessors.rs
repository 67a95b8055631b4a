//! Generates the methods of `Variant` for one type: `is_vector2`, `as_vector2`, `as_vector2_mut` and
//! `into_vector2`.

use super::accessor_examples::AccessorExamples;
use super::layout_context::Context;
use super::names::{Payload, doc, ident, list_element, payload, snake};
use super::typed_array::{Declaring, declaring_of};
use crate::model::{Body, LayoutType, Role, Type};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Generates the methods for a type; none if its variant has no payload.
pub(super) fn of_type(
    context: &Context<'_>,
    listed: &LayoutType,
    ty: &Type,
) -> Option<TokenStream> {
    let payload = payload(context.schema, ty, context.precision_of(ty));
    let held = payload.ty.as_ref()?;
    let examples = AccessorExamples::new(context, listed, ty);
    let is = is(context, listed, ty, &examples);
    let by_reference = by_reference(context, listed, ty, held, &examples);
    let mutable = mutable(context, listed, ty, held, &examples);
    let into = into(context, listed, ty, &payload, &examples);
    Some(quote! {
        #is
        #by_reference
        #mutable
        #into
    })
}

/// Generates the arm for a container with a declared type; `result` generates the result of its
/// contents.
fn typed(
    context: &Context<'_>,
    ty: &Type,
    result: impl Fn(TokenStream) -> TokenStream,
) -> Option<TokenStream> {
    let Declaring {
        variant, contents, ..
    } = declaring_of(context, ty)?;
    let result = result(quote!(typed.#contents));
    Some(quote!(Self::#variant(typed) => #result,))
}

/// Generates a query such as `is_vector2`; all Variants have `is_nil`.
fn is(
    context: &Context<'_>,
    listed: &LayoutType,
    ty: &Type,
    examples: &AccessorExamples<'_>,
) -> TokenStream {
    let variant = ident(&listed.rust);
    let method = ident(&format!("is_{}", snake(&listed.rust)));
    let doc = doc(&format!(
        "Returns whether this is of the type {}.",
        listed.name
    ));
    let typed =
        declaring_of(context, ty).map(|Declaring { variant, .. }| quote!(| Self::#variant(_)));
    let example = examples.is();
    quote! {
        #doc
        #example
        #[must_use]
        pub const fn #method(&self) -> bool {
            matches!(self, Self::#variant(_) #typed)
        }
    }
}

/// Generates an accessor such as `as_vector2`: numbers by value, all others by reference.
fn by_reference(
    context: &Context<'_>,
    listed: &LayoutType,
    ty: &Type,
    held: &TokenStream,
    examples: &AccessorExamples<'_>,
) -> TokenStream {
    let (result, value) = match ty.body {
        Body::Bool | Body::Number => (held.clone(), quote!(*value)),
        Body::Text => (quote!(&str), quote!(value)),
        Body::Pool(_) | Body::PoolText | Body::Array => {
            let element = list_element(context.schema, ty, context.precision_of(ty));
            (quote!(&[#element]), quote!(value))
        }
        _ => (quote!(&#held), quote!(value)),
    };
    let typed = typed(context, ty, |contents| quote!(Some(&#contents)));
    as_type(
        listed,
        &result,
        &value,
        typed.as_ref(),
        &examples.by_reference(),
        lenient(ty),
    )
}

/// Returns the part of a doc comment that names the accessor of similar types.
pub(super) fn lenient(ty: &Type) -> &'static str {
    if ty.is(Role::String) {
        "\n\n[`as_str`](Self::as_str) also accepts a StringName."
    } else if ty.is(Role::Float) {
        "\n\n[`as_f64`](Self::as_f64) also accepts an int."
    } else {
        ""
    }
}

/// Generates an accessor such as `as_vector2_mut`.
fn mutable(
    context: &Context<'_>,
    listed: &LayoutType,
    ty: &Type,
    held: &TokenStream,
    examples: &AccessorExamples<'_>,
) -> TokenStream {
    let variant = ident(&listed.rust);
    let method = ident(&format!("as_{}_mut", snake(&listed.rust)));
    let doc = doc(&format!(
        "Returns a mutable reference to the value if this is of the type {}.",
        listed.name
    ));
    let typed = typed(context, ty, |contents| quote!(Some(&mut #contents)));
    let example = examples.mutable();
    quote! {
        #doc
        #example
        #[must_use]
        pub fn #method(&mut self) -> Option<&mut #held> {
            match self {
                Self::#variant(value) => Some(value),
                #typed
                _ => None,
            }
        }
    }
}

/// Generates a conversion such as `into_vector2`.
fn into(
    context: &Context<'_>,
    listed: &LayoutType,
    ty: &Type,
    payload: &Payload,
    examples: &AccessorExamples<'_>,
) -> TokenStream {
    let (variant, held) = (ident(&listed.rust), &payload.ty);
    let method = ident(&format!("into_{}", snake(&listed.rust)));
    let unboxed = payload.is_boxed.then(|| quote!(*));
    let typed = typed(context, ty, |contents| quote!(Ok(#contents)));
    let dropped = match typed {
        Some(_) => "\n\nA declared type is dropped.",
        None => "",
    };
    let doc = doc(&format!(
        "Converts the Variant to its value if this is of the type {}.{dropped}",
        listed.name
    ));
    let example = examples.into();
    quote! {
        #doc
        #example
        ///
        /// # Errors
        ///
        /// Returns the Variant itself if it is of another type.
        pub fn #method(self) -> Result<#held, Self> {
            match self {
                Self::#variant(value) => Ok(#unboxed value),
                #typed
                other => Err(other),
            }
        }
    }
}

/// Returns the accessor of a variant, such as `as_vector2`.
pub(super) fn accessor_name(variant: &str) -> Ident {
    ident(&format!("as_{}", snake(variant)))
}

/// Generates the accessor of one type.
pub(super) fn as_type(
    listed: &LayoutType,
    result: &TokenStream,
    value: &TokenStream,
    typed: Option<&TokenStream>,
    example: &TokenStream,
    lenient: &str,
) -> TokenStream {
    let (variant, name) = (ident(&listed.rust), accessor_name(&listed.rust));
    let doc = doc(&format!(
        "Returns the value if this is of the type {}.{lenient}",
        listed.name
    ));
    quote! {
        #doc
        #example
        #[must_use]
        pub fn #name(&self) -> Option<#result> {
            match self {
                Self::#variant(value) => Some(#value),
                #typed
                _ => None,
            }
        }
    }
}
