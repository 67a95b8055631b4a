//! Scans text into nodes with their positions. No value is created.
//!
//! Sources: `VariantParser::parse_tag_assign_eof` in `core/variant/variant_parser.cpp` of Godot 4.6
//! (`core/variant_parser.cpp` of Godot 3.6) and `ConfigFile::_parse` in `core/io/config_file.cpp`;
//! measured in Godot 3.2.3, 3.6.2 and 4.6.3.

use super::{TextError, TextKind};
use gdvariant::Kind;
use gdvariant::any::AnyView;
use gdvariant::format::MAX_DEPTH;
use gdvariant::schema::Layout;
use std::ops::Range;

/// A value, or a name in a constructor.
#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) range: Range<usize>,
    pub(crate) form: Form,
    /// The elements, entries or arguments; of consecutive atoms in a constructor only the first, so
    /// that packed arrays take little memory.
    pub(crate) items: Vec<Item>,
}

impl Node {
    /// Returns the keys and the values of the items, in order.
    pub(crate) fn children(&self) -> impl DoubleEndedIterator<Item = &Self> {
        let items = self.items.iter();
        items.flat_map(|item| item.key.as_deref().into_iter().chain([&item.value]))
    }
}

/// The notation of a node.
#[derive(Debug)]
pub(crate) enum Form {
    /// A number, a word, a constant or a color.
    Atom,
    /// A string in quotes, with an optional prefix.
    Text,
    /// Items in brackets.
    Array,
    /// Items in braces.
    Dictionary,
    /// A name, declared types in brackets if there are any, and items in parentheses.
    Call(Range<usize>, Option<Box<Node>>),
    /// While scanning: the name of a container, and declared types in brackets.
    Declared(Range<usize>),
}

/// An element, an entry, an argument or a property.
#[derive(Debug)]
pub(crate) struct Item {
    /// The key, in a box because most texts have more elements than entries.
    pub(crate) key: Option<Box<Node>>,
    pub(crate) value: Node,
}

impl Item {
    pub(crate) fn start(&self) -> usize {
        self.key.as_deref().unwrap_or(&self.value).range.start
    }
}

/// The header of a section of a ConfigFile, or a tag of a resource.
#[derive(Debug)]
pub(crate) struct Header {
    pub(crate) name: String,
    /// The range from the opening to the closing bracket.
    pub(crate) range: Range<usize>,
    /// The names of attributes with their positions and values; empty in a ConfigFile.
    pub(crate) attributes: Vec<(String, Range<usize>, Node)>,
}

/// A part of a document.
#[derive(Debug)]
pub(crate) enum Part {
    Header(Header),
    /// An assignment: the key, its position, and the value.
    Entry(String, Range<usize>, Node),
    /// A value of a document without keys.
    Value(Node),
}

impl Part {
    pub(crate) fn range(&self) -> Range<usize> {
        match self {
            Self::Header(header) => header.range.clone(),
            Self::Entry(_, key, node) => key.start..node.range.end,
            Self::Value(node) => node.range.clone(),
        }
    }
}

/// The parts of a text.
#[derive(Debug)]
pub(crate) struct Syntax {
    pub(crate) kind: TextKind,
    /// The parts before the error, or all parts.
    pub(crate) parts: Vec<Part>,
    /// The offset of an unfinished key at the end, which engines ignore, or the length of the text.
    pub(crate) end: usize,
    /// The error at which scanning stopped.
    pub(crate) error: Option<TextError>,
}

impl Syntax {
    /// Creates the syntax of an empty text.
    pub(crate) fn new(kind: TextKind) -> Self {
        Self {
            kind,
            parts: Vec::new(),
            end: 0,
            error: None,
        }
    }

    fn of(mut parts: Parts<'_>) -> Self {
        let mut syntax = Self::new(parts.kind);
        for part in &mut parts {
            match part {
                Ok(part) => syntax.parts.push(part),
                Err(error) => {
                    syntax.error = Some(error);
                    break;
                }
            }
        }
        syntax.end = parts.end;
        syntax
    }
}

/// Scans a text of a kind, or recognizes the kind.
pub(crate) fn scan(text: &str, layout: &'static Layout, kind: Option<TextKind>) -> Syntax {
    let kind = kind.unwrap_or_else(|| kind_of(text, layout));
    Syntax::of(Parts::new(text, layout, kind))
}

/// Recognizes the kind of a text, which can be invalid.
pub(crate) fn kind_of(text: &str, layout: &'static Layout) -> TextKind {
    if is_resource(text) {
        return TextKind::Resource;
    }
    let parts = |kind| Parts::new(text, layout, kind);
    let Some(error) = parts(TextKind::Values).find_map(Result::err) else {
        return TextKind::Values;
    };
    let mut has_evidence = false;
    let other = parts(TextKind::Config).find_map(|part| {
        has_evidence |= part.as_ref().is_ok_and(is_evidence);
        part.err()
    });
    let is_config = match other {
        None => has_evidence,
        Some(other) => (other.line, other.column) >= (error.line, error.column),
    };
    if is_config {
        TextKind::Config
    } else {
        TextKind::Values
    }
}

/// Returns whether the first tag of a text is that of a scene or a resource. A line before it, such
/// as one of a merge conflict, is an error.
pub(crate) fn is_resource(text: &str) -> bool {
    let mut cursor = Cursor::new(text);
    cursor.peek();
    let (start, rest) = (cursor.offset, cursor.rest());
    // The first bracket can be a stray one.
    rest.match_indices('[').take(2).any(|(offset, _)| {
        cursor.offset = start + offset + 1;
        !rest[..offset]
            .trim_end()
            .contains(['\n', '"', '{', '(', '='])
            && matches!(cursor.identifier(), Some("gd_resource" | "gd_scene"))
    })
}

/// Returns whether a part shows that a text is a ConfigFile; a section could be an invalid array.
fn is_evidence(part: &Part) -> bool {
    match part {
        Part::Header(header) => !header.name.contains([',', '"', '(', '{', '[']),
        _ => true,
    }
}

/// The parts of a text, which are scanned one by one. Scanning stops at the first error.
pub(crate) struct Parts<'t> {
    cursor: Cursor<'t>,
    layout: &'static Layout,
    kind: TextKind,
    /// The end of the last part; `None` before the first part.
    last: Option<usize>,
    /// Whether properties can follow the last part of a resource.
    accepts_entries: bool,
    /// Whether the text has had the tag `resource`, which cannot be repeated.
    has_resource: bool,
    /// The offset of an unfinished key at the end, or the length of the text.
    end: usize,
}

impl<'t> Parts<'t> {
    pub(crate) fn new(text: &'t str, layout: &'static Layout, kind: TextKind) -> Self {
        Self {
            cursor: Cursor::new(text),
            layout,
            kind,
            last: None,
            accepts_entries: false,
            has_resource: false,
            end: text.len(),
        }
    }

    /// Scans the parts in a range of a text again, which start with a header or the first part.
    pub(crate) fn again(
        text: &'t str,
        range: Range<usize>,
        layout: &'static Layout,
        kind: TextKind,
    ) -> Self {
        let mut parts = Self::new(&text[..range.end], layout, kind);
        if range.start > parts.cursor.offset {
            parts.cursor.offset = range.start;
            parts.last = Some(range.start);
        }
        parts
    }

    /// Scans the next tag or property of a resource.
    ///
    /// Engines ignore white space in keys without quotes, so that a line of a merge conflict or a
    /// stray character turns the tag after it into properties. Here it is an error.
    fn resource_part(&mut self) -> Result<Option<Part>, TextError> {
        let first = self.cursor.peek();
        let (start, rest) = (self.cursor.offset, self.cursor.rest());
        match first {
            None => return Ok(None),
            Some('[') => {
                self.cursor.offset += 1;
                return self.tag(start).map(|tag| Some(Part::Header(tag)));
            }
            Some(_) if !self.accepts_entries => return Err(self.cursor.expected("a tag")),
            _ => {}
        }
        let end = rest.find(|c| c <= ' ' || matches!(c, '=' | ';' | '"'));
        let mut key = rest[..end.unwrap_or(rest.len())].to_owned();
        self.cursor.offset += key.len();
        // Godot 3.2 writes brackets without quotes.
        let has_bracket = has_escapes(self.layout) && key.contains(['[', ']']);
        let mut markers = ["<<<<<<<", "|||||||", ">>>>>>>"].iter();
        let is_name = !has_bracket && !markers.any(|it| key.contains(it));
        if first == Some('"') {
            key = self.string_key()?;
        }
        let range = start..self.cursor.offset;
        match self.cursor.peek() {
            Some('=') if is_name && !key.is_empty() => {
                self.cursor.offset += 1;
                Ok(Some(Part::Entry(key, range, self.cursor.value()?)))
            }
            None if is_name => {
                self.end = start;
                Ok(None)
            }
            _ => {
                self.cursor.offset = start;
                let expected = "a tag, or a property name as one word or in quotes";
                Err(self.cursor.expected(expected))
            }
        }
    }

    /// Scans a key in quotes.
    fn string_key(&mut self) -> Result<String, TextError> {
        let start = self.cursor.offset;
        self.cursor.string()?;
        unquoted(&self.cursor.text[start..self.cursor.offset], self.layout)
            .ok_or_else(|| TextError::at(self.cursor.text, start, "invalid string".into()))
    }

    /// Scans the next header or assignment of a ConfigFile.
    fn key_part(&mut self) -> Result<Option<Part>, TextError> {
        let mut key = String::new();
        let mut range: Option<Range<usize>> = None;
        loop {
            let start = self.cursor.offset;
            let Some(next) = self.cursor.next() else {
                self.end = range.map_or(self.end, |range| range.start);
                return Ok(None);
            };
            match next {
                ';' => {
                    self.cursor.line();
                    continue;
                }
                '[' if key.is_empty() => {
                    return Ok(Some(Part::Header(Header {
                        name: self.cursor.header(self.layout)?,
                        range: start..self.cursor.offset,
                        attributes: Vec::new(),
                    })));
                }
                // White space and line breaks in keys are ignored.
                '\0'..=' ' => continue,
                '=' => {
                    let range = range.unwrap_or(start..start);
                    return Ok(Some(Part::Entry(key, range, self.cursor.value()?)));
                }
                '"' => {
                    self.cursor.offset = start;
                    // A string replaces the characters before it, as in the engines.
                    key = self.string_key()?;
                }
                _ => key.push(next),
            }
            range.get_or_insert(start..start).end = self.cursor.offset;
        }
    }

    /// Scans the name and the attributes of a tag after its bracket, at `start`.
    fn tag(&mut self, start: usize) -> Result<Header, TextError> {
        self.cursor.peek();
        let place = self.cursor.offset;
        let name = self.cursor.identifier().unwrap_or_default();
        let is_first = self.last.is_none();
        let is_expected = match name {
            "gd_resource" | "gd_scene" => is_first,
            "resource" => !is_first && !self.has_resource,
            "ext_resource" | "sub_resource" | "node" | "connection" | "editable" => !is_first,
            _ => false,
        };
        if !is_expected {
            self.cursor.offset = place;
            return Err(self
                .cursor
                .expected("the name of a tag that engines accept here"));
        }
        let mut attributes = Vec::new();
        while !self.cursor.eat(']') {
            let start = self.cursor.offset;
            let Some(name) = self.cursor.identifier() else {
                return Err(self.cursor.expected("an attribute or `]`"));
            };
            let range = start..self.cursor.offset;
            if !self.cursor.eat('=') {
                return Err(self.cursor.expected("`=` after the name of the attribute"));
            }
            attributes.push((name.to_owned(), range, self.cursor.value()?));
        }
        Ok(Header {
            name: name.to_owned(),
            range: start..self.cursor.offset,
            attributes,
        })
    }
}

impl Iterator for Parts<'_> {
    type Item = Result<Part, TextError>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = match self.kind {
            TextKind::Config => self.key_part(),
            TextKind::Resource => self.resource_part(),
            _ => {
                let value = self.cursor.next_value(self.last);
                value.map(|value| value.map(Part::Value))
            }
        };
        if let Ok(Some(part)) = &next {
            self.last = Some(part.range().end);
            if let Part::Header(header) = part {
                self.has_resource |= header.name == "resource";
                self.accepts_entries =
                    matches!(&*header.name, "sub_resource" | "resource" | "node");
            }
        }
        next.transpose()
    }
}

/// Returns the content of a string in quotes.
pub(crate) fn unquoted(quoted: &str, layout: &'static Layout) -> Option<String> {
    match layout.parse(quoted).ok()?.view() {
        AnyView::Text(text) => Some(text.to_owned()),
        _ => None,
    }
}

/// Scans a text that is one value.
pub(crate) fn scan_value(text: &str) -> Option<Node> {
    let mut cursor = Cursor::new(text);
    let node = cursor.value().ok()?;
    cursor.peek().is_none().then_some(node)
}

/// A container whose end has not been scanned.
struct Container {
    start: usize,
    form: Form,
    close: char,
    /// The key before the next value.
    key: Option<Node>,
    items: Vec<Item>,
}

impl Container {
    fn new(start: usize, form: Form, close: char) -> Self {
        Self {
            start,
            form,
            close,
            key: None,
            items: Vec::new(),
        }
    }
}

struct Cursor<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Cursor<'t> {
    fn new(text: &'t str) -> Self {
        let offset = text.len() - text.trim_start_matches('\u{feff}').len();
        Self { text, offset }
    }

    fn rest(&self) -> &'t str {
        &self.text[self.offset..]
    }

    fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Consumes the rest of a line.
    fn line(&mut self) {
        self.offset += self.rest().find('\n').unwrap_or(self.rest().len());
    }

    /// Consumes white space and comments and returns the next character without consuming it.
    fn peek(&mut self) -> Option<char> {
        loop {
            let rest = &self.text.as_bytes()[self.offset..];
            self.offset += rest.iter().take_while(|byte| **byte <= b' ').count();
            match self.text.as_bytes().get(self.offset) {
                Some(b';') => self.line(),
                Some(byte) if byte.is_ascii() => return Some(char::from(*byte)),
                _ => return self.rest().chars().next(),
            }
        }
    }

    fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        self.offset += if is_next { wanted.len_utf8() } else { 0 };
        is_next
    }

    #[cold]
    fn expected(&mut self, expected: &str) -> TextError {
        let found = match self.peek() {
            None => "the end of the text".to_owned(),
            Some('"') => "a string".to_owned(),
            Some(c) => {
                let word: String = self
                    .rest()
                    .chars()
                    .take_while(|c| is_word(*c))
                    .take(20)
                    .collect();
                if word.is_empty() {
                    format!("`{}`", c.escape_debug())
                } else {
                    word
                }
            }
        };
        TextError::at(
            self.text,
            self.offset,
            format!("expected {expected}, found {found}"),
        )
    }

    /// Scans the next value of a text without keys.
    fn next_value(&mut self, last: Option<usize>) -> Result<Option<Node>, TextError> {
        while self.peek() == Some('#') && color(self.rest()).is_none() {
            self.line();
        }
        if self.peek().is_none() {
            return match last {
                None => Err(self.expected("a value or a section")),
                Some(_) => Ok(None),
            };
        }
        if let Some(last) = last
            && !self.text[last..self.offset].contains('\n')
        {
            return Err(self.expected("a line break after the value"));
        }
        self.value().map(Some)
    }

    /// Scans a name of ASCII letters, digits and underscores, if one is next.
    fn identifier(&mut self) -> Option<&'t str> {
        let first = self.peek()?;
        let rest = self.rest();
        let is_part = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let name = &rest[..rest.find(|c| !is_part(c)).unwrap_or(rest.len())];
        let is_name = !first.is_ascii_digit() && !name.is_empty();
        self.offset += if is_name { name.len() } else { 0 };
        is_name.then_some(name)
    }

    /// Scans the name of a section after its bracket.
    fn header(&mut self, layout: &'static Layout) -> Result<String, TextError> {
        let start = self.offset;
        let mut is_escaped = false;
        loop {
            match self.next() {
                None => {
                    self.offset = start;
                    return Err(self.expected("the name of a section and `]`"));
                }
                Some(']') if !is_escaped => break,
                next => is_escaped = has_escapes(layout) && next == Some('\\'),
            }
        }
        let name = self.text[start..self.offset - 1].trim_matches(|c| c <= ' ');
        Ok(if has_escapes(layout) {
            name.replace("\\]", "]")
        } else {
            name.to_owned()
        })
    }

    /// Scans a value. Containers are on a stack, because texts can be nested deeply.
    fn value(&mut self) -> Result<Node, TextError> {
        let mut open: Vec<Container> = Vec::new();
        loop {
            let mut complete = self.token(&mut open)?;
            loop {
                if let Some(node) = complete.take() {
                    let Some(container) = open.last_mut() else {
                        return Ok(node);
                    };
                    let close = container.close;
                    if close != ']' && container.key.is_none() && self.peek() == Some(':') {
                        self.offset += 1;
                        container.key = Some(node);
                        break;
                    }
                    if close == '}' && container.key.is_none() {
                        return Err(self.expected("`:` after the key"));
                    }
                    let key = container.key.take().map(Box::new);
                    let item = Item { key, value: node };
                    let is_atom =
                        |it: &Item| it.key.is_none() && matches!(it.value.form, Form::Atom);
                    let is_argument = matches!(container.form, Form::Call(_, None));
                    let is_kept = !is_argument
                        || !is_atom(&item)
                        || !container.items.last().is_some_and(is_atom);
                    if is_kept {
                        container.items.push(item);
                    } else {
                        self.numbers();
                    }
                    if !self.eat(',') && self.peek() != Some(close) {
                        return Err(self.expected(&format!("`,` or `{close}`")));
                    }
                }
                let close = open.last().map_or(']', |container| container.close);
                if !self.eat(close) {
                    break;
                }
                complete = self.closed(&mut open)?;
            }
        }
    }

    /// Consumes commas and the numbers after them, of which packed arrays have many.
    fn numbers(&mut self) {
        let bytes = self.text.as_bytes();
        let byte = |at| bytes.get(at).copied().unwrap_or_default();
        let digits = |mut at: usize| {
            while byte(at).is_ascii_digit() {
                at += 1;
            }
            at
        };
        while byte(self.offset) == b',' {
            let start = self.offset + 1;
            let start = start + usize::from(byte(start) == b' ');
            let start = start + usize::from(byte(start) == b'-');
            let mut end = digits(start);
            let is_number = end > start;
            if byte(end) == b'.' {
                end = digits(end + 1);
            }
            // Exponents are left to the scan of any value.
            if !is_number || !matches!(byte(end), b',' | b')') {
                break;
            }
            self.offset = end;
        }
    }

    /// Scans an atom or a string, or opens a container.
    fn token(&mut self, open: &mut Vec<Container>) -> Result<Option<Node>, TextError> {
        self.peek();
        // A typed container is on the stack twice: its constructor and its brackets.
        if open.len() > 2 * MAX_DEPTH as usize {
            let message = format!("nesting exceeds {MAX_DEPTH} levels, the limit of engines");
            return Err(TextError::at(self.text, self.offset, message));
        }
        let start = self.offset;
        let mut container = |form, close| {
            self.offset += 1;
            open.push(Container::new(start, form, close));
            Ok(None)
        };
        let form = match self.text.as_bytes().get(start..).unwrap_or_default() {
            [b'[', ..] => return container(Form::Array, ']'),
            [b'{', ..] => return container(Form::Dictionary, '}'),
            [b'"', ..] => self.string()?,
            [b'&' | b'@', b'"', ..] => {
                self.offset += 1;
                self.string()?
            }
            _ => return self.word(open),
        };
        Ok(Some(Node {
            range: start..self.offset,
            form,
            items: Vec::new(),
        }))
    }

    /// Scans an atom, or opens a constructor.
    fn word(&mut self, open: &mut Vec<Container>) -> Result<Option<Node>, TextError> {
        let (start, rest) = (self.offset, self.rest());
        let digits = color(rest).map(|digits| digits.len() + 1);
        let length = digits.or_else(|| rest.find(|c| !is_word(c)));
        let word = &rest[..length.unwrap_or(rest.len())];
        let range = start..start + word.len();
        self.offset = range.end;
        let is_name = word.starts_with(|c: char| c.is_alphabetic() || c == '_');
        let form = match (self.peek(), word) {
            (Some('['), "Array" | "Dictionary") => Some((Form::Declared(range.clone()), ']')),
            (Some('('), _) if is_name && !is_constant(word) => {
                Some((Form::Call(range.clone(), None), ')'))
            }
            _ => None,
        };
        if let Some((form, close)) = form {
            self.offset += 1;
            open.push(Container::new(start, form, close));
            return Ok(None);
        }
        // The class of an Object, or a declared type.
        let mut is_class = || {
            matches!(self.peek(), Some(',' | ')' | ']'))
                && open
                    .iter()
                    .any(|it| it.close != ']' || matches!(it.form, Form::Declared(_)))
        };
        if word.is_empty() || is_name && !is_constant(word) && !is_class() {
            self.offset = start;
            return Err(self.expected("a value"));
        }
        if !is_name && digits.is_none() && !is_number(word) {
            self.offset = start;
            return Err(self.expected("a decimal number"));
        }
        self.offset = range.end;
        Ok(Some(Node {
            range,
            form: Form::Atom,
            items: Vec::new(),
        }))
    }

    /// Returns the node of the innermost container, or opens the constructor after declared types.
    fn closed(&mut self, open: &mut Vec<Container>) -> Result<Option<Node>, TextError> {
        let Some(Container {
            start, form, items, ..
        }) = open.pop()
        else {
            return Ok(None);
        };
        let range = start..self.offset;
        let Form::Declared(name) = form else {
            if let Form::Call(name, Some(_)) = &form {
                let name = &self.text[name.clone()];
                let is_complete = match &items[..] {
                    [Item { key: None, value }] if name == "Array" => {
                        matches!(value.form, Form::Array)
                    }
                    [Item { key: None, value }] => matches!(value.form, Form::Dictionary),
                    _ => false,
                };
                if !is_complete {
                    let brackets = if name == "Array" { "[...]" } else { "{...}" };
                    let message = format!("expected {brackets} after the declared types");
                    return Err(TextError::at(self.text, start, message));
                }
            }
            return Ok(Some(Node { range, form, items }));
        };
        if !self.eat('(') {
            return Err(self.expected("`(` after the declared types"));
        }
        let form = Form::Array;
        let range = name.end..range.end;
        let declared = Box::new(Node { range, form, items });
        open.push(Container::new(start, Form::Call(name, Some(declared)), ')'));
        Ok(None)
    }

    /// Scans a string in double quotes, the only ones that engines read in files.
    fn string(&mut self) -> Result<Form, TextError> {
        let start = self.offset;
        self.offset += 1;
        loop {
            let mut bytes = self.text.as_bytes()[self.offset..].iter();
            let length = bytes.position(|byte| matches!(byte, b'"' | b'\\'));
            self.offset += length.unwrap_or(bytes.len());
            let next = self.next();
            if next == Some('"') {
                return Ok(Form::Text);
            }
            if next.is_none() || next == Some('\\') && self.next().is_none() {
                let message = "expected the closing quote of this string";
                return Err(TextError::at(self.text, start, message.into()));
            }
        }
    }
}

/// Returns whether the engine escapes brackets in the names of sections: Godot 4.
pub(crate) fn has_escapes(layout: &'static Layout) -> bool {
    layout.has(Kind::StringName)
}

/// Returns the digits of a color, such as `#ff0000`.
fn color(text: &str) -> Option<&str> {
    let text = text.strip_prefix('#')?;
    let digits = &text[..text.find(|c| !is_word(c)).unwrap_or(text.len())];
    let is_color = matches!(digits.len(), 3 | 4 | 6 | 8)
        && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    is_color.then_some(digits)
}

pub(crate) fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric()
        || matches!(c, '_' | '.' | '+' | '-')
        || !c.is_ascii() && c.is_alphanumeric()
}

/// Returns whether engines read `word` as a value.
pub(crate) fn is_constant(word: &str) -> bool {
    let words = ["null", "nil", "true", "false", "inf", "nan", "inf_neg"];
    words.contains(&word)
}

/// Returns whether engines read all of `word` as a number.
///
/// Of `0x10` and `1_000`, which are numbers in scripts, Godot 3.2.3, 3.6.2 and 4.6.3 read the first
/// digits as the value, and the rest as the start of the next key.
fn is_number(word: &str) -> bool {
    let word = word.strip_prefix('-').unwrap_or(word);
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let (integer, rest) = word.split_at(digits(word));
    let rest = match rest.strip_prefix('.') {
        Some(fraction) => &fraction[digits(fraction)..],
        None => rest,
    };
    let is_end = match rest.strip_prefix(['e', 'E']) {
        Some(exponent) => {
            let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
            digits(exponent) == exponent.len()
        }
        None => rest.is_empty(),
    };
    word == "inf" || !integer.is_empty() && is_end
}
