//! Generates the code for the numbers before the repeated fields of a body, and for records.
//!
//! The numbers become a struct with functions that decode and encode it.

use super::bodies::Context;
use super::names::{hex, ident, placed, row_ident, snake};
use super::tables::{number_rule, text_rule};
use crate::model::{BitField, Body};
use crate::steps::{Field, Reject, Repeat, Step};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Generates the struct and its functions, if only numbers precede the repeated fields.
///
/// The runtime interprets the steps of other bodies.
pub(super) fn start(context: &Context<'_>) -> TokenStream {
    let steps = context.steps.as_slice();
    let is_plain = |step: &Step<'_>| matches!(step, Step::Number(_) | Step::Reject(_));
    match steps {
        _ if matches!(context.ty.body, Body::Packed(_)) => quote!(),
        [numbers @ .., Step::Repeat(_)] if numbers.iter().all(is_plain) => plain(context),
        _ => quote!(),
    }
}

fn plain(context: &Context<'_>) -> TokenStream {
    let start = Start::of(context);
    let fields = start.fields.iter();
    let fields = fields.map(|StartField { name, ty, .. }| quote!(pub(crate) #name: #ty));
    let values = start.fields.iter().map(|StartField { name, value, .. }| {
        if *name == value.to_string() {
            quote!(#name)
        } else {
            quote!(#name: #value)
        }
    });
    let Start {
        decoded,
        parameters,
        words,
        ..
    } = &start;
    let count = Literal::usize_unsuffixed(words.len());
    quote! {
        /// The fields before the repeated ones.
        #[derive(Debug, Clone, Copy)]
        pub(crate) struct Start { #(#fields),* }

        /// Decodes the fields before the repeated ones.
        #[inline(always)]
        pub(crate) fn start<L: Layout>(reader: &mut Reader<'_, L>) -> Result<Start, DecodeError> {
            #decoded
            Ok(Start { #(#values),* })
        }

        /// Encodes the fields before the repeated ones.
        #[inline]
        pub(crate) const fn put_start(#(#parameters),*) -> [[u8; 4]; #count] {
            [#((#words).to_le_bytes()),*]
        }
    }
}

/// The code that decodes and encodes steps.
#[derive(Default)]
struct Start {
    /// The statements that decode the steps.
    decoded: TokenStream,
    /// The fields of the generated struct.
    fields: Vec<StartField>,
    /// The parameters of the function that encodes the fields.
    parameters: Vec<TokenStream>,
    /// The expressions of the encoded numbers.
    words: Vec<TokenStream>,
    /// The statements that encode the steps.
    encoded: TokenStream,
}

/// A field of the generated struct.
struct StartField {
    name: Ident,
    ty: TokenStream,
    value: TokenStream,
}

/// Returns the statements that decode a record's fields to variables, and those that encode them.
pub(super) fn record(context: &Context<'_>) -> (TokenStream, TokenStream) {
    let start = Start::of(context);
    (start.decoded, start.encoded)
}

impl Start {
    /// Returns the code of the steps of a body.
    fn of(context: &Context<'_>) -> Self {
        let mut start = Self::default();
        for step in &context.steps {
            start.add(context, step);
        }
        // Parameters are sorted by name, so that callers do not depend on the order of rows.
        start.parameters.sort_by_key(ToString::to_string);
        start
    }

    fn add(&mut self, context: &Context<'_>, step: &Step<'_>) {
        match step {
            Step::Number(field) => self.number(context, *field),
            Step::Text(text) => {
                let (local, rule) = (local(text.text), text_rule(text));
                self.decode(quote!(let #local: S = reader.text_body(&#rule)?;));
                self.encode(quote!(writer.text_body(&#rule, #local)?;));
            }
            Step::Reject(reject) => self.reject(reject),
            Step::Repeat(repeat) => self.repeat(context, repeat),
            _ => {}
        }
    }

    fn decode(&mut self, statement: TokenStream) {
        self.decoded.extend(statement);
    }

    fn encode(&mut self, statement: TokenStream) {
        self.encoded.extend(statement);
    }

    /// Adds a field whose value is the local variable of its name.
    fn hold(&mut self, name: Ident, ty: TokenStream) {
        let value = quote!(#name);
        self.fields.push(StartField { name, ty, value });
    }

    /// Adds a number, with its bit fields.
    fn number(&mut self, context: &Context<'_>, field: Field<'_>) {
        let (local, ty) = (local(field), context.number_type(field.row));
        if field.is_u32() {
            let rule = number_rule(field);
            if needs_offset(&context.steps, field) {
                let at = offset(field);
                self.decode(quote!(let #at = reader.position();));
            }
            self.decode(quote!(let #local = reader.number(#rule)?;));
        } else {
            let row = row_ident(field.table, field.row);
            self.decode(quote!(let #local = #ty::from_le_bytes(reader.bytes(#row)?);));
        }
        let word = if field.row.bits.is_empty() {
            self.parameters.push(quote!(#local: #ty));
            self.hold(local.clone(), ty);
            quote!(#local)
        } else {
            self.bit_fields(context, field)
        };
        self.encode(quote!(writer.bytes(&(#word).to_le_bytes());));
        self.words.push(word);
    }

    /// Adds the bit fields of a number, and returns the expression that combines them.
    fn bit_fields(&mut self, context: &Context<'_>, field: Field<'_>) -> TokenStream {
        let (mut constant, mut parts) = (0, Vec::new());
        for bits in field.row.bits.iter().filter(|bits| !bits.is_ignored) {
            let (local, name) = (local(field), ident(&bits.name));
            let (mask, shift) = (hex(bits.mask), Literal::u32_unsuffixed(bits.shift()));
            let (ty, value, part) = if bits.mask.is_power_of_two() {
                let value = quote!(#local & #mask != 0);
                (quote!(bool), value, quote!((#name as u32) << #shift))
            } else {
                let value = value(field, bits);
                (quote!(u32), value, quote!((#name << #shift) & #mask))
            };
            let only = only_value(context, field, bits);
            if let Some(value) = bits.written.or(only) {
                constant |= bits.place(value);
            } else {
                self.parameters.push(quote!(#name: #ty));
                parts.push(part);
            }
            if only.is_none() {
                self.fields.push(StartField { name, ty, value });
            }
        }
        if parts.is_empty() {
            let constant = Literal::u32_suffixed(constant);
            return quote!(#constant);
        }
        if constant != 0 {
            let constant = hex(constant);
            parts.push(quote!(#constant));
        }
        quote!(#(#parts)|*)
    }

    /// Adds the check of a bit field.
    fn reject(&mut self, reject: &Reject<'_>) {
        let (local, at) = (local(reject.field), offset(reject.field));
        let row = row_ident(reject.field.table, reject.field.row);
        let [mask, value] = placed(reject.bits, reject.value);
        let error = ident(reject.error);
        self.decode(quote! {
            if #local & #mask == #value {
                return Err(DecodeError::new(#at, DecodeErrorKind::#error).in_field(#row.name));
            }
        });
    }

    /// Adds the count of repeated fields.
    fn repeat(&mut self, context: &Context<'_>, repeat: &Repeat<'_>) {
        let Some((first, _)) = repeat.counts.first().copied() else {
            return;
        };
        let least = Literal::u32_unsuffixed(context.least_length(&repeat.steps));
        let (at, row) = (offset(first), row_ident(first.table, first.row));
        let counts = repeat.counts.iter().map(|(field, bits)| {
            let local = local(*field);
            bits.map_or_else(|| quote!(#local), |bits| value(*field, bits))
        });
        self.decode(
            quote!(let repetitions = reader.repetitions(#at, #row, [#(#counts),*], #least)?;),
        );
        if let [(field, bits)] = repeat.counts.as_slice() {
            let count = bits.map_or_else(|| local(*field), |bits| ident(&bits.name));
            self.fields.retain(|field| field.name != count);
        }
        self.hold(ident("repetitions"), quote!(CheckedCount));
    }
}

/// Returns the name of a field's variable in decoders and parameter in encoders.
fn local(field: Field<'_>) -> Ident {
    ident(&snake(&field.row.name))
}

/// Returns the local variable of the offset of a field.
fn offset(field: Field<'_>) -> Ident {
    ident(&format!("{}_at", field.row.name))
}

/// Returns whether an error can refer to the offset of a field.
fn needs_offset(steps: &[Step<'_>], field: Field<'_>) -> bool {
    steps.iter().any(|step| match step {
        Step::Reject(reject) => reject.field == field,
        Step::Repeat(repeat) => {
            let first = repeat.counts.first();
            first.is_some_and(|(first, _)| *first == field)
        }
        _ => false,
    })
}

/// Generates the value of a bit field.
fn value(field: Field<'_>, bits: &BitField) -> TokenStream {
    let (local, mask) = (local(field), hex(bits.mask));
    match bits.shift() {
        0 => quote!(#local & #mask),
        shift => {
            let shift = Literal::u32_unsuffixed(shift);
            quote!((#local & #mask) >> #shift)
        }
    }
}

/// Returns the only value of a bit field that decoding accepts, if there is one.
fn only_value(context: &Context<'_>, field: Field<'_>, bits: &BitField) -> Option<u32> {
    context.steps.iter().find_map(|step| match step {
        // If decoding rejects one value of a single bit, only the other value remains.
        Step::Reject(reject) if reject.field == field && reject.bits == bits => {
            Some(u32::from(reject.value == 0))
        }
        _ => None,
    })
}
