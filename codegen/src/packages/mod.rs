//! Generates the value types of the packages for other languages.

mod javascript;
mod python;

use crate::model::{Body, Field as RowField, Role, Row, Schema, Table, Type};
use crate::scripts::initial;

/// Returns the generated files of all packages: the path in the repository, and the text.
///
/// # Panics
///
/// If the schema has not passed its checks.
#[must_use]
pub fn files(schema: &Schema) -> Vec<(&'static str, String)> {
    vec![
        ("python/gdvariant/_types.py", python::module(schema)),
        ("js/lib/types.js", javascript::module(schema)),
        ("js/lib/types.d.ts", javascript::declarations(schema)),
    ]
}

/// A type of the schema, with its names in all engines.
pub(crate) struct NamedType<'s> {
    pub(crate) ty: &'s Type,
    /// The name in Godot 4, or in the engines of a type that Godot 4 lacks.
    pub(crate) name: &'s str,
    /// The names in other engines.
    pub(crate) other_names: Vec<&'s str>,
}

/// A field of a value: a component, a string, or a value with components of its own.
pub(crate) struct Field<'s> {
    pub(crate) name: &'s str,
    pub(crate) description: &'s str,
    pub(crate) content: FieldContent<'s>,
}

pub(crate) enum FieldContent<'s> {
    /// The component at an index in wire order.
    Component { index: usize, row: &'s Row },
    /// A string of a record.
    Text,
    /// A value of this type, with the indexes of its components in its own wire order.
    Value { ty: &'s Type, indexes: Vec<usize> },
}

/// Returns the types with named fields, each after the types of its fields.
pub(crate) fn structures(schema: &Schema) -> Vec<NamedType<'_>> {
    let mut left = types(schema, |ty| matches!(ty.body, Body::Fields | Body::Record));
    let mut sorted: Vec<NamedType<'_>> = Vec::new();
    while !left.is_empty() {
        let is_ready = |named: &mut NamedType<'_>| {
            let fields = fields(schema, named.ty);
            fields.iter().all(|field| match &field.content {
                FieldContent::Value { ty, .. } => sorted.iter().any(|known| known.ty.key == ty.key),
                _ => true,
            })
        };
        let ready: Vec<_> = left.extract_if(.., is_ready).collect();
        sorted.extend(ready);
    }
    sorted
}

/// Returns the packed arrays, without the array of bytes.
pub(crate) fn arrays(schema: &Schema) -> Vec<NamedType<'_>> {
    types(schema, |ty| {
        matches!(ty.body, Body::Packed(_) | Body::PackedText) && !ty.is(Role::Bytes)
    })
}

/// Returns some types in the order of the schema.
fn types(schema: &Schema, is_wanted: impl Fn(&Type) -> bool) -> Vec<NamedType<'_>> {
    let types = schema.types.iter().filter(|ty| is_wanted(ty));
    types.map(|ty| named(schema, ty)).collect()
}

/// Returns a type with its names.
pub(crate) fn named<'s>(schema: &'s Schema, ty: &'s Type) -> NamedType<'s> {
    let listed = schema.layouts.iter().flat_map(|layout| &layout.types);
    let mut other_names: Vec<&str> = Vec::new();
    for listed in listed.filter(|listed| listed.key == ty.key) {
        if listed.name != ty.name && !other_names.contains(&&*listed.name) {
            other_names.push(&listed.name);
        }
    }
    NamedType {
        ty,
        name: &ty.name,
        other_names,
    }
}

/// Returns the fields of a record or of a value with components, in the order of the struct.
pub(crate) fn fields<'s>(schema: &'s Schema, ty: &'s Type) -> Vec<Field<'s>> {
    let field = |name, description, content| Field {
        name,
        description,
        content,
    };
    let rows = ty.tables.first().map_or(&[][..], |table| &table.rows);
    let number = |row: &'s Row| FieldContent::Component {
        index: rows.iter().position(|it| it == row).unwrap_or_default(),
        row,
    };
    if ty.body == Body::Record {
        let fields = ty.tables.iter().flat_map(Table::fields).map(|it| match it {
            RowField::Single(row) => field(&*row.name, &*row.description, number(row)),
            RowField::Text { text, .. } => {
                field(&*text.name, &*text.description, FieldContent::Text)
            }
        });
        return fields.collect();
    }
    let members = ty.members().into_iter();
    let fields = members.map(|(name, row, member)| match member {
        Some(member) => {
            let content = value(rows, name, schema.type_of(&member.key));
            field(name, &*member.description, content)
        }
        None => field(name, &*row.description, number(row)),
    });
    fields.collect()
}

/// Returns the content of a field with a type of its own.
fn value<'s>(rows: &[Row], name: &str, ty: &'s Type) -> FieldContent<'s> {
    let index = |row: &Row| {
        let whole = format!("{name}.{}", row.name);
        rows.iter().position(|outer| outer.name == whole)
    };
    let indexes = ty.tables[0].rows.iter().filter_map(index).collect();
    FieldContent::Value { ty, indexes }
}

/// The content of a packed array.
pub(crate) enum Elements<'s> {
    Strings,
    /// Numbers with this wire type.
    Numbers(&'s str),
    /// Values of this type, whose components have this wire type.
    Values(&'s Type, &'s str),
}

/// Returns the content of a packed array.
pub(crate) fn elements<'s>(schema: &'s Schema, array: &'s Type) -> Elements<'s> {
    let Body::Packed(element) = &array.body else {
        return Elements::Strings;
    };
    match schema.types.iter().find(|ty| ty.key == *element) {
        Some(ty) => Elements::Values(ty, &ty.tables[0].rows[0].wire),
        None => Elements::Numbers(element),
    }
}

/// Returns whether a component is a float.
pub(crate) fn is_float(wire: &str) -> bool {
    matches!(wire, "real" | "f32" | "f64")
}

/// Returns whether the components of `outer` at these indexes have the initial values of `ty`.
pub(crate) fn has_own_defaults(ty: &Type, outer: &Type, indexes: &[usize]) -> bool {
    let mut pairs = indexes.iter().zip(&ty.tables[0].rows);
    let rows = &outer.tables[0].rows;
    pairs.all(|(index, own)| initial(outer, &rows[*index]) == initial(ty, own))
}
