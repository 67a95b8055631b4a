//! The list of types, and the section of each.

use super::dump::Dump;
use super::edition::Edition;
use super::examples::{Example, ExampleRow};
use super::page::{
    Block, Inline, Shows, Text, anchor, cell, code, hex, link, paragraph, plain, strong, table,
};
use super::prose::words;
use crate::model::{LayoutType, Length, Offset, Table, Type, Version};
use crate::published::has_tables;
use crate::rust::capitalised;
use minijinja::context;

impl Edition<'_> {
    /// Returns a table of the types, with their numbers and sizes, and with their names in the
    /// published list if there is one.
    pub(super) fn type_list(&self) -> Block {
        let published = has_tables(self.layout).then_some("Published name");
        let titles = ["Number", "Type"].into_iter().chain(published);
        let titles = titles.chain(["Size", "Description"]);
        let row = |(listed, ty): (&LayoutType, &Type)| {
            let name = &listed.name;
            let mut row = vec![
                cell(listed.number.to_string()),
                vec![link(name, format!("#{}", anchor(name)))],
            ];
            row.extend(
                listed
                    .listed
                    .as_ref()
                    .map(|name| cell(self.locale.text(name))),
            );
            let mut description = self.locale.text(&ty.description).to_owned();
            if let Some(since) = listed.since {
                let word = self.locale.word("Since");
                description = format!("{description} {word} {since}.");
            }
            row.extend([cell(self.size(listed, ty)), cell(description)]);
            row
        };
        let titles = titles.map(|title| self.locale.word(title));
        table(Shows::Types, titles, self.types().map(row))
    }

    /// Returns the sections of all types.
    pub(super) fn sections(&self) -> Vec<Block> {
        let types = self.types();
        types
            .flat_map(|(listed, ty)| self.section(listed, ty))
            .collect()
    }

    fn section(&self, listed: &LayoutType, ty: &Type) -> Vec<Block> {
        let mut blocks = self.type_prose(
            "type",
            listed,
            context! { has_tables => !ty.tables.is_empty() },
        );
        if ty.tables.is_empty() {
            blocks.push(Block::Ruler(self.header_ruler(&listed.name)));
            blocks.push(self.header_table(listed.number));
        }
        let precise = self.with_reals_of(listed);
        for table in &ty.tables {
            blocks.extend(self.table_title(&table.name, table.since));
            let ruler = Block::Ruler(precise.ruler(&listed.name, table));
            blocks.extend([ruler, precise.offsets_with_header(listed.number, ty, table)]);
        }
        let examples = self.examples.get(&(self.module(), ty.key.clone()));
        let values = self.schema.examples_in(listed).iter();
        for (json, example) in values.zip(examples.into_iter().flatten()) {
            let script = (!self.is_unimplemented()).then(|| self.script(listed, json, example));
            blocks.extend(self.example(example, script.flatten()));
        }
        blocks.extend(self.notes(Some(&ty.key)));
        blocks
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

    /// Returns the title of a table with the version that added it; none for a first table.
    pub(super) fn table_title(&self, name: &str, since: Option<Version>) -> Option<Block> {
        let mut title = vec![strong(capitalised(self.locale.text(name)))];
        if let Some(since) = since {
            let word = self.locale.word("Since");
            title.extend([plain(format!(" · {word} ")), strong(since.to_string())]);
        }
        (!name.is_empty()).then_some(paragraph(title))
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
        let table = self.table(Shows::Example, titles, fields.iter().map(row));
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
