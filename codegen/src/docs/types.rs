//! The sizes of types, and their examples.

use super::dump::Dump;
use super::edition::{Edition, Source};
use super::examples::{Example, ExampleRow};
use super::page::{Block, hex, joined};
use crate::model::{LayoutType, Length, Offset, Table, Type};
use minijinja::{Value, context};

impl Edition<'_> {
    /// Returns the length of a value with its header: one number for each form of the body.
    pub(super) fn size(&self, listed: &LayoutType, ty: &Type) -> String {
        let precise = self.with_reals_of(listed);
        let end = |table| precise.end(table).map(|end| end.to_string());
        let sizes: Option<Vec<String>> = ty.tables.iter().map(end).collect();
        match sizes {
            Some(sizes) if sizes.is_empty() => self.schema.constant("HEADER_LENGTH").to_string(),
            Some(sizes) => sizes.join(&format!(" {} ", self.locale.word("or"))),
            None => self.locale.word("variable").to_owned(),
        }
    }

    /// Returns the end offset of a body that consists of this table and has a fixed length.
    fn end(&self, table: &Table) -> Option<u32> {
        let rows = self.rows(table);
        let is_start = self.starts_body(&rows);
        match rows.last().map(|row| (row.offset, row.length))? {
            (Offset::At(start), Length::Fixed(length)) if is_start => Some(start + length),
            _ => None,
        }
    }

    /// Returns the template variables for an example, and the dump of its bytes.
    pub(super) fn example(
        &self,
        listed: &LayoutType,
        json: &str,
        example: &Example,
    ) -> (Value, Block) {
        // The output of `var2str` becomes one line; for a RID it is empty.
        let value: Vec<_> = example.value.split_whitespace().collect();
        let script = self.script(listed, json, example);
        let (rows, dump) = self.example_rows(example);
        let facts = context! { value => value.join(" "), script, rows };
        (facts, dump)
    }
}

impl Source<'_> {
    /// Returns the cells of a table of the bytes of an example, and their dump.
    pub(super) fn example_rows(&self, example: &Example) -> (Vec<[String; 4]>, Block) {
        let stretches = example.rows.iter().map(|row| {
            let title = format!("{} {}", self.place(row), self.meaning(row, ""));
            (&*row.bytes, title.trim_end().to_owned(), row.kind)
        });
        let dump = Block::Dump(Dump::of(stretches));
        let rows = example.rows.iter().map(|row| {
            let kind = format!("{:?}", row.kind).to_lowercase();
            let bytes = format!("[`{}`]({kind})", hex(&row.bytes));
            [
                row.offset.to_string(),
                bytes,
                self.place(row),
                self.meaning(row, "`"),
            ]
        });
        (rows.collect(), dump)
    }

    /// Returns the field of the row, with its path.
    fn place(&self, row: &ExampleRow) -> String {
        let field = if ["header", "padding"].contains(&&*row.field) {
            self.locale.word(&row.field)
        } else {
            &row.field
        };
        let separator = if row.path.is_empty() { "" } else { ": " };
        format!("{}{separator}{field}", row.path)
    }

    /// Returns the meaning of the row: a value between quotes, a mark or both.
    fn meaning(&self, row: &ExampleRow, quote: &str) -> String {
        let value = Some(&row.meaning).filter(|value| !value.is_empty());
        let value = value.map(|value| format!("{quote}{value}{quote}"));
        let mark = Some(self.locale.text(&row.mark)).filter(|mark| !mark.is_empty());
        joined(value.into_iter().chain(mark.map(str::to_owned)), ", ")
    }
}
