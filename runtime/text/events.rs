//! A pull parser of the text that engines write: values, ConfigFiles, scenes and resources.
//!
//! The parser yields events with byte ranges and never fails: [`Parser::fault`] keeps the first place
//! at which engines stop. After it, the parser yields what an engine would read if it went on. A strict
//! consumer calls [`Parser::require`], which turns the fault into an error.
//!
//! Sources: `VariantParser` in `core/variant/variant_parser.cpp` of Godot 4.6 and
//! `core/variant_parser.cpp` of Godot 3.6, `ConfigFile::_parse` in `core/io/config_file.cpp`; measured in
//! Godot 3.2.3, 3.6.2 and 4.6.3.

use crate::error::{ParseError, ParseErrorKind, is_identifier_part, leading, shortened};
use crate::{Layout, format};
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::ops::Range;

/// What a text has outside of values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Grammar {
    /// Values, each of which starts on its own line.
    Values,
    /// `[section]` and `key=value`, as `ConfigFile` reads them.
    Config,
    /// `[tag attribute=value]` and `property = value`, as in scenes and resources.
    Resource,
}

/// What is accepted in values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// What scripts and all engines accept. Scripts have strings in single and triple quotes,
    /// `^"path"`, `{name = 1}`, `# comments`, and the numbers `0x10`, `0b1`, `1_000`, `+1` and `.5`. Of
    /// `0x10` and `1_000`, engines read the leading digits as the value, and the rest as the start of
    /// the next key. A NUL ends the text.
    Scripts,
    /// What engines accept in files, where a NUL is white space.
    Files {
        /// Whether brackets have a backslash in names of sections, and quotes around them in names
        /// of properties: since Godot 4.
        has_escapes: bool,
    },
}

impl Dialect {
    /// Returns the dialect of the files that the engine of `layout` reads.
    pub fn for_files(layout: &Layout) -> Self {
        Self::Files {
            has_escapes: layout.text_style.has_name_keys(),
        }
    }

    fn is_of_scripts(self) -> bool {
        self == Self::Scripts
    }

    fn has_escapes(self) -> bool {
        matches!(self, Self::Files { has_escapes: true })
    }

    /// Replaces the escapes in the content of a string, and returns the range of the first invalid one,
    /// of which U+FFFD replaces the backslash and the letter.
    pub fn unescape(self, content: &str) -> (Cow<'_, str>, Option<Range<usize>>) {
        if !content.contains('\\') {
            return (content.into(), None);
        }
        let mut out = String::with_capacity(content.len());
        let mut invalid = None;
        let mut rest = content;
        while let Some((before, after)) = rest.split_once('\\') {
            let start = content.len() - rest.len() + before.len();
            out += before;
            let mut chars = after.chars();
            let (character, length) = match chars.next() {
                Some('a') if self.is_of_scripts() => (Some('\x07'), 1),
                Some('b') => (Some('\x08'), 1),
                Some('f') => (Some('\x0c'), 1),
                Some('n') => (Some('\n'), 1),
                Some('r') => (Some('\r'), 1),
                Some('t') => (Some('\t'), 1),
                Some('v') if self.is_of_scripts() => (Some('\x0b'), 1),
                Some('u') => utf16(after),
                Some('U') => match hex(&after[1..], 6) {
                    Ok(code) => (char::from_u32(code), 7),
                    Err(length) => (None, 1 + length),
                },
                // Engines drop the backslash of any other sequence, even of `\a` and `\v`, which scripts
                // have and engines print in NodePaths.
                Some(other) => (Some(other), other.len_utf8()),
                None => (None, 0),
            };
            out.push(character.unwrap_or('\u{fffd}'));
            rest = if character.is_some() {
                &after[length..]
            } else {
                invalid.get_or_insert(start..start + 1 + length);
                // Nothing that could have a meaning for another reader is lost.
                &after[length.min(1)..]
            };
        }
        out += rest;
        (out.into(), invalid)
    }
}

/// The meaning of an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EventKind {
    /// `[section]`; [`Parser::name`] has the name without escapes.
    Section,
    /// `[tag`, up to the name of a tag. Attributes and a `Close` follow.
    Tag,
    /// The name of a key, a property or an attribute, and `=`. [`Parser::name`] has the name without
    /// quotes, and without the white space and comments in it.
    Name,
    /// A colon: the value that ended before is the key of the next value.
    Colon,
    /// `[`.
    Array,
    /// `{`.
    Dictionary,
    /// The name of a constructor, and `(`.
    Call,
    /// `Array[` or `Dictionary[`. The declared types, a `Close` and a `Call` with the same name follow.
    Declared,
    /// The bracket that ends a tag or a container.
    Close,
    /// A string with its prefix and quotes.
    String {
        /// Whether the string has a backslash.
        has_escapes: bool,
    },
    /// An integer.
    Int,
    /// A number with a point or an exponent.
    Float,
    /// A word, such as `true` or the class of an Object; or a sign and a word, such as `-inf`.
    Word,
    /// A color such as `#ff0000`.
    Color,
}

/// A token with its range in the text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// What the token is.
    pub kind: EventKind,
    /// The offsets of the token in bytes. Of a constructor and a tag, only the name is in the range.
    pub range: Range<usize>,
}

/// What follows the last event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A value, a key, a section or a tag outside of all values.
    Top,
    /// An attribute, or the end of a tag.
    Attribute,
    /// A value, or the end of a container.
    Value,
    /// A separator, or the end of a container.
    Separator,
    /// The parenthesis after declared types.
    Arguments,
}

/// A container or a tag without its end.
#[derive(Debug, Clone)]
struct OpenContainer {
    kind: EventKind,
    close: u8,
    /// Whether the next value has a key.
    has_key: bool,
    /// The name of a constructor.
    name: Range<usize>,
}

/// A pull parser of engine text.
#[derive(Debug, Clone)]
pub struct Parser<'t> {
    text: &'t str,
    offset: usize,
    grammar: Grammar,
    dialect: Dialect,
    place: Place,
    open: Vec<OpenContainer>,
    name: Cow<'t, str>,
    fault: Option<(usize, ParseErrorKind)>,
    /// Whether nothing can be read after the fault.
    is_lost: bool,
    /// The end of the last value, section or tag at the top.
    last: Option<usize>,
    /// The start of an unfinished key at the end, or the length of the text.
    end: usize,
    /// Whether the last tag can have properties.
    accepts_properties: bool,
    /// Whether the text has had the tag `resource`, which cannot be repeated.
    has_resource: bool,
}

const PROPERTY: &str = "a tag, or a property name as one word or in quotes";

impl<'t> Parser<'t> {
    /// Creates a parser of a whole text. In files, a byte order mark is skipped.
    pub fn new(text: &'t str, grammar: Grammar, dialect: Dialect) -> Self {
        let content = match dialect {
            Dialect::Scripts => text,
            Dialect::Files { .. } => text.trim_start_matches('\u{feff}'),
        };
        let start = text.len() - content.len();
        let parser = Self::within(text, start..text.len(), grammar, dialect);
        Self {
            last: None,
            ..parser
        }
    }

    /// Creates a parser of a part of a text. The part starts with a value, a section or a tag.
    pub fn within(text: &'t str, range: Range<usize>, grammar: Grammar, dialect: Dialect) -> Self {
        let text = text.get(..range.end).unwrap_or(text);
        Self {
            text,
            offset: range.start,
            grammar,
            dialect,
            place: Place::Top,
            open: Vec::new(),
            name: Cow::Borrowed(""),
            fault: None,
            is_lost: false,
            last: (grammar == Grammar::Resource && range.start > 0).then_some(range.start),
            end: text.len(),
            accepts_properties: false,
            has_resource: false,
        }
    }

    /// Returns the dialect of values.
    pub fn dialect(&self) -> Dialect {
        self.dialect
    }

    /// Returns the offset of the next byte.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the number of open containers and tags.
    pub fn depth(&self) -> usize {
        self.open.len()
    }

    /// Returns the name in the last `Section` or `Name`.
    pub fn name(&self) -> &Cow<'t, str> {
        &self.name
    }

    /// Returns the start of an unfinished key at the end, which engines ignore, or the length of the
    /// text.
    pub fn end(&self) -> usize {
        self.end
    }

    /// Returns whether the parser stopped before the end of the text.
    pub fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns the first place at which engines stop, and the error there.
    #[inline]
    pub fn fault(&self) -> Option<(usize, ParseError)> {
        let (offset, kind) = self.fault.as_ref()?;
        Some((*offset, self.error(*offset, kind.clone())))
    }

    /// Returns the next event, or the error at which engines stop.
    ///
    /// # Errors
    ///
    /// Returns the first fault, or an error if the text ends.
    #[inline]
    pub fn require(&mut self) -> Result<Event, ParseError> {
        match self.next() {
            Some(event) if self.fault.is_none() => Ok(event),
            _ => Err(self.stopped()),
        }
    }

    #[cold]
    fn stopped(&self) -> ParseError {
        match self.fault() {
            Some((_, error)) => error,
            None => self.unexpected(self.offset, "a value"),
        }
    }

    /// Returns the next event, or `None` at the end of the text.
    ///
    /// After a fault, events are those that an engine could read if it went on.
    #[allow(
        clippy::should_implement_trait,
        reason = "not fused: a consumer reads the fault"
    )]
    #[inline]
    pub fn next(&mut self) -> Option<Event> {
        if self.is_lost {
            return None;
        }
        let mut next = self.peek();
        if self.place == Place::Separator {
            self.place = Place::Value;
            let frame = self.open.last_mut()?;
            let lacks_key = frame.kind == EventKind::Dictionary && !frame.has_key;
            match next {
                Some(b':') if frame.close != b']' && !frame.has_key => {
                    frame.has_key = true;
                    return Some(self.event(EventKind::Colon, 1));
                }
                Some(b',') if !lacks_key => {
                    frame.has_key = false;
                    self.offset += 1;
                    next = self.peek();
                    // Fast path: packed arrays have many numbers.
                    if let Some(b'-' | b'0'..=b'9') = next {
                        let start = self.offset;
                        let kind = self.number();
                        self.place = Place::Separator;
                        let range = start..self.offset;
                        return Some(Event { kind, range });
                    }
                }
                Some(close) if close == frame.close && !lacks_key => {
                    frame.has_key = false;
                }
                _ => self.missing_separator(),
            }
        } else if self.place != Place::Value {
            return self.outside(next);
        }
        self.value(next)
    }

    #[cold]
    fn missing_separator(&mut self) {
        let (kind, close) = self
            .open
            .last()
            .map_or((EventKind::Array, b']'), |it| (it.kind, it.close));
        let lacks_key = kind == EventKind::Dictionary && !self.has_key();
        self.expected(if lacks_key {
            "`:` after the key".into()
        } else {
            format!("`,` or `{}`", char::from(close)).into()
        });
        if let Some(frame) = self.open.last_mut() {
            frame.has_key = false;
        }
    }

    fn has_key(&self) -> bool {
        self.open.last().is_some_and(|frame| frame.has_key)
    }

    #[inline]
    fn event(&mut self, kind: EventKind, length: usize) -> Event {
        let start = self.offset;
        self.offset += length;
        let range = start..self.offset;
        Event { kind, range }
    }

    /// Reads the start of a value, or the end of a container.
    fn value(&mut self, next: Option<u8>) -> Option<Event> {
        let start = self.offset;
        let kind = match next {
            Some(b'"') => self.string(start)?,
            Some(b'-' | b'0'..=b'9') => self.number(),
            Some(b'[') => return self.open(EventKind::Array, b']', start..start),
            Some(b'{') => return self.open(EventKind::Dictionary, b'}', start..start),
            Some(close @ (b']' | b'}' | b')')) => return self.close(close),
            Some(c) if c.is_ascii_alphabetic() || c == b'_' || !c.is_ascii() => {
                return self.word();
            }
            Some(b'\'') if self.dialect.is_of_scripts() => self.string(start)?,
            Some(b'&' | b'@') => self.prefixed()?,
            Some(b'^') if self.dialect.is_of_scripts() => self.prefixed()?,
            Some(b'+' | b'.') if self.dialect.is_of_scripts() => self.number(),
            Some(b'#') => self.color(),
            Some(b',' | b':') if !self.open.is_empty() => {
                self.expected("a value".into());
                let mut next = next;
                while let Some(b',' | b':') = next {
                    self.offset += 1;
                    next = self.peek();
                }
                return self.value(next);
            }
            _ => return self.lose("a value"),
        };
        self.ended();
        let range = start..self.offset;
        Some(Event { kind, range })
    }

    /// Notes that a value or a tag has ended.
    #[inline]
    fn ended(&mut self) {
        self.place = match self.open.last() {
            Some(frame) if frame.kind == EventKind::Tag => Place::Attribute,
            Some(_) => Place::Separator,
            None => {
                self.last = Some(self.offset);
                Place::Top
            }
        };
    }

    /// Opens a container at its bracket, which follows white space.
    fn open(&mut self, kind: EventKind, close: u8, name: Range<usize>) -> Option<Event> {
        // Typed containers are on the stack twice: as a constructor and as brackets.
        if self.open.len() > 2 * format::MAX_DEPTH as usize {
            let limit = format::MAX_DEPTH;
            self.set_fault(self.offset, ParseErrorKind::TooDeep { limit });
            self.is_lost = true;
            return None;
        }
        self.offset += 1;
        let range = match kind {
            EventKind::Array | EventKind::Dictionary => self.offset - 1..self.offset,
            _ => name.clone(),
        };
        self.open.push(OpenContainer {
            kind,
            close,
            has_key: false,
            name,
        });
        self.place = Place::Value;
        Some(Event { kind, range })
    }

    fn close(&mut self, close: u8) -> Option<Event> {
        let frame = self.open.pop_if(|frame| frame.close == close);
        let Some(frame) = frame else {
            return self.lose("a value");
        };
        if frame.has_key {
            self.expected("a value".into());
        }
        let event = self.event(EventKind::Close, 1);
        if frame.kind == EventKind::Declared {
            // The `Call` that follows has the same name.
            self.open.push(frame);
            self.place = Place::Arguments;
        } else {
            self.ended();
        }
        Some(event)
    }

    /// Reads what follows outside of values, in tags and after declared types.
    fn outside(&mut self, next: Option<u8>) -> Option<Event> {
        match (self.place, self.grammar) {
            (Place::Attribute, _) => self.attribute(next),
            (Place::Arguments, _) => {
                let name = self.open.pop().map_or(0..0, |frame| frame.name);
                if next == Some(b'(') {
                    return self.open(EventKind::Call, b')', name);
                }
                self.expected("`(` after the declared types".into());
                self.ended();
                self.next()
            }
            (_, Grammar::Values) => self.first(next),
            _ => self.key(),
        }
    }

    /// Reads the start of a value that is not in another one.
    fn first(&mut self, mut next: Option<u8>) -> Option<Event> {
        while next == Some(b'#') && color(self.rest()).is_none() {
            self.skip_line();
            next = self.peek();
        }
        next?;
        if let Some(last) = self.last
            && !self.text[last..self.offset].contains('\n')
        {
            self.expected("a line break after the value".into());
        }
        self.value(next)
    }

    /// Reads an attribute up to `=`, or the end of a tag.
    fn attribute(&mut self, mut next: Option<u8>) -> Option<Event> {
        loop {
            let start = self.offset;
            let name = self.identifier();
            if name.is_empty() {
                if next != Some(b']') {
                    return self.lose("an attribute or `]`");
                }
                self.open.pop();
                let event = self.event(EventKind::Close, 1);
                self.ended();
                return Some(event);
            }
            let range = start..self.offset;
            next = self.peek();
            if next == Some(b'=') {
                self.offset += 1;
                self.name = name.into();
                self.place = Place::Value;
                let kind = EventKind::Name;
                return Some(Event { kind, range });
            }
            self.expected("`=` after the name of the attribute".into());
        }
    }

    /// Reads the name of a key up to `=`, a section, or the start of a tag.
    ///
    /// Engines skip white space and comments in names without quotes, and a string replaces what
    /// precedes it. In a resource, where a line of a merge conflict or a stray character would turn
    /// the tag after it into a property, a name is one word or one string.
    fn key(&mut self) -> Option<Event> {
        let text = self.text;
        let mut key = Cow::Borrowed("");
        let mut range: Option<Range<usize>> = None;
        loop {
            let rest = &text[self.offset..];
            let start = self.offset;
            let Some(next) = rest.bytes().next() else {
                if let Some(range) = range {
                    self.check_property(range.start, &key);
                    self.end = range.start;
                }
                return None;
            };
            match next {
                b';' => {
                    self.skip_line();
                    continue;
                }
                b'[' if key.is_empty() => {
                    if let Some(range) = range {
                        self.check_property(range.start, "");
                    }
                    return self.header();
                }
                b'\0'..=b' ' => {
                    let blanks = rest.bytes().take_while(|byte| *byte <= b' ');
                    self.offset += blanks.count();
                    continue;
                }
                b'=' => {
                    let range = range.unwrap_or(start..start);
                    self.check_property(range.start, &key);
                    self.offset += 1;
                    self.name = key;
                    self.place = Place::Value;
                    let kind = EventKind::Name;
                    return Some(Event { kind, range });
                }
                b'"' => {
                    if let Some(range) = &range {
                        self.check_property(range.start, "");
                    }
                    self.string(start)?;
                    let content = &text[start + 1..self.offset - 1];
                    let (unescaped, invalid) = self.dialect.unescape(content);
                    if let Some(invalid) = invalid {
                        let escape = content[invalid.clone()].into();
                        let kind = ParseErrorKind::InvalidEscape { escape };
                        self.set_fault(start + 1 + invalid.start, kind);
                    }
                    key = unescaped;
                }
                _ => {
                    let is_end = |byte| byte <= b' ' || matches!(byte, b'=' | b';' | b'"');
                    let end = rest.bytes().position(is_end);
                    let word = &rest[..end.unwrap_or(rest.len())];
                    self.offset += word.len();
                    if let Some(range) = &range {
                        self.check_property(range.start, "");
                        key.to_mut().push_str(word);
                    } else {
                        key = word.into();
                    }
                }
            }
            range.get_or_insert(start..start).end = self.offset;
        }
    }

    /// Notes a name that is not the name of a property in a scene or a resource.
    fn check_property(&mut self, start: usize, key: &str) {
        if self.grammar != Grammar::Resource {
            return;
        }
        // Godot 3.2 writes brackets without quotes.
        let is_quoted = self.text[start..].starts_with('"');
        let has_bracket = self.dialect.has_escapes() && !is_quoted && key.contains(['[', ']']);
        let is_marker = |it: &[u8]| matches!(it, b"<<<<<<<" | b"|||||||" | b">>>>>>>");
        let may_have_marker = key.bytes().any(|byte| matches!(byte, b'<' | b'|' | b'>'));
        let has_marker = may_have_marker && key.as_bytes().windows(7).any(is_marker);
        let is_name = !key.is_empty() && !has_bracket && !has_marker;
        if !self.accepts_properties {
            self.expected_at(start, "a tag".into());
        } else if !is_name {
            self.expected_at(start, PROPERTY.into());
        }
    }

    /// Reads a section, or the start of a tag.
    fn header(&mut self) -> Option<Event> {
        self.offset += 1;
        if self.grammar == Grammar::Resource {
            return self.tag();
        }
        let start = self.offset;
        let has_escapes = self.dialect.has_escapes();
        let mut is_escaped = false;
        let end = self.rest().find(|c| {
            let is_end = c == ']' && !is_escaped;
            is_escaped = has_escapes && c == '\\';
            is_end
        });
        let Some(end) = end else {
            return self.lose("the name of a section and `]`");
        };
        let name = self.rest()[..end].trim_matches(|c| c <= ' ');
        self.name = if has_escapes && name.contains('\\') {
            name.replace("\\]", "]").into()
        } else {
            name.into()
        };
        self.offset += end + 1;
        self.ended();
        let (kind, range) = (EventKind::Section, start..self.offset - 1);
        Some(Event { kind, range })
    }

    /// Reads the name of a tag.
    fn tag(&mut self) -> Option<Event> {
        let next = self.peek();
        let start = self.offset;
        let mut end = start;
        while !self.identifier().is_empty() {
            end = self.offset;
            if !self.rest().starts_with(['.', ':']) {
                break;
            }
            self.offset += 1;
        }
        self.offset = end;
        let name = &self.text[start..end];
        let is_first = self.last.is_none();
        let is_expected = match name {
            "gd_resource" | "gd_scene" => is_first,
            "resource" => !is_first && !self.has_resource,
            "ext_resource" | "sub_resource" | "node" | "connection" | "editable" => !is_first,
            _ => false,
        };
        if !is_expected {
            self.expected_at(start, "the name of a tag that engines accept here".into());
        }
        if name.is_empty() && next != Some(b']') {
            return self.lose("the name of a tag");
        }
        self.has_resource |= name == "resource";
        self.accepts_properties = matches!(name, "sub_resource" | "resource" | "node");
        self.open.push(OpenContainer {
            kind: EventKind::Tag,
            close: b']',
            has_key: false,
            name: start..end,
        });
        self.place = Place::Attribute;
        let (kind, range) = (EventKind::Tag, start..end);
        Some(Event { kind, range })
    }

    /// Consumes a string with its prefix.
    fn prefixed(&mut self) -> Option<EventKind> {
        let start = self.offset;
        match self.text.as_bytes().get(start + 1) {
            Some(b'"') => {}
            Some(b'\'') if self.dialect.is_of_scripts() => {}
            _ if self.dialect.is_of_scripts() => {
                self.offset += 1;
                return self.lose("a string");
            }
            _ => return self.lose("a value"),
        }
        self.string(start + 1)
    }

    /// Consumes a string from its quote on.
    fn string(&mut self, start: usize) -> Option<EventKind> {
        let bytes = self.text.as_bytes();
        let quote = *bytes.get(start)?;
        let is_triple = self.dialect.is_of_scripts()
            && bytes
                .get(start..start + 3)
                .is_some_and(|it| it == [quote; 3]);
        let length = if is_triple { 3 } else { 1 };
        let mut has_escapes = false;
        let mut offset = start + length;
        loop {
            let rest = bytes.get(offset..).unwrap_or_default();
            let Some(plain) = rest
                .iter()
                .position(|byte| *byte == quote || *byte == b'\\')
            else {
                let expected = "the closing quote of this string".into();
                let found = "the end of the text".into();
                let kind = ParseErrorKind::Unexpected { expected, found };
                self.set_fault(self.offset, kind);
                self.is_lost = true;
                return None;
            };
            offset += plain;
            match rest[plain] {
                b'\\' => {
                    has_escapes = true;
                    offset += 2;
                }
                _ if length == 1 || rest[plain..].starts_with(&[quote; 3]) => {
                    self.offset = offset + length;
                    return Some(EventKind::String { has_escapes });
                }
                _ => offset += 1,
            }
        }
    }

    /// Consumes a number.
    fn number(&mut self) -> EventKind {
        let bytes = self.text.as_bytes();
        let byte = |at: usize| bytes.get(at).copied().unwrap_or_default();
        let digits = |mut at: usize| {
            while byte(at).is_ascii_digit() {
                at += 1;
            }
            at
        };
        let start = self.offset;
        let first = start + usize::from(matches!(byte(start), b'-' | b'+'));
        let mut end = digits(first);
        let mut kind = EventKind::Int;
        if end == first && byte(end) != b'.' {
            return self.signed_word(first);
        }
        if byte(end) == b'.' {
            kind = EventKind::Float;
            end = digits(end + 1);
        }
        if matches!(byte(end), b'e' | b'E') {
            kind = EventKind::Float;
            end += 1;
            end = digits(end + usize::from(matches!(byte(end), b'-' | b'+')));
        }
        self.offset = end;
        // Most numbers end before a separator.
        if matches!(
            byte(end),
            b',' | b' ' | b')' | b']' | b'}' | b'\n' | b'\r' | 0
        ) {
            return kind;
        }
        self.rest_of_number(start, first, kind)
    }

    /// Consumes the rest of a number that is not decimal, or notes that engines do not.
    fn rest_of_number(&mut self, start: usize, first: usize, kind: EventKind) -> EventKind {
        let is_rest = |c: char| is_identifier_part(c) || matches!(c, '.' | '+' | '-');
        if !self.rest().starts_with(is_rest) {
            return kind;
        }
        if !self.dialect.is_of_scripts() {
            self.expected_at(start, "a decimal number".into());
            return kind;
        }
        // Invalid digits are a part of the number, so that errors contain it completely.
        let unsigned = &self.text[first..];
        let has_prefix =
            unsigned.starts_with('0') && unsigned[1..].starts_with(['x', 'X', 'b', 'B']);
        let mut previous = '\0';
        let number = leading(unsigned, |c| {
            let is_sign = !has_prefix && matches!(previous, 'e' | 'E') && "+-".contains(c);
            previous = c;
            is_identifier_part(c) || c == '.' || is_sign
        });
        self.offset = first + number.len();
        if !has_prefix && number.contains(['.', 'e', 'E']) {
            EventKind::Float
        } else {
            EventKind::Int
        }
    }

    /// Consumes a word after a sign, such as `inf` in `-inf`.
    fn signed_word(&mut self, first: usize) -> EventKind {
        let word = leading(&self.text[first..], is_identifier_part);
        self.offset = first + word.len();
        // `var2str` of Godot 3 appends `.0` to minus infinity.
        if self.dialect.is_of_scripts() && self.rest().starts_with(".0") {
            self.offset += 2;
        }
        if word.is_empty() || !self.dialect.is_of_scripts() && word != "inf" {
            self.expected_at(first - 1, "a value".into());
        }
        EventKind::Word
    }

    /// Reads a word, or the start of a constructor.
    fn word(&mut self) -> Option<Event> {
        let start = self.offset;
        let bytes = self.text.as_bytes()[start..].iter();
        let is_part = |byte: &&u8| byte.is_ascii_alphanumeric() || **byte == b'_';
        self.offset += bytes.take_while(is_part).count();
        if self.rest().starts_with(|c: char| !c.is_ascii()) {
            self.offset = start + leading(&self.text[start..], is_identifier_part).len();
        }
        // A constant such as `Vector2.ZERO`, or `inf.0` in text of Godot 3.
        if self.dialect.is_of_scripts() && self.rest().starts_with('.') {
            let member = leading(&self.rest()[1..], is_identifier_part);
            self.offset += 1 + member.len();
        }
        let range = start..self.offset;
        let word = &self.text[range.clone()];
        if word.is_empty() {
            return self.lose("a value");
        }
        if !self.dialect.is_of_scripts() && !word.is_ascii() {
            self.expected_at(start, "a value".into());
        }
        let end = self.offset;
        let kind = match self.peek() {
            Some(b'(') if !is_constant(word) => {
                return self.open(EventKind::Call, b')', range);
            }
            Some(b'[') if matches!(word, "Array" | "Dictionary") => {
                return self.open(EventKind::Declared, b']', range);
            }
            Some(b'=') if self.dialect.is_of_scripts() && self.is_at_key() => {
                self.offset += 1;
                self.name = word.into();
                if let Some(frame) = self.open.last_mut() {
                    frame.has_key = true;
                }
                let kind = EventKind::Name;
                return Some(Event { kind, range });
            }
            _ => EventKind::Word,
        };
        // In files, other words are only classes of Objects and declared types.
        let is_class = || {
            self.open.last().is_some_and(|frame| match frame.kind {
                EventKind::Call => !frame.has_key && &self.text[frame.name.clone()] == "Object",
                kind => kind == EventKind::Declared,
            })
        };
        self.offset = end;
        if !self.dialect.is_of_scripts() && !is_constant(word) && !is_class() {
            self.expected_at(start, "a value".into());
        }
        self.ended();
        Some(Event { kind, range })
    }

    fn is_at_key(&self) -> bool {
        let frame = self.open.last();
        frame.is_some_and(|frame| frame.kind == EventKind::Dictionary && !frame.has_key)
    }

    /// Consumes a color. Engines read one with other digits as another color.
    fn color(&mut self) -> EventKind {
        if color(self.rest()).is_none() {
            self.expected("a value".into());
        }
        let digits = self.rest()[1..].bytes();
        self.offset += 1 + digits.take_while(u8::is_ascii_hexdigit).count();
        EventKind::Color
    }

    /// Consumes a name of ASCII letters, digits and underscores, which can be empty.
    fn identifier(&mut self) -> &'t str {
        let rest = &self.text[self.offset..];
        let is_part = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_';
        let name = &rest[..rest.bytes().take_while(is_part).count()];
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            return "";
        }
        self.offset += name.len();
        name
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.offset += rest.find('\n').unwrap_or(rest.len());
    }

    /// Consumes white space and comments and returns the next byte without consuming it.
    #[inline]
    pub fn peek(&mut self) -> Option<u8> {
        match self.text.as_bytes().get(self.offset) {
            Some(next @ (b'!'..=b'"' | b'$'..=b':' | b'<'..=b'~')) => Some(*next),
            _ => self.skip_blanks(),
        }
    }

    fn skip_blanks(&mut self) -> Option<u8> {
        let bytes = self.text.as_bytes();
        loop {
            let next = *bytes.get(self.offset)?;
            match next {
                b'\0' if self.dialect.is_of_scripts() => return Some(next),
                b'\0'..=b' ' => self.offset += 1,
                b';' => self.skip_line(),
                b'#' if self.dialect.is_of_scripts() && color(self.rest()).is_none() => {
                    self.skip_line();
                }
                _ => return Some(next),
            }
        }
    }

    /// Stops at the next byte, if nothing can be read there.
    #[cold]
    fn lose<T>(&mut self, expected: &'static str) -> Option<T> {
        self.expected(expected.into());
        self.is_lost = true;
        None
    }

    #[cold]
    fn expected(&mut self, expected: Cow<'static, str>) {
        self.peek();
        self.expected_at(self.offset, expected);
    }

    #[cold]
    fn expected_at(&mut self, offset: usize, expected: Cow<'static, str>) {
        if self.fault.is_none() {
            let found = self.found(offset);
            self.fault = Some((offset, ParseErrorKind::Unexpected { expected, found }));
        }
    }

    #[cold]
    fn set_fault(&mut self, offset: usize, kind: ParseErrorKind) {
        self.fault.get_or_insert((offset, kind));
    }

    /// Creates an error at `offset`.
    #[cold]
    pub fn error(&self, offset: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::at(self.text, offset, kind)
    }

    /// Creates the error for what the text has at `offset` instead of what is expected.
    #[cold]
    pub fn unexpected(&self, offset: usize, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let expected = expected.into();
        let found = self.found(offset);
        self.error(offset, ParseErrorKind::Unexpected { expected, found })
    }

    /// Describes the token at `offset`.
    fn found(&self, offset: usize) -> String {
        let rest = self.text.get(offset..).unwrap_or_default();
        let is_part = |c: char| is_identifier_part(c) || "+-.#".contains(c);
        match rest.chars().next() {
            None => "the end of the text".into(),
            Some('"' | '\'') => "a string".into(),
            Some(c) if is_part(c) => shortened(leading(rest, is_part)),
            Some(c) => format!("`{c}`"),
        }
    }
}

/// Returns whether engines read `word` as a value.
fn is_constant(word: &str) -> bool {
    matches!(
        word,
        "null" | "nil" | "true" | "false" | "inf" | "nan" | "inf_neg"
    )
}

/// Returns the digits of a color after `#`, such as `ff0000`; any other `#` starts a comment.
pub fn color(text: &str) -> Option<&str> {
    let word = leading(text.strip_prefix('#')?, is_identifier_part);
    let is_color = matches!(word.len(), 3 | 4 | 6 | 8);
    (is_color && word.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(word)
}

/// The dialect of files in which names of sections can have escapes.
pub const FILES: Dialect = Dialect::Files { has_escapes: true };

/// Returns the content of a string in double quotes, without its prefix and escapes, or the source of
/// any other token.
pub fn content(source: &str) -> Cow<'_, str> {
    let quoted = source.trim_start_matches(['&', '@', '^']);
    let inner = quoted.strip_prefix('"').and_then(|it| it.strip_suffix('"'));
    inner.map_or(source.into(), |inner| FILES.unescape(inner).0)
}

/// Reads `u`, four digits and, after a high surrogate, the escape of the low surrogate.
fn utf16(text: &str) -> (Option<char>, usize) {
    let first = match hex(&text[1..], 4) {
        Ok(first) => first,
        Err(length) => return (None, 1 + length),
    };
    if !(0xd800..0xdc00).contains(&first) {
        return (char::from_u32(first), 5);
    }
    let Some(low) = text[5..].strip_prefix("\\u") else {
        return (None, 5);
    };
    match hex(low, 4) {
        Ok(second @ 0xdc00..0xe000) => {
            let code = 0x1_0000 + ((first - 0xd800) << 10) + (second - 0xdc00);
            (char::from_u32(code), 11)
        }
        Ok(_) => (None, 11),
        Err(length) => (None, 7 + length),
    }
}

/// Reads `digits` hexadecimal digits, or returns the length up to and with the first other character.
fn hex(text: &str, digits: usize) -> Result<u32, usize> {
    let mut number = 0;
    let mut chars = text.char_indices();
    for _ in 0..digits {
        let (at, c) = chars.next().ok_or(text.len())?;
        number = number << 4 | c.to_digit(16).ok_or(at + c.len_utf8())?;
    }
    Ok(number)
}

#[cfg(test)]
mod tests;
