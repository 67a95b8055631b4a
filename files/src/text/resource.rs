//! Reads and changes the tags of a scene or a resource.
//!
//! Source of the notation: `ResourceFormatSaverTextInstance::save` in
//! `scene/resources/resource_format_text.cpp` of Godot 4.6 and 3.6; what engines read is measured in
//! Godot 3.2.3, 3.6.2 and 4.6.3.

use super::references::{Index, Reference, Role, child_path};
use super::syntax::{Grouping, Header, TAGS, rank};
use super::value::{Id, Place, Section, Tree};
use super::{TextDocument, TextError, TextKind};
use gdvariant::any::{AnyVariant, AnyView};
use gdvariant::{Path, Segment};
use std::collections::{HashMap, HashSet};

impl TextDocument {
    pub(super) fn has_sections(&self) -> bool {
        matches!(self.kind(), TextKind::Config | TextKind::Resource)
    }

    pub(super) fn is_resource(&self) -> bool {
        self.kind() == TextKind::Resource
    }

    /// Returns the path of a setting that is written as engines do, such as `application/config/name`:
    /// the first name is the section, unless there is an entry with the whole name. A path with
    /// further segments can also lead to a key of a new section: its setting has to exist.
    pub fn setting_path(&self, path: &Path) -> Path {
        self.setting_of(path).unwrap_or_else(|| path.clone())
    }

    fn setting_of(&self, path: &Path) -> Option<Path> {
        let mut segments = path.segments();
        let is_whole = segments.len() == 1;
        let Segment::Name(name) = segments.next()? else {
            return None;
        };
        let (section, key) = name.split_once('/')?;
        if self.kind() != TextKind::Config {
            return None;
        }
        let sections = self.sections().ok()?;
        let has_key = |section: &str, key: &str| {
            let mut sections = sections.iter().filter(|it| it.id.0 == section);
            sections.any(|it| !it.fields.get(&Segment::name(key)).is_empty())
        };
        // Keys before the first section are entries of the value, too.
        let is_entry = has_key("", name) || sections.iter().any(|it| it.id.0 == *name);
        if is_entry || !(is_whole || has_key(section, key)) {
            return None;
        }
        let setting = [section, key].map(|it| Segment::Name(it.into()));
        Some(setting.into_iter().chain(segments.cloned()).collect())
    }

    /// Checks that no path, which can be a pattern, leads to several tags or into them.
    ///
    /// # Errors
    ///
    /// Returns an error with the lines of the tags.
    pub fn check_paths<'p>(&self, paths: impl Iterator<Item = &'p Path>) -> Result<(), TextError> {
        let all = self.sections()?;
        let fits = |segment: &Segment, own: &str| match segment {
            Segment::Name(name) => name == own,
            Segment::Index(index) => own == index.to_string(),
            segment => segment.is_pattern(),
        };
        for path in paths {
            let mut segments = path.segments();
            let (Some(name), Some(key)) = (segments.next(), segments.next()) else {
                continue;
            };
            let mut known = HashSet::new();
            let mut tags = all
                .iter()
                .filter(|tag| tag.key.is_some() && fits(name, tag.id.0) && fits(key, &tag.id.1));
            if let Some(tag) = tags.find(|tag| !known.insert(&tag.id)) {
                return Err(self.several(&all, &tag.id));
            }
        }
        Ok(())
    }

    /// Returns the error for a path that matches several tags, those with this id.
    pub(super) fn several(&self, tags: &[Section<'_>], id: &Id<'_>) -> TextError {
        let tags: Vec<_> = tags.iter().filter(|tag| tag.id == *id).collect();
        let path = tags[0].path();
        let error =
            |tag: &Section<'_>, message| TextError::at(&self.text, self.start(tag), message);
        let lines = tags
            .iter()
            .map(|tag| error(tag, String::new()).line.to_string());
        let lines = lines.collect::<Vec<_>>().join(", ");
        let message = format!(
            "{path} leads to several tags, in the lines {lines}; rename or remove all but one in a text editor"
        );
        error(tags[0], message)
    }

    /// Returns where a section starts.
    pub(super) fn start(&self, section: &Section<'_>) -> usize {
        let first = section.runs.first().map_or(0, |run| run.start);
        let part = self.syntax.parts.get(first);
        part.map_or(0, |part| part.range().start)
    }

    /// Returns how sections with a name are in the value, or `None` if it is not a name of a tag.
    pub(super) fn grouping(&self, name: &str) -> Option<Grouping> {
        match self.kind() {
            TextKind::Resource => Some(TAGS.get(rank(name))?.1),
            _ => Some(Grouping::Once),
        }
    }

    /// Returns the key of a tag, or its index in a list.
    pub(super) fn key(
        &self,
        header: &Header,
        index: usize,
    ) -> Result<Option<AnyVariant>, TextError> {
        let value = |wanted: &str| {
            let mut attributes = header.attributes.iter().rev();
            let found = attributes.find(|(name, ..)| name == wanted);
            found.and_then(|(.., node)| self.node_value(node).ok())
        };
        let missing = |name: &str| {
            let message = format!("expected the attribute {name} of [{}]", header.name);
            TextError::at(&self.text, header.range.start, message)
        };
        let text = |name: &str| match value(name).as_ref().map(AnyVariant::view) {
            Some(AnyView::Text(text)) => Ok(text.to_owned()),
            _ => Err(missing(name)),
        };
        Ok(match &*header.name {
            _ if !self.is_resource() => None,
            "ext_resource" | "sub_resource" => {
                let id = value("id");
                let id = id.filter(|id| matches!(id.view(), AnyView::Text(_) | AnyView::Int(_)));
                Some(id.ok_or_else(|| missing("id"))?)
            }
            "node" if value("parent").is_none() => Some(self.layout.new_string(".")),
            "node" => {
                let path = child_path(&text("parent")?, &text("name")?);
                Some(self.layout.new_string(&path))
            }
            "connection" | "editable" => self.layout.parse(&index.to_string()).ok(),
            _ => None,
        })
    }

    /// Returns an error if a change removes what the document refers to, or adds a reference to
    /// nothing.
    pub(super) fn check_references(&self, changed: &Self) -> Result<(), TextError> {
        if !self.is_resource() {
            return Ok(());
        }
        let [old, new] = [self, changed].map(|it| Index::new(&it.text, it.layout));
        let is_missing = |it: &&Reference| {
            let is_node = it.role == Role::Node;
            it.is_missing || is_node && old.all.is_removed(&new.all.key(it), &new.all)
        };
        let found: Vec<_> = new.references.iter().filter(is_missing).collect();
        if found.is_empty() {
            return Ok(());
        }
        let [tree, changed_tree] = [self.tree()?, changed.tree()?];
        let source = |it: &Reference| &changed.text[it.range.clone()];
        let sources: HashSet<_> = found.iter().map(|it| source(it)).collect();
        let mut olds = HashMap::new();
        for old in &old.references {
            let source = &self.text[old.range.clone()];
            if sources.contains(source) {
                let place = (source, tree.path_at(old));
                olds.entry(place).or_insert(old);
            }
        }
        for it in found {
            let place = (source(it), changed_tree.path_at(it));
            let (verb, end, text, start) = match olds.get(&place) {
                Some(old) if old.is_missing => continue,
                Some(old) => ("still refers", "", &self.text, old.range.start),
                None => (
                    "refers",
                    ", which is not defined before it",
                    &changed.text,
                    it.range.start,
                ),
            };
            let (reference, path) = place;
            let message = format!("{path} {verb} to {reference}{end}");
            return Err(TextError::at(text, start, message));
        }
        Ok(())
    }
}

impl Tree<'_> {
    /// Returns the path of a reference.
    pub(super) fn path_at(&self, it: &Reference) -> Path {
        // The first section has no tag.
        let Some(tag) = self.sections.get(it.tag + 1) else {
            return Path::default();
        };
        let (mut path, mut place) = (tag.path(), Place::Section(tag));
        let contains = |place: &Place<'_>| match *place {
            Place::Value(key, node) => {
                let start = key.map_or(node.range.start, |key| key.start);
                start <= it.range.start && it.range.end <= node.range.end
            }
            _ => false,
        };
        while let Ok(members) = self.members(place)
            && let mut found = members.into_owned().list.into_iter()
            && let Some((segment, places)) = found.find(|(_, places)| places.iter().any(contains))
        {
            path = path.join(&segment.into());
            place = places.into_iter().find(contains).unwrap_or(Place::Root);
        }
        path
    }
}
