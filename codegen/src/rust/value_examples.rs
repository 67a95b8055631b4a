//! Generates the examples of value types, with the example values of the schema.

use super::example_value::{import, new_value};
use super::names::has_reals;
use super::precision::Precision;
use crate::model::{Schema, Type};
use proc_macro2::TokenStream;
use quote::quote;
use std::collections::BTreeSet;

/// Generates the example of `new`.
pub(super) fn new(schema: &Schema, ty: &Type, precision: Precision) -> Option<TokenStream> {
    let mut names = BTreeSet::new();
    let value = new_value(schema, ty, &mut |ty| {
        names.insert(ty.key.clone());
        ty.key.clone()
    })?;
    let first = ty.tables[0].rows.first()?;
    let module = if precision.is_double() {
        "gdvariant::double"
    } else {
        "gdvariant"
    };
    let names: Vec<_> = names.into_iter().collect();
    // Numbers are written in the order of the members, which is that of the first row.
    let number = value.split(['(', ',', ')']).find(|part| is_number(part))?;
    Some(code(&[
        &import(module, &names),
        "",
        &format!("let value = {value};"),
        &format!("assert_eq!(value.{}, {number});", first.name),
    ]))
}

/// Generates the example of `to_single`.
pub(super) fn to_single(schema: &Schema, ty: &Type) -> Option<TokenStream> {
    let [double, single] = ["double", "gdvariant"].map(|module| {
        new_value(schema, ty, &mut |ty| {
            let is_double = has_reals(schema, ty);
            let module = if is_double { module } else { "gdvariant" };
            format!("{module}::{}", ty.key)
        })
    });
    let (double, single) = (double?, single?);
    Some(code(&[
        "use gdvariant::double;",
        "",
        &format!("let value = {double};"),
        &format!("assert_eq!(value.to_single(), {single});"),
    ]))
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok()
}

/// Generates a block of code in a doc comment.
fn code(lines: &[&str]) -> TokenStream {
    let lines = lines.iter().map(|line| format!(" {line}"));
    quote! {
        ///
        /// ```
        #(#[doc = #lines])*
        /// ```
    }
}
