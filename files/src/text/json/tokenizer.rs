//! Splits JSON (RFC 8259) into tokens, without recursion.

use crate::text::{TextError, is_char_start, position_after};
use std::borrow::Cow;
use std::fmt::{self, Display, Formatter};
use std::io::{self, BufRead, ErrorKind};
use std::iter;
use std::ops::Range;

/// A token other than a comma or a colon.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    Null,
    Bool(bool),
    Number,
    String,
    Key,
    /// The start of a list.
    List,
    /// The start of an object.
    Object,
    /// The end of a list or an object.
    End,
}

#[derive(Debug)]
pub(crate) enum Fault {
    Io(ErrorKind),
    /// The next byte, or the end of the text, is not what is expected.
    Expected(&'static str),
    /// The value that ends with the last token is not one of the requested type.
    Data(String),
    /// The next value is nested deeper than `max_depth`.
    Deep,
}

impl Display for Fault {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(kind) => kind.fmt(f),
            Self::Expected(expected) => write!(f, "expected {expected}"),
            Self::Data(reason) => f.write_str(reason),
            Self::Deep => f.write_str("nesting exceeds the limit"),
        }
    }
}

/// What follows the last token.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    /// A value, or the end of the text.
    Outside,
    /// The first element or key of a container, or its end.
    First,
    Colon,
    /// A comma, or the end of a container.
    Comma,
}

/// A pull parser of values that follow one another.
pub(crate) struct Tokenizer<'t> {
    /// The text that has been read and not been released.
    pub(crate) text: Cow<'t, [u8]>,
    /// The position of the text.
    start: (usize, usize),
    input: Box<dyn BufRead + 't>,
    /// The offset of the next byte. After `Fault::Expected`, this byte is unexpected.
    pub(crate) at: usize,
    /// The last token.
    pub(crate) span: Range<usize>,
    /// The contents of the last token if it is a string with escapes.
    unescaped: Vec<u8>,
    /// The containers around the next token.
    pub(crate) open: Vec<Token>,
    place: Place,
    /// The number of containers that a recursive consumer allows.
    pub(crate) max_depth: usize,
}

impl<'t> Tokenizer<'t> {
    pub(crate) fn new(text: &'t [u8]) -> Self {
        Self {
            text: text.into(),
            ..Self::from_reader(io::empty())
        }
    }

    /// Creates a tokenizer that reads from `input` only when a token needs more text.
    pub(crate) fn from_reader(input: impl BufRead + 't) -> Self {
        Self {
            text: Cow::default(),
            start: (1, 1),
            input: Box::new(input),
            at: 0,
            span: 0..0,
            unescaped: Vec::new(),
            open: Vec::new(),
            place: Place::Outside,
            max_depth: 128,
        }
    }

    /// Frees the text before the next token, so that offsets count from there. The rest is moved only
    /// if this costs no more than reading the text did.
    pub(crate) fn release(&mut self) {
        if let Cow::Owned(text) = &mut self.text
            && self.at >= text.len() / 2
        {
            self.start = position_after(self.start, text.drain(..self.at).as_slice());
            self.at = 0;
        }
    }

    /// Returns the next token, or `None` if no value follows.
    pub(crate) fn next(&mut self) -> Result<Option<Token>, Fault> {
        let is_object = self.open.last() == Some(&Token::Object);
        let end = if is_object { b'}' } else { b']' };
        self.unescaped.clear();
        let mut next = self.skip_whitespace()?;
        let is_end = next == Some(end) && matches!(self.place, Place::First | Place::Comma);
        let separator = match self.place {
            Place::Colon => Some((b":", "`:` after the key")),
            Place::Comma if is_end => None,
            Place::Comma if is_object => Some((b",", "`,` or `}`")),
            Place::Comma => Some((b",", "`,` or `]`")),
            Place::Outside | Place::First => None,
        };
        if let Some((byte, expected)) = separator {
            self.require(byte, expected)?;
            next = self.skip_whitespace()?;
        }
        let is_key = is_object && self.place != Place::Colon;
        let start = self.at;
        let token = match next {
            Some(_) if is_end => {
                self.at += 1;
                self.open.pop();
                Token::End
            }
            Some(b'"') => {
                self.string()?;
                if is_key { Token::Key } else { Token::String }
            }
            _ if is_key => return Err(Fault::Expected("a key in double quotes")),
            Some(b'[') => self.open(Token::List),
            Some(b'{') => self.open(Token::Object),
            Some(b'n') => self.word("null", Token::Null)?,
            Some(b't') => self.word("true", Token::Bool(true))?,
            Some(b'f') => self.word("false", Token::Bool(false))?,
            Some(b'-' | b'0'..=b'9') => self.number()?,
            None if self.open.is_empty() => return Ok(None),
            _ => return Err(Fault::Expected("a value")),
        };
        self.span = start..self.at;
        self.place = match token {
            Token::Key => Place::Colon,
            Token::List | Token::Object => Place::First,
            _ if self.open.is_empty() => Place::Outside,
            _ => Place::Comma,
        };
        // Without quotes and brackets, a value ends where another one can start.
        if matches!(token, Token::Null | Token::Bool(_) | Token::Number)
            && self.open.is_empty()
            && let Some(next) = self.peek()?
            && !b" \t\r\n\"[]{},:".contains(&next)
        {
            return Err(Fault::Expected("white space after the value"));
        }
        Ok(Some(token))
    }

    /// Returns the last token, or its contents if it is a string.
    pub(crate) fn contents(&mut self) -> Result<&str, Fault> {
        let token = self.text.get(self.span.clone()).unwrap_or_default();
        let token = str::from_utf8(token).map_err(|error| {
            self.at = self.span.start + error.valid_up_to();
            Fault::Expected("UTF-8")
        })?;
        if self.unescaped.is_empty() {
            return Ok(token.trim_matches('"'));
        }
        str::from_utf8(&self.unescaped).map_err(|_| Fault::Expected("UTF-8"))
    }

    /// Returns the error of a fault, with its position.
    #[cold]
    pub(crate) fn located(&self, fault: Fault) -> TextError {
        let text = &*self.text;
        let (offset, message) = match fault {
            Fault::Expected(expected) => {
                let rest = text.get(self.at..).unwrap_or_default();
                let rest = rest.get(..4).unwrap_or(rest);
                let next = String::from_utf8_lossy(rest).chars().next();
                let (offset, found) = if let Some(next) = next {
                    let is_quote = matches!(next, '\'' | '"' | '\\');
                    let shown = if is_quote {
                        next.into()
                    } else {
                        next.escape_debug().to_string()
                    };
                    (self.at, format!("`{shown}`"))
                } else {
                    // The end of the text has the position of its last character.
                    let mut bytes = text.trim_ascii_end().iter();
                    let last = bytes.rposition(|byte| is_char_start(*byte));
                    (last.unwrap_or(0), "the end of the text".into())
                };
                (offset, format!("expected {expected}, found {found}"))
            }
            fault => (self.span.end.saturating_sub(1), fault.to_string()),
        };
        let before = text.get(..offset).unwrap_or_default();
        let (line, column) = position_after(self.start, before);
        TextError {
            line,
            column,
            message,
        }
    }

    fn open(&mut self, container: Token) -> Token {
        self.at += 1;
        self.open.push(container);
        container
    }

    /// Returns the next byte, or `None` at the end of the text.
    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, Fault> {
        match self.text.get(self.at) {
            Some(byte) => Ok(Some(*byte)),
            None => self.read(),
        }
    }

    #[cold]
    fn read(&mut self) -> Result<Option<u8>, Fault> {
        let chunk = loop {
            match self.input.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                chunk => break chunk.map_err(|error| Fault::Io(error.kind()))?,
            }
        };
        let length = chunk.len();
        if length > 0 {
            self.text.to_mut().extend_from_slice(chunk);
            self.input.consume(length);
        }
        Ok(self.text.get(self.at).copied())
    }

    pub(crate) fn skip_whitespace(&mut self) -> Result<Option<u8>, Fault> {
        loop {
            match self.peek()? {
                Some(b' ' | b'\t' | b'\n' | b'\r') => self.at += 1,
                next => return Ok(next),
            }
        }
    }

    /// Consumes the next byte if it is one of `bytes`.
    #[inline]
    fn take(&mut self, bytes: &[u8]) -> Result<bool, Fault> {
        let is_next = self.peek()?.is_some_and(|next| bytes.contains(&next));
        self.at += usize::from(is_next);
        Ok(is_next)
    }

    fn require(&mut self, bytes: &[u8], expected: &'static str) -> Result<(), Fault> {
        if self.take(bytes)? {
            Ok(())
        } else {
            Err(Fault::Expected(expected))
        }
    }

    fn word(&mut self, word: &'static str, token: Token) -> Result<Token, Fault> {
        for byte in word.bytes() {
            self.require(&[byte], word)?;
        }
        Ok(token)
    }

    fn number(&mut self) -> Result<Token, Fault> {
        self.take(b"-")?;
        if !self.take(b"0")? {
            self.digits()?;
        }
        if self.take(b".")? {
            self.digits()?;
        }
        if self.take(b"eE")? {
            self.take(b"+-")?;
            self.digits()?;
        }
        Ok(Token::Number)
    }

    fn digits(&mut self) -> Result<(), Fault> {
        self.require(b"0123456789", "a digit")?;
        while let Some(b'0'..=b'9') = self.peek()? {
            self.at += 1;
        }
        Ok(())
    }

    fn string(&mut self) -> Result<(), Fault> {
        self.at += 1;
        let mut copied = self.at;
        loop {
            let rest = self.text.get(self.at..).unwrap_or_default();
            let is_plain = |byte: &u8| !matches!(byte, b'"' | b'\\' | 0..=0x1f);
            self.at += rest.iter().take_while(|byte| is_plain(byte)).count();
            match self.peek()? {
                Some(b'\\') => {
                    let plain = self.text.get(copied..self.at);
                    self.unescaped.extend_from_slice(plain.unwrap_or_default());
                    self.at += 1;
                    self.escape()?;
                    copied = self.at;
                }
                Some(b'"') => break,
                Some(byte) if is_plain(&byte) => {}
                _ => return Err(Fault::Expected("the closing quote of the string")),
            }
        }
        if !self.unescaped.is_empty() {
            let plain = self.text.get(copied..self.at).unwrap_or_default();
            self.unescaped.extend_from_slice(plain);
        }
        self.at += 1;
        Ok(())
    }

    /// Consumes an escape after its backslash, and appends its meaning to `unescaped`.
    fn escape(&mut self) -> Result<(), Fault> {
        let byte = match self.peek()? {
            Some(byte @ (b'"' | b'\\' | b'/')) => byte,
            Some(b'b') => 0x08,
            Some(b'f') => 0x0c,
            Some(b'n') => b'\n',
            Some(b'r') => b'\r',
            Some(b't') => b'\t',
            Some(b'u') => return self.unicode(),
            _ => return Err(Fault::Expected("one of `\"\\/bfnrtu` after a backslash")),
        };
        self.at += 1;
        self.unescaped.push(byte);
        Ok(())
    }

    fn unicode(&mut self) -> Result<(), Fault> {
        const SURROGATES: &str = "both surrogates of a character";
        let first = self.code_unit()?;
        let mut second = None;
        if (0xd800..0xdc00).contains(&first) {
            self.require(b"\\", SURROGATES)?;
            if self.peek()? != Some(b'u') {
                return Err(Fault::Expected(SURROGATES));
            }
            second = Some(self.code_unit()?);
        }
        let Some(Ok(c)) = char::decode_utf16(iter::once(first).chain(second)).next() else {
            self.at -= "\\u0000".len();
            return Err(Fault::Expected(SURROGATES));
        };
        let mut utf8 = [0; 4];
        self.unescaped
            .extend_from_slice(c.encode_utf8(&mut utf8).as_bytes());
        Ok(())
    }

    /// Consumes `u` and four hexadecimal digits.
    fn code_unit(&mut self) -> Result<u16, Fault> {
        let mut unit = 0;
        for _ in 0..4 {
            self.at += 1;
            let digit = self.peek()?.and_then(|byte| char::from(byte).to_digit(16));
            let digit = digit.and_then(|digit| u16::try_from(digit).ok());
            unit = unit << 4 | digit.ok_or(Fault::Expected("four hexadecimal digits"))?;
        }
        self.at += 1;
        Ok(unit)
    }
}
