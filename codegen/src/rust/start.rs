//! Generates the start of a body, which precedes its repeated part: a struct, or an enum if a flag
//! selects it, and the functions that decode and encode it.

use super::bodies::Context;
use super::names::{capitalised, grouped, hex, ident, placed, row_ident, snake, version};
use super::tables::{number_rule, pad, text_rule, value_key};
use crate::model::{BitField, Body, Declares};
use crate::steps::{Arm, Field, Reject, Repeat, Select, Step};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;

/// Generates the type of the start, and the functions that decode and encode it.
pub(super) fn start(context: &Context<'_>) -> TokenStream {
    match context.steps.as_slice() {
        _ if !has_start(context) => quote!(),
        [Step::Branch(arms)] => branch(context, arms),
        steps if matches!(context.ty.body, Body::Pool(_)) => pool(steps),
        steps => plain(context, steps),
    }
}

/// Returns whether a body has a repeated part.
pub(super) fn has_start(context: &Context<'_>) -> bool {
    let repeats = |steps: &[Step<'_>]| {
        let mut steps = steps.iter();
        steps.any(|step| matches!(step, Step::Repeat(_) | Step::Present(..)))
    };
    match context.steps.as_slice() {
        [Step::Branch(arms)] => arms.iter().any(|arm| repeats(&arm.steps)),
        steps => repeats(steps),
    }
}

/// Returns whether the header's flags decide whether a step is there.
pub(super) fn needs_header(step: &Step<'_>) -> bool {
    matches!(step, Step::Select(_)) || declared_local(step).is_some()
}

/// Generates a start without alternatives.
fn plain(context: &Context<'_>, steps: &[Step<'_>]) -> TokenStream {
    let start = Start::default().with(context, steps);
    let (fields, values) = (start.declared(&quote!(pub(crate))), start.values());
    let decoded = &start.decoded;
    if !steps.iter().any(needs_header) {
        let put_start = start.words();
        return quote! {
            /// The fields before the repeated part.
            #[derive(Debug, Clone, Copy)]
            pub(crate) struct Start { #fields }

            /// Decodes the fields before the repeated part.
            #[inline(always)]
            pub(crate) fn start<L: Layout>(reader: &mut Reader<'_, L>) -> Result<Start, DecodeError> {
                #decoded
                Ok(Start { #values })
            }

            #put_start
        };
    }
    let checks = steps.iter().filter_map(|step| match step {
        Step::Select(select) => Some(checked_flag(context, select)),
        _ => None,
    });
    let decode_start = decode_start(&quote!(#(#checks)* #decoded Ok(Start { #values })));
    let doc = " Encodes the header and the fields before the repeated part.";
    let put_start = start.encoder("put_start", doc);
    quote! {
        /// The fields before the repeated part.
        #[derive(Debug)]
        pub(crate) struct Start<'de> { #fields }

        #decode_start
        #put_start
    }
}

/// Generates the rule of a pool array: a count and elements of fixed length.
fn pool(steps: &[Step<'_>]) -> TokenStream {
    let [Step::Number(count), Step::Repeat(repeat)] = steps else {
        return quote!();
    };
    let (count, pad) = (number_rule(*count), pad(repeat.pad));
    quote! {
        pub(crate) const POOL: PoolRule = PoolRule { count: #count, pad: #pad };
    }
}

/// Generates a start that a flag of the header selects.
fn branch(context: &Context<'_>, arms: &[Arm<'_>]) -> TokenStream {
    let start = |arm: &Arm<'_>| {
        let flags = hex(arm.flag.place(arm.value));
        let start = Start {
            flags: vec![quote!(#flags)],
            ..Start::default()
        };
        start.with(context, &arm.steps)
    };
    let variants = arms.iter().map(|arm| {
        let (doc, name) = (format!(" The table `{}`.", arm.table.name), variant(arm));
        let fields = start(arm).declared(&quote!());
        quote!(#[doc = #doc] #name { #fields })
    });
    let decoded = arms.iter().map(|arm| {
        let (start, name) = (start(arm), variant(arm));
        let (decoded, values) = (&start.decoded, start.values());
        quote!(#decoded Ok(Start::#name { #values }))
    });
    let decode_start = decode_start(&select(arms, decoded));
    let encoders = arms.iter().map(|arm| {
        let table = &arm.table.name;
        let doc = format!(" Encodes the header and the fields of the table `{table}`.");
        start(arm).encoder(&format!("put_{}", snake(table)), &doc)
    });
    quote! {
        /// The fields before the repeated part.
        #[derive(Debug)]
        pub(crate) enum Start<'de> { #(#variants),* }

        #decode_start
        #(#encoders)*
    }
}

/// Returns the variant of a start that has the fields of an arm.
pub(super) fn variant(arm: &Arm<'_>) -> Ident {
    ident(&capitalised(&arm.table.name))
}

/// Generates the choice of an arm by the header's flags; the last arm needs no condition.
pub(super) fn select(arms: &[Arm<'_>], bodies: impl Iterator<Item = TokenStream>) -> TokenStream {
    let mut selected = quote!();
    for (index, (arm, body)) in arms.iter().zip(bodies).enumerate() {
        let [mask, value] = placed(arm.flag, arm.value);
        selected.extend(if index + 1 == arms.len() {
            quote!({ #body })
        } else {
            quote!(if header.flags() & #mask == #value { #body } else)
        });
    }
    selected
}

/// Generates the function that decodes a start that depends on the header.
fn decode_start(decoded: &TokenStream) -> TokenStream {
    quote! {
        /// Decodes the fields before the repeated part.
        pub(crate) fn start<'de, L: Layout>(
            reader: &mut Reader<'de, L>,
            header: Header,
        ) -> Result<Start<'de>, DecodeError> {
            #decoded
        }
    }
}

/// The code of steps, in both directions.
#[derive(Default)]
pub(super) struct Start {
    /// Whether it is a record, whose strings are of the type `S`.
    is_record: bool,
    /// The statements that decode the steps.
    decoded: TokenStream,
    /// The decoded fields.
    fields: Vec<Decoded>,
    /// The parameters of the function that encodes the fields.
    parameters: Vec<TokenStream>,
    /// The statements of that function before the header.
    before: TokenStream,
    /// The flags of the header.
    flags: Vec<TokenStream>,
    /// The numbers after the header.
    words: Vec<TokenStream>,
    /// The statements after the header.
    encoded: TokenStream,
}

/// A decoded field of a start.
struct Decoded {
    name: Ident,
    ty: TokenStream,
    value: TokenStream,
}

impl Start {
    /// Returns the statements that decode the fields of a record to variables of their names, and
    /// those that encode them.
    pub(super) fn of_record(context: &Context<'_>) -> (TokenStream, TokenStream) {
        let start = Self {
            is_record: true,
            ..Self::default()
        };
        let start = start.with(context, &context.steps);
        (start.decoded, start.encoded)
    }

    /// Returns the statements that decode the fields of a body without a repeated part.
    pub(super) fn of_fields(context: &Context<'_>) -> TokenStream {
        Self::default().with(context, &context.steps).decoded
    }

    /// Adds the code of steps.
    fn with(mut self, context: &Context<'_>, steps: &[Step<'_>]) -> Self {
        for step in steps {
            self.add(context, step);
        }
        self
    }

    fn add(&mut self, context: &Context<'_>, step: &Step<'_>) {
        match step {
            Step::Number(field) => self.number(context, *field),
            Step::Text(text) => {
                let (local, rule) = (local(text.text), text_rule(text));
                self.decode(if self.is_record {
                    quote!(let #local = S::decode(reader, &#rule)?;)
                } else {
                    quote!(let #local = reader.text_body(&#rule)?;)
                });
                self.encode(quote!(writer.text_body(&#rule, #local)?;));
                self.parameters.push(quote!(#local: &str));
                self.hold(local, quote!(Cow<'de, str>));
            }
            Step::Reject(reject) => self.reject(reject),
            Step::Objects => self.decode(quote!(reader.check_objects()?;)),
            Step::Select(select) => self.select(context, select),
            Step::Branch(arms) => {
                if let Some(local) = declared_local(step) {
                    self.declared_type(local, arms);
                }
            }
            Step::Present(text, steps) => self.present(context, *text, steps),
            Step::Repeat(repeat) => self.repeat(context, repeat),
            Step::Components(_) | Step::Value => {}
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
        self.fields.push(Decoded { name, ty, value });
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
            if let ([bits, ..], true) = (field.row.bits.as_slice(), field.row.is_type_number) {
                let number = value(field, bits);
                self.decode(quote!(reader.check_type_number(#rule, #number)?;));
            }
        } else {
            let row = row_ident(field.table, field.row);
            self.decode(quote!(let #local: #ty = reader.scalar(#row)?;));
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

    /// Adds the bit fields of a number, and returns the number that is made of them.
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
                self.fields.push(Decoded { name, ty, value });
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

    /// Adds a value that the number of a type selects, such as the class of a typed array's
    /// elements.
    fn select(&mut self, context: &Context<'_>, select: &Select<'_>) {
        let name = local(select.selected);
        let row = row_ident(select.selected.table, select.selected.row);
        let value_kind = ident(value_key(select.selected));
        let role = role_number(context, select);
        let number = value(select.field, select.bits);
        let [flag, flag_value] = placed(select.flag, select.value);
        self.decode(quote! {
            let #name = if #number == #role && header.flags() & #flag == #flag_value {
                Some(reader.text_value(Kind::#value_kind, #row)?)
            } else {
                None
            };
        });
        let number = ident(&select.bits.name);
        let flag = hex(select.flag.place(u32::from(select.value == 0)));
        let flags = quote!(if #number == #role && #name.is_none() { #flag } else { 0 });
        self.flags.push(flags);
        self.encode(quote! {
            if let Some(text) = #name {
                writer.text_value(Kind::#value_kind, #row, text)?;
            }
        });
        self.parameters.push(quote!(#name: Option<&str>));
        self.hold(name, quote!(Option<Cow<'de, str>>));
    }

    /// Adds a declared type, which precedes the count of an Array or a Dictionary.
    fn declared_type(&mut self, local: Ident, arms: &[Arm<'_>]) {
        let mut forms = Vec::new();
        for arm in arms {
            let form = match arm.table.declares {
                Some(Declares::Class) => quote!(Declared::Class),
                Some(Declares::Script) => quote!(Declared::Script),
                _ => quote!(Declared::Type),
            };
            let (decoded, encoded) = match arm.steps.as_slice() {
                [Step::Text(text)] => {
                    let rule = text_rule(text);
                    (
                        quote!(reader.text_body(&#rule)?),
                        quote!(#form(text) => writer.text_body(&#rule, text)?),
                    )
                }
                [Step::Number(field)] => {
                    let rule = number_rule(*field);
                    (
                        quote!(reader.declared_type(#rule)?),
                        quote!(#form(number) => writer.bytes(&number.to_le_bytes())),
                    )
                }
                _ => continue,
            };
            forms.push((arm, form, decoded, encoded));
        }
        let decoded = forms.iter().map(|(arm, form, decoded, _)| {
            let [mask, value] = placed(arm.flag, arm.value);
            quote!(if header.flags() & #mask == #value { #form(#decoded) } else)
        });
        self.decode(quote!(let #local = #(#decoded)* { Declared::Any };));
        let flags = forms.iter().map(|(arm, form, ..)| {
            let flags = hex(arm.flag.place(arm.value));
            quote!(#form(_) => #flags)
        });
        self.flags
            .push(quote!(match #local { Declared::Any => 0, #(#flags),* }));
        let encoded = forms.iter().map(|(.., encoded)| encoded);
        self.encode(quote!(match #local { Declared::Any => {} #(#encoded),* }));
        // The types are removed if the target lacks them.
        let newer = forms
            .iter()
            .filter_map(|(arm, form, ..)| Some((arm.table.since?, form)));
        let mut newer = grouped(newer);
        newer.sort_by_key(|(since, _)| *since);
        if !newer.is_empty() {
            let since = newer.iter().map(|(since, forms)| {
                let since = version(Some(*since));
                quote!(#(#forms(_))|* => #since)
            });
            let since = quote!(match #local { #(#since,)* _ => None });
            self.before
                .extend(quote!(let #local = writer.declared_for_target(kind, #local, #since)?;));
        }
        self.parameters.push(quote!(#local: &Declared<'_>));
        self.hold(local, quote!(Declared<'de>));
    }

    /// Adds steps that follow if a string is not empty.
    fn present(&mut self, context: &Context<'_>, text: Field<'_>, steps: &[Step<'_>]) {
        let text = local(text);
        let inner = Self::default().with(context, steps);
        let (decoded, encoded) = (inner.decoded, inner.encoded);
        self.decode(quote! {
            let repetitions = if #text.is_empty() {
                0
            } else {
                #decoded
                repetitions
            };
        });
        self.encode(quote!(if !#text.is_empty() { #encoded }));
        self.parameters.extend(inner.parameters);
        self.hold(ident("repetitions"), quote!(usize));
    }

    /// Adds the count of a repeated part.
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
        self.hold(ident("repetitions"), quote!(usize));
    }

    /// Generates the fields of a struct.
    fn declared(&self, visibility: &TokenStream) -> TokenStream {
        let fields = self.fields.iter();
        let fields = fields.map(|Decoded { name, ty, .. }| quote!(#visibility #name: #ty));
        quote!(#(#fields),*)
    }

    /// Generates the fields of a struct expression.
    fn values(&self) -> TokenStream {
        let values = self.fields.iter().map(|Decoded { name, value, .. }| {
            if *name == value.to_string() {
                quote!(#name)
            } else {
                quote!(#name: #value)
            }
        });
        quote!(#(#values),*)
    }

    /// Returns the parameters by name, so that callers do not depend on the order of rows.
    fn sorted_parameters(&self) -> Vec<TokenStream> {
        let mut parameters = self.parameters.clone();
        parameters.sort_by_key(ToString::to_string);
        parameters
    }

    /// Generates the function that encodes a start of numbers.
    fn words(&self) -> TokenStream {
        let (parameters, words) = (self.sorted_parameters(), &self.words);
        let count = Literal::usize_unsuffixed(words.len());
        quote! {
            /// Encodes the fields before the repeated part.
            #[inline]
            pub(crate) const fn put_start(#(#parameters),*) -> [[u8; 4]; #count] {
                [#((#words).to_le_bytes()),*]
            }
        }
    }

    /// Generates the function that encodes a header and the fields after it.
    fn encoder(&self, name: &str, doc: &str) -> TokenStream {
        let (name, parameters) = (ident(name), self.sorted_parameters());
        let Self {
            before,
            flags,
            encoded,
            ..
        } = self;
        quote! {
            #[doc = #doc]
            pub(crate) fn #name<L: Layout>(
                writer: &mut Writer<'_, L>,
                kind: Kind,
                #(#parameters),*
            ) -> Result<(), EncodeError> {
                #before
                writer.header_with(kind, #(#flags)|*);
                #encoded
                Ok(())
            }
        }
    }
}

/// Returns the local variable of a field: a variable of decoders, a parameter of encoders.
fn local(field: Field<'_>) -> Ident {
    ident(&snake(&field.row.name))
}

/// Returns the local variable of the offset of a field.
fn offset(field: Field<'_>) -> Ident {
    ident(&format!("{}_at", field.row.name))
}

/// Returns whether an error may be about a field.
fn needs_offset(steps: &[Step<'_>], field: Field<'_>) -> bool {
    steps.iter().any(|step| match step {
        Step::Reject(reject) => reject.field == field,
        Step::Repeat(repeat) => {
            let first = repeat.counts.first();
            first.is_some_and(|(first, _)| *first == field)
        }
        Step::Present(_, steps) => needs_offset(steps, field),
        Step::Branch(arms) => arms.iter().any(|arm| needs_offset(&arm.steps, field)),
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

/// Returns the value of a bit field, if decoding rejects any other.
fn only_value(context: &Context<'_>, field: Field<'_>, bits: &BitField) -> Option<u32> {
    context.steps.iter().find_map(|step| match step {
        // A bit field with one rejected value has the other one.
        Step::Reject(reject) if reject.field == field && reject.bits == bits => {
            Some(u32::from(reject.value == 0))
        }
        _ => None,
    })
}

/// Generates the check of a flag that has a meaning only for one type, whose number follows the
/// header.
fn checked_flag(context: &Context<'_>, select: &Select<'_>) -> TokenStream {
    let (flag, mask) = (hex(select.flag.mask), hex(select.bits.mask));
    let role = role_number(context, select);
    quote!(let header = reader.checked_flag(header, #flag, #mask, #role)?;)
}

/// Generates the number of the type with the role, in the layout `L`.
fn role_number(context: &Context<'_>, select: &Select<'_>) -> TokenStream {
    let kind = ident(&context.schema.role(select.role).key);
    quote!(u32::from(L::NUMBERS[Kind::#kind as usize]))
}

/// Returns the local variable of a declared type: the name of the flag that selects its form.
pub(super) fn declared_local(step: &Step<'_>) -> Option<Ident> {
    match step {
        Step::Branch(arms) if arms.iter().all(|arm| arm.table.declares.is_some()) => {
            arms.first().map(|arm| ident(&arm.flag.name))
        }
        _ => None,
    }
}
