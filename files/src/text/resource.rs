//! Reads and changes the tags of a scene or a resource.
//!
//! Source of the notation: `ResourceFormatSaverTextInstance::save` in
//! `scene/resources/resource_format_text.cpp` of Godot 4.6 and 3.6; what engines read is measured in
//! Godot 3.2.3, 3.6.2 and 4.6.3.

use super::references::{Index, Reference, Role, child_path};
use super::syntax::{Form, Header, Item, Node};
use super::value::{Id, Section};
use super::{TextDocument, TextError, TextKind};
use crate::trail::segment_of;
use gdvariant::any::{AnyVariant, AnyView};
use gdvariant::{Path, Segment};
use std::collections::{HashMap, HashSet};
use std::iter::zip;
use std::ops::Range;

/// The names of tags in the order of engines, whether a name is in the value once, by the keys of
/// its tags, or as a list.
const TAGS: &[(&str, Grouping)] = &[
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

impl Section<'_> {
    pub(super) fn path(&self) -> Vec<Segment> {
        let mut path = vec![Segment::Name(self.id.0.into())];
        path.extend(self.key.as_ref().map(|key| segment_of(key.into())));
        path
    }
}

/// Returns the sections of each id.
pub(super) fn by_id<'s, 'd>(
    sections: &'s [Section<'d>],
) -> HashMap<&'s Id<'d>, Vec<&'s Section<'d>>> {
    let mut groups: HashMap<_, Vec<_>> = HashMap::new();
    for section in sections {
        groups.entry(&section.id).or_default().push(section);
    }
    groups
}

/// Returns the sections of each path.
pub(super) fn by_path<'s, 'd>(
    sections: &'s [Section<'d>],
) -> HashMap<Vec<Segment>, Vec<&'s Section<'d>>> {
    let groups = by_id(sections).into_values();
    groups.map(|tags| (tags[0].path(), tags)).collect()
}

/// Returns the position of a name in [`TAGS`], which has all names that are scanned.
pub(super) fn rank(name: &str) -> usize {
    let mut tags = TAGS.iter();
    tags.position(|(tag, _)| *tag == name).unwrap_or(TAGS.len())
}

impl TextDocument {
    /// Returns the path of a setting that is written as engines do, such as `application/config/name`:
    /// the first name is the section, unless there is an entry with the whole name. A path with
    /// further segments can also lead to a key of a new section: its setting has to exist.
    #[must_use]
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
            sections.any(|it| it.keys.iter().any(|(other, _)| other == key))
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
        let tags = self.sections()?;
        let groups = by_id(&tags);
        let fits = |(segment, own): (&Segment, Segment)| *segment == own || segment.is_pattern();
        for path in paths.filter(|path| path.segments().len() > 1) {
            let mut several = tags.iter().filter(|tag| groups[&tag.id].len() > 1);
            if let Some(tag) = several.find(|tag| zip(path.segments(), tag.path()).all(fits)) {
                return Err(self.several(&groups[&tag.id]));
            }
        }
        Ok(())
    }

    /// Returns the error for a path that matches several `tags`.
    pub(super) fn several(&self, tags: &[&Section<'_>]) -> TextError {
        let path: Path = tags[0].path().into_iter().collect();
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

    /// Returns the only one of the tags with a path.
    pub(super) fn single<'s, 'd>(
        &self,
        tags: &[&'s Section<'d>],
    ) -> Result<&'s Section<'d>, TextError> {
        match tags {
            [tag] => Ok(tag),
            _ => Err(self.several(tags)),
        }
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

    /// Returns the value of a text with sections.
    pub(super) fn sections_value(&self) -> Result<AnyVariant, TextError> {
        let mut sections = self.sections()?;
        let mut entries = self.entries(&sections.remove(0))?;
        if self.is_resource() {
            sections.sort_by_key(|section| rank(section.id.0));
        }
        let mut groups = by_id(&sections);
        for group in sections.chunk_by(|a, b| a.id.0 == b.id.0) {
            let mut members = Vec::new();
            for section in group {
                let mut values = Vec::new();
                for section in groups.remove(&section.id).unwrap_or_default() {
                    values.push(self.layout.new_dictionary(self.entries(section)?));
                }
                let value = match values.len() {
                    0 => continue,
                    1 => values.remove(0),
                    _ => self.layout.new_array(values),
                };
                members.push((section.key.clone(), value));
            }
            let name = group[0].id.0;
            let group = match self.grouping(name) {
                Some(Grouping::Keyed) => {
                    let tags = members.into_iter();
                    let tags = tags.filter_map(|(key, tag)| Some([key?, tag]));
                    self.layout.new_dictionary(tags)
                }
                Some(Grouping::List) => {
                    let tags = members.into_iter().map(|(_, tag)| tag);
                    self.layout.new_array(tags)
                }
                _ => members.remove(0).1,
            };
            entries.push([self.layout.new_string(name), group]);
        }
        Ok(self.layout.new_dictionary(entries))
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
        let [tags, changed_tags] = [self.sections()?, changed.sections()?];
        let source = |it: &Reference| &changed.text[it.range.clone()];
        let sources: HashSet<_> = found.iter().map(|it| source(it)).collect();
        let mut olds = HashMap::new();
        for old in &old.references {
            let source = &self.text[old.range.clone()];
            if sources.contains(source) {
                let place = (source, self.path_at(&tags, old));
                olds.entry(place).or_insert(old);
            }
        }
        for it in found {
            let place = (source(it), changed.path_at(&changed_tags, it));
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

    /// Returns the path of a reference.
    pub(super) fn path_at(&self, tags: &[Section<'_>], it: &Reference) -> Path {
        let range = &it.range;
        let contains = |it: Range<usize>| it.start <= range.start && range.end <= it.end;
        // The first section has no tag.
        let Some(tag) = tags.get(it.tag + 1) else {
            return Path::default();
        };
        let mut path = tag.path();
        let fields = tag
            .keys
            .iter()
            .flat_map(|(key, fields)| fields.iter().map(move |it| (key, it.1)));
        let mut fields = fields.filter(|(_, node)| contains(node.range.clone()));
        let Some((key, mut node)) = fields.next() else {
            return path.into_iter().collect();
        };
        path.push(Segment::Name(key.clone()));
        let find = |node: &'_ Node| {
            let items = &node.items;
            let index = items.partition_point(|item| item.value.range.end < range.end);
            let item = items.get(index)?;
            contains(item.start()..item.value.range.end).then_some(index)
        };
        while let Some(index) = find(node) {
            let is_array = matches!(node.form, Form::Array);
            let Item { key, value } = &node.items[index];
            node = value;
            match key {
                Some(key) => {
                    path.push(self.segment(&self.text[key.range.clone()]));
                    if contains(key.range.clone()) {
                        node = key;
                    }
                }
                None if is_array => path.push(Segment::Index(index)),
                None => {}
            }
        }
        path.into_iter().collect()
    }

    /// Returns the segment of a path for the text of a key.
    fn segment(&self, text: &str) -> Segment {
        let key = self.layout.parse(text);
        key.map_or(Segment::Key(text.into()), |key| segment_of((&key).into()))
    }
}
