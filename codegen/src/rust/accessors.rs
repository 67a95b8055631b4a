//! Generates the methods of `Variant` for one of its variants: `is_vector2`, `as_vector2`,
//! `as_vector2_mut` and `into_vector2`.
//!
//! The documentation of `Variant` and `VariantRef` has an example of all of them.

use super::cases::Case;
use super::layout::Context;
use super::names::doc;
use crate::model::Role;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the methods of `Variant`; none if the variant has no payload.
pub(super) fn owned(context: &Context<'_>, case: &Case<'_>) -> Option<TokenStream> {
    let held = case.payload.ty.as_ref()?;
    let (variant, unboxed) = (&case.variant, case.payload.unboxed());
    let [is, as_mut, into] = ["is_NAME", "as_NAME_mut", "into_NAME"].map(|name| case.method(name));
    let declared = context.declared_of(case).map(|(declared, _)| {
        let variant = &declared.variant;
        quote!(| Self::#variant(_))
    });
    let contents =
        |result: fn(TokenStream) -> TokenStream| context.declared_arm(case, &quote!(Self), result);
    let mutable = contents(|contents| quote!(Some(&mut #contents)));
    let moved = contents(|contents| quote!(Ok(#contents)));
    let dropped = moved.as_ref().map(|_| {
        quote! {
            ///
            /// A declared type is dropped.
        }
    });
    let by_reference = by_reference(context, case, &case.payload.accessed);
    let [is_doc, mut_doc, into_doc] = [
        "Returns whether this is",
        "Returns a mutable reference to the value if this is",
        "Converts the Variant to its value if this is",
    ]
    .map(|text| summary(text, case));
    Some(quote! {
        #is_doc
        #[must_use]
        pub const fn #is(&self) -> bool {
            matches!(self, Self::#variant(_) #declared)
        }

        #by_reference

        #mut_doc
        #[must_use]
        pub fn #as_mut(&mut self) -> Option<&mut #held> {
            match self {
                Self::#variant(value) => Some(value),
                #mutable
                _ => None,
            }
        }

        #into_doc
        #dropped
        ///
        /// # Errors
        ///
        /// Returns the Variant itself if it is of another type.
        pub fn #into(self) -> Result<#held, Self> {
            match self {
                Self::#variant(value) => Ok(#unboxed),
                #moved
                other => Err(other),
            }
        }
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
        Some(Role::String) => quote! {
            ///
            /// [`as_str`](Self::as_str) also accepts a StringName.
        },
        Some(Role::Float) => quote! {
            ///
            /// [`as_f64`](Self::as_f64) also accepts an int.
        },
        _ => quote!(),
    };
    let summary = summary("Returns the value if this is", case);
    let (variant, method) = (&case.variant, case.method("as_NAME"));
    let declared = context.declared_arm(case, &quote!(Self), |contents| quote!(Some(&#contents)));
    quote! {
        #summary
        #lenient
        #[must_use]
        pub fn #method(&self) -> Option<#result> {
            match self {
                Self::#variant(value) => Some(#value),
                #declared
                _ => None,
            }
        }
    }
}

/// Generates the first sentence of the documentation of an accessor.
fn summary(text: &str, case: &Case<'_>) -> TokenStream {
    let declared = if case.is_declared {
        " with a declared type"
    } else {
        ""
    };
    doc(&format!(
        "{text} of the type {}{declared} ([example](Self#accessors)).",
        case.listed.name
    ))
}
