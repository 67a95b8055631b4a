//! The schema, and the cells of its rows on a page.

use crate::page::{Table, cells};
use gdvariant_codegen::model::{self, DoubleBuilds, Is, LayoutType, Row, Type};
use serde_yaml::Value;
use std::fs;
use std::path::Path;

/// The schema, and two of its files as plain YAML.
pub(crate) struct Schema {
    model: model::Schema,
    pub(crate) types: Value,
    pub(crate) errata: Value,
}

/// A layout in one precision.
pub(crate) struct Layout {
    pub(crate) page: String,
    pub(crate) title: String,
    pub(crate) is_double: bool,
    /// Whether a header flag marks 64-bit components.
    is_marked: bool,
    /// The number, key and name of each type.
    pub(crate) types: Vec<(u64, String, String)>,
    /// The types as the layout lists them.
    pub(crate) listed: Vec<LayoutType>,
}

/// The translations of a language, by section and English string.
pub(crate) struct Language {
    pub(crate) code: &'static str,
    texts: Option<Value>,
}

pub(crate) fn read(name: &str) -> Value {
    let text = fs::read_to_string(format!("../../schema/{name}")).expect("a file of the schema");
    serde_yaml::from_str(&text).expect("the schema is YAML")
}

impl Schema {
    pub(crate) fn read() -> Self {
        Self {
            model: gdvariant_codegen::load(Path::new("../../schema"))
                .unwrap_or_else(|diagnostics| panic!("{diagnostics}")),
            types: read("types.yaml"),
            errata: read("errata.yaml"),
        }
    }

    pub(crate) fn layouts(&self) -> Vec<Layout> {
        let of = |layout: &model::Layout| {
            let types = layout.types.iter();
            let types = types.map(|ty| (ty.number.into(), ty.key.clone(), ty.name.clone()));
            let types: Vec<_> = types.collect();
            let double = (layout.double != DoubleBuilds::None).then_some(("_double", true));
            let edition = |(end, is_double)| Layout {
                page: format!("{}{end}", layout.module),
                title: layout.title.clone(),
                is_double,
                is_marked: is_double && layout.double == DoubleBuilds::Flag,
                types: types.clone(),
                listed: layout.types.clone(),
            };
            let editions = [("", false)].into_iter().chain(double);
            editions.map(edition).collect::<Vec<_>>()
        };
        self.model.layouts.iter().flat_map(of).collect()
    }

    /// Returns a type with the tables of a layout.
    pub(crate) fn type_in<'s>(&'s self, listed: &'s LayoutType) -> &'s Type {
        self.model.type_in(listed)
    }

    /// Returns the offset tables of a type, including their titles.
    pub(crate) fn tables(&self, key: &str, layout: &Layout, language: &Language) -> Vec<Table> {
        let titles =
            ["Offset", "Len", "Type", "Field", "Description"].map(|title| language.text(title));
        let mut types = layout.listed.iter();
        let listed = types.find(|listed| listed.key == key).expect("a type");
        let (number, ty) = (listed.number.into(), self.type_in(listed));
        let is_double = layout.is_double && !listed.has_single_reals;
        let header = |table: &model::Table| {
            let is_real = |row: &Row| row.wire == "real";
            let is_marked = layout.is_marked && is_double && table.rows.iter().any(is_real);
            let mark = if is_marked {
                1 << self.bit("FLAG_WIDE")
            } else {
                0
            };
            let flags = flags(ty, table).map(|flags| flags | mark);
            self.header_row(number, flags, language)
        };
        let table = |table: &model::Table| {
            let is_start = table.rows[0].offset.to_string() == "4";
            let header = is_start.then(|| header(table));
            let row = |row| self.row(row, is_double, layout.is_marked, language);
            let rows = table.rows.iter().map(row);
            let rows = header.into_iter().chain(rows);
            [titles.to_vec()].into_iter().chain(rows).collect()
        };
        let tables: Vec<Table> = ty.tables.iter().map(table).collect();
        if tables.is_empty() {
            let header = self.header_row(number, Some(0), language);
            return vec![vec![titles.to_vec(), header]];
        }
        tables
    }

    /// Returns the index of the lowest bit of a constant.
    fn bit(&self, constant: &str) -> u32 {
        let value = &self.types["constants"][constant]["value"];
        value.as_u64().expect("a number").trailing_zeros()
    }

    /// Returns the row of a type's header: its bytes, or a note that a flag depends on the value.
    fn header_row(&self, number: u64, flags: Option<u64>, language: &Language) -> Vec<String> {
        let word = |word| language.text(word);
        let described = format!("{} {number}", word("Type number"));
        let description = match flags {
            Some(flags) => {
                let [first, second, third, fourth, ..] = (number | flags).to_le_bytes();
                format!("{described} ({first:02x} {second:02x} {third:02x} {fourth:02x}).")
            }
            None => format!("{described}, {}.", word("with flags")),
        };
        let wire = &self.types["wire_types"]["u32"];
        let wire = language.text(&text(&wire["published"]));
        cells([
            "0",
            "4",
            &format!("{wire}, u32"),
            &word("header"),
            &description,
        ])
    }

    fn row(&self, row: &Row, is_double: bool, is_marked: bool, language: &Language) -> Vec<String> {
        let wire = &self.types["wire_types"][&row.wire];
        let grows = is_double && wire.get("double").is_some();
        let name = match (row.wire.as_str(), grows) {
            ("real", true) => "f64".to_owned(),
            ("real", false) => "f32".to_owned(),
            (name, _) => name.to_owned(),
        };
        let word = language.text(&text(&wire["published"]));
        let (offset, length) = (row.offset.to_string(), row.length.to_string());
        let (offset, length) = if grows {
            (doubled(&offset, is_marked), "8".to_owned())
        } else {
            (offset, length)
        };
        let description = language.text(&row.description);
        cells([
            offset.strip_suffix(" * 1").unwrap_or(&offset),
            &length,
            &format!("{word}, {name}"),
            &row.name,
            &description,
        ])
    }
}

/// Returns the header flags of a table, or `None` if a flag depends on the value.
///
/// A flag depends on the value if it is not among the conditions of the table.
fn flags(ty: &Type, table: &model::Table) -> Option<u64> {
    let flags = ty.flags.iter().map(|flag| {
        let mut conditions = table.when.iter();
        let condition = conditions.find(|condition| condition.field == flag.name)?;
        match condition.is {
            Is::Number(value) => Some(u64::from(value) << flag.mask.trailing_zeros()),
            Is::Role(_) => None,
        }
    });
    flags.sum()
}

/// Returns the offset of a component of 8 bytes.
///
/// The offset follows the rule of the published page, unless the elements of packed arrays follow the
/// count directly.
fn doubled(offset: &str, follows_count: bool) -> String {
    let number = |text: &str| text.parse::<u32>().expect("a number");
    match offset.split_once(" + index * ") {
        None => ((number(offset) - 4) * 2 + 4).to_string(),
        Some((first, stride)) => {
            let start = if follows_count { 8 } else { 4 };
            format!(
                "{} + index * {}",
                (number(first) - start) * 2 + start,
                number(stride) * 2
            )
        }
    }
}

impl Language {
    pub(crate) fn all() -> [Self; 2] {
        [
            Self {
                code: "en",
                texts: None,
            },
            Self {
                code: "fr",
                texts: Some(read("locales/fr.yaml")),
            },
        ]
    }

    pub(crate) fn text(&self, english: &str) -> String {
        self.texts.as_ref().map_or_else(
            || english.to_owned(),
            |texts| {
                // Lines do not break before such a sign.
                let spaced = |text: String, sign| {
                    text.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"))
                };
                // Pages show a string without a translation in English.
                let translated = texts["texts"].get(english);
                let text = translated.map_or_else(|| english.to_owned(), text);
                [':', ';', '!', '?'].into_iter().fold(text, spaced)
            },
        )
    }
}

/// Returns a string, or formats a number as in the schema.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        value => value
            .as_str()
            .unwrap_or_else(|| panic!("a text, not {value:?}"))
            .to_owned(),
    }
}

pub(crate) fn list(value: &Value) -> &Vec<Value> {
    value.as_sequence().expect("a list")
}
