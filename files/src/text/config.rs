//! Changes the sections and the keys of a ConfigFile.
//!
//! Source of the notation: `ConfigFile::_internal_save` in `core/io/config_file.cpp` and
//! `String::property_name_encode` in `core/string/ustring.cpp` of Godot 4.6.

use super::edit::{Editor, renamed};
use super::syntax::{Part, has_escapes};
use super::value::{Section, quoted};
use super::{TextError, TextKind};
use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyView};
use std::collections::{HashMap, HashSet};

/// Keys with their values, in order.
pub(super) type Keys<'v> = Vec<(&'v str, AnyRef<'v>)>;

impl Editor<'_> {
    /// Changes the sections and the keys of a ConfigFile.
    pub(super) fn config(&mut self, old: AnyRef<'_>, new: AnyRef<'_>) -> Result<(), TextError> {
        let (olds, news) = (self.keys(old, 0)?, self.keys(new, 0)?);
        let renamed = renamed(names(&olds), &names(&news));
        let olds: HashMap<_, _> = olds.into_iter().collect();
        let lookup: HashMap<_, _> = news.iter().copied().collect();
        let mut sections = self.document.sections();
        let mut top = sections.remove(0);
        let mut names: HashSet<_> = sections.iter().map(|section| section.name).collect();
        for section in &sections {
            let place = section.headers.first().map_or(0, |part| self.start(*part));
            let new_name = renamed.get(section.name).copied();
            let new_section = new_name.and_then(|name| lookup.get(name));
            let new_section = new_section.filter(|it| it.kind() == Kind::Dictionary);
            if let Some(name) = new_name.filter(|_| new_section.is_some()) {
                self.rename_section(section, name);
                names.insert(name);
            }
            let new_section = new_section.or(lookup.get(section.name));
            match (olds.get(section.name), new_section) {
                (Some(old), Some(new)) => {
                    let olds = self.keys(*old, place)?.into_iter().collect();
                    let news = self.keys(*new, place)?;
                    self.section(section, &olds, &news);
                }
                _ => self.remove_section(section),
            }
        }
        // A section hides a key before the first section that has the same name.
        let mut keys: HashSet<_> = top.keys.iter().map(|(key, _)| *key).collect();
        let new_keys = keys.iter().filter_map(|key| renamed.get(key)).copied();
        keys.extend(new_keys.collect::<Vec<_>>());
        let (top_news, added): (Keys<'_>, Keys<'_>) = news
            .into_iter()
            .filter(|(key, _)| !names.contains(key))
            .partition(|(key, value)| keys.contains(key) || value.kind() != Kind::Dictionary);
        top.keys
            .retain(|(key, _)| !names.contains(key) || !lookup.contains_key(key));
        self.section(&top, &olds, &top_news);
        for (name, value) in added {
            self.add_section(name, value)?;
        }
        Ok(())
    }

    fn start(&self, part: usize) -> usize {
        let part = self.document.syntax.parts.get(part);
        part.map_or(0, |part| part.range().start)
    }

    /// Returns the keys of a section or a tag, or of all of them.
    pub(super) fn keys<'v>(
        &self,
        section: AnyRef<'v>,
        place: usize,
    ) -> Result<Keys<'v>, TextError> {
        let error = |message: &str| Err(TextError::at(self.text, place, message.into()));
        if section.kind() != Kind::Dictionary {
            return error("a text with sections and each of its sections are Dictionaries");
        }
        let mut keys = Vec::new();
        for entry in section.members() {
            match entry.key().map(AnyRef::view) {
                Some(AnyView::Text(key)) if !key.is_empty() => keys.push((key, entry.value)),
                _ => {
                    return error("the names of keys and sections are nonempty Strings");
                }
            }
        }
        Ok(keys)
    }

    /// Changes the keys of a section.
    pub(super) fn section(
        &mut self,
        section: &Section<'_>,
        olds: &HashMap<&str, AnyRef<'_>>,
        news: &Keys<'_>,
    ) {
        let document = self.document;
        let mut added: HashMap<_, _> = news.iter().copied().collect();
        let keys = section.keys.iter().map(|(key, _)| *key).collect();
        let renamed = renamed(keys, &names(news));
        for (key, parts) in &section.keys {
            let node = parts.last().and_then(|part| document.node(*part));
            let mut new = added.remove(key);
            if let Some(name) = renamed.get(key) {
                for part in parts {
                    if let Some(Part::Entry(_, range, _)) = document.syntax.parts.get(*part) {
                        self.replace(range.clone(), key_text(name));
                    }
                }
                new = added.remove(name);
            }
            match (node, olds.get(key), new) {
                (Some(node), Some(old), Some(new)) => self.value(node, *old, new),
                _ => {
                    for part in parts
                        .iter()
                        .filter_map(|part| document.syntax.parts.get(*part))
                    {
                        self.remove(part.range(), true);
                    }
                }
            }
        }
        if added.is_empty() {
            return;
        }
        let anchor = section
            .last
            .and_then(|part| document.syntax.parts.get(part));
        let is_resource = document.kind() == TextKind::Resource;
        let default = if is_resource { " = " } else { "=" };
        let separator = match anchor {
            Some(Part::Entry(_, key, node)) => &self.text[key.end..node.range.start],
            _ => default,
        };
        let separator = match separator.trim_matches([' ', '\t']) {
            "=" => separator,
            _ => default,
        };
        let news = news.iter().filter(|(key, _)| added.contains_key(key));
        let assignments = news.map(|(key, value)| self.assignment(key, separator, *value));
        let text: String = assignments.collect();
        let Some(anchor) = anchor else {
            let place = self.line_start(self.start(0));
            self.replace(place..place, text + self.line_ending);
            return;
        };
        let end = anchor.range().end;
        let mut place = self.next_line(end);
        if let (Part::Header(..), Some(line), false) = (anchor, place, is_resource) {
            let is_blank = self.text[line..].trim_start_matches([' ', '\t', '\r']);
            place = if is_blank.starts_with('\n') {
                self.next_line(line)
            } else {
                place
            };
        }
        self.add_lines(end, place, &text);
    }

    /// Adds lines at `place`, or after the text that ends at `end`, if no line follows it.
    pub(super) fn add_lines(&mut self, end: usize, place: Option<usize>, lines: &str) {
        let start = if place.is_none() {
            self.line_ending
        } else {
            ""
        };
        let place = place.or(self.line_end(end)).unwrap_or(end);
        self.replace(place..place, start.to_owned() + lines);
    }

    /// Returns the start of the next line, if only a comment precedes it in this line.
    pub(super) fn next_line(&self, offset: usize) -> Option<usize> {
        let end = self.line_end(offset)?;
        self.text[end..]
            .find('\n')
            .map(|line_break| end + line_break + 1)
    }

    fn line_start(&self, offset: usize) -> usize {
        self.text[..offset]
            .rfind('\n')
            .map_or(0, |line_break| line_break + 1)
    }

    /// Removes the parts of a section, with their comments and the blank lines after them.
    pub(super) fn remove_section(&mut self, section: &Section<'_>) {
        let parts = &self.document.syntax.parts;
        for header in &section.headers {
            let mut end = self.start(*header);
            for (index, part) in parts.iter().enumerate().skip(*header) {
                match part {
                    Part::Header(next) if index > *header && !next.name.is_empty() => break,
                    _ => end = part.range().end,
                }
            }
            let start = self.start(*header);
            let start = start - self.indentation(start).map_or(0, str::len);
            let mut next = self.next_line(end);
            end = next.or(self.line_end(end)).unwrap_or(end);
            // The blank lines after a tag in a list separate the list from the next tags.
            if self.document.kind() == TextKind::Resource
                && !self.text[..start].ends_with(&self.line_ending.repeat(2))
            {
                next = None;
            }
            while let Some(line) = next {
                end = line;
                next = self
                    .next_line(line)
                    .filter(|next| self.text[line..*next].trim().is_empty());
            }
            self.replace(start..end, "");
        }
    }

    /// Changes the headers of a section.
    fn rename_section(&mut self, section: &Section<'_>, name: &str) {
        for header in &section.headers {
            if let Some(Part::Header(header)) = self.document.syntax.parts.get(*header) {
                self.replace(header.range.clone(), format!("[{}]", self.escaped(name)));
            }
        }
    }

    /// Returns the name of a section as a header contains it.
    fn escaped(&self, name: &str) -> String {
        if has_escapes(self.document.layout) {
            name.replace(']', "\\]")
        } else {
            name.to_owned()
        }
    }

    /// Adds a section at the end of the text, as the engine writes it.
    fn add_section(&mut self, name: &str, value: AnyRef<'_>) -> Result<(), TextError> {
        let (document, line_ending) = (self.document, self.line_ending);
        let end = document.syntax.end;
        let name = self.escaped(name);
        let has_line_break = self.text[..end].ends_with('\n');
        let start = match end {
            0 => String::new(),
            _ if has_line_break => line_ending.to_owned(),
            _ => line_ending.repeat(2),
        };
        let mut text = format!("{start}[{name}]{line_ending}{line_ending}");
        for (key, value) in self.keys(value, end)? {
            text += &self.assignment(key, "=", value);
        }
        self.replace(end..end, text);
        Ok(())
    }

    /// Returns the line of a key and its value.
    pub(super) fn assignment(&self, key: &str, separator: &str, value: AnyRef<'_>) -> String {
        let (key, value) = (key_text(key), self.print(value));
        format!("{key}{separator}{value}{}", self.line_ending)
    }
}

/// Returns a key as a line contains it.
fn key_text(key: &str) -> String {
    let is_plain = |c: char| c.is_ascii_graphic() && !"=\";[]".contains(c);
    if key.chars().all(is_plain) {
        key.to_owned()
    } else {
        quoted(key)
    }
}

fn names<'v>(keys: &Keys<'v>) -> Vec<&'v str> {
    keys.iter().map(|(name, _)| *name).collect()
}
