//! Generates the value types: records, and those with components such as vectors and colors.

use super::cases::body_module;
use super::edition::Precision;
use super::names::{body_length, component, doc, has_reals, ident, table_doc, value_type};
use super::records;
use crate::model::{Body, DoubleBuilds, Row, Schema, Type, find};
use crate::parse::{self, Value};
use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use std::collections::BTreeSet;

pub(super) fn values(schema: &Schema, precision: Precision) -> TokenStream {
    let types = schema.types.iter().filter(|ty| ty.body == Body::Fields);
    let is_own = |ty: &&Type| !precision.is_double() || has_reals(schema, ty);
    let (own, shared): (Vec<_>, Vec<_>) = types.partition(is_own);
    let shared: Vec<_> = shared.iter().map(|ty| ident(&ty.key)).collect();
    let reexport = (!shared.is_empty()).then(|| quote!(pub use crate::{#(#shared),*};));
    let values = own.iter().map(|ty| value(schema, ty, precision));
    let records = schema
        .types
        .iter()
        .filter(|ty| ty.body == Body::Record && !precision.is_double());
    let records = records.map(|ty| records::value(schema, ty));
    quote! {
        #reexport
        #(#values)*
        #(#records)*
    }
}

/// A member of the struct: a component, or a value type of its own.
struct Member<'s> {
    name: Ident,
    doc: TokenStream,
    /// The Rust type.
    rust: TokenStream,
    /// The type of a compound member.
    compound: Option<&'s Type>,
}

fn members<'s>(schema: &'s Schema, ty: &'s Type, precision: Precision) -> Vec<Member<'s>> {
    let mut members: Vec<Member<'s>> = Vec::new();
    for row in &ty.tables[0].rows {
        let name = row.name.split('.').next().unwrap_or_default();
        if members.iter().any(|member| member.name == name) {
            continue;
        }
        let field = ty.fields.iter().find(|field| field.name == name);
        let compound = field.map(|field| schema.type_of(&field.key));
        members.push(Member {
            name: ident(name),
            doc: doc(field.map_or(&row.description, |field| &field.description)),
            rust: compound.map_or_else(
                || component(&row.wire, precision),
                |compound| value_type(schema, compound, precision),
            ),
            compound,
        });
    }
    members
}

fn value(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let name = ident(&ty.key);
    // The components of a value follow one another in every layout.
    let table = table_doc(schema, ty, precision, DoubleBuilds::Flag);
    let type_doc = doc(&format!(
        "{}\n\nOn the wire, in bytes from the start of the value:\n{table}",
        ty.description
    ));
    let members = members(schema, ty, precision);
    let types: Vec<_> = members.iter().map(|member| &member.rust).collect();
    let names: Vec<_> = members.iter().map(|member| &member.name).collect();
    let docs = members.iter().map(|member| &member.doc);
    let equality = (!has_reals(schema, ty)).then(|| quote!(Eq, Hash,));
    let parts = if members.iter().all(|member| member.compound.is_none()) {
        "components"
    } else {
        "fields"
    };
    let new_doc = doc(&format!("Creates {} from its {parts}.", article(&ty.name)));
    let new_example = new_example(schema, ty, precision);
    let default = default(schema, ty, precision);
    let derived_default = default.is_none().then(|| quote!(Default,));
    let fields = fields(schema, ty, precision);
    let arrays = arrays(ty, &members);
    let held = Body::Pool(ty.key.clone());
    let pool = schema.types.iter().find(|pool| pool.body == held);
    let pool = pool.map(|pool| {
        let pool = ident(&pool.key);
        quote! {
            #[cfg(feature = "serde")]
            crate::serde::json::pool_form!(#name, crate::Kind::#pool);
        }
    });
    let is_double = precision.is_double();
    let widening = is_double.then(|| widening(schema, ty, &members));
    quote! {
        #type_doc
        #[derive(Debug, Clone, Copy, PartialEq, #equality #derived_default)]
        #[cfg_attr(feature = "bytemuck", derive(bytemuck::Pod, bytemuck::Zeroable))]
        #[repr(C)]
        pub struct #name {
            #(#docs pub #names: #types),*
        }

        impl #name {
            #new_doc
            #new_example
            #[must_use]
            pub const fn new(#(#names: #types),*) -> Self {
                Self { #(#names),* }
            }
        }

        #default
        #fields
        #arrays
        #widening

        crate::value::build::components!(#name);

        #[cfg(feature = "serde")]
        crate::serde::json::fields_form!(#name, crate::Kind::#name);

        #pool
    }
}

fn article(name: &str) -> String {
    let article = if name.starts_with(['A', 'E', 'I', 'O', 'U']) {
        "an"
    } else {
        "a"
    };
    format!("{article} {name}")
}

/// Generates the engine's default, if not all components are 0.
fn default(schema: &Schema, ty: &Type, precision: Precision) -> Option<TokenStream> {
    let rows = &ty.tables[0].rows;
    rows.iter().find(|row| row.initial != 0)?;
    let initial = |name: &str| {
        let row = rows.iter().find(|row| row.name == name);
        row.map_or_else(|| quote!(0), initial)
    };
    let (name, value) = (ident(&ty.key), build(schema, ty, "", precision, &initial));
    Some(quote! {
        /// Returns the default value of the engine.
        impl Default for #name {
            fn default() -> Self {
                #value
            }
        }
    })
}

fn initial(row: &Row) -> TokenStream {
    let value = match row.wire.as_str() {
        "real" => Literal::f64_unsuffixed(row.initial.into()),
        _ => Literal::i32_unsuffixed(row.initial),
    };
    quote!(#value)
}

/// Generates the expression of a value at `prefix`; `component` generates those of its components,
/// by name.
fn build(
    schema: &Schema,
    ty: &Type,
    prefix: &str,
    precision: Precision,
    component: &dyn Fn(&str) -> TokenStream,
) -> TokenStream {
    let path = if prefix.is_empty() {
        quote!(Self)
    } else {
        value_type(schema, ty, precision)
    };
    let parts = members(schema, ty, precision).into_iter().map(|member| {
        let name = &member.name;
        let full = format!("{prefix}{name}");
        let value = match member.compound {
            Some(compound) => build(schema, compound, &format!("{full}."), precision, component),
            None => component(&full),
        };
        if *name == value.to_string() {
            value
        } else {
            quote!(#name: #value)
        }
    });
    quote!(#path { #(#parts),* })
}

/// Generates the components in their order on the wire, which may differ from that of the members.
fn fields(schema: &Schema, ty: &Type, precision: Precision) -> TokenStream {
    let (name, module) = (
        ident(&ty.key),
        body_module(schema, ty, precision, DoubleBuilds::Flag),
    );
    let length = Literal::usize_unsuffixed(body_length(schema, ty, precision) as usize);
    let rows = &ty.tables[0].rows;
    let paths = rows.iter().map(|row| {
        let parts = row.name.split('.').map(ident);
        quote!(#(#parts).*)
    });
    let local = |name: &str| ident(&name.replace('.', "_"));
    let locals = rows.iter().map(|row| local(&row.name));
    let built = build(schema, ty, "", precision, &|name| {
        let local = local(name);
        quote!(#local)
    });
    // Plain components are in the order of the rows; those of members may not be.
    let is_plain = ty.fields.is_empty();
    let in_memory = is_plain.then(|| quote!(crate::wire::fields::same_in_memory!();));
    quote! {
        impl crate::wire::fields::Fields for #name {
            const LENGTH: usize = #length;
            const TABLE: &'static crate::table::Table = &#module::TABLES[0];

            #[inline]
            fn put<S: crate::wire::fields::FieldSink>(&self, to: &mut S) {
                #(to.put(self.#paths);)*
            }

            #[inline]
            fn take(from: &mut crate::wire::fields::FieldReader<'_>) -> Self {
                #(let #locals = from.take();)*
                #built
            }

            #in_memory
        }
    }
}

/// Generates conversions to and from arrays, for types of plain components.
fn arrays(ty: &Type, members: &[Member<'_>]) -> Option<TokenStream> {
    let number = &members.first().filter(|_| ty.fields.is_empty())?.rust;
    let name = ident(&ty.key);
    let count = Literal::usize_unsuffixed(members.len());
    let names: Vec<_> = members.iter().map(|member| &member.name).collect();
    Some(quote! {
        impl From<[#number; #count]> for #name {
            fn from([#(#names),*]: [#number; #count]) -> Self {
                Self { #(#names),* }
            }
        }

        impl From<#name> for [#number; #count] {
            fn from(value: #name) -> Self {
                [#(value.#names),*]
            }
        }
    })
}

/// Generates conversions between the precisions.
fn widening(schema: &Schema, ty: &Type, members: &[Member<'_>]) -> TokenStream {
    let example = to_single_example(schema, ty);
    let name = ident(&ty.key);
    let names: Vec<_> = members.iter().map(|member| &member.name).collect();
    let narrowed = members.iter().map(|member| {
        let name = &member.name;
        if member.compound.is_some() {
            quote!(#name: self.#name.to_single())
        } else {
            quote!(#name: self.#name as f32)
        }
    });
    quote! {
        impl #name {
            /// Rounds every component to single precision; large ones become infinite.
            #example
            #[must_use]
            #[allow(clippy::cast_possible_truncation, reason = "rounding is what it is for")]
            pub fn to_single(self) -> crate::#name {
                crate::#name { #(#narrowed),* }
            }
        }

        /// Widens every component without loss.
        impl From<crate::#name> for #name {
            fn from(value: crate::#name) -> Self {
                Self { #(#names: value.#names.into()),* }
            }
        }
    }
}

/// Generates the example of `new`.
pub(super) fn new_example(schema: &Schema, ty: &Type, precision: Precision) -> Option<TokenStream> {
    let mut names = BTreeSet::new();
    let value = new_value(schema, ty, &mut |ty| {
        names.insert(ty.key.clone());
        ty.key.clone()
    })?;
    let first = &ty.tables[0].rows.first()?.name;
    let module = if precision.is_double() {
        "gdvariant::double"
    } else {
        "gdvariant"
    };
    let names: Vec<_> = names.into_iter().collect();
    let names = match names.as_slice() {
        [name] => name.clone(),
        names => format!("{{{}}}", names.join(", ")),
    };
    // Numbers are written in the order of the members, which is that of the first row.
    let number = value.split(['(', ',', ')']).find(|part| is_number(part))?;
    Some(doc(&format!(
        "
```
use {module}::{names};

let value = {value};
assert_eq!(value.{first}, {number});
```"
    )))
}

/// Generates the example of `to_single`.
pub(super) fn to_single_example(schema: &Schema, ty: &Type) -> Option<TokenStream> {
    let value = |module| {
        new_value(schema, ty, &mut |ty| {
            let is_double = has_reals(schema, ty);
            let module = if is_double { module } else { "gdvariant" };
            format!("{module}::{}", ty.key)
        })
    };
    let (double, single) = (value("double")?, value("gdvariant")?);
    Some(doc(&format!(
        "
```
use gdvariant::double;

let value = {double};
assert_eq!(value.to_single(), {single});
```"
    )))
}

/// Converts the first example of a type to a call of `new`; `name` returns the path of a type.
fn new_value(schema: &Schema, ty: &Type, name: &mut dyn FnMut(&Type) -> String) -> Option<String> {
    let (_, examples) = find(&schema.examples, &ty.key)?;
    let value = parse::example(examples.first()?)?;
    call_of_new(schema, ty, &value, name)
}

fn call_of_new(
    schema: &Schema,
    ty: &Type,
    value: &Value,
    name: &mut dyn FnMut(&Type) -> String,
) -> Option<String> {
    let number = |value: &Value| match value {
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let members: Option<Vec<_>> = match value {
        Value::Sequence(numbers) => numbers.iter().map(number).collect(),
        Value::Mapping(members) => {
            let members = members.iter().map(|(member, value)| {
                let mut compounds = ty.fields.iter();
                match compounds.find(|compound| *member == compound.name) {
                    Some(compound) => {
                        call_of_new(schema, schema.type_of(&compound.key), value, name)
                    }
                    None => number(value),
                }
            });
            members.collect()
        }
        _ => return None,
    };
    Some(format!("{}::new({})", name(ty), members?.join(", ")))
}

fn is_number(text: &str) -> bool {
    text.trim().parse::<f64>().is_ok()
}
