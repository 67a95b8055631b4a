//! The rows of each kind of body, from which the generator takes rows by their positions and names.

use crate::model::{BitField, Body, Condition, Field, Is, Role, Row, Table, Type, find};

/// A table or a field of a type with its description.
pub(crate) struct Part<'t> {
    pub(crate) table: &'t Table,
    /// The name of the row; empty for the table itself.
    pub(crate) row: &'t str,
    /// The condition of the table, which can be empty, or the name and the form of the field.
    pub(crate) text: String,
}

/// Returns the parts of a type: each table precedes its fields.
pub(crate) fn parts(ty: &Type) -> Vec<Part<'_>> {
    let mut parts = Vec::new();
    let has_zero = matches!(ty.body, Body::Object | Body::PackedText);
    for (index, table) in ty.tables.iter().enumerate() {
        parts.push(Part {
            table,
            row: "",
            text: condition(ty, index),
        });
        for field in table.fields() {
            let row = field.row();
            let form = match field {
                Field::Single(row) => form(row, has_zero),
                Field::Text { length, text } => format!("{}+{}", form(length, false), text.wire),
            };
            let text = format!("{} {form}", row.name);
            let row = &row.name;
            parts.push(Part { table, row, text });
        }
    }
    parts
}

/// Describes the condition of a table: `if id`, or `else` for the other value of the same bit.
fn condition(ty: &Type, index: usize) -> String {
    let table = &ty.tables[index];
    let conditions = table.when.iter().map(|condition| {
        let field = &condition.field;
        let value = match condition.is {
            Is::Role(role) => return format!("{field} is {}", role.name()),
            Is::Number(value) => value,
        };
        let bits = find(&ty.flags, field).or_else(|| bits_named(ty, field));
        let largest = bits.map_or(0, BitField::largest);
        match table.declares {
            Some(declares) => format!("{field} = {value} of {largest} ({})", declares.name()),
            None if value <= largest && largest == 1 => field.clone(),
            None => format!("{field} = {value} of {largest}"),
        }
    });
    let conditions = conditions.collect::<Vec<_>>().join(" and ");
    let mut before = ty.tables[..index].iter().flat_map(|table| &table.when);
    let is_other = |other: &Condition| match (&table.when[..], other.is) {
        ([one], Is::Number(value)) => {
            one.field == other.field && matches!(one.is, Is::Number(own) if own != value)
        }
        _ => false,
    };
    let each = if table.is_repeated() { "each" } else { "" };
    match conditions {
        _ if conditions.is_empty() => each.to_owned(),
        _ if table.declares.is_none() && before.any(is_other) => format!("{each}else"),
        _ => format!("{each}if {conditions}"),
    }
}

/// Finds a bit field of a row: `name_count.count`.
fn bits_named<'t>(ty: &'t Type, name: &str) -> Option<&'t BitField> {
    let (row, bits) = name.split_once('.')?;
    find(&ty.rows().find(|it| it.name == row)?.bits, bits)
}

/// Describes the wire type of a row, with the bit fields that the library does not ignore; `has_zero`
/// if the row may be 0 for a negative number.
fn form(row: &Row, has_zero: bool) -> String {
    let mut form = row.wire.clone();
    if row.is_zero_if_negative && !has_zero {
        form += " or zero";
    }
    if !row.bits.is_empty() {
        let used = row.bits.iter().filter(|bits| !bits.is_ignored);
        let used: Vec<_> = used.map(|bits| &*bits.name).collect();
        form = format!("{form} ({})", used.join(" "));
    }
    form
}

/// Returns the shapes that a type of this body can have: the tables in their order, each as
/// `condition: field, field`, where `_` stands for any name of a field.
///
/// The rows of other bodies, and of a record that is no RID, differ from type to type.
pub(crate) fn shapes(ty: &Type) -> Vec<String> {
    let shapes: &[&str] = match &ty.body {
        Body::Record => &["id u64", ""],
        Body::Fields | Body::Packed(_) => &[],
        Body::Empty => &[""],
        Body::Bool => &["_ u32"],
        Body::Number if ty.is(Role::Int) => &["if wide: _ i32; else: _ i64"],
        Body::Number => &["if wide: _ f32; else: _ f64"],
        Body::Text => &["_ u32+bytes"],
        Body::PackedText => &["_ u32; each: _ u32+text", "_ u32; each: _ u32+bytes"],
        Body::NodePath => &[
            "name_count u32 (count new_format); if name_count.new_format: _ bytes; \
             else: subname_count u32, flags u32 (absolute property); each: _ u32+bytes",
            "name_count u32 (count new_format); if name_count.new_format: _ bytes; \
             else: flags u32 (absolute property), subname_count u32; each: _ u32+bytes",
        ],
        Body::Object => &["if id: _ u64; else: _ u32+bytes, _ u32; each: _ u32+bytes, _ value"],
        Body::Dictionary => &["_ u32 (count); each: key value, value value"],
        Body::Array => &["_ u32 (count); each: _ value"],
        Body::TypedArray => &[
            "_ u32 (number); if element.number is object and id: _ value; _ u32 (count); \
             each: _ value",
        ],
    };
    let declaring: &[&str] = match ty.body {
        Body::Array => &["element"],
        Body::Dictionary => &["key", "value"],
        _ => &[],
    };
    let tables = declaring.iter().map(|flag| {
        format!(
            "if {flag} = 1 of 3 (type): _ u32; if {flag} = 2 of 3 (class): _ u32+bytes; \
             if {flag} = 3 of 3 (script): _ u32+bytes; "
        )
    });
    let tables: String = tables.collect();
    let is_declared = ty.tables.iter().any(|table| table.declares.is_some());
    let prefix = if is_declared { &*tables } else { "" };
    shapes
        .iter()
        .map(|shape| format!("{prefix}{shape}"))
        .collect()
}

/// Returns the parts of a shape, as [`parts`] describes them.
pub(crate) fn parts_of(shape: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    for table in shape.split("; ").filter(|table| !table.is_empty()) {
        let (condition, fields) = table.split_once(": ").unwrap_or(("", table));
        parts.push(condition);
        parts.extend(fields.split(", "));
    }
    parts
}
