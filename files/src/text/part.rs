//! Parses the value of a part, until the library does.

use super::TextKind;
use super::edits::{Edits, applied};
use super::syntax::{Form, Item, Node, Part, Parts};
use super::value::{is_constructor, kind_named, quoted};
use gdvariant::any::{AnyRef, AnyVariant, AnyView};
use gdvariant::events::{Grammar, Notation, Parser};
use gdvariant::schema::Layout;
use gdvariant::{Kind, ParseError};
use std::ops::Range;

/// The constructor of a declared script.
const SCRIPT: &str = "Resource";

pub(super) fn parse_part(
    layout: &'static Layout,
    text: &str,
    range: Range<usize>,
) -> Result<AnyVariant, ParseError> {
    let Some(Ok(Part::Value(node))) = Parts::again(text, range, layout, TextKind::Values).next()
    else {
        return layout.parse("");
    };
    let reader = Reader { text, layout };
    layout
        .parse(&reader.readable(&node))
        .map_err(|error| reader.fault(&node).unwrap_or(error))
}

struct Reader<'t> {
    text: &'t str,
    layout: &'static Layout,
}

impl Reader<'_> {
    fn readable(&self, node: &Node) -> String {
        let start = node.range.start;
        let mut edits = Edits::new();
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            let source = &self.text[node.range.clone()];
            let replacement = match &node.form {
                Form::Text if source.starts_with('&') && !self.layout.has(Kind::StringName) => {
                    Some(object("StringName", source))
                }
                Form::Call(name, declared) => {
                    self.constructor(node, name, declared.as_deref(), &mut edits)
                }
                _ => None,
            };
            match replacement {
                Some(replacement) => edits.push((node.range.clone(), replacement)),
                None => nodes.extend(node.children()),
            }
        }
        for (range, _) in &mut edits {
            *range = range.start - start..range.end - start;
        }
        applied(&self.text[node.range.clone()], edits)
    }

    fn constructor(
        &self,
        node: &Node,
        name: &Range<usize>,
        declared: Option<&Node>,
        edits: &mut Edits,
    ) -> Option<String> {
        let source = &self.text[node.range.clone()];
        let text = &self.text[name.clone()];
        let kind = kind_named(self.layout, text);
        let Some(kind) = kind.filter(|kind| *kind != Kind::Object || is_object(node)) else {
            return Some(object(text, source));
        };
        match (declared, &node.items[..]) {
            (Some(declared), [item]) if !self.is_readable(kind, declared) => {
                let inner = item.value.range.clone();
                edits.push((node.range.start..inner.start, String::new()));
                edits.push((inner.end..node.range.end, String::new()));
            }
            _ => edits.push((name.clone(), self.layout.name_of(kind).to_owned())),
        }
        None
    }

    fn is_readable(&self, kind: Kind, declared: &Node) -> bool {
        let mut calls = declared
            .items
            .iter()
            .filter_map(|item| match &item.value.form {
                Form::Call(name, _) => Some(&self.text[name.clone()]),
                _ => None,
            });
        self.layout.declares_types(kind) && calls.all(|name| name == SCRIPT)
    }

    fn fault(&self, node: &Node) -> Option<ParseError> {
        let mut nodes = vec![node];
        while let Some(node) = nodes.pop() {
            if let Form::Array | Form::Dictionary | Form::Call(_, Some(_)) = node.form {
                nodes.extend(node.children().rev());
                continue;
            }
            let text = self.readable(node);
            if let Err(error) = self.layout.parse(&text) {
                let start = node.range.start;
                let offset: usize = text
                    .split_inclusive('\n')
                    .take(error.line() - 1)
                    .map(str::len)
                    .sum();
                let column = text[offset..].chars().take(error.column() - 1);
                let offset = offset + column.map(char::len_utf8).sum::<usize>();
                let offset = if text == self.text[node.range.clone()] {
                    offset
                } else {
                    0
                };
                let parser =
                    Parser::new(self.text, Grammar::Values, Notation::of_files(self.layout));
                return Some(parser.error(start + offset, error.kind().clone()));
            }
        }
        None
    }
}

fn is_object(node: &Node) -> bool {
    let is_property = |item: &Item| {
        let key = item.key.as_ref().map(|key| &key.form);
        matches!(key, Some(Form::Text))
    };
    let class = node.items.split_first();
    class.is_some_and(|(class, properties)| {
        let is_class = matches!(class.value.form, Form::Atom | Form::Text);
        class.key.is_none() && is_class && properties.iter().all(is_property)
    })
}

fn object(class: &str, source: &str) -> String {
    format!("Object({}, \"text\": {})", quoted(class), quoted(source))
}

pub(super) fn display(value: AnyRef<'_>) -> String {
    let text = format!("{value:#}");
    if !text.contains("\"text\":") {
        return text;
    }
    let mut edits = Vec::new();
    let parts = Parts::new(&text, value.layout(), TextKind::Values);
    let parts: Vec<_> = parts.filter_map(Result::ok).collect();
    let mut nodes: Vec<&Node> = Vec::new();
    for part in &parts {
        if let Part::Value(node) = part {
            nodes.push(node);
        }
    }
    while let Some(node) = nodes.pop() {
        match constructor(&text, value.layout(), node) {
            Some(constructor) => {
                let after = &text[node.range.end..];
                let line_break = after.len() - after.trim_start().len();
                edits.push((node.range.start..node.range.end + line_break, constructor));
            }
            None => nodes.extend(node.children()),
        }
    }
    applied(&text, edits)
}

fn constructor(text: &str, layout: &'static Layout, node: &Node) -> Option<String> {
    let (Form::Call(name, None), [class, property]) = (&node.form, &node.items[..]) else {
        return None;
    };
    let key = property.key.as_ref()?;
    let is_text = layout.name_of(Kind::Object) == &text[name.clone()]
        && text[key.range.clone()] == quoted("text");
    let class = &text[class.value.range.clone()];
    let source = layout.parse(&text[property.value.range.clone()]).ok()?;
    let AnyView::Text(source) = source.view() else {
        return None;
    };
    (is_text && is_constructor(class, source)).then(|| source.to_owned())
}
