//! A value that the number of a type selects, such as the class of a typed array's elements.

use super::body::Context;
use super::declared;
use super::fields::{Sequence, local, sort, value, word};
use super::hex::hex;
use super::names::{ident, row_ident};
use super::steps::value_key;
use crate::steps::{Select, Step};
use proc_macro2::TokenStream;
use quote::quote;

/// Generates the check of a flag that has a meaning only for one type, whose number follows the header.
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
    let (flag, flag_value) = (hex(select.flag.mask), hex(select.flag.place(select.value)));
    sequence.statements.extend(quote! {
        let #name = if #number == #role && header.flags() & #flag == #flag_value {
            Some(reader.text_value(Kind::#value_kind, #row)?)
        } else {
            None
        };
    });
    sequence
        .fields
        .push((name.clone(), quote!(Option<Cow<'de, str>>), quote!(#name)));
}

/// Generates the number of the type with the role, in the layout `L`.
fn role(context: &Context<'_>, select: &Select<'_>) -> TokenStream {
    let kind = ident(&context.schema.role(select.role).key);
    quote!(u32::from(L::NUMBERS[Kind::#kind as usize]))
}

/// Generates the function that encodes the header and the start.
pub(super) fn put_start(context: &Context<'_>, steps: &[Step<'_>]) -> TokenStream {
    let (mut parameters, mut statements) = (Vec::new(), quote!());
    let (mut flags, mut for_target) = (Vec::new(), quote!());
    for step in steps {
        match step {
            Step::Number(field) => {
                let word = word(*field, &|_, _| None, &mut parameters);
                statements.extend(quote!(writer.bytes(&(#word).to_le_bytes());));
            }
            Step::Select(select) => {
                let name = local(select.selected);
                let row = row_ident(select.selected.table, select.selected.row);
                let value_kind = ident(value_key(select.selected));
                let (number, role) = (ident(&select.bits.name), role(context, select));
                let flag = hex(select.flag.place(u32::from(select.value == 0)));
                flags.push(quote!(if #number == #role && #name.is_none() { #flag } else { 0 }));
                parameters.push(quote!(#name: Option<&str>));
                statements.extend(quote! {
                    if let Some(text) = #name {
                        writer.text_value(Kind::#value_kind, #row, text)?;
                    }
                });
            }
            Step::Branch(arms) => {
                let put = declared::put(arms, &mut parameters);
                for_target.extend(put.for_target);
                flags.push(put.flags);
                statements.extend(put.encoded);
            }
            _ => {}
        }
    }
    sort(&mut parameters);
    quote! {
        /// Encodes the header and the fields before the repeated part.
        pub(crate) fn put_start<L: Layout>(
            writer: &mut Writer<'_, L>,
            kind: Kind,
            #(#parameters),*
        ) -> Result<(), EncodeError> {
            #for_target
            writer.header_with(kind, #(#flags)|*);
            #statements
            Ok(())
        }
    }
}
