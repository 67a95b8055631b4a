//! The sizes of types, and their examples.

use super::dump::Dump;
use super::edition::Edition;
use super::examples::{Example, ExampleRow};
use super::page::{Block, Inline, Text, cell, code, hex, paragraph, plain, strong};
use super::prose::words;
use crate::model::{LayoutType, Length, Offset, Table, Type};

impl Edition<'_> {
    /// Shows the examples of a type.
    pub(super) fn examples_of(&self, listed: &LayoutType, ty: &Type) -> Vec<Block> {
        let examples = self.examples.get(&(self.module(), ty.key.clone()));
        let values = self.schema.examples_in(listed).iter();
        let shown = values.zip(examples.into_iter().flatten());
        let shown = shown.flat_map(|(json, example)| {
            let script = (!self.is_unimplemented()).then(|| self.script(listed, json, example));
            self.example(example, script.flatten())
        });
        shown.collect()
    }

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

    /// Returns the end of a body that is just this table and has a fixed length.
    fn end(&self, table: &Table) -> Option<u32> {
        let rows = self.rows(table);
        let is_start = self.starts_body(&rows);
        match rows.last().map(|row| (row.offset, row.length))? {
            (Offset::At(start), Length::Fixed(length)) if is_start => Some(start + length),
            _ => None,
        }
    }

    /// Shows a value, the script that sends it, its bytes and their meaning.
    fn example(&self, example: &Example, script: Option<String>) -> Vec<Block> {
        // The output of `var2str` in one line.
        let value: Vec<_> = example.value.split_whitespace().collect();
        let mut title = vec![strong(self.locale.word("Example"))];
        // `var2str` formats a RID as an empty string.
        if !value.is_empty() {
            title.extend([plain(" "), code(value.join(" "))]);
        }
        let fields = example.fields();
        let row = |(start, bytes, row): &(usize, &[u8], &ExampleRow)| {
            let bytes = Inline::Bytes {
                text: hex(bytes),
                field: row.kind,
            };
            [
                cell(start.to_string()),
                vec![bytes],
                cell(self.place(row)),
                self.meaning(row),
            ]
        };
        let titles = ["Offset", "Bytes", "Field", "Meaning"];
        let table = self.table("example", titles, fields.iter().map(row));
        let stretches = fields.iter().map(|(_, bytes, row)| {
            let title = format!("{} {}", self.place(row), words(&self.meaning(row)));
            (*bytes, title.trim_end().to_owned(), row.kind)
        });
        let script = script.map(|text| Block::Code {
            language: "gdscript".to_owned(),
            text,
        });
        let mut blocks = vec![paragraph(title)];
        blocks.extend(script);
        blocks.extend([Block::Dump(Dump::of(stretches)), table]);
        blocks
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

    /// Returns the meaning of the row: a value, a mark or both.
    fn meaning(&self, row: &ExampleRow) -> Text {
        let meaning = (!row.meaning.is_empty()).then(|| code(&row.meaning));
        let comma = meaning.as_ref().map_or("", |_| ", ");
        let mark = self.locale.text(&row.mark);
        let mark = (!mark.is_empty()).then(|| plain(format!("{comma}{mark}")));
        meaning.into_iter().chain(mark).collect()
    }
}
