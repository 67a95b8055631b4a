//! Parses a file of `layouts`.

use super::keys::{Keys, named};
use super::{script, types};
use crate::model::{
    DoubleBuilds, Encryption, KeyEquality, Layout, LayoutType, Origin, Schema, Text, Var2str,
};
use crate::report::{File, Place, Report};
use crate::yaml::Value;

/// Parses the file of `layouts` with this index; the schema has the types already.
pub(crate) fn layout(
    value: Option<&Value>,
    index: usize,
    schema: &Schema,
    report: &mut Report,
) -> Layout {
    let known = [
        "module",
        "marker",
        "title",
        "description",
        "types_max",
        "text",
        "root",
        "succeeds",
        "var2str",
        "double",
        "keys",
        "encryption",
        "id_class",
        "types",
    ];
    let module = value.and_then(|value| value.get("module")?.text());
    let file = Place::file(File::Layout(index));
    let place = match module {
        Some(module) => file.called(format!("layout {module}")),
        None => file,
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
        succeeds: keys.optional("succeeds", Keys::text),
        keeps_root: keys.choice("root", &["dropped", "kept"]) == "kept",
        var2str: match keys.choice("var2str", &["godot3", "godot4", "pandemonium"]) {
            "godot4" => Var2str::Godot4,
            "pandemonium" => Var2str::Pandemonium,
            _ => Var2str::Godot3,
        },
        double: match keys.choice("double", &["none", "plain", "flag"]) {
            "plain" => DoubleBuilds::Plain,
            "flag" => DoubleBuilds::Flag,
            _ => DoubleBuilds::None,
        },
        keys: match keys.choice("keys", &["identity", "value"]) {
            "value" => KeyEquality::Value,
            _ => KeyEquality::Identity,
        },
        encryption: match keys.choice("encryption", &["ecb", "cfb"]) {
            "cfb" => Encryption::Cfb,
            _ => Encryption::Ecb,
        },
        id_class: keys.optional("id_class", Keys::text),
        types: entries(&mut keys, index, module.unwrap_or_default(), schema),
    }
}

fn entries(keys: &mut Keys, layout: usize, module: &str, schema: &Schema) -> Vec<LayoutType> {
    let place = keys.place.child("types");
    keys.indexed("types", |entry, value, report| {
        let module = module.to_owned();
        let origin = Origin::Layout {
            layout,
            entry,
            module,
        };
        layout_type(value, &place.child(entry), origin, schema, report)
    })
}

fn layout_type(
    value: &Value,
    place: &Place,
    origin: Origin,
    schema: &Schema,
    report: &mut Report,
) -> LayoutType {
    let place = named(place, value, "type");
    let known = [
        "number",
        "type",
        "rust",
        "name",
        "listed",
        "since",
        "override",
        "reals",
        "examples",
        script::KEY,
    ];
    let mut keys = Keys::open(Some(value), &place, &known, report);
    let key = keys.text("type");
    let base = schema.types.iter().find(|ty| ty.key == key);
    let engine_name = || base.map_or_else(|| key.clone(), |ty| ty.name.clone());
    let own = keys.get("override").zip(base).map(|(value, base)| {
        let place = Place::origin(&origin, &key);
        types::overridden(base, origin, value, &schema.constants, &place, keys.report)
    });
    LayoutType {
        number: keys.number("number"),
        rust: keys
            .optional("rust", Keys::text)
            .unwrap_or_else(|| key.clone()),
        name: keys
            .optional("name", Keys::text)
            .unwrap_or_else(engine_name),
        listed: keys.optional("listed", Keys::text),
        since: keys.optional("since", Keys::version),
        own,
        has_single_reals: keys.has_word("reals", "single"),
        examples: keys.optional("examples", Keys::texts).unwrap_or_default(),
        script_constants: script::constants(&mut keys),
        key,
    }
}
