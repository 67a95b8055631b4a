//! Parses a file of `layouts`.

use super::keys::{Keys, named};
use crate::model::{DoubleBuilds, Layout, LayoutType, Text, Type, Var2str};
use crate::report::{File, Place, Report};
use crate::yaml::Value;

/// Parses one file of `layouts`.
pub(crate) fn layout(
    value: Option<&Value>,
    file: File,
    types: &[Type],
    report: &mut Report,
) -> Layout {
    let known = [
        "module",
        "marker",
        "title",
        "description",
        "types_max",
        "text",
        "var2str",
        "double",
        "types",
    ];
    let module = value.and_then(|value| value.get("module")?.text());
    let place = match module {
        Some(module) => Place::file(file).called(format!("layout {module}")),
        None => Place::file(file),
    };
    let mut keys = Keys::open(value, &place, &known, report);
    Layout {
        module: keys.text("module"),
        marker: keys.text("marker"),
        title: keys.text("title"),
        description: keys.text("description"),
        types_max: keys.number("types_max"),
        text: match keys.choice("text", &["lenient", "strict"]) {
            "lenient" => Text::Lenient,
            _ => Text::Strict,
        },
        var2str: match keys.choice("var2str", &["godot3", "pandemonium"]) {
            "pandemonium" => Var2str::Pandemonium,
            _ => Var2str::Godot3,
        },
        double: match keys.choice("double", &["none", "plain"]) {
            "plain" => DoubleBuilds::Plain,
            _ => DoubleBuilds::None,
        },
        types: keys.items("types", |value, place, report| {
            layout_type(value, place, types, report)
        }),
    }
}

fn layout_type(value: &Value, place: &Place, types: &[Type], report: &mut Report) -> LayoutType {
    let place = named(place, value, "type");
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["number", "type", "rust", "name", "listed"],
        report,
    );
    let key = keys.text("type");
    let engine_name = || {
        types
            .iter()
            .find(|ty| ty.key == key)
            .map_or_else(|| key.clone(), |ty| ty.name.clone())
    };
    LayoutType {
        number: keys.number("number"),
        rust: keys
            .optional("rust", Keys::text)
            .unwrap_or_else(|| key.clone()),
        name: keys
            .optional("name", Keys::text)
            .unwrap_or_else(engine_name),
        listed: keys.optional("listed", Keys::text),
        key,
    }
}
