//! Changes the keys and the lines of sections.
//!
//! Source of the notation: `ConfigFile::_internal_save` in `core/io/config_file.cpp` and
//! `String::property_name_encode` in `core/string/ustring.cpp` of Godot 4.6.

use super::edit::{Editor, paired};
use super::syntax::{Part, has_escapes};
use super::value::{Section, quoted};
use super::{TextError, TextKind};
use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyView};
use std::collections::HashMap;

/// Keys with their values, in order.
pub(super) type Keys<'v> = Vec<(&'v str, AnyRef<'v>)>;

impl<'d> Editor<'d> {
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
    pub(super) fn properties(&mut self, section: &Section<'d>, olds: Keys<'_>, news: Keys<'_>) {
        let olds: HashMap<_, _> = olds.into_iter().collect();
        let (changes, added) = paired(section.keys.clone(), news, true);
        for (key, parts, new) in changes {
            match (parts.last(), olds.get(key), new) {
                (Some(Part::Entry(_, _, node)), Some(old), Some((name, new))) => {
                    for part in parts.iter().filter(|_| name != key) {
                        if let Part::Entry(_, range, _) = part {
                            self.replace(range.clone(), key_text(name));
                        }
                    }
                    self.value(node, *old, new);
                }
                _ => {
                    for part in parts {
                        self.remove(part.range(), true);
                    }
                }
            }
        }
        if added.is_empty() {
            return;
        }
        let document = self.document;
        let parts = section
            .runs
            .last()
            .map(|run| &document.syntax.parts[run.clone()]);
        let anchor = parts.and_then(<[Part]>::last);
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
        let added = added.into_iter();
        let assignments = added.map(|(key, value)| self.assignment(key, separator, value));
        let text: String = assignments.collect();
        let Some(anchor) = anchor else {
            let place = self.line_start(document.start(section));
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
        for run in &section.runs {
            let parts = &self.document.syntax.parts[run.clone()];
            let [Some(first), Some(last)] = [parts.first(), parts.last()] else {
                continue;
            };
            let (start, mut end) = (first.range().start, last.range().end);
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
    pub(super) fn rename_section(&mut self, section: &Section<'_>, name: &str) {
        for run in &section.runs {
            let header = &self.document.syntax.parts[run.start];
            self.replace(header.range(), format!("[{}]", self.escaped(name)));
        }
    }

    /// Returns the name of a section as a header contains it.
    pub(super) fn escaped(&self, name: &str) -> String {
        if has_escapes(self.document.layout) {
            name.replace(']', "\\]")
        } else {
            name.to_owned()
        }
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
