//! The page about the files around values.

use super::edition::Source;
use super::page::{Block, joined};
use crate::model::{FileRow, FileTable, FileValue, Wire};
use crate::rust::capitalised;
use minijinja::{Value, context};

/// The key of the examples of files, in the place of a layout's module.
const EXAMPLES: &str = "files";

impl Source<'_> {
    /// Returns the blocks of the page.
    pub(super) fn files(self) -> Vec<Block> {
        let files = &self.schema.files;
        let mut dumps = Vec::new();
        let mut forms = Vec::new();
        for form in &files.forms {
            let examples = self
                .book
                .examples
                .get(&(EXAMPLES.to_owned(), form.name.clone()));
            let mut shown = Vec::new();
            for (index, example) in examples.into_iter().flatten().enumerate() {
                let (rows, dump) = self.example_rows(example);
                shown.push(context! { name => &example.value, rows });
                dumps.push((format!("dump {} {index}", form.name), vec![dump]));
            }
            let tables = form.tables.iter().map(|table| self.file_table(table));
            let tables: Vec<_> = tables.collect();
            let facts = context! { name => &form.name, tables, examples => shown };
            forms.push((&*form.name, facts));
        }
        let wires = self.wires(&files.wires);
        let context = context! { forms => Value::from_pairs(forms), wires };
        self.page("files.md", context, &dumps)
    }

    /// Returns the facts of wire types.
    pub(super) fn wires<'w>(self, wires: impl IntoIterator<Item = &'w Wire>) -> Vec<Value> {
        let facts = wires.into_iter().map(|wire| {
            context! {
                name => &wire.name,
                published => self.locale.text(&wire.published),
                length => wire.length.to_string(),
                description => self.locale.text(&wire.description),
            }
        });
        facts.collect()
    }

    /// Returns the template variables for an offset table.
    fn file_table(self, table: &FileTable) -> Value {
        let rows = table.rows.iter().map(|row| {
            let FileRow {
                offset,
                length,
                wire,
                name,
                initial,
                pad,
                ..
            } = row;
            let value = |FileValue { text, name, .. }: &FileValue| match text.parse::<u32>() {
                Ok(_) => format!("{text} `{name}`"),
                Err(_) => format!("`{text}`"),
            };
            context! {
                offset => offset.to_string(),
                length => length.to_string(),
                wire,
                name,
                values => joined(row.values.iter().map(value), ", "),
                initial,
                pad,
                description => self.locale.text(&row.description),
            }
        });
        context! {
            title => capitalised(self.locale.text(&table.name)),
            rows => rows.collect::<Vec<_>>(),
        }
    }
}
