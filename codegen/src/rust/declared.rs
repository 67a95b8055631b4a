//! Declared types, which precede the count of an Array or a Dictionary.

use super::hex::{hex, placed};
use super::names::ident;
use super::put::Put;
use super::sequence::Sequence;
use super::steps::{number_rule, text_rule};
use super::versions::version;
use crate::model::Declares;
use crate::steps::{Arm, Step};
use proc_macro2::{Ident, TokenStream};
use quote::quote;

/// Returns whether a step is a declared type.
pub(super) fn is_declared(step: &Step<'_>) -> bool {
    matches!(step, Step::Branch(arms) if arms.iter().all(|arm| arm.table.declares.is_some()))
}

/// Returns the local variable of a declared type: the name of the flag that selects its form.
pub(super) fn local(step: &Step<'_>) -> Option<Ident> {
    match step {
        Step::Branch(arms) if is_declared(step) => Some(local_of(arms)),
        _ => None,
    }
}

fn local_of(arms: &[Arm<'_>]) -> Ident {
    ident(arms.first().map_or("declared", |arm| &arm.flag.name))
}

/// Returns the case of `Declared` for an arm.
fn form(arm: &Arm<'_>) -> Ident {
    ident(match arm.table.declares {
        Some(Declares::Class) => "Class",
        Some(Declares::Script) => "Script",
        _ => "Type",
    })
}

/// Adds the statements that decode a declared type.
pub(super) fn add(arms: &[Arm<'_>], sequence: &mut Sequence) {
    let local = local_of(arms);
    let decoded = arms.iter().map(|arm| {
        let [mask, value] = placed(arm.flag, arm.value);
        let decoded = match arm.steps.as_slice() {
            [Step::Number(field)] => {
                let rule = number_rule(*field);
                quote!(reader.declared_type(#rule)?)
            }
            [Step::Text(text)] => {
                let rule = text_rule(text);
                quote!(reader.text_body(&#rule)?)
            }
            _ => quote!(),
        };
        let form = form(arm);
        quote!(if header.flags() & #mask == #value { Declared::#form(#decoded) } else)
    });
    sequence.put(quote!(let #local = #(#decoded)* { Declared::Any };));
    sequence.hold(&local, quote!(Declared<'de>));
}

/// Adds the code that encodes a declared type.
pub(super) fn put(arms: &[Arm<'_>], put: &mut Put) {
    let local = local_of(arms);
    put.parameters.push(quote!(#local: &Declared<'_>));
    put.before.extend(for_target(arms, &local));
    let flags = arms.iter().map(|arm| {
        let (form, flags) = (form(arm), hex(arm.flag.place(arm.value)));
        quote!(Declared::#form(_) => #flags)
    });
    let flags = quote!(match #local { Declared::Any => 0, #(#flags),* });
    put.flags.push(flags);
    let encoded = arms.iter().map(|arm| {
        let form = form(arm);
        if let [Step::Text(text)] = arm.steps.as_slice() {
            let rule = text_rule(text);
            quote!(Declared::#form(text) => writer.text_body(&#rule, text)?)
        } else {
            quote!(Declared::#form(number) => writer.bytes(&number.to_le_bytes()))
        }
    });
    put.put(quote!(match #local { Declared::Any => {} #(#encoded),* }));
}

/// Generates the statements that remove a declared type if the target lacks it.
fn for_target(arms: &[Arm<'_>], local: &Ident) -> Option<TokenStream> {
    let mut versions: Vec<_> = arms.iter().filter_map(|arm| arm.table.since).collect();
    versions.sort();
    versions.dedup();
    let since = versions.iter().map(|since| {
        let forms = arms.iter().filter(|arm| arm.table.since == Some(*since));
        let forms = forms.map(form);
        let since = version(Some(*since));
        quote!(#(Declared::#forms(_))|* => #since)
    });
    let since = quote!(match #local { #(#since,)* _ => None });
    (!versions.is_empty())
        .then(|| quote!(let #local = writer.declared_for_target(kind, #local, #since)?;))
}
