//! Generates the offset tables and the steps of a body as static data, which the inspector
//! interprets.

use super::bodies::Context;
use super::names::{capitalised, component, hex, ident, placed, row_ident, version};
use crate::model::{BitField, Declares, Length, Negative, Offset, Pad, Table};
use crate::steps::{Arm, Field, Repeat, Select, Step, Text};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Generates a constant for each row of a type, and the list of its tables.
pub(super) fn rows(context: &Context<'_>) -> TokenStream {
    let tables = &context.ty.tables;
    let constants = tables.iter().flat_map(|table| constants(context, table));
    let tables = tables.iter().map(|table| {
        let name = &table.name;
        let rows = table.rows.iter().map(|row| row_ident(table, row));
        quote!(Table { name: #name, rows: &[#(#rows),*] })
    });
    quote! {
        #(#constants)*
        pub(crate) const TABLES: &[Table] = &[#(#tables),*];
    }
}

fn constants(context: &Context<'_>, table: &Table) -> Vec<TokenStream> {
    let precision = context.precision;
    let rows = table.placed(context.schema, context.builds, precision.is_double());
    let constants = rows.into_iter().map(|placed| {
        let (row, name) = (placed.row, row_ident(table, placed.row));
        let (offset, length) = (offset_tokens(placed.offset), length_tokens(placed.length));
        let wire = match row.wire.as_str() {
            // The static table has `f32` or `f64` instead, so that its users need not know the
            // precision.
            "real" => ident(&capitalised(&component("real", precision).to_string())),
            wire => ident(&capitalised(wire)),
        };
        let (field, description) = (&row.name, &row.description);
        quote! {
            pub(crate) const #name: &Row = &Row {
                offset: #offset,
                length: #length,
                wire: Wire::#wire,
                name: #field,
                description: #description,
            };
        }
    });
    constants.collect()
}

fn offset_tokens(offset: Offset) -> TokenStream {
    let number = Literal::u32_unsuffixed;
    let (case, at) = match offset {
        Offset::At(at) => (quote!(At), number(at)),
        Offset::Part(at) => (quote!(Part), number(at)),
        Offset::Element { first, stride } => {
            let (first, stride) = (number(first), number(stride));
            return quote!(Offset::Element { first: #first, stride: #stride });
        }
        Offset::After => return quote!(Offset::After),
    };
    quote!(Offset::#case(#at))
}

fn length_tokens(length: Length) -> TokenStream {
    match length {
        Length::Fixed(length) => {
            let length = Literal::u32_unsuffixed(length);
            quote!(Length::Fixed(#length))
        }
        Length::Counted => quote!(Length::Counted),
    }
}

/// Generates the rules of numbers and strings, and the list of steps.
pub(super) fn steps(context: &Context<'_>) -> TokenStream {
    let mut rules = Vec::new();
    add_rules(&context.steps, &mut rules);
    let list = list(context, &context.steps);
    let flags = bit_fields(&context.ty.flags);
    let known = hex(context.ty.known_flags());
    quote! {
        #(#rules)*
        pub(crate) const RULES: TypeRules = TypeRules {
            flags: #known,
            bits: #flags,
            steps: #list,
        };
    }
}

/// Returns the name of the constant with a number's rule.
pub(super) fn number_rule(field: Field<'_>) -> Ident {
    ident(&format!("NUMBER_{}", row_ident(field.table, field.row)))
}

/// Returns the name of the constant with a string's rule.
pub(super) fn text_rule(text: &Text<'_>) -> Ident {
    ident(&format!(
        "COUNTED_{}",
        row_ident(text.text.table, text.text.row)
    ))
}

fn add_rules(steps: &[Step<'_>], rules: &mut Vec<TokenStream>) {
    for step in steps {
        match step {
            Step::Number(field) if field.is_u32() => {
                rules.push(number(*field, field.row.negative));
            }
            Step::Text(text) => {
                rules.push(number(text.length, Negative::Rejected));
                rules.push(counted(text));
            }
            Step::Branch(arms) => arms.iter().for_each(|arm| add_rules(&arm.steps, rules)),
            Step::Present(steps) => add_rules(steps, rules),
            Step::Repeat(repeat) => add_rules(&repeat.steps, rules),
            Step::Select(_)
            | Step::Number(_)
            | Step::Components(_)
            | Step::Value
            | Step::Reject(_)
            | Step::Objects => {}
        }
    }
}

/// Generates the rule of a number: the values that strict decoding rejects, and its bit fields.
fn number(field: Field<'_>, negative: Negative) -> TokenStream {
    let (name, row) = (number_rule(field), row_ident(field.table, field.row));
    let known = match field.row.bits.as_slice() {
        [] => u32::MAX,
        bits => bits
            .iter()
            .filter(|bits| !bits.is_ignored)
            .fold(0, |known, bits| known | bits.mask),
    };
    let largest = i32::MAX.unsigned_abs();
    let (max, excess) = match (field.row.max, negative) {
        (Some(max), _) => (max, quote!(Bool)),
        (None, Negative::Rejected) => (largest, quote!(Negative)),
        (None, Negative::Zero) => (largest, quote!(Zero)),
        (None, Negative::Unsigned) => (u32::MAX, quote!(Bits)),
    };
    let (known, max) = (hex(known), hex(max));
    let bits = bit_fields(&field.row.bits);
    let plain = plain(&field.row.bits);
    let names_type = field.row.is_type_number;
    quote! {
        pub(crate) const #name: &Number = &Number {
            row: #row,
            known: #known,
            max: #max,
            invalid: InvalidNumber::#excess,
            bits: #bits,
            plain: #plain,
            names_type: #names_type,
        };
    }
}

/// Generates the mask of the bits without a description; `None` if 0 has a description.
fn plain(bits: &[BitField]) -> TokenStream {
    let shows_zero = |bits: &BitField| bits.shows.first().is_some_and(|text| !text.is_empty());
    if bits.iter().any(shows_zero) {
        return quote!(None);
    }
    let shown = bits.iter().filter(|bits| !bits.shows.is_empty());
    let plain = hex(shown.fold(u32::MAX, |plain, bits| plain & !bits.mask));
    quote!(Some(#plain))
}

/// Generates the rule of a string.
fn counted(text: &Text<'_>) -> TokenStream {
    let (name, length) = (text_rule(text), number_rule(text.length));
    let row = row_ident(text.text.table, text.text.row);
    let has_nul = text.text.row.wire == "text";
    let pad = pad(text.text.row.pad);
    quote! {
        pub(crate) const #name: CountedText = CountedText {
            length: #length,
            text: #row,
            has_nul: #has_nul,
            pad: #pad,
        };
    }
}

pub(super) fn pad(pad: Option<Pad>) -> TokenStream {
    let to = Literal::u32_unsuffixed(pad.map_or(1, |pad| pad.to));
    let may_be_missing = pad.is_some_and(|pad| pad.may_be_missing);
    quote!(Pad { to: #to, may_be_missing: #may_be_missing })
}

fn bit_fields(bits: &[BitField]) -> TokenStream {
    let bits = bits.iter().map(|bits| {
        let (mask, shows) = (hex(bits.mask), &bits.shows);
        quote!(Bits { mask: #mask, shows: &[#(#shows),*] })
    });
    quote!(&[#(#bits),*])
}

fn list(context: &Context<'_>, steps: &[Step<'_>]) -> TokenStream {
    let steps = steps.iter().map(|step| self::step(context, step));
    quote!(&[#(#steps),*])
}

fn step(context: &Context<'_>, step: &Step<'_>) -> TokenStream {
    match step {
        Step::Number(field) if !field.is_u32() => {
            let row = row_ident(field.table, field.row);
            quote!(Step::Components(&[#row]))
        }
        Step::Number(field) => {
            let rule = number_rule(*field);
            quote!(Step::Number(#rule))
        }
        Step::Text(text) => {
            let rule = text_rule(text);
            quote!(Step::Text(&#rule))
        }
        Step::Components(table) => {
            let rows = table.components().map(|row| row_ident(table, row));
            quote!(Step::Components(&[#(#rows),*]))
        }
        Step::Value => quote!(Step::Value),
        Step::Reject(reject) => {
            let rule = number_rule(reject.field);
            let [mask, value] = placed(reject.bits, reject.value);
            let error = ident(reject.error);
            let index = index(context, reject.field);
            quote!(Step::Reject(&Reject { number: #rule, index: #index, mask: #mask, value: #value, error: DecodeErrorKind::#error }))
        }
        Step::Objects => quote!(Step::Objects),
        Step::Select(select) => self::select(context, select),
        Step::Branch(arms) => {
            let arms = arms.iter().map(|arm| self::arm(context, arm));
            quote!(Step::Branch(&[#(#arms),*]))
        }
        Step::Present(steps) => {
            let steps = list(context, steps);
            quote!(Step::Present(#steps))
        }
        Step::Repeat(repeat) => self::repeat(context, repeat),
    }
}

fn select(context: &Context<'_>, select: &Select<'_>) -> TokenStream {
    let number = number_rule(select.field);
    let kind = ident(&context.schema.role(select.role).key);
    let mask = hex(select.bits.mask);
    let [flag, value] = placed(select.flag, select.value);
    let row = row_ident(select.selected.table, select.selected.row);
    let value_kind = ident(value_key(select.selected));
    let table = &select.selected.table.name;
    quote! {
        Step::Select(&Select {
            number: #number,
            mask: #mask,
            kind: Kind::#kind,
            flag: #flag,
            value: #value,
            table: #table,
            row: #row,
            value_kind: Kind::#value_kind,
        })
    }
}

/// Returns the index of a number among the 32-bit numbers of its body or arm.
fn index(context: &Context<'_>, field: Field<'_>) -> Literal {
    fn find(steps: &[Step<'_>], field: Field<'_>, count: &mut usize) -> bool {
        steps.iter().any(|step| match step {
            Step::Number(other) if *other == field => true,
            Step::Number(other) => {
                *count += usize::from(other.is_u32());
                false
            }
            Step::Present(steps) => find(steps, field, count),
            // The numbers of an arm precede only those of the same arm.
            Step::Branch(arms) => arms.iter().any(|arm| {
                let mut within = 0;
                let is_found = find(&arm.steps, field, &mut within);
                if is_found {
                    *count = within;
                }
                is_found
            }),
            _ => false,
        })
    }
    let mut count = 0;
    find(&context.steps, field, &mut count);
    Literal::usize_unsuffixed(count)
}

/// Returns the key of the type that a value must have.
fn value_key(field: Field<'_>) -> &str {
    field.row.value_type.as_deref().unwrap_or_default()
}

fn arm(context: &Context<'_>, arm: &Arm<'_>) -> TokenStream {
    let [mask, value] = placed(arm.flag, arm.value);
    let steps = list(context, &arm.steps);
    let is_script = arm.table.declares == Some(Declares::Script);
    let since = version(arm.table.since);
    quote!(Arm { mask: #mask, value: #value, steps: #steps, is_script: #is_script, since: #since })
}

fn repeat(context: &Context<'_>, repeat: &Repeat<'_>) -> TokenStream {
    let counts = repeat.counts.iter().map(|(field, bits)| {
        let rule = number_rule(*field);
        let mask = hex(bits.map_or(u32::MAX, |bits| bits.mask));
        let index = index(context, *field);
        quote!(Count { number: #rule, index: #index, mask: #mask })
    });
    let least = Literal::usize_unsuffixed(context.least_length(&repeat.steps) as usize);
    let gap = Literal::usize_unsuffixed(context.gap(&repeat.steps) as usize);
    let steps = list(context, &repeat.steps);
    let pad = pad(repeat.pad);
    quote!(Step::Repeat(&Repeat { counts: &[#(#counts),*], gap: #gap, least: #least, steps: #steps, pad: #pad }))
}
