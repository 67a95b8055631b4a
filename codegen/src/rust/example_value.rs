//! Converts the example values of the schema to Rust expressions, for the examples of doc comments.

use super::layout_context::Context;
use super::names::component;
use super::typed_array::has_own_type;
use crate::base64::base64;
use crate::model::{Body, LayoutType, Role, Schema, Type, find};
use crate::yaml::{self, Value};
use std::collections::BTreeSet;

/// The payload of a Variant as a Rust expression, with the names that it needs.
pub(super) struct ExampleValue {
    /// The expression of the payload.
    pub(super) payload: String,
    /// The expression of the Variant.
    pub(super) variant: String,
    /// The string, if the accessors return one.
    text: Option<String>,
    names: Names,
}

/// The names of an example: those of the crate's root, and those of the layout's module.
#[derive(Default)]
struct Names {
    root: BTreeSet<String>,
    layout: BTreeSet<String>,
}

impl ExampleValue {
    /// Converts the first example of a type, or returns `None` if it has another form than those of
    /// the types of the same body.
    pub(super) fn of(context: &Context<'_>, listed: &LayoutType, ty: &Type) -> Option<Self> {
        let text = context.schema.examples_in(listed).first()?;
        let value = yaml::parse(text).ok()?;
        let mut names = Names::default();
        let payload = payload(context, ty, &value, &mut names)?;
        let variant = if has_own_type(&context.schema.types, ty) {
            format!("Variant::from({payload})")
        } else {
            format!("Variant::{}(Box::new({payload}))", listed.rust)
        };
        let text = value.text().filter(|_| ty.body == Body::Text);
        Some(Self {
            payload,
            variant,
            text: text.map(str::to_owned),
            names,
        })
    }

    /// Returns the expression of a reference to the payload: a string or a slice if it has one.
    pub(super) fn borrowed(&self) -> String {
        if let Some(elements) = self.payload.strip_prefix("vec!") {
            return format!("&{elements}[..]");
        }
        if let Some(text) = &self.text {
            return format!("{text:?}");
        }
        format!("&{}", self.payload)
    }

    /// Returns the lines that import the names of the payload and these names of the layout's module.
    pub(super) fn imports(&self, others: &[&str]) -> Vec<String> {
        let own = others.iter().map(|name| (*name).to_owned());
        let mut layout: Vec<_> = self.names.layout.iter().cloned().chain(own).collect();
        layout.sort_by_key(|name| (name != "self", name.clone()));
        let root: Vec<_> = self.names.root.iter().cloned().collect();
        let lines = [("gdvariant::LAYOUT", layout), ("gdvariant", root)];
        let lines = lines.iter().filter(|(_, names)| !names.is_empty());
        lines.map(|(path, names)| import(path, names)).collect()
    }
}

/// Returns the line that imports names.
pub(super) fn import(path: &str, names: &[String]) -> String {
    match names {
        [name] => format!("use {path}::{name};"),
        names => format!("use {path}::{{{}}};", names.join(", ")),
    }
}

fn payload(context: &Context<'_>, ty: &Type, value: &Value, names: &mut Names) -> Option<String> {
    Some(match (&ty.body, value) {
        (Body::Bool, Value::Bool(flag)) => flag.to_string(),
        (Body::Number, _) => number(value)?,
        (Body::Text, Value::Text(text)) if ty.is(Role::String) => {
            format!("String::from({text:?})")
        }
        (Body::Text | Body::NodePath, Value::Text(text)) => {
            format!("{}::from({text:?})", root(names, &ty.key))
        }
        (Body::Id, Value::Number(id)) => format!("{}::new({id})", root(names, &ty.key)),
        (Body::Id, _) => format!("{}::default()", root(names, &ty.key)),
        (Body::Callable, _) => root(names, &ty.key),
        (Body::Signal, _) => {
            let (signal, name, id) = (root(names, &ty.key), value.get("name")?, value.get("id")?);
            let (name, id) = (name.text()?, number(id)?);
            format!("{signal} {{ name: {name:?}.into(), id: {id} }}")
        }
        (Body::Object, _) => {
            names.layout.insert(ty.key.clone());
            format!("{}::Id({})", ty.key, number(value.get("id")?)?)
        }
        (Body::Fields, _) => components(context, ty, value, names)?,
        (Body::Pool(element), Value::List(values)) => {
            let types = &context.schema.types;
            let list = list(values, |value| match find(types, element) {
                Some(ty) => components(context, ty, value, names),
                None => number(value),
            })?;
            typed(&list, context, ty, element)
        }
        (Body::Pool(element), Value::Text(bytes)) => {
            typed(&format!("vec!{:?}", base64(bytes)?), context, ty, element)
        }
        (Body::PoolText, Value::List(values)) => list(values, |value| {
            Some(format!("String::from({:?})", value.text()?))
        })?,
        (Body::Array, Value::List(values)) => list(values, variant)?,
        (Body::Dictionary, Value::Map(entries)) => {
            names.layout.insert(ty.key.clone());
            let entries = entries
                .iter()
                .map(|(key, value)| Some(format!("({key:?}, {})", variant(value)?)))
                .collect::<Option<Vec<_>>>()?;
            format!("{}::from([{}])", ty.key, entries.join(", "))
        }
        (Body::TypedArray, _) => typed_array(context, value, names)?,
        _ => return None,
    })
}

/// Uses a name of the crate's root.
fn root(names: &mut Names, name: &str) -> String {
    names.root.insert(name.to_owned());
    name.to_owned()
}

fn number(value: &Value) -> Option<String> {
    match value {
        Value::Number(number) => Some(number.to_string()),
        // `{:?}` keeps the point, which makes it a float.
        Value::Fraction(fraction) => Some(format!("{fraction:?}")),
        _ => None,
    }
}

fn list(values: &[Value], element: impl FnMut(&Value) -> Option<String>) -> Option<String> {
    let elements: Option<Vec<_>> = values.iter().map(element).collect();
    Some(format!("vec![{}]", elements?.join(", ")))
}

/// Adds the type to the first number of a list, because literals of several types have the same form.
fn typed(list: &str, context: &Context<'_>, ty: &Type, wire: &str) -> String {
    let is_wire = find(&context.schema.types, wire).is_none();
    match list.split_once([',', ']']) {
        Some((first, rest)) if is_wire => {
            let end = &list[first.len()..list.len() - rest.len()];
            format!(
                "{first}_{}{end}{rest}",
                component(wire, context.precision_of(ty))
            )
        }
        _ => list.to_owned(),
    }
}

/// Converts a value of components to a call of `new`.
fn components(
    context: &Context<'_>,
    ty: &Type,
    value: &Value,
    names: &mut Names,
) -> Option<String> {
    call_of_new(context.schema, ty, value, &mut |ty| {
        let name = context.variant(ty).to_string();
        // The module of a double-precision layout has the value types of its precision.
        if context.precision.is_double() {
            names.layout.insert(name.clone());
        } else {
            names.root.insert(name.clone());
        }
        name
    })
}

/// Converts the example of a type with components to a call of `new`; `name` returns the path of a type.
pub(super) fn new_value(
    schema: &Schema,
    ty: &Type,
    name: &mut dyn FnMut(&Type) -> String,
) -> Option<String> {
    let mut examples = schema.examples.iter();
    let text = examples
        .find(|example| example.key == ty.key)?
        .values
        .first()?;
    call_of_new(schema, ty, &yaml::parse(text).ok()?, name)
}

fn call_of_new(
    schema: &Schema,
    ty: &Type,
    value: &Value,
    name: &mut dyn FnMut(&Type) -> String,
) -> Option<String> {
    let members: Vec<_> = match value {
        Value::List(numbers) => numbers.iter().map(number).collect::<Option<_>>()?,
        Value::Map(members) => members
            .iter()
            .map(|(member, value)| {
                let mut compounds = ty.fields.iter();
                match compounds.find(|compound| compound.name == *member) {
                    Some(compound) => {
                        call_of_new(schema, schema.type_of(&compound.key), value, name)
                    }
                    None => number(value),
                }
            })
            .collect::<Option<_>>()?,
        _ => return None,
    };
    Some(format!("{}::new({})", name(ty), members.join(", ")))
}

/// Converts an element of a container to a Variant.
fn variant(value: &Value) -> Option<String> {
    let payload = match value {
        Value::Bool(flag) => flag.to_string(),
        Value::Text(text) => format!("{text:?}"),
        Value::List(values) => list(values, variant)?,
        number => self::number(number)?,
    };
    Some(format!("Variant::from({payload})"))
}

fn typed_array(context: &Context<'_>, value: &Value, names: &mut Names) -> Option<String> {
    let element = value.get("element")?.text()?;
    let Value::List(values) = value.get("values")? else {
        return None;
    };
    let mut types = context.schema.types.iter();
    let ty = types.find(|ty| ty.name == element)?;
    let values = list(values, |value| match value.get(element) {
        Some(tagged) => payload(context, ty, tagged, names),
        None => payload(context, ty, value, names),
    })?;
    names.layout.insert("TypedArray".to_owned());
    let (kind, values) = (root(names, "Kind"), values.strip_prefix("vec!")?.to_owned());
    Some(format!("TypedArray::new({kind}::{}, {values})", ty.key))
}
