//! Values of YAML, of which JSON is a part.

use crate::model::{find, has};
use saphyr_parser::{Event, Parser, ScalarStyle, Span, StrInput};
use std::collections::HashMap;

/// A value of YAML. Scalars keep their text, so the version 3.10 is not the number 3.1.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Yaml {
    /// A string, a number, a bool or null.
    Scalar {
        /// The text without quotes.
        text: String,
        /// Whether the text is in quotes.
        is_quoted: bool,
    },
    /// A sequence.
    List(Vec<Yaml>),
    /// A mapping, in the order of the text.
    Map(Vec<(String, Yaml)>),
}

impl Yaml {
    /// Parses the only document in `text`.
    ///
    /// # Errors
    ///
    /// If the text is not YAML, or if a mapping has a key twice or a key that is not a scalar.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut reader = Reader {
            parser: Parser::new_from_str(text),
            anchors: HashMap::new(),
        };
        loop {
            match reader.next()? {
                Event::StreamStart | Event::DocumentStart(_) => {}
                event => return reader.value(event),
            }
        }
    }

    /// Returns the value of `key` in a mapping.
    #[must_use]
    pub fn get(&self, key: &str) -> Option<&Self> {
        match self {
            Self::Map(entries) => find(entries, key).map(|(_, value)| value),
            _ => None,
        }
    }

    /// Returns the text of a scalar.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        match self {
            Self::Scalar { text, .. } => Some(text),
            _ => None,
        }
    }
}

struct Reader<'t> {
    parser: Parser<'t, StrInput<'t>>,
    /// The values that aliases repeat.
    anchors: HashMap<usize, Yaml>,
}

impl<'t> Reader<'t> {
    fn next(&mut self) -> Result<Event<'t>, String> {
        self.spanned().map(|(event, _)| event)
    }

    fn spanned(&mut self) -> Result<(Event<'t>, Span), String> {
        match self.parser.next_event() {
            Some(Ok(event)) => Ok(event),
            Some(Err(error)) => Err(error.to_string()),
            None => Err("unexpected end".to_owned()),
        }
    }

    /// Reads the rest of the value that starts with `event`.
    fn value(&mut self, event: Event<'t>) -> Result<Yaml, String> {
        let (value, anchor) = match event {
            Event::Scalar(text, style, anchor, _) => {
                let is_quoted = style != ScalarStyle::Plain;
                let text = text.into_owned();
                (Yaml::Scalar { text, is_quoted }, anchor)
            }
            Event::SequenceStart(anchor, _) => {
                let mut items = Vec::new();
                loop {
                    match self.next()? {
                        Event::SequenceEnd => break,
                        event => items.push(self.value(event)?),
                    }
                }
                (Yaml::List(items), anchor)
            }
            Event::MappingStart(anchor, _) => {
                let mut entries = Vec::new();
                loop {
                    let (key, span) = match self.spanned()? {
                        (Event::MappingEnd, _) => break,
                        (Event::Scalar(key, ..), span) => (key.into_owned(), span),
                        _ => return Err("expected a scalar as the key of a mapping".to_owned()),
                    };
                    if has(&entries, &key) {
                        let line = span.start.line();
                        return Err(format!("duplicate key `{key}` at line {line}"));
                    }
                    let event = self.next()?;
                    let value = self
                        .value(event)
                        .map_err(|error| format!("{key}: {error}"))?;
                    entries.push((key, value));
                }
                (Yaml::Map(entries), anchor)
            }
            Event::Alias(anchor) => {
                let value = self.anchors.get(&anchor).cloned();
                return value.ok_or_else(|| "an alias within its own value".to_owned());
            }
            _ => return Err("expected a value".to_owned()),
        };
        if anchor > 0 {
            self.anchors.insert(anchor, value.clone());
        }
        Ok(value)
    }
}
