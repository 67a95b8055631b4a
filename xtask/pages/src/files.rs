//! The page about the files around values; its examples are files that engines wrote.

use crate::book::{Book, hex};
use crate::examples::{Example, ExampleRow};
use crate::root;
use gdvariant::DecodeOptions;
use gdvariant::schema::{Layout, layout_named};
use gdvariant_codegen::model::{FileFormat, FileRow, FileTable, FileValue, Length, Offset, Wire};
use gdvariant_codegen::rust::capitalised;
use gdvariant_files::{CompressedReader, FileKey, decrypt_file};
use minijinja::{Value, context};
use std::error::Error;
use std::fs;
use std::io::Read;

/// The example of each form of file, below `conformance/files/`.
const FILES: [(&str, &str); 4] = [
    ("compressed", "godot-4.6.3/fastlz-ada.gcpf"),
    ("encrypted_ecb", "godot-3.6.2/pass-ada.gdec"),
    ("encrypted_cfb", "godot-4.6.3/pass-ada.gdec"),
    ("settings", "godot-4.6.3/settings-ada.binary"),
];

/// The password of the encrypted files.
const PASSWORD: &str = "correct horse";

impl Book<'_> {
    /// Returns the text of the page.
    pub(crate) fn files_page(self) -> String {
        let files = &self.schema.files;
        let forms = files.forms.iter().map(|form| {
            let examples = FILES.iter().filter(|(name, _)| *name == form.name);
            let examples = examples.map(|(_, path)| {
                let example = example(form, &format!("conformance/files/{path}"));
                context! {
                    name => &example.value,
                    dump => example.dump(),
                    rows => self.example_rows(&example),
                }
            });
            let examples: Vec<_> = examples.collect();
            let tables = form.tables.iter().map(|table| self.file_table(table));
            let tables: Vec<_> = tables.collect();
            (&*form.name, context! { tables, examples })
        });
        let forms = Value::from_pairs(forms);
        self.render(
            "files.md",
            context! { forms, wires => self.wires(&files.wires) },
        )
    }

    /// Returns the facts of wire types.
    pub(crate) fn wires<'w>(self, wires: impl IntoIterator<Item = &'w Wire>) -> Vec<Value> {
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
                values => row.values.iter().map(value).collect::<Vec<_>>().join(", "),
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

/// Returns the fields of the file at `path` in the repository.
///
/// # Panics
///
/// If the file does not have the form.
fn example(form: &FileFormat, path: &str) -> Example {
    let layout = if path.contains("/godot-4") {
        "godot4"
    } else {
        "godot3"
    };
    let walk = fs::read(root().join(path)).map_err(Into::into);
    let walk = walk.and_then(|file| Ok(Walk::new(form, &file, layout)?.rows));
    Example {
        value: path.to_owned(),
        rows: walk.unwrap_or_else(|error: Box<dyn Error>| panic!("{path}: {error}")),
    }
}

/// A walk over the bytes of a file.
struct Walk<'f> {
    /// The layout of values.
    layout: &'static Layout,
    file: &'f [u8],
    offset: usize,
    /// The numbers of each row of numbers, in the order of the file.
    numbers: Vec<(&'f str, Vec<usize>)>,
    rows: Vec<ExampleRow>,
}

impl<'f> Walk<'f> {
    fn new(form: &'f FileFormat, file: &'f [u8], layout: &str) -> Result<Self, Box<dyn Error>> {
        let mut walk = Self {
            layout: layout_named(layout).ok_or("no layout")?,
            file,
            offset: 0,
            numbers: Vec::new(),
            rows: Vec::new(),
        };
        let content = content(&form.name, file)?;
        for table in &form.tables {
            let start = table.rows.first().map(|row| row.offset);
            let is_repeated = matches!(start, Some(Offset::Part(_) | Offset::Element { .. }));
            for index in 0..if is_repeated { walk.repetitions() } else { 1 } {
                let path = if is_repeated {
                    format!("[{index}]")
                } else {
                    String::new()
                };
                for row in &table.rows {
                    walk.row(row, index, &path, &content)?;
                }
            }
        }
        if walk.offset == file.len() {
            Ok(walk)
        } else {
            Err("bytes after the last row".into())
        }
    }

    /// Returns the number of settings or of blocks.
    fn repetitions(&self) -> usize {
        let first = |name| {
            let mut numbers = self.numbers.iter().filter(|(other, _)| *other == name);
            numbers
                .next()
                .and_then(|(_, numbers)| numbers.first().copied())
        };
        first("count").unwrap_or_else(|| {
            let [length, block] = ["length", "block_length"].map(first);
            length
                .zip(block)
                .map_or(1, |(length, block)| length / block + 1)
        })
    }

    fn row(
        &mut self,
        row: &'f FileRow,
        index: usize,
        path: &str,
        content: &str,
    ) -> Result<(), Box<dyn Error>> {
        let length = match row.length {
            Length::Fixed(length) => length as usize,
            Length::Counted => {
                let numbers = self.numbers.last().map_or(&[][..], |(_, numbers)| numbers);
                let length = numbers.get(index).or(numbers.last()).ok_or("no length")?;
                length.next_multiple_of(row.pad as usize)
            }
        };
        let stated = match row.offset {
            Offset::At(offset) => Some(offset as usize),
            Offset::Element { first, stride } => Some(first as usize + index * stride as usize),
            Offset::Part(_) | Offset::After => None,
        };
        if stated.is_some_and(|stated| stated != self.offset) {
            return Err(format!("{} is at {}, not {}", row.name, self.offset, row.offset).into());
        }
        let bytes = self.file.get(self.offset..self.offset + length);
        let bytes = bytes.ok_or_else(|| format!("{}: a truncated file", row.name))?;
        let meaning = match row.wire.as_str() {
            "u32" | "u64" => {
                let is_same = |(name, _): &(&str, _)| *name == row.name;
                if !self.numbers.last().is_some_and(is_same) {
                    self.numbers.push((&row.name, Vec::new()));
                }
                self.numbers
                    .last_mut()
                    .expect("a row")
                    .1
                    .push(number(bytes));
                number(bytes).to_string()
            }
            "value" => {
                format!("{:#}", self.layout.decode(bytes, DecodeOptions::new())?)
            }
            "magic" => String::from_utf8(bytes.to_vec())?,
            _ if row.length != Length::Counted => String::new(),
            _ if row.name == "name" => String::from_utf8(bytes.to_vec())?,
            _ => content.to_owned(),
        };
        self.rows.push(ExampleRow {
            offset: self.offset,
            bytes: bytes.to_vec(),
            path: path.to_owned(),
            field: row.name.clone(),
            meaning,
            mark: String::new(),
        });
        self.offset += length;
        Ok(())
    }
}

fn number(bytes: &[u8]) -> usize {
    let bytes = bytes.iter().rev();
    bytes.fold(0, |number, byte| number << 8 | usize::from(*byte))
}

/// Returns the content of a compressed or encrypted file, in hex.
fn content(form: &str, file: &[u8]) -> Result<String, Box<dyn Error>> {
    let (mut content, limit) = (Vec::new(), 256 << 20);
    if form.starts_with("encrypted") {
        let key = FileKey::from_password(PASSWORD);
        content = decrypt_file(file, &key, limit)?.1;
    } else if form == "compressed" {
        CompressedReader::new(file, limit)?.read_to_end(&mut content)?;
    }
    Ok(hex(&content))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Checks the offsets and the lengths of the schema in every file of the engines.
    #[test]
    fn files_of_engines_have_the_rows_of_the_schema() {
        let root = root();
        let schema = gdvariant_codegen::load(&root.join("schema")).expect("a valid schema");
        let mut count = 0;
        for engine in ["godot-3.2.3", "godot-3.6.2", "godot-4.6.3"] {
            let folder = format!("conformance/files/{engine}");
            for entry in fs::read_dir(root.join(&folder)).expect("a folder") {
                let name = entry.expect("an entry").file_name();
                let name = name.to_str().expect("an ASCII name");
                let form = match name.rsplit_once('.').expect("an extension") {
                    (_, "gcpf") => "compressed",
                    (pass, "gdec") if pass.starts_with("pass") && engine == "godot-4.6.3" => {
                        "encrypted_cfb"
                    }
                    (pass, "gdec") if pass.starts_with("pass") => "encrypted_ecb",
                    (_, "binary") => "settings",
                    _ => continue,
                };
                let mut forms = schema.files.forms.iter();
                let form = forms.find(|it| it.name == form).expect("a form");
                let rows = example(form, &format!("{folder}/{name}")).rows;
                let magic = &rows[0].meaning;
                let mut values = form.tables[0].rows[0].values.iter();
                assert!(values.any(|value| value.text == *magic), "{name}: {magic}");
                count += 1;
            }
        }
        assert!(count > 40, "{count} files");
    }
}
