//! YAML as a tree of values, and the lines of its keys and items.
//!
//! Only this module uses the crate that parses YAML.

mod lines;
mod parse;

pub(crate) use lines::{line, occurrence};
pub(crate) use parse::parse;

/// What separates the steps of a path; no key contains it.
pub(crate) const SEPARATOR: char = '\n';

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

    /// Returns the number, if the value is one without a fraction.
    pub(crate) fn number(&self) -> Option<i64> {
        match self {
            Self::Number(number) => Some(*number),
            _ => None,
        }
    }

    /// Returns the items, if the value is a list.
    pub(crate) fn items(&self) -> Option<&[Self]> {
        match self {
            Self::List(items) => Some(items),
            _ => None,
        }
    }

    /// Returns the entries, if the value is a mapping.
    pub(crate) fn entries(&self) -> Option<&[(String, Self)]> {
        match self {
            Self::Map(entries) => Some(entries),
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
        let mut entries = self.entries()?.iter();
        entries
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// Returns the value of a key or the item at an index.
    pub(crate) fn child(&self, step: &str) -> Option<&Self> {
        match self {
            Self::List(items) => items.get(step.parse::<usize>().ok()?),
            _ => self.get(step),
        }
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

    /// Returns the paths of the keys that their mapping already has, each with the number of
    /// earlier ones.
    pub(crate) fn duplicates(&self) -> Vec<(String, usize)> {
        let mut found = Vec::new();
        self.add_duplicates("", &mut found);
        found
    }

    fn add_duplicates(&self, path: &str, found: &mut Vec<(String, usize)>) {
        match self {
            Self::List(items) => {
                for (index, item) in items.iter().enumerate() {
                    item.add_duplicates(&format!("{path}{SEPARATOR}{index}"), found);
                }
            }
            Self::Map(entries) => {
                for (index, (key, value)) in entries.iter().enumerate() {
                    let path = format!("{path}{SEPARATOR}{key}");
                    value.add_duplicates(&path, found);
                    let earlier = entries[..index].iter().filter(|(other, _)| other == key);
                    match earlier.count() {
                        0 => {}
                        earlier => found.push((path, earlier)),
                    }
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests;
