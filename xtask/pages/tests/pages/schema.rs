//! The layouts, errata and translations of the schema.

use gdvariant_codegen::model::{self, DoubleBuilds, LayoutType};
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
    pub(crate) types: Vec<LayoutType>,
}

/// The translations of a language, by section and English string.
pub(crate) struct Language {
    pub(crate) code: &'static str,
    texts: Option<Value>,
}

fn read(name: &str) -> Value {
    let text = fs::read_to_string(format!("../../schema/{name}")).expect("a file of the schema");
    serde_yaml::from_str(&text).expect("the schema is YAML")
}

impl Schema {
    pub(crate) fn read() -> Self {
        let model = gdvariant_codegen::load(Path::new("../../schema"));
        Self {
            model: model.unwrap_or_else(|diagnostics| panic!("{diagnostics}")),
            types: read("types.yaml"),
            errata: read("errata.yaml"),
        }
    }

    pub(crate) fn layouts(&self) -> Vec<Layout> {
        let editions = |layout: &model::Layout| {
            let double = (layout.double != DoubleBuilds::None).then_some("_double");
            let ends = [""].into_iter().chain(double);
            let edition = |end| Layout {
                page: format!("{}{end}", layout.module),
                types: layout.types.clone(),
            };
            ends.map(edition).collect::<Vec<_>>()
        };
        self.model.layouts.iter().flat_map(editions).collect()
    }
}

impl Language {
    pub(crate) fn all() -> [Self; 2] {
        [("en", None), ("fr", Some(read("locales/fr.yaml")))]
            .map(|(code, texts)| Self { code, texts })
    }

    pub(crate) fn text(&self, english: &str) -> String {
        let Some(texts) = &self.texts else {
            return english.to_owned();
        };
        // Pages show a string without a translation in English.
        let translated = texts["texts"].get(english);
        let text = translated.map_or_else(|| english.to_owned(), text);
        // Lines do not break before such a sign.
        [':', ';', '!', '?'].into_iter().fold(text, |text, sign| {
            text.replace(&format!(" {sign}"), &format!("\u{a0}{sign}"))
        })
    }
}

/// Returns a string, or formats a number as in the schema.
pub(crate) fn text(value: &Value) -> String {
    match value {
        Value::Number(number) => number.to_string(),
        value => value.as_str().expect("a text").to_owned(),
    }
}

pub(crate) fn list(value: &Value) -> &Vec<Value> {
    value.as_sequence().expect("a list")
}
