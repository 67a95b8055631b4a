//! YAML as a tree of values; the only file that uses the crate that parses it.

use serde_yaml::Value as Parsed;

/// A value of a kind that the schema uses.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    Number(i64),
    Fraction(f64),
    Bool(bool),
    Text(String),
    List(Vec<Value>),
    /// A mapping in the order of the file.
    Map(Vec<(String, Value)>),
    /// The name of any other kind.
    Other(&'static str),
}

impl Value {
    /// Returns the string, if the value is one.
    pub(crate) fn text(&self) -> Option<&str> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }

    /// Describes the value for a diagnostic.
    pub(crate) fn described(&self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => format!("`{text}`"),
            other => other.kind().to_owned(),
        }
    }

    /// Returns the value of a key, if the value is a mapping with this key.
    pub(crate) fn get(&self, key: &str) -> Option<&Self> {
        let Self::Map(entries) = self else {
            return None;
        };
        let mut entries = entries.iter();
        entries
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// Returns the name of the kind of value.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Fraction(_) => "a number with a fraction",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a string",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
            Self::Other(kind) => kind,
        }
    }
}

/// Why a file is not YAML.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// The line, counted from 1; 0 if the parser does not report one.
    pub(crate) line: usize,
    /// The message of the parser, without the line.
    pub(crate) message: String,
}

/// Parses one YAML document.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxError> {
    serde_yaml::from_str::<Parsed>(text)
        .map(value)
        .map_err(|error| {
            let line = error.location().map_or(0, |location| location.line());
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or_default();
            SyntaxError {
                line,
                message: message.to_owned(),
            }
        })
}

fn value(parsed: Parsed) -> Value {
    match parsed {
        Parsed::Null => Value::Other("nothing"),
        Parsed::Bool(flag) => Value::Bool(flag),
        Parsed::Number(number) => match (number.as_i64(), number.as_f64()) {
            (Some(number), _) => Value::Number(number),
            (None, Some(fraction)) if number.is_f64() => Value::Fraction(fraction),
            _ => Value::Other("a number beyond 63 bits"),
        },
        Parsed::String(text) => Value::Text(text),
        Parsed::Sequence(items) => Value::List(items.into_iter().map(value).collect()),
        Parsed::Mapping(entries) => Value::Map(
            entries
                .into_iter()
                .map(|(key, item)| (name(&key), value(item)))
                .collect(),
        ),
        Parsed::Tagged(_) => Value::Other("a tagged value"),
    }
}

/// Returns a key as a string: the key `64` is that of `"64"`.
fn name(key: &Parsed) -> String {
    match key {
        Parsed::String(text) => text.clone(),
        Parsed::Number(number) => number.to_string(),
        Parsed::Bool(flag) => flag.to_string(),
        _ => "?".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_the_order_of_a_mapping() {
        let text = "z: 1\na: [0x80000000, y]\n";
        let list = Value::List(vec![Value::Number(0x8000_0000), Value::Text("y".into())]);
        assert_eq!(
            parse(text),
            Ok(Value::Map(vec![
                ("z".into(), Value::Number(1)),
                ("a".into(), list)
            ]))
        );
    }

    #[test]
    fn reports_the_line_of_a_syntax_error() {
        let error = parse("a: 1\nb: [1, 2\nc: 3\n").expect_err("the list is not closed");
        assert!(error.line >= 2, "{error:?}");
        assert!(!error.message.contains("line"), "{error:?}");
    }
}
