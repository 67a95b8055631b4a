//! The values of lines of text: one a line, or one over several.

use super::{NotBytes, base64, bytes as arrays, dump, escaped, hex, row, separated};
use crate::args::{Bytes, InputArgs, MAX_LENGTH};
use dump::Dump;
use row::{Context, Row};

/// Joins lines of hex or base64 to values.
#[derive(Debug)]
pub(crate) struct Values {
    form: Bytes,
    is_multiline: bool,
    max_length: u32,
    partial: Option<Partial>,
}

/// The bytes of a value, or why there are none.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Value {
    /// The number of its first line, or of the malformed one.
    pub(crate) line: usize,
    /// The bytes, or what is wrong.
    pub(crate) bytes: Result<Vec<u8>, NotBytes>,
}

/// A value whose lines are being read.
#[derive(Debug)]
struct Partial {
    line: usize,
    bytes: Vec<u8>,
    fault: Option<Value>,
    rest: Rest,
}

/// Which lines the value has still.
#[derive(Debug)]
enum Rest {
    None,
    /// The lines of a dump.
    Dump(Dump),
    /// The lines of an array, up to its bracket.
    Array,
    /// A line: a comma was last.
    Comma,
    /// Lines of this length, and a shorter one.
    Wrapped(usize),
    /// All lines up to an empty one.
    Block,
}

/// What a line of hex is.
enum Line {
    Row(Row),
    Repeat,
    DumpEnd(u64),
    Array,
    Escaped,
    Separated,
    Digits,
}

impl Values {
    /// Reads the values of an input.
    pub(crate) fn new(args: &InputArgs) -> Self {
        Self {
            form: args.from,
            is_multiline: args.multiline,
            max_length: args.frame.max_length(),
            partial: None,
        }
    }

    /// Reads values of a form, a line each or in a form that shows where they end, up to the
    /// default length.
    pub(crate) fn of_form(form: Bytes) -> Self {
        Self {
            form,
            is_multiline: false,
            max_length: MAX_LENGTH,
            partial: None,
        }
    }

    /// Reads a line, and returns the values that end before it and with it.
    pub(crate) fn line(&mut self, number: usize, text: &[u8]) -> [Option<Value>; 2] {
        let is_length = self.form == Bytes::Hex && arrays::is_length(text);
        let is_empty = is_length || text.trim_ascii().is_empty();
        let is_next = |partial: &Partial| !is_empty && partial.continues_with(self.form, text);
        let before = if self.partial.as_ref().is_some_and(is_next) {
            None
        } else {
            self.end()
        };
        if is_empty {
            return [before, None];
        }
        let mut partial = self.partial.take().unwrap_or_else(|| Partial::new(number));
        self.append(&mut partial, number, text);
        let is_whole = matches!(partial.rest, Rest::None);
        self.partial = Some(partial);
        [before, if is_whole { self.end() } else { None }]
    }

    /// Ends the value whose lines are being read, and returns it; `None` if there is none.
    pub(crate) fn end(&mut self) -> Option<Value> {
        self.partial.take().map(Partial::into_value)
    }

    /// Appends a line to the value, and finds out which lines follow.
    fn append(&self, partial: &mut Partial, number: usize, text: &[u8]) {
        let read = if self.form == Bytes::Hex {
            self.append_hex(partial, text)
        } else {
            self.append_base64(partial, text)
        };
        let length = partial.bytes.len() as u64;
        let read = match read {
            Ok(()) if length > self.max_length.into() => {
                Err(NotBytes::too_long(length, self.max_length))
            }
            read => read,
        };
        if let Err(fault) = read {
            partial.fail(number, fault);
        }
    }

    fn append_base64(&self, partial: &mut Partial, text: &[u8]) -> Result<(), NotBytes> {
        let read = base64::read(text, &mut partial.bytes);
        partial.rest = match partial.rest {
            _ if self.is_multiline => Rest::Block,
            Rest::Wrapped(width) if text.trim_ascii().len() == width => Rest::Wrapped(width),
            Rest::None if read.is_ok() => {
                base64::wrapped_width(text, &partial.bytes).map_or(Rest::None, Rest::Wrapped)
            }
            _ => Rest::None,
        };
        read
    }

    fn append_hex(&self, partial: &mut Partial, text: &[u8]) -> Result<(), NotBytes> {
        let line = partial.classify(text);
        let max_length = self.max_length;
        match line {
            Line::Row(row) => {
                if !matches!(partial.rest, Rest::Dump(_)) {
                    partial.rest = Rest::Dump(Dump::new(&row));
                }
                partial.dump(|dump, bytes| dump.read(text, &row, max_length, bytes))
            }
            Line::Repeat => partial.dump(|dump, _| {
                dump.repeat();
                Ok(())
            }),
            Line::DumpEnd(offset) => {
                let filled = partial.dump(|dump, bytes| dump.fill(offset, max_length, bytes));
                partial.rest = Rest::None;
                filled
            }
            line => {
                let is_open = matches!(partial.rest, Rest::Array);
                partial.rest = self.rest(&line, text);
                partial.read(&line, text, is_open)
            }
        }
    }

    /// Returns which lines follow one without an offset.
    fn rest(&self, line: &Line, text: &[u8]) -> Rest {
        match line {
            Line::Array if !arrays::is_end(text) => Rest::Array,
            _ if self.is_multiline => Rest::Block,
            Line::Separated if separated::continues(text) => Rest::Comma,
            Line::Digits if hex::is_wrapped(text) => Rest::Wrapped(hex::XXD_WIDTH),
            _ => Rest::None,
        }
    }
}

impl Partial {
    fn new(line: usize) -> Self {
        Self {
            line,
            bytes: Vec::new(),
            fault: None,
            rest: Rest::None,
        }
    }

    /// Returns whether a line that is not empty belongs to this value.
    fn continues_with(&self, form: Bytes, text: &[u8]) -> bool {
        match &self.rest {
            Rest::None => false,
            Rest::Array => true,
            Rest::Dump(_) => match self.classify(text) {
                Line::Row(row) => row.offset > 0,
                Line::Repeat | Line::DumpEnd(_) => true,
                _ => false,
            },
            Rest::Wrapped(width) => {
                text.trim_ascii().len() <= *width && (form == Bytes::Base64 || hex::is_digits(text))
            }
            Rest::Comma | Rest::Block => {
                form == Bytes::Base64 || row::row(text, Context::Outside).is_none()
            }
        }
    }

    fn context(&self) -> Context {
        match &self.rest {
            Rest::Dump(dump) => dump.context(),
            _ => Context::Outside,
        }
    }

    /// Returns what the next line of hex is.
    fn classify(&self, text: &[u8]) -> Line {
        if let Rest::Dump(dump) = &self.rest {
            if dump::is_repeat(text) {
                return Line::Repeat;
            }
            if let Some(end) = dump.end_offset(text, self.bytes.len()) {
                return Line::DumpEnd(end);
            }
        }
        if matches!(self.rest, Rest::Array) || arrays::is_start(text) {
            Line::Array
        } else if let Some(row) = row::row(text, self.context()) {
            Line::Row(row)
        } else if escaped::is_escaped(text) {
            Line::Escaped
        } else if separated::is_separated(text) {
            Line::Separated
        } else {
            Line::Digits
        }
    }

    /// Reads a line without an offset.
    fn read(&mut self, line: &Line, text: &[u8], is_open: bool) -> Result<(), NotBytes> {
        let bytes = &mut self.bytes;
        match line {
            Line::Array => arrays::read(text, is_open, bytes),
            Line::Escaped => escaped::read(text, bytes),
            Line::Separated => separated::read(text, bytes),
            _ => hex::read(text, bytes),
        }
    }

    /// Reads a line of the dump, unless an earlier one is malformed.
    fn dump(
        &mut self,
        read: impl FnOnce(&mut Dump, &mut Vec<u8>) -> Result<(), NotBytes>,
    ) -> Result<(), NotBytes> {
        match &mut self.rest {
            Rest::Dump(dump) if self.fault.is_none() => read(dump, &mut self.bytes),
            _ => Ok(()),
        }
    }

    /// Keeps the first fault, and none of the bytes.
    fn fail(&mut self, line: usize, fault: NotBytes) {
        self.bytes = Vec::new();
        if let Rest::Dump(dump) = &mut self.rest {
            dump.fail();
        }
        self.fault.get_or_insert(Value {
            line,
            bytes: Err(fault),
        });
    }

    fn into_value(self) -> Value {
        let Self {
            line,
            bytes,
            fault,
            rest,
        } = self;
        if let Some(fault) = fault {
            return fault;
        }
        let ended = match rest {
            Rest::Array => Err(NotBytes::new(
                &bytes,
                "expected the closing bracket of the array, found an empty line or the end of the input",
            )),
            Rest::Dump(dump) => dump.end(&bytes),
            _ => Ok(()),
        };
        Value {
            line,
            bytes: ended.map(|()| bytes),
        }
    }
}
