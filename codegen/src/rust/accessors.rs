//! Generates the methods of `Variant` for one of its variants: `is_vector2`, `as_vector2`,
//! `as_vector2_mut` and `into_vector2`.
//!
//! The documentation of `Variant` and `VariantRef` has an example of all of them.

use super::cases::Case;
use super::layout::Context;
use crate::model::Role;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the methods of `Variant`; none if the variant has no payload.
pub(super) fn owned(context: &Context<'_>, case: &Case<'_>) -> Option<TokenStream> {
    let held = case.payload.ty.as_ref()?;
    let (variant, unboxed) = (&case.variant, case.payload.unboxed());
    let [is, as_mut, into] = ["is_NAME", "as_NAME_mut", "into_NAME"].map(|name| case.method(name));
    let by_reference = by_reference(context, case, &case.payload.accessed);
    let (name, contents) = (type_name(case), context.declared_contents(case));
    Some(quote! {
        #by_reference
        crate::access::accessors::owned!(#name #is #as_mut #into: #held = #variant #contents, value => #unboxed);
    })
}

/// Generates an accessor such as `as_vector2`, which returns `value` as a `result`, of `Variant`
/// or `VariantRef`.
pub(super) fn by_reference(
    context: &Context<'_>,
    case: &Case<'_>,
    [result, value]: &[TokenStream; 2],
) -> TokenStream {
    let lenient = match case.ty.role {
        Some(Role::String) => "[`as_str`](Self::as_str) also accepts a StringName.",
        Some(Role::Float) => "[`as_f64`](Self::as_f64) also accepts an int.",
        _ => "",
    };
    let (variant, method) = (&case.variant, case.method("as_NAME"));
    let (name, contents) = (type_name(case), context.declared_contents(case));
    quote! {
        crate::access::accessors::by_reference!(#name #lenient #method: #result = #variant #contents, value => #value);
    }
}

/// Returns the type of a variant, for the documentation of its accessors.
fn type_name(case: &Case<'_>) -> String {
    let declared = if case.is_declared {
        " with a declared type"
    } else {
        ""
    };
    format!("{}{declared}", case.listed.name)
}
