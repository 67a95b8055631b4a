//! The examples in GDScript.

use crate::book::Edition;
use crate::examples::Example;
use gdvariant_codegen::model::{Body, LayoutType, Role, Type, Var2str, find, has};
use serde_yaml::Value;

impl Edition<'_> {
    /// Returns a script that sends an example in a packet; `None` if scripts cannot create the
    /// value.
    pub(crate) fn script(
        &self,
        listed: &LayoutType,
        json: &str,
        example: &Example,
    ) -> Option<String> {
        let value: Value = serde_yaml::from_str(json).ok()?;
        if let Some((declared, content)) = declared_value(&value) {
            return Some(format!(
                "var value: {declared} = {content}\npeer.put_var(value)"
            ));
        }
        let ty = self.schema.type_in(listed);
        let arguments = match (&ty.body, value.get("class")) {
            (Body::Object, Some(class)) => format!("{}.new(), true", class.as_str()?),
            // JSON has the bytes in base64, so they are copied from the encoded value, in which a
            // header and a count precede them.
            (Body::Packed(_), _) if value.is_string() => {
                format!("{}({:?})", listed.name, example.rows.get(2)?.bytes)
            }
            _ => self.expression(ty, &value)?,
        };
        Some(format!("peer.put_var({arguments})"))
    }

    /// Returns an expression for a value of a type.
    fn expression(&self, ty: &Type, value: &Value) -> Option<String> {
        let name = &find(&self.layout.types, &ty.key)?.name;
        let arguments = match (&ty.body, value) {
            (Body::Empty | Body::Bool | Body::Number | Body::Array | Body::Dictionary, _) => {
                return any(value);
            }
            (Body::Text, _) if ty.is(Role::String) => return any(value),
            (Body::Text, _) if self.layout.var2str == Var2str::Godot4 => {
                return Some(format!("&{}", any(value)?));
            }
            (Body::Record, _) => return record(ty, name, value),
            (Body::Object, _) => {
                return Some(format!("instance_from_id({})", any(value.get("id")?)?));
            }
            (Body::Fields, Value::Sequence(numbers)) => listed(numbers.iter().map(any))?,
            (Body::Fields, Value::Mapping(members)) => {
                listed(members.iter().map(|(member, value)| {
                    match find(&ty.fields, member.as_str()?) {
                        Some(compound) => {
                            self.expression(self.schema.type_of(&compound.key), value)
                        }
                        None => any(value),
                    }
                }))?
            }
            (Body::Packed(element), Value::Sequence(values))
                if has(&self.schema.types, element) =>
            {
                let element = self.schema.type_of(element);
                let elements = values.iter().map(|value| self.expression(element, value));
                format!("[{}]", listed(elements)?)
            }
            (Body::Text | Body::NodePath | Body::Packed(_) | Body::PackedText, _) => any(value)?,
            _ => return None,
        };
        Some(format!("{name}({arguments})"))
    }
}

/// Returns the expression of a record with the fields of a value.
fn record(ty: &Type, name: &str, value: &Value) -> Option<String> {
    let script = match &*ty.key {
        "Rid" if !value.is_null() => "rid_from_int64({id})",
        "Signal" => "Signal(instance_from_id({id}), {name})",
        _ => return Some(format!("{name}()")),
    };
    let mut expression = script.to_owned();
    for row in ty.rows() {
        let field = value.get(&*row.name).or(Some(value));
        expression = expression.replace(&format!("{{{}}}", row.name), &any(field?)?);
    }
    Some(expression)
}

/// Returns the declared type of a typed container, and the literal of its contents.
fn declared_value(value: &Value) -> Option<(String, String)> {
    if let Some(array) = value.get("TypedArray") {
        let declared = format!("Array[{}]", array.get("element")?.as_str()?);
        return Some((declared, any(array.get("values")?)?));
    }
    let dictionary = value.get("TypedDictionary")?;
    let part = |part| dictionary.get(part)?.as_str();
    let declared = format!("Dictionary[{}, {}]", part("key")?, part("value")?);
    let pair = |pair: &Value| Some(format!("{}: {}", any(pair.get(0)?)?, any(pair.get(1)?)?));
    let pairs = listed(dictionary.get("pairs")?.as_sequence()?.iter().map(pair))?;
    Some((declared, format!("{{{pairs}}}")))
}

/// Returns the literal of a value that JSON represents directly.
fn any(value: &Value) -> Option<String> {
    match value {
        Value::Null => Some("null".to_owned()),
        Value::Bool(flag) => Some(flag.to_string()),
        Value::String(text) => literal(text),
        Value::Sequence(values) => Some(format!("[{}]", listed(values.iter().map(any))?)),
        Value::Mapping(entries) => {
            let entry = |(key, value): (&Value, _)| {
                Some(format!("{}: {}", literal(key.as_str()?)?, any(value)?))
            };
            Some(format!("{{{}}}", listed(entries.iter().map(entry))?))
        }
        Value::Number(number) => Some(number.to_string()),
        Value::Tagged(_) => None,
    }
}

/// Joins expressions with commas; `None` if any is missing.
fn listed(expressions: impl Iterator<Item = Option<String>>) -> Option<String> {
    let expressions: Option<Vec<String>> = expressions.collect();
    Some(expressions?.join(", "))
}

/// Returns the literal of a String; `None` if it needs escapes that differ from Rust's.
fn literal(text: &str) -> Option<String> {
    let is_printable = !text.contains(char::is_control);
    is_printable.then(|| format!("{text:?}"))
}
