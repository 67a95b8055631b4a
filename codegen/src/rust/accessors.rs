//! Generates the methods of `Variant` for one of its variants: `is_vector2`, `as_vector2`,
//! `as_vector2_mut` and `into_vector2`.
//!
//! The documentation of `Variant` and `VariantRef` has an example of all of them.

use super::cases::Case;
use super::layout::Context;
use super::names::aliases;
use super::variant::Form;
use crate::model::Role;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the methods of one of the enums; `None` if the variant has no payload.
///
/// A `VariantRef` has no methods for variants with a declared type.
pub(super) fn accessors(context: &Context<'_>, case: &Case<'_>, form: Form) -> Option<TokenStream> {
    let held = form.held(&case.payload);
    let ty = held.ty.as_ref()?;
    let [result, value] = &held.accessed;
    let lenient = match case.ty.role {
        Some(Role::String) => "[`as_str`](Self::as_str) also accepts a StringName.",
        Some(Role::Float) => "[`as_f64`](Self::as_f64) also accepts an int.",
        _ => "",
    };
    let declared = if case.is_declared {
        " with a declared type"
    } else {
        ""
    };
    let name = format!("{}{declared}", case.listed.name);
    let aliases = aliases(context.schema, case.ty);
    let (variant, contents) = (&case.variant, context.declared_contents(case));
    let [is, method, as_mut, into] =
        ["is_NAME", "as_NAME", "as_NAME_mut", "into_NAME"].map(|name| case.method(name));
    let owned = (form == Form::Owned).then(|| {
        let unboxed = held.unboxed();
        quote! {
            accessors::owned!(#aliases #name #is #as_mut #into: #ty = #variant #contents, value => #unboxed);
        }
    });
    (owned.is_some() || !case.is_declared).then(|| {
        quote! {
            accessors::by_reference!(#aliases #name #lenient #method: #result = #variant #contents, value => #value);
            #owned
        }
    })
}
