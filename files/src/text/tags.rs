//! Changes sections of ConfigFiles and tags of scenes and resources.

use super::TextError;
use super::edit::{Added, Editor, Keys, key_of};
use super::syntax::{Grouping, Part, TAGS, has_escapes, rank};
use super::value::{Members, Place, Tree, mark, quoted, segment_name};
use gdvariant::any::{AnyRef, AnyView};
use gdvariant::{Kind, Segment};

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

impl Editor<'_> {
    /// Removes members of a section, a tag, a group or the text.
    pub(super) fn remove_all(
        &mut self,
        tree: &Tree<'_>,
        container: Place<'_>,
        removed: Vec<(&Segment, Vec<Place<'_>>)>,
    ) {
        for (segment, places) in removed {
            for place in places {
                match place {
                    Place::Value(Some(key), node) => {
                        let is_attribute = matches!(container, Place::Section(section)
                            if self.is_attribute(section.id.0, segment_name(segment)));
                        self.remove(key.start..node.range.end, !is_attribute);
                    }
                    Place::Section(section) => self.remove_section(section),
                    Place::Group(name) => {
                        for section in tree.group(name) {
                            self.remove_section(section);
                        }
                    }
                    _ => {}
                }
            }
        }
    }

    /// Adds members to a section, a tag, a group or the text.
    pub(super) fn add(
        &mut self,
        tree: &Tree<'_>,
        container: Place<'_>,
        own: &Members<'_>,
        added: Vec<Added<'_>>,
    ) -> Result<(), TextError> {
        let (document, is_resource) = (self.document, self.document.is_resource());
        let (section, is_root) = match container {
            Place::Section(section) => (section, false),
            _ => (&tree.sections[0], true),
        };
        let (mut keys, mut tags) = (Keys::new(), Vec::new());
        for (place, key, value) in added {
            if let Place::Group(name) = container {
                let next = own.get(&Segment::Index(place)).first();
                tags.push((name, key, value, next.copied()));
                continue;
            }
            let name = self.name(key)?;
            match document.grouping(name) {
                _ if !is_root => keys.push((name, value)),
                None => {
                    let names: Vec<_> = TAGS.iter().map(|(name, _)| *name).collect();
                    let names = names.join(", ");
                    return Err(TextError::from_message(format!(
                        "{name} is no tag of a scene or a resource; expected one of {names}"
                    )));
                }
                Some(Grouping::Once) if is_resource || value.kind() == Kind::Dictionary => {
                    tags.push((name, None, value, None));
                }
                Some(Grouping::Once) => keys.push((name, value)),
                Some(_) => {
                    let members = value.members();
                    tags.extend(members.map(|tag| (name, tag.key(), tag.value, None)));
                }
            }
        }
        self.add_fields(section, keys);
        if is_resource {
            tags.sort_by_key(|(name, ..)| rank(name));
        }
        let mut previous = None;
        for (name, key, value, next) in tags {
            let previous = previous.replace(name).filter(|it| *it == name);
            self.add_section(name, key, value, previous, next)?;
        }
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
        next: Option<Place<'_>>,
    ) -> Result<(), TextError> {
        let (end, line_ending) = (self.document.syntax.end, self.line_ending);
        let keys = self.keys(value)?.into_iter();
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
        if let Some(Place::Section(next)) = next {
            let place = self.line_start(self.document.start(next));
            self.replace(place..place, text);
            return Ok(());
        }
        if is_resource {
            self.insert_tag(name, text, previous);
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
    fn insert_tag(&mut self, name: &str, mut text: String, previous: Option<&str>) {
        let mut anchor = None;
        let mut last = "";
        for part in &self.document.syntax.parts {
            if let Part::Header(header) = part {
                last = &header.name;
            }
            if rank(last) <= rank(name) {
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
