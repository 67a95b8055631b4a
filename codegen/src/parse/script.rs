//! Parses the constants of types in scripts.

use super::keys::Keys;
use crate::model::{ScriptComponents, ScriptConstant};
use crate::report::{Place, Report};
use crate::yaml::Value;

/// The key of the constants.
pub(super) const KEY: &str = "script_constants";

/// Parses the constants of a type, if it has some.
pub(super) fn constants(keys: &mut Keys) -> Vec<ScriptConstant> {
    let constants = keys.optional(KEY, |keys, key| keys.entries(key, constant));
    constants.unwrap_or_default()
}

fn constant(name: &str, value: &Value, place: &Place, report: &mut Report) -> ScriptConstant {
    let components = components(value).unwrap_or_else(|| {
        let place = place.clone().named(name);
        let expected = "a 32-bit number, `inf`, or a mapping of rows to such numbers";
        report.add(&place, value.described(), expected);
        ScriptComponents::Each(0)
    });
    ScriptConstant {
        name: name.to_owned(),
        components,
    }
}

fn components(value: &Value) -> Option<ScriptComponents> {
    let number = |value: &Value| match value {
        Value::Number(number) => i32::try_from(*number).ok(),
        _ => None,
    };
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
