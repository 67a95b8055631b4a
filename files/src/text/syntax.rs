//! Builds nodes with their positions from the events of a text. No value is created.

use super::{TextError, TextKind};
use gdvariant::events::{Dialect, Event, EventKind, Grammar, Parser};
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::{Engine, Godot3, Godot4, ParseError};
use std::ops::Range;

/// The names of tags in the order of engines, whether a name is in the value once, by the keys of
/// its tags, or as a list.
pub(super) const TAGS: &[(&str, Grouping)] = &[
    ("gd_resource", Grouping::Once),
    ("gd_scene", Grouping::Once),
    ("ext_resource", Grouping::Keyed),
    ("sub_resource", Grouping::Keyed),
    ("resource", Grouping::Once),
    ("node", Grouping::Keyed),
    ("connection", Grouping::List),
    ("editable", Grouping::List),
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Grouping {
    Once,
    Keyed,
    List,
}

/// Returns the position of a name in [`TAGS`], which has all names that are scanned.
pub(super) fn rank(name: &str) -> usize {
    let mut tags = TAGS.iter();
    tags.position(|(tag, _)| *tag == name).unwrap_or(TAGS.len())
}

/// A value, or a name in a constructor.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    pub(crate) range: Range<usize>,
    pub(crate) kind: NodeKind,
    /// The elements, entries or arguments; of consecutive atoms in a constructor only the first, so
    /// that packed arrays take little memory.
    pub(crate) items: Vec<Item>,
}

impl Node {
    fn new(range: Range<usize>, kind: NodeKind) -> Self {
        let items = Vec::new();
        Self { range, kind, items }
    }

    /// Returns the keys and the values of the items, in order.
    pub(crate) fn children(&self) -> impl DoubleEndedIterator<Item = &Self> {
        let items = self.items.iter();
        items.flat_map(|item| item.key.as_deref().into_iter().chain([&item.value]))
    }
}

/// The notation of a node.
#[derive(Debug, Clone)]
pub(crate) enum NodeKind {
    /// A number, a word, a constant or a color.
    Atom,
    /// A string in quotes, with an optional prefix.
    Text,
    /// Items in brackets.
    Array,
    /// Items in braces.
    Dictionary,
    /// A name, declared types in brackets if there are any, and items in parentheses.
    Call(Range<usize>, Option<Box<Node>>),
}

/// Returns the node of the brackets in a constructor such as `Array[int]([1])`, or the node itself.
pub(crate) fn container(node: &Node) -> &Node {
    match (&node.kind, &node.items[..]) {
        (NodeKind::Call(..), [item]) if item.key.is_none() => &item.value,
        _ => node,
    }
}

/// An element, an entry, an argument or a property.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    /// The key, in a box because most texts have more elements than entries.
    pub(crate) key: Option<Box<Node>>,
    pub(crate) value: Node,
}

impl Item {
    pub(crate) fn start(&self) -> usize {
        self.key.as_deref().unwrap_or(&self.value).range.start
    }
}

/// The header of a section of a ConfigFile, or a tag of a resource.
#[derive(Debug, Clone)]
pub(crate) struct Header {
    pub(crate) name: String,
    /// The range from the opening to the closing bracket.
    pub(crate) range: Range<usize>,
    /// The names of attributes with their positions and values; empty in a ConfigFile.
    pub(crate) attributes: Vec<(String, Range<usize>, Node)>,
}

/// A part of a document.
#[derive(Debug, Clone)]
pub(crate) enum Part {
    Header(Header),
    /// An assignment: the key, its position, and the value.
    Entry(String, Range<usize>, Node),
    /// A value of a document without keys.
    Value(Node),
}

impl Part {
    pub(crate) fn range(&self) -> Range<usize> {
        match self {
            Self::Header(header) => header.range.clone(),
            Self::Entry(_, key, node) => key.start..node.range.end,
            Self::Value(node) => node.range.clone(),
        }
    }
}

/// The parts of a text.
#[derive(Debug, Clone)]
pub(crate) struct Syntax {
    pub(crate) kind: TextKind,
    pub(crate) parts: Vec<Part>,
    /// The offset of an unfinished key at the end, which engines ignore, or the length of the text.
    pub(crate) end: usize,
    /// The layout that types and notation show.
    pub(crate) evidence: Option<&'static Layout>,
}

impl Syntax {
    /// Creates the syntax of an empty text.
    pub(crate) fn new(kind: TextKind) -> Self {
        Self {
            kind,
            parts: Vec::new(),
            end: 0,
            evidence: None,
        }
    }
}

/// Returns whether the first tag of a text starts a scene or a resource. A line before it, such
/// as one of a merge conflict, is an error.
pub(crate) fn is_resource(text: &str) -> bool {
    let dialect = Dialect::Files { has_escapes: true };
    let mut parser = Parser::new(text, Grammar::Resource, dialect);
    parser.peek();
    let start = parser.offset();
    // The first bracket can be a stray one.
    text[start..].match_indices('[').take(2).any(|(offset, _)| {
        let before = text[start..start + offset].trim_end();
        let range = start + offset..text.len();
        let tag = Parser::within(text, range, Grammar::Resource, dialect).next();
        let name = tag.and_then(|tag| text[tag.range].split(['.', ':']).next());
        !before.contains(['\n', '"', '{', '(', '='])
            && matches!(name, Some("gd_resource" | "gd_scene"))
    })
}

/// Returns whether a part shows that a text is a ConfigFile; a section could be an invalid array.
pub(super) fn is_evidence(part: &Part) -> bool {
    match part {
        Part::Header(header) => !header.name.contains([',', '"', '(', '{', '[']),
        _ => true,
    }
}

/// The parts of a text, which are read one by one up to the first error.
pub(crate) struct Parts<'t> {
    text: &'t str,
    pub(super) parser: Parser<'t>,
    kind: TextKind,
    is_empty: bool,
    pub(crate) evidence: Evidence<'t>,
}

impl<'t> Parts<'t> {
    pub(crate) fn new(text: &'t str, layout: &'static Layout, kind: TextKind) -> Self {
        Self::again(text, 0..text.len(), layout, kind)
    }

    /// Reads the parts in a range of a text again, which start with a header or the first part.
    pub(crate) fn again(
        text: &'t str,
        range: Range<usize>,
        layout: &'static Layout,
        kind: TextKind,
    ) -> Self {
        let text = &text[..range.end];
        let grammar = match kind {
            TextKind::Config => Grammar::Config,
            TextKind::Resource => Grammar::Resource,
            _ => Grammar::Values,
        };
        let dialect = Dialect::for_files(layout);
        let parser = match range.start {
            0 => Parser::new(text, grammar, dialect),
            _ => Parser::within(text, range, grammar, dialect),
        };
        Self {
            text,
            parser,
            kind,
            is_empty: true,
            evidence: Evidence::default(),
        }
    }

    fn part(&mut self) -> Result<Option<Part>, ParseError> {
        self.parser.peek();
        let start = self.parser.offset();
        let event = self.parser.next();
        if let Some((_, fault)) = self.parser.fault() {
            return Err(fault);
        }
        let Some(Event { kind, range }) = event else {
            if self.is_empty && self.kind == TextKind::Values {
                let end = self.parser.offset();
                return Err(self.parser.unexpected(end, "a value or a section"));
            }
            return Ok(None);
        };
        self.is_empty = false;
        Ok(Some(match kind {
            EventKind::Section => Part::Header(Header {
                name: self.parser.name().to_string(),
                range: range.start - 1..range.end + 1,
                attributes: Vec::new(),
            }),
            EventKind::Tag => Part::Header(self.tag(start, range)?),
            EventKind::Name => {
                let name = self.parser.name().to_string();
                let value = self.value()?;
                if name == "config_version" {
                    self.evidence.version = &self.text[value.range.clone()];
                }
                Part::Entry(name, range, value)
            }
            _ => Part::Value(self.node(Event { kind, range })?),
        }))
    }

    /// Reads the attributes of the tag with its bracket at `start`.
    fn tag(&mut self, start: usize, name: Range<usize>) -> Result<Header, ParseError> {
        let name = &self.text[name];
        let mut attributes = Vec::new();
        loop {
            let Event { kind, range } = self.parser.require()?;
            if kind == EventKind::Close {
                return Ok(Header {
                    name: name.to_owned(),
                    range: start..range.end,
                    attributes,
                });
            }
            let attribute = self.parser.name().to_string();
            let value = self.value()?;
            if attribute == "format" && name.starts_with("gd_") {
                self.evidence.format = &self.text[value.range.clone()];
            }
            attributes.push((attribute, range, value));
        }
    }

    fn value(&mut self) -> Result<Node, ParseError> {
        let first = self.parser.require()?;
        self.node(first)
    }

    /// Builds a node from its first event on. Containers are on a stack, because texts can be nested
    /// deeply.
    fn node(&mut self, first: Event) -> Result<Node, ParseError> {
        // The containers around the next event, with the key before it.
        let mut open: Vec<(Node, Option<Box<Node>>)> = Vec::new();
        let mut event = first;
        loop {
            self.evidence.add(self.text, &event);
            let Event { kind, range } = event;
            match (kind, open.last_mut()) {
                (EventKind::Array, _) => open.push((Node::new(range, NodeKind::Array), None)),
                (EventKind::Dictionary, _) => {
                    open.push((Node::new(range, NodeKind::Dictionary), None));
                }
                (EventKind::Declared, _) => {
                    let types = Node::new(range.end..range.end, NodeKind::Array);
                    open.push((Node::new(range.clone(), NodeKind::Call(range, None)), None));
                    open.push((types, None));
                }
                // The parenthesis after declared types.
                (EventKind::Call, Some((call, _))) if call.range.start == range.start => {
                    let types = call.items.pop().map(|item| Box::new(item.value));
                    call.kind = NodeKind::Call(range, types);
                }
                (EventKind::Call, _) => {
                    open.push((Node::new(range.clone(), NodeKind::Call(range, None)), None));
                }
                (EventKind::Colon, Some((container, key))) => {
                    *key = container.items.pop().map(|item| Box::new(item.value));
                }
                _ => {
                    let mut node = Node::new(range, NodeKind::Atom);
                    if let EventKind::String { .. } = kind {
                        node.kind = NodeKind::Text;
                    } else if kind == EventKind::Close
                        && let Some((mut container, _)) = open.pop()
                    {
                        container.range.end = node.range.end;
                        node = container;
                    }
                    let Some((container, key)) = open.last_mut() else {
                        return Ok(node);
                    };
                    let item = Item {
                        key: key.take(),
                        value: node,
                    };
                    let is_atom =
                        |it: &Item| it.key.is_none() && matches!(it.value.kind, NodeKind::Atom);
                    let is_repeated = matches!(container.kind, NodeKind::Call(_, None))
                        && is_atom(&item)
                        && container.items.last().is_some_and(is_atom)
                        && self.parser.peek() != Some(b':');
                    if !is_repeated {
                        container.items.push(item);
                    }
                }
            }
            event = self.parser.require()?;
        }
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Part, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        self.part().map_err(TextError::from).transpose()
    }
}

/// What shows whether Godot 3 or Godot 4 wrote a text.
#[derive(Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct Evidence<'t> {
    /// `config_version` of a project, which decides.
    version: &'t str,
    /// The format of a scene or a resource.
    format: &'t str,
    has_godot4: bool,
    /// Whether only Godot 3 has the name of a type.
    has_godot3_name: bool,
    has_godot3_spaces: bool,
    /// Whether only Pandemonium writes a constructor.
    has_pandemonium: bool,
}

impl Evidence<'_> {
    fn add(&mut self, text: &str, event: &Event) {
        let (source, after) = text[event.range.start..].split_at(event.range.len());
        match event.kind {
            EventKind::Declared => self.has_godot4 = true,
            EventKind::String { .. } => self.has_godot4 |= source.starts_with('&'),
            EventKind::Array => self.has_godot3_spaces |= after.starts_with(' '),
            EventKind::Call if !self.has_godot4 => {
                let [has3, has4] = [Godot3::LAYOUT, Godot4::LAYOUT]
                    .map(|layout| layout.kind_named(source).is_some());
                self.has_godot4 = has4 && !has3;
                self.has_godot3_name |= has3 && !has4;
                self.has_godot3_spaces |= after.starts_with("( ");
                self.has_pandemonium |= source == "PoolByteArray" && after.starts_with("( \"");
            }
            _ => {}
        }
    }

    pub(crate) fn layout(&self) -> Option<&'static Layout> {
        let (godot3, godot4) = (Some(Godot3::LAYOUT), Some(Godot4::LAYOUT));
        // The names of types decide before the format, because a conversion keeps the format.
        match (self.version, self.format) {
            ("3" | "4", _) => godot3,
            ("5", _) => godot4,
            _ if self.has_godot4 => godot4,
            _ if self.has_pandemonium => pandemonium(),
            _ if self.has_godot3_name => godot3,
            (_, "1" | "2") => godot3,
            (_, "") => godot3.filter(|_| self.has_godot3_spaces),
            _ => godot4,
        }
    }
}

/// Returns the layout of the engine that writes bytes as base64 under the name of Godot 3.
fn pandemonium() -> Option<&'static Layout> {
    let mut layouts = LAYOUTS.iter();
    layouts
        .find(|layout| layout.text_format(None).1 && layout.kind_named("PoolByteArray").is_some())
}

/// Returns whether the engine escapes brackets in the names of sections, and has strings as ids:
/// Godot 4.
pub(crate) fn has_escapes(layout: &'static Layout) -> bool {
    Dialect::for_files(layout) == Dialect::Files { has_escapes: true }
}
