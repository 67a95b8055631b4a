//! A value that the number of a type selects, such as the class of a typed array's elements.

use super::body::Context;
use super::fields::{local, value};
use super::hex::{hex, placed};
use super::names::{ident, row_ident};
use super::put::Put;
use super::sequence::Sequence;
use super::steps::value_key;
use crate::steps::Select;
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the check of a flag that has a meaning only for one type, whose number follows the
/// header.
pub(super) fn check(context: &Context<'_>, select: &Select<'_>) -> TokenStream {
    let (flag, mask) = (hex(select.flag.mask), hex(select.bits.mask));
    let role = role(context, select);
    quote!(let header = reader.checked_flag(header, #flag, #mask, #role)?;)
}

/// Adds the statements that decode a selected value.
pub(super) fn add(context: &Context<'_>, select: &Select<'_>, sequence: &mut Sequence) {
    let name = local(select.selected);
    let row = row_ident(select.selected.table, select.selected.row);
    let value_kind = ident(value_key(select.selected));
    let (role, number) = (role(context, select), value(select.field, select.bits));
    let [flag, flag_value] = placed(select.flag, select.value);
    sequence.put(quote! {
        let #name = if #number == #role && header.flags() & #flag == #flag_value {
            Some(reader.text_value(Kind::#value_kind, #row)?)
        } else {
            None
        };
    });
    sequence.hold(&name, quote!(Option<Cow<'de, str>>));
}

/// Generates the number of the type with the role, in the layout `L`.
fn role(context: &Context<'_>, select: &Select<'_>) -> TokenStream {
    let kind = ident(&context.schema.role(select.role).key);
    quote!(u32::from(L::NUMBERS[Kind::#kind as usize]))
}

/// Adds the code that encodes a selected value.
pub(super) fn put(context: &Context<'_>, select: &Select<'_>, put: &mut Put) {
    let name = local(select.selected);
    let row = row_ident(select.selected.table, select.selected.row);
    let value_kind = ident(value_key(select.selected));
    let (number, role) = (ident(&select.bits.name), role(context, select));
    let flag = hex(select.flag.place(u32::from(select.value == 0)));
    let flags = quote!(if #number == #role && #name.is_none() { #flag } else { 0 });
    put.flags.push(flags);
    put.parameters.push(quote!(#name: Option<&str>));
    put.put(quote! {
        if let Some(text) = #name {
            writer.text_value(Kind::#value_kind, #row, text)?;
        }
    });
}
