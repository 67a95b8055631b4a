//! Scans text into nodes with their positions. No value is created.
//!
//! Sources: `VariantParser::parse_tag_assign_eof` in `core/variant/variant_parser.cpp` of Godot 4.6
//! (`core/variant_parser.cpp` of Godot 3.6) and `ConfigFile::_parse` in `core/io/config_file.cpp`;
//! measured in Godot 3.2.3, 3.6.2 and 4.6.3.

use super::{TextError, TextKind};
use gdvariant::Kind;
use gdvariant::any::AnyView;
use gdvariant::format::MAX_DEPTH;
use gdvariant::schema::LayoutInfo;
use std::ops::Range;

/// A value, or a name in a constructor.
#[derive(Debug)]
pub(super) struct Node {
    pub(super) range: Range<usize>,
    pub(super) form: Form,
    /// The elements, entries or arguments.
    pub(super) items: Vec<Item>,
}

impl Node {
    /// Returns the keys and the values of the items, in order.
    pub(super) fn children(&self) -> impl DoubleEndedIterator<Item = &Self> {
        let items = self.items.iter();
        items.flat_map(|item| item.key.as_deref().into_iter().chain([&item.value]))
    }
}

/// The notation of a node.
#[derive(Debug)]
pub(super) enum Form {
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
pub(super) struct Item {
    /// The key, in a box because most texts have more elements than entries.
    pub(super) key: Option<Box<Node>>,
    pub(super) value: Node,
}

impl Item {
    pub(super) fn start(&self) -> usize {
        self.key.as_deref().unwrap_or(&self.value).range.start
    }
}

/// A part of a document.
#[derive(Debug)]
pub(super) enum Part {
    /// The header of a section.
    Header(String, Range<usize>),
    /// An assignment: the key, its position, and the value.
    Entry(String, Range<usize>, Node),
    /// A value of a document without keys.
    Value(Node),
}

impl Part {
    pub(super) fn range(&self) -> Range<usize> {
        match self {
            Self::Header(_, range) => range.clone(),
            Self::Entry(_, key, node) => key.start..node.range.end,
            Self::Value(node) => node.range.clone(),
        }
    }
}

/// The parts of a text.
#[derive(Debug)]
pub(super) struct Syntax {
    pub(super) kind: TextKind,
    pub(super) parts: Vec<Part>,
    /// The offset of an unfinished key at the end, which engines ignore, or the length of the text.
    pub(super) end: usize,
}

/// Scans a text of a kind, or recognizes the kind.
pub(super) fn scan(
    text: &str,
    layout: &'static LayoutInfo,
    kind: Option<TextKind>,
) -> Result<Syntax, TextError> {
    match kind {
        Some(TextKind::Config) => return scan_config(text, layout),
        Some(_) => return scan_values(text),
        None => {}
    }
    scan_values(text).or_else(|error| match scan_config(text, layout) {
        Ok(config) if config.parts.iter().any(is_evidence) => Ok(config),
        Err(other) if (other.line, other.column) >= (error.line, error.column) => Err(other),
        _ => Err(error),
    })
}

/// Returns whether a part shows that a text is a ConfigFile; a section could be an invalid array.
fn is_evidence(part: &Part) -> bool {
    match part {
        Part::Header(name, _) => !name.contains([',', '"', '(', '{', '[']),
        _ => true,
    }
}

fn scan_values(text: &str) -> Result<Syntax, TextError> {
    let mut cursor = Cursor::new(text);
    let mut parts: Vec<Part> = Vec::new();
    while cursor.peek().is_some() {
        if let Some(last) = parts.last()
            && !text[last.range().end..cursor.offset].contains('\n')
        {
            return Err(cursor.expected("a line break after the value"));
        }
        parts.push(Part::Value(cursor.value()?));
    }
    if parts.is_empty() {
        return Err(cursor.expected("a value or a section"));
    }
    Ok(Syntax {
        kind: TextKind::Values,
        parts,
        end: text.len(),
    })
}

fn scan_config(text: &str, layout: &'static LayoutInfo) -> Result<Syntax, TextError> {
    let mut cursor = Cursor::new(text);
    let mut parts = Vec::new();
    loop {
        let mut key = String::new();
        let mut range: Option<Range<usize>> = None;
        let part = loop {
            let start = cursor.offset;
            let Some(next) = cursor.next() else {
                return Ok(Syntax {
                    kind: TextKind::Config,
                    parts,
                    end: range.map_or(text.len(), |range| range.start),
                });
            };
            match next {
                ';' => {
                    cursor.line();
                    continue;
                }
                '[' if key.is_empty() => {
                    let name = cursor.header(layout)?;
                    break Part::Header(name, start..cursor.offset);
                }
                '=' => {
                    let range = range.unwrap_or(start..start);
                    break Part::Entry(key, range, cursor.value()?);
                }
                '"' => {
                    cursor.offset = start;
                    cursor.string()?;
                    // A string replaces the characters before it, as in the engines.
                    key = unquoted(&text[start..cursor.offset], layout)
                        .ok_or_else(|| TextError::at(text, start, "invalid string".into()))?;
                }
                // White space and line breaks in keys are ignored.
                '\0'..=' ' => continue,
                _ => key.push(next),
            }
            range.get_or_insert(start..start).end = cursor.offset;
        };
        parts.push(part);
    }
}

/// Returns the content of a string in quotes.
pub(super) fn unquoted(quoted: &str, layout: &'static LayoutInfo) -> Option<String> {
    match layout.parse(quoted).ok()?.view() {
        AnyView::Text(text) => Some(text.to_owned()),
        _ => None,
    }
}

/// Scans a text that is one value.
pub(super) fn scan_value(text: &str) -> Option<Node> {
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
            let rest = self.rest().trim_start_matches(|c| c <= ' ');
            self.offset = self.text.len() - rest.len();
            match rest.chars().next() {
                Some('#') if color(rest).is_some() => return Some('#'),
                Some(';' | '#') => self.line(),
                next => return next,
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

    /// Scans the name of a section after its bracket.
    fn header(&mut self, layout: &LayoutInfo) -> Result<String, TextError> {
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
                    container.items.push(Item { key, value: node });
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
pub(super) fn has_escapes(layout: &LayoutInfo) -> bool {
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

pub(super) fn is_word(c: char) -> bool {
    c.is_alphanumeric() || "_.+-".contains(c)
}

/// Returns whether engines read `word` as a value.
fn is_constant(word: &str) -> bool {
    let words = ["null", "nil", "true", "false", "inf", "nan", "inf_neg"];
    words.contains(&word)
}

/// Returns whether engines read all of `word` as a number.
///
/// Of `0x10` and `1_000`, which are numbers in scripts, Godot 3.2.3, 3.6.2 and 4.6.3 read the first
/// digits as the value, and the rest as the start of the next key.
fn is_number(word: &str) -> bool {
    let word = word.strip_prefix('-').unwrap_or(word);
    let (number, exponent) = word.split_once(['e', 'E']).unwrap_or((word, ""));
    let exponent = exponent.strip_prefix(['+', '-']).unwrap_or(exponent);
    let (integer, fraction) = number.split_once('.').unwrap_or((number, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    word == "inf" || !integer.is_empty() && [integer, fraction, exponent].into_iter().all(is_digits)
}
