//! The tables as the published pages print them, mistakes included.

use crate::model::{Erratum, Layout, LayoutType, Offset, PublishedRow, Row, Schema, Table};

/// A row of an offset table as a page prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRow {
    /// The type's number in the layout.
    pub tag: String,
    /// The type's name in the layout.
    pub type_name: String,
    /// Empty, or what tells the table from the type's other tables.
    pub table: String,
    /// Where the field starts.
    pub offset: String,
    /// Its bytes.
    pub length: String,
    /// The name of its wire type.
    pub wire: String,
}

/// A line of a page's list of types.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListLine {
    /// The type's number in the layout.
    pub tag: String,
    /// The type's name in the list.
    pub listed: String,
}

/// The rows of all offset tables of a layout's page, in the order of the types' numbers.
#[must_use]
pub fn rows(schema: &Schema, layout: &Layout) -> Vec<PageRow> {
    let mut rows = Vec::new();
    for ty in &layout.types {
        let errata = errata_of(schema, layout, ty);
        for table in &schema.type_of(&ty.key).tables {
            if errata.iter().any(|erratum| leaves_out(erratum, table)) {
                continue;
            }
            rows.extend(table.rows.iter().map(|row| page_row(schema, ty, table, row, &errata)));
        }
    }
    rows
}

/// The lines of a layout's list of types, the last one being `max`.
#[must_use]
pub fn type_list(_schema: &Schema, layout: &Layout) -> Vec<ListLine> {
    let line = |tag: u32, listed: &str| ListLine { tag: tag.to_string(), listed: listed.to_owned() };
    let types = layout.types.iter().map(|ty| line(ty.number, &ty.listed));
    types.chain([line(layout.types_max, "max")]).collect()
}

/// An offset as pages print it, unless an erratum says otherwise.
pub(crate) fn printed_offset(offset: Offset) -> String {
    match offset {
        Offset::At(bytes) => bytes.to_string(),
        Offset::Part(bytes) => format!("X+{bytes}"),
        Offset::Element { first, stride: 1 } => format!("8..{first}+length"),
        Offset::Element { first, stride } => format!("8..{first}+length*{stride}"),
        Offset::After => "after".to_owned(),
    }
}

fn errata_of<'a>(schema: &'a Schema, layout: &Layout, ty: &LayoutType) -> Vec<&'a Erratum> {
    let is_about = |erratum: &&Erratum| erratum.key.as_ref() == Some(&ty.key) && erratum.layouts.contains(&layout.module);
    schema.errata.iter().filter(is_about).collect()
}

fn leaves_out(erratum: &Erratum, table: &Table) -> bool {
    erratum.unlisted.iter().any(|unlisted| unlisted == "*" || *unlisted == table.name)
}

fn page_row(schema: &Schema, ty: &LayoutType, table: &Table, row: &Row, errata: &[&Erratum]) -> PageRow {
    let is_row = |other: &&PublishedRow| other.table == table.name && other.name == row.name;
    let changed = |of: fn(&PublishedRow) -> &Option<String>| {
        let mut rows = errata.iter().flat_map(|erratum| &erratum.published).filter(is_row);
        rows.find_map(|row| of(row).clone())
    };
    PageRow {
        tag: ty.number.to_string(),
        type_name: ty.name.clone(),
        table: table.name.clone(),
        offset: changed(|row| &row.offset).unwrap_or_else(|| printed_offset(row.offset)),
        length: changed(|row| &row.length).unwrap_or_else(|| row.length.to_string()),
        wire: changed(|row| &row.wire).unwrap_or_else(|| schema.wire(&row.wire).published.clone()),
    }
}
