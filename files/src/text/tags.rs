//! Changes sections of ConfigFiles and tags of scenes and resources.

use super::TextError;
use super::edit::{Editor, Keys, key_of};
use super::resource::{Grouping, by_path, rank};
use super::syntax::{Part, has_escapes};
use super::value::{Section, mark, quoted, segment_name};
use crate::change::EditError;
use crate::change::difference::{Change, MemberChanges};
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Kind, Segment};
use std::collections::HashSet;
use std::mem;
use std::slice;

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
        for (_, key, value) in mem::take(&mut members.added) {
            let name = self.name(key, 0)?;
            match document.grouping(name) {
                None => {
                    let message = format!("a scene or a resource has no [{name}]");
                    return Err(TextError::at(self.text, 0, message).into());
                }
                Some(Grouping::Once) if is_resource || value.kind() == Kind::Dictionary => {
                    added.push((name, None, value, None));
                }
                Some(Grouping::Once) => keys.push((0, key, value)),
                Some(_) => {
                    let tags = value.members();
                    added.extend(tags.map(|tag| (name, tag.key(), tag.value, None)));
                }
            }
        }
        members.added = keys;
        let names: HashSet<_> = members.removed.iter().map(|it| segment_name(it)).collect();
        for section in sections.iter().filter(|it| names.contains(it.id.0)) {
            self.remove_section(section);
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
        }
        let names: HashSet<_> = sections.iter().map(|it| it.id.0).collect();
        let is_key = |name: &str| !names.contains(name) || !top.fields(name).is_empty();
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
            for (place, key, tag) in group.added {
                let next = find(&Segment::Index(place)).ok().filter(|_| key.is_none());
                let next = next.map(|tags| document.start(tags[0]));
                added.push((segment_name(name), key, tag, next));
            }
        }
        let keys = self.fields(&top, members, 0)?;
        self.add_fields(&top, keys);
        if is_resource {
            added.sort_by_key(|(name, ..)| rank(name));
        }
        let mut previous = None;
        for (name, key, value, next) in added {
            self.add_section(name, key, value, previous.filter(|it| *it == name), next)?;
            previous = Some(name);
        }
        Ok(())
    }

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

    /// Returns whether a key in a tag's value is an attribute.
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

/// Returns the attributes that are the key of a tag.
fn key_attributes(name: &str, key: Option<AnyRef<'_>>) -> Vec<(&'static str, String)> {
    match (name, key.map(|key| (key, key.view()))) {
        ("node", Some((_, AnyView::Text(path)))) if path != "." => {
            let (parent, name) = path.rsplit_once('/').unwrap_or((".", path));
            vec![("name", quoted(name)), ("parent", quoted(parent))]
        }
        ("ext_resource" | "sub_resource", Some((key, _))) => vec![("id", key_of(key))],
        _ => Vec::new(),
    }
}
