//! Shapes YAML values into the model.
//!
//! Nothing is left out: what cannot be understood gets a stand-in and is reported, so that places in the model and places in the
//! file stay the same and later checks can go on around it.

use crate::locale::{Locale, SECTIONS, Section};
use crate::model::{
    Body, Constant, Defect, Double, DoubleBuilds, Erratum, Example, Layout, LayoutType, Length,
    Member, Offset, PublishedRow, Row, Schema, Table, Text, Type, Var2str, Wire,
};
use crate::report::{File, Place, Report};
use crate::suggest::{closest, did_you_mean, listed};
use crate::yaml::Value;

/// The names of the bodies, as `body` says them.
const BODIES: [&str; 11] = [
    "empty",
    "bool",
    "number",
    "text",
    "fields",
    "pool",
    "pool_text",
    "node_path",
    "object",
    "dictionary",
    "array",
];

/// Shapes `types.yaml`; the schema has no layouts and no errata yet.
pub(crate) fn types(value: Option<&Value>, report: &mut Report) -> Schema {
    let place = Place::file(File::Types);
    let mut keys = Keys::open(
        value,
        &place,
        &["wire_types", "constants", "double", "types"],
        report,
    );
    Schema {
        wires: keys.entries("wire_types", wire),
        constants: keys.entries("constants", constant),
        double: keys.one("double", double),
        types: keys.entries("types", ty),
        layouts: Vec::new(),
        errata: Vec::new(),
        defects: Vec::new(),
        examples: Vec::new(),
        locales: Vec::new(),
    }
}

/// Shapes one file of `layouts`.
pub(crate) fn layout(
    value: Option<&Value>,
    file: File,
    types: &[Type],
    report: &mut Report,
) -> Layout {
    let known = [
        "module",
        "marker",
        "title",
        "description",
        "types_max",
        "text",
        "var2str",
        "double",
        "types",
    ];
    let module = match value {
        Some(Value::Map(entries)) => entries
            .iter()
            .find(|(key, _)| key == "module")
            .map(|(_, module)| module),
        _ => None,
    };
    let place = match module {
        Some(Value::Text(module)) => Place::file(file).called(format!("layout {module}")),
        _ => Place::file(file),
    };
    let mut keys = Keys::open(value, &place, &known, report);
    Layout {
        module: keys.text("module"),
        marker: keys.text("marker"),
        title: keys.text("title"),
        description: keys.text("description"),
        types_max: keys.number("types_max"),
        text: match keys.choice("text", &["lenient", "strict"]) {
            "lenient" => Text::Lenient,
            _ => Text::Strict,
        },
        var2str: match keys.choice("var2str", &["godot3", "pandemonium"]) {
            "pandemonium" => Var2str::Pandemonium,
            _ => Var2str::Godot3,
        },
        double: match keys.choice("double", &["none", "plain"]) {
            "plain" => DoubleBuilds::Plain,
            _ => DoubleBuilds::None,
        },
        types: keys.items("types", |value, place, report| {
            layout_type(value, place, types, report)
        }),
    }
}

/// Shapes `errata.yaml`.
pub(crate) fn errata(value: Option<&Value>, report: &mut Report) -> (Vec<Erratum>, Vec<Defect>) {
    let mut keys = Keys::open(
        value,
        &Place::file(File::Errata),
        &["errata", "defects"],
        report,
    );
    (keys.items("errata", erratum), keys.items("defects", defect))
}

/// Shapes `examples.yaml`.
pub(crate) fn examples(value: Option<&Value>, report: &mut Report) -> Vec<Example> {
    let mut keys = Keys::open(value, &Place::file(File::Examples), &["examples"], report);
    keys.entries("examples", example)
}

fn example(key: &str, value: &Value, place: &Place, report: &mut Report) -> Example {
    let place = &place.clone().called(format!("example {key}"));
    let values = match value {
        Value::List(values) if !values.is_empty() => values.as_slice(),
        other => {
            let found = if let Value::List(_) = other {
                "an empty list"
            } else {
                other.kind()
            };
            report.add(place, found, "a list of at least one text");
            &[]
        }
    };
    let text = |value: &Value| match value {
        Value::Text(text) => text.clone(),
        other => {
            report.add(place, other.kind(), "a text: the JSON form of a value");
            String::new()
        }
    };
    Example {
        key: key.to_owned(),
        values: values.iter().map(text).collect(),
    }
}

/// Shapes one file of `locales`.
pub(crate) fn locale(value: Option<&Value>, file: File, report: &mut Report) -> Locale {
    let known: Vec<&str> = ["code", "name"].into_iter().chain(SECTIONS).collect();
    let mut keys = Keys::open(value, &Place::file(file), &known, report);
    Locale {
        code: keys.text("code"),
        name: keys.text("name"),
        sections: SECTIONS.map(|name| section(name, &mut keys)).into(),
    }
}

fn section(name: &str, keys: &mut Keys) -> Section {
    let texts = keys.entries(name, |english, value, place, report| {
        let translation = match value {
            Value::Text(text) if !text.trim().is_empty() => text.clone(),
            other => {
                report.add(place, other.kind(), "the text in this language");
                String::new()
            }
        };
        (english.to_owned(), translation)
    });
    Section {
        name: name.to_owned(),
        texts,
    }
}

fn wire(name: &str, value: &Value, place: &Place, report: &mut Report) -> Wire {
    let place = place.clone().called(format!("wire type {name}"));
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["length", "double", "published", "description"],
        report,
    );
    Wire {
        name: name.to_owned(),
        length: keys.length("length"),
        double: keys.optional("double", Keys::number),
        published: keys.text("published"),
        description: keys.text("description"),
    }
}

fn constant(name: &str, value: &Value, place: &Place, report: &mut Report) -> Constant {
    let place = place.clone().called(format!("constant {name}"));
    let mut keys = Keys::open(Some(value), &place, &["value", "description"], report);
    Constant {
        name: name.to_owned(),
        value: keys.number("value"),
        description: keys.text("description"),
    }
}

fn double(value: Option<&Value>, place: &Place, report: &mut Report) -> Double {
    let mut keys = Keys::open(
        value,
        &place.clone().called("double"),
        &["length", "from", "factor"],
        report,
    );
    Double {
        length: keys.number("length"),
        from: keys.number("from"),
        factor: keys.number("factor"),
    }
}

fn ty(key: &str, value: &Value, place: &Place, report: &mut Report) -> Type {
    let known = ["name", "description", "body", "fields", "element", "tables"];
    let mut keys = Keys::open(Some(value), &place.clone().called(key), &known, report);
    let body = keys.choice("body", &BODIES);
    Type {
        key: key.to_owned(),
        name: keys
            .optional("name", Keys::text)
            .unwrap_or_else(|| key.to_owned()),
        description: keys.text("description"),
        body: self::body(body, &mut keys),
        fields: fields(body, &mut keys),
        tables: tables(&mut keys),
    }
}

fn body(body: &str, keys: &mut Keys) -> Body {
    keys.refuse("element", body, "pool");
    match body {
        "bool" => Body::Bool,
        "number" => Body::Number,
        "text" => Body::Text,
        "fields" => Body::Fields,
        "pool" => Body::Pool(keys.text("element")),
        "pool_text" => Body::PoolText,
        "node_path" => Body::NodePath,
        "object" => Body::Object,
        "dictionary" => Body::Dictionary,
        "array" => Body::Array,
        _ => Body::Empty,
    }
}

fn fields(body: &str, keys: &mut Keys) -> Vec<Member> {
    keys.refuse("fields", body, "fields");
    if body != "fields" || keys.get("fields").is_none() {
        return Vec::new();
    }
    keys.entries("fields", |name, value, place, report| {
        let mut keys = Keys::open(
            Some(value),
            &place.clone().named(name),
            &["type", "description"],
            report,
        );
        Member {
            name: name.to_owned(),
            key: keys.text("type"),
            description: keys.text("description"),
        }
    })
}

fn tables(keys: &mut Keys) -> Vec<Table> {
    let place = keys.place.clone();
    keys.indexed("tables", |index, value, report| {
        let name = match value {
            Value::Map(entries) => entries
                .iter()
                .find(|(key, _)| key == "table")
                .map(|(_, name)| name),
            _ => None,
        };
        let name = if let Some(Value::Text(name)) = name {
            name.as_str()
        } else {
            ""
        };
        let place = place.table(index, name);
        let mut keys = Keys::open(Some(value), &place, &["table", "rows"], report);
        let name = keys.text_or_empty("table");
        Table {
            name,
            rows: rows(&mut keys),
        }
    })
}

fn rows(keys: &mut Keys) -> Vec<Row> {
    let place = keys.place.clone();
    keys.indexed("rows", |index, value, report| {
        row(value, &place.row(index, ""), report)
    })
}

fn row(value: &Value, place: &Place, report: &mut Report) -> Row {
    let place = named(place, value, "name");
    let known = ["offset", "length", "wire", "name", "initial", "description"];
    let mut keys = Keys::open(Some(value), &place, &known, report);
    Row {
        offset: keys.offset("offset"),
        length: keys.length("length"),
        wire: keys.text("wire"),
        name: keys.text("name"),
        initial: keys.optional("initial", Keys::signed).unwrap_or(0),
        description: keys.text("description"),
    }
}

fn layout_type(value: &Value, place: &Place, types: &[Type], report: &mut Report) -> LayoutType {
    let place = named(place, value, "type");
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["number", "type", "name", "listed"],
        report,
    );
    let key = keys.text("type");
    let engine_name = || {
        types
            .iter()
            .find(|ty| ty.key == key)
            .map_or_else(|| key.clone(), |ty| ty.name.clone())
    };
    LayoutType {
        number: keys.number("number"),
        name: keys
            .optional("name", Keys::text)
            .unwrap_or_else(engine_name),
        listed: keys.optional("listed", Keys::text),
        key,
    }
}

fn erratum(value: &Value, place: &Place, report: &mut Report) -> Erratum {
    let place = identified(place, value, "erratum");
    let known = [
        "id",
        "layouts",
        "type",
        "says",
        "engine",
        "since",
        "published",
        "unlisted",
    ];
    let mut keys = Keys::open(Some(value), &place, &known, report);
    Erratum {
        id: keys.text("id"),
        layouts: keys.texts("layouts"),
        key: keys.optional("type", Keys::text),
        says: keys.text("says"),
        engine: keys.text("engine"),
        since: keys.text("since"),
        published: keys
            .optional("published", |keys, key| keys.items(key, published_row))
            .unwrap_or_default(),
        unlisted: keys.optional("unlisted", Keys::texts).unwrap_or_default(),
    }
}

fn published_row(value: &Value, place: &Place, report: &mut Report) -> PublishedRow {
    let place = named(place, value, "name");
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["table", "name", "offset", "length", "wire"],
        report,
    );
    PublishedRow {
        table: keys.optional("table", Keys::text).unwrap_or_default(),
        name: keys.text("name"),
        offset: keys.optional("offset", Keys::printed),
        length: keys.optional("length", Keys::printed),
        wire: keys.optional("wire", Keys::text),
    }
}

fn defect(value: &Value, place: &Place, report: &mut Report) -> Defect {
    let place = identified(place, value, "defect");
    let mut keys = Keys::open(
        Some(value),
        &place,
        &["id", "layouts", "type", "happens", "since"],
        report,
    );
    Defect {
        id: keys.text("id"),
        layouts: keys.texts("layouts"),
        key: keys.text("type"),
        happens: keys.text("happens"),
        since: keys.text("since"),
    }
}

/// A row's place with the name that the row gives itself.
fn named(place: &Place, value: &Value, key: &str) -> Place {
    match text_of(value, key) {
        Some(name) => place.clone().named(name),
        None => place.clone(),
    }
}

/// An entry's place with the id that the entry gives itself.
fn identified(place: &Place, value: &Value, what: &str) -> Place {
    match text_of(value, "id") {
        Some(id) => place.clone().called(format!("{what} {id}")),
        None => place.clone(),
    }
}

fn text_of<'a>(value: &'a Value, key: &str) -> Option<&'a str> {
    let Value::Map(entries) = value else {
        return None;
    };
    entries.iter().find_map(|(name, value)| match value {
        Value::Text(text) if name == key => Some(text.as_str()),
        _ => None,
    })
}

/// A mapping that is read key by key.
struct Keys<'a> {
    entries: &'a [(String, Value)],
    place: Place,
    report: &'a mut Report,
}

impl<'a> Keys<'a> {
    /// Takes a value for a mapping, and reports keys that it cannot have; a value that could not be read is an empty one.
    fn open(
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

    fn get(&self, key: &str) -> Option<&'a Value> {
        self.entries
            .iter()
            .find(|(name, _)| name == key)
            .map(|(_, value)| value)
    }

    /// The value of a key that must be there.
    fn require(&mut self, key: &str) -> Option<&'a Value> {
        let value = self.get(key);
        let place = self.place.child(key);
        if value.is_none() && self.report.sound(&place) {
            self.report
                .add(&place, format!("no `{key}`"), "one: it may not be left out");
        }
        value
    }

    fn wrong(&mut self, key: &str, value: &Value, expected: &str) {
        let found = match value {
            Value::Number(number) => format!("`{key}` is {number}"),
            Value::Text(text) => format!("`{key}` is `{text}`"),
            other => format!("`{key}` is {}", other.kind()),
        };
        self.report.add(&self.place.child(key), found, expected);
    }

    /// A key that belongs to one body alone.
    fn refuse(&mut self, key: &str, body: &str, only: &str) {
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

    fn optional<T>(&mut self, key: &str, read: impl FnOnce(&mut Self, &str) -> T) -> Option<T> {
        self.get(key)?;
        Some(read(self, key))
    }

    /// A text that is not empty.
    fn text(&mut self, key: &str) -> String {
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

    fn text_or_empty(&mut self, key: &str) -> String {
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
    fn choice<'k>(&mut self, key: &str, words: &[&'k str]) -> &'k str {
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
    fn number(&mut self, key: &str) -> u32 {
        self.number_as(key, &format!("a whole number from 0 to {}", u32::MAX))
    }

    /// A whole number of 32 bits.
    fn signed(&mut self, key: &str) -> i32 {
        self.number_as(
            key,
            &format!("a whole number from {} to {}", i32::MIN, i32::MAX),
        )
    }

    fn number_as<T: TryFrom<i64> + Default>(&mut self, key: &str, expected: &str) -> T {
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

    fn offset(&mut self, key: &str) -> Offset {
        let Some(value) = self.require(key) else {
            return Offset::After;
        };
        offset(value).unwrap_or_else(|| {
            self.wrong(key, value, "a number, `X + 4`, `8 + index * 12` or `after`");
            Offset::After
        })
    }

    fn length(&mut self, key: &str) -> Length {
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
    fn printed(&mut self, key: &str) -> String {
        match self.get(key) {
            Some(Value::Number(number)) => number.to_string(),
            _ => self.text(key),
        }
    }

    /// A mapping of names to entries of one kind.
    fn entries<T>(
        &mut self,
        key: &str,
        shape: impl Fn(&str, &Value, &Place, &mut Report) -> T,
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
            .map(|(name, value)| shape(name, value, &place.child(name), self.report))
            .collect()
    }

    /// One entry that must be there.
    fn one<T>(&mut self, key: &str, shape: impl Fn(Option<&Value>, &Place, &mut Report) -> T) -> T {
        let value = self.require(key);
        shape(value, &self.place.child(key), self.report)
    }

    /// A list of entries of one kind.
    fn items<T>(&mut self, key: &str, shape: impl Fn(&Value, &Place, &mut Report) -> T) -> Vec<T> {
        let place = self.place.child(key);
        self.indexed(key, |index, value, report| {
            shape(value, &place.child(index), report)
        })
    }

    fn indexed<T>(&mut self, key: &str, shape: impl Fn(usize, &Value, &mut Report) -> T) -> Vec<T> {
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
            .map(|(index, value)| shape(index, value, self.report))
            .collect()
    }

    /// A list of texts.
    fn texts(&mut self, key: &str) -> Vec<String> {
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
