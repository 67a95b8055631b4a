//! Generates the value types of the packages for other languages.

mod python;

use crate::model::{Body, Row, Schema, ScriptConstant, Type};
use crate::steps::{Step, steps};

/// Returns the generated files of all packages: the path in the repository, and the text.
///
/// # Panics
///
/// If the schema has not passed its checks.
#[must_use]
pub fn files(schema: &Schema) -> Vec<(&'static str, String)> {
    vec![("python/gdvariant/_types.py", python::module(schema))]
}

/// A type of the schema, with its names in all engines.
pub(crate) struct NamedType<'s> {
    pub(crate) ty: &'s Type,
    /// The name in the engine with the most users that has the type.
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

/// Returns the types with a body in the order of the schema.
pub(crate) fn types(schema: &Schema, has_body: impl Fn(&Body) -> bool) -> Vec<NamedType<'_>> {
    let types = schema.types.iter().filter(|ty| has_body(&ty.body));
    types.map(|ty| named(schema, ty)).collect()
}

/// Returns a type with its names.
pub(crate) fn named<'s>(schema: &'s Schema, ty: &'s Type) -> NamedType<'s> {
    let mut layouts: Vec<_> = schema.layouts.iter().collect();
    layouts.sort_by_key(|layout| layout.users_rank.unwrap_or(u32::MAX));
    let listed = layouts.iter().flat_map(|layout| &layout.types);
    let mut names: Vec<&str> = Vec::new();
    for listed in listed.filter(|listed| listed.key == ty.key) {
        if !names.contains(&&*listed.name) {
            names.push(&listed.name);
        }
    }
    let mut names = names.into_iter();
    NamedType {
        ty,
        name: names.next().unwrap_or(&ty.name),
        other_names: names.collect(),
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
        let steps = steps(schema, ty).into_iter();
        let contents = steps.filter_map(|step| match step {
            Step::Number(it) => Some((it.row, number(it.row))),
            Step::Text(it) => Some((it.text.row, FieldContent::Text)),
            _ => None,
        });
        let fields = contents.map(|(row, content)| field(&*row.name, &*row.description, content));
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

/// Returns the constants of a type in the scripts of all engines.
pub(crate) fn constants<'s>(schema: &'s Schema, ty: &'s Type) -> Vec<&'s ScriptConstant> {
    let listed = schema.layouts.iter().flat_map(|layout| &layout.types);
    let listed = listed.filter(|listed| listed.key == ty.key);
    let all = ty
        .script_constants
        .iter()
        .chain(listed.flat_map(|listed| &listed.script_constants));
    let mut constants: Vec<&ScriptConstant> = Vec::new();
    for constant in all {
        if constants.iter().all(|known| known.name != constant.name) {
            constants.push(constant);
        }
    }
    constants
}
