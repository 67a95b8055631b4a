//! Generates the value types of the Python package.

use super::{
    Elements, Field, FieldContent, NamedType, arrays, elements, fields, has_own_defaults, is_float,
    named, structures,
};
use crate::model::{Body, Row, Schema, Type};
use crate::scripts::{constants, initial};
use std::fmt::Write;

/// The start of the module.
const HEAD: &str = r#""""The value types of the engines, generated from the schema by `cargo xtask types`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from gdvariant._base import Numbers, Record, Strings, Struct, Vectors, as_float, as_int, field
"#;

/// Returns the module of the package that defines the value types.
pub(super) fn module(schema: &Schema) -> String {
    let mut module = HEAD.to_owned();
    let mut kinds = Vec::new();
    let mut exported = Vec::new();
    let structs = structures(schema);
    for named in &structs {
        module += &structure(schema, named);
    }
    let arrays = arrays(schema);
    for named in &arrays {
        module += &array(schema, named);
    }
    for named in structs.iter().chain(&arrays) {
        kinds.push((&*named.ty.key, named.name));
        exported.push(named.name);
        for other in &named.other_names {
            let _ = write!(module, "\n\n{other} = {}", named.name);
            let _ = write!(
                module,
                "\n\"\"\"The name of :class:`{}` in other engines.\"\"\"",
                named.name
            );
            exported.push(other);
        }
    }
    module += "\n\nKINDS: dict[str, type[Any]] = {\n";
    for (key, name) in kinds {
        let _ = writeln!(module, "    \"{key}\": {name},");
    }
    module += "}\n\n__all__ = [\n";
    exported.sort_unstable();
    for name in exported {
        let _ = writeln!(module, "    \"{name}\",");
    }
    module + "]\n"
}

/// Returns the Python type and the default of a component.
fn component(ty: &Type, row: &Row) -> (&'static str, String) {
    let initial = initial(ty, row);
    if is_float(&row.wire) {
        ("float", format!("{:?}", f64::from(initial)))
    } else {
        ("int", initial.to_string())
    }
}

fn structure(schema: &Schema, named: &NamedType<'_>) -> String {
    let NamedType { ty, name, .. } = named;
    let fields = fields(schema, ty);
    let parts: Vec<_> = fields.iter().map(|field| part(schema, ty, field)).collect();
    let mut declarations = String::new();
    for (position, (field, part)) in fields.iter().zip(&parts).enumerate() {
        let (name, hint) = (field.name, &part.hint);
        let _ = write!(
            declarations,
            "\n    {name}: Final[{hint}] = field({position})\n    \"\"\"{}\"\"\"",
            field.description
        );
    }
    let constants = constants(ty, None);
    for (constant, _) in &constants {
        let _ = write!(declarations, "\n    {constant}: ClassVar[{name}]");
    }
    let base = if ty.body == Body::Record {
        "Record"
    } else {
        "Struct"
    };
    let labels = tuple(fields.iter().map(|field| format!("\"{}\"", field.name)));
    let plan = tuple(parts.iter().map(|part| part.step.clone()));
    let values = tuple(parts.iter().map(|part| part.value.clone()));
    let mut parameters = String::new();
    for part in &parts {
        let _ = write!(parameters, ", {}", part.parameter);
    }
    let mut class = format!(
        r#"

class {name}({base}):
    """{}"""

    __slots__ = ()
    _fields = {labels}
    __match_args__ = {labels}
    _plan = {plan}{declarations}

    def __new__(cls{parameters}) -> {name}:
        return tuple.__new__(cls, {values})
"#,
        ty.description,
    );
    let end = if constants.is_empty() { "" } else { "\n" };
    class += end;
    for (constant, components) in constants {
        let rows = &ty.tables[0].rows;
        let numbers = rows.iter().map(|row| {
            let number = components.of(ty, row);
            match component(ty, row).0 {
                "int" => format!("{number}"),
                _ if number.is_infinite() => "float(\"inf\")".into(),
                _ => format!("{number:?}"),
            }
        });
        let numbers = tuple(numbers);
        let _ = write!(
            class,
            "\n{name}.{constant} = {name}._of_components({numbers})"
        );
    }
    class + end
}

/// The code for a field.
struct Part {
    /// The type of the field.
    hint: String,
    /// The parameter of the constructor, with its default.
    parameter: String,
    /// The expression that converts the argument.
    value: String,
    /// The entry of the plan: the index of the component, or the class and its indexes.
    step: String,
}

fn part(schema: &Schema, ty: &Type, field: &Field<'_>) -> Part {
    let name = field.name;
    match &field.content {
        FieldContent::Component { index, row } => {
            let (hint, default) = component(ty, row);
            Part {
                hint: hint.to_owned(),
                parameter: format!("{name}: {hint} = {default}"),
                value: format!("as_{hint}({name})"),
                step: index.to_string(),
            }
        }
        FieldContent::Text => Part {
            hint: "str".into(),
            parameter: format!("{name}: str = \"\""),
            value: format!("str({name})"),
            step: "None".into(),
        },
        FieldContent::Value { ty: held, indexes } => {
            let class = named(schema, held).name;
            let default = default(held, class, ty, indexes);
            let places = tuple(indexes.iter().map(ToString::to_string));
            Part {
                hint: class.to_owned(),
                parameter: format!("{name}: {} = {default}", item_hint(schema, held)),
                value: format!("{class}.of({name})"),
                step: format!("({class}, {places})"),
            }
        }
    }
}

fn array(schema: &Schema, named: &NamedType<'_>) -> String {
    let NamedType { ty, name, .. } = named;
    let (base, attributes) = match elements(schema, ty) {
        Elements::Strings => ("Strings".to_owned(), String::new()),
        Elements::Numbers(wire) => {
            let number = if is_float(wire) { "float" } else { "int" };
            let codes = typecodes(wire);
            (
                format!("Numbers[{number}]"),
                format!("\n    _typecodes = {codes}"),
            )
        }
        Elements::Values(value, wire) => {
            let class = super::named(schema, value).name;
            let codes = typecodes(wire);
            (
                format!("Vectors[{class}]"),
                format!("\n    _element = {class}\n    _typecodes = {codes}"),
            )
        }
    };
    format!(
        "\n\nclass {name}({base}):\n    \"\"\"{}\"\"\"\n\n    __slots__ = (){attributes}\n",
        ty.description,
    )
}

/// Returns the type codes of Python's `array` for the components of a wire type.
fn typecodes(wire: &str) -> &'static str {
    match wire {
        "i32" => "(\"i\",)",
        "i64" => "(\"q\",)",
        "f64" => "(\"d\",)",
        // Single precision, and double precision in some builds.
        _ => "(\"f\", \"d\")",
    }
}

/// Returns the default of a field of `outer` with a type of its own.
fn default(ty: &Type, class: &str, outer: &Type, indexes: &[usize]) -> String {
    if has_own_defaults(ty, outer, indexes) {
        return format!("{class}()");
    }
    let rows = &outer.tables[0].rows;
    let numbers = indexes
        .iter()
        .map(|index| component(outer, &rows[*index]).1);
    format!("{class}._of_components({})", tuple(numbers))
}

/// Returns the hint of an argument that becomes a value with components.
fn item_hint(schema: &Schema, ty: &Type) -> String {
    let class = named(schema, ty).name;
    let fields = fields(schema, ty);
    let items = fields.iter().map(|field| match &field.content {
        FieldContent::Component { row, .. } => component(ty, row).0.to_owned(),
        FieldContent::Text => "str".to_owned(),
        FieldContent::Value { ty, .. } => item_hint(schema, ty),
    });
    let mut items: Vec<String> = items.collect();
    items.dedup();
    format!("{class} | Iterable[{}]", items.join(" | "))
}

fn tuple(items: impl IntoIterator<Item = String>) -> String {
    let mut text = String::new();
    let mut count = 0;
    for item in items {
        let comma = if count > 0 { ", " } else { "" };
        let _ = write!(text, "{comma}{item}");
        count += 1;
    }
    let comma = if count == 1 { "," } else { "" };
    format!("({text}{comma})")
}
