//! Changes the keys and the lines of sections.
//!
//! Source of the notation: `ConfigFile::_internal_save` in `core/io/config_file.cpp` and
//! `String::property_name_encode` in `core/string/ustring.cpp` of Godot 4.6.

use super::TextError;
use super::edit::{Editor, Keys};
use super::syntax::{Part, has_escapes};
use super::value::{Section, key_text};
use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyView};

impl Editor<'_> {
    /// Returns the keys of a section or a tag, or of all of them.
    pub(super) fn keys<'v>(&self, section: AnyRef<'v>) -> Result<Keys<'v>, TextError> {
        if section.kind() != Kind::Dictionary {
            return Err(self.wrong_type("a Dictionary", section));
        }
        let members = section.members();
        members
            .map(|entry| Ok((self.name(entry.key())?, entry.value)))
            .collect()
    }

    /// Returns the name of a new key or section.
    pub(super) fn name<'v>(&self, key: Option<AnyRef<'v>>) -> Result<&'v str, TextError> {
        match key.map(AnyRef::view) {
            Some(AnyView::Text(name)) if !name.is_empty() => Ok(name),
            _ => Err(self.error("the names of keys and sections are nonempty Strings")),
        }
    }

    /// Adds attributes to a tag and keys to a section.
    pub(super) fn add_fields(&mut self, section: &Section<'_>, added: Keys<'_>) {
        let tag = section.id.0;
        let added = added.into_iter();
        let (attributes, added): (Keys<'_>, Keys<'_>) =
            added.partition(|(key, _)| self.is_attribute(tag, key));
        let first = section.runs.first().map_or(0, |run| run.start);
        if let Some(Part::Header(header)) = self.document.syntax.parts.get(first) {
            let last = header.attributes.last();
            let end = last.map_or(header.range.end - 1, |(.., node)| node.range.end);
            for (key, value) in attributes {
                let text = format!(" {}={}", self.unmarked(key), self.print(value));
                self.replace(end..end, text);
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
        let is_resource = document.is_resource();
        let default = if is_resource { " = " } else { "=" };
        let own = match anchor {
            Some(Part::Entry(_, key, node)) => &self.text[key.end..node.range.start],
            _ => "",
        };
        let is_plain = own.trim_matches([' ', '\t']) == "=";
        let separator = if is_plain { own } else { default };
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
        if matches!(anchor, Part::Header(..)) && !is_resource {
            let is_blank = |line: &usize| {
                let rest = self.text[*line..].trim_start_matches([' ', '\t', '\r']);
                rest.starts_with('\n')
            };
            place = place
                .filter(is_blank)
                .and_then(|it| self.next_line(it))
                .or(place);
        }
        self.add_lines(end, place, &text);
    }

    /// Adds lines at `place`, or after the text that ends at `end`, if no line follows it.
    pub(super) fn add_lines(&mut self, end: usize, place: Option<usize>, lines: &str) {
        let start = place.map_or(self.line_ending, |_| "");
        let place = place.unwrap_or_else(|| self.after_line(end));
        self.replace(place..place, start.to_owned() + lines);
    }

    /// Returns the end of the line with its line break, or `offset` if something else follows it.
    pub(super) fn after_line(&self, offset: usize) -> usize {
        let end = self.next_line(offset).or(self.line_end(offset));
        end.unwrap_or(offset)
    }

    /// Returns the start of the next line, if only a comment precedes it in this line.
    pub(super) fn next_line(&self, offset: usize) -> Option<usize> {
        let end = self.line_end(offset)?;
        self.text[end..]
            .find('\n')
            .map(|line_break| end + line_break + 1)
    }

    /// Returns the start of a line, if only white space precedes the offset in it.
    pub(super) fn line_start(&self, offset: usize) -> usize {
        offset - self.indentation(offset).map_or(0, str::len)
    }

    /// Removes the parts of a section, with their comments and the blank lines after them.
    pub(super) fn remove_section(&mut self, section: &Section<'_>) {
        for run in &section.runs {
            let parts = &self.document.syntax.parts[run.clone()];
            let [Some(first), Some(last)] = [parts.first(), parts.last()] else {
                continue;
            };
            let (start, last) = (self.line_start(first.range().start), last.range().end);
            let mut end = self.after_line(last);
            let mut next = self.next_line(last);
            // The blank lines after a tag in a list separate the list from the next tags.
            if self.document.is_resource()
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

    /// Returns the name of a section as a header contains it.
    pub(super) fn escaped(&self, name: &str) -> String {
        if has_escapes(self.document.layout) {
            name.replace(']', "\\]")
        } else {
            name.to_owned()
        }
    }

    /// Returns the name for a key in the value.
    pub(super) fn unmarked<'k>(&self, key: &'k str) -> &'k str {
        let is_resource = self.document.is_resource();
        let name = key.strip_prefix('@').filter(|_| is_resource);
        name.unwrap_or(key)
    }

    /// Returns the line of a key and its value.
    pub(super) fn assignment(&self, key: &str, separator: &str, value: AnyRef<'_>) -> String {
        let (key, value) = (key_text(self.unmarked(key)), self.print(value));
        format!("{key}{separator}{value}{}", self.line_ending)
    }
}
