//! Generates what scripts leave out or name of a value of components: defaults and constants.

use crate::model::{Body, LayoutType, Row, Type};
use proc_macro2::{Literal, TokenStream};
use quote::quote;

/// Generates the fields of a `TypeTable` about constructors and constants in scripts.
pub(super) fn script(listed: &LayoutType, ty: &Type) -> TokenStream {
    if ty.body != Body::Fields {
        return quote!(initial: &[], optional: 0, constants: &[],);
    }
    let rows = &ty.tables[0].rows;
    let initial = numbers(rows, |row| row.initial.into());
    let optional = Literal::u32_unsuffixed(ty.optional);
    let constants = ty.script_constants.iter().chain(&listed.script_constants);
    let constants = constants.map(|constant| {
        let name = &constant.name;
        let components = numbers(rows, |row| constant.components.of(row));
        quote!(crate::table::ScriptConstant { name: #name, components: #components })
    });
    quote! {
        initial: #initial,
        optional: #optional,
        constants: &[#(#constants),*],
    }
}

fn numbers(rows: &[Row], number: impl Fn(&Row) -> f64) -> TokenStream {
    let numbers = rows.iter().map(|row| match number(row) {
        f64::INFINITY => quote!(f64::INFINITY),
        number => {
            let number = integral(number);
            quote!(#number)
        }
    });
    quote!(&[#(#numbers),*])
}

/// Returns the literal of a float that is an integer, with groups of digits.
fn integral(number: f64) -> Literal {
    const GROUP: usize = 3;
    let mut literal = number.to_string();
    let first = usize::from(literal.starts_with('-'));
    let mut place = literal.len();
    while place > first + GROUP {
        place -= GROUP;
        literal.insert(place, '_');
    }
    literal += ".0";
    literal.parse().expect("digits are a literal")
}
