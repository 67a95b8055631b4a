//! Mappings of the schema, parsed key by key.

use crate::model::{Length, Offset, Version};
use crate::report::{Place, Report};
use crate::suggest::{closest, listed};
use crate::yaml::Value;

/// Names the row of a place with the value of a key.
pub(super) fn named(place: &Place, value: &Value, key: &str) -> Place {
    match value.get(key).and_then(Value::text) {
        Some(name) => place.clone().named(name),
        None => place.clone(),
    }
}

/// Names the entry of a place with its id.
pub(super) fn identified(place: &Place, value: &Value, what: &str) -> Place {
    match value.get("id").and_then(Value::text) {
        Some(id) => place.clone().called(format!("{what} {id}")),
        None => place.clone(),
    }
}

/// A mapping that is parsed key by key.
///
/// A key with a mistake is reported and replaced by a stand-in.
pub(super) struct Keys<'a> {
    entries: &'a [(String, Value)],
    pub(super) place: Place,
    pub(super) report: &'a mut Report,
}

impl<'a> Keys<'a> {
    /// Opens a mapping and reports unknown keys; a value that could not be parsed is an empty
    /// mapping.
    pub(super) fn open(
        value: Option<&'a Value>,
        place: &Place,
        known: &[&str],
        report: &'a mut Report,
    ) -> Self {
        let names = || listed(known.iter().copied());
        let entries = match value {
            Some(Value::Map(entries)) => entries.as_slice(),
            Some(other) => {
                report.add(place, other.kind(), format!("a mapping of {}", names()));
                &[]
            }
            None => &[],
        };
        let is_set = |known: &&str| entries.iter().any(|(key, _)| key == known);
        for (key, _) in entries {
            if known.contains(&key.as_str()) {
                continue;
            }
            let meant = closest(key, known.iter().copied().filter(|known| !is_set(known)));
            let suggestion = meant.map(|meant| format!(": did you mean `{meant}`?"));
            let expected = format!("one of {}{}", names(), suggestion.unwrap_or_default());
            report.add(&place.child(key), format!("unknown key `{key}`"), expected);
            if let Some(meant) = meant {
                // The misspelt key is not missing as well.
                report.distrust(&place.child(meant));
            }
        }
        Self {
            entries,
            place: place.clone(),
            report,
        }
    }

    pub(super) fn get(&self, key: &str) -> Option<&'a Value> {
        let mut entries = self.entries.iter();
        entries
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// Returns whether no mistake is at a key.
    pub(super) fn is_sound(&self, key: &str) -> bool {
        self.report.sound(&self.place.child(key))
    }

    /// Returns the value of a key, which has to be set.
    pub(super) fn require(&mut self, key: &str) -> Option<&'a Value> {
        let value = self.get(key);
        if value.is_none() {
            let expected = "one: it may not be left out";
            let place = self.place.child(key);
            self.report
                .add_if_sound(&place, format!("no `{key}`"), expected);
        }
        value
    }

    /// Converts the value of a key, which has to be set.
    fn convert<T>(
        &mut self,
        key: &str,
        expected: &str,
        stand_in: T,
        convert: impl FnOnce(&'a Value) -> Option<T>,
    ) -> T {
        let Some(value) = self.require(key) else {
            return stand_in;
        };
        convert(value).unwrap_or_else(|| {
            let found = format!("`{key}` is {}", value.described());
            self.report.add(&self.place.child(key), found, expected);
            stand_in
        })
    }

    /// Reports a key that belongs to another body.
    pub(super) fn refuse(&mut self, key: &str, body: &str, only: &str) {
        // It is not known what belongs to an unknown body.
        if self.get(key).is_some() && body != only && self.is_sound("body") {
            let found = format!("`{key}` in a body `{body}`");
            let expected = format!("none: it belongs to `{only}`");
            self.report.add(&self.place.child(key), found, expected);
        }
    }

    pub(super) fn optional<T>(
        &mut self,
        key: &str,
        parse: impl FnOnce(&mut Self, &str) -> T,
    ) -> Option<T> {
        self.get(key)?;
        Some(parse(self, key))
    }

    /// Parses a string that is not empty.
    pub(super) fn text(&mut self, key: &str) -> String {
        let text = self.text_or_empty(key);
        if self.get(key).is_some() && text.trim().is_empty() {
            let place = self.place.child(key);
            self.report
                .add_if_sound(&place, format!("an empty `{key}`"), "some words");
        }
        text
    }

    pub(super) fn text_or_empty(&mut self, key: &str) -> String {
        let text = |value: &Value| value.text().map(str::to_owned);
        self.convert(key, "a string", String::new(), text)
    }

    /// Parses one of a few words; the first of them stands in for an unknown one.
    pub(super) fn choice<'k>(&mut self, key: &str, words: &[&'k str]) -> &'k str {
        let first = words.first().copied().unwrap_or_default();
        let known = |text: &str| words.iter().copied().find(|word| *word == text);
        let expected = format!("one of {}", listed(words.iter().copied()));
        let Some(text) = self.get(key).and_then(Value::text) else {
            return self.convert(key, &expected, first, |_| None);
        };
        known(text).unwrap_or_else(|| {
            let (place, known) = (self.place.child(key), words.iter().copied());
            self.report.unknown(&place, key, text, &expected, known);
            first
        })
    }

    /// Returns whether a key is set; it has only one word.
    pub(super) fn has_word(&mut self, key: &str, word: &str) -> bool {
        let is_set = self.optional(key, |keys, key| keys.choice(key, &[word]));
        is_set.is_some()
    }

    /// Parses a whole number of 32 bits without a sign.
    pub(super) fn number(&mut self, key: &str) -> u32 {
        self.integer(key, &format!("a whole number from 0 to {}", u32::MAX))
    }

    /// Parses a whole number of 32 bits.
    pub(super) fn signed(&mut self, key: &str) -> i32 {
        let expected = format!("a whole number from {} to {}", i32::MIN, i32::MAX);
        self.integer(key, &expected)
    }

    fn integer<T: TryFrom<i64> + Default>(&mut self, key: &str, expected: &str) -> T {
        self.convert(key, expected, T::default(), |value| match value {
            Value::Number(number) => T::try_from(*number).ok(),
            _ => None,
        })
    }

    /// Parses `true` or `false`.
    pub(super) fn flag(&mut self, key: &str) -> bool {
        self.convert(key, "`true` or `false`", false, |value| match value {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        })
    }

    pub(super) fn offset(&mut self, key: &str) -> Offset {
        let expected = "a number, `X + 4`, `8 + index * 12` or `after`";
        self.convert(key, expected, Offset::After, offset)
    }

    pub(super) fn length(&mut self, key: &str) -> Length {
        self.convert(key, "a number above 0, or X", Length::Counted, length)
    }

    /// Parses the version of an engine, in quotes: `4.10` without them is a number.
    pub(super) fn version(&mut self, key: &str) -> Version {
        let expected = "a version in quotes, such as \"4.3\"";
        let none = Version { major: 0, minor: 0 };
        self.convert(key, expected, none, |value| Version::parse(value.text()?))
    }

    /// Parses what a page prints: a number or any string.
    pub(super) fn printed(&mut self, key: &str) -> String {
        match self.get(key) {
            Some(Value::Number(number)) => number.to_string(),
            _ => self.text(key),
        }
    }

    /// Parses a mapping of names to entries of one kind.
    pub(super) fn entries<T>(
        &mut self,
        key: &str,
        parse: impl Fn(&str, &Value, &Place, &mut Report) -> T,
    ) -> Vec<T> {
        let entries: &[_] = self.convert(key, "a mapping", &[], |value| match value {
            Value::Map(entries) => Some(entries),
            _ => None,
        });
        let place = self.place.child(key);
        let parse =
            |(name, value): &(String, Value)| parse(name, value, &place.child(name), self.report);
        entries.iter().map(parse).collect()
    }

    /// Parses one entry.
    pub(super) fn one<T>(
        &mut self,
        key: &str,
        parse: impl Fn(Option<&Value>, &Place, &mut Report) -> T,
    ) -> T {
        let value = self.require(key);
        parse(value, &self.place.child(key), self.report)
    }

    /// Parses a list of entries of one kind.
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
        let items: &[_] = self.convert(key, "a list", &[], |value| match value {
            Value::List(items) => Some(items),
            _ => None,
        });
        let items = items.iter().enumerate();
        items
            .map(|(index, value)| parse(index, value, self.report))
            .collect()
    }

    /// Parses a list of strings.
    pub(super) fn texts(&mut self, key: &str) -> Vec<String> {
        self.items(key, |value, place, report| {
            let text = value.text().map(str::to_owned);
            text.unwrap_or_else(|| {
                let found = format!("`{key}` holds {}", value.kind());
                report.add(place, found, "a string");
                String::new()
            })
        })
    }
}

/// Parses a length: a number of bytes, or `X`.
fn length(value: &Value) -> Option<Length> {
    match value {
        Value::Number(bytes) => {
            let bytes = u32::try_from(*bytes).ok().filter(|bytes| *bytes > 0);
            bytes.map(Length::Fixed)
        }
        Value::Text(text) if text == "X" => Some(Length::Counted),
        _ => None,
    }
}

/// Parses an offset in one of its four forms.
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
    fn parses_the_forms_of_an_offset() {
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
        for invalid in [
            "",
            "X",
            "X + ",
            "X + -1",
            "8 + index",
            "8 + index * ",
            "before",
            "99999999999 + index * 1",
        ] {
            assert_eq!(text(invalid), None, "{invalid}");
        }
        assert_eq!(offset(&Value::Number(-1)), None);
    }
}
