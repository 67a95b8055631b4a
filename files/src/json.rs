//! Parses the JSON values of an input, and locates their errors.

mod deserializer;

use crate::text::TextError;
use crate::text::json::tokenizer::{Fault, Tokenizer};
use deserializer::Value;
use gdvariant::any::AnyVariant;
use gdvariant::format::MAX_DEPTH;
use gdvariant::schema::Layout;
use serde::de::DeserializeSeed;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufReader, Read};
use std::{iter, thread};

/// The reason why an input is not a JSON value.
pub enum JsonError {
    /// The input cannot be read.
    Io(io::ErrorKind),
    /// The JSON is valid, but is not the JSON form of a value.
    Data(TextError),
    /// The text is not JSON.
    Syntax(TextError),
}

crate::debug::debug!(JsonError);

impl Display for JsonError {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => kind.fmt(f),
            Self::Data(error) | Self::Syntax(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for JsonError {}

/// Parses the only value of a text.
///
/// # Errors
///
/// Returns an error if the text is not one value.
pub fn of_value(layout: &'static Layout, text: &str) -> Result<AnyVariant, JsonError> {
    let mut tokens = Tokenizer::new(text.as_bytes());
    let value = next(&mut tokens, layout);
    let value = value.and_then(|value| match tokens.skip_whitespace()? {
        None => value.ok_or(Fault::Expected("a value")),
        Some(_) => Err(Fault::Expected("the end of the text")),
    });
    value.map_err(|fault| located(&tokens, fault))
}

/// Returns an iterator over the values of an input, which is read value by value. The first error is
/// the last item.
pub fn of_input<'t>(
    layout: &'static Layout,
    input: impl Read + 't,
) -> impl Iterator<Item = Result<AnyVariant, JsonError>> {
    let mut tokens = Tokenizer::from_reader(BufReader::new(input));
    let mut has_failed = false;
    iter::from_fn(move || {
        if has_failed {
            return None;
        }
        tokens.release();
        let value = next(&mut tokens, layout).map_err(|fault| located(&tokens, fault));
        has_failed = value.is_err();
        value.transpose()
    })
}

/// The maximum number of nested lists and objects: more than the JSON form allows, which needs up to
/// four for a level of the value.
const MAX_NESTED: usize = 5 * MAX_DEPTH as usize;

/// The size of the stack for them, of which only the used part takes memory.
const STACK: usize = 64 << 20;

/// The number without threads. WebAssembly has none, but V8's stack of 1 MB suffices for about 3500.
const WITHOUT_THREADS: usize = if cfg!(target_family = "wasm") {
    2048
} else {
    128
};

/// Parses the next value, unless the text ends.
fn next(tokens: &mut Tokenizer<'_>, layout: &'static Layout) -> Result<Option<AnyVariant>, Fault> {
    if tokens.skip_whitespace()?.is_none() {
        return Ok(None);
    }
    let start = tokens.at;
    let value = layout.deserialize(Value::next(tokens)?);
    let value = match value {
        Err(Fault::Deep) => deep(tokens, start, layout),
        value => value,
    };
    value.map(Some)
}

/// Parses the value at the offset `start`, part of which has been consumed, on a large stack.
#[cold]
fn deep(
    tokens: &mut Tokenizer<'_>,
    start: usize,
    layout: &'static Layout,
) -> Result<AnyVariant, Fault> {
    // An invalid value can precede a syntax error.
    while (1..=MAX_NESTED).contains(&tokens.open.len()) {
        match tokens.next() {
            Err(fault @ Fault::Io(_)) => return Err(fault),
            Err(_) => break,
            Ok(_) => {}
        }
    }
    let text = tokens.text.get(start..).unwrap_or_default();
    let parse = |max_depth| {
        let mut tokens = Tokenizer::new(text);
        tokens.max_depth = max_depth;
        let value = Value::next(&mut tokens);
        let value = value.and_then(|value| layout.deserialize(value));
        (value, tokens.at, tokens.span)
    };
    let parsed = thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let thread = thread.spawn_scoped(scope, || parse(MAX_NESTED)).ok()?;
        thread.join().ok()
    });
    let (value, at, span) = parsed.unwrap_or_else(|| parse(WITHOUT_THREADS));
    tokens.at = start + at;
    tokens.span = start + span.start..start + span.end;
    value
}

#[cold]
fn located(tokens: &Tokenizer<'_>, fault: Fault) -> JsonError {
    match fault {
        Fault::Io(kind) => JsonError::Io(kind),
        Fault::Expected(_) => JsonError::Syntax(tokens.located(fault)),
        Fault::Data(_) => JsonError::Data(tokens.located(fault)),
        Fault::Deep => {
            let reason = format!("nesting exceeds {WITHOUT_THREADS} lists and objects");
            JsonError::Data(tokens.located(Fault::Data(reason)))
        }
    }
}
