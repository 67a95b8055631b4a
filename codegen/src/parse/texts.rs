//! Parses `examples.yaml` and the translations.

use super::keys::Keys;
use super::node::Node;
use crate::locale::{Locale, SECTIONS, Section};
use crate::model::Example;
use crate::report::{File, Report};
use crate::yaml::Value;

/// Parses `examples.yaml`.
pub(crate) fn examples(value: Option<&Value>, report: &mut Report) -> Vec<Example> {
    Node::file(value, File::Examples, report).keys(|keys| keys.entries("examples", example))
}

fn example(key: &str, node: Node<'_>) -> Example {
    let Node {
        value,
        place,
        report,
    } = node;
    let values = value.and_then(Value::items).unwrap_or_default();
    if values.is_empty() {
        let found = match value {
            Some(Value::List(_)) | None => "an empty list",
            Some(other) => other.kind(),
        };
        report.add(&place, found, "a list of at least one string");
    }
    let text = |value: &Value| {
        let text = value.text().map(str::to_owned);
        text.unwrap_or_else(|| {
            report.add(&place, value.kind(), "a string: the JSON form of a value");
            String::new()
        })
    };
    Example {
        key: key.to_owned(),
        values: values.iter().map(text).collect(),
    }
}

/// Parses one file of `locales`.
pub(crate) fn locale(value: Option<&Value>, file: File, report: &mut Report) -> Locale {
    Node::file(value, file, report).keys(|keys| Locale {
        code: keys.text("code"),
        name: keys.text("name"),
        sections: SECTIONS.map(|name| section(name, keys)).into(),
    })
}

fn section(name: &'static str, keys: &mut Keys<'_>) -> Section {
    Section {
        name: name.to_owned(),
        texts: keys.entries(name, translation),
    }
}

fn translation(english: &str, node: Node<'_>) -> (String, String) {
    let text = node.value.and_then(Value::text);
    let translation = text.filter(|text| !text.trim().is_empty());
    if translation.is_none() {
        node.unexpected("the string in this language");
    }
    (
        english.to_owned(),
        translation.unwrap_or_default().to_owned(),
    )
}
