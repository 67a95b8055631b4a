//! The examples as scripts write them.

use super::edition::Edition;
use crate::model::{Body, LayoutType, Role, Type, Var2str, find};
use crate::parse::{self, Value};
use std::fmt::Write as _;

impl Edition<'_> {
    /// Returns the lines of a script that send an example in a packet; `None` for types that
    /// scripts of the engine cannot write.
    pub(super) fn script(&self, listed: &LayoutType, json: &str) -> Option<String> {
        let value = parse::example(json)?;
        let ty = self.schema.type_in(listed);
        if let Some((declared, content)) = declared_value(&value) {
            let content = content?;
            return Some(format!(
                "var value: {declared} = {content}\npeer.put_var(value)"
            ));
        }
        if let Some(class) = value.get("class").filter(|_| ty.body == Body::Object) {
            return Some(format!("peer.put_var({}.new(), true)", class.as_str()?));
        }
        Some(format!("peer.put_var({})", self.expression(ty, &value)?))
    }

    /// Returns an expression for a value of a type.
    fn expression(&self, ty: &Type, value: &Value) -> Option<String> {
        let name = self.name(&ty.key)?;
        Some(match (&ty.body, value) {
            (Body::Empty | Body::Bool | Body::Number | Body::Array | Body::Dictionary, _) => {
                any(value)?
            }
            (Body::Text, _) if ty.is(Role::String) => any(value)?,
            (Body::Text, Value::String(text)) if self.layout.var2str == Var2str::Godot4 => {
                format!("&{}", quoted(text))
            }
            (Body::Text | Body::NodePath, Value::String(text)) => {
                format!("{name}({})", quoted(text))
            }
            (Body::Record, _) => record(ty, name, value)?,
            (Body::Object, _) => format!("instance_from_id({})", any(value.get("id")?)?),
            (Body::Fields, _) => self.constructor(ty, value)?,
            (Body::Pool(_), Value::String(bytes)) => {
                let bytes = base64(bytes)?;
                list(name, bytes.iter().map(|byte| Some(byte.to_string())))?
            }
            (Body::Pool(element), Value::Sequence(values)) => {
                let element = find(&self.schema.types, element);
                let expression = |value| match element {
                    Some(ty) => self.constructor(ty, value),
                    None => any(value),
                };
                list(name, values.iter().map(expression))?
            }
            (Body::PoolText, Value::Sequence(values)) => list(name, values.iter().map(any))?,
            _ => return None,
        })
    }

    /// Returns a call of the constructor of a type with components.
    fn constructor(&self, ty: &Type, value: &Value) -> Option<String> {
        let arguments = match value {
            Value::Sequence(numbers) => listed(numbers.iter().map(any))?,
            Value::Mapping(members) => listed(members.iter().map(|(member, value)| {
                match find(&ty.fields, member.as_str()?) {
                    Some(compound) => self.constructor(self.schema.type_of(&compound.key), value),
                    None => any(value),
                }
            }))?,
            _ => return None,
        };
        Some(format!("{}({arguments})", self.name(&ty.key)?))
    }

    /// Returns the name of a type in the engine.
    fn name(&self, key: &str) -> Option<&str> {
        find(&self.layout.types, key).map(|listed| &*listed.name)
    }
}

/// Returns the expression of a record with the fields that the value has.
fn record(ty: &Type, name: &str, value: &Value) -> Option<String> {
    let Some(script) = ty.script.as_deref().filter(|_| !value.is_null()) else {
        return Some(format!("{name}()"));
    };
    let mut expression = script.to_owned();
    for row in ty.rows() {
        let field = value.get(&*row.name).or(Some(value));
        expression = expression.replace(&format!("{{{}}}", row.name), &any(field?)?);
    }
    Some(expression)
}

/// Returns the declared type of a container, and its content.
fn declared_value(value: &Value) -> Option<(String, Option<String>)> {
    if let Some(array) = value.get("TypedArray") {
        let element = declared(array.get("element")?)?;
        let content = any(array.get("values")?);
        return Some((format!("Array[{element}]"), content));
    }
    let dictionary = value.get("TypedDictionary")?;
    let [key, value] = ["key", "value"].map(|part| dictionary.get(part).and_then(declared));
    let pair = |pair: &Value| match &pair.as_sequence()?[..] {
        [key, value, ..] => Some(format!("{}: {}", any(key)?, any(value)?)),
        _ => None,
    };
    let pairs = listed(dictionary.get("pairs")?.as_sequence()?.iter().map(pair));
    let content = pairs.map(|pairs| format!("{{{pairs}}}"));
    Some((format!("Dictionary[{}, {}]", key?, value?), content))
}

/// Returns a literal of a type that JSON has.
fn any(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::String(text) => Some(quoted(text)),
        Value::Sequence(values) => Some(format!("[{}]", listed(values.iter().map(any))?)),
        Value::Mapping(entries) => {
            let entry = |(key, value): (&Value, _)| {
                Some(format!("{}: {}", quoted(key.as_str()?), any(value)?))
            };
            Some(format!("{{{}}}", listed(entries.iter().map(entry))?))
        }
        Value::Number(number) => Some(number.to_string()),
        Value::Tagged(_) => None,
    }
}

/// Returns the literal of a String.
fn quoted(text: &str) -> String {
    let escaped = |c: char| match c {
        '"' | '\\' => format!("\\{c}"),
        '\n' => "\\n".to_owned(),
        '\r' => "\\r".to_owned(),
        '\t' => "\\t".to_owned(),
        // GDScript reads four digits, which are enough for every control character.
        c if c.is_control() => format!("\\u{:04x}", u32::from(c)),
        c => c.to_string(),
    };
    format!("\"{}\"", text.chars().map(escaped).collect::<String>())
}

/// Returns the name of a declared type.
fn declared(value: &Value) -> Option<&str> {
    value.as_str().or_else(|| value.get("class")?.as_str())
}

/// Returns a call of a constructor with a list.
fn list(name: &str, elements: impl Iterator<Item = Option<String>>) -> Option<String> {
    Some(format!("{name}([{}])", listed(elements)?))
}

/// Separates expressions by commas.
fn listed(expressions: impl Iterator<Item = Option<String>>) -> Option<String> {
    let expressions: Option<Vec<String>> = expressions.collect();
    Some(expressions?.join(", "))
}

/// Decodes base64; `None` if the text is none.
fn base64(text: &str) -> Option<Vec<u8>> {
    const ALPHABET: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut bits = String::new();
    for c in text.trim_end_matches('=').chars() {
        write!(bits, "{:06b}", ALPHABET.find(c)?).ok()?;
    }
    let bytes = bits.as_bytes().chunks_exact(8);
    bytes
        .map(|byte| u8::from_str_radix(str::from_utf8(byte).ok()?, 2).ok())
        .collect()
}

#[cfg(test)]
mod tests;
