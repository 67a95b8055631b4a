//! JSON: the nodes and the values of a text, and the text of new values.
//!
//! The model is plain JSON: an object is a Dictionary with Strings as keys, of which the last one of
//! several equal keys counts. A number without a point and an exponent is an int if it fits one, as
//! in Python; every other number is the nearest float, as in engines.

pub(crate) mod tokenizer;

use super::syntax::{Form, Item, Node, Part, Syntax};
use super::{TextDocument, TextError, TextKind, line_ending};
use crate::forms::without_byte_order_mark;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::format::MAX_DEPTH;
use gdvariant::generic::structure::{Build, BuildAny, Content, build_any};
use gdvariant::schema::{LAYOUTS, Layout};
use gdvariant::{Dictionary, Kind, Path, Segment};
use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::Write;
use tokenizer::{Fault, Token, Tokenizer};

/// Returns whether text is JSON that starts with an array or an object, unless an engine wrote it as
/// the text of a value.
pub(crate) fn is_json(text: &str, is_complete: bool) -> bool {
    let text = without_byte_order_mark(text).trim();
    if !text.starts_with(['{', '[']) || is_engine_text(text, is_complete) {
        return false;
    }
    let mut tokens = Tokenizer::new(text.as_bytes());
    loop {
        match tokens.next() {
            Ok(Some(_)) => {}
            Ok(None) => return true,
            Err(_) => return !is_complete && tokens.at >= text.len(),
        }
    }
}

/// Returns whether text is what `var_to_str` writes, where JSON with the same values has other white
/// space.
///
/// `var_to_str` breaks the line after the brace of a Dictionary without indentation, and writes
/// spaces after commas; JSON of an engine has tabs after line breaks, or no white space.
pub(crate) fn is_engine_text(text: &str, is_complete: bool) -> bool {
    if text.starts_with("{\n\"") || text.starts_with("{\r\n\"") {
        return true;
    }
    let has_space = |text: &str| text.starts_with("[ ") || text.contains(", ");
    is_complete
        && text.starts_with('[')
        && has_space(text)
        && LAYOUTS.iter().any(|layout| {
            let value = layout.parse(text).ok();
            value.is_some_and(|value| value.to_string() == text)
        })
}

/// Scans values that follow one another.
pub(super) fn scan(text: &str) -> Result<Syntax, TextError> {
    let json = without_byte_order_mark(text);
    let mut tokens = Tokenizer::new(json.as_bytes());
    let mut syntax = Syntax::new(TextKind::Json);
    syntax.end = text.len();
    let scanned = scan_values(&mut tokens, text.len() - json.len(), &mut syntax.parts);
    scanned.map_err(|fault| tokens.located(fault))?;
    Ok(syntax)
}

fn scan_values(
    tokens: &mut Tokenizer<'_>,
    start: usize,
    parts: &mut Vec<Part>,
) -> Result<(), Fault> {
    // The containers around the next token, each with the key of its next value.
    let mut open: Vec<(Node, Option<Box<Node>>)> = Vec::new();
    while let Some(token) = tokens.next()? {
        if tokens.open.len() > MAX_DEPTH as usize {
            let reason = format!("nesting exceeds {MAX_DEPTH} levels, the limit of engines");
            return Err(Fault::Data(reason));
        }
        let mut node = Node {
            range: start + tokens.span.start..start + tokens.span.end,
            form: match token {
                Token::List => Form::Array,
                Token::Object => Form::Dictionary,
                Token::String | Token::Key => Form::Text,
                _ => Form::Atom,
            },
            items: Vec::new(),
        };
        match token {
            Token::List | Token::Object => {
                open.push((node, None));
                continue;
            }
            Token::End => {
                if let Some((container, _)) = open.pop() {
                    let end = node.range.end;
                    node = container;
                    node.range.end = end;
                }
            }
            _ => {}
        }
        match open.last_mut() {
            Some((_, key)) if token == Token::Key => *key = Some(Box::new(node)),
            Some((container, key)) => container.items.push(Item {
                key: key.take(),
                value: node,
            }),
            None => parts.push(Part::Value(node)),
        }
    }
    if parts.is_empty() {
        return Err(Fault::Expected("a value"));
    }
    Ok(())
}

/// A node in its text.
struct Source<'d>(&'d str, &'d Node);

impl Source<'_> {
    /// Returns the contents of a string.
    fn string(&self) -> String {
        let Self(text, node) = self;
        let mut tokens = Tokenizer::new(text[node.range.clone()].as_bytes());
        let _ = tokens.next();
        tokens.contents().unwrap_or_default().to_owned()
    }

    fn value<V: Build>(&self) -> V {
        let Self(text, node) = *self;
        let members = node.items.iter();
        match node.form {
            Form::Array => {
                let elements = members.map(|item| Source(text, &item.value).value());
                elements.collect::<Vec<V>>().into()
            }
            Form::Dictionary => {
                let mut dictionary = Dictionary::<V>::new();
                for item in members {
                    let key = item.key.as_deref().map(|key| Source(text, key).string());
                    let value: V = Source(text, &item.value).value();
                    dictionary.insert(key.unwrap_or_default(), value);
                }
                dictionary.into()
            }
            Form::Text => self.string().into(),
            _ => match &text[node.range.clone()] {
                "null" => V::default(),
                word @ ("true" | "false") => {
                    V::build(Kind::Bool, Content::Bool(word == "true")).unwrap_or_default()
                }
                number => match number.parse::<i64>() {
                    Ok(int) => int.into(),
                    Err(_) => number.parse::<f64>().unwrap_or_default().into(),
                },
            },
        }
    }
}

impl BuildAny for Source<'_> {
    type Error = Infallible;

    fn build<V: Build>(self, _: &'static Layout) -> Result<V, Infallible> {
        Ok(self.value())
    }
}

impl TextDocument {
    /// Reads the value of a node of JSON.
    pub(super) fn json_value(&self, node: &Node) -> AnyVariant {
        let Ok(value) = build_any(self.layout, Source(&self.text, node));
        value
    }

    /// Describes the equal keys of JSON objects, if there are any.
    #[doc(hidden)]
    #[must_use]
    pub fn equal_keys(&self) -> Option<String> {
        const MAX_KEYS: usize = 3;
        let mut found = Vec::new();
        let values = (0..self.count()).rev().filter_map(|index| self.node(index));
        let mut nodes: Vec<(&Node, Vec<Segment>)> = values.map(|it| (it, Vec::new())).collect();
        if self.kind() != TextKind::Json {
            return None;
        }
        while let Some((node, path)) = nodes.pop().filter(|_| found.len() <= MAX_KEYS) {
            let mut places: HashMap<String, Vec<usize>> = HashMap::new();
            let start = nodes.len();
            for (index, item) in node.items.iter().enumerate() {
                let segment = match &item.key {
                    Some(key) => {
                        let name = Source(&self.text, key).string();
                        let segment = Segment::name(&name);
                        places.entry(name).or_default().push(item.start());
                        segment
                    }
                    None => Segment::Index(index),
                };
                if !item.value.items.is_empty() {
                    nodes.push((&item.value, [&path[..], &[segment]].concat()));
                }
            }
            nodes[start..].reverse();
            let mut equal: Vec<_> = places.into_iter().filter(|it| it.1.len() > 1).collect();
            equal.sort_by(|a, b| a.1.cmp(&b.1));
            for (name, places) in equal {
                let path = [&path[..], &[Segment::name(&name)]].concat();
                let path: Path = path.into_iter().collect();
                let lines = places.iter().map(|place| {
                    let error = TextError::at(&self.text, *place, String::new());
                    error.line.to_string()
                });
                let lines = lines.collect::<Vec<_>>().join(", ");
                found.push(format!("{path} (lines {lines})"));
            }
        }
        let others = if found.len() > MAX_KEYS { ", ..." } else { "" };
        found.truncate(MAX_KEYS);
        (!found.is_empty()).then(|| {
            let found = found.join(", ");
            format!("equal keys, of which the last one counts: {found}{others}")
        })
    }
}

/// The white space that a text has between tokens.
pub(super) struct Style<'d> {
    /// The text between a key and its value.
    colon: &'d str,
    /// The text after a comma in a line.
    pub(super) space: &'d str,
    /// The indentation of a level.
    indentation: &'d str,
    line_ending: &'static str,
}

impl<'d> Style<'d> {
    /// Finds the first of each kind of white space.
    pub(super) fn new(document: &'d TextDocument) -> Self {
        let text = document.text.as_str();
        let (mut colon, mut space, mut indentation) = (None, None, None);
        let roots = (0..document.count()).rev();
        let mut nodes: Vec<_> = roots.filter_map(|index| document.node(index)).collect();
        while let Some(node) = nodes.pop() {
            if colon.and(space).and(indentation).is_some() {
                break;
            }
            let Some(first) = node.items.first() else {
                continue;
            };
            nodes.extend(node.items.iter().rev().map(|item| &item.value));
            if let Some(key) = &first.key {
                colon = colon.or(Some(&text[key.range.end..first.value.range.start]));
            }
            let inside = &text[node.range.start + 1..first.start()];
            if let Some((_, own)) = inside.rsplit_once('\n') {
                let outer = line_indentation(text, node.range.start);
                indentation = indentation.or(own.strip_prefix(outer));
            } else if let Some(second) = node.items.get(1) {
                let between = &text[first.value.range.end..second.start()];
                let (_, after) = between.split_once(',').unwrap_or_default();
                space = space.or(Some(after).filter(|it| !it.contains('\n')));
            }
        }
        let is_compact = match (colon, space) {
            (Some(colon), _) => colon == ":",
            (None, space) => indentation.is_none() && space.is_none_or(str::is_empty),
        };
        Self {
            colon: colon.unwrap_or(if is_compact { ":" } else { ": " }),
            space: space.unwrap_or(if is_compact { "" } else { " " }),
            indentation: indentation.unwrap_or_default(),
            line_ending: line_ending(text),
        }
    }

    /// Returns the text of a value, or of an entry. In a line with this indentation, containers are
    /// broken into lines.
    pub(super) fn print(
        &self,
        key: Option<AnyRef<'_>>,
        value: AnyRef<'_>,
        indentation: Option<&str>,
    ) -> Result<String, String> {
        let mut out = String::new();
        if let Some(key) = key {
            out = print_key(key)?;
            out += self.colon;
        }
        self.write(&mut out, value, indentation)?;
        Ok(out)
    }

    fn write(
        &self,
        out: &mut String,
        value: AnyRef<'_>,
        indentation: Option<&str>,
    ) -> Result<(), String> {
        let (open, close) = match value.view() {
            AnyView::Nil => ("null".to_owned(), ""),
            AnyView::Bool(value) => (value.to_string(), ""),
            AnyView::Int(int) => (int.to_string(), ""),
            AnyView::Float(float) if float.is_finite() => (format!("{float:?}"), ""),
            AnyView::Text(text) if value.kind() == Kind::String => (quoted(text), ""),
            AnyView::Array { kind, declared, .. } if kind == Kind::Array && declared.is_any() => {
                ("[".to_owned(), "]")
            }
            AnyView::Dictionary { declared, .. } if declared.iter().all(|it| it.is_any()) => {
                ("{".to_owned(), "}")
            }
            _ => return Err(not_json(value)),
        };
        *out += &open;
        if close.is_empty() {
            return Ok(());
        }
        let line = |indentation: &str| [self.line_ending, indentation].concat();
        let inner = indentation.map(|outer| [outer, self.indentation].concat());
        let between = inner.as_deref().map_or(self.space.to_owned(), line);
        for (index, member) in value.members().enumerate() {
            match (index, &inner) {
                (0, None) => {}
                (0, Some(inner)) => *out += &line(inner),
                _ => {
                    out.push(',');
                    *out += &between;
                }
            }
            *out += &self.print(member.key(), member.value, inner.as_deref())?;
        }
        if let Some(outer) = indentation.filter(|_| value.view().count() != Some(0)) {
            *out += &line(outer);
        }
        *out += close;
        Ok(())
    }
}

/// Returns the text of a key.
pub(super) fn print_key(key: AnyRef<'_>) -> Result<String, String> {
    match key.view() {
        AnyView::Text(text) if key.kind() == Kind::String => Ok(quoted(text)),
        _ => {
            let name = key.layout().name_of(key.kind());
            Err(format!(
                "JSON has only Strings as keys, found {name} {key}; write a String"
            ))
        }
    }
}

/// Returns why JSON cannot contain a value, and what to do.
fn not_json(value: AnyRef<'_>) -> String {
    let name = value.layout().name_of(value.kind());
    match value.view() {
        AnyView::Float(float) => format!("JSON has no {float}; write null or a String"),
        AnyView::Text(_) => format!("JSON has no {name}; write a String"),
        AnyView::Array { .. } | AnyView::Dictionary { .. } => {
            format!("JSON has no {name} with declared types; write one without them")
        }
        _ => format!("JSON has no {name}; write numbers, Strings, Arrays or Dictionaries"),
    }
}

/// Returns a string of JSON.
fn quoted(text: &str) -> String {
    let mut quoted = String::from('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            '\n' => quoted += "\\n",
            '\r' => quoted += "\\r",
            '\t' => quoted += "\\t",
            '\0'..='\x1f' => {
                // Writing to a String does not fail.
                let _ = write!(quoted, "\\u{:04x}", u32::from(c));
            }
            _ => quoted.push(c),
        }
    }
    quoted + "\""
}

/// Returns the white space at the start of the line of an offset.
pub(super) fn line_indentation(text: &str, offset: usize) -> &str {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..offset];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
