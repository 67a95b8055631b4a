//! Parses a file of `layouts`.

use super::keys::Keys;
use super::node::Node;
use super::{script, types};
use crate::model::{
    DoubleBuilds, Encryption, KeyEquality, Layout, LayoutType, Origin, Schema, Text, Var2str, find,
};
use crate::report::{File, Report};
use crate::yaml::Value;

const TEXT: [(&str, Text); 2] = [("lenient", Text::Lenient), ("strict", Text::Strict)];

const ROOT: [(&str, bool); 2] = [("dropped", false), ("kept", true)];

const VAR2STR: [(&str, Var2str); 3] = [
    ("godot3", Var2str::Godot3),
    ("godot4", Var2str::Godot4),
    ("pandemonium", Var2str::Pandemonium),
];

const DOUBLE: [(&str, DoubleBuilds); 3] = [
    ("none", DoubleBuilds::None),
    ("plain", DoubleBuilds::Plain),
    ("flag", DoubleBuilds::Flag),
];

const KEYS: [(&str, KeyEquality); 2] = [
    ("identity", KeyEquality::Identity),
    ("value", KeyEquality::Value),
];

const ENCRYPTION: [(&str, Encryption); 2] = [("ecb", Encryption::Ecb), ("cfb", Encryption::Cfb)];

/// Parses the file of `layouts` with this index; the schema has the types already.
pub(crate) fn layout(
    value: Option<&Value>,
    index: usize,
    schema: &Schema,
    report: &mut Report,
) -> Layout {
    let node = Node::file(value, File::Layout(index), report);
    let module = node.text("module").unwrap_or_default();
    let origin = |entry| Origin::Layout {
        layout: index,
        entry,
        module: module.to_owned(),
    };
    node.keys(|keys| Layout {
        module: keys.text("module"),
        marker: keys.text("marker"),
        title: keys.text("title"),
        versions: keys.versions("versions"),
        description: keys.text("description"),
        types_max: keys.number("types_max"),
        text: keys.choice("text", &TEXT),
        keeps_root: keys.choice("root", &ROOT),
        succeeds: keys.optional_text("succeeds"),
        var2str: keys.choice("var2str", &VAR2STR),
        double: keys.choice("double", &DOUBLE),
        keys: keys.choice("keys", &KEYS),
        encryption: keys.choice("encryption", &ENCRYPTION),
        id_class: keys.optional_text("id_class"),
        types: keys.items("types", |entry, node| {
            node.keys(|keys| layout_type(keys, origin(entry), schema))
        }),
    })
}

fn layout_type(keys: &mut Keys<'_>, origin: Origin, schema: &Schema) -> LayoutType {
    let number = keys.number("number");
    let key = keys.text("type");
    let base = find(&schema.types, &key);
    let engine_name = || base.map_or_else(|| key.clone(), |ty| ty.name.clone());
    LayoutType {
        number,
        rust: keys.optional_text("rust").unwrap_or_else(|| key.clone()),
        name: keys.optional_text("name").unwrap_or_else(engine_name),
        listed: keys.optional_text("listed"),
        since: keys.optional("since", Keys::version),
        own: keys
            .optional_child("override")
            .zip(base)
            .map(|(node, base)| types::overridden(base, origin, &schema.constants, node)),
        has_single_reals: keys.has_word("reals", "single"),
        examples: keys.or_default("examples", Keys::texts),
        script_constants: script::constants(keys),
        key,
    }
}
