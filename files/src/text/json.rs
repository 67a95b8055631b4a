//! JSON: the nodes and the values of a text, and the text of new values.
//!
//! The model is plain JSON: an object is a Dictionary with Strings as keys, of which the last one of
//! several equal keys counts. A number without a point and an exponent is an int if it fits one, as
//! in Python; every other number is the nearest float, as in engines.

pub(crate) mod tokenizer;

use super::edits::{Edits, applied};
use super::syntax::{Node, Parts, Syntax};
use super::value::plain;
use super::{TextDocument, TextError, TextKind, line_ending};
use crate::notation::without_byte_order_mark;
use gdvariant::Kind;
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::format::MAX_DEPTH;
use gdvariant::schema::{LAYOUTS, Layout};
use std::collections::HashMap;
use tokenizer::{Fault, Tokenizer};

/// Returns whether text is JSON that starts with an array or an object. The start of a text is not if
/// it looks like [engine text](is_engine_text), because the rest may not be JSON.
pub(crate) fn is_json(text: &str, is_complete: bool) -> bool {
    let text = without_byte_order_mark(text).trim();
    if !text.starts_with(['{', '[']) {
        return false;
    }
    let mut tokens = Tokenizer::new(text.as_bytes());
    let is_json = loop {
        match tokens.next() {
            Ok(Some(_)) => {}
            Ok(None) => break true,
            Err(_) => break !is_complete && tokens.at >= text.len(),
        }
    };
    is_json && (is_complete || !is_engine_text(text, false))
}

/// Returns whether text can be what `var_to_str` writes.
///
/// `var_to_str` breaks the line after the brace of a Dictionary without indentation, and writes
/// spaces after commas; JSON of an engine has tabs after line breaks, or no white space. Other
/// programs also write such JSON.
pub(crate) fn is_engine_text(text: &str, is_complete: bool) -> bool {
    let text = without_byte_order_mark(text).trim();
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

/// Scans values that follow one another. JSON is also text of engines.
pub(super) fn scan(text: &str, layout: &'static Layout) -> Result<Syntax, TextError> {
    let json = without_byte_order_mark(text);
    let mut tokens = Tokenizer::new(json.as_bytes());
    let mut syntax = Syntax::new(TextKind::Json);
    syntax.end = text.len();
    // The spaces in brackets are the only evidence in text that is also JSON.
    let has_evidence = text.contains("[ ") && is_engine_text(text, true);
    let mut first = None;
    while tokens
        .next()
        .map_err(|fault| tokens.located(fault))?
        .is_some()
    {
        if tokens.open.len() > MAX_DEPTH as usize {
            let reason = format!("nesting exceeds {MAX_DEPTH} levels, the limit of engines");
            return Err(tokens.located(Fault::Data(reason)));
        }
        let start = *first.get_or_insert(tokens.span.start);
        if tokens.open.is_empty() {
            let range = [start, tokens.span.end].map(|it| text.len() - json.len() + it);
            let mut parts = Parts::again(text, range[0]..range[1], layout, TextKind::Json);
            syntax.parts.extend(parts.next().transpose()?);
            syntax.evidence = parts.evidence.layout().filter(|_| has_evidence);
            first = None;
        }
    }
    if syntax.parts.is_empty() {
        return Err(tokens.located(Fault::Expected("a value")));
    }
    Ok(syntax)
}

impl TextDocument {
    /// Reads the value of a node of JSON, in which ints beyond 64 bits are floats.
    pub(super) fn json_value(&self, node: &Node) -> Result<AnyVariant, TextError> {
        let parse = |text: &str, end| self.layout.parse_part(text, node.range.start..end);
        if let Ok(value) = parse(&self.text, node.range.end) {
            return Ok(value);
        }
        let (mut edits, mut nodes) = (Edits::new(), vec![node]);
        while let Some(node) = nodes.pop() {
            let source = &self.text[node.range.clone()];
            let is_int = source
                .bytes()
                .all(|byte| byte == b'-' || byte.is_ascii_digit());
            if is_int && source.parse::<i64>().is_err() {
                edits.push((node.range.end..node.range.end, ".0".to_owned()));
            }
            nodes.extend(node.children());
        }
        let text = applied(&self.text, edits);
        Ok(parse(&text, node.range.end + text.len() - self.text.len())?)
    }

    /// Describes the equal keys of JSON objects, if there are any.
    pub fn equal_keys(&self) -> Option<String> {
        const MAX_KEYS: usize = 3;
        if self.kind() != TextKind::Json {
            return None;
        }
        let mut nodes: Vec<_> = (0..self.count()).filter_map(|it| self.node(it)).collect();
        let mut found = Vec::new();
        while let Some(node) = nodes.pop() {
            let mut places = HashMap::new();
            for item in &node.items {
                let place = item.start();
                let key = item.key.as_ref().and_then(|key| self.node_value(key).ok());
                if let Some(key) = key
                    && let Some(other) = places.insert(plain(&key), place)
                {
                    found.push((place, other, plain(&key)));
                }
                nodes.push(&item.value);
            }
        }
        found.sort();
        let line = |place| TextError::at(&self.text, place, String::new()).line;
        let shown = found.iter().take(MAX_KEYS).map(|(place, other, key)| {
            let [first, last] = [*other, *place].map(line);
            format!("{} in the lines {first} and {last}", quoted(key))
        });
        let shown = shown.collect::<Vec<_>>().join(", ");
        let others = if found.len() > MAX_KEYS { ", ..." } else { "" };
        (!found.is_empty())
            .then(|| format!("equal keys, of which the last one counts: {shown}{others}"))
    }
}

/// The white space that a text has between tokens.
pub(super) struct Style<'d> {
    /// The text between a key and its value.
    colon: &'d str,
    /// The text after a comma in a line.
    pub(super) space: &'d str,
    /// The text inside the braces of an object in a line.
    padding: &'d str,
    /// The indentation of a level.
    indentation: &'d str,
    line_ending: &'static str,
}

impl<'d> Style<'d> {
    /// Finds the first of each kind of white space.
    pub(super) fn new(document: &'d TextDocument) -> Self {
        let text = document.text.as_str();
        let (mut colon, mut space, mut padding, mut indentation) = (None, None, None, None);
        let roots = (0..document.count()).rev();
        let mut nodes: Vec<_> = roots.filter_map(|index| document.node(index)).collect();
        while let Some(node) = nodes.pop() {
            if colon.and(space).and(padding).and(indentation).is_some() {
                break;
            }
            let Some(first) = node.items.first() else {
                continue;
            };
            nodes.extend(node.items.iter().rev().map(|item| &item.value));
            if let Some(key) = &first.key {
                let between = &text[key.range.end..first.value.range.start];
                colon = colon.or(Some(between).filter(|it| !it.contains('\n')));
            }
            let inside = &text[node.range.start + 1..first.start()];
            if let Some((_, own)) = inside.rsplit_once('\n') {
                let outer = line_indentation(text, node.range.start);
                indentation = indentation.or(own.strip_prefix(outer));
                continue;
            }
            if first.key.is_some() {
                padding = padding.or(Some(inside));
            }
            if let Some(second) = node.items.get(1) {
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
            padding: padding.unwrap_or_default(),
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
        self.write(&mut out, key, value, indentation)?;
        Ok(out)
    }

    fn write(
        &self,
        out: &mut String,
        key: Option<AnyRef<'_>>,
        value: AnyRef<'_>,
        indentation: Option<&str>,
    ) -> Result<(), String> {
        if let Some(key) = key {
            *out += &print_key(key)?;
            *out += self.colon;
        }
        let (open, close) = ends(value)?;
        *out += &open;
        if close.is_empty() {
            return Ok(());
        }
        let inner = indentation.map(|outer| [outer, self.indentation].concat());
        let padding = if close == "}" { self.padding } else { "" };
        for (index, member) in value.members().enumerate() {
            if index == 0 {
                self.space(out, inner.as_deref(), padding);
            } else {
                out.push(',');
                self.space(out, inner.as_deref(), self.space);
            }
            self.write(out, member.key(), member.value, inner.as_deref())?;
        }
        if value.view().count() != Some(0) {
            self.space(out, indentation, padding);
        }
        *out += close;
        Ok(())
    }

    /// Writes a line break and its indentation, or the space in a line.
    fn space(&self, out: &mut String, indentation: Option<&str>, in_line: &str) {
        match indentation {
            Some(indentation) => out.extend([self.line_ending, indentation]),
            None => out.push_str(in_line),
        }
    }
}

/// Returns the text of a value without members, or the brackets around the members.
fn ends(value: AnyRef<'_>) -> Result<(String, &'static str), String> {
    Ok(match value.view() {
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
    })
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
    let name = match value.view() {
        AnyView::Float(float) => float.to_string(),
        AnyView::Array { .. } | AnyView::Dictionary { .. } => format!("{name} with declared types"),
        _ => name.to_owned(),
    };
    format!("JSON has no {name}; write null, numbers, Strings, Arrays or Dictionaries")
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// Returns the white space at the start of the line of an offset.
pub(super) fn line_indentation(text: &str, offset: usize) -> &str {
    let start = text[..offset].rfind('\n').map_or(0, |end| end + 1);
    let line = &text[start..offset];
    &line[..line.len() - line.trim_start_matches([' ', '\t']).len()]
}
