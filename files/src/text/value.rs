//! Converts nodes to values and values to text.

use super::syntax::{Node, Part};
use super::{TextDocument, TextError, TextKind};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Segment, Variant};
use std::collections::HashMap;
use std::iter;
use std::ops::Range;

/// A section of a ConfigFile with all parts of the same name, or a tag of a resource.
#[derive(Debug, Default)]
pub(super) struct Section<'d> {
    pub(super) id: Id<'d>,
    /// The id, the path of a node, or the index in a list.
    pub(super) key: Option<AnyVariant>,
    /// The indexes of its parts: each run starts with a header, except before the first section.
    pub(super) runs: Vec<Range<usize>>,
    /// The keys in the value with the attributes and the entries that have them.
    pub(super) keys: Vec<(String, Vec<Field<'d>>)>,
    places: HashMap<String, usize>,
}

/// The range of a name, and the node of its value.
pub(super) type Field<'d> = (&'d Range<usize>, &'d Node);

impl<'d> Section<'d> {
    fn add(&mut self, mark: &str, key: &str, field: Field<'d>) {
        let key = [mark, key].concat();
        let place = *self.places.entry(key.clone()).or_insert(self.keys.len());
        if place == self.keys.len() {
            self.keys.push((key, Vec::new()));
        }
        self.keys[place].1.push(field);
    }

    /// Returns the attributes and entries that have a key in the value.
    pub(super) fn fields(&self, key: &str) -> &[Field<'d>] {
        let field = self.places.get(key).and_then(|place| self.keys.get(*place));
        field.map_or(&[], |(_, fields)| fields)
    }
}

/// The name of a tag with its key without quotes, or with its index in a list. Godot 4 reads `id=1`
/// as `id="1"`.
pub(super) type Id<'d> = (&'d str, String);

/// Returns the key in an [`Id`].
pub(super) fn plain<'k>(key: impl Into<AnyRef<'k>>) -> String {
    let key = key.into();
    match key.view() {
        AnyView::Text(text) => text.to_owned(),
        _ => key.to_string(),
    }
}

/// Returns the prefix of attributes in the Dictionary of a tag that also has properties.
pub(crate) fn mark(name: &str) -> &'static str {
    match name {
        "sub_resource" | "resource" | "node" => "@",
        _ => "",
    }
}

/// Returns the name of a key or a section; the empty one is of none.
pub(super) fn segment_name(segment: &Segment) -> &str {
    match segment {
        Segment::Name(name) => name,
        _ => "",
    }
}

impl Part {
    /// Returns the node of an entry or a value.
    fn node(&self) -> Option<&Node> {
        match self {
            Self::Entry(_, _, node) | Self::Value(node) => Some(node),
            Self::Header(..) => None,
        }
    }

    /// Returns the nodes of attributes, or of the value.
    pub(super) fn nodes(&self) -> Vec<&Node> {
        match self {
            Self::Header(header) => {
                let attributes = header.attributes.iter();
                attributes.map(|(.., node)| node).collect()
            }
            _ => self.node().into_iter().collect(),
        }
    }
}

impl TextDocument {
    /// Returns the sections in the order of their first headers; the first one has no header.
    pub(super) fn sections(&self) -> Result<Vec<Section<'_>>, TextError> {
        let top = Section {
            runs: iter::once(0..0).collect(),
            ..Section::default()
        };
        let is_resource = self.is_resource();
        let (mut sections, mut current) = (vec![top], 0);
        let mut names = HashMap::new();
        for (index, part) in self.syntax.parts.iter().enumerate() {
            match part {
                // Engines ignore headers and keys without a name.
                Part::Header(header) if !header.name.is_empty() => {
                    let name = header.name.as_str();
                    let (first, count) = names.entry(name).or_insert((sections.len(), 0));
                    current = if is_resource { sections.len() } else { *first };
                    if current == sections.len() {
                        let key = self.key(header, *count)?;
                        sections.push(Section {
                            id: (name, key.as_ref().map_or_else(String::new, plain)),
                            key,
                            ..Section::default()
                        });
                    }
                    *count += 1;
                    let section = &mut sections[current];
                    section.runs.push(index..index);
                    for (key, range, node) in &header.attributes {
                        section.add(mark(name), key, (range, node));
                    }
                }
                Part::Entry(key, range, node) if !key.is_empty() => {
                    // A property name that starts with the mark has the mark twice in its key.
                    let is_marked = is_resource && key.starts_with('@');
                    let mark = if is_marked { "@" } else { "" };
                    sections[current].add(mark, key, (range, node));
                }
                _ => {}
            }
            if let Some(run) = sections[current].runs.last_mut() {
                run.end = index + 1;
            }
        }
        Ok(sections)
    }

    /// Returns the node of the value at `index` in a text without sections.
    pub(super) fn node(&self, index: usize) -> Option<&Node> {
        self.syntax.parts.get(index)?.node()
    }

    /// Reads the value at `index`, which is in range.
    pub(super) fn read(&self, index: usize) -> Result<AnyVariant, TextError> {
        if self.has_sections() {
            return self.sections_value();
        }
        let node = self.node(index).ok_or_else(|| self.no_value(index))?;
        self.node_value(node)
    }

    /// Returns the keys with the values of their last entries.
    pub(super) fn entries(&self, section: &Section<'_>) -> Result<Vec<[AnyVariant; 2]>, TextError> {
        let nodes = section
            .keys
            .iter()
            .filter_map(|(key, fields)| Some((key, fields.last()?.1)));
        nodes
            .map(|(key, node)| Ok([self.layout.new_string(key), self.node_value(node)?]))
            .collect()
    }

    /// Parses the text of a node.
    pub(super) fn node_value(&self, node: &Node) -> Result<AnyVariant, TextError> {
        if self.kind() == TextKind::Json {
            return self.json_value(node);
        }
        Ok(self.layout.parse_part(&self.text, node.range.clone())?)
    }
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
