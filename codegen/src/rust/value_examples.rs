//! Generates the examples of value types, with the example values of the schema.

use super::comments::fill;
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
    let values = [
        ("IMPORT", import(module, &names)),
        ("VALUE", value.clone()),
        ("FIRST", first.name.clone()),
        ("NUMBER", number.to_owned()),
    ];
    let example = quote! {
        ///
        /// ```
        /// IMPORT
        ///
        /// let value = VALUE;
        /// assert_eq!(value.FIRST, NUMBER);
        /// ```
    };
    Some(fill(example, &values))
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
    let example = quote! {
        ///
        /// ```
        /// use gdvariant::double;
        ///
        /// let value = DOUBLE;
        /// assert_eq!(value.to_single(), SINGLE);
        /// ```
    };
    Some(fill(example, &[("DOUBLE", double?), ("SINGLE", single?)]))
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok()
}
