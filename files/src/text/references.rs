//! Finds the tags of a scene or a resource, and what refers to them, in the events of its text.
//!
//! Engines look an id or a parent up when they read it, so a reference can be checked at its event:
//! only the ids and the paths of nodes so far are kept.

use gdvariant::events::{Dialect, Event, EventKind, Grammar, Parser, content};
use gdvariant::schema::Layout;
use std::borrow::Cow;
use std::collections::HashMap;
use std::iter::successors;
use std::ops::Range;

/// The attributes that name nodes by their paths from the root.
const NODE_ATTRIBUTES: &[(&str, &str)] = &[
    ("node", "parent"),
    ("node", "owner"),
    ("connection", "from"),
    ("connection", "to"),
    ("editable", "path"),
];

/// What a reference names.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) enum Role {
    /// An ext_resource, in `ExtResource(..)`.
    ExtResource,
    /// A sub_resource, in `SubResource(..)`.
    SubResource,
    /// A node by its path from the root, in an attribute.
    Node,
}

impl Role {
    fn from_constructor(name: &str) -> Option<Self> {
        match name {
            "ExtResource" => Some(Self::ExtResource),
            "SubResource" => Some(Self::SubResource),
            _ => None,
        }
    }

    /// Returns what the id in a tag names.
    pub(crate) fn from_tag(name: &str) -> Option<Self> {
        match name {
            "ext_resource" => Some(Self::ExtResource),
            "sub_resource" => Some(Self::SubResource),
            "node" => Some(Self::Node),
            _ => None,
        }
    }
}

/// A place that refers to a tag.
#[derive(Debug, Clone)]
pub(crate) struct Reference {
    /// The index of its tag.
    pub(crate) tag: usize,
    pub(crate) role: Role,
    /// The name of the property or the attribute.
    pub(crate) name: Range<usize>,
    /// The whole value, such as `ExtResource("1")`.
    pub(crate) range: Range<usize>,
    /// The string or the number in it.
    pub(crate) key: Range<usize>,
    /// Whether no tag before has the id or the path. Nodes of other scenes have no tags.
    pub(crate) is_missing: bool,
}

/// A tag with its attributes.
#[derive(Debug, Clone)]
pub(crate) struct Tag<'t> {
    pub(crate) name: &'t str,
    /// The id, the path of a node from the root, or nothing.
    pub(crate) key: String,
    /// The names of attributes, and the ranges of their strings and numbers.
    pub(crate) attributes: Vec<(&'t str, Range<usize>)>,
    is_instance: bool,
}

impl<'t> Tag<'t> {
    /// Reads ahead to the end of the tag whose name the parser has read, or to an error.
    fn ahead(text: &'t str, name: &Range<usize>, mut parser: Parser<'t>) -> Self {
        let mut tag = Self {
            name: &text[name.clone()],
            key: String::new(),
            attributes: Vec::new(),
            is_instance: false,
        };
        let (mut name, mut outer) = ("", "");
        while let Some(Event { kind, range }) = parser.next() {
            let source = &text[range.clone()];
            let is_value = parser.depth() == 1 || parser.depth() == 2 && outer == "NodePath";
            match kind {
                EventKind::Close if parser.depth() == 0 => break,
                EventKind::Name => {
                    tag.is_instance |= matches!(source, "instance" | "instance_placeholder");
                    name = source;
                }
                EventKind::Call | EventKind::Array | EventKind::Dictionary
                    if parser.depth() == 2 =>
                {
                    outer = source;
                }
                EventKind::String { .. } | EventKind::Int | EventKind::Float if is_value => {
                    tag.attributes.push((name, range));
                }
                _ => {}
            }
        }
        let value = |name| tag.value(name, text);
        tag.key = match (Role::from_tag(tag.name), value("parent")) {
            (None, _) => String::new(),
            (Some(Role::Node), None) => ".".into(),
            (Some(Role::Node), Some(parent)) => {
                child_path(&parent, &value("name").unwrap_or_default())
            }
            _ => value("id").unwrap_or_default().into_owned(),
        };
        tag
    }

    /// Returns the string or the number in an attribute.
    pub(crate) fn value(&self, name: &str, text: &'t str) -> Option<Cow<'t, str>> {
        Some(content(&text[self.attribute(name)?]))
    }

    /// Returns the range of an attribute's value; the last one of a name counts.
    pub(crate) fn attribute(&self, name: &str) -> Option<Range<usize>> {
        let mut attributes = self.attributes.iter().rev();
        let found = attributes.find(|(other, _)| *other == name);
        found.map(|(_, range)| range.clone())
    }
}

/// The tags so far.
#[derive(Debug)]
pub(crate) struct References<'t> {
    text: &'t str,
    /// The ids and paths of tags, and whether a node can have children without tags.
    keys: HashMap<(Role, Cow<'t, str>), bool>,
    /// The number of tags.
    count: usize,
    /// The tag with unread attributes.
    pub(crate) header: Option<Tag<'t>>,
    /// The name of the tag.
    tag: &'t str,
    /// The name of the attribute or the property.
    name: Range<usize>,
    /// The constructor of a reference, and its argument.
    call: Option<(Role, usize, Option<Range<usize>>)>,
}

impl<'t> References<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            keys: HashMap::new(),
            count: 0,
            header: None,
            tag: "",
            name: 0..0,
            call: None,
        }
    }

    /// Reads the next event of a resource, after which the parser is at its end.
    pub(crate) fn event(&mut self, parser: &Parser<'t>, event: &Event) -> Option<Reference> {
        let Event { kind, range } = event;
        let depth = parser.depth() - usize::from(self.header.is_some() && parser.depth() > 0);
        match kind {
            EventKind::Tag => self.open_tag(parser, range),
            EventKind::Name if depth == 0 => {
                self.name = range.clone();
            }
            EventKind::Call => {
                let role = Role::from_constructor(&self.text[range.clone()]);
                self.call = role.map(|role| (role, range.start, None));
            }
            EventKind::Int | EventKind::String { .. } => return self.atom(range, depth == 0),
            EventKind::Close => {
                if let Some((role, start, Some(key))) = self.call.take() {
                    return Some(self.reference(role, start..range.end, key));
                }
                if parser.depth() == 0
                    && let Some(header) = self.header.take()
                {
                    self.close_tag(header);
                }
            }
            _ => self.call = None,
        }
        None
    }

    fn open_tag(&mut self, parser: &Parser<'t>, name: &Range<usize>) {
        self.call = None;
        self.count += 1;
        self.tag = &self.text[name.clone()];
        self.header = Some(Tag::ahead(self.text, name, parser.clone()));
    }

    /// Reads a string or a number.
    fn atom(&mut self, range: &Range<usize>, is_outer: bool) -> Option<Reference> {
        match &mut self.call {
            Some((.., key @ None)) => {
                *key = Some(range.clone());
                return None;
            }
            _ => self.call = None,
        }
        let name = &self.text[self.name.clone()];
        let is_path = self.header.is_some() && NODE_ATTRIBUTES.contains(&(self.tag, name));
        (is_path && is_outer).then(|| self.reference(Role::Node, range.clone(), range.clone()))
    }

    fn reference(&self, role: Role, range: Range<usize>, key: Range<usize>) -> Reference {
        let mut reference = Reference {
            tag: self.count.saturating_sub(1),
            role,
            name: self.name.clone(),
            range,
            key,
            is_missing: false,
        };
        reference.is_missing = !self.has(role, &self.key(&reference));
        reference
    }

    fn close_tag(&mut self, tag: Tag<'t>) {
        if let Some(role) = Role::from_tag(tag.name) {
            self.keys.insert((role, tag.key.into()), tag.is_instance);
        }
    }

    /// Returns the node's path from the root, or the id.
    pub(crate) fn key(&self, reference: &Reference) -> Cow<'t, str> {
        let key = content(&self.text[reference.key.clone()]);
        match reference.role {
            Role::Node if key != "." => node_path(key.split('/')).into(),
            _ => key,
        }
    }

    /// Returns whether a tag so far has the id or the path.
    pub(crate) fn has_tag(&self, role: Role, key: &str) -> bool {
        self.keys.contains_key(&(role, key.into()))
    }

    /// Returns whether a tag so far has the id or the path, or the node can be in an instance.
    fn has(&self, role: Role, key: &str) -> bool {
        if self.has_tag(role, key) || role != Role::Node {
            return self.has_tag(role, key);
        }
        let is_instance = |it: &str| self.keys.get(&(role, it.into())).copied();
        // From the root on, so that long paths of unknown nodes take linear time.
        let ends = key.match_indices('/').map(|(end, _)| &key[..end]);
        let known = ends.map(is_instance).map_while(|it| it);
        is_instance(".") == Some(true) || known.into_iter().any(|is_instance| is_instance)
    }

    /// Returns whether the node, or one above it, has a tag here and none in `changed`.
    pub(crate) fn is_removed(&self, key: &str, changed: &Self) -> bool {
        let has = |it: &Self, path: &str| it.has_tag(Role::Node, path);
        let is_removed = |path: &str| has(self, path) && !has(changed, path);
        successors(Some(key), |it| parent(it)).any(is_removed)
    }
}

/// All tags and references of a text.
#[derive(Debug)]
pub(crate) struct Index<'t> {
    pub(crate) all: References<'t>,
    pub(crate) references: Vec<Reference>,
}

impl<'t> Index<'t> {
    pub(crate) fn new(text: &'t str, layout: &'static Layout) -> Self {
        let dialect = Dialect::for_files(layout);
        let mut parser = Parser::new(text, Grammar::Resource, dialect);
        let mut all = References::new(text);
        let mut references = Vec::new();
        while let Some(event) = parser.next() {
            references.extend(all.event(&parser, &event));
        }
        Self { all, references }
    }
}

/// Returns the path of a node's parent, or `None` for the root.
fn parent(path: &str) -> Option<&str> {
    match path.rsplit_once('/') {
        Some((parent, _)) => Some(parent),
        None => (path != ".").then_some("."),
    }
}

/// Returns the path from the root.
fn node_path<'p>(names: impl Iterator<Item = &'p str>) -> String {
    let names: Vec<_> = names.filter(|name| !matches!(*name, "" | ".")).collect();
    match names.len() {
        0 => ".".into(),
        _ => names.join("/"),
    }
}

/// Returns the path of the child `name` of the node at `parent`.
pub(crate) fn child_path(parent: &str, name: &str) -> String {
    node_path(parent.split('/').chain([name]))
}

#[cfg(test)]
mod tests;
