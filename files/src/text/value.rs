//! Converts nodes to values and values to text.

use super::syntax::{Grouping, Node, NodeKind, Part, container, rank};
use super::{TextDocument, TextError, TextKind};
use crate::display::escape::Quotes;
use crate::walk_path::segment_of;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment, Variant};
use std::borrow::Cow;
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
    /// The attributes and the entries.
    pub(super) fields: Members<'d>,
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

impl<'d> Section<'d> {
    fn add(&mut self, mark: &str, key: &str, range: &'d Range<usize>, node: &'d Node) {
        let segment = Segment::Name([mark, key].concat());
        self.fields.add(segment, Place::Value(Some(range), node));
    }

    /// Returns the range of an attribute's value.
    pub(super) fn attribute(&self, name: &str) -> Option<&'d Range<usize>> {
        let key = mark(self.id.0).to_owned() + name;
        match self.fields.get(&Segment::Name(key)).last()? {
            Place::Value(_, node) => Some(&node.range),
            _ => None,
        }
    }

    /// Returns the last segment of the path.
    fn segment(&self) -> Segment {
        let key = self.key.as_ref().map(|key| segment_of(key.into()));
        key.unwrap_or_else(|| Segment::name(self.id.0))
    }

    pub(super) fn path(&self) -> Path {
        let name = self.key.as_ref().map(|_| Segment::name(self.id.0));
        name.into_iter().chain([self.segment()]).collect()
    }
}

/// A part of a text that is a value.
#[derive(Debug, Clone, Copy)]
pub(super) enum Place<'d> {
    /// All sections.
    Root,
    /// The tags with a name.
    Group(&'d str),
    Section(&'d Section<'d>),
    /// A value, with the range of its key if it has one.
    Value(Option<&'d Range<usize>>, &'d Node),
}

impl Place<'_> {
    /// Returns the offset of a value or its key.
    pub(super) fn start(self) -> Option<usize> {
        match self {
            Self::Value(key, node) => Some(key.unwrap_or(&node.range).start),
            _ => None,
        }
    }
}

/// The members of a value in order. The last place of a member counts.
#[derive(Debug, Default, Clone)]
pub(super) struct Members<'d> {
    pub(super) list: Vec<(Segment, Vec<Place<'d>>)>,
    indexes: HashMap<Segment, usize>,
}

impl<'d> Members<'d> {
    fn add(&mut self, segment: Segment, place: Place<'d>) {
        let index = *self
            .indexes
            .entry(segment.clone())
            .or_insert(self.list.len());
        if index == self.list.len() {
            self.list.push((segment, Vec::new()));
        }
        self.list[index].1.push(place);
    }

    pub(super) fn get(&self, segment: &Segment) -> &[Place<'d>] {
        let places = self.indexes.get(segment).map(|index| &self.list[*index].1);
        places.map_or(&[], Vec::as_slice)
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

/// A text as a tree of values.
pub(super) struct Tree<'d> {
    document: &'d TextDocument,
    /// The first section has no header.
    pub(super) sections: Vec<Section<'d>>,
}

impl<'d> Tree<'d> {
    /// Returns the value at `index`.
    pub(super) fn root(&self, index: usize) -> Result<Place<'d>, TextError> {
        if self.document.has_sections() {
            return Ok(Place::Root);
        }
        let node = self.document.node(index);
        let node = node.ok_or_else(|| self.document.no_value(index))?;
        Ok(Place::Value(None, node))
    }

    pub(super) fn group(&self, name: &str) -> impl Iterator<Item = &Section<'d>> {
        let sections = self.sections.iter();
        sections.filter(move |section| section.id.0 == name)
    }

    pub(super) fn members<'s>(
        &'s self,
        place: Place<'s>,
    ) -> Result<Cow<'s, Members<'s>>, TextError> {
        let mut members = Members::default();
        match place {
            Place::Root => {
                let (top, sections) = self.sections.split_at(1);
                members.clone_from(&top[0].fields);
                let mut sections: Vec<_> = sections.iter().collect();
                if self.document.is_resource() {
                    sections.sort_by_key(|section| rank(section.id.0));
                    sections.dedup_by_key(|section| section.id.0);
                }
                for section in sections {
                    let place = match section.key {
                        Some(_) => Place::Group(section.id.0),
                        None => Place::Section(section),
                    };
                    members.add(Segment::name(section.id.0), place);
                }
            }
            Place::Group(name) => {
                let mut segments = HashMap::new();
                for section in self.group(name) {
                    let segment = segments.entry(&section.id.1);
                    let segment = segment.or_insert_with(|| section.segment()).clone();
                    members.add(segment, Place::Section(section));
                }
            }
            Place::Section(section) => return Ok(Cow::Borrowed(&section.fields)),
            Place::Value(_, node) => {
                let list = container(node);
                for (index, item) in list.items.iter().enumerate() {
                    let key = item.key.as_deref();
                    let segment = match (&list.kind, key) {
                        (NodeKind::Array, _) => Segment::Index(index),
                        (NodeKind::Dictionary, Some(key)) => {
                            segment_of((&self.document.node_value(key)?).into())
                        }
                        _ => continue,
                    };
                    members.add(
                        segment,
                        Place::Value(key.map(|key| &key.range), &item.value),
                    );
                }
            }
        }
        Ok(Cow::Owned(members))
    }

    /// Reads a value. Several tags with one path are an Array.
    fn value(&self, place: Place<'_>) -> Result<AnyVariant, TextError> {
        let layout = self.document.layout;
        if let Place::Value(_, node) = place {
            return self.document.node_value(node);
        }
        let mut entries = Vec::new();
        for (segment, places) in &self.members(place)?.list {
            let key = match places[..] {
                [Place::Section(Section { key: Some(key), .. }), ..] => key.clone(),
                _ => layout.new_string(segment_name(segment)),
            };
            let value = match (place, &places[..]) {
                (Place::Group(_), [_, _, ..]) => {
                    let tags = places.iter().map(|tag| self.value(*tag));
                    layout.new_array(tags.collect::<Result<Vec<_>, _>>()?)
                }
                (_, [.., last]) => self.value(*last)?,
                _ => continue,
            };
            entries.push([key, value]);
        }
        Ok(match place {
            Place::Group(name) if self.document.grouping(name) == Some(Grouping::List) => {
                layout.new_array(entries.into_iter().map(|[_, value]| value))
            }
            _ => layout.new_dictionary(entries),
        })
    }
}

impl TextDocument {
    pub(super) fn tree(&self) -> Result<Tree<'_>, TextError> {
        let sections = self.sections()?;
        let document = self;
        Ok(Tree { document, sections })
    }

    /// Returns the sections in the order of their first headers; the first one has no header.
    pub(super) fn sections(&self) -> Result<Vec<Section<'_>>, TextError> {
        let top = Section {
            runs: iter::once(0..0).collect(),
            ..Section::default()
        };
        let is_resource = self.is_resource();
        let (mut sections, mut current) = (vec![top], 0);
        let mut names = HashMap::new();
        let parts = self.syntax.parts.iter().enumerate();
        for (index, part) in parts.take_while(|_| self.has_sections()) {
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
                        section.add(mark(name), key, range, node);
                    }
                }
                Part::Entry(key, range, node) if !key.is_empty() => {
                    // A property name that starts with the mark has the mark twice in its key.
                    let is_marked = is_resource && key.starts_with('@');
                    let mark = if is_marked { "@" } else { "" };
                    sections[current].add(mark, key, range, node);
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
        let tree = self.tree()?;
        tree.value(tree.root(index)?)
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
    let (least, true) = layout.text_format(None) else {
        return false;
    };
    let name = layout.name_of(Kind::PackedByteArray);
    let mut calls = document.text.split(name).skip(1);
    format_of(document).is_some_and(|(_, format)| format >= least) || calls.any(is_base64)
}

/// Returns the `format` of a scene or a resource, and its range.
pub(super) fn format_of(document: &TextDocument) -> Option<(Range<usize>, u32)> {
    let Some(Part::Header(header)) = document.syntax.parts.first() else {
        return None;
    };
    let mut attributes = header.attributes.iter();
    let (.., node) = attributes.find(|(name, ..)| name == "format")?;
    let range = node.range.clone();
    Some((range.clone(), document.text[range].parse().ok()?))
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

/// Returns a key as a line contains it.
pub(super) fn key_text(key: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"=\";[]".contains(c);
    if key.chars().all(is_plain) {
        key.to_owned()
    } else {
        quoted(key)
    }
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
    let (mut out, mut quotes) = (String::new(), Quotes::default());
    for c in text.chars() {
        let is_quoted = quotes.advance(c);
        match c {
            '\n' if !is_quoted && !out.ends_with('\r') => out += line_ending,
            _ => out.push(c),
        }
    }
    out
}
