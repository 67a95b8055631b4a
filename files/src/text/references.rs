//! Finds the tags of a scene or a resource, and what refers to them, in the events of its text.
//!
//! Engines look an id or a parent up when they read it, so a reference can be checked at its event:
//! only the ids and the paths of nodes so far are kept.

use gdvariant::events::{Event, EventKind, Grammar, Notation, Parser, unescape};
use gdvariant::schema::Layout;
use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
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
    /// A node by a NodePath.
    NodePath,
    /// Perhaps a node, in any other string.
    Text,
}

impl Role {
    fn of_constructor(name: &str) -> Option<Self> {
        match name {
            "ExtResource" => Some(Self::ExtResource),
            "SubResource" => Some(Self::SubResource),
            "NodePath" => Some(Self::NodePath),
            _ => None,
        }
    }

    /// Returns what the id in a tag names.
    pub(crate) fn of_tag(name: &str) -> Option<Self> {
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
    pub(crate) role: Role,
    /// The name of the property or the attribute.
    pub(crate) name: Range<usize>,
    /// The whole value, such as `ExtResource("1")`.
    pub(crate) range: Range<usize>,
    /// The string or the number in it.
    pub(crate) key: Range<usize>,
}

/// The header of a tag.
#[derive(Debug, Clone)]
pub(crate) struct Tag<'t> {
    pub(crate) name: &'t str,
    /// The id, the path of a node from the root, or nothing.
    pub(crate) key: String,
    pub(crate) header: Range<usize>,
    /// The names of attributes with the ranges of their strings and numbers.
    pub(crate) attributes: Vec<(Cow<'t, str>, Range<usize>)>,
    is_instance: bool,
}

impl Tag<'_> {
    /// Returns the range of an attribute's value; the last one of a name counts.
    pub(crate) fn attribute(&self, name: &str) -> Option<Range<usize>> {
        let mut attributes = self.attributes.iter().rev();
        let found = attributes.find(|(other, _)| other == name);
        found.map(|(_, range)| range.clone())
    }
}

/// A finding of [`References::event`].
#[derive(Debug)]
pub(crate) enum Found<'t> {
    Tag(Tag<'t>),
    Reference(Reference),
}

/// The tags so far.
#[derive(Debug)]
pub(crate) struct References<'t> {
    text: &'t str,
    ids: HashSet<(Role, String)>,
    /// The nodes, and whether a node can have children without tags.
    nodes: HashMap<String, bool>,
    /// The tag whose attributes are read.
    header: Option<Tag<'t>>,
    /// The name of the tag.
    tag: &'t str,
    /// The name of the attribute or the property, and its range.
    name: (Cow<'t, str>, Range<usize>),
    /// The constructor of a reference, and its argument.
    call: Option<(Role, usize, Option<Range<usize>>)>,
}

impl<'t> References<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self {
            text,
            ids: HashSet::new(),
            nodes: HashMap::new(),
            header: None,
            tag: "",
            name: Default::default(),
            call: None,
        }
    }

    /// Reads the next event of a resource, after which the parser is at its end.
    pub(crate) fn event(&mut self, parser: &Parser<'t>, event: &Event) -> Option<Found<'t>> {
        let Event { kind, range } = event;
        let depth = parser.depth() - usize::from(self.header.is_some() && parser.depth() > 0);
        match kind {
            EventKind::Tag => self.open_tag(range),
            EventKind::Name if depth == 0 => {
                self.name = (parser.name().clone(), range.clone());
                let is_instance = matches!(&*self.name.0, "instance" | "instance_placeholder");
                if let Some(header) = &mut self.header {
                    header.is_instance |= is_instance;
                }
            }
            EventKind::Call => {
                let role = Role::of_constructor(&self.text[range.clone()]);
                self.call = role.map(|role| (role, range.start, None));
            }
            EventKind::Int | EventKind::String { .. } => {
                return self.atom(range, *kind != EventKind::Int, depth == 0);
            }
            EventKind::Close => {
                if let Some((role, start, Some(key))) = self.call.take() {
                    return Some(self.reference(role, start..range.end, key));
                }
                if parser.depth() == 0
                    && let Some(header) = self.header.take()
                {
                    return Some(Found::Tag(self.close_tag(header, range.end)));
                }
            }
            _ => self.call = None,
        }
        None
    }

    fn open_tag(&mut self, name: &Range<usize>) {
        let start = self.text[..name.start].rfind('[').unwrap_or(name.start);
        self.call = None;
        self.tag = &self.text[name.clone()];
        self.header = Some(Tag {
            name: self.tag,
            key: String::new(),
            header: start..name.end,
            attributes: Vec::new(),
            is_instance: false,
        });
    }

    /// Reads a string or a number.
    fn atom(&mut self, range: &Range<usize>, is_string: bool, is_outer: bool) -> Option<Found<'t>> {
        match &mut self.call {
            Some((.., key @ None)) => {
                *key = Some(range.clone());
                return None;
            }
            _ => self.call = None,
        }
        if let Some(header) = self.header.as_mut().filter(|_| is_outer) {
            let name = self.name.0.clone();
            let is_path = NODE_ATTRIBUTES.contains(&(self.tag, &*name));
            header.attributes.push((name, range.clone()));
            return is_path.then(|| self.reference(Role::Node, range.clone(), range.clone()));
        }
        let is_text = self.header.is_none() || self.name.0 == "binds";
        let role = match self.text.as_bytes().get(range.start) {
            Some(b'@' | b'^') => Role::NodePath,
            _ => Role::Text,
        };
        (is_string && is_text).then(|| self.reference(role, range.clone(), range.clone()))
    }

    fn reference(&self, role: Role, range: Range<usize>, key: Range<usize>) -> Found<'t> {
        let name = self.name.1.clone();
        Found::Reference(Reference {
            role,
            name,
            range,
            key,
        })
    }

    fn close_tag(&mut self, mut tag: Tag<'t>, end: usize) -> Tag<'t> {
        tag.header.end = end;
        let value = |name: &str| Some(content(self.text, &tag.attribute(name)?));
        match Role::of_tag(tag.name) {
            Some(Role::Node) => {
                tag.key = match (value("parent"), value("name")) {
                    (Some(parent), name) => child_path(&parent, &name.unwrap_or_default()),
                    _ => ".".into(),
                };
                self.nodes.insert(tag.key.clone(), tag.is_instance);
            }
            Some(role) => {
                tag.key = value("id").unwrap_or_default().into_owned();
                self.ids.insert((role, tag.key.clone()));
            }
            None => {}
        }
        tag
    }

    /// Returns the node's path from the root, or the id.
    pub(crate) fn key(&self, reference: &Reference) -> String {
        let key = content(self.text, &reference.key);
        match reference.role {
            Role::Node => node_path(key.split('/')),
            _ => key.into_owned(),
        }
    }

    /// Returns whether no tag so far has the id or the path that an event named. Nodes of other scenes
    /// have no tags.
    pub(crate) fn is_missing(&self, reference: &Reference) -> bool {
        let key = match reference.role {
            Role::NodePath | Role::Text => return false,
            _ => self.key(reference),
        };
        !self.has(reference.role, &key)
    }

    /// Returns whether a tag so far has the id or the path.
    fn has(&self, role: Role, key: &str) -> bool {
        let is_instance = |path: &str| self.nodes.get(path).is_some_and(|it| *it);
        match role {
            Role::Node => self.nodes.contains_key(key) || ancestors(key).any(is_instance),
            _ => self.ids.contains(&(role, key.to_owned())),
        }
    }

    /// Returns whether the node, or one above it, has a tag here and none in `changed`.
    pub(crate) fn is_removed(&self, key: &str, changed: &Self) -> bool {
        let is_removed =
            |path: &str| self.nodes.contains_key(path) && !changed.nodes.contains_key(path);
        ancestors(key).any(is_removed) || is_removed(key)
    }
}

/// All tags and references of a text.
#[derive(Debug)]
pub(crate) struct Index<'t> {
    pub(crate) text: &'t str,
    pub(crate) all: References<'t>,
    /// The tags with their ends, without the white space and comments after them.
    pub(crate) tags: Vec<(Tag<'t>, usize)>,
    pub(crate) references: Vec<IndexedReference>,
}

#[derive(Debug)]
pub(crate) struct IndexedReference {
    /// The index of the tag.
    pub(crate) tag: usize,
    pub(crate) reference: Reference,
    /// Whether no tag before has the id or the path.
    pub(crate) is_missing: bool,
}

impl<'t> Index<'t> {
    pub(crate) fn new(text: &'t str, layout: &'static Layout) -> Self {
        let notation = Notation::of_files(layout);
        let mut parser = Parser::new(text, Grammar::Resource, notation);
        let mut index = Self {
            text,
            all: References::new(text),
            tags: Vec::new(),
            references: Vec::new(),
        };
        let mut header = 0;
        while let Some(event) = parser.next() {
            if event.kind == EventKind::Tag {
                header += 1;
            }
            match index.all.event(&parser, &event) {
                Some(Found::Tag(tag)) => index.tags.push((tag, event.range.end)),
                Some(Found::Reference(reference)) => index.references.push(IndexedReference {
                    tag: header - 1,
                    is_missing: index.all.is_missing(&reference),
                    reference,
                }),
                None => {}
            }
            if let Some((_, end)) = index.tags.last_mut().filter(|_| index.all.header.is_none()) {
                *end = parser.offset();
            }
        }
        index
    }
}

/// Returns the content of a string, or a number.
pub(crate) fn content<'t>(text: &'t str, range: &Range<usize>) -> Cow<'t, str> {
    let atom = &text[range.clone()];
    let inner = atom.trim_start_matches(['&', '@', '^']);
    let inner = inner.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.map_or(atom.into(), |inner| unescape(inner).0)
}

/// Returns the paths above a node's path, from its parent to the root.
fn ancestors(path: &str) -> impl Iterator<Item = &str> {
    let parents = path.rmatch_indices('/').map(|(end, _)| &path[..end]);
    parents.chain(["."]).filter(move |_| path != ".")
}

/// Returns the path from the root.
pub(crate) fn node_path<'p>(names: impl Iterator<Item = &'p str>) -> String {
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
