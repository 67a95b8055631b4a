//! Parses `examples.yaml` and the translations.

use super::keys::Keys;
use crate::locale::{Locale, SECTIONS, Section};
use crate::model::Example;
use crate::report::{File, Place, Report};
use crate::yaml::Value;

/// Parses `examples.yaml`.
pub(crate) fn examples(value: Option<&Value>, report: &mut Report) -> Vec<Example> {
    let mut keys = Keys::open(value, &Place::file(File::Examples), &["examples"], report);
    keys.entries("examples", example)
}

fn example(key: &str, value: &Value, place: &Place, report: &mut Report) -> Example {
    let place = &place.clone().called(format!("example {key}"));
    let values = match value {
        Value::List(values) if !values.is_empty() => values.as_slice(),
        other => {
            let found = if let Value::List(_) = other {
                "an empty list"
            } else {
                other.kind()
            };
            report.add(place, found, "a list of at least one string");
            &[]
        }
    };
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => {
            report.add(place, other.kind(), "a string: the JSON form of a value");
            String::new()
        }
    };
    Example {
        key: key.to_owned(),
        values: values.iter().map(text).collect(),
    }
}

/// Parses one file of `locales`.
pub(crate) fn locale(value: Option<&Value>, file: File, report: &mut Report) -> Locale {
    let known: Vec<&str> = ["code", "name"].into_iter().chain(SECTIONS).collect();
    let mut keys = Keys::open(value, &Place::file(file), &known, report);
    Locale {
        code: keys.text("code"),
        name: keys.text("name"),
        sections: SECTIONS.map(|name| section(name, &mut keys)).into(),
    }
}

fn section(name: &str, keys: &mut Keys) -> Section {
    let texts = keys.entries(name, |english, value, place, report| {
        let translation = match value {
            Value::Text(text) if !text.trim().is_empty() => text.clone(),
            other => {
                report.add(place, other.kind(), "the string in this language");
                String::new()
            }
        };
        (english.to_owned(), translation)
    });
    Section {
        name: name.to_owned(),
        texts,
    }
}
