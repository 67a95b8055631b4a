//! The published pages: their transcriptions, and their tables according to the schema and its
//! errata.

use crate::model::{
    Erratum, Layout, LayoutType, Offset, PublishedPage, PublishedRow, Row, Schema, Table, Type,
};
use std::path::Path;
use std::{fs, io};

/// The list of types and the tables of a published page, errors included.
///
/// Descriptions state the facts of the page in the words of this project.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Transcription {
    /// The module of the layout.
    pub module: String,
    /// The number and the name of each type in the list; the last one is `max`.
    pub types: Vec<Vec<String>>,
    /// The rows of all tables: the number and the name of the type, the name of the table, and the
    /// columns of the row.
    pub rows: Vec<Vec<String>>,
}

impl Transcription {
    /// Reads the transcriptions of a folder: `MODULE.types.csv` and `MODULE.tables.csv`.
    ///
    /// # Errors
    ///
    /// Returns an error if the folder or a file cannot be read.
    pub fn read_all(folder: &Path) -> io::Result<Vec<Self>> {
        let mut all = Vec::new();
        for entry in fs::read_dir(folder)? {
            let name = entry?.file_name();
            let name = name.to_string_lossy();
            if let Some(module) = name.strip_suffix(".tables.csv") {
                all.push(Self {
                    module: module.to_owned(),
                    types: rows(&folder.join(format!("{module}.types.csv")))?,
                    rows: rows(&folder.join(&*name))?,
                });
            }
        }
        Ok(all)
    }

    /// Returns the name of a type in the list.
    pub(crate) fn listed(&self, number: u32) -> Option<&str> {
        let number = number.to_string();
        let mut types = self.types.iter();
        types.find(|ty| ty[0] == number).map(|ty| &*ty[1])
    }
}

/// Reads the rows after the titles; the last column can contain commas.
fn rows(path: &Path) -> io::Result<Vec<Vec<String>>> {
    let text = fs::read_to_string(path)?;
    let mut lines = text.lines();
    let columns = lines.next().map_or(0, |titles| titles.split(',').count());
    let cells = |line: &str| line.splitn(columns, ',').map(str::to_owned).collect();
    Ok(lines.map(cells).collect())
}

/// An offset table as a page prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageTable {
    /// The type's number in the layout.
    pub tag: String,
    /// The type's name in the layout.
    pub type_name: String,
    /// The name, unique in its type; empty for the first table.
    pub name: String,
    /// The rows of the table.
    pub rows: Vec<PageRow>,
}

/// A row of an offset table as a page prints it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PageRow {
    /// The offset, in the notation of the page.
    pub offset: String,
    /// The length, in the notation of the page.
    pub length: String,
    /// The name of the wire type on the page.
    pub wire: String,
}

/// Returns the offset tables of a layout's page, for each type in the order of the numbers.
#[must_use]
pub fn tables(schema: &Schema, layout: &Layout) -> Vec<Vec<PageTable>> {
    layout
        .types
        .iter()
        .map(|ty| tables_of(schema, layout, ty))
        .collect()
}

fn tables_of(schema: &Schema, layout: &Layout, ty: &LayoutType) -> Vec<PageTable> {
    let errata = errata_of(schema, layout, ty);
    let tables = schema.type_in(ty).tables.iter();
    let listed = tables.filter(|table| !errata.iter().any(|erratum| leaves_out(erratum, table)));
    let table = |table: &Table| PageTable {
        tag: ty.number.to_string(),
        type_name: ty.name.clone(),
        name: table.name.clone(),
        rows: table
            .rows
            .iter()
            .map(|row| page_row(schema, table, row, &errata))
            .collect(),
    };
    listed.map(table).collect()
}

/// Returns the published pages of a layout.
pub fn pages<'s>(schema: &'s Schema, layout: &Layout) -> impl Iterator<Item = &'s PublishedPage> {
    let pages = schema.pages.iter();
    pages.filter(|page| page.layouts.contains(&layout.module))
}

/// Returns the corrections of a type's tables: rows, as published and as actual, and missing
/// tables.
#[must_use]
pub fn corrections<'s>(
    schema: &Schema,
    ty: &'s Type,
    erratum: &Erratum,
) -> (Vec<(String, PageRow, PageRow)>, Vec<&'s Table>) {
    let rows = ty
        .tables
        .iter()
        .flat_map(|table| table.rows.iter().map(move |row| (table, row)));
    let correction = |(table, row): (&Table, &Row)| {
        let [printed, right] =
            [&[erratum][..], &[]].map(|errata| page_row(schema, table, row, errata));
        (printed != right).then(|| {
            // Published ranges can be the error itself, so this is the offset in the schema's
            // notation.
            let offset = row.offset.to_string();
            (row.name.clone(), printed, PageRow { offset, ..right })
        })
    };
    let missing = ty
        .tables
        .iter()
        .filter(|table| leaves_out(erratum, table))
        .collect();
    (rows.filter_map(correction).collect(), missing)
}

/// Formats an offset in the notation of the published pages.
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
    let is_about = |erratum: &&Erratum| {
        erratum.key.as_ref() == Some(&ty.key) && erratum.layouts.contains(&layout.module)
    };
    schema.errata.iter().filter(is_about).collect()
}

fn leaves_out(erratum: &Erratum, table: &Table) -> bool {
    erratum
        .unlisted
        .iter()
        .any(|unlisted| unlisted == "*" || *unlisted == table.name)
}

fn page_row(schema: &Schema, table: &Table, row: &Row, errata: &[&Erratum]) -> PageRow {
    let is_row = |other: &&PublishedRow| other.table == table.name && other.name == row.name;
    let changed = |of: fn(&PublishedRow) -> &Option<String>| {
        let mut rows = errata
            .iter()
            .flat_map(|erratum| &erratum.published)
            .filter(is_row);
        rows.find_map(|row| of(row).clone())
    };
    PageRow {
        offset: changed(|row| &row.offset).unwrap_or_else(|| printed_offset(row.offset)),
        length: changed(|row| &row.length).unwrap_or_else(|| row.length.to_string()),
        wire: changed(|row| &row.wire).unwrap_or_else(|| schema.wire(&row.wire).published.clone()),
    }
}
