//! YAML text as a small tree of values: the one file that knows which crate parses it.

use serde_yaml::Value as Parsed;

/// A value of a YAML file, as far as the schema uses YAML.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// A whole number.
    Number(i64),
    /// `true` or `false`.
    Bool(bool),
    /// A text.
    Text(String),
    /// A sequence.
    List(Vec<Value>),
    /// A mapping in the order of the file.
    Map(Vec<(String, Value)>),
    /// Nothing, or a kind that the schema has no use for, by its name.
    Other(&'static str),
}

impl Value {
    /// What a person calls this kind of value.
    pub(crate) fn kind(&self) -> &'static str {
        match self {
            Self::Number(_) => "a number",
            Self::Bool(_) => "a boolean",
            Self::Text(_) => "a text",
            Self::List(_) => "a list",
            Self::Map(_) => "a mapping",
            Self::Other(kind) => kind,
        }
    }
}

/// Why a text is not YAML, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SyntaxError {
    /// Counted from 1; 0 when the parser does not say.
    pub(crate) line: usize,
    /// The parser's own words.
    pub(crate) message: String,
}

/// Parses one YAML document.
pub(crate) fn parse(text: &str) -> Result<Value, SyntaxError> {
    serde_yaml::from_str::<Parsed>(text)
        .map(value)
        .map_err(|error| {
            let line = error.location().map_or(0, |location| location.line());
            let message = error.to_string();
            // The line is reported once, in front; the parser repeats it at the end.
            let message = message
                .split(" at line ")
                .next()
                .unwrap_or(&message)
                .to_owned();
            SyntaxError { line, message }
        })
}

fn value(parsed: Parsed) -> Value {
    match parsed {
        Parsed::Null => Value::Other("nothing"),
        Parsed::Bool(flag) => Value::Bool(flag),
        Parsed::Number(number) if number.is_f64() => Value::Other("a number with a fraction"),
        Parsed::Number(number) => number
            .as_i64()
            .map_or(Value::Other("a number beyond 63 bits"), Value::Number),
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

/// A key as text: every key of the schema is one, and `64:` is as good as `"64":`.
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
    fn says_where_a_text_is_not_yaml() {
        let error = parse("a: 1\nb: [1, 2\nc: 3\n").expect_err("the list is not closed");
        assert!(error.line >= 2, "{error:?}");
        assert!(!error.message.contains("line"), "{error:?}");
    }
}
