//! Parses the constants of types in scripts.

use super::keys::Keys;
use super::node::Node;
use crate::model::{ScriptComponents, ScriptConstant};
use crate::yaml::Value;

/// Parses the constants of a type, if it has some.
pub(super) fn constants(keys: &mut Keys<'_>) -> Vec<ScriptConstant> {
    keys.or_default("script_constants", |keys, key| keys.entries(key, constant))
}

fn constant(name: &str, node: Node<'_>) -> ScriptConstant {
    let components = node.value.and_then(components).unwrap_or_else(|| {
        let expected = "a 32-bit number, `inf`, or a mapping of rows to such numbers";
        node.unexpected(expected);
        ScriptComponents::Each(0)
    });
    ScriptConstant {
        name: name.to_owned(),
        components,
    }
}

fn components(value: &Value) -> Option<ScriptComponents> {
    let number = |value: &Value| i32::try_from(value.number()?).ok();
    match value {
        Value::Text(text) if text == "inf" => Some(ScriptComponents::Infinite),
        Value::Map(entries) => {
            let entries = entries.iter();
            let numbers = entries.map(|(name, value)| Some((name.clone(), number(value)?)));
            Some(ScriptComponents::Differing(numbers.collect::<Option<_>>()?))
        }
        other => number(other).map(ScriptComponents::Each),
    }
}
