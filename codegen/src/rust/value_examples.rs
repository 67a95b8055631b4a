//! Generates the examples of value types, with the example values of the schema.

use super::names::{doc, has_reals};
use super::precision::Precision;
use crate::model::{Schema, Type};
use crate::parse::{self, Value};
use proc_macro2::TokenStream;
use std::collections::BTreeSet;

/// Generates the example of `new`.
pub(super) fn new(schema: &Schema, ty: &Type, precision: Precision) -> Option<TokenStream> {
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
pub(super) fn to_single(schema: &Schema, ty: &Type) -> Option<TokenStream> {
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
    let mut examples = schema.examples.iter();
    let example = examples.find(|example| example.key == ty.key)?;
    let value = parse::example(example.values.first()?)?;
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
