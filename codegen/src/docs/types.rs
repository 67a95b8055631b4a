//! The list of types, and the section of each.

use super::dump::Dump;
use super::edition::Edition;
use super::examples::{Example, ExampleRow};
use super::page::{
    Block, Inline, Shows, Text, anchor, code, heading, hex, link, paragraph, plain, strong, table,
};
use crate::model::{LayoutType, Length, Offset, PlacedRow, Table, Type, Version, find};
use crate::published::has_tables;
use crate::rust::capitalised;

impl Edition<'_> {
    /// Returns a table of the types, with their numbers and sizes, and with their names in the
    /// published list if there is one.
    pub(super) fn type_list(&self) -> Block {
        let titles = ["Number", "Type"].into_iter();
        let published = has_tables(self.layout).then_some("Published name");
        let titles = titles.chain(published).chain(["Size", "Description"]);
        let row = |listed: &LayoutType| {
            let (name, ty) = (&listed.name, self.schema.type_in(listed));
            let published = listed.listed.as_ref().map(|name| self.listed(name));
            let start = [
                vec![plain(listed.number.to_string())],
                vec![link(name, format!("#{}", anchor(name)))],
            ];
            let end = [vec![plain(self.size(ty))], self.described(ty)];
            start.into_iter().chain(published).chain(end)
        };
        let rows = self.layout.types.iter().map(row);
        table(
            Shows::Types,
            titles.map(|title| self.locale.word(title)),
            rows,
        )
    }

    /// Returns a name in the published list of types.
    pub(super) fn listed(&self, name: &str) -> Text {
        vec![plain(self.locale.text(name))]
    }

    /// Returns the sections of all types.
    pub(super) fn sections(&self) -> Vec<Block> {
        self.types()
            .flat_map(|(number, name, ty)| self.section(number, name, ty))
            .collect()
    }

    fn section(&self, number: u32, name: &str, ty: &Type) -> Vec<Block> {
        let mut blocks = vec![
            heading(3, anchor(name), name),
            paragraph(self.facts(number, ty)),
            paragraph(vec![plain(self.locale.text(&ty.description))]),
        ];
        blocks.extend(self.type_prose("type", number, ty, !ty.tables.is_empty()));
        if ty.tables.is_empty() {
            blocks.push(Block::Ruler(self.header_ruler(name)));
            blocks.push(self.header_table(number));
        }
        let precise = self.with_reals_of(ty);
        for table in &ty.tables {
            if !table.name.is_empty() {
                blocks.push(self.table_title(&table.name, table.since));
            }
            let ruler = Block::Ruler(precise.ruler(name, table));
            blocks.extend([ruler, precise.offsets_with_header(number, ty, table)]);
        }
        blocks.extend(self.examples_of(ty));
        blocks.extend(self.notes(Some(&ty.key)));
        blocks
    }

    /// Returns the examples of a type.
    fn examples_of(&self, ty: &Type) -> Vec<Block> {
        let listed = find(&self.layout.types, &ty.key);
        let examples = self.examples.get(&(self.module(), ty.key.clone()));
        let (Some(listed), Some(examples)) = (listed, examples) else {
            return Vec::new();
        };
        let values = self.schema.examples_in(listed).iter();
        let examples = values.zip(examples);
        let shown = examples.flat_map(|(json, example)| {
            let script = (!self.is_unimplemented()).then(|| self.script(listed, json));
            self.example(example, script.flatten())
        });
        shown.collect()
    }

    /// Returns the line with the number and the size.
    fn facts(&self, number: u32, ty: &Type) -> Text {
        let [number_word, size_word, bytes] =
            ["Number", "Size", "bytes"].map(|word| self.locale.word(word));
        let size = self.size(ty);
        let unit = if size.starts_with(|c: char| c.is_ascii_digit()) {
            format!(" {bytes}")
        } else {
            String::new()
        };
        let mut facts = vec![
            plain(format!("{number_word} ")),
            strong(number.to_string()),
            plain(format!(" · {size_word} ")),
            strong(size),
            plain(unit),
        ];
        facts.extend(self.added_in(self.since(ty)));
        facts
    }

    /// Returns the description with the version that added the type.
    fn described(&self, ty: &Type) -> Text {
        let description = self.locale.text(&ty.description);
        vec![plain(match self.since(ty) {
            Some(since) => format!("{description} {} {since}.", self.locale.word("Since")),
            None => description.to_owned(),
        })]
    }

    /// Returns the version that added a type; none if all versions have it.
    pub(super) fn since(&self, ty: &Type) -> Option<Version> {
        find(&self.layout.types, &ty.key)?.since
    }

    /// Returns what a line states of the version that added a type or a table.
    fn added_in(&self, since: Option<Version>) -> Text {
        since.map_or_else(Text::new, |since| {
            let word = self.locale.word("Since");
            vec![plain(format!(" · {word} ")), strong(since.to_string())]
        })
    }

    /// Returns the length of a value with its header: one number for each form of the body.
    pub(super) fn size(&self, ty: &Type) -> String {
        let precise = self.with_reals_of(ty);
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
        match rows.last()? {
            PlacedRow {
                offset: Offset::At(start),
                length: Length::Fixed(length),
                ..
            } if is_start => Some(start + length),
            _ => None,
        }
    }

    /// Returns the title of a table with the version that added it.
    pub(super) fn table_title(&self, name: &str, since: Option<Version>) -> Block {
        let mut title = vec![strong(capitalised(self.locale.text(name)))];
        title.extend(self.added_in(since));
        paragraph(title)
    }

    /// Shows a value, the script that sends it, its bytes and their meaning.
    fn example(&self, example: &Example, script: Option<String>) -> Vec<Block> {
        let value = one_line(&example.value);
        let mut title = vec![strong(self.locale.word("Example"))];
        // `var2str` formats a RID as an empty string.
        if !value.is_empty() {
            title.extend([plain(" "), code(value)]);
        }
        let fields = example.fields();
        let row = |(start, bytes, row): &(usize, &[u8], &ExampleRow)| {
            let bytes = Inline::Bytes {
                text: hex(bytes),
                field: row.kind,
            };
            [
                vec![plain(start.to_string())],
                vec![bytes],
                vec![plain(self.place(row))],
                self.meaning(row),
            ]
        };
        let titles = ["Offset", "Bytes", "Field", "Meaning"];
        let table = self.table(Shows::Example, titles, fields.iter().map(row));
        let stretches = fields.iter().map(|(_, bytes, row)| {
            let meaning: String = self.meaning(row).iter().map(Inline::words).collect();
            let title = format!("{} {meaning}", self.place(row));
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
        if row.path.is_empty() {
            field.to_owned()
        } else {
            format!("{}: {field}", row.path)
        }
    }

    /// Returns the meaning of the row: a value, a mark or both.
    fn meaning(&self, row: &ExampleRow) -> Text {
        let is_table = self
            .schema
            .all_types()
            .flat_map(|ty| &ty.tables)
            .any(|table| table.name == row.mark);
        let mark = if is_table {
            self.locale.text(&row.mark)
        } else {
            self.locale.word(&row.mark)
        };
        let comma = if row.mark.is_empty() || row.meaning.is_empty() {
            ""
        } else {
            ", "
        };
        let meaning = (!row.meaning.is_empty()).then(|| code(&row.meaning));
        meaning
            .into_iter()
            .chain((!mark.is_empty()).then(|| plain(format!("{comma}{mark}"))))
            .collect()
    }
}

/// Puts the output of `var2str` in one line.
fn one_line(value: &str) -> String {
    value.split_whitespace().collect::<Vec<_>>().join(" ")
}
