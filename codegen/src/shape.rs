//! The tables of each kind of body, from which the generator takes rows by their positions.

use crate::model::{Body, Is, Role, Table, Type, has};

/// Describes the tables of a type, except for those of declared types: `u32; each: value`.
pub(crate) fn shape(ty: &Type) -> String {
    let tables = ty.tables.iter().filter(|table| table.declares.is_none());
    let tables: Vec<_> = tables.map(|table| shape_of(ty, table)).collect();
    tables.join("; ")
}

/// Describes the condition and the fields of a table: `if flag: u64`.
pub(crate) fn shape_of(ty: &Type, table: &Table) -> String {
    let conditions = table.when.iter().map(|condition| match condition.is {
        Is::Role(_) => "type",
        Is::Number(_) if has(&ty.flags, &condition.field) => "flag",
        Is::Number(_) => "bits",
    });
    let conditions: Vec<_> = conditions.collect();
    let prefix = match conditions.join(" and ") {
        _ if table.is_repeated() => "each: ".to_owned(),
        conditions if conditions.is_empty() => conditions,
        conditions => format!("if {conditions}: "),
    };
    let wires: Vec<_> = table.fields().map(|field| &*field.row().wire).collect();
    prefix + &wires.join(", ")
}

/// Returns the shapes that a type of this body can have; `None` for a body of any rows.
pub(crate) fn shapes(ty: &Type) -> Option<&'static [&'static str]> {
    Some(match &ty.body {
        Body::Record if ty.is(Role::Rid) => &["u64", ""],
        Body::Fields | Body::Packed(_) | Body::Record => return None,
        Body::Empty => &[""],
        Body::Bool => &["u32"],
        Body::Number if ty.is(Role::Int) => &["if flag: i32; if flag: i64"],
        Body::Number => &["if flag: f32; if flag: f64"],
        Body::Text => &["bytes"],
        Body::PackedText => &["u32; each: text", "u32; each: bytes"],
        Body::NodePath => &[
            "u32; if bits: bytes; if bits: u32, u32; each: bytes",
            "u32; if bits: u32, u32; if bits: bytes; each: bytes",
        ],
        Body::Object => &[
            "if flag: u64; if flag: bytes, u32; each: bytes, value",
            "if flag: bytes, u32; if flag: u64; each: bytes, value",
        ],
        Body::Dictionary => &["u32; each: value, value"],
        Body::Array => &["u32; each: value"],
        Body::TypedArray => &["u32; if type and flag: value; u32; each: value"],
    })
}

/// Returns the bit fields of a row, and the least that the largest value of each has to be.
///
/// The library finds bit fields by these names.
pub(crate) fn bits_of(ty: &Type, row: &str) -> &'static [(&'static str, u32)] {
    match (&ty.body, row) {
        // The derive writes counts of fields without comparing them with the largest count.
        (Body::Array | Body::Dictionary | Body::TypedArray, "count") => &[("count", 0xFFFF)],
        (Body::TypedArray, "element") => &[("number", 0xFF)],
        // Each name has at least 4 of at most 2 GiB.
        (Body::NodePath, "name_count") => &[("count", 0x1FFF_FFFF), ("new_format", 1)],
        (Body::NodePath, "flags") => &[("absolute", 1), ("property", 1)],
        _ => &[],
    }
}

/// The rows that the library finds by their names.
pub(crate) const PATH_ROWS: [&str; 3] = ["name_count", "subname_count", "flags"];

/// The names of the flags that declare the types of a container's contents, in their order.
pub(crate) fn declaring_flags(ty: &Type) -> &'static [&'static str] {
    match ty.body {
        Body::Array => &["element"],
        Body::Dictionary => &["key", "value"],
        _ => &[],
    }
}
