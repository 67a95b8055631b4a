//! Mappings of the schema, parsed key by key.

use super::node::Node;
use crate::model::{Body, Length, Offset, Version, Versions};
use crate::report::{Place, Report};
use crate::suggest::{closest, listed};
use crate::yaml::Value;
use std::fmt::Display;

/// A mapping that is parsed key by key.
///
/// A key with a mistake is reported and replaced by a stand-in.
pub(super) struct Keys<'a> {
    entries: &'a [(String, Value)],
    pub(super) place: Place,
    pub(super) report: &'a mut Report,
    /// The keys that the mapping can have: those that were looked up.
    known: Vec<&'static str>,
    /// The keys that have to be set and are not.
    missing: Vec<&'static str>,
}

impl<'a> Node<'a> {
    /// Parses a mapping key by key, and reports the keys that `parse` does not get.
    pub(super) fn keys<T>(self, parse: impl FnOnce(&mut Keys<'a>) -> T) -> T {
        let value = self.value;
        let mut keys = Keys::open(self);
        let parsed = parse(&mut keys);
        keys.close(value);
        parsed
    }
}

impl<'a> Keys<'a> {
    /// Opens a mapping; any other value is an empty mapping.
    fn open(node: Node<'a>) -> Self {
        Self {
            entries: node.value.and_then(Value::entries).unwrap_or_default(),
            place: node.place,
            report: node.report,
            known: Vec::new(),
            missing: Vec::new(),
        }
    }

    /// Reports a value that is no mapping, or unknown and missing keys.
    fn close(self, value: Option<&Value>) {
        let names = listed(self.known.iter().copied());
        if let Some(other) = value.filter(|value| value.entries().is_none()) {
            let expected = format!("a mapping of {names}");
            return self.report.add(&self.place, other.kind(), expected);
        }
        let mut missing = self.missing;
        let is_set = |known: &&str| self.entries.iter().any(|(key, _)| key == known);
        for (key, _) in self.entries {
            if self.known.contains(&key.as_str()) {
                continue;
            }
            let unset = self.known.iter().copied().filter(|known| !is_set(known));
            let meant = closest(key, unset);
            let suggestion = meant.map(|meant| format!(": did you mean `{meant}`?"));
            let expected = format!("one of {names}{}", suggestion.unwrap_or_default());
            let place = self.place.child(key);
            self.report
                .add(&place, format!("unknown key `{key}`"), expected);
            if let Some(meant) = meant {
                // The misspelt key is not missing as well.
                missing.retain(|key| *key != meant);
                self.report.distrust(&self.place.child(meant));
            }
        }
        for key in missing {
            let expected = "one: it may not be left out";
            let place = self.place.child(key);
            self.report
                .add_at(&place, None, format!("no `{key}`"), expected.to_owned());
        }
    }

    pub(super) fn get(&mut self, key: &'static str) -> Option<&'a Value> {
        if !self.known.contains(&key) {
            self.known.push(key);
        }
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
    fn require(&mut self, key: &'static str) -> Option<&'a Value> {
        let value = self.get(key);
        let place = self.place.child(key);
        if value.is_none() && self.report.sound(&place) {
            self.report.distrust(&place);
            self.missing.push(key);
        }
        value
    }

    /// Returns the node of a key, which has to be set.
    pub(super) fn child(&mut self, key: &'static str) -> Node<'_> {
        Node {
            value: self.require(key),
            place: self.place.child(key),
            report: self.report,
        }
    }

    /// Returns the node of a key, if it is set.
    pub(super) fn optional_child(&mut self, key: &'static str) -> Option<Node<'_>> {
        self.get(key)?;
        Some(self.child(key))
    }

    /// Converts the value of a key, which has to be set.
    fn convert<T>(
        &mut self,
        key: &'static str,
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
    pub(super) fn refuse(&mut self, key: &'static str, body: &Body, only: &str) {
        // It is not known what belongs to an unknown body.
        if self.get(key).is_some() && body.name() != only && self.is_sound("body") {
            let found = format!("`{key}` in a body `{}`", body.name());
            let expected = format!("none: it belongs to `{only}`");
            self.report.add(&self.place.child(key), found, expected);
        }
    }

    pub(super) fn optional<T>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(&mut Self, &'static str) -> T,
    ) -> Option<T> {
        self.get(key)?;
        Some(parse(self, key))
    }

    /// Parses the value of a key that may be left out for a default value.
    pub(super) fn or_default<T: Default>(
        &mut self,
        key: &'static str,
        parse: impl FnOnce(&mut Self, &'static str) -> T,
    ) -> T {
        self.optional(key, parse).unwrap_or_default()
    }

    /// Parses a string that may be left out.
    pub(super) fn optional_text(&mut self, key: &'static str) -> Option<String> {
        self.optional(key, Self::text)
    }

    /// Parses a string that is not empty.
    pub(super) fn text(&mut self, key: &'static str) -> String {
        let text = self.text_or_empty(key);
        if self.get(key).is_some() && text.trim().is_empty() {
            let place = self.place.child(key);
            self.report
                .add(&place, format!("an empty `{key}`"), "some words");
        }
        text
    }

    pub(super) fn text_or_empty(&mut self, key: &'static str) -> String {
        let text = |value: &Value| value.text().map(str::to_owned);
        self.convert(key, "a string", String::new(), text)
    }

    /// Parses one of a few words, each with its meaning; the first of them stands in for an unknown
    /// one.
    pub(super) fn choice<T: Copy>(&mut self, key: &'static str, words: &[(&str, T)]) -> T {
        let names = || words.iter().map(|(word, _)| *word);
        let (_, stand_in) = words[0];
        let expected = format!("one of {}", listed(names()));
        let Some(text) = self.get(key).and_then(Value::text) else {
            return self.convert(key, &expected, stand_in, |_| None);
        };
        if let Some((_, meaning)) = words.iter().find(|(word, _)| *word == text) {
            return *meaning;
        }
        let place = self.place.child(key);
        self.report.unknown(&place, key, text, &expected, names());
        stand_in
    }

    /// Parses one of a few words that may be left out.
    pub(super) fn optional_choice<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
    ) -> Option<T> {
        self.optional(key, |keys, key| keys.choice(key, words))
    }

    /// Returns whether a key is set; it has only one word.
    pub(super) fn has_word(&mut self, key: &'static str, word: &str) -> bool {
        self.optional_choice(key, &[(word, true)]).is_some()
    }

    /// Parses a whole number of 32 bits without a sign.
    pub(super) fn number(&mut self, key: &'static str) -> u32 {
        self.integer(key, &format!("a whole number from 0 to {}", u32::MAX))
    }

    /// Parses a whole number of 32 bits.
    pub(super) fn signed(&mut self, key: &'static str) -> i32 {
        let expected = format!("a whole number from {} to {}", i32::MIN, i32::MAX);
        self.integer(key, &expected)
    }

    fn integer<T: TryFrom<i64> + Default>(&mut self, key: &'static str, expected: &str) -> T {
        let integer = |value: &Value| T::try_from(value.number()?).ok();
        self.convert(key, expected, T::default(), integer)
    }

    /// Parses `true` or `false`.
    pub(super) fn flag(&mut self, key: &'static str) -> bool {
        self.convert(key, "`true` or `false`", false, |value| match value {
            Value::Bool(flag) => Some(*flag),
            _ => None,
        })
    }

    pub(super) fn offset(&mut self, key: &'static str) -> Offset {
        let expected = "a number, `X + 4`, `8 + index * 12` or `after`";
        self.convert(key, expected, Offset::After, offset)
    }

    pub(super) fn length(&mut self, key: &'static str) -> Length {
        self.convert(key, "a number above 0, or X", Length::Counted, length)
    }

    /// Parses the version of an engine, in quotes: `4.10` without them is a number.
    pub(super) fn version(&mut self, key: &'static str) -> Version {
        let expected = "a version in quotes, such as \"4.3\"";
        let none = Version { major: 0, minor: 0 };
        self.convert(key, expected, none, |value| Version::parse(value.text()?))
    }

    pub(super) fn versions(&mut self, key: &'static str) -> Versions {
        let expected = "two versions in quotes, such as \"4.2 to 4.6\"";
        let none = Version { major: 0, minor: 0 };
        let none = Versions {
            oldest: none,
            newest: none,
        };
        self.convert(key, expected, none, |value| Versions::parse(value.text()?))
    }

    /// Parses what a page prints: a number or any string.
    pub(super) fn printed(&mut self, key: &'static str) -> String {
        match self.get(key) {
            Some(Value::Number(number)) => number.to_string(),
            _ => self.text(key),
        }
    }

    /// Parses a mapping of names to entries of one kind.
    pub(super) fn entries<T>(
        &mut self,
        key: &'static str,
        parse: impl Fn(&str, Node<'_>) -> T,
    ) -> Vec<T> {
        let entries = self.convert(key, "a mapping", &[][..], Value::entries);
        let entries = entries.iter().map(|(name, value)| (name, value));
        self.each(key, entries, |name, node| parse(name, node))
    }

    /// Parses a list of entries of one kind, given their indexes.
    pub(super) fn items<T>(
        &mut self,
        key: &'static str,
        parse: impl Fn(usize, Node<'_>) -> T,
    ) -> Vec<T> {
        let items = self.convert(key, "a list", &[][..], Value::items);
        self.each(key, items.iter().enumerate(), parse)
    }

    fn each<S: Display + Copy, T>(
        &mut self,
        key: &str,
        values: impl Iterator<Item = (S, &'a Value)>,
        parse: impl Fn(S, Node<'_>) -> T,
    ) -> Vec<T> {
        let outer = self.place.child(key);
        let parse = |(step, value)| {
            let node = Node {
                value: Some(value),
                place: outer.child(step),
                report: self.report,
            };
            parse(step, node)
        };
        values.map(parse).collect()
    }

    /// Parses a list of strings.
    pub(super) fn texts(&mut self, key: &'static str) -> Vec<String> {
        self.items(key, |_, node| {
            let Some(text) = node.value.and_then(Value::text) else {
                let kind = node.value.map_or("nothing", Value::kind);
                let found = format!("`{key}` holds {kind}");
                node.report.add(&node.place, found, "a string");
                return String::new();
            };
            text.to_owned()
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
