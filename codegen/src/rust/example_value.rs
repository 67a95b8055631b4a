//! Converts the example values of the schema to Rust expressions, for the examples of doc comments.

use super::cases::Case;
use super::layout_context::Context;
use super::typed::Typed;
use crate::base64::base64;
use crate::model::{Body, Role, Schema, Type, find};
use crate::parse::{self, Value};
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
    pub(super) fn of(context: &Context<'_>, case: &Case<'_>) -> Option<Self> {
        let mut names = Names::default();
        let (payload, text) = if case.is_declared {
            (declared(context, case.typed?, &mut names), None)
        } else {
            let example = context.schema.examples_in(case.listed).first()?;
            let value = parse::example(example)?;
            let text = value.as_str().filter(|_| case.ty.body == Body::Text);
            let payload = payload(context, case.ty, &value, &mut names)?;
            (payload, text.map(str::to_owned))
        };
        let variant = if matches!(case.ty.body, Body::Pool(_) | Body::PoolText) {
            format!("Variant::{}({payload})", case.variant)
        } else if case.has_own_type(context.schema) {
            format!("Variant::from({payload})")
        } else {
            format!("Variant::{}(Box::new({payload}))", case.variant)
        };
        Some(Self {
            payload,
            variant,
            text,
            names,
        })
    }

    /// Returns the expressions of an example, by their placeholders.
    pub(super) fn placeholders(&self, case: &Case<'_>) -> [(&'static str, String); 6] {
        let reference = self.reference(case);
        let borrowed = match case.ty.body {
            Body::Text => reference.clone(),
            // Its name is borrowed.
            Body::Signal => self.payload.replace(".into()", ""),
            _ => self.payload.clone(),
        };
        let copied = match case.ty.body {
            Body::Fields if case.payload.is_boxed => ".map(|view| view.get())".to_owned(),
            Body::Pool(_) => ".map(|view| view.to_vec())".to_owned(),
            Body::NodePath => format!(".map({}::from)", case.ty.key),
            _ => String::new(),
        };
        [
            ("VARIANT", self.variant.clone()),
            ("PAYLOAD", self.payload.clone()),
            ("REFERENCE", reference),
            ("COPIED", copied),
            ("BORROWED", borrowed),
            ("CHANGE", self.change(case)),
        ]
    }

    /// Returns a statement that changes the payload.
    fn change(&self, case: &Case<'_>) -> String {
        let (ty, key) = (case.ty, &case.ty.key);
        let one = if self.payload.contains('.') {
            "1.0"
        } else {
            "1"
        };
        if let Some(typed) = case.typed {
            return format!("payload.{}.clear()", typed.contents());
        }
        match &ty.body {
            Body::Bool => "*payload = !*payload".to_owned(),
            Body::Number => format!("*payload += {one}"),
            Body::Text if ty.is(Role::String) => "payload.push('!')".to_owned(),
            Body::Text | Body::NodePath => "*payload = \"other\".into()".to_owned(),
            Body::Id => format!("*payload = {key}::new(payload.id() + 1)"),
            Body::Signal => "payload.id += 1".to_owned(),
            Body::Object => format!("*payload = {key}::Id(7)"),
            Body::Fields => {
                let rows = ty.tables.first().and_then(|table| table.rows.first());
                let component = rows.map_or("", |row| &row.name);
                format!("payload.{component} += {one}")
            }
            Body::Empty | Body::Callable => format!("*payload = {key}"),
            _ => "payload.clear()".to_owned(),
        }
    }

    /// Returns the expression that an accessor returns: a number, a string or a slice, or a
    /// reference to the payload.
    fn reference(&self, case: &Case<'_>) -> String {
        let elements = self.payload.strip_prefix("vec!");
        match (&self.text, elements) {
            (Some(text), _) => format!("{text:?}"),
            (_, Some(elements)) => format!("&{elements}[..]"),
            _ if matches!(case.ty.body, Body::Bool | Body::Number) => self.payload.clone(),
            _ => format!("&{}", self.payload),
        }
    }

    /// Returns the lines that import the names of the payload and these names of the layout's
    /// module.
    pub(super) fn imports(&self, context: &Context<'_>, others: &[&str]) -> Vec<String> {
        let module = context.edition.module();
        let own = others.iter().map(|name| (*name).to_owned());
        let mut layout: Vec<_> = self.names.layout.iter().cloned().chain(own).collect();
        layout.sort_by_key(|name| (name != "self", name.clone()));
        let root: Vec<_> = self.names.root.iter().cloned().collect();
        let lines = [
            (format!("gdvariant::{module}"), layout),
            ("gdvariant".to_owned(), root),
        ];
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
        (Body::Text, Value::String(text)) if ty.is(Role::String) => {
            format!("String::from({text:?})")
        }
        (Body::Text | Body::NodePath, Value::String(text)) => {
            format!("{}::from({text:?})", root(names, &ty.key))
        }
        (Body::Id, Value::Number(id)) => format!("{}::new({id})", root(names, &ty.key)),
        (Body::Id, _) => format!("{}::default()", root(names, &ty.key)),
        (Body::Callable, _) => root(names, &ty.key),
        (Body::Signal, _) => {
            let (signal, name, id) = (root(names, &ty.key), value.get("name")?, value.get("id")?);
            let (name, id) = (name.as_str()?, number(id)?);
            format!("{signal} {{ name: {name:?}.into(), id: {id} }}")
        }
        (Body::Object, _) => {
            names.layout.insert(ty.key.clone());
            format!("{}::Id({})", ty.key, number(value.get("id")?)?)
        }
        (Body::Fields, _) => components(context, ty, value, names)?,
        (Body::Pool(element), _) => pool(context, element, value, names)?,
        (Body::PoolText, Value::Sequence(values)) => list(values, |value| {
            Some(format!("String::from({:?})", value.as_str()?))
        })?,
        (Body::Array, Value::Sequence(values)) => list(values, variant)?,
        (Body::Dictionary, Value::Mapping(entries)) => {
            names.layout.insert(ty.key.clone());
            let entries = entries
                .iter()
                .map(|(key, value)| Some(format!("({:?}, {})", key.as_str()?, variant(value)?)))
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
        _ => None,
    }
}

fn list(values: &[Value], element: impl FnMut(&Value) -> Option<String>) -> Option<String> {
    let elements: Option<Vec<_>> = values.iter().map(element).collect();
    Some(format!("vec![{}]", elements?.join(", ")))
}

fn pool(context: &Context<'_>, element: &str, value: &Value, names: &mut Names) -> Option<String> {
    let compound = find(&context.schema.types, element);
    let elements: Vec<_> = match value {
        Value::String(bytes) => base64(bytes)?.iter().map(u8::to_string).collect(),
        Value::Sequence(values) => {
            let elements = values.iter().map(|value| match compound {
                Some(ty) => components(context, ty, value, names),
                None => number(value),
            });
            elements.collect::<Option<_>>()?
        }
        _ => return None,
    };
    Some(format!("vec![{}]", elements.join(", ")))
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
        if context.edition.precision.is_double() {
            names.layout.insert(name.clone());
        } else {
            names.root.insert(name.clone());
        }
        name
    })
}

/// Converts the example of a type with components to a call of `new`; `name` returns the path of a
/// type.
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
    call_of_new(schema, ty, &parse::example(text)?, name)
}

fn call_of_new(
    schema: &Schema,
    ty: &Type,
    value: &Value,
    name: &mut dyn FnMut(&Type) -> String,
) -> Option<String> {
    let members: Vec<_> = match value {
        Value::Sequence(numbers) => numbers.iter().map(number).collect::<Option<_>>()?,
        Value::Mapping(members) => members
            .iter()
            .map(|(member, value)| {
                let mut compounds = ty.fields.iter();
                match compounds.find(|compound| *member == compound.name) {
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
        Value::String(text) => format!("{text:?}"),
        Value::Sequence(values) => list(values, variant)?,
        number => self::number(number)?,
    };
    Some(format!("Variant::from({payload})"))
}

fn typed_array(context: &Context<'_>, value: &Value, names: &mut Names) -> Option<String> {
    let element = value.get("element")?.as_str()?;
    let Value::Sequence(values) = value.get("values")? else {
        return None;
    };
    let mut types = context.schema.types.iter();
    let ty = types.find(|ty| ty.name == element)?;
    let values = list(values, |value| match value.get(element) {
        Some(tagged) => payload(context, ty, tagged, names),
        None => payload(context, ty, value, names),
    })?;
    let values = values.strip_prefix("vec!")?;
    Some(new_typed(Typed::Array, &[ty], values, names))
}

/// Returns a container with a declared type, in a layout that declares types.
fn declared(context: &Context<'_>, typed: Typed, names: &mut Names) -> String {
    let [string, int] = [Role::String, Role::Int].map(|role| context.schema.role(role));
    match typed {
        Typed::Array => new_typed(typed, &[int], "[7]", names),
        Typed::Dictionary => new_typed(typed, &[string, int], "[(\"Ada\", 7)]", names),
    }
}

fn new_typed(typed: Typed, declared: &[&Type], members: &str, names: &mut Names) -> String {
    let (name, kind) = (typed.name().to_string(), root(names, "Kind"));
    names.layout.insert(name.clone());
    let declared = declared.iter().map(|ty| format!("{kind}::{}", ty.key));
    let arguments: Vec<_> = declared.chain([members.to_owned()]).collect();
    format!("{name}::new({})", arguments.join(", "))
}
