//! Converts nodes to values and values to text.
//!
//! Both go through text that the parser of values accepts, in which an Object stands for each
//! constructor that is not a type.

use super::edits::{Edits, applied};
use super::syntax::{Form, Item, Node, Part, scan_value, unquoted};
use super::{TextDocument, TextError, TextKind};
use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyVariant, AnyView, SegmentRef};
use gdvariant::schema::Layout;
use std::collections::HashMap;
use std::ops::Range;

/// The property that has the text of a constructor which is not a type.
const TEXT: &str = "text";

/// The constructor of a declared script.
const SCRIPT: &str = "Resource";

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

    /// Returns the nodes of a part: a value, or the values of attributes.
    pub(super) fn nodes(&self, part: usize) -> Vec<&Node> {
        match self.syntax.parts.get(part) {
            Some(Part::Header(header)) => {
                let attributes = header.attributes.iter();
                attributes.map(|(.., node)| node).collect()
            }
            _ => self.node(part).into_iter().collect(),
        }
    }

    /// Reads the value at `index`, which is in range.
    pub(super) fn read(&self, index: usize) -> Result<AnyVariant, TextError> {
        let mut text = String::new();
        match self.kind() {
            TextKind::Resource => text = self.readable_resource()?,
            TextKind::Config => {
                text.push('{');
                for section in self.sections() {
                    let is_named = !section.name.is_empty();
                    if is_named {
                        text += &quoted(section.name);
                        text += ": {";
                    }
                    for (key, entries) in &section.keys {
                        text += &quoted(key);
                        text += ": ";
                        text += &entries
                            .last()
                            .map_or(String::new(), |it| self.readable_part(*it));
                        text += ", ";
                    }
                    text += if is_named { "}, " } else { "" };
                }
                text.push('}');
            }
            _ => text = self.readable_part(index),
        }
        self.layout.parse(&text).map_err(|error| {
            let fault = self.syntax.parts.iter().enumerate().find_map(|(part, _)| {
                let is_read = self.kind() != TextKind::Values || part == index;
                is_read
                    .then(|| self.nodes(part))?
                    .into_iter()
                    .find_map(|node| self.fault(node))
            });
            fault.unwrap_or_else(|| TextError::at(&self.text, 0, error.kind().to_string()))
        })
    }

    /// Returns the text of a part for the parser of values.
    pub(super) fn readable_part(&self, part: usize) -> String {
        self.node(part)
            .map_or(String::new(), |node| self.readable(node))
    }

    /// Returns the text of a node for the parser of values.
    pub(super) fn readable(&self, node: &Node) -> String {
        let start = node.range.start;
        let mut edits = Edits::new();
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            let source = &self.text[node.range.clone()];
            let replacement = match &node.form {
                Form::Text if source.starts_with('&') && !self.layout.has(Kind::StringName) => {
                    Some(object("StringName", source))
                }
                Form::Call(name, declared) => {
                    self.constructor(node, name, declared.as_deref(), &mut edits)
                }
                _ => None,
            };
            match replacement {
                Some(replacement) => edits.push((node.range.clone(), replacement)),
                None => nodes.extend(node.children()),
            }
        }
        for (range, _) in &mut edits {
            *range = range.start - start..range.end - start;
        }
        applied(&self.text[node.range.clone()], edits)
    }

    /// Returns the Object that stands for a constructor which is not a type, or renames the type.
    fn constructor(
        &self,
        node: &Node,
        name: &Range<usize>,
        declared: Option<&Node>,
        edits: &mut Edits,
    ) -> Option<String> {
        let source = &self.text[node.range.clone()];
        let text = &self.text[name.clone()];
        let kind = kind_named(self.layout, text);
        let Some(kind) = kind.filter(|kind| *kind != Kind::Object || is_object(node)) else {
            return Some(object(text, source));
        };
        match (declared, &node.items[..]) {
            (Some(declared), [item]) if !self.is_readable(kind, declared) => {
                let inner = item.value.range.clone();
                edits.push((node.range.start..inner.start, String::new()));
                edits.push((inner.end..node.range.end, String::new()));
            }
            _ => edits.push((name.clone(), self.layout.name_of(kind).to_owned())),
        }
        None
    }

    /// Returns whether the parser of values accepts the declared types of a container.
    fn is_readable(&self, kind: Kind, declared: &Node) -> bool {
        let mut calls = declared
            .items
            .iter()
            .filter_map(|item| match &item.value.form {
                Form::Call(name, _) => Some(&self.text[name.clone()]),
                _ => None,
            });
        self.layout.declares_types(kind) && calls.all(|name| name == SCRIPT)
    }

    /// Parses the text of a node.
    pub(super) fn parsed(&self, node: &Node) -> Option<AnyVariant> {
        self.layout.parse(&self.readable(node)).ok()
    }

    /// Returns the error of the first node that is not a value.
    fn fault(&self, node: &Node) -> Option<TextError> {
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            if let Form::Array | Form::Dictionary | Form::Call(_, Some(_)) = node.form {
                nodes.extend(node.children().rev());
                continue;
            }
            let text = self.readable(node);
            if let Err(error) = self.layout.parse(&text) {
                let start = node.range.start;
                return Some(if text == self.text[node.range.clone()] {
                    TextError::in_part(&self.text, start, &error)
                } else {
                    TextError::at(&self.text, start, error.kind().to_string())
                });
            }
        }
        None
    }
}

/// Returns the kind of a type by its name in any version of an engine, if the layout has the type.
pub(super) fn kind_named(layout: &'static Layout, name: &str) -> Option<Kind> {
    let kind = Kind::from_name(name).filter(|kind| layout.has(*kind));
    let mut types = layout.types().iter();
    let named = types.find(|table| table.text_names.contains(&name));
    kind.or(named.map(|table| table.kind))
}

/// Returns whether a constructor has the class and the properties of an Object.
fn is_object(node: &Node) -> bool {
    let is_property = |item: &Item| {
        let key = item.key.as_ref().map(|key| &key.form);
        matches!(key, Some(Form::Text))
    };
    let class = node.items.split_first();
    class.is_some_and(|(class, properties)| {
        let is_class = matches!(class.value.form, Form::Atom | Form::Text);
        class.key.is_none() && is_class && properties.iter().all(is_property)
    })
}

/// Returns the Object that stands for a constructor.
fn object(class: &str, source: &str) -> String {
    format!("Object({}, \"{TEXT}\": {})", quoted(class), quoted(source))
}

/// Returns a string in quotes.
pub(super) fn quoted(text: &str) -> String {
    let mut quoted = String::with_capacity(text.len() + 2);
    quoted.push('"');
    for c in text.chars() {
        quoted.extend(matches!(c, '"' | '\\').then_some('\\'));
        quoted.push(c);
    }
    quoted.push('"');
    quoted
}

/// Returns the text of a value, with the constructors for which Objects stand.
pub(super) fn print(value: AnyRef<'_>, line_ending: &str) -> String {
    let mut text = format!("{value:#}");
    text.truncate(text.trim_end().len());
    if line_ending != "\n" {
        text = with_line_ending(&text, line_ending);
    }
    if !text.contains("\"text\":") {
        return text;
    }
    let mut edits = Vec::new();
    let root = scan_value(&text, value.layout());
    let mut nodes: Vec<&Node> = root.iter().collect();
    while let Some(node) = nodes.pop() {
        match constructor(&text, value.layout(), node) {
            Some(constructor) => {
                let after = &text[node.range.end..];
                let line_break = after.len() - after.trim_start().len();
                edits.push((node.range.start..node.range.end + line_break, constructor));
            }
            None => nodes.extend(node.children()),
        }
    }
    applied(&text, edits)
}

/// Returns the constructor for which an Object stands.
fn constructor(text: &str, layout: &'static Layout, node: &Node) -> Option<String> {
    let (Form::Call(name, None), [class, property]) = (&node.form, &node.items[..]) else {
        return None;
    };
    let key = property.key.as_ref()?;
    let is_text = layout.name_of(Kind::Object) == &text[name.clone()]
        && text[key.range.clone()] == quoted(TEXT);
    let class = &text[class.value.range.clone()];
    let source = unquoted(&text[property.value.range.clone()], layout).filter(|_| is_text)?;
    is_constructor(class, &source).then_some(source)
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
        if let AnyView::Object { class, length: 1 } = value.view()
            && let Some(text) = value.member(0)
            && let (SegmentRef::Property(TEXT), AnyView::Text(source)) =
                (text.segment, text.value.view())
            && is_constructor(class, source)
        {
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

/// Returns whether `source` is the text of a constructor of a class.
fn is_constructor(class: &str, source: &str) -> bool {
    let rest = source.strip_prefix(class);
    let is_call = rest.is_some_and(|rest| rest.starts_with(['(', '[', ' ']));
    is_call || class == "StringName" && source.starts_with('&')
}

/// Replaces the line breaks outside of strings.
fn with_line_ending(text: &str, line_ending: &str) -> String {
    let mut out = String::new();
    let (mut is_string, mut is_escaped) = (false, false);
    for c in text.chars() {
        match c {
            '\n' if !is_string => out += line_ending,
            _ => out.push(c),
        }
        is_string ^= c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
    }
    out
}
