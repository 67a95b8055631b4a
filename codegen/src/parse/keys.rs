//! Mappings of the schema, parsed key by key.

use crate::model::{Length, Offset};
use crate::report::{Place, Report};
use crate::suggest::{closest, did_you_mean, listed};
use crate::yaml::Value;

/// A row's place with the name that the row gives itself.
pub(super) fn named(place: &Place, value: &Value, key: &str) -> Place {
    match text_of(value, key) {
        Some(name) => place.clone().named(name),
        None => place.clone(),
    }
}

/// An entry's place with the id that the entry gives itself.
pub(super) fn identified(place: &Place, value: &Value, what: &str) -> Place {
    match text_of(value, "id") {
        Some(id) => place.clone().called(format!("{what} {id}")),
        None => place.clone(),
    }
}

pub(super) fn text_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    let Value::Map(entries) = value else {
        return None;
    };
    entries.iter().find_map(|(name, value)| match value {
        Value::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}

/// A mapping that is read key by key.
pub(super) struct Keys<'a> {
    entries: &'a [(String, Value)],
    pub(super) place: Place,
    pub(super) report: &'a mut Report,
}

impl<'a> Keys<'a> {
    /// Takes a value for a mapping, and reports keys that it cannot have; a value that could not be read is an empty one.
    pub(super) fn open(
        value: Option<&'a Value>,
        place: &Place,
        known: &[&str],
        report: &'a mut Report,
    ) -> Self {
        let entries = match value {
            Some(Value::Map(entries)) => entries.as_slice(),
            Some(other) => {
                report.add(
                    place,
                    other.kind(),
                    format!("a mapping of {}", listed(known.iter().copied())),
                );
                &[]
            }
            None => &[],
        };
        for (key, _) in entries
            .iter()
            .filter(|(key, _)| !known.contains(&key.as_str()))
        {
            let close = closest(
                key,
                known
                    .iter()
                    .copied()
                    .filter(|known| !entries.iter().any(|(key, _)| key == known)),
            );
            let expected = match close {
                Some(close) => format!(
                    "one of {}: did you mean `{close}`?",
                    listed(known.iter().copied())
                ),
                None => format!("one of {}", listed(known.iter().copied())),
            };
            report.add(&place.child(key), format!("unknown key `{key}`"), expected);
            if let Some(close) = close {
                // Otherwise the misspelt key would be missed as well.
                report.distrust(&place.child(close));
            }
        }
        Self {
            entries,
            place: place.clone(),
            report,
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        self.entries
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The value of a key that must be there.
    pub(super) fn require(&mut self, key: &str) -> Option<&'a Value> {
        let value = self.get(key);
        let place = self.place.child(key);
        if value.is_none() && self.report.sound(&place) {
            self.report
                .add(&place, format!("no `{key}`"), "one: it may not be left out");
        }
        value
    }

    pub(super) fn wrong(&mut self, key: &str, value: &Value, expected: &str) {
        let found = match value {
            Value::Number(number) => format!("`{key}` is {number}"),
            Value::Text(text) => format!("`{key}` is `{text}`"),
            other => format!("`{key}` is {}", other.kind()),
        };
        self.report.add(&self.place.child(key), found, expected);
    }

    /// A key that belongs to one body alone.
    pub(super) fn refuse(&mut self, key: &str, body: &str, only: &str) {
        let place = self.place.child(key);
        // With an unknown body nobody can say what belongs to it.
        if self.get(key).is_some() && body != only && self.report.sound(&self.place.child("body")) {
            self.report.add(
                &place,
                format!("`{key}` in a body `{body}`"),
                format!("none: it belongs to `{only}`"),
            );
        }
    }

    pub(super) fn optional<T>(
        &mut self,
        key: &str,
        read: impl FnOnce(&mut Self, &str) -> T,
    ) -> Option<T> {
        self.get(key)?;
        Some(read(self, key))
    }

    /// A text that is not empty.
    pub(super) fn text(&mut self, key: &str) -> String {
        let text = self.text_or_empty(key);
        if self.get(key).is_some()
            && text.trim().is_empty()
            && self.report.sound(&self.place.child(key))
        {
            self.report.add(
                &self.place.child(key),
                format!("an empty `{key}`"),
                "some words",
            );
        }
        text
    }

    pub(super) fn text_or_empty(&mut self, key: &str) -> String {
        match self.require(key) {
            Some(Value::Text(text)) => text.clone(),
            Some(other) => {
                self.wrong(key, other, "a text");
                String::new()
            }
            None => String::new(),
        }
    }

    /// One of a few words; the first of them stands in for an unknown one.
    pub(super) fn choice<'k>(&mut self, key: &str, words: &[&'k str]) -> &'k str {
        let first = words.first().copied().unwrap_or_default();
        match self.require(key) {
            Some(Value::Text(text)) => words
                .iter()
                .copied()
                .find(|word| word == text)
                .unwrap_or_else(|| {
                    let meant = did_you_mean(text, words.iter().copied());
                    let expected = format!("one of {}{meant}", listed(words.iter().copied()));
                    self.report.add(
                        &self.place.child(key),
                        format!("unknown {key} `{text}`"),
                        expected,
                    );
                    first
                }),
            Some(other) => {
                self.wrong(
                    key,
                    other,
                    &format!("one of {}", listed(words.iter().copied())),
                );
                first
            }
            None => first,
        }
    }

    /// A whole number of 32 bits without a sign.
    pub(super) fn number(&mut self, key: &str) -> u32 {
        self.number_as(key, &format!("a whole number from 0 to {}", u32::MAX))
    }

    /// `true` or `false`.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        match self.require(key) {
            Some(Value::Bool(flag)) => *flag,
            Some(other) => {
                self.wrong(key, other, "`true` or `false`");
                false
            }
            None => false,
        }
    }

    /// A whole number of 32 bits.
    pub(super) fn signed(&mut self, key: &str) -> i32 {
        self.number_as(
            key,
            &format!("a whole number from {} to {}", i32::MIN, i32::MAX),
        )
    }

    pub(super) fn number_as<T: TryFrom<i64> + Default>(&mut self, key: &str, expected: &str) -> T {
        let Some(value) = self.require(key) else {
            return T::default();
        };
        let number = if let Value::Number(number) = value {
            T::try_from(*number).ok()
        } else {
            None
        };
        number.unwrap_or_else(|| {
            self.wrong(key, value, expected);
            T::default()
        })
    }

    pub(super) fn offset(&mut self, key: &str) -> Offset {
        let Some(value) = self.require(key) else {
            return Offset::After;
        };
        offset(value).unwrap_or_else(|| {
            self.wrong(key, value, "a number, `X + 4`, `8 + index * 12` or `after`");
            Offset::After
        })
    }

    pub(super) fn length(&mut self, key: &str) -> Length {
        let Some(value) = self.require(key) else {
            return Length::Counted;
        };
        let length = match value {
            Value::Number(number) => u32::try_from(*number)
                .ok()
                .filter(|bytes| *bytes > 0)
                .map(Length::Fixed),
            Value::Text(text) if text == "X" => Some(Length::Counted),
            _ => None,
        };
        length.unwrap_or_else(|| {
            self.wrong(key, value, "a number above 0, or X");
            Length::Counted
        })
    }

    /// What a page prints: a number or any text.
    pub(super) fn printed(&mut self, key: &str) -> String {
        match self.get(key) {
            Some(Value::Number(number)) => number.to_string(),
            _ => self.text(key),
        }
    }

    /// A mapping of names to entries of one kind.
    pub(super) fn entries<T>(
        &mut self,
        key: &str,
        parse: impl Fn(&str, &Value, &Place, &mut Report) -> T,
    ) -> Vec<T> {
        let entries = match self.require(key) {
            Some(Value::Map(entries)) => entries.as_slice(),
            Some(other) => {
                self.wrong(key, other, "a mapping");
                &[]
            }
            None => &[],
        };
        let place = self.place.child(key);
        entries
            .iter()
            .map(|(name, value)| parse(name, value, &place.child(name), self.report))
            .collect()
    }

    /// One entry that must be there.
    pub(super) fn one<T>(
        &mut self,
        key: &str,
        parse: impl Fn(Option<&Value>, &Place, &mut Report) -> T,
    ) -> T {
        let value = self.require(key);
        parse(value, &self.place.child(key), self.report)
    }

    /// A list of entries of one kind.
    pub(super) fn items<T>(
        &mut self,
        key: &str,
        parse: impl Fn(&Value, &Place, &mut Report) -> T,
    ) -> Vec<T> {
        let place = self.place.child(key);
        self.indexed(key, |index, value, report| {
            parse(value, &place.child(index), report)
        })
    }

    pub(super) fn indexed<T>(
        &mut self,
        key: &str,
        parse: impl Fn(usize, &Value, &mut Report) -> T,
    ) -> Vec<T> {
        let items = match self.require(key) {
            Some(Value::List(items)) => items.as_slice(),
            Some(other) => {
                self.wrong(key, other, "a list");
                &[]
            }
            None => &[],
        };
        items
            .iter()
            .enumerate()
            .map(|(index, value)| parse(index, value, self.report))
            .collect()
    }

    /// A list of texts.
    pub(super) fn texts(&mut self, key: &str) -> Vec<String> {
        self.items(key, |value, place, report| {
            if let Value::Text(text) = value {
                return text.clone();
            }
            report.add(place, format!("`{key}` holds {}", value.kind()), "a text");
            String::new()
        })
    }
}

/// An offset in one of its four forms.
fn offset(value: &Value) -> Option<Offset> {
    let text = match value {
        Value::Number(number) => return u32::try_from(*number).ok().map(Offset::At),
        Value::Text(text) => text,
        _ => return None,
    };
    if text == "after" {
        return Some(Offset::After);
    }
    let (start, rest) = text.split_once(" + ")?;
    if start == "X" {
        return rest.parse().ok().map(Offset::Part);
    }
    let stride = rest.strip_prefix("index * ")?.parse().ok()?;
    Some(Offset::Element {
        first: start.parse().ok()?,
        stride,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_the_forms_of_an_offset() {
        let text = |text: &str| offset(&Value::Text(text.to_owned()));
        assert_eq!(offset(&Value::Number(12)), Some(Offset::At(12)));
        assert_eq!(text("X + 4"), Some(Offset::Part(4)));
        assert_eq!(
            text("12 + index * 16"),
            Some(Offset::Element {
                first: 12,
                stride: 16
            })
        );
        assert_eq!(text("after"), Some(Offset::After));
        for wrong in [
            "",
            "X",
            "X + ",
            "X + -1",
            "8 + index",
            "8 + index * ",
            "behind",
            "99999999999 + index * 1",
        ] {
            assert_eq!(text(wrong), None, "{wrong}");
        }
        assert_eq!(offset(&Value::Number(-1)), None);
    }
}
