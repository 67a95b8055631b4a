//! The offset tables of a type with their sizes, which both outputs show.

use gdvariant::format;
use gdvariant::table::{Length, Offset, Row, Table, TypeTable, Wire};

/// One offset table of a type; its first one has the number.
pub(super) struct Entry {
    pub(super) number: String,
    pub(super) name: &'static str,
    pub(super) is_type: bool,
    pub(super) size: String,
    pub(super) fields: &'static [&'static Row],
}

/// Returns a line for each of the type's tables; for a type without a body one all the same.
pub(super) fn entries(ty: &'static TypeTable) -> Vec<Entry> {
    let first = |table: Option<&'static Table>| Entry {
        number: ty.number.to_string(),
        name: ty.name,
        is_type: true,
        size: table.map_or_else(|| format::HEADER_LENGTH.to_string(), |_| size(ty, 0)),
        fields: table.map_or(&[], |table| table.rows),
    };
    let is_unnamed = |table: &&Table| table.name.is_empty();
    let mut entries = vec![match ty.tables.first() {
        // All tables have names of their own.
        Some(table) if !table.name.is_empty() => Entry {
            size: String::new(),
            ..first(None)
        },
        table => first(table),
    }];
    let named = ty
        .tables
        .iter()
        .enumerate()
        .filter(|(_, table)| !is_unnamed(table));
    entries.extend(named.map(|(index, table)| Entry {
        number: String::new(),
        name: table.name,
        is_type: false,
        size: size(ty, index),
        fields: table.rows,
    }));
    entries
}

/// Returns the length in bytes of a value with the body of a table, or of the part that the table
/// describes.
fn size(ty: &TypeTable, index: usize) -> String {
    let Some(table) = ty.tables.get(index) else {
        return String::new();
    };
    let start = match table.rows.first().map(|row| row.offset) {
        Some(Offset::At(offset)) => offset,
        _ => 0,
    };
    let mut fixed = start;
    let mut more = Vec::new();
    let mut stride = 0;
    for row in table.rows {
        match (row.offset, row.length) {
            (
                Offset::Element {
                    first,
                    stride: each,
                },
                _,
            ) => {
                // Unused bytes can precede the first element.
                if stride == 0 {
                    fixed = first;
                }
                stride = each;
            }
            (_, Length::Fixed(length)) => fixed += length,
            (_, Length::Counted) if row.wire == Wire::Value => more.push(row.name.to_owned()),
            (_, Length::Counted) => more.push("pad(n)".to_owned()),
        }
    }
    match stride {
        0 => {}
        stride if stride % format::ALIGNMENT != 0 => more.push("pad(n)".to_owned()),
        stride => more.push(format!("{stride}n")),
    }
    match ty
        .tables
        .get(index + 1)
        .and_then(|next| Some((next.name, next.rows.first()?.offset)))
    {
        // The following tables start where this one ends, so it has no length of its own.
        Some((_, Offset::At(next)))
            if next == fixed
                && more.is_empty()
                && start == format::HEADER_LENGTH
                && fixed != start =>
        {
            return String::new();
        }
        Some((name, Offset::Part(_))) => more.push(name.to_owned()),
        _ => {}
    }
    if fixed > 0 || more.is_empty() {
        more.insert(0, fixed.to_string());
    }
    more.join(" + ")
}
