//! Parses YAML.

use super::Value;
use serde::de::{
    Deserialize, Deserializer, EnumAccess, IgnoredAny, MapAccess, SeqAccess, VariantAccess, Visitor,
};
use std::fmt;

/// Why a file is not YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The line, counted from 1; 0 if the parser does not report one.
    pub(crate) line: usize,
    /// The message of the parser, without the line.
    pub(crate) message: String,
}

/// Parses one YAML document; a mapping keeps the entries of duplicate keys.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxError> {
    serde_yaml::from_str(text).map_err(|error| {
        let line = error.location().map_or(0, |location| location.line());
        let message = error.to_string();
        let message = message.split(" at line ").next().unwrap_or_default();
        SyntaxError {
            line,
            message: message.to_owned(),
        }
    })
}

impl<'de> Deserialize<'de> for Value {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(AnyValue)
    }
}

/// Builds a [`Value`] of any kind.
struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any YAML value")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Other("nothing"))
    }

    fn visit_bool<E>(self, flag: bool) -> Result<Value, E> {
        Ok(Value::Bool(flag))
    }

    fn visit_i64<E>(self, number: i64) -> Result<Value, E> {
        Ok(Value::Number(number))
    }

    fn visit_u64<E>(self, number: u64) -> Result<Value, E> {
        let number = i64::try_from(number).map(Value::Number);
        Ok(number.unwrap_or(Value::Other("a number beyond 63 bits")))
    }

    fn visit_f64<E>(self, fraction: f64) -> Result<Value, E> {
        Ok(Value::Fraction(fraction))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value, E> {
        Ok(Value::Text(text.to_owned()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Value::List(items))
    }

    /// Parses every key as a string: the key `64` is that of `"64"`.
    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Value, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Value::Map(entries))
    }

    fn visit_enum<A: EnumAccess<'de>>(self, tagged: A) -> Result<Value, A::Error> {
        let (_, value) = tagged.variant::<IgnoredAny>()?;
        value.newtype_variant::<IgnoredAny>()?;
        Ok(Value::Other("a tagged value"))
    }
}
