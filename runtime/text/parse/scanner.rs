//! Scans the tokens of a text: punctuation, names, strings, Base64 and numbers.

use crate::codec::coerce::to_i64;
use crate::error::{
    Count, ParseError, ParseErrorKind, is_identifier_part, is_identifier_start, leading, shortened,
};
use crate::wire::component_rows::ComponentType;
use crate::wire::number::Number;
use alloc::borrow::Cow;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::str::FromStr;

/// A cursor in a text.
pub(super) struct Scanner<'t> {
    text: &'t str,
    offset: usize,
}

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, offset: 0 }
    }

    /// Returns the current offset in bytes.
    pub(super) fn offset(&self) -> usize {
        self.offset
    }

    /// Rewinds to an offset that [`offset`](Self::offset) returned.
    pub(super) fn rewind(&mut self, offset: usize) {
        self.offset = offset;
    }

    /// Returns the text from the current offset.
    pub(super) fn rest(&self) -> &'t str {
        self.text.get(self.offset..).unwrap_or_default()
    }

    /// Returns whether a line ends between an earlier offset and the current one.
    pub(super) fn has_line_break_since(&self, offset: usize) -> bool {
        let between = self.text.get(offset..self.offset);
        between.is_some_and(|between| between.contains('\n'))
    }

    /// Consumes a number of bytes; the last one has to end a character.
    pub(super) fn advance(&mut self, bytes: usize) {
        self.offset += bytes;
    }

    /// Consumes the next character, even whitespace.
    pub(super) fn next(&mut self) -> Option<char> {
        let next = self.rest().chars().next()?;
        self.offset += next.len_utf8();
        Some(next)
    }

    /// Consumes whitespace and comments, and returns the next character without consuming it.
    #[inline]
    pub(super) fn peek(&mut self) -> Option<char> {
        // Fast path: most tokens follow without whitespace. With the one in `leading`, it saves 9% of the
        // instructions of `snapshot/parse`.
        match self.text.as_bytes().get(self.offset) {
            Some(&next @ (b'!'..=b'"' | b'$'..=b':' | b'<'..=b'~')) => Some(next.into()),
            _ => self.skip_blanks(),
        }
    }

    fn skip_blanks(&mut self) -> Option<char> {
        loop {
            // Engines skip all control characters except NUL, which ends their texts.
            let rest = self.rest();
            let blank = |byte: &u8| (1..=b' ').contains(byte);
            let blanks = rest.bytes().take_while(blank).count();
            self.offset += blanks;
            let rest = &rest[blanks..];
            match rest.as_bytes().first() {
                Some(b';' | b'#') if color(rest).is_none() => {}
                _ => return rest.chars().next(),
            }
            self.offset += rest.find('\n').unwrap_or(rest.len());
        }
    }

    /// Consumes the next character if it is `wanted`, and returns whether it was.
    pub(super) fn eat(&mut self, wanted: char) -> bool {
        let is_next = self.peek() == Some(wanted);
        if is_next {
            self.offset += wanted.len_utf8();
        }
        is_next
    }

    /// Consumes the next character, or returns an error unless it is `wanted`.
    pub(super) fn expect(&mut self, wanted: char) -> Result<(), ParseError> {
        if self.eat(wanted) {
            Ok(())
        } else {
            Err(self.unexpected(format!("`{wanted}`")))
        }
    }

    /// Consumes a colon, or returns an error with this expectation.
    pub(super) fn colon(&mut self, expected: &'static str) -> Result<(), ParseError> {
        if self.eat(':') {
            Ok(())
        } else {
            Err(self.unexpected(expected))
        }
    }

    /// Consumes the comma between two elements, or the closing bracket, with or without a comma.
    /// Returns whether an element follows.
    pub(super) fn has_next(&mut self, close: char) -> Result<bool, ParseError> {
        let has_comma = self.eat(',');
        if self.eat(close) {
            Ok(false)
        } else if has_comma {
            Ok(true)
        } else {
            Err(self.unexpected(format!("`,` or `{close}`")))
        }
    }

    /// Consumes a name, if one is next.
    pub(super) fn name(&mut self) -> Option<&'t str> {
        if !self.peek().is_some_and(is_identifier_start) {
            return None;
        }
        let name = leading(self.rest(), is_identifier_part);
        self.offset += name.len();
        Some(name)
    }

    #[cold]
    pub(super) fn error_at(&self, offset: usize, kind: ParseErrorKind) -> ParseError {
        ParseError::at(self.text, offset, kind)
    }

    /// Creates the error for an unexpected token at the current offset.
    #[cold]
    pub(super) fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> ParseError {
        let found = match self.peek() {
            None => "the end of the text".into(),
            Some('"' | '\'') => "a string".into(),
            Some(c) if is_identifier_part(c) || "+-.#".contains(c) => self.word(),
            Some(c) => format!("`{c}`"),
        };
        let expected = expected.into();
        self.error_at(self.offset, ParseErrorKind::Unexpected { expected, found })
    }

    /// Returns the next name or number, truncated if long, without consuming it.
    fn word(&self) -> String {
        let word = leading(self.rest(), |c| is_identifier_part(c) || "+-.#".contains(c));
        shortened(word)
    }

    /// Returns whether the next token is a string.
    pub(super) fn is_at_string(&mut self) -> bool {
        matches!(self.peek(), Some('"' | '\''))
    }

    /// Consumes a string in single or double quotes, or in triple quotes of either kind.
    pub(super) fn string(&mut self, expected: &'static str) -> Result<String, ParseError> {
        if !self.is_at_string() {
            return Err(self.unexpected(expected));
        }
        let start = self.offset();
        let (quote, quotes) = self.quotes();
        let mut string = String::new();
        loop {
            let rest = self.rest();
            let end = rest.find(['\\', quote]).unwrap_or(rest.len());
            string.push_str(&rest[..end]);
            self.advance(end);
            if self.rest().starts_with(quotes) {
                self.advance(quotes.len());
                return Ok(string);
            }
            let escape = self.offset();
            match self.next() {
                Some('\\') => string.push(self.escaped(escape)?),
                Some(quote) => string.push(quote),
                None => {
                    let kind = ParseErrorKind::Unexpected {
                        expected: "the closing quote of this string".into(),
                        found: "the end of the text".into(),
                    };
                    return Err(self.error_at(start, kind));
                }
            }
        }
    }

    /// Consumes the opening quotes, and returns a single quote character and the whole delimiter.
    fn quotes(&mut self) -> (char, &'static str) {
        let rest = self.rest();
        let all = ["\"\"\"", "'''", "\"", "'"];
        let quotes = all.into_iter().find(|quotes| rest.starts_with(quotes));
        let quotes = quotes.unwrap_or("\"");
        self.advance(quotes.len());
        (if quotes.contains('"') { '"' } else { '\'' }, quotes)
    }

    /// Consumes an escape sequence after its backslash; `start` is the offset of the backslash.
    fn escaped(&mut self, start: usize) -> Result<char, ParseError> {
        let character = match self.next() {
            Some('a') => Some('\x07'),
            Some('b') => Some('\x08'),
            Some('f') => Some('\x0c'),
            Some('n') => Some('\n'),
            Some('r') => Some('\r'),
            Some('t') => Some('\t'),
            Some('v') => Some('\x0b'),
            Some('u') => self.utf16(),
            Some('U') => self.hex(6).and_then(char::from_u32),
            // Engines drop the backslash of any other sequence, even of `\a` and `\v`, which they
            // print in NodePaths.
            other => other,
        };
        character.ok_or_else(|| {
            let length = self.offset() - start;
            self.rewind(start);
            let escape = self.rest().get(..length).unwrap_or_default().into();
            self.error_at(start, ParseErrorKind::InvalidEscape { escape })
        })
    }

    /// Consumes four digits and, after a high surrogate, the escape of the low surrogate.
    fn utf16(&mut self) -> Option<char> {
        let first = self.hex(4)?;
        if !(0xd800..0xdc00).contains(&first) {
            return char::from_u32(first);
        }
        if !self.rest().starts_with("\\u") {
            return None;
        }
        self.advance(2);
        let second = self.hex(4)?;
        let low = second.checked_sub(0xdc00).filter(|low| *low < 0x400)?;
        char::from_u32(0x1_0000 + ((first - 0xd800) << 10) + low)
    }

    /// Consumes `digits` hexadecimal digits.
    fn hex(&mut self, digits: usize) -> Option<u32> {
        let mut number = 0;
        for _ in 0..digits {
            number = number << 4 | self.next()?.to_digit(16)?;
        }
        Some(number)
    }

    /// Consumes a color such as `#ff0000` and returns red, green, blue and alpha.
    ///
    /// If there are four components, the first one is alpha if `has_alpha_first`.
    pub(super) fn color(&mut self, has_alpha_first: bool) -> Option<[f32; 4]> {
        let digits = color(self.rest())?;
        self.advance("#".len() + digits.len());
        let (each, largest) = if digits.len() > 4 {
            (2, 255.0)
        } else {
            (1, 15.0)
        };
        let mut color = [1.0; 4];
        for (index, component) in color.iter_mut().enumerate() {
            if let Some(digits) = digits.get(index * each..(index + 1) * each) {
                let value = u8::from_str_radix(digits, 16).ok()?;
                *component = f32::from(value) / largest;
            }
        }
        if has_alpha_first && digits.len() == 4 * each {
            color.rotate_left(1);
        }
        Some(color)
    }

    /// Consumes a string with Base64, and returns the decoded bytes.
    ///
    /// As in the engine, line breaks are skipped, padding is required, and surplus bits of the last
    /// character are ignored.
    pub(super) fn base64(&mut self) -> Result<Vec<u8>, ParseError> {
        let quote = self.next();
        let rest = self.rest();
        let is_break = |byte: &u8| b"\r\n".contains(byte);
        let is_digit = |byte: &u8| is_break(byte) || value(*byte).is_some();
        let digits = rest.bytes().take_while(is_digit).count();
        let is_padding = |byte: &u8| is_break(byte) || *byte == b'=';
        let end = digits + rest[digits..].bytes().take_while(is_padding).count();
        self.advance(end);
        let length = rest[..end].bytes().filter(|byte| !is_break(byte)).count();
        let padding = rest[digits..end]
            .bytes()
            .filter(|byte| !is_break(byte))
            .count();
        let offset = self.offset();
        let found = match self.next() {
            None => "the end of the text".into(),
            end if end != quote => format!("`{}`", end.unwrap_or_default()),
            _ if !length.is_multiple_of(GROUP) => Count(length, "character").to_string(),
            _ if padding > MAX_PADDING => format!("{padding} characters of padding"),
            _ => return Ok(decode(&rest[..digits])),
        };
        let expected = "Base64, with padding".into();
        Err(self.error_at(offset, ParseErrorKind::Unexpected { expected, found }))
    }

    /// Consumes a number, if one is next.
    pub(super) fn numeral(&mut self) -> Option<Numeral<'t>> {
        self.peek();
        let (start, rest) = (self.offset(), self.rest());
        let sign = usize::from(rest.starts_with(['+', '-']));
        let unsigned = &rest[sign..];
        let (form, length) = if unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
            digits(unsigned)
        } else {
            special(unsigned)?
        };
        let text = rest.get(..sign + length)?;
        self.advance(text.len());
        Some(Numeral { text, start, form })
    }

    /// Converts a number to an integer, or returns an error if the number does not fit 64 bits.
    ///
    /// As in engines, the fraction of a float is dropped.
    pub(super) fn int(&self, numeral: Numeral<'_>) -> Result<i64, ParseError> {
        const RANGE: &str = "a 64-bit integer";
        let radix = match numeral.form {
            Form::Int(radix) => radix,
            Form::Float => {
                // The least float above `i64::MAX`.
                const LIMIT: f64 = 9_223_372_036_854_775_808.0;
                let value: f64 = self.float(numeral)?;
                if !(-LIMIT..LIMIT).contains(&value) {
                    return Err(self.out_of_range(numeral, RANGE));
                }
                return Ok(to_i64(Number::Double(value)));
            }
            Form::Word(_) => {
                let error = |number| ParseErrorKind::NotAnInteger { number };
                return Err(self.number_error(numeral, error));
            }
        };
        i64::from_str_radix(&numeral.digits(), radix).map_err(|error| {
            use core::num::IntErrorKind::{NegOverflow, PosOverflow};
            if matches!(error.kind(), PosOverflow | NegOverflow) {
                self.out_of_range(numeral, RANGE)
            } else {
                self.invalid(numeral)
            }
        })
    }

    /// Converts a number to the nearest float.
    pub(super) fn float<F: FromStr>(&self, numeral: Numeral<'_>) -> Result<F, ParseError> {
        let digits = match numeral.form {
            Form::Int(2 | 16) => self.int(numeral)?.to_string().into(),
            Form::Word(number) if numeral.text.starts_with('-') && number != MINUS_INFINITE => {
                ["-", number].concat().into()
            }
            Form::Word(number) => number.into(),
            // An integer has no negative zero.
            Form::Int(_) => match numeral.digits() {
                digits if digits.bytes().all(|digit| b"-0".contains(&digit)) => "0".into(),
                digits => digits,
            },
            Form::Float if numeral.has_invalid_exponent() => return Err(self.invalid(numeral)),
            Form::Float => numeral.digits(),
        };
        digits.parse().map_err(|_| self.invalid(numeral))
    }

    /// Converts a number to a component, or returns an error if the number does not fit.
    pub(super) fn component(
        &self,
        numeral: Numeral<'_>,
        ty: ComponentType,
    ) -> Result<Number, ParseError> {
        let range = match ty {
            ComponentType::Single => return self.float(numeral).map(Number::Single),
            ComponentType::Double => return self.float(numeral).map(Number::Double),
            ComponentType::Byte => "a byte",
            ComponentType::I32 => "a 32-bit integer",
            ComponentType::I64 => "a 64-bit integer",
        };
        let value = self.int(numeral)?;
        if ty.holds(value) {
            Ok(Number::Int(value))
        } else {
            Err(self.out_of_range(numeral, range))
        }
    }

    #[cold]
    fn out_of_range(&self, numeral: Numeral<'_>, range: &'static str) -> ParseError {
        self.number_error(numeral, |number| ParseErrorKind::OutOfRange {
            number,
            range,
        })
    }

    #[cold]
    fn invalid(&self, numeral: Numeral<'_>) -> ParseError {
        self.number_error(numeral, |number| ParseErrorKind::InvalidNumber { number })
    }

    #[cold]
    fn number_error(
        &self,
        numeral: Numeral<'_>,
        kind: impl FnOnce(String) -> ParseErrorKind,
    ) -> ParseError {
        self.error_at(numeral.start, kind(shortened(numeral.text)))
    }
}

/// Returns the digits of a color after `#`, such as `ff0000`; any other `#` starts a comment.
fn color(text: &str) -> Option<&str> {
    let word = leading(text.strip_prefix('#')?, is_identifier_part);
    let is_color = matches!(word.len(), 3 | 4 | 6 | 8);
    (is_color && word.bytes().all(|byte| byte.is_ascii_hexdigit())).then_some(word)
}

/// The number of Base64 characters in a group, which encodes three bytes.
const GROUP: usize = 4;

/// The maximum padding of a group, whose first two characters encode a byte.
const MAX_PADDING: usize = 2;

/// The number of bits that a Base64 character encodes.
const BITS: u32 = 6;

/// Decodes Base64 characters without padding.
fn decode(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / GROUP * 3 + MAX_PADDING);
    let (mut pending, mut bits) = (0, 0);
    for value in text.bytes().filter_map(value) {
        pending = pending << BITS | value;
        bits += BITS;
        if bits >= u8::BITS {
            bits -= u8::BITS;
            let [.., byte] = (pending >> bits).to_be_bytes();
            bytes.push(byte);
        }
    }
    bytes
}

/// Returns the bits that a Base64 character encodes, or `None` for any other character.
fn value(character: u8) -> Option<u32> {
    let value = match character {
        b'A'..=b'Z' => character - b'A',
        b'a'..=b'z' => character - b'a' + 26,
        b'0'..=b'9' => character - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    };
    Some(value.into())
}

/// A number as written in the text.
#[derive(Clone, Copy)]
pub(super) struct Numeral<'t> {
    /// The sign and the digits, or the word.
    text: &'t str,
    /// The offset of the number in the text.
    pub(super) start: usize,
    form: Form,
}

/// The number for which `inf_neg` stands; the word itself has no sign.
const MINUS_INFINITE: &str = "-inf";

#[derive(Clone, Copy)]
enum Form {
    /// An integer with this radix.
    Int(u32),
    /// A number with a point or an exponent.
    Float,
    /// A word, such as `inf` or `PI`, with the number for which the word stands.
    Word(&'static str),
}

impl<'t> Numeral<'t> {
    /// Returns whether the number has the form of an int, not of a float.
    pub(super) fn is_int(self) -> bool {
        matches!(self.form, Form::Int(_))
    }

    /// Returns the sign and the digits, without underscores and prefixes such as `0x`.
    fn digits(self) -> Cow<'t, str> {
        let prefix = match self.form {
            Form::Int(2 | 16) => "0x".len(),
            _ => 0,
        };
        if prefix == 0 && !self.text.contains('_') {
            return self.text.into();
        }
        let unsigned = self.text.trim_start_matches(['+', '-']);
        let (sign, _) = self.text.split_at(self.text.len() - unsigned.len());
        let digits = unsigned.get(prefix..).unwrap_or_default();
        [sign, digits].concat().replace('_', "").into()
    }

    /// Returns whether an exponent starts with an underscore.
    fn has_invalid_exponent(self) -> bool {
        let exponent = self.text.split(['e', 'E']).nth(1).unwrap_or_default();
        exponent.trim_start_matches(['+', '-']).starts_with('_')
    }
}

/// Returns the form and the length of a number that starts with a digit or a point.
///
/// Invalid digits are included, so that errors contain the complete number.
fn digits(text: &str) -> (Form, usize) {
    let mut previous = '\0';
    let has_prefix = text.starts_with(['0']) && text[1..].starts_with(['x', 'X', 'b', 'B']);
    let number = leading(text, |c| {
        let is_sign_of_exponent = !has_prefix && matches!(previous, 'e' | 'E') && "+-".contains(c);
        previous = c;
        is_identifier_part(c) || c == '.' || is_sign_of_exponent
    });
    let form = match text.as_bytes().get(1) {
        Some(b'x' | b'X') if has_prefix => Form::Int(16),
        Some(b'b' | b'B') if has_prefix => Form::Int(2),
        _ if number.contains(['.', 'e', 'E']) => Form::Float,
        _ => Form::Int(10),
    };
    (form, number.len())
}

/// Returns the form and the length of a word that stands for a number.
fn special(text: &str) -> Option<(Form, usize)> {
    let word = leading(text, is_identifier_part);
    let number = match word {
        "inf" | "INF" => "inf",
        "nan" | "NAN" => "nan",
        "inf_neg" => MINUS_INFINITE,
        "PI" => "3.14159265358979323846",
        "TAU" => "6.28318530717958647693",
        _ => return None,
    };
    // `var2str` of Godot 3 appends `.0` to minus infinity.
    let is_constant = number.starts_with(|c: char| c.is_ascii_digit());
    let has_point = !is_constant && text[word.len()..].starts_with(".0");
    let point = if has_point { ".0".len() } else { 0 };
    Some((Form::Word(number), word.len() + point))
}
