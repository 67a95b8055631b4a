//! Converts nodes to values and values to text.

use super::resource::mark;
use super::syntax::{Node, Part};
use super::{TextDocument, TextError, TextKind};
use gdvariant::any::{AnyRef, AnyVariant};
use gdvariant::schema::Layout;
use gdvariant::{Kind, Variant};
use std::collections::HashMap;

/// A section of a ConfigFile, with all parts of the same name.
#[derive(Debug, Default)]
pub(super) struct Section<'d> {
    pub(super) name: &'d str,
    /// The indexes of its headers; empty for the keys before the first section.
    pub(super) headers: Vec<usize>,
    /// The index of its last header or entry.
    pub(super) last: Option<usize>,
    /// The keys with the indexes of their entries.
    pub(super) keys: Vec<(&'d str, Vec<usize>)>,
    pub(super) places: HashMap<&'d str, usize>,
}

impl<'d> Section<'d> {
    /// Adds the entry of a key.
    pub(super) fn add(&mut self, key: &'d str, part: usize) {
        let place = *self.places.entry(key).or_insert(self.keys.len());
        if place == self.keys.len() {
            self.keys.push((key, Vec::new()));
        }
        self.keys[place].1.push(part);
    }
}

impl TextDocument {
    /// Returns the sections in the order of their first headers; the first one has no header.
    pub(super) fn sections(&self) -> Vec<Section<'_>> {
        let mut sections = vec![Section::default()];
        let mut places = HashMap::new();
        let mut current = 0;
        for (index, part) in self.syntax.parts.iter().enumerate() {
            match part {
                // Engines ignore headers and keys without a name.
                Part::Header(header) if !header.name.is_empty() => {
                    let name = header.name.as_str();
                    current = *places.entry(name).or_insert(sections.len());
                    if current == sections.len() {
                        sections.push(Section {
                            name,
                            ..Section::default()
                        });
                    }
                    sections[current].headers.push(index);
                }
                Part::Entry(key, ..) if !key.is_empty() => sections[current].add(key, index),
                _ => {}
            }
            sections[current].last = Some(index);
        }
        sections
    }

    /// Returns the node of an entry or a value.
    pub(super) fn node(&self, part: usize) -> Option<&Node> {
        match self.syntax.parts.get(part)? {
            Part::Entry(_, _, node) | Part::Value(node) => Some(node),
            Part::Header(..) => None,
        }
    }

    /// Returns the attributes or the property of a part, with what precedes their names in a path.
    pub(super) fn fields(&self, part: usize) -> Vec<(&'static str, &str, &Node)> {
        match self.syntax.parts.get(part) {
            Some(Part::Header(header)) => {
                let attributes = header.attributes.iter();
                let mark = mark(&header.name);
                attributes
                    .map(|(name, _, node)| (mark, &**name, node))
                    .collect()
            }
            Some(Part::Entry(key, _, node)) => vec![("", key, node)],
            Some(Part::Value(node)) => vec![("", "", node)],
            None => Vec::new(),
        }
    }

    /// Reads the value at `index`, which is in range.
    pub(super) fn read(&self, index: usize) -> Result<AnyVariant, TextError> {
        match self.kind() {
            TextKind::Resource => self.resource_value(),
            TextKind::Config => {
                let mut entries = Vec::new();
                for section in self.sections() {
                    let mut keys = Vec::new();
                    for (key, parts) in &section.keys {
                        keys.extend(self.entry(key, parts)?);
                    }
                    if section.name.is_empty() {
                        entries = keys;
                    } else {
                        let name = self.layout.new_string(section.name);
                        entries.push([name, self.layout.new_dictionary(keys)]);
                    }
                }
                Ok(self.layout.new_dictionary(entries))
            }
            _ => match self.node(index) {
                Some(node) => self.node_value(node),
                None => Err(self.no_value(index)),
            },
        }
    }

    /// Returns a key with the value of the last of its parts.
    pub(super) fn entry(
        &self,
        key: &str,
        parts: &[usize],
    ) -> Result<Option<[AnyVariant; 2]>, TextError> {
        let node = parts.last().and_then(|part| self.node(*part));
        let entry = node.map(|node| Ok([self.layout.new_string(key), self.node_value(node)?]));
        entry.transpose()
    }

    /// Parses the text of a node.
    pub(super) fn node_value(&self, node: &Node) -> Result<AnyVariant, TextError> {
        if self.kind() == TextKind::Json {
            return self.json_value(node);
        }
        Ok(self.layout.parse_part(&self.text, node.range.clone())?)
    }
}

/// Returns the kind of a type by its name in any version of an engine, if the layout has the type.
pub(super) fn kind_named(layout: &'static Layout, name: &str) -> Option<Kind> {
    let kind = Kind::from_name(name).filter(|kind| layout.has(*kind));
    let mut types = layout.types().iter();
    let named = types.find(|table| table.text_names.contains(&name));
    kind.or(named.map(|table| table.kind))
}

/// Returns whether the engine of `layout` writes bytes in this text as base64: in files of the
/// format that has it. Text that has base64 keeps it.
pub(super) fn has_base64(document: &TextDocument) -> bool {
    let layout = document.layout;
    let Some(least) = layout.base64_format() else {
        return false;
    };
    let format = match document.syntax.parts.first() {
        Some(Part::Header(header)) => header.attributes.iter().find(|(name, ..)| name == "format"),
        _ => None,
    };
    let format = format.and_then(|(.., node)| document.text[node.range.clone()].parse().ok());
    let name = layout.name_of(Kind::PackedByteArray);
    let mut calls = document.text.split(name).skip(1);
    format.is_some_and(|format: u32| format >= least) || calls.any(is_base64)
}

/// Returns whether a constructor has a string, from its parenthesis on.
fn is_base64(after: &str) -> bool {
    let argument = after.strip_prefix('(');
    argument.is_some_and(|argument| argument.trim_start().starts_with('"'))
}

/// Returns a string in quotes.
pub(super) fn quoted(text: &str) -> String {
    Variant::from(text).to_string()
}

/// Returns the text of a value, with the constructors for which Objects stand.
pub(super) fn print(value: AnyRef<'_>, line_ending: &str, has_base64: bool) -> String {
    let mut text = format!("{:#}", value.print_part(has_base64));
    text.truncate(text.trim_end().len());
    if line_ending == "\n" {
        return text;
    }
    with_line_ending(&text, line_ending)
}

/// Returns the constructors in a value that only a text can contain, such as
/// `ExtResource("1_abc")`.
///
/// ```
/// use gdvariant_files::text::{TextDocument, constructors};
///
/// let document = TextDocument::parse("{\"icon\": Resource(\"res://a.png\"), \"hp\": 7}", None)?;
/// let value = document.value(0)?;
/// assert_eq!(constructors((&value).into()), ["Resource(\"res://a.png\")"]);
/// # Ok::<(), gdvariant_files::text::TextError>(())
/// ```
#[must_use]
pub fn constructors(value: AnyRef<'_>) -> Vec<String> {
    let (mut found, mut values) = (Vec::new(), vec![value]);
    while let Some(value) = values.pop() {
        if let Some(source) = value.constructor() {
            found.push(source.to_owned());
            continue;
        }
        let start = values.len();
        for member in value.members() {
            values.extend(member.key());
            values.push(member.value);
        }
        values[start..].reverse();
    }
    found
}

/// Replaces the line breaks outside of strings.
fn with_line_ending(text: &str, line_ending: &str) -> String {
    let mut out = String::new();
    let (mut is_string, mut is_escaped) = (false, false);
    for c in text.chars() {
        match c {
            '\n' if !is_string && !out.ends_with('\r') => out += line_ending,
            _ => out.push(c),
        }
        is_string ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    out
}
