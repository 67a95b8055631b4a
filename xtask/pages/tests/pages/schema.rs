//! The schema, parsed as plain YAML, and the cells of its rows on a page.

use crate::page::{Table, cells};
use serde_yaml::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

/// The parsed files of the schema.
pub(crate) struct Schema {
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
    /// The tables that the layout overrides, by key of the type.
    overrides: BTreeMap<String, Value>,
    /// The keys of types whose reals have single precision in every build.
    single: BTreeSet<String>,
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
            types: read("types.yaml"),
            errata: read("errata.yaml"),
        }
    }

    pub(crate) fn layouts(&self) -> Vec<Layout> {
        let of = |module: &str| {
            let file = read(&format!("layouts/{module}.yaml"));
            let ty = |ty: &Value| {
                let key = text(&ty["type"]);
                let name = ty
                    .get("name")
                    .or(self.types["types"][&key].get("name"))
                    .map_or(key.clone(), text);
                (ty["number"].as_u64().expect("a number"), key, name)
            };
            let types: Vec<_> = list(&file["types"]).iter().map(ty).collect();
            let own = |ty: &Value| Some((text(&ty["type"]), ty.get("override")?.clone()));
            let overrides: BTreeMap<_, _> = list(&file["types"]).iter().filter_map(own).collect();
            let single = list(&file["types"])
                .iter()
                .filter(|ty| ty.get("reals").is_some());
            let single: BTreeSet<_> = single.map(|ty| text(&ty["type"])).collect();
            let has_double = text(&file["double"]) != "none";
            let editions = [Some(("", false)), has_double.then_some(("_double", true))];
            let edition = |(end, is_double)| Layout {
                page: format!("{module}{end}"),
                title: text(&file["title"]),
                is_double,
                is_marked: is_double && text(&file["double"]) == "flag",
                types: types.clone(),
                overrides: overrides.clone(),
                single: single.clone(),
            };
            editions
                .into_iter()
                .flatten()
                .map(edition)
                .collect::<Vec<_>>()
        };
        let files = fs::read_dir("../../schema/layouts").expect("a folder of the schema");
        let names = files.map(|file| file.expect("a file").file_name());
        let names = names.map(|name| name.into_string().expect("a plain name"));
        let modules: BTreeSet<String> = names.map(|name| name.replace(".yaml", "")).collect();
        modules.iter().flat_map(|module| of(module)).collect()
    }

    /// Returns the offset tables of a type, including their titles.
    pub(crate) fn tables(&self, key: &str, layout: &Layout, language: &Language) -> Vec<Table> {
        let titles =
            ["Offset", "Len", "Type", "Field", "Description"].map(|title| language.text(title));
        let mut types = layout.types.iter();
        let (number, ..) = types.find(|(_, other, _)| other == key).expect("a type");
        let shared = &self.types["types"][key];
        let ty = layout.overrides.get(key).unwrap_or(shared);
        let tables = list(&ty["tables"]).iter();
        let is_double = layout.is_double && !layout.single.contains(key);
        let header = |table: &Value| {
            let rows = list(&table["rows"]);
            let is_real = |row: &Value| text(&row["wire"]) == "real";
            let is_marked = layout.is_marked && is_double && rows.iter().any(is_real);
            let mark = if is_marked {
                1 << self.bit("FLAG_WIDE")
            } else {
                0
            };
            let flags = self.flags(ty, table).map(|flags| flags | mark);
            self.header_row(*number, flags, language)
        };
        let table = |table: &Value| {
            let rows = list(&table["rows"]);
            let is_start = text(&rows[0]["offset"]) == "4";
            let header = is_start.then(|| header(table));
            let row = |row| self.row(row, is_double, layout.is_marked, language);
            let rows = rows.iter().map(row);
            let rows = header.into_iter().chain(rows);
            [titles.to_vec()].into_iter().chain(rows).collect()
        };
        let tables: Vec<Table> = tables.map(table).collect();
        if tables.is_empty() {
            let header = self.header_row(*number, Some(0), language);
            return vec![vec![titles.to_vec(), header]];
        }
        tables
    }

    /// Returns the header flags of a table, or `None` if a flag depends on the value.
    ///
    /// A flag depends on the value if it is not among the conditions of the table.
    fn flags(&self, ty: &Value, table: &Value) -> Option<u64> {
        let flags = ty.get("flags").and_then(Value::as_mapping);
        let flag = |(name, field): (&Value, &Value)| {
            let bits = text(field.get("bits").unwrap_or(field));
            let first = bits.split('-').next()?;
            let shift = first.parse().unwrap_or_else(|_| self.bit(first));
            let value = table.get("when")?.get(name)?.as_u64()?;
            Some(value << shift)
        };
        flags.into_iter().flatten().map(flag).sum()
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

    fn row(
        &self,
        row: &Value,
        is_double: bool,
        is_marked: bool,
        language: &Language,
    ) -> Vec<String> {
        let wire = &self.types["wire_types"][&text(&row["wire"])];
        let grows = is_double && wire.get("double").is_some();
        let name = match (text(&row["wire"]).as_str(), grows) {
            ("real", true) => "f64".to_owned(),
            ("real", false) => "f32".to_owned(),
            (name, _) => name.to_owned(),
        };
        let word = language.text(&text(&wire["published"]));
        let (offset, length) = (text(&row["offset"]), text(&row["length"]));
        let (offset, length) = if grows {
            (doubled(&offset, is_marked), "8".to_owned())
        } else {
            (offset, length)
        };
        let description = language.text(&text(&row["description"]));
        cells([
            offset.strip_suffix(" * 1").unwrap_or(&offset),
            &length,
            &format!("{word}, {name}"),
            &text(&row["name"]),
            &description,
        ])
    }
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
                let text = text(&texts["texts"][english]);
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
