//! Reads and changes the tags of a scene or a resource.
//!
//! Source of the notation: `ResourceFormatSaverTextInstance::save` in
//! `scene/resources/resource_format_text.cpp` of Godot 4.6 and 3.6; what engines read is measured in
//! Godot 3.2.3, 3.6.2 and 4.6.3.

use super::config::segment_name;
use super::edit::{Editor, Keys, key_of};
use super::references::{Index, Reference, Role, child_path};
use super::syntax::{Form, Header, Item, Node, Part, has_escapes};
use super::value::{Id, Section, mark, quoted};
use super::{TextDocument, TextError, TextKind};
use crate::change::EditError;
use crate::change::difference::{Change, MemberChanges, segment_of};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::{Kind, Path, Segment};
use std::collections::{HashMap, HashSet};
use std::iter::zip;
use std::mem;
use std::ops::Range;
use std::slice;

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

/// The attributes of new tags in the order of engines; Godot 3 has the path before the type.
const ATTRIBUTES: &[&str] = &[
    "name",
    "type",
    "uid",
    "path",
    "parent",
    "parent_id_path",
    "owner",
    "owner_uid_path",
    "index",
    "unique_id",
    "node_paths",
    "groups",
    "instance_placeholder",
    "instance",
    "signal",
    "from",
    "to",
    "method",
    "flags",
    "from_uid_path",
    "to_uid_path",
    "unbinds",
    "binds",
    "id",
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

/// Returns the attributes that are the key of a tag.
pub(super) fn key_attributes(name: &str, key: Option<AnyRef<'_>>) -> Vec<(&'static str, String)> {
    match (name, key.map(|key| (key, key.view()))) {
        ("node", Some((_, AnyView::Text(path)))) if path != "." => {
            let (parent, name) = path.rsplit_once('/').unwrap_or((".", path));
            vec![("name", quoted(name)), ("parent", quoted(parent))]
        }
        ("ext_resource" | "sub_resource", Some((key, _))) => vec![("id", key_of(key))],
        _ => Vec::new(),
    }
}

impl TextDocument {
    /// Returns the path of a setting that is written as engines do, such as `application/config/name`:
    /// the first name is the section, unless there is an entry with the whole name. A path with
    /// further segments can also lead to a key of a new section: its setting has to exist.
    #[doc(hidden)]
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
    #[doc(hidden)]
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

impl<'d> Editor<'d> {
    /// Changes the sections of a ConfigFile, or the tags of a resource.
    pub(super) fn sections(&mut self, changes: &[Change<'_>]) -> Result<(), EditError> {
        let document = self.document;
        let is_resource = document.is_resource();
        let mut sections = document.sections()?;
        let top = sections.remove(0);
        let tags = by_path(&sections);
        let own = |segment: &Segment| tags.get(slice::from_ref(segment));
        let mut members = MemberChanges::new(&changes.iter().collect::<Vec<_>>(), 0);
        if let Some(new) = members.replacement {
            self.keys(new, 0)?;
        }
        if is_resource {
            members = members.without_renames();
        }
        let (mut added, mut keys) = (Vec::new(), Vec::new());
        for (place, key, value) in mem::take(&mut members.added) {
            let name = self.name(key, 0)?;
            match document.grouping(name) {
                None => {
                    let message = format!("a scene or a resource has no [{name}]");
                    return Err(TextError::at(self.text, 0, message).into());
                }
                Some(Grouping::Once) if is_resource || value.kind() == Kind::Dictionary => {
                    added.push((name, None, value, place));
                }
                Some(Grouping::Once) => keys.push((place, key, value)),
                Some(_) => {
                    let tags = value.members();
                    added.extend(tags.map(|tag| (name, tag.key(), tag.value, place)));
                }
            }
        }
        members.added = keys;
        let names: HashSet<_> = members.removed.iter().map(|it| segment_name(it)).collect();
        let mut removed: HashSet<_> = HashSet::new();
        for section in sections.iter().filter(|it| names.contains(it.id.0)) {
            self.remove_section(section);
            removed.insert(section.id.0);
        }
        // A section hides a key before the first section that has the same name.
        let renamed = members
            .renamed
            .extract_if(.., |(segment, ..)| own(segment).is_some());
        for (segment, key, _) in renamed.collect::<Vec<_>>() {
            for section in own(segment).into_iter().flatten() {
                self.rename_section(section, self.name(Some(key), 0)?);
            }
            members.removed.push(segment);
            removed.insert(segment_name(segment));
        }
        let is_key = |name: &str| !removed.contains(name) || !top.fields(name).is_empty();
        members.removed.retain(|it| is_key(segment_name(it)));
        let inner = members
            .inner
            .extract_if(.., |(name, _)| is_resource || own(name).is_some());
        for (name, changes) in inner.collect::<Vec<_>>() {
            if let Some(tags) = own(name) {
                self.tag(tags, &changes, 1)?;
                continue;
            }
            let group = MemberChanges::new(&changes, 1).without_renames();
            if group.replacement.is_some() {
                let is_list = document.grouping(segment_name(name)) == Some(Grouping::List);
                let container = if is_list { "an Array" } else { "a Dictionary" };
                let message = format!("{} is {container}", segment_name(name));
                return Err(TextError::at(self.text, 0, message).into());
            }
            let find = |key: &Segment| {
                let tags = tags.get(&[name.clone(), key.clone()][..]);
                tags.ok_or(EditError::Root)
            };
            for key in group.removed {
                self.remove_section(document.single(find(key)?)?);
            }
            for (key, changes) in &group.inner {
                self.tag(find(key)?, changes, 2)?;
            }
            let tags = group.added.into_iter();
            added.extend(tags.map(|(place, key, tag)| (segment_name(name), key, tag, place)));
        }
        let keys = self.fields(&top, members, 0)?;
        self.add_fields(&top, keys);
        if is_resource {
            added.sort_by_key(|(name, ..)| rank(name));
        }
        let mut previous = None;
        for (name, key, value, place) in added {
            let path = [Segment::Name(name.to_owned()), Segment::Index(place)];
            let next = tags.get(&path[..]).filter(|_| key.is_none());
            let next = next
                .and_then(|tags| tags.first())
                .map(|tag| document.start(tag));
            self.add_section(name, key, value, previous.filter(|it| *it == name), next)?;
            previous = Some(name);
        }
        Ok(())
    }

    /// Changes a section or a tag.
    fn tag(
        &mut self,
        tags: &[&Section<'d>],
        changes: &[&Change<'_>],
        depth: usize,
    ) -> Result<(), EditError> {
        let section = self.document.single(tags)?;
        let members = MemberChanges::new(changes, depth);
        if let Some(new) = members.replacement {
            self.keys(new, self.document.start(section))?;
        }
        let keys = self.fields(section, members, depth)?;
        self.add_fields(section, keys);
        Ok(())
    }

    /// Returns whether a key in the value of a tag is that of an attribute.
    pub(super) fn is_attribute(&self, tag: &str, key: &str) -> bool {
        let mark = mark(tag);
        let name = key.strip_prefix(mark);
        self.document.is_resource()
            && name.is_some_and(|name| mark.is_empty() || !name.starts_with(mark))
    }

    /// Adds a section at the end of the text, or a tag after the last one that engines expect before
    /// it.
    fn add_section(
        &mut self,
        name: &str,
        key: Option<AnyRef<'_>>,
        value: AnyRef<'_>,
        previous: Option<&str>,
        next: Option<usize>,
    ) -> Result<(), TextError> {
        let (end, line_ending) = (self.document.syntax.end, self.line_ending);
        let keys = self.keys(value, end)?.into_iter();
        let (attributes, properties): (Keys<'_>, Keys<'_>) =
            keys.partition(|(key, _)| self.is_attribute(name, key));
        let attributes = attributes.into_iter();
        let attributes = attributes.map(|(key, value)| (self.unmarked(key), self.print(value)));
        let mut attributes: Vec<_> = attributes.collect();
        for completed in key_attributes(name, key) {
            if attributes.iter().all(|(name, _)| *name != completed.0) {
                attributes.push(completed);
            }
        }
        attributes.sort_by_key(|(attribute, _)| match *attribute {
            "path" if !has_escapes(self.document.layout) => 0,
            _ => ATTRIBUTES
                .iter()
                .position(|known| known == attribute)
                .unwrap_or(ATTRIBUTES.len()),
        });
        let is_resource = self.document.is_resource();
        let (blank, separator) = if is_resource {
            ("", " = ")
        } else {
            (line_ending, "=")
        };
        let mut text = "[".to_owned() + &self.escaped(name);
        for (name, value) in attributes {
            text.extend([" ", name, "=", &value]);
        }
        text.extend(["]", line_ending, blank]);
        for (key, value) in properties {
            text += &self.assignment(key, separator, value);
        }
        if let Some(next) = next {
            let place = self.line_start(next);
            self.replace(place..place, text);
            return Ok(());
        }
        if is_resource {
            self.insert_tag(name, name, text, previous);
            return Ok(());
        }
        let place = (end == 0 || self.text[..end].ends_with('\n')).then_some(end);
        if end > 0 {
            text.insert_str(0, line_ending);
        }
        self.add_lines(end, place, &text);
        Ok(())
    }

    /// Adds the text of a tag after the last tag that engines expect before one with the name `place`.
    pub(super) fn insert_tag(
        &mut self,
        place: &str,
        name: &str,
        mut text: String,
        previous: Option<&str>,
    ) {
        let mut anchor = None;
        let mut last = "";
        for part in &self.document.syntax.parts {
            if let Part::Header(header) = part {
                last = &header.name;
            }
            if rank(last) <= rank(place) {
                anchor = Some((part, last));
            }
        }
        let end = anchor.map_or(0, |(part, _)| part.range().end);
        let previous = previous.or(anchor.map(|(_, last)| last));
        let is_listed = matches!(name, "ext_resource" | "connection" | "editable");
        if !is_listed || previous != Some(name) {
            text.insert_str(0, self.line_ending);
        }
        self.add_lines(end, self.next_line(end), &text);
    }
}
