//! The position in a text: the section, and the open values and constructors.

use super::effects::Effect;
use super::rules::{FindingSink, Place};
use crate::text::mark;
use gdvariant::events::Grammar;
use gdvariant::{Path, Segment};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt::{self, Display, Formatter};

/// A section of a text. In scenes and resources, it acts like an object with its properties.
#[derive(Debug, Default)]
pub(super) struct Section {
    pub(super) name: String,
    pub(super) class: String,
    pub(super) path: Vec<Segment>,
}

impl Section {
    pub(super) fn named(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            class: String::new(),
            path: (!name.is_empty())
                .then(|| Segment::name(name))
                .into_iter()
                .collect(),
        }
    }

    /// Returns the key of an attribute, which differs from those of properties.
    pub(super) fn attribute<'t>(&self, name: &'t str) -> Cow<'t, str> {
        match mark(&self.name) {
            "" => name.into(),
            mark => format!("{mark}{name}").into(),
        }
    }

    /// Returns the key of a property, in which a leading `@` is doubled beside attributes.
    pub(super) fn property<'t>(&self, name: Cow<'t, str>) -> Cow<'t, str> {
        match mark(&self.name) {
            mark @ "@" if name.starts_with('@') => format!("{mark}{name}").into(),
            _ => name,
        }
    }
}

/// A value or a constructor that is still open.
pub(super) struct Container<'t> {
    pub(super) kind: ContainerKind<'t>,
    /// The class of the innermost Object, or nothing.
    pub(super) class: &'t str,
    /// Whether the container is in declared types.
    pub(super) is_declared: bool,
    /// The key of the current entry or property, once a colon has followed the key.
    pub(super) key: Option<Segment>,
    /// Whether the current element has ended.
    pub(super) is_complete: bool,
    /// The effects of the current property.
    pub(super) effects: Vec<&'static Effect>,
    /// The index of the current element.
    pub(super) index: usize,
    /// The offset of the current element or key, or of the first declared type.
    pub(super) start: usize,
    /// The keys of a Dictionary so far.
    pub(super) keys: HashSet<Cow<'t, str>>,
    /// The declared types of the elements.
    pub(super) types: &'t str,
    /// The arguments of a byte array.
    pub(super) bytes: Vec<u8>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum ContainerKind<'t> {
    Array,
    Dictionary,
    /// The declared types of a container. The offset is the start of the container's name.
    Declared(usize),
    /// An Object and its class.
    Object(&'t str),
    /// Any other constructor, by its name.
    Call(&'t str),
}

impl ContainerKind<'_> {
    /// Returns whether entries have keys.
    pub(super) fn has_keys(self) -> bool {
        matches!(self, Self::Dictionary | Self::Object(_))
    }

    pub(super) fn is_byte_array(self) -> bool {
        matches!(self, Self::Call("PackedByteArray" | "PoolByteArray"))
    }
}

/// The place of the current value.
pub(super) struct Position<'t> {
    pub(super) grammar: Grammar,
    /// Whether references have ids instead of paths.
    pub(super) has_ids: bool,
    pub(super) section: Section,
    /// The key of the section, or the name of an attribute.
    pub(super) key: Option<Cow<'t, str>>,
    /// The effects of the property that is the key.
    pub(super) effects: Vec<&'static Effect>,
    pub(super) open: Vec<Container<'t>>,
}

impl<'t> Position<'t> {
    pub(super) fn at<'a>(&'a self, sink: &'a mut FindingSink<'_>, offset: usize) -> Place<'a> {
        Place {
            path: self,
            offset,
            sink,
            is_text: true,
        }
    }

    /// Returns the effects of the property at a level of containers.
    pub(super) fn effects(&self, level: usize) -> &[&'static Effect] {
        match level.checked_sub(1) {
            None => &self.effects,
            Some(level) => &self.open[level].effects,
        }
    }

    /// Returns the key of the section.
    pub(super) fn property(&self) -> &str {
        self.key.as_deref().unwrap_or_default()
    }

    /// Returns the class of the object around the value.
    pub(super) fn class(&self) -> &str {
        match self.open.last().map_or("", |it| it.class) {
            "" => &self.section.class,
            class => class,
        }
    }

    /// Returns the key of the innermost container.
    pub(super) fn inner_key(&self) -> &str {
        match self.open.last().and_then(|it| it.key.as_ref()) {
            Some(Segment::Name(name)) => name,
            _ => "",
        }
    }

    pub(super) fn kind(&self) -> Option<ContainerKind<'t>> {
        self.open.last().map(|it| it.kind)
    }

    /// Returns the name of the constructor with the value as an argument.
    pub(super) fn call(&self) -> &'t str {
        match self.kind() {
            Some(ContainerKind::Call(name)) => name,
            _ => "",
        }
    }

    /// Returns whether the value is in the declared type of a container.
    pub(super) fn is_declared(&self) -> bool {
        self.open.last().is_some_and(|it| it.is_declared)
    }
}

/// Displays the path of the value.
impl Display for Position<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let open = self.open.iter().filter_map(|it| match it.kind {
            ContainerKind::Array => Some(Segment::Index(it.index)),
            _ => it.key.clone(),
        });
        let key = self.key.as_deref().map(Segment::name);
        let section = self.section.path.iter().cloned();
        let path: Path = section.chain(key).chain(open).collect();
        path.fmt(f)
    }
}
